"""Rows of many positions or moves at once, in compiled code: what learned players look at.

What is handed out lies in memory as one block: `numpy.frombuffer` reads it without a copy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import Luck


class ColumnGroup:
    """Neighbouring columns of a row, or moves of the move space, that belong together."""

    def __init__(self, name: str, offset: int, width: int, meaning: str) -> None:
        self.name = name
        self.offset = offset
        self.width = width
        self.meaning = meaning


class Columns:
    """The columns of a row while they are laid out, group by group."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.groups: list[ColumnGroup] = []

    def add(self, name: str, meaning: str, parts: Sequence[str] = ("",)) -> int:
        """A group with a column for each part; says at which column it begins."""
        offset = len(self.names)
        for part in parts:
            self.names.append(f"{name} {part}" if part else name)
        self.groups.append(ColumnGroup(name, offset, len(parts), meaning))
        return offset


def moves_by_kind(kinds: Sequence[tuple[str, int, str]]) -> list[ColumnGroup]:
    """The move space from 0 on: for each kind its name, how many there are, and what they mean."""
    groups: list[ColumnGroup] = []
    first = 0
    for name, count, meaning in kinds:
        groups.append(ColumnGroup(name, first, count, meaning))
        first += count
    return groups


class Things:
    """Things of one kind that a row tells one after another, such as the cards of a hand.

    There are `count` of them, `width` columns each, from column `first` on. What tells a thing begins alike in all
    Things of a game, so that one encoder can read them all: its column `kind` is a whole number ÷ `kinds`, to be looked
    up in a table. The `moves` moves from `move` on name them in their order (and more, where more can be named).
    """

    def __init__(
        self, first: int, width: int, count: int, kind: int, kinds: int, move: int = 0, moves: int = 0
    ) -> None:
        self.first = first
        self.width = width
        self.count = count
        self.kind = kind
        self.kinds = kinds
        self.move = move
        self.moves = moves


@mypyc_attr(allow_interpreted_subclasses=True)
class Features:
    """What a seat knows as a row of numbers of fixed length, roughly within -1 … 1, for learning.

    A game says either `write`, in place and without boxes, or `of`, the plain list; each follows from the other. With
    `moves` it also describes single moves; without, a move is a 1 at its place of the move space. `left_out` lists what
    the view shows and the row does not, with the reason: a place in the view ("seats.place"), the order of a list
    there ("discard order"), or what comes after its first so many ("hand[12:]"). `actions` says what the moves mean,
    and `things` which stretches of the row describe things of one kind.
    """

    def __init__(
        self,
        columns: Columns | Sequence[str],
        left_out: Mapping[str, str] | None = None,
        moves: Columns | None = None,
        actions: Sequence[ColumnGroup] = (),
        things: Sequence[Things] = (),
    ) -> None:
        if isinstance(columns, Columns):
            self.names = list(columns.names)
            self.groups = list(columns.groups)
        else:
            self.names = list(columns)
            self.groups = [ColumnGroup(name, place, 1, "") for place, name in enumerate(columns)]
        self.move_names = [] if moves is None else list(moves.names)
        self.move_groups = [] if moves is None else list(moves.groups)
        self.left_out: dict[str, str] = {} if left_out is None else dict(left_out)
        self.actions = list(actions)
        self.things = list(things)
        says = type(self)
        if self.names and says.write is Features.write and says.of is Features.of:
            raise NotImplementedError(f"{says.__name__} has columns, but says neither `write` nor `of`")

    def of(self, position: Position, seat: Seat) -> list[float]:
        """The row; built only from what `view(seat)` would show."""
        width = len(self.names)
        rows = vec[float]([0.0] * width)
        self.write(position, seat, rows, 0)
        return [rows[place] for place in range(width)]

    def write(self, position: Position, seat: Seat, rows: vec[float], at: i64) -> None:
        """The row into zeros that the caller owns, from `at` on; without columns there is nothing to write."""
        if not self.names:
            return
        row = self.of(position, seat)
        for place in range(len(row)):
            rows[at + place] = row[place]

    def reordered(self, luck: Luck) -> list[int]:
        """Columns in an order in which any row still means the same: what is interchangeable swaps its places."""
        return list(range(len(self.names)))

    def write_move(self, position: Position, seat: Seat, move: Move, rows: vec[float], at: i64) -> None:
        """What this move is and touches, in the columns `move_names`, into zeros that the caller owns."""
        raise NotImplementedError


class Afterstates:
    """What each move of a decision leads to: a row each, and, where that ends the game, the result."""

    def __init__(self, rows: vec[float], over: vec[u8], results: vec[float]) -> None:
        self.rows = rows
        self.over = over
        self.results = results


def afterstates(
    features: Features, position: Position, seat: Seat, moves: Sequence[Move], luck: Luck, viewer: Seat = -1
) -> Afterstates:
    """Every move tried on a copy; rows and results are the mover's, or those of another `viewer`."""
    looks = seat if viewer < 0 else viewer
    width: i64 = len(features.names)
    count: i64 = len(moves)
    rows = vec[float]([0.0] * (count * width))
    over = vec[u8]([0] * count)
    results = vec[float]([0.0] * count)
    for place in range(len(moves)):
        after = position.copy()
        after.apply(seat, moves[place], luck)
        features.write(after, looks, rows, place * width)
        result = after.result()
        if result is not None:
            over[place] = 1
            results[place] = result[looks]
    return Afterstates(rows, over, results)


def rows_of(features: Features, positions: Sequence[Position], seats: Sequence[Seat]) -> vec[float]:
    """What each of these seats knows in its position, a row each."""
    width: i64 = len(features.names)
    rows = vec[float]([0.0] * (len(positions) * width))
    at: i64 = 0
    for place in range(len(positions)):
        features.write(positions[place], seats[place], rows, at)
        at += width
    return rows


def move_rows(features: Features, position: Position, seat: Seat, moves: Sequence[Move], space: int) -> vec[float]:
    """A row for each move: as the game describes it, else a 1 at its place of the move space."""
    described = len(features.move_names) > 0
    width: i64 = len(features.move_names) if described else space
    rows = vec[float]([0.0] * (len(moves) * width))
    at: i64 = 0
    for move in moves:
        if described:
            features.write_move(position, seat, move, rows, at)
        else:
            rows[at + move] = 1.0
        at += width
    return rows
