"""How a game is won, on one screen: data in the game's folder, goal first, then a few cells with a sentence each."""

from __future__ import annotations

import functools
import tomllib
from importlib import resources

import msgspec
from msgspec import Struct

from rumpus.core.errors import BadRecord
from rumpus.core.game import Game

FILE = "how.toml"
MOST_CELLS = 6
"""More do not fit on one screen."""


class HowCell(Struct, forbid_unknown_fields=True):
    """One idea. Its picture is the one of the same number in the game's `web/how.js`."""

    title: str
    say: str
    clauses: list[str] = []
    """Where the rules say so."""


class How(Struct, forbid_unknown_fields=True):
    goal: str
    cell: list[HowCell]


@functools.cache
def how_of(game: Game) -> How | None:
    """What the game brings along, if it does."""
    if not game.package:
        return None
    file = resources.files(game.package).joinpath(FILE)
    if not file.is_file():
        return None
    try:
        how = msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), How)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadRecord(f"{FILE} of {game.title} cannot be read: {error}") from None
    if len(how.cell) > MOST_CELLS:
        raise BadRecord(f"{FILE} of {game.title} has {len(how.cell)} cells; {MOST_CELLS} fit on a screen")
    return how
