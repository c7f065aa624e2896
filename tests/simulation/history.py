"""Journals as they are in the store, replayed entry by entry."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import msgspec

from rumpus.service.store import JournalEntry, checked_entries
from rumpus.service.store.sqlite import connect
from rumpus.table.table import Table
from tests.simulation.notices import TurnNotes

if TYPE_CHECKING:
    from tests.simulation.world import World


def digest(table: Table) -> bytes:
    """All of a table that its journal determines."""
    position = None if table.match is None else table.match.position.save()
    ledgers = [[one.used, one.decisions, one.since] for one in (table.clocks.true, table.clocks.public)]
    profiles = [place.profile for place in table.places]
    state = [table.state, table.epoch, table.decided, position, ledgers, table.names, profiles, table.rematch]
    return hashlib.sha256(msgspec.json.encode(state)).digest()


class History:
    """A table replayed from its journal, with the digest after every entry."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.table: Table | None = None
        self.entries: list[JournalEntry] = []
        self.digests: list[bytes] = []
        self.opened: dict[int, float] = {}
        """Virtual time at which each seat's clock started."""
        self.turns = TurnNotes()


def read_journal(world: World, id: str, start: int) -> list[JournalEntry]:
    """Returns committed entries from number `start` on, read from the database itself."""
    if world.database is not None:
        rows = world.database.book.get(id, {})
        return checked_entries([tuple(rows[seq].values()) for seq in sorted(rows) if seq >= start], start)
    db = connect(world.path)
    try:
        ask = "SELECT id, seq, at, entry, mark FROM book WHERE id = ? AND seq >= ? ORDER BY seq"
        return checked_entries(db.execute(ask, (id, start)).fetchall(), start)
    finally:
        db.close()


def table_ids(world: World) -> list[str]:
    if world.database is not None:
        return list(world.database.book)
    db = connect(world.path)
    try:
        return [id for (id,) in db.execute("SELECT DISTINCT id FROM book ORDER BY id")]
    finally:
        db.close()
