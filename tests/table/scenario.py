"""Builds a table for tests: people, their decisions, and the second of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from pigeons import game as pigeons
from rumpus.core.game import Game
from rumpus.core.options import Value
from rumpus.table.entries import Base, Began, Clock, DecidedBy, Entry, Made, Moved, Place
from rumpus.table.seat_view import LogLine, log_lines
from rumpus.table.seats import fingerprint
from rumpus.table.table import Table

ANN, BEN = 0, 1
Who = Literal["person", "bot"]


def made(
    game: Game = pigeons,
    people: Sequence[str] = ("Ann", "Ben"),
    options: Mapping[str, Value] | None = None,
    seed: str = "coo",
    clock: Clock | None = None,
    undo: bool = True,
    base: Base | None = None,
) -> Made:
    """People by name, each with a secret like it in small letters; `greedy` and such are bots."""
    places = [
        Place("person", name, fingerprint(name.lower())) if name[:1].isupper() or not name.isalpha()
        else Place("bot", name, bot=name)
        for name in people
    ]  # fmt: skip
    changed = dict(options or {})
    return Made(
        game.name, game.version, changed, seed, places, fingerprint("host"), clock=clock, undo=undo, base=base
    )  # fmt: skip


class TableScenario:
    """A table that has begun in second 0; time is told in seconds."""

    def __init__(self, entry: Made | None = None, game: Game = pigeons, begun: bool = True) -> None:
        self.table = Table("t1", game, entry or made(game), 0)
        self.second = 0
        if begun:
            self.take(Began())

    def take(self, entry: Entry, second: int | None = None) -> None:
        self.second = self.second if second is None else second
        self.table.take(entry, 1000 * self.second)

    def decide(
        self, seat: int, move: int | None = None, second: int | None = None, by: DecidedBy = "person", mid: str = ""
    ) -> int:
        assert self.table.match is not None
        chosen = self.table.match.position.moves(seat)[0] if move is None else move
        self.take(Moved(seat, chosen, mid, by), second)
        return chosen

    def play_out(self) -> None:
        match = self.table.match
        assert match is not None
        while not match.over:
            self.decide(match.position.to_act()[0], second=self.second + 1)

    def heard(self, seat: int | None) -> list[LogLine]:
        return log_lines(self.table.game, self.table.names, self.table.log, seat)

    def log_texts(self, seat: int | None = None) -> list[str]:
        return [line.text for line in self.heard(seat)]
