"""Tournaments of people and bots: round robin, Swiss and knock-out."""
