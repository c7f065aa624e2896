"""A stand-in game to read journals of tables whose rules are not installed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Json, Move, Position, Seat, View
from rumpus.core.rng import Rng
from rumpus.table.entries import Made


class UnknownRules(Game):
    """Knows seats and moves from the journal, but not their meaning."""

    def __init__(self, made: Made, title: str) -> None:
        self.name = made.game
        self.title = title
        self.version = made.version
        self.count = len(made.places)

    def seat_counts(self) -> Sequence[int]:
        return (self.count,)

    def options(self, changes: Mapping[str, object] | None = None, seats: int | None = None) -> Options:
        """Returns no options: their meaning is unknown."""
        return Options((), {})

    def start(self, options: Options, rng: Rng, listen: bool = False) -> Position:
        return FrozenPosition(self.count)

    def format_move(self, position: Position, seat: Seat, move: Move) -> str:
        return ""


class FrozenPosition(Position):
    """A finished position that accepts every move."""

    def __init__(self, seats: int) -> None:
        super().__init__()
        self.seats = seats

    def to_act(self) -> list[Seat]:
        return []

    def moves(self, seat: Seat) -> list[Move]:
        return []

    def refusal(self, seat: object, move: object) -> str:
        return ""

    def apply(self, seat: Seat, move: Move, rng: Rng) -> None:
        pass

    def result(self) -> list[float]:
        return [0.0] * self.seats

    def copy(self) -> FrozenPosition:
        return FrozenPosition(self.seats)

    def view(self, seat: Seat | None) -> View:
        return {}

    def determinize(self, seat: Seat, rng: Rng) -> Position:
        raise RumpusError("The rules of this table are not installed, so no position can be sampled.")

    def save(self) -> dict[str, Json]:
        return {}
