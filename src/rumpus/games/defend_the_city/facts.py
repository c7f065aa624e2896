"""Typed access to a view."""

from __future__ import annotations

from rumpus.core.position import View
from rumpus.games.defend_the_city.rules.scores import pair_of


def number(view: View, name: str) -> int:
    value = view[name]
    assert isinstance(value, int)
    return value


def word(view: View, name: str) -> str:
    value = view[name]
    assert isinstance(value, str)
    return value


def fighter(view: View, side: int) -> View:
    """The defender (0) or the enemy (1), played by a seat or by the house."""
    seats = view["seats"]
    assert isinstance(seats, list)
    found = seats[side] if side < len(seats) else view["enemy"]
    assert isinstance(found, dict)
    return found


def shown_pair(view: View, side: int) -> int | None:
    """The pair of a side; None if hidden from the viewer."""
    scores = word(fighter(view, side), "scores")
    if not scores:
        return None
    offense, _, defense = scores.partition("/")
    return pair_of(int(offense), int(defense))
