"""A one-screen summary of a game, read from `how.toml`: the goal and a few cells."""

from __future__ import annotations

import functools
import tomllib
from importlib import resources

import msgspec
from msgspec import Struct

from rumpus.core.errors import BadRecord
from rumpus.core.game import Game

FILE = "how.toml"
MAX_CELLS = 6
"""Maximum number of cells that fit on one screen."""


class HowCell(Struct, forbid_unknown_fields=True):
    """One idea. Its picture has the same number in the game's `web/how.js`."""

    title: str
    say: str
    clauses: list[str] = []
    """Clauses of the rules behind it."""


class How(Struct, forbid_unknown_fields=True):
    goal: str
    cell: list[HowCell]


@functools.cache
def how_of(game: Game) -> How | None:
    """Returns the game's summary, if it has one."""
    if not game.package:
        return None
    file = resources.files(game.package).joinpath(FILE)
    if not file.is_file():
        return None
    try:
        how = msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), How)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadRecord(f"{FILE} of {game.title} cannot be read: {error}.") from None
    if len(how.cell) > MAX_CELLS:
        raise BadRecord(f"{FILE} of {game.title} has {len(how.cell)} cells; {MAX_CELLS} fit on a screen.")
    return how
