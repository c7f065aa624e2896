"""Lists of seats: there are few different ones, so each is made once, handed out again and never changed."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from rumpus.games.cat_brawl.rules.moves import MOST_SEATS

SEATS: Final = [[seat for seat in range(MOST_SEATS) if bits >> seat & 1] for bits in range(1 << MOST_SEATS)]
"""The seats of every bit set, upwards."""
NO_SEATS: Final = SEATS[0]


def _order(seats: list[int], starter: int, downwards: bool) -> list[int]:
    """Round the ring from the starter on, who is one of them."""
    if starter not in seats:
        return []
    place = seats.index(starter)
    if downwards:
        return seats[place::-1] + seats[:place:-1]
    return seats[place:] + seats[:place]


_ORDERS: Final = [
    _order(seats, starter, downwards) for seats in SEATS for starter in range(MOST_SEATS) for downwards in (False, True)
]


def order_of(seats: i64, starter: i64, downwards: bool) -> list[int]:
    """The seats of a bit set round the ring, from one of them on (CB-9)."""
    return _ORDERS[(seats * MOST_SEATS + starter) * 2 + (1 if downwards else 0)]


def without(seats: list[int], gone: int) -> list[int]:
    """The same seats, upwards, but for one."""
    bits: i64 = 0
    for seat in seats:
        if seat != gone:
            bits |= 1 << seat
    return SEATS[bits]
