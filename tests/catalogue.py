"""The games that every general test is tried with: all that are installed, and the example of a sixth."""

from __future__ import annotations

from importlib import import_module

from rumpus.core.catalogue import find_game, game_names
from rumpus.core.game import Game

__all__ = ["GAMES", "NAMES", "pigeons"]

pigeons: Game = import_module("pigeons").game
"""By name: beside it lies a module of the same name, which a type checker may take for it."""

NAMES = sorted({*game_names(), pigeons.name})
GAMES: list[Game] = [*[find_game(name) for name in game_names() if name != pigeons.name], pigeons]
