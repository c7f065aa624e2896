"""The rules of Battle Puno: pure and compiled."""
