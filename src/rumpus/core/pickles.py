"""How positions and luck come back out of a pickle; compiled ones keep nothing that Python could put back by itself.

Whatever state a pickle has is one dictionary: compiled classes pass over any other in silence.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rumpus.core.position import Event, Plain, Position


Made = TypeVar("Made")


def blank(kind: type[Made]) -> Made:
    """Something of that class without attributes of its own, which the pickle has."""
    return kind.__new__(kind)


def reloaded(
    game: str, changes: Mapping[str, object], plain: Mapping[str, Plain], events: list[Event] | None
) -> Position:
    """A position of the installed game of that name, with the events that were pending."""
    from rumpus.core.catalogue import game_of

    found = game_of(game)
    position = found.load(found.options(changes), plain)
    position.events = events
    return position
