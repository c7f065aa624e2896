"""Floes: an open board and turns for 2 to 4, in a package of its own."""

from floes.game import Floes

game = Floes()
