"""The lobby: a row for every listed table, and the page that is made of them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from msgspec import Raw, Struct

from rumpus.core.options import Value
from rumpus.table.entries import Clock, Entry
from rumpus.table.sheet import SeatSheet
from rumpus.table.table import Table
from rumpus.web import messages
from rumpus.web.aside import Aside
from rumpus.web.presence import Visitor
from rumpus.web.settings import LOBBY_ROWS
from rumpus.web.store import Listing, Store
from rumpus.web.times import now

LISTED_SECONDS = 90.0
"""How long a table stays in the lobby after the last person was there."""
GATHERING_SECONDS = 0.15
"""Changes within this time make one new page."""


class Row(Struct, omit_defaults=True):
    """A table as the lobby shows it: nothing that is not known to anybody who walks by."""

    table: str
    game: str
    title: str
    state: str
    seats: list[SeatSheet]
    options: dict[str, Value]
    clock: Clock | None = None


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
    row = Row(table.id, table.game.name, table.game.title, state, seats, made.options, made.clock)
    bots = any(chairs.bot_of(seat) for seat in range(len(chairs.places)))
    return Listing(state, made.listed, bots or made.clock is not None, messages.plain(row))


class LobbyPage:
    """The listed tables as one message, made again soon after something changed."""

    def __init__(self, store: Store, aside: Aside) -> None:
        self.store = store
        self.aside = aside
        self.visitors: set[Visitor] = set()
        self.page = b""
        self._due = False

    def changed(self) -> None:
        if not self._due:
            self._due = True
            self.aside.spawn(self._show())

    async def _show(self) -> None:
        await asyncio.sleep(GATHERING_SECONDS)
        self._due = False
        await self.look()
        for visitor in list(self.visitors):
            visitor.wake()

    async def look(self) -> bytes:
        """The page as it is now."""
        rows = await self.store.rows(now() - int(1000 * LISTED_SECONDS), LOBBY_ROWS)
        self.page = messages.tell(messages.Tables(tables=[Raw(row) for row in rows]))
        return self.page
