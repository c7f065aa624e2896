"""A first look at changed rules, before anybody plays by them: they load, and a few moves can be made and told."""

from __future__ import annotations

import time
from importlib import import_module

from rumpus.core.content.how import how_of
from rumpus.core.content.lesson import lesson_of
from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.core.rng import Seeded
from rumpus.devtools.packages import GamePackage
from rumpus.table.match import Match
from rumpus.table.seat_view import lines, sight

SECONDS = 0.15
"""That moves are tried out for; the laws, which find more, come later and take their time."""
MOVES = 60


def load(package: GamePackage) -> Game:
    """The game of this package; in this process it is the one that the environment names."""
    game = import_module("rumpus.devtools.versioned").game
    if not isinstance(game, Game):
        raise RumpusError(f"{package.target} is no game: it is a {type(game).__name__}")
    if game.name != package.name:
        raise RumpusError(f"the game calls itself {game.name!r}, but its package offers it as {package.name!r}")
    how_of(game)
    lesson_of(game)
    return game


def try_out(game: Game) -> None:
    """Play a little of every variant, and look at it through everybody's eyes."""
    given_up = time.monotonic() + SECONDS
    for changes in game.variants():
        options = game.options(changes)
        names = [f"Player {seat + 1}" for seat in range(game.seats(options))]
        match = Match(game, options, "a first look", names)
        luck = Seeded("a first look")
        told = 0
        for _ in range(MOVES):
            for seat in (*range(len(names)), None):
                sight(match, seat)
                lines(match, match.events[told:], seat)
            told = len(match.events)
            seats = match.position.to_act()
            if not seats or time.monotonic() > given_up:
                break
            match.play(seats[0], match.position.at_random(seats[0], luck))
