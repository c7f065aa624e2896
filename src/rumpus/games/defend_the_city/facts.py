"""Reading a view: the typed way from plain data back to the facts of a siege."""

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
    """The defender (0) or the enemy (1), whether somebody sits there or the house plays it."""
    seats = view["seats"]
    assert isinstance(seats, list)
    found = seats[side] if side < len(seats) else view["enemy"]
    assert isinstance(found, dict)
    return found


def shown_pair(view: View, side: int) -> int | None:
    """The pair of that side, if the viewer may see it."""
    scores = word(fighter(view, side), "scores")
    if not scores:
        return None
    offense, _, defense = scores.partition("/")
    return pair_of(int(offense), int(defense))
