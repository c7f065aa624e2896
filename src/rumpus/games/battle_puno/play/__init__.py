"""Battle Puno for people and bots: words, notation, drawing, heuristics, features."""
