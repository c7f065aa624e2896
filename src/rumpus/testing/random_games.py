"""Random games for the laws, and for whatever else wants to see many positions of a game."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Final

from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Event, Move, Plain, Position, Seat
from rumpus.core.rng import Luck, Seeded
from rumpus.testing.law import expect

LONGEST: Final = 200_000
"""More decisions than any game may take."""


def text_of(plain: Plain) -> str:
    """Plain data as JSON in one canonical form: equal text, equal data."""
    return json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def saved(position: Position) -> str:
    return text_of(position.save())


def people_of(game: Game, options: Options) -> list[str]:
    return [f"Player {seat}" for seat in range(game.seats(options))]


class RandomGame:
    """One random game of a law, with a name for messages."""

    def __init__(self, game: Game, options: Options, seed: str, listen: bool = False) -> None:
        self.game = game
        self.options = options
        self.name = f"{game.name} {options.changed()} seed {seed}"
        self.luck: Luck = Seeded(seed)
        self.chooser = Seeded(seed + "/choices")
        self.position = game.start(options, self.luck, listen=listen)
        self.seats = range(game.seats(options))
        self.made = 0

    def steps(self) -> Iterator[tuple[Seat, Move]]:
        """Random play: yields each decision just before it is carried out. Whoever looks on must change nothing, so
        that a copy or a dream that shares something with the original is noticed here, before it leads astray."""
        while True:
            acting = self.position.to_act()
            if not acting:
                return
            seat = acting[self.chooser.below(len(acting))]
            moves = list(self.position.moves(seat))
            expect(len(moves) > 0, f"seat {seat} owes a decision and has no move", self.where())
            move = moves[self.chooser.below(len(moves))]
            yield seat, move
            expect(
                self.position.moves(seat) == moves,
                "the position has changed though only copies and dreams were played on: they share something with it",
                self.where(seat),
            )
            self.position.apply(seat, move, self.luck)
            self.made += 1
            expect(self.made < LONGEST, f"random play does not end within {LONGEST} decisions", self.name)

    def now_and_then(self, about: int) -> bool:
        """True once in about so many calls, and always early on."""
        return self.made < 3 or self.chooser.below(about) == 0

    def where(self, seat: Seat | None = None) -> str:
        return f"{self.name}, after {self.made} moves" + ("" if seat is None else f", seat {seat}")


def games_of(game: Game, options: Options, games: int, law: str, listen: bool = False) -> Iterator[RandomGame]:
    for number in range(games):
        yield RandomGame(game, options, f"{law}/{number}", listen)


def play_on(position: Position, luck: Luck, limit: int) -> None:
    """Random moves until the end, or so many."""
    for _ in range(limit):
        acting = position.to_act()
        if not acting:
            return
        moves = position.moves(acting[0])
        position.apply(acting[0], moves[luck.below(len(moves))], luck)


def all_events(match: RandomGame) -> list[Event]:
    events = match.position.take_events()
    for _ in match.steps():
        events.extend(match.position.take_events())
    return events + match.position.take_events()


def noticed(events: Sequence[Event], seat: Seat | None) -> list[str]:
    seen = [event.seen_by(seat) for event in events]
    return [repr(one) for one in seen if one is not None]
