"""Stores: an append-only journal of entries per table, and its listing for the lobby."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import MsgspecError, Struct

from rumpus.core.errors import RumpusError
from rumpus.core.extras import missing_extra
from rumpus.core.system.files import data_folder
from rumpus.service.store.chat import Said
from rumpus.service.store.profiles import Statement, seat_statements
from rumpus.table.entries import Entry, pack, unpack

log = logging.getLogger("rumpus.store")
ARCHIVE_TIME = -1
"""Time in the fingerprint of an archive's part."""
SCHEMA_VERSION = 3
"""Version of the schema. Older stores are migrated when opened."""
WRITE_FAILED = "The server cannot save at the moment, so nothing has changed. Please try again in a moment."
TOUCH_MS = 60_000
"""An append touches its table if the last touch is older than this."""
CLOCKED_MS = 75 * 86_400_000
"""Milliseconds for which self-running tables in play are kept longer than others."""
READ_FAILED = "The server cannot read its data at the moment. Please try again in a moment."
NO_PROFILES = "There are no profiles here."
WRITTEN_BY_NEWER = "it was written by a later version of Rumpus, which this one cannot read"


class StoreError(RumpusError):
    """The store cannot be opened, reached or written. The message is for people."""


class NotArchived(StoreError):
    """Writes fail until a person follows the message's advice."""


class DamagedJournal(RumpusError):
    """A journal or archive was changed after it was written."""


class TableDeleted(RumpusError):
    """The table was deleted from the store, so nothing can be appended to it."""

    def __init__(self) -> None:
        super().__init__("This table has been deleted.")


LOST_TABLES = """
WITH RECURSIVE journal (id) AS (
    SELECT min(id) FROM {0}book
    UNION ALL
    SELECT (SELECT min(id) FROM {0}book WHERE id > journal.id) FROM journal WHERE journal.id IS NOT NULL
)
SELECT id FROM journal WHERE id IS NOT NULL AND (
    NOT EXISTS (SELECT 1 FROM {0}book AS entry WHERE entry.id = journal.id AND entry.seq = 0)
    OR NOT EXISTS (SELECT 1 FROM {0}shelf AS listing WHERE listing.id = journal.id)
    AND (SELECT max(entry.at) FROM {0}book AS entry WHERE entry.id = journal.id) < {1}
)
UNION
SELECT id FROM {0}shelf AS listing WHERE NOT EXISTS (SELECT 1 FROM {0}book AS entry WHERE entry.id = listing.id)
UNION
SELECT id FROM {0}keepsake AS part WHERE NOT EXISTS (SELECT 1 FROM {0}book AS entry WHERE entry.id = part.id)
"""
"""Query for tables that cannot be opened, without a first entry, and for unlisted ones without a new entry.

The recursion jumps from id to id in the index: journals may be long.
"""
Row = tuple[Any, ...]
JournalLine = tuple[str, int, int, bytes, bytes]
"""A journal's row: table, number, time, entry, fingerprint."""


def fingerprint(table: str, seq: int, when: int, data: bytes) -> bytes:
    """Checksum of an entry at its place. PostgreSQL computes the same in its migration."""
    return hashlib.sha256(f"{table} {seq} {when} ".encode() + data).digest()[:8]


class JournalEntry(Struct):
    """Entry number `seq` (from 0), written at `when` (milliseconds since 1970)."""

    seq: int
    when: int
    entry: Entry


def checked_entry(number: int, line: JournalLine) -> Entry:
    """Decodes row `number` of a journal. Raises DamagedJournal with the reason alone."""
    table, seq, when, data, mark = line
    if seq != number:
        raise DamagedJournal(f"entry {number} is missing")
    if not isinstance(data, bytes) or fingerprint(table, seq, when, data) != mark:
        raise DamagedJournal(f"entry {seq} is not what was written there")
    try:
        return unpack(data)
    except MsgspecError as error:
        raise DamagedJournal(f"entry {seq} cannot be read ({error})") from None


def checked_entries(lines: Sequence[JournalLine], start: int) -> list[JournalEntry]:
    """Decodes a journal from number `start` on. Raises DamagedJournal if a row is missing or changed."""
    found: list[JournalEntry] = []
    for number, line in enumerate(lines, start):
        try:
            found.append(JournalEntry(number, line[2], checked_entry(number, line)))
        except DamagedJournal as why:
            log.error("a journal is damaged", extra={"facts": {"table": line[0], "error": str(why)}})
            raise DamagedJournal(f"The journal of table {line[0]} is damaged: {why}.") from None
    return found


