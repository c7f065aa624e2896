"""Measures the strength of bots."""
