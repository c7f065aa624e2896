"""Deletion of a profile at all its tables: an entry in each journal hides its names."""

from __future__ import annotations

import logging

import msgspec

from rumpus.core.display_names import tidy_name
from rumpus.core.errors import RumpusError
from rumpus.service.store import Store, StoreError, TableDeleted
from rumpus.service.store.profiles import DELETE_SEAT
from rumpus.service.tables.live import LiveTables
from rumpus.service.tables.lobby import LobbyRow
from rumpus.table.entries import Forgotten
from rumpus.table.seats import DELETED_PLAYER

log = logging.getLogger("rumpus.profiles")
TABLES_OF = "SELECT id FROM rumpus_seat WHERE profile = $1 ORDER BY id"
UNFINISHED = """
SELECT id FROM rumpus_profile WHERE deleted > 0
UNION SELECT profile FROM rumpus_seat
WHERE NOT EXISTS (SELECT 1 FROM rumpus_profile WHERE rumpus_profile.id = rumpus_seat.profile)
"""
"""Also profiles that sat down, at another server, at the moment of their deletion."""
FINISHED = """
DELETE FROM rumpus_profile WHERE id = $1 AND deleted > 0
AND NOT EXISTS (SELECT 1 FROM rumpus_seat WHERE profile = $1)
"""
CHANGE_ROW = "UPDATE rumpus_shelf SET row = $2 WHERE id = $1 AND row = $3"

_read_row = msgspec.json.Decoder(LobbyRow).decode


async def unfinished_deletions(store: Store) -> list[str]:
    return [id for (id,) in await store.query(UNFINISHED)]


async def forget_profile(tables: LiveTables, profile: str) -> None:
    """Writes the deletion into the journal of every table. Its seats in the store go with that."""
    for (table,) in await tables.store.query(TABLES_OF, profile):
        try:
            await _forget_at(tables, table, profile)
        except StoreError:
            raise
        except RumpusError as error:  # damaged, so that nobody can open it: it holds up no other table
            log.error("a table cannot forget a profile", extra={"facts": {"table": table, "error": str(error)}})
            await _rename_in_listing(tables.store, table, profile)
            await tables.store.change([(DELETE_SEAT, (table, profile))])
    await tables.store.change([(FINISHED, (profile,))])


async def _forget_at(tables: LiveTables, table: str, profile: str) -> None:
    entry = Forgotten(profile)
    while True:
        live = tables.by_id.get(table)
        if live is not None:
            async with live.lock:
                if tables.by_id.get(table) is live and await tables.append(live, [entry]):
                    return
            continue
        # Not loaded: its match need not be replayed for one entry.
        journal = await tables.store.read(table)
        if not journal:
            return
        try:
            if not await tables.store.append(table, journal[-1].seq + 1, [entry], tables.clock.now(), None):
                continue
        except TableDeleted:
            return
        await _rename_in_listing(tables.store, table, profile)
        live = tables.by_id.get(table)
        if live is not None:  # loaded meanwhile
            async with live.lock:
                await tables.catch_up(live)
        return


async def _rename_in_listing(store: Store, table: str, profile: str) -> None:
    found = await store.query("SELECT row FROM rumpus_shelf WHERE id = $1", table)
    if not found:
        return
    written = bytes(found[0][0])
    try:
        row = _read_row(written)
    except msgspec.MsgspecError:
        return
    for seat in row.seats:
        if seat.profile == profile:
            seat.name = tidy_name(DELETED_PLAYER, [other.name for other in row.seats if other is not seat])
            seat.profile = seat.avatar = seat.colour = ""
    await store.change([(CHANGE_ROW, (table, msgspec.json.encode(row), written))])
