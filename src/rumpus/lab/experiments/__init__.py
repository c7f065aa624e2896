"""Ask one question of many games."""
