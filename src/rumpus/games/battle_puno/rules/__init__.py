"""The rules of Battle Puno, pure: cards, numbers, the table, turns, sight, memory and dreams."""
