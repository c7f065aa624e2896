"""Rows of many positions or moves at once, in compiled code: what learned players look at.

What is handed out lies in memory as one block: `numpy.frombuffer` reads it without a copy.
"""

from __future__ import annotations

from collections.abc import Sequence

from librt.vecs import vec
from mypy_extensions import i64, u8

from rumpus.core.contract import Features, Move, Position, Seat
from rumpus.core.luck import Luck


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
