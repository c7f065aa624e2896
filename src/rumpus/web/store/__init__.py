"""Where tables are kept: an append-only book of entries for each, and its listing for the lobby."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from rumpus.core.errors import RumpusError
from rumpus.core.extras import lacking
from rumpus.table.entries import Entry, pack


class StoreError(RumpusError):
    """The store cannot be opened or reached."""


class Filed(Struct):
    """An entry as it stands in the book: the `seq`-th (from 0), written at `when` (milliseconds since 1970)."""

    seq: int
    when: int
    entry: Entry


class Listing(Struct):
    """What is known of a table without opening its book."""

    state: str
    listed: bool
    driven: bool
    """Whether it goes on without a person: bots or a clock."""
    row: bytes
    """How the lobby shows it, as JSON."""


class Append:
    """A request to write entries of one table from number `seq` on, all or none, and its listing where that changes.

    `outcome` is set after the commit: False if the number was taken.
    """

    def __init__(self, table: str, seq: int, entries: Sequence[Entry], when: int, listing: Listing | None) -> None:
        self.table = table
        self.seq = seq
        self.entries = [pack(entry) for entry in entries]
        self.when = when
        self.listing = listing
        self.outcome: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    @property
    def lines(self) -> list[tuple[str, int, int, bytes]]:
        """As they stand in the book."""
        return [(self.table, self.seq + number, self.when, entry) for number, entry in enumerate(self.entries)]


class News:
    """What other processes report; a process never hears its own news."""

    def written(self, tables: Mapping[str, int]) -> None:
        """New entries up to this number stand in the books of these tables."""

    def listing_changed(self) -> None:
        """Some table is listed in another way now."""

    def present(self, process: str, table: str, seats: int) -> None:
        """At that process, the people of these seats (a bit set) are here."""

    def cut_off(self) -> None:
        """News may have been missed, and leases are lost."""


class Store(Protocol):
    async def open(self, news: News) -> None: ...

    async def close(self) -> None: ...

    async def healthy(self) -> bool: ...

    async def append(self, table: str, seq: int, entries: Sequence[Entry], when: int, listing: Listing | None) -> bool:
        """Write these entries down for good, all or none; False if number `seq` is taken. Returns after the commit."""
        ...

    async def list_table(self, table: str, when: int, listing: Listing) -> None:
        """From now on it is listed so."""
        ...

    async def read(self, table: str, start: int = 0) -> list[Filed]:
        """The entries of a table from number `start` on; empty if there is no such table."""
        ...

    async def rows(self, since: int, limit: int) -> list[bytes]:
        """Listed tables that are open or being played and were touched since then, newest first."""
        ...

    async def touch(self, tables: Sequence[str], when: int) -> None:
        """Somebody is at these tables."""
        ...

    async def driven(self, since: int) -> list[str]:
        """Tables being played that go on without a person, touched since then."""
        ...

    async def lease(self, table: str) -> bool:
        """Try to become the one process that plays bots and watches clocks at this table."""
        ...

    async def release(self, table: str) -> None: ...

    async def announce(self, table: str, seats: int) -> None:
        """Tell the other processes who is here at this table."""
        ...

    async def sweep(self, before: int) -> int:
        """Forget the tables that nobody has touched since; says how many."""
        ...


def open_store(url: str) -> Store:
    """`sqlite:PATH`, a path, `:memory:`, or `postgresql://…`."""
    if url.startswith(("postgresql://", "postgres://")):
        try:
            from rumpus.web.store.postgres import PostgresStore
        except ModuleNotFoundError as error:
            raise lacking(error) from None
        return PostgresStore(url)
    scheme, colon, rest = url.partition(":")
    if colon and scheme not in ("sqlite", "") and len(scheme) > 1:
        raise StoreError(f"a store is a file, sqlite:FILE or postgresql://…, not {scheme}:…")
    from rumpus.web.store.sqlite import SqliteStore

    path = rest.removeprefix("//") if scheme == "sqlite" else url
    return SqliteStore(path)
