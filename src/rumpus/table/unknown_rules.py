"""A game without its rules: enough to read the book of a table whose rules are not here any more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Move, Plain, Position, Seat, View
from rumpus.core.rng import Luck
from rumpus.table.entries import Made


class Unruled(Game):
    """Who sat where, what was moved and what was taken back is in the book; what it meant only the rules knew."""

    def __init__(self, made: Made, title: str) -> None:
        self.name = made.game
        self.title = title
        self.version = made.version
        self.count = len(made.places)

    def seat_counts(self) -> Sequence[int]:
        return (self.count,)

    def options(self, changes: Mapping[str, object] | None = None, seats: int | None = None) -> Options:
        """None: the values of a table are kept in its book, and nobody here knows what they mean."""
        return Options((), {})

    def start(self, options: Options, luck: Luck, listen: bool = False) -> Position:
        return Still(self.count)

    def write(self, position: Position, seat: Seat, move: Move) -> str:
        return ""


class Still(Position):
    """It takes whatever the book says, and is over."""

    def __init__(self, seats: int) -> None:
        super().__init__()
        self.seats = seats

    def to_act(self) -> list[Seat]:
        return []

    def moves(self, seat: Seat) -> list[Move]:
        return []

    def why_not(self, seat: object, move: object) -> str:
        return ""

    def apply(self, seat: Seat, move: Move, luck: Luck) -> None:
        pass

    def result(self) -> list[float]:
        return [0.0] * self.seats

    def copy(self) -> Still:
        return Still(self.seats)

    def view(self, seat: Seat | None) -> View:
        return {}

    def imagine(self, seat: Seat, luck: Luck) -> Position:
        raise RumpusError("without its rules nothing can be imagined")

    def save(self) -> dict[str, Plain]:
        return {}
