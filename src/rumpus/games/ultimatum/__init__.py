"""Ultimatum: hex tactics with twelve characters, for 2 to 4 players."""

from rumpus.games.ultimatum.game import UltimatumGame

game = UltimatumGame()