class Listing(Struct):
    """A table's state for the lobby, known without its journal."""

    state: str
    listed: bool
    self_running: bool
    """True if it goes on without a person, by bots or a clock."""
    row: bytes
    """The lobby's row as JSON."""


ListingRow = tuple[str, str, bool, bool, bytes, int]
"""A listing's row: table, state, listed, self-running, the lobby's row, time of the last touch."""


def listing_row(table: str, when: int, listing: Listing) -> ListingRow:
    return table, listing.state, listing.listed, listing.self_running, listing.row, when


def part_row(table: str, part: int, data: bytes) -> tuple[str, int, bytes, bytes]:
    """An archive's row: table, part, data, fingerprint."""
    return table, part, data, fingerprint(table, part, ARCHIVE_TIME, data)


def checked_part(table: str, part: int, data: bytes, mark: bytes) -> bytes:
    """Returns an archive's part. Raises DamagedJournal if it was changed."""
    if not isinstance(data, bytes) or fingerprint(table, part, ARCHIVE_TIME, data) != mark:
        log.error("an archive is damaged", extra={"facts": {"table": table, "part": part}})
        raise DamagedJournal(f"The archive of table {table} is damaged: part {part} is not what was written.")
    return data


class NewTable(Struct):
    """A table that is created together with an entry of another one."""

    table: str
    entries: Sequence[Entry]
    when: int
    listing: Listing


class Append:
    """A request to write entries of a table from `seq` on, all or none, and with them a new table."""

    def __init__(
        self,
        table: str,
        seq: int,
        entries: Sequence[Entry],
        when: int,
        listing: Listing | None,
        created: NewTable | None = None,
        changes: Sequence[Statement] = (),
    ) -> None:
        self.table = table
        self.seq = seq
        self.count = len(entries)
        self.when = when
        self.lines = _lines(table, seq, entries, when)
        """Rows of the journal: own entries first, then those of the new table."""
        self.listings: list[ListingRow] = [] if listing is None else [listing_row(table, when, listing)]
        self.changes = seat_statements(table, entries, when)
        """Statements of the same transaction, after the listings: profiles' seats, then the caller's."""
        self.outcome: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        """False if number `seq` is taken. Raises TableDeleted if the number before it is missing."""
        if created is not None:
            self.lines += _lines(created.table, 0, created.entries, created.when)
            self.listings.append(listing_row(created.table, created.when, created.listing))
            self.changes += seat_statements(created.table, created.entries, created.when)
        self.changes += changes

    def set_outcome(self, written: bool | Exception) -> None:
        if self.outcome.done():
            return  # the caller has gone
        if isinstance(written, Exception):
            self.outcome.set_exception(written)
        else:
            self.outcome.set_result(written)


def _lines(table: str, start: int, entries: Sequence[Entry], when: int) -> list[JournalLine]:
    packed = [pack(entry) for entry in entries]
    return [(table, seq, when, data, fingerprint(table, seq, when, data)) for seq, data in enumerate(packed, start)]


class StoreListener:
    """Callbacks for changes by other processes. A process never gets its own."""

    def written(self, tables: Mapping[str, int]) -> None:
        """These tables have entries up to this number."""

    def listing_changed(self) -> None:
        pass

    def present(self, process: str, table: str, seat_bits: int, hidden_bits: int = 0) -> None:
        """People of these seats (a bit set) are present at another process. Hidden ones do not look at the table."""

    def chatted(self, table: str, said: Said) -> None:
        """Somebody has sent a chat message at another process."""

    def connection_lost(self) -> None:
        """Callbacks may have been missed, and leases are lost."""


