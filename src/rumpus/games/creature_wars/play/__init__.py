"""Creature Wars for people and bots: words, screens, heuristics."""
