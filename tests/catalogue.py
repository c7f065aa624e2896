"""The games that general tests play: all installed ones and the example of a sixth."""

from __future__ import annotations

from importlib import import_module

from rumpus.core.catalogue import find_game, game_names
from rumpus.core.game import Game

__all__ = ["GAMES", "NAMES", "pigeons"]

pigeons: Game = import_module("pigeons").game
"""Imported by name: type checkers may find another module `pigeons`."""

NAMES = sorted({*game_names(), pigeons.name})
GAMES: list[Game] = [*[find_game(name) for name in game_names() if name != pigeons.name], pigeons]
