"""Unpickling of positions and generators, compiled or not. The state must be one dictionary."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rumpus.core.position import Event, Json, Position


Made = TypeVar("Made")


def blank(kind: type[Made]) -> Made:
    """Creates an instance without attributes; the pickle's state fills them in."""
    return kind.__new__(kind)


def reloaded(
    game: str, changes: Mapping[str, object], plain: Mapping[str, Json], events: list[Event] | None
) -> Position:
    """Loads a position of an installed game, with its pending events."""
    from rumpus.core.catalogue import game_of

    found = game_of(game)
    position = found.load(found.options(changes), plain)
    position.events = events
    return position
