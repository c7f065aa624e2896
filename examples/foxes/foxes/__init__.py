"""Foxes: a deck, thefts, answers inside another's turn and cards that are remembered, for 2 to 4."""

from foxes.game import Foxes

game = Foxes()
