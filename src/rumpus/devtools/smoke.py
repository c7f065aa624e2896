"""Smoke test of changed rules: loads the game and plays a few moves."""

from __future__ import annotations

import time
from importlib import import_module

from rumpus.core.content.how import how_of
from rumpus.core.content.lesson import lesson_of
from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.core.rng import SeededRng
from rumpus.devtools.packages import GamePackage
from rumpus.table.match import Match
from rumpus.table.seat_view import lines, seat_view

TRY_SECONDS = 0.15
"""Time limit for trying moves. The laws test more, later."""
MAX_MOVES = 60


def load(package: GamePackage) -> Game:
    """Imports the game of the package, as named by the environment."""
    game = import_module("rumpus.devtools.versioned").game
    if not isinstance(game, Game):
        raise RumpusError(f"{package.target} is a {type(game).__name__}, not a game.")
    if game.name != package.name:
        raise RumpusError(f"The game is called {game.name!r}, but its package offers it as {package.name!r}.")
    how_of(game)
    lesson_of(game)
    return game


def try_out(game: Game) -> None:
    """Plays a little of every configuration and builds every seat's view."""
    deadline = time.monotonic() + TRY_SECONDS
    for changes in game.configurations():
        options = game.options(changes)
        names = [f"Player {seat + 1}" for seat in range(game.seats(options))]
        match = Match(game, options, "a first look", names)
        rng = SeededRng("a first look")
        shown = 0
        for _ in range(MAX_MOVES):
            for seat in (*range(len(names)), None):
                seat_view(match, seat)
                lines(match, match.events[shown:], seat)
            shown = len(match.events)
            seats = match.position.to_act()
            if not seats or time.monotonic() > deadline:
                break
            match.play(seats[0], match.position.random_move(seats[0], rng))
