"""The lobby: a row for every listed table, and the page that is made of them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

import msgspec
from msgspec import Raw, Struct

from rumpus.service.runtime import protocol
from rumpus.service.runtime.background import Aside
from rumpus.service.runtime.clock import now
from rumpus.service.runtime.settings import LOBBY_ROWS
from rumpus.service.store import Listing, Store
from rumpus.service.tables.presence import Visitor
from rumpus.table.entries import Clock, Entry
from rumpus.table.table import Table
from rumpus.table.table_view import SeatSheet

LISTED_SECONDS = 90.0
"""How long a table stays in the lobby after the last person was there."""
GATHERING_SECONDS = 0.15
"""Changes within this time are shown together."""
PAUSE_SECONDS = 1.0
"""The store is asked no more often than this, however much happens and whoever asks."""
NEWS = 20
"""So many times back it is known what has changed since; whoever has seen nothing newer is shown everything again."""


class Row(Struct, omit_defaults=True):
    """A table as the lobby shows it: short, and nothing that is not known to anybody who walks by."""

    table: str
    game: str
    title: str
    state: str
    seats: list[SeatSheet]
    clock: Clock | None = None
    house_rules: bool = False
    """Whether it is played with other numbers than the rulebook's."""


_read_row = msgspec.json.Decoder(Row).decode


def listing_of(table: Table, entries: Sequence[Entry] = ()) -> Listing:
    """How a table is listed once these entries are written, which change chairs only."""
    chairs = table.chairs
    if entries:
        chairs = chairs.copy()
        for entry in entries:
            chairs.take(entry)
    over = table.match is not None and table.match.over
    state = "dropped" if chairs.dropped else "over" if over else "playing" if chairs.begun else "open"
    seats = [
        SeatSheet(place.name, place.kind, place.bot, stand_in)
        for place, stand_in in zip(chairs.places, chairs.stand_ins, strict=True)
    ]
    made = table.made
    usual = {"players": len(seats), **table.game.options(seats=len(seats)).changed()}
    changed = any(usual.get(option) != value for option, value in made.options.items())
    row = Row(table.id, table.game.name, table.game.title, state, seats, made.clock, changed)
    bots = any(chairs.bot_of(seat) for seat in range(len(chairs.places)))
    return Listing(state, made.listed, bots or made.clock is not None, protocol.plain(row))


class LobbyPage:
    """The listed tables, looked up again soon after something changed, and what has changed since an earlier look."""

    def __init__(self, store: Store, aside: Aside) -> None:
        self.store = store
        self.aside = aside
        self.visitors: set[Visitor] = set()
        self.version = 0
        """Counts the looks that found something new."""
        self.page = protocol.tell(protocol.Tables(tables=[]))
        self._rows: dict[str, bytes] = {}
        self._touched: dict[str, int] = {}
        """The version at which each table, listed now or lately, was last listed in another way."""
        self._news: dict[int, bytes] = {}
        self._looked = -PAUSE_SECONDS
        self._looking = asyncio.Lock()
        self._due = False

    def changed(self) -> None:
        if not self._due:
            self._due = True
            self.aside.spawn(self._show())

    async def _show(self) -> None:
        await asyncio.sleep(GATHERING_SECONDS)
        while (early := self._looked + PAUSE_SECONDS - time.monotonic()) > 0:
            await asyncio.sleep(early)
        self._due = False
        await self.look()

    async def look(self) -> bytes:
        """All rows as they are now, or were a moment ago."""
        async with self._looking:
            if time.monotonic() - self._looked >= PAUSE_SECONDS:
                found = await self.store.rows(now() - int(1000 * LISTED_SECONDS), LOBBY_ROWS)
                self._looked = time.monotonic()
                self._compare(found)
        return self.page

    def _compare(self, found: Sequence[bytes]) -> None:
        rows: dict[str, bytes] = {}
        for written in found:
            row = _read_row(written)  # an earlier version may have written more than is shown
            rows[row.table] = protocol.plain(row)
        touched = [table for table in {**self._rows, **rows} if self._rows.get(table) != rows.get(table)]
        if not touched:
            return
        self.version += 1
        self._rows = rows
        self._touched.update(dict.fromkeys(touched, self.version))
        known = self.version - NEWS
        self._touched = {table: at for table, at in self._touched.items() if table in rows or at > known}
        self._news.clear()
        self.page = protocol.tell(protocol.Tables(tables=[Raw(row) for row in rows.values()]))
        for visitor in self.visitors:
            visitor.wake()

    def since(self, version: int | None) -> bytes:
        """For whoever has seen that version: what has changed; for whoever has seen none, or an old one, everything."""
        if version is None or version < self.version - NEWS:
            return self.page
        news = self._news.get(version)
        if news is None:
            touched = [table for table, at in self._touched.items() if at > version]
            rows = [Raw(self._rows[table]) for table in touched if table in self._rows]
            gone = [table for table in touched if table not in self._rows]
            news = self._news[version] = protocol.tell(protocol.LobbyNews(tables=rows, gone=gone))
        return news
