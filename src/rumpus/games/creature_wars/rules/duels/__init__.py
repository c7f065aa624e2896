"""Turns and duels: what happens when cards are played."""
