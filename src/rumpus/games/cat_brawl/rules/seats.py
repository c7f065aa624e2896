"""Shared lists of seats, each made once. Callers must not change them."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from rumpus.games.cat_brawl.rules.moves import MAX_SEATS

SEATS: Final = [[seat for seat in range(MAX_SEATS) if bits >> seat & 1] for bits in range(1 << MAX_SEATS)]
"""The sorted seats of every bit set."""
NO_SEATS: Final = SEATS[0]


def _order(seats: list[int], starter: int, downwards: bool) -> list[int]:
    """Returns the seats round the ring from the starter; empty if it is not one of them."""
    if starter not in seats:
        return []
    place = seats.index(starter)
    if downwards:
        return seats[place::-1] + seats[:place:-1]
    return seats[place:] + seats[:place]


_ORDERS: Final = [
    _order(seats, starter, downwards) for seats in SEATS for starter in range(MAX_SEATS) for downwards in (False, True)
]


def order_of(seats: i64, starter: i64, downwards: bool) -> list[int]:
    """Returns the seats of a bit set round the ring, from the starter (CB-9)."""
    return _ORDERS[(seats * MAX_SEATS + starter) * 2 + (1 if downwards else 0)]


def without(seats: list[int], gone: int) -> list[int]:
    """Returns the seats without one of them, sorted."""
    bits: i64 = 0
    for seat in seats:
        if seat != gone:
            bits |= 1 << seat
    return SEATS[bits]
