"""Rows of a run: one struct per game. A part of a run is a compressed file with a line of JSON per game.

The keys are frozen: other programs read them. Where a field's name differs, `field(name=…)` gives the key.
"""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct, field

from rumpus.core.position import Seat
from rumpus.core.system.files import DamagedFile, decode_json, read_bounded, unpack_gzip, write_whole


class SeatRow(Struct):
    """A seat of one game of a run."""

    player: str
    result: float
    identity: list[tuple[str, str]]
    """Kind and name of the seat's identity."""
    ledger: list[tuple[str, str, int]]
    """Action, topic and times, sorted."""
    course: list[float]
    """Standing at evenly spaced points of the game."""
    random_setup: list[tuple[str, str]] = field(name="lots", default_factory=list)
    """Kind and name of each chance outcome for the seat at the start."""
    luck: float | None = None
    """Change of the win probability due to chance after the deal, by static estimates. None if not measured."""
    luck_by_rollouts: float | None = field(name="felt", default=None)
    """Change of the win probability due to chance after the deal, by rollouts. None if not measured."""
    deal: float | None = None
    """Change of the win probability due to the deal. None if not measured."""


# An array in the file: the order of the fields is part of the format.
class ChanceGain(Struct, array_like=True):
    """Effect of one kind of chance outcome in a game."""

    kind: str
    name: str
    times: int = 0
    luck: float = 0.0
    """Sum of its receivers' changes of win probability."""
    squares: float = 0.0
    """Its part of the summed squared changes of all seats."""


class LeadStats(Struct):
    """Leads and decisions of an observed game."""

    lead_changes_by_luck: int | None
    lead_changes_by_choice: int | None
    decided_after: float | None = field(name="decided")
    """Fraction of the decisions after which the winner stayed ahead."""
    farthest_behind: float | None
    """Largest deficit of the winner in win probability."""
    options: float | None
    """Mean number of options, over decisions with several."""
    decision_gap: float | None = field(name="stake")
    """Mean win probability of the best option minus the second best's."""
    chance_gains: list[ChanceGain] = field(name="windfalls", default_factory=list)
    """Chance outcomes, sorted by kind and name."""


class GameRow(Struct):
    """One game of a run."""

    number: int = field(name="game")
    winner: Seat | None
    """The only winner; None after a draw, or if a single player lost."""
    decisions: int
    forced: int
    """Decisions with a single option."""
    rounds: int
    lead_changes: int
    comeback: bool
    """True if the winner was behind half-way."""
    clauses: dict[str, int]
    """Citations of each clause in the log, sorted; counted in some games only."""
    named: dict[str, int]
    """Log lines by topic, sorted; counted in the same games."""
    seats: list[SeatRow]
    lead_stats: LeadStats | None = field(name="drama", default=None)
    """None if the game was not observed."""


def empty_row(number: int) -> GameRow:
    """A row to be filled in. A row read from a file must have every field."""
    return GameRow(number, None, 0, 0, 0, 0, False, {}, {}, [])


MAX_PACKED_BYTES = 20_000_000
MAX_PART_BYTES = 100_000_000
"""Most bytes of an unpacked part: far more than the rows of a task take."""

_encoder = msgspec.json.Encoder()


def write_part(part: Path, rows: Sequence[GameRow]) -> None:
    lines = [_encoder.encode(row) for row in rows]
    # Without a time stamp equal rows give equal bytes.
    write_whole(part, gzip.compress(b"\n".join(lines) + b"\n", mtime=0))


def read_part(part: Path) -> list[GameRow]:
    try:
        data = unpack_gzip(read_bounded(part, MAX_PACKED_BYTES, "part of a run"), MAX_PART_BYTES, f"{part} is damaged")
        return [decode_json(line, f"{part} is damaged", GameRow) for line in data.splitlines()]
    except DamagedFile as error:
        raise DamagedFile(f"{error} Delete it and run again.") from None


def read_games(part: Path, numbers: range, seats: int) -> list[GameRow]:
    """Reads a part and checks that it holds these games."""
    rows = read_part(part)
    lengths = {len(seat.course) for row in rows for seat in row.seats if seat.course}
    whole = all(len(row.seats) == seats and (row.winner is None or 0 <= row.winner < seats) for row in rows)
    if [row.number for row in rows] != list(numbers) or not whole or len(lengths) > 1:
        raise DamagedFile(f"{part} is damaged: it holds other games than this run's. Delete it and run again.")
    return rows
