"""Bots in separate processes."""
