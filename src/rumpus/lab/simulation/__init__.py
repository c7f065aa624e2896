"""Plays many games and stores one row per game."""
