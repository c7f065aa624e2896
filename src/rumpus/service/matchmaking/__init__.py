"""Opponents: a queue per game, open challenges, and ratings."""
