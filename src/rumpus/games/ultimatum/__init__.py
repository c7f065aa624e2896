"""Ultimatum: hex tactics with twelve characters, for 2 to 4 players."""

from rumpus.games.ultimatum.play.game import UltimatumGame

game = UltimatumGame()
