"""Experiments: each answers one question by playing many games."""
