"""Creature Wars as rules: cards, operations, the turn, and the witches that bend it."""
