"""Play many games and keep rows."""
