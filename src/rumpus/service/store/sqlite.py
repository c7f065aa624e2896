"""Default store: one SQLite file, one writer thread, many appends per commit."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import itertools
import logging
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any, TypeVar

import rumpus.service.store as base
from rumpus.core.system.files import CannotWrite, check_file, errors_named
from rumpus.service.runtime.environment import Executor, ThreadExecutor
from rumpus.service.store import SCHEMA_VERSION, Append, JournalEntry, Listing, NewTable, StoreError, StoreListener
from rumpus.service.store.chat import SCHEMA as CHAT_SCHEMA
from rumpus.service.store.matchmaking import SCHEMA as MATCHMAKING_SCHEMA
from rumpus.service.store.notifications import SCHEMA as NOTIFICATIONS_SCHEMA
from rumpus.service.store.profiles import SCHEMA as PROFILES_SCHEMA
from rumpus.service.store.profiles import Statement, for_sqlite, named
from rumpus.service.store.tournaments import SCHEMA as TOURNAMENTS_SCHEMA
from rumpus.service.store.wal import find_damage, has_lost_store, set_aside, wal_file
from rumpus.table.entries import Entry

# Names on disk stay, and tests/frozen holds them: shelf = listings, book = journals, keepsake = archives,
# mark = fingerprint, driven = self-running, kept = archived.
SCHEMAS = (
    """
    CREATE TABLE IF NOT EXISTS shelf (
        id TEXT PRIMARY KEY, state TEXT NOT NULL, listed INTEGER NOT NULL, driven INTEGER NOT NULL,
        row BLOB NOT NULL, touched INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS shelf_touched ON shelf (touched);
    CREATE TABLE IF NOT EXISTS book (
        id TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, entry BLOB NOT NULL, PRIMARY KEY (id, seq)
    ) WITHOUT ROWID;
    """,
    """
    ALTER TABLE book ADD COLUMN mark BLOB NOT NULL DEFAULT x'';
    UPDATE book SET mark = fingerprint(id, seq, at, entry);
    ALTER TABLE shelf ADD COLUMN kept INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX shelf_unkept ON shelf (id) WHERE state = 'over' AND NOT kept;
    CREATE TABLE keepsake (
        id TEXT NOT NULL, part INTEGER NOT NULL, data BLOB NOT NULL, mark BLOB NOT NULL, PRIMARY KEY (id, part)
    );
    CREATE TABLE proof (at INTEGER NOT NULL);
    INSERT INTO proof VALUES (0);
    """,
    for_sqlite(PROFILES_SCHEMA + NOTIFICATIONS_SCHEMA + MATCHMAKING_SCHEMA + TOURNAMENTS_SCHEMA + CHAT_SCHEMA),
)
"""Changes of the schema, by version."""
NEWEST = f"""
SELECT max(at) FROM (
    SELECT max(touched) AS at FROM shelf UNION ALL
    SELECT (SELECT at FROM book WHERE book.id = shelf.id ORDER BY seq DESC LIMIT 1) FROM shelf
    WHERE touched >= (SELECT max(touched) FROM shelf) - {base.TOUCH_MS}
)
"""
"""The newest entry may be later than the last touch, by less than `TOUCH_MS`."""
UPSERT_LISTING = """
INSERT INTO shelf (id, state, listed, driven, row, touched) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET state = excluded.state, listed = excluded.listed, driven = excluded.driven,
    row = excluded.row, touched = excluded.touched
"""
SQLITE_HEAD = b"SQLite format 3\0"
"""First bytes of every SQLite file that is not empty."""
MAX_BATCH = 512
DELETE_BATCH = 200
"""Tables deleted per transaction. Few, so that moves do not wait long."""
INSERT_ROWS = (64, 16, 4, 1)
"""Numbers of rows per statement."""
ROW_ERRORS = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CONSTRAINT)
"""Errors that may concern a single row or page, and spare the other tables."""

log = logging.getLogger("rumpus.store")
Row = TypeVar("Row")
Change = Callable[[sqlite3.Connection], int]
"""A change other than an append. Returns the number of changed rows."""


class Job:
    """A change with its result."""

    def __init__(self, change: Change) -> None:
        self.change = change
        self.outcome: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def set_outcome(self, result: int | Exception) -> None:
        if self.outcome.done():
            return  # the caller has gone
        if isinstance(result, Exception):
            self.outcome.set_exception(result)
        else:
            self.outcome.set_result(result)


Work = Append | Job


class NumberTaken(Exception):
    """One of several appends lost its number. They are repeated one by one."""


class SqliteStore(base.SingleProcessStore):
    """Store in WAL mode with synchronous=FULL: commits survive a crash of the machine."""

    def __init__(self, path: str, writer: Executor | None = None, reader: Executor | None = None) -> None:
        self.path = os.path.realpath(path)
        # One thread each: the connections are not shared.
        self._writer = writer or ThreadExecutor(1, "rumpus-write")
        self._reader = reader or ThreadExecutor(1, "rumpus-read")
        self._queue: asyncio.Queue[Work | None] = asyncio.Queue()
        self._writing: asyncio.Task[None] | None = None
        self._lock: IO[str] | None = None

    async def open(self, news: StoreListener) -> None:
        await self._writer.run(self._open)
        self._writing = asyncio.create_task(self._write())

    def _open(self) -> None:
        check_store_file(Path(self.path))
        try:
            Path(self.path).parent.mkdir(parents=True, exist_ok=True)
            self._lock = lock_store(self.path)
            damaged = keep_damaged_wal(Path(self.path))
            self._writes = connect(self.path)
            migrate(self._writes)
            if damaged:  # the next start would find it again
                self._writes.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._reads = connect(self.path)
            self._files = self._identities()
        except OSError as error:
            self._unlock()
            raise StoreError(f"Cannot use {error.filename or self.path}: {error.strerror or error}.") from None
        except sqlite3.Error as error:
            self._unlock()
            raise StoreError(f"The store {self.path} cannot be opened: {error}.") from None

    def _unlock(self) -> None:
        if self._lock is not None:
            self._lock.close()

    def _identities(self) -> list[tuple[int, int]]:
        """Devices and numbers of the files that SQLite holds open."""
        found = [os.stat(path) for path in (self.path, wal_file(Path(self.path)))]
        return [(stat.st_dev, stat.st_ino) for stat in found]

    def _check_files(self) -> None:
        """Refuses to write into files that were deleted or replaced: nobody would find it there."""
        with contextlib.suppress(FileNotFoundError):
            if self._identities() == self._files:
                return
        raise StoreError(f"{self.path} was deleted or replaced while the server was running. Restart the server.")

    async def close(self) -> None:
        """Commits everything submitted before, then closes."""
        self._queue.put_nowait(None)
        if self._writing is not None:
            await self._writing
        self._reader.close()
        self._writer.close()
        self._writes.close()
        self._reads.close()
        self._unlock()

    async def _write(self) -> None:
        work = await self._queue.get()
        while work is not None:
            works = [work]
            while len(works) < MAX_BATCH and not self._queue.empty() and (work := self._queue.get_nowait()) is not None:
                works.append(work)
            await self._commit(works)
            if work is not None:
                work = await self._queue.get()

    async def _commit(self, works: list[Work]) -> None:
        """Commits many appends at once, then sets their outcomes."""
        try:
            outcomes = await self._writer.run(self._execute, works)
            self.commits += 1
        except Exception as error:  # the writer must go on
            if len(works) > 1 and getattr(error, "sqlite_errorcode", 0) & 0xFF in ROW_ERRORS:
                for work in works:
                    await self._commit([work])
                return
            self.failures += len(works)
            tables = sorted({work.table for work in works if isinstance(work, Append)})
            log.error("nothing could be written", extra={"facts": {"tables": tables, "error": repr(error)}})
            outcomes = [StoreError(base.WRITE_FAILED) for _ in works]
        # Only after COMMIT: with its outcome, a caller acknowledges the move.
        for work, outcome in zip(works, outcomes, strict=True):
            work.set_outcome(outcome)  # type: ignore[arg-type]

    def _execute(self, works: Sequence[Work]) -> Sequence[int | Exception]:
        """Executes works in order, in one transaction."""
        self._check_files()
        try:
            try:
                return self._in_transaction(works, together=True)
            except NumberTaken:
                self._writes.execute("ROLLBACK")
                return self._in_transaction(works, together=False)
        except Exception:
            with contextlib.suppress(sqlite3.Error):
                self._writes.rollback()
            raise

    def _in_transaction(self, works: Sequence[Work], together: bool) -> list[int | Exception]:
        """Executes works. `together`: adjacent appends share statements.

        Every statement releases the interpreter's lock and waits to get it back, so few are faster.
        """
        outcomes: list[int | Exception] = []
        # `store prune` may write from another process. A transaction that first reads and then writes would fail with
        # SQLITE_BUSY_SNAPSHOT, and SQLite does not wait then, whatever the timeout.
        self._writes.execute("BEGIN IMMEDIATE")
        for appending, some in itertools.groupby(works, key=lambda work: isinstance(work, Append)):
            if appending and together:
                appends = [work for work in some if isinstance(work, Append)]
                self._append_all(appends)
                outcomes += [True] * len(appends)
            else:
                outcomes += [
                    self._append_one(work) if isinstance(work, Append) else work.change(self._writes) for work in some
                ]
        self._writes.execute("COMMIT")
        return outcomes

    def _append_all(self, appends: Sequence[Append]) -> None:
        before = [(append.table, append.seq - 1) for append in appends if append.seq]
        for some in _batches(before):
            places = ", ".join(["(?, ?)"] * len(some))
            ask = f"SELECT count(*) FROM book WHERE (id, seq) IN (VALUES {places})"
            if self._writes.execute(ask, [word for pair in some for word in pair]).fetchone()[0] != len(some):
                raise NumberTaken
        for lines in _batches([line for append in appends for line in append.lines]):
            places = ", ".join(["(?, ?, ?, ?, ?)"] * len(lines))
            words = [word for line in lines for word in line]
            if self._writes.execute(f"INSERT OR IGNORE INTO book VALUES {places}", words).rowcount != len(lines):
                raise NumberTaken
        self._list(appends)

    def _append_one(self, append: Append) -> bool | Exception:
        if append.seq:
            ask = "SELECT 1 FROM book WHERE id = ? AND seq = ?"
            if self._writes.execute(ask, (append.table, append.seq - 1)).fetchone() is None:
                return base.TableDeleted()
        first, *rest = append.lines
        if self._writes.execute("INSERT OR IGNORE INTO book VALUES (?, ?, ?, ?, ?)", first).rowcount == 0:
            return False
        # A journal has no gaps: if the first number is free, so are the next.
        self._writes.executemany("INSERT INTO book VALUES (?, ?, ?, ?, ?)", rest)
        self._list([append])
        return True

    def _list(self, appends: Sequence[Append]) -> None:
        rows = [row for append in appends for row in append.listings]
        if rows:
            self._writes.executemany(UPSERT_LISTING, rows)
        touched = [(append.when, append.table, append.when - base.TOUCH_MS) for append in appends if append.seq]
        if touched:
            self._writes.executemany("UPDATE shelf SET touched = ? WHERE id = ? AND touched < ?", touched)
        for append in appends:
            _change(self._writes, append.changes)

    async def _submit(self, change: Change) -> int:
        job = Job(change)
        self._queue.put_nowait(job)
        return await job.outcome

    async def _fetch(self, ask: str, *values: object) -> list[Any]:
        return await self._read(ask, values)

    async def _read(self, ask: str, values: Sequence[object] | dict[str, object]) -> list[Any]:
        try:
            return await self._reader.run(lambda: self._reads.execute(ask, values).fetchall())
        except sqlite3.Error as error:
            log.error("nothing could be read", extra={"facts": {"error": repr(error)}})
            raise StoreError(base.READ_FAILED) from None

    async def check_writable(self, when: int) -> None:
        await self._submit(lambda db: db.execute("UPDATE proof SET at = ?", (when,)).rowcount)

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
        request = Append(table, seq, entries, when, listing, created, changes)
        self._queue.put_nowait(request)
        return await request.outcome

    async def list_table(self, table: str, when: int, listing: Listing) -> None:
        id, *values = base.listing_row(table, when, listing)
        ask = "UPDATE shelf SET state = ?, listed = ?, driven = ?, row = ?, touched = ? WHERE id = ?"
        await self._submit(lambda db: db.execute(ask, (*values, id)).rowcount)

    async def state(self, table: str) -> str:
        found = await self._fetch("SELECT state FROM shelf WHERE id = ?", table)
        return str(found[0][0]) if found else ""

    async def read(self, table: str, start: int = 0) -> list[JournalEntry]:
        ask = "SELECT id, seq, at, entry, mark FROM book WHERE id = ? AND seq >= ? ORDER BY seq"
        return base.checked_entries(await self._fetch(ask, table, start), start)

    async def rows(self, since: int, limit: int) -> list[bytes]:
        ask = (
            "SELECT row FROM shelf WHERE listed AND state IN ('open', 'playing') AND touched >= ? "
            "ORDER BY state, touched DESC LIMIT ?"
        )
        return [bytes(row) for (row,) in await self._fetch(ask, since, limit)]

    async def touch(self, tables: Sequence[str], when: int) -> None:
        rows = [(when, table) for table in tables]
        await self._submit(lambda db: db.executemany("UPDATE shelf SET touched = ? WHERE id = ?", rows).rowcount)

    async def newest(self) -> int:
        try:
            [(newest,)] = await self._fetch(NEWEST)
        except StoreError:  # a page of the index is damaged, but the server must start; two columns need the table
            [(newest, _)] = await self._fetch("SELECT max(touched), max(state) FROM shelf")
        return newest or 0

    async def self_running(self, since: int) -> list[str]:
        ask = "SELECT id FROM shelf WHERE driven AND state = 'playing' AND touched >= ? ORDER BY touched DESC"
        return [id for (id,) in await self._fetch(ask, since)]

    async def unarchived(self, after: str, limit: int) -> list[str]:
        ask = "SELECT id FROM shelf WHERE state = 'over' AND NOT kept AND id > ? ORDER BY id LIMIT ?"
        return [id for (id,) in await self._fetch(ask, after, limit)]

    async def save_archive(self, table: str, parts: Sequence[bytes]) -> None:
        rows = [base.part_row(table, part, data) for part, data in enumerate(parts)]

        def work(db: sqlite3.Connection) -> int:
            kept = db.execute("UPDATE shelf SET kept = 1 WHERE id = ?", (table,)).rowcount
            if kept:
                db.executemany("INSERT OR REPLACE INTO keepsake VALUES (?, ?, ?, ?)", rows)
            return kept

        await self._submit(work)

    async def save_part(self, table: str, part: int, data: bytes) -> None:
        row = (*base.part_row(table, part, data)[1:], table)
        ask = "INSERT OR REPLACE INTO keepsake SELECT id, ?, ?, ? FROM shelf WHERE id = ?"
        await self._submit(lambda db: db.execute(ask, row).rowcount)

    async def read_part(self, table: str, part: int) -> bytes | None:
        found = await self._fetch("SELECT id, part, data, mark FROM keepsake WHERE id = ? AND part = ?", table, part)
        return base.checked_part(*found[0]) if found else None

    async def query(self, statement: str, *values: object) -> list[base.Row]:
        return await self._read(for_sqlite(statement), named(values))

    async def change(self, statements: Sequence[Statement]) -> list[list[base.Row]]:
        found: list[list[base.Row]] = []

        def work(db: sqlite3.Connection) -> int:
            found[:] = _change(db, statements)  # anew if the batch is repeated
            return 0

        await self._submit(work)
        return found

    async def delete_untouched(self, before: int) -> int:
        swept = 0
        while True:
            count = await self._submit(lambda db: delete_batch(db, before))
            swept += count
            if count < DELETE_BATCH:
                return swept


def _change(db: sqlite3.Connection, statements: Sequence[Statement]) -> list[list[base.Row]]:
    return [db.execute(for_sqlite(statement), named(values)).fetchall() for statement, values in statements]


def _batches(rows: list[Row]) -> Iterator[list[Row]]:
    """Splits rows into batches of the sizes `INSERT_ROWS`, so that prepared statements are reused."""
    start = 0
    while start < len(rows):
        count = next(size for size in INSERT_ROWS if size <= len(rows) - start)
        yield rows[start : start + count]
        start += count


def delete_batch(db: sqlite3.Connection, before: int) -> int:
    """Deletes up to `DELETE_BATCH` untouched tables within the caller's transaction. Returns their number."""
    clocked = "touched < ? OR state <> 'playing' OR NOT driven"
    ask = f"SELECT id FROM shelf WHERE touched < ? AND ({clocked}) LIMIT ?"
    found = db.execute(ask, (before, before - base.CLOCKED_MS, DELETE_BATCH)).fetchall()
    delete_tables(db, found)
    return len(found)


def delete_tables(db: sqlite3.Connection, ids: Sequence[tuple[str]]) -> None:
    for name in ("book", "keepsake", "seat", "muted", "due", "shelf"):
        db.executemany(f"DELETE FROM {name} WHERE id = ?", ids)


def delete_lost(db: sqlite3.Connection, before: int) -> int:
    """Deletes tables that cannot be opened within the caller's transaction. Returns their number."""
    found = db.execute(base.LOST_TABLES.format("", "?"), (before,)).fetchall()
    delete_tables(db, found)
    return len(found)


def check_store_file(path: Path) -> None:
    """Refuses a read-only file, and a file of another kind. Changes nothing."""
    try:
        check_file(path, create_folder=True)
        with errors_named(path):
            check_lost_store(path)
        with errors_named(path), contextlib.suppress(FileNotFoundError), path.open("r+b") as file:
            head = file.read(len(SQLITE_HEAD))
            if head not in (b"", SQLITE_HEAD):
                raise StoreError(f"{path} is not a Rumpus store. Name another file.")
    except CannotWrite as error:
        raise StoreError(f"The store {path} cannot be opened. {error}") from None


def check_lost_store(path: Path) -> None:
    """Refuses a missing or empty file beside a log: SQLite would delete the log."""
    if has_lost_store(path):
        raise StoreError(
            f"{path} is missing or empty, but {wal_file(path)} holds changes to it. Restore both files, or remove both."
        )


def keep_damaged_wal(path: Path) -> bool:
    """Reports a damaged log and sets it aside before SQLite overwrites it. True if it is damaged."""
    damage = find_damage(path)
    if damage is not None:
        facts = {"error": damage.sentence, "copy": str(set_aside(path, damage) or "")}
        log.error("the store's write-ahead log is damaged", extra={"facts": facts})
    return damage is not None


def lock_store(path: str) -> IO[str]:
    """Takes the lock of the one process that writes to this store."""
    # Not the store's own file: a restore replaces it, and closing a second descriptor would drop SQLite's locks.
    lock = open(path + ".lock", "w")  # noqa: SIM115 - held for as long as the store is open
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        raise StoreError(f"Another server is using {path}. Several servers need --store postgresql://…") from None
    return lock


def schema_version(db: sqlite3.Connection) -> int:
    """Version of the file's schema; 0 if it is new. Raises StoreError for foreign files."""
    tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if not tables and not version:
        return 0
    if not tables >= {"shelf", "book"}:
        raise StoreError("The file is a database, but not a Rumpus store.")
    if version > SCHEMA_VERSION:
        raise StoreError(f"The store cannot be opened: {base.WRITTEN_BY_NEWER}.")
    return int(version) or 1


def connect(path: str) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    db.create_function("fingerprint", 4, base.fingerprint, deterministic=True)
    # First: setting WAL mode would change a database that is no store.
    schema_version(db)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    return db


def migrate(db: sqlite3.Connection) -> None:
    """Migrates the schema in one transaction."""
    version = schema_version(db)
    if version < SCHEMA_VERSION:
        if version:
            base.log_migration(version)
        db.executescript(
            f"BEGIN IMMEDIATE; {''.join(SCHEMAS[version:])} PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;"
        )
