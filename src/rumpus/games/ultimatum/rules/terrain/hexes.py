"""Hex coordinates: names, directions and distances (M-3, M-4, M-6)."""

from __future__ import annotations

from typing import Final

E: Final = 0
NE: Final = 1
NW: Final = 2
W: Final = 3
SW: Final = 4
SE: Final = 5
DIRECTIONS: Final = 6

DIRECTION_NAMES: Final = ["E", "NE", "NW", "W", "SW", "SE"]

READING: Final = [NW, NE, W, E, SW, SE]
"""Directions of the six neighbours in reading order."""

MAX_COLUMNS: Final = 26
MAX_ROWS: Final = 99


def hex_name(row: int, column: int) -> str:
    """Column letter and row number: `c5` is the third hex of the fifth row (M-4)."""
    return chr(ord("a") + column) + str(row + 1)


def neighbour(row: int, column: int, direction: int) -> tuple[int, int]:
    """The next hex, perhaps beyond the map. Odd rows are shifted right (M-6)."""
    shifted = row % 2
    if direction == E:
        return row, column + 1
    if direction == W:
        return row, column - 1
    above_or_below = row - 1 if direction in (NE, NW) else row + 1
    return above_or_below, column + shifted - (0 if direction in (NE, SE) else 1)


def axial(row: int, column: int) -> int:
    """Axial q of a hex; its r is the row (M-3)."""
    return column - (row - row % 2) // 2


def distance(q1: int, r1: int, q2: int, r2: int) -> int:
    """Hex distance (M-3)."""
    q = q1 - q2
    r = r1 - r2
    return (abs(q) + abs(r) + abs(q + r)) // 2
