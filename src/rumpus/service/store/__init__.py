"""Where tables are kept: an append-only book of entries for each, and its listing for the lobby."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec import MsgspecError, Struct

from rumpus.core.errors import RumpusError
from rumpus.core.extras import lacking
from rumpus.core.system.files import data_folder
from rumpus.table.entries import Entry, pack, unpack

log = logging.getLogger("rumpus.store")
KEPT = -1
"""In place of a time, in the fingerprint of a part of a keepsake."""
VERSION = 2
"""Of the schema; stores of every earlier one are brought up to it when they are opened."""
UNWRITTEN = "Nothing can be written down at the moment, so nothing has changed; please try again in a little while."
UNREAD = "What is kept here cannot be read at the moment; please try again in a little while."
NEWER = "it was written by a later version of Rumpus, which this one cannot read"


class StoreError(RumpusError):
    """The store cannot be opened, reached or written: a sentence for people; what a driver said goes to the log."""


class NotKept(StoreError):
    """Nothing more is kept until somebody does what its sentence says."""


class DamagedBook(RumpusError):
    """What stands in a book is not what was written there."""


Line = tuple[str, int, int, bytes, bytes]
"""An entry as it is kept: table, number, time, entry, fingerprint."""


def fingerprint(table: str, seq: int, when: int, data: bytes) -> bytes:
    """Of an entry at its place; PostgreSQL reckons the same by itself when it brings an old store up to date."""
    return hashlib.sha256(f"{table} {seq} {when} ".encode() + data).digest()[:8]


class Filed(Struct):
    """An entry as it stands in the book: the `seq`-th (from 0), written at `when` (milliseconds since 1970)."""

    seq: int
    when: int
    entry: Entry


def filed(lines: Sequence[Line], start: int) -> list[Filed]:
    """The entries of one book from number `start` on, none of them missing or changed since it was written."""
    found: list[Filed] = []
    for number, (table, seq, when, data, mark) in enumerate(lines, start):
        why = ""
        if seq != number:
            why = f"entry {number} is missing"
        elif not isinstance(data, bytes) or fingerprint(table, seq, when, data) != mark:
            why = f"entry {seq} is not what was written there"
        else:
            try:
                found.append(Filed(seq, when, unpack(data)))
            except MsgspecError as error:
                why = f"entry {seq} cannot be read ({error})"
        if why:
            log.error("a book is damaged", extra={"facts": {"table": table, "error": why}})
            raise DamagedBook(f"the book of table {table} is damaged: {why}")
    return found


class Listing(Struct):
    """What is known of a table without opening its book."""

    state: str
    listed: bool
    driven: bool
    """Whether it goes on without a person: bots or a clock."""
    row: bytes
    """How the lobby shows it, as JSON."""


def kept_part(table: str, part: int, data: bytes, mark: bytes) -> bytes:
    """A part of a keepsake, looked at before it is believed."""
    if not isinstance(data, bytes) or fingerprint(table, part, KEPT, data) != mark:
        log.error("a keepsake is damaged", extra={"facts": {"table": table, "part": part}})
        raise DamagedBook(f"the keepsake of table {table} is damaged: part {part} is not what was kept")
    return data


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
    def lines(self) -> list[Line]:
        """As they stand in the book."""
        table, when = self.table, self.when
        return [
            (table, seq, when, entry, fingerprint(table, seq, when, entry))
            for seq, entry in enumerate(self.entries, self.seq)
        ]


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
    """Whatever goes wrong in it is a StoreError; one from a change means that nothing was changed."""

    commits: int
    failures: int
    """Writes that were refused."""

    async def open(self, news: News) -> None: ...

    async def close(self) -> None: ...

    async def prove(self, when: int) -> None:
        """Write something down for good, as a change of a table would be."""
        ...

    async def append(self, table: str, seq: int, entries: Sequence[Entry], when: int, listing: Listing | None) -> bool:
        """Write these entries down for good, all or none; False if number `seq` is taken. Returns after the commit."""
        ...

    async def list_table(self, table: str, when: int, listing: Listing) -> None:
        """From now on it is listed so."""
        ...

    async def read(self, table: str, start: int = 0) -> list[Filed]:
        """The entries of a table from number `start` on; empty if there is no such table. DamagedBook if it is."""
        ...

    async def rows(self, since: int, limit: int) -> list[bytes]:
        """Listed tables that are open or being played and were touched since then, newest first."""
        ...

    async def touch(self, tables: Sequence[str], when: int) -> None:
        """Somebody is at these tables."""
        ...

    async def newest(self) -> int:
        """When any table was last touched; 0 in an empty store."""
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

    async def unkept(self, after: str, limit: int) -> list[str]:
        """Finished tables of which no keepsake is kept yet, by name, from this name on."""
        ...

    async def keep(self, table: str, parts: Sequence[bytes]) -> None:
        """Its keepsake: the head, and then the film in parts."""
        ...

    async def add(self, table: str, part: int, data: bytes) -> None:
        """Something beside its keepsake: a part whose number is below 0, in place of what was there."""
        ...

    async def kept(self, table: str, part: int) -> bytes | None:
        """A part of its keepsake, if there is one. DamagedBook if it is not what was kept."""
        ...

    async def sweep(self, before: int) -> int:
        """Forget the tables that nobody has touched since; says how many."""
        ...


def open_store(url: str) -> Store:
    """`sqlite:PATH`, a path, or `postgresql://…`."""
    if is_postgres(url):
        try:
            from rumpus.service.store.postgres import PostgresStore
        except ModuleNotFoundError as error:
            raise lacking(error) from None
        return PostgresStore(url)
    from rumpus.service.store.sqlite import SqliteStore

    return SqliteStore(sqlite_path(url))


def is_postgres(url: str) -> bool:
    return url.startswith(("postgresql://", "postgres://"))


def sqlite_path(url: str) -> str:
    """The file that is meant."""
    scheme, colon, rest = url.partition(":")
    if colon and scheme not in ("sqlite", "") and len(scheme) > 1:
        raise StoreError(f"a store is a file, sqlite:FILE or postgresql://…, not {scheme}:…")
    path = rest.removeprefix("//") if scheme == "sqlite" else url
    if path in ("", ":memory:"):
        raise StoreError("a store needs a file or a database: nothing is kept in memory alone")
    return path


def default_store() -> str:
    """Where tables are kept if nothing else is said: with the user's other data."""
    return str(data_folder() / "tables.db")
