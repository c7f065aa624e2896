"""Who has won: the one place that decides it, for tables, tournaments, the lab and every screen."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.contract import Seat


def places(result: Sequence[float]) -> list[int]:
    """The place of every seat: 1 for the best; equals share the better place."""
    return [1 + sum(other > value for other in result) for value in result]


def winners(result: Sequence[float]) -> list[Seat]:
    """The seat that has won, or the seats that drew for the first place; alone, only more than nothing wins."""
    if len(result) == 1:
        return [0] if result[0] > 0 else []
    best = max(result)
    return [seat for seat, value in enumerate(result) if value == best]


def fared(result: Sequence[float], seat: Seat) -> str:
    """How it went for this seat, in a word: "won", "drew" (a shared first place), "2nd", "3rd" …, "lost" (last)."""
    best = winners(result)
    if seat in best:
        return "won" if len(best) == 1 else "drew"
    if result[seat] == min(result):
        return "lost"
    return ordinal(places(result)[seat])


def ordinal(place: int) -> str:
    """1st, 2nd, 3rd, 4th …"""
    ending = "th" if 10 <= place % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"
