"""Pigeons: hidden hands and sealed bids for 2 to 4, a whole game in a package of its own."""

from pigeons.game import Pigeons

game = Pigeons()
