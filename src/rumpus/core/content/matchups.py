"""How the things that players pick fare against one another, read from `matchups.json`.

`rumpus lab matchups` writes the file from runs of the lab.
"""

from __future__ import annotations

import functools
from importlib import resources

import msgspec
from msgspec import Struct

from rumpus.core.errors import BadRecord
from rumpus.core.game import Game
from rumpus.core.options import Options, Value

FILE = "matchups.json"


class WinRate(Struct, forbid_unknown_fields=True):
    """A win rate with its 95 % interval. A draw counts half."""

    games: int
    rate: float
    low: float
    high: float

    @property
    def text(self) -> str:
        """The rate in per cent."""
        return f"{100 * self.rate:.0f} %"


class MatchupRow(Struct, forbid_unknown_fields=True):
    """One thing to pick: its win rates against all others together, and against each."""

    name: str
    overall: WinRate
    against: dict[str, WinRate]


class MatchupTable(Struct, forbid_unknown_fields=True):
    """The match-ups of one run: two equal bots, with random picks."""

    command: str
    """Command that played the run."""
    kind: str
    players: str
    """Bot at all seats."""
    options: dict[str, Value]
    """Options that differ from the defaults. The figures hold for these alone."""
    games: int
    rows: list[MatchupRow]

    def row(self, name: str) -> MatchupRow | None:
        return next((row for row in self.rows if row.name == name), None)


@functools.cache
def matchup_tables(game: Game) -> list[MatchupTable]:
    """Returns the game's tables; empty if it has none."""
    file = resources.files(game.package).joinpath(FILE) if game.package else None
    if file is None or not file.is_file():
        return []
    try:
        return msgspec.json.decode(file.read_bytes(), type=list[MatchupTable])
    except msgspec.MsgspecError as error:
        raise BadRecord(f"{FILE} of {game.title} cannot be read: {error}.") from None


def matchups_of(game: Game, options: Options) -> MatchupTable | None:
    """Returns the first table that was played with exactly these options."""
    changed = options.changed()
    return next((table for table in matchup_tables(game) if table.options == changed), None)
