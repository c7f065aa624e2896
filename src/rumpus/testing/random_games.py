"""Random games for laws and other tests."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Event, Json, Move, Position, Seat
from rumpus.core.rng import Rng, SeededRng
from rumpus.testing.law import TALLY, BrokenLaw

MAX_DECISIONS: Final = 200_000
"""Upper bound on the decisions of any game."""


def text_of(plain: Json) -> str:
    """Returns canonical JSON: equal text means equal data."""
    return json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def saved(position: Position) -> str:
    return text_of(position.save())


def people_of(game: Game, options: Options) -> list[str]:
    return [f"Player {seat}" for seat in range(game.seats(options))]


class RandomGame:
    """A random game of a law, with a name for messages."""

    def __init__(self, game: Game, options: Options, seed: str, listen: bool = False) -> None:
        self.game = game
        self.options = options
        self.name = f"{game.name} {options.changed()} seed {seed}"
        self.rng: Rng = SeededRng(seed)
        self.chooser = SeededRng(seed + "/choices")
        self.position = game.start(options, self.rng, listen=listen)
        self.seats = range(game.seats(options))
        self.made = 0
        TALLY[-1].games += 1

    def steps(self) -> Iterator[tuple[Seat, Move]]:
        """Plays randomly; yields each decision before it is made. Notices changes through shared data."""
        while True:
            acting = self.position.to_act()
            if not acting:
                return
            seat = acting[self.chooser.below(len(acting))]
            moves = list(self.position.moves(seat))
            if not moves:
                raise BrokenLaw(f"seat {seat} is to act and has no move", self.where())
            move = moves[self.chooser.below(len(moves))]
            yield seat, move
            if self.position.moves(seat) != moves:
                sentence = "the position has changed though only copies and worlds were played on: they share data"
                raise BrokenLaw(f"{sentence} with it", self.where(seat))
            self.position.apply(seat, move, self.rng)
            self.made += 1
            TALLY[-1].decisions += 1
            if self.made == MAX_DECISIONS:
                raise BrokenLaw(f"random play does not end within {MAX_DECISIONS} decisions", self.name)

    def now_and_then(self, about: int) -> bool:
        """True about once in `about` calls, and always early on."""
        return self.made < 3 or self.chooser.below(about) == 0

    def where(self, seat: Seat | None = None) -> str:
        return f"{self.name}, after {self.made} moves" + ("" if seat is None else f", seat {seat}")


def games_of(game: Game, options: Options, games: int, law: str, listen: bool = False) -> Iterator[RandomGame]:
    for number in range(games):
        yield RandomGame(game, options, f"{law}/{number}", listen)


def play_on(position: Position, rng: Rng, limit: int) -> None:
    """Plays at most `limit` random moves."""
    for _ in range(limit):
        acting = position.to_act()
        if not acting:
            return
        moves = position.moves(acting[0])
        position.apply(acting[0], moves[rng.below(len(moves))], rng)
        TALLY[-1].decisions += 1


def all_events(match: RandomGame) -> list[Event]:
    events = match.position.take_events()
    for _ in match.steps():
        events.extend(match.position.take_events())
    return events + match.position.take_events()
