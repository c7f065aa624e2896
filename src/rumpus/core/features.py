"""Feature vectors of positions and moves, computed in batches by compiled code.

Matrices are single memory blocks: `numpy.frombuffer` reads them without a copy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import Rng

MAX_FEATURE: Final = 16.0
"""Bound of observation spaces. No feature gets larger, positive or negative."""

_ZEROS: Final = vec[float]([0.0] * (1 << 14))


def zeros(count: i64) -> vec[float]:
    """Returns a new block of zeros. Copying one takes less time than filling one."""
    return _ZEROS[:count] if count <= len(_ZEROS) else vec[float]([0.0] * count)


class FeatureGroup:
    """Neighbouring columns of a feature vector, or neighbouring moves of the move space."""

    def __init__(self, name: str, offset: int, width: int, meaning: str) -> None:
        self.name = name
        self.offset = offset
        self.width = width
        self.meaning = meaning


class FeatureLayout:
    """Collects the columns of a feature vector, group by group."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.groups: list[FeatureGroup] = []

    def add(self, name: str, meaning: str, parts: Sequence[str] = ("",)) -> int:
        """Adds a group with one column per part. Returns its first column."""
        offset = len(self.names)
        for part in parts:
            self.names.append(f"{name} {part}" if part else name)
        self.groups.append(FeatureGroup(name, offset, len(parts), meaning))
        return offset


def moves_by_kind(kinds: Sequence[tuple[str, int, str]]) -> list[FeatureGroup]:
    """Groups the move space, from 0 on, by (name, count, meaning) of each kind."""
    groups: list[FeatureGroup] = []
    first = 0
    for name, count, meaning in kinds:
        groups.append(FeatureGroup(name, first, count, meaning))
        first += count
    return groups


class EntityGroup:
    """A run of equal blocks of columns, one block per entity.

    There are `count` blocks of `width` columns from column `first` on. All entity groups of a game begin with the same
    columns, so that one encoder can read them: column `kind` is an index below `kinds`, divided by `kinds`, for an
    embedding table. The `moves` moves from `move` on refer to the entities in order.
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
    """Encodes a seat's view as a vector of fixed length.

    Numbers lie roughly within -1 … 1, and never outside -`MAX_FEATURE` … `MAX_FEATURE`.

    Override either `write`, in place and without boxing, or `of`, which returns a list: each default calls the other.
    `moves` names columns that describe a single move; without it, a move is one-hot in the move space.
    `omitted` lists what the view shows and the vector lacks, with the reason: a place in the view ("seats.place"), the
    order of a list ("discard order"), or its end ("hand[12:]").
    `actions` groups the move space, and `entities` the blocks of columns.
    """

    def __init__(
        self,
        columns: FeatureLayout | Sequence[str],
        omitted: Mapping[str, str] | None = None,
        moves: FeatureLayout | None = None,
        actions: Sequence[FeatureGroup] = (),
        entities: Sequence[EntityGroup] = (),
    ) -> None:
        if isinstance(columns, FeatureLayout):
            self.names = list(columns.names)
            self.groups = list(columns.groups)
        else:
            self.names = list(columns)
            self.groups = [FeatureGroup(name, place, 1, "") for place, name in enumerate(columns)]
        self.move_names = [] if moves is None else list(moves.names)
        self.move_groups = [] if moves is None else list(moves.groups)
        self.omitted: dict[str, str] = {} if omitted is None else dict(omitted)
        self.actions = list(actions)
        self.entities = list(entities)
        kind = type(self)
        if self.names and kind.write is Features.write and kind.of is Features.of:
            raise NotImplementedError(f"{kind.__name__} has columns, so it must override `write` or `of`.")

    def of(self, position: Position, seat: Seat) -> list[float]:
        """Returns the feature vector, using only what `view(seat)` shows."""
        width = len(self.names)
        rows = zeros(width)
        self.write(position, seat, rows, 0)
        return [rows[place] for place in range(width)]

    def write(self, position: Position, seat: Seat, rows: vec[float], at: i64) -> None:
        """Writes the vector into zeroed `rows`, from index `at` on."""
        if not self.names:
            return
        row = self.of(position, seat)
        for place in range(len(row)):
            rows[at + place] = row[place]

    def permutation(self, rng: Rng) -> list[int]:
        """Returns a random permutation of columns that keeps the meaning, for data augmentation."""
        return list(range(len(self.names)))

    def write_move(self, position: Position, seat: Seat, move: Move, rows: vec[float], at: i64) -> None:
        """Writes the features of a move, in the columns `move_names`, into zeroed `rows`."""
        raise NotImplementedError


class Afterstates:
    """Features and, where the game ends, results after each move of a decision."""

    def __init__(self, rows: vec[float], over: vec[u8], results: vec[float]) -> None:
        self.rows = rows
        self.over = over
        self.results = results


def afterstates(
    features: Features, position: Position, seat: Seat, moves: Sequence[Move], rng: Rng, viewer: Seat = -1
) -> Afterstates:
    """Tries every move on a copy. Features and results are those of `viewer`, by default the mover."""
    observer = seat if viewer < 0 else viewer
    width: i64 = len(features.names)
    count: i64 = len(moves)
    rows = zeros(count * width)
    over = vec[u8]([0] * count)
    results = vec[float]([0.0] * count)
    for place in range(len(moves)):
        after = position.copy()
        after.apply(seat, moves[place], rng)
        features.write(after, observer, rows, place * width)
        result = after.result()
        if result is not None:
            over[place] = 1
            results[place] = result[observer]
    return Afterstates(rows, over, results)


def feature_matrix(features: Features, positions: Sequence[Position], seats: Sequence[Seat]) -> vec[float]:
    """Returns one feature vector per position, each for its seat."""
    width: i64 = len(features.names)
    rows = zeros(len(positions) * width)
    at: i64 = 0
    for place in range(len(positions)):
        features.write(positions[place], seats[place], rows, at)
        at += width
    return rows


def move_features(features: Features, position: Position, seat: Seat, moves: Sequence[Move], space: int) -> vec[float]:
    """Returns one feature vector per move: the game's description, else one-hot in the move space."""
    described = len(features.move_names) > 0
    width: i64 = len(features.move_names) if described else space
    rows = zeros(len(moves) * width)
    at: i64 = 0
    for move in moves:
        if described:
            features.write_move(position, seat, move, rows, at)
        else:
            rows[at + move] = 1.0
        at += width
    return rows