class Store(ABC):
    """Storage of tables. Failures raise StoreError; after one from a write, nothing was changed."""

    keeps_profiles: bool = True
    """False if `query` and `change` are not possible."""
    commits: int = 0
    failures: int = 0
    """Refused writes."""

    @abstractmethod
    async def open(self, news: StoreListener) -> None: ...

    @abstractmethod
    async def close(self) -> None: ...

    @abstractmethod
    async def check_writable(self, when: int) -> None:
        """Makes a durable write of no effect."""

    @abstractmethod
    async def append(
        self,
        table: str,
        seq: int,
        entries: Sequence[Entry],
        when: int,
        listing: Listing | None,
        created: NewTable | None = None,
        changes: Sequence[Statement] = (),
    ) -> bool:
        """Commits entries, a new table and changes, all or none. False if number `seq` is taken.

        Raises TableDeleted if the number before `seq` is missing. Appending counts as touching the table.
        """

    @abstractmethod
    async def list_table(self, table: str, when: int, listing: Listing) -> None:
        """Replaces the table's listing, if the table exists."""

    @abstractmethod
    async def state(self, table: str) -> str:
        """State in the table's listing; empty if there is none."""

    @abstractmethod
    async def read(self, table: str, start: int = 0) -> list[JournalEntry]:
        """Entries from number `start` on; empty if there is no such table. May raise DamagedJournal."""

    @abstractmethod
    async def rows(self, since: int, limit: int) -> list[bytes]:
        """Listed tables, open or playing, touched since then, newest first."""

    @abstractmethod
    async def touch(self, tables: Sequence[str], when: int) -> None:
        """Marks tables as used at `when`."""

    def is_silent(self) -> bool:
        """True if the store does not answer at the moment, as far as is known without asking."""
        return False

    async def shared_time(self) -> int | None:
        """Milliseconds since 1970 by the clock that all servers of this store share; None if there is one server."""
        return None

    @abstractmethod
    async def newest(self) -> int:
        """Time of the newest entry; 0 if there is none."""

    @abstractmethod
    async def self_running(self, since: int) -> list[str]:
        """Self-running tables that are being played and were touched since then."""

    @abstractmethod
    async def lease(self, table: str) -> bool:
        """Tries to become the one process that runs the table's bots and clocks."""

    @abstractmethod
    async def release(self, table: str) -> None: ...

    @abstractmethod
    async def announce(self, table: str, seats: int, hidden: int = 0) -> None:
        """Tells other processes the present seats, and those of them that do not look."""

    @abstractmethod
    async def share(self, table: str, said: Said) -> None:
        """Tells other processes a chat message. It is not stored, and may be lost."""

    @abstractmethod
    async def unarchived(self, after: str, limit: int) -> list[str]:
        """Finished tables without an archive, sorted, after this id."""

    @abstractmethod
    async def save_archive(self, table: str, parts: Sequence[bytes]) -> None:
        """Saves an archive: its head, then its frames in parts."""

    @abstractmethod
    async def save_part(self, table: str, part: int, data: bytes) -> None:
        """Saves an extra part of an archive under a negative number."""

    @abstractmethod
    async def read_part(self, table: str, part: int) -> bytes | None:
        """A part of an archive, or None. May raise DamagedJournal."""

    async def query(self, statement: str, *values: object) -> list[Row]:
        """Rows of a query about profiles, in the SQL of `store.profiles`."""
        raise StoreError(NO_PROFILES)

    async def change(self, statements: Sequence[Statement]) -> list[list[Row]]:
        """Executes statements about profiles in one transaction; returns the rows of each.

        Repeated after it was committed, it must change nothing more: an outcome may be unknown.
        """
        raise StoreError(NO_PROFILES)

    @abstractmethod
    async def delete_untouched(self, before: int) -> int:
        """Deletes tables not touched since `before`. Returns their number.

        Tables in play that go on without a person stay 75 days longer: a clock may run for 30 days, and a vacation
        for as many.
        """


class SingleProcessStore(Store):
    """Base of stores that only one process uses: every lease is free, and nobody else listens."""

    async def lease(self, table: str) -> bool:
        return True

    async def release(self, table: str) -> None:
        pass

    async def announce(self, table: str, seats: int, hidden: int = 0) -> None:
        pass

    async def share(self, table: str, said: Said) -> None:
        pass


def log_migration(version: int) -> None:
    log.warning("an older store is brought up to date", extra={"facts": {"from": version, "to": SCHEMA_VERSION}})


def open_store(url: str) -> Store:
    """Returns the store for `sqlite:PATH`, a path, or `postgresql://…`."""
    if is_postgres(url):
        try:
            from rumpus.service.store.postgres import PostgresStore
        except ModuleNotFoundError as error:
            raise missing_extra(error) from None
        return PostgresStore(url)
    from rumpus.service.store.sqlite import SqliteStore

    return SqliteStore(sqlite_path(url))


def is_postgres(url: str) -> bool:
    return url.startswith(("postgresql://", "postgres://"))


def sqlite_path(url: str) -> str:
    """The file of a SQLite URL or path."""
    scheme, colon, rest = url.partition(":")
    if colon and scheme not in ("sqlite", "") and len(scheme) > 1:
        raise StoreError(f"There is no kind of store {scheme!r}. Give a file, sqlite:FILE or postgresql://…")
    path = rest.removeprefix("//") if scheme == "sqlite" else url
    if path in ("", ":memory:"):
        raise StoreError("A store needs a file or a database. It cannot be in memory alone.")
    return path


def default_store() -> str:
    """Path in the user's data folder."""
    return str(data_folder() / "tables.db")
