"""The lobby: one row per listed table, and updates for its visitors."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec
from msgspec import Raw, Struct

from rumpus.core.outcome import result_words
from rumpus.service.runtime import protocol
from rumpus.service.runtime.background import BackgroundTasks
from rumpus.service.runtime.clock import ServerClock
from rumpus.service.runtime.settings import LOBBY_ROWS
from rumpus.service.store import Listing, Store
from rumpus.service.tables.presence import Visitor
from rumpus.table.entries import Clock, Entry
from rumpus.table.table import Table
from rumpus.table.table_view import SeatInfo, seat_info

LISTED_SECONDS = 90.0
"""Seconds for which a table stays in the lobby after its last visitor."""
DEBOUNCE_SECONDS = 0.15
"""Changes within this time are shown together."""
MIN_POLL_SECONDS = 1.0
"""Least seconds between two queries of the store."""
VERSIONS_KEPT = 20
"""Versions for which an update can be made. Older ones get the whole page."""


class LobbyRow(Struct, omit_defaults=True):
    """A table in the lobby. Contains public information only."""

    table: str
    game: str
    title: str
    state: str
    seats: list[SeatInfo]
    clock: Clock | None = None
    house_rules: bool = False
    """True if its options differ from the rulebook's."""


_read_row = msgspec.json.Decoder(LobbyRow).decode


def listing_of(table: Table, entries: Sequence[Entry] = ()) -> Listing:
    """The table's listing after these entries, which may change seats only."""
    seating = table.seats
    if entries:
        seating = seating.copy()
        for entry in entries:
            seating.take(entry)
    over = table.match is not None and table.match.over
    state = "dropped" if seating.closed else "over" if over else "playing" if seating.begun else "open"
    seats = [seat_info(place, stand_in) for place, stand_in in zip(seating.places, seating.stand_ins, strict=True)]
    if over and table.match is not None:
        for seat, info in enumerate(seats):
            if info.profile:  # for the list of its games
                info.fared = result_words(table.match.record.ranking, seat)
    made = table.made
    usual = {"players": len(seats), **table.game.options(seats=len(seats)).changed()}
    changed = any(usual.get(option) != value for option, value in made.options.items())
    row = LobbyRow(table.id, table.game.name, table.game.title, state, seats, made.clock, changed)
    bots = any(seating.bot_of(seat) for seat in range(len(seating.places)))
    return Listing(state, made.listed, bots or made.clock is not None, protocol.to_json(row))


class LobbyPage:
    """The listed tables, polled after changes, with updates since earlier versions."""

    def __init__(self, store: Store, background: BackgroundTasks, clock: ServerClock) -> None:
        self.store = store
        self.background = background
        self.clock = clock
        self.visitors: dict[Visitor, None] = {}  # in order of arrival: messages go out in this order
        self.version = 0
        """Number of polls that found a change."""
        self.page = protocol.encode(protocol.Tables(tables=[]))
        self._rows: dict[str, bytes] = {}
        self._changed_at: dict[str, int] = {}
        """Version of each table's last change, recently removed tables included."""
        self._updates: dict[int, bytes] = {}
        self._polled_at: float | None = None
        self._polling = asyncio.Lock()
        self._changes = 0
        """Number of changes reported so far."""
        self._polled_changes = 0
        """Changes reported before the last successful query began."""
        self._scheduled = False

    def changed(self) -> None:
        """Schedules a poll."""
        self._changes += 1
        if not self._scheduled:
            self._scheduled = True
            self.background.spawn(self._poll_soon())

    async def _poll_soon(self) -> None:
        try:
            await self.clock.sleep(DEBOUNCE_SECONDS)
            # A query of somebody else may have begun before the change, or be too recent: then `poll` asks nothing.
            while self._polled_changes < self._changes:
                while (early := self._wait_seconds()) > 0:
                    await self.clock.sleep(early)
                await self.poll()
        finally:
            self._scheduled = False

    def _wait_seconds(self) -> float:
        """Seconds until the store may be queried again; 0 or less: now."""
        return 0.0 if self._polled_at is None else self._polled_at + MIN_POLL_SECONDS - self.clock.monotonic()

    async def poll(self) -> bytes:
        """Returns all rows, at most `MIN_POLL_SECONDS` old."""
        async with self._polling:
            if self._wait_seconds() <= 0:
                changes = self._changes
                found = await self.store.rows(self.clock.now() - int(1000 * LISTED_SECONDS), LOBBY_ROWS)
                self._polled_changes = changes
                self._polled_at = self.clock.monotonic()
                self._compare(found)
        return self.page

    def _compare(self, found: Sequence[bytes]) -> None:
        rows: dict[str, bytes] = {}
        for written in found:
            row = _read_row(written)  # drops fields of an earlier version
            rows[row.table] = protocol.to_json(row)
        touched = [table for table in {**self._rows, **rows} if self._rows.get(table) != rows.get(table)]
        if not touched:
            return
        self.version += 1
        self._rows = rows
        self._changed_at.update(dict.fromkeys(touched, self.version))
        known = self.version - VERSIONS_KEPT
        self._changed_at = {table: at for table, at in self._changed_at.items() if table in rows or at > known}
        self._updates.clear()
        self.page = protocol.encode(protocol.Tables(tables=[Raw(row) for row in rows.values()]))
        for visitor in self.visitors:
            visitor.wake()

    def since(self, version: int | None) -> bytes:
        """The changes since `version`, or everything if it is None or too old."""
        if version is None or version < self.version - VERSIONS_KEPT:
            return self.page
        update = self._updates.get(version)
        if update is None:
            touched = [table for table, at in self._changed_at.items() if at > version]
            rows = [Raw(self._rows[table]) for table in touched if table in self._rows]
            gone = [table for table in touched if table not in self._rows]
            update = self._updates[version] = protocol.encode(protocol.LobbyNews(tables=rows, gone=gone))
        return update
