"""Says where a match is, as its table counts: `round 3`, `turn 7`, `phase 2`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rumpus.core.game import Game
from rumpus.core.position import Position
from rumpus.core.record import Record

START = "at the start"
_COUNTED = re.compile(r"\b(?:round|turn|phase) [0-9]+")


def moment_of(game: Game, position: Position) -> str:
    """Returns the moment from public knowledge alone. Empty if the game does not count, and during the setup."""
    lab = game.lab()
    if lab.in_setup(position):
        return ""
    found = _COUNTED.search(str(position.view(None).get("phase", "")).lower())
    return lab.moment(position) or (found[0] if found is not None else "")


def moments_of(record: Record, game: Game) -> list[str]:
    """Returns the moment after every number of moves, from 0 to all."""
    return [moment_of(game, step.position) for step in record.walk(game)]


def moment_at(moments: Sequence[str], number: int) -> str:
    """Returns the moment after `number` moves, or words for the setup."""
    return (moments[number] if number < len(moments) else "") or START
