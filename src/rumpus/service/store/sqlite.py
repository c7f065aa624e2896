"""Default store: one SQLite file, one writer thread, many appends per commit."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import itertools
import logging
import os
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any

import rumpus.service.store as base
from rumpus.service.runtime.environment import THREADS, ThreadExecutor
from rumpus.service.store import SCHEMA_VERSION, Append, JournalEntry, Listing, StoreError, StoreListener
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
)
"""Changes of the schema, by version."""
UPSERT_LISTING = """
INSERT INTO shelf (id, state, listed, driven, row, touched) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET state = excluded.state, listed = excluded.listed, driven = excluded.driven,
    row = excluded.row, touched = excluded.touched
"""
MAX_BATCH = 512
DELETE_BATCH = 200
"""Tables deleted per transaction. Few, so that moves do not wait long."""
TABLES = ("book", "keepsake", "shelf")

INSERT_ROWS = (64, 16, 4, 1)
"""Numbers of rows per INSERT. Few, so that prepared statements are reused."""

log = logging.getLogger("rumpus.store")
Work = Append | Callable[[sqlite3.Connection], int]
"""Work of the writer. Its result: 1 or 0 for an append (written, or number taken), else the number of rows changed."""
Job = tuple[Work, asyncio.Future[int], asyncio.AbstractEventLoop]


class NumberTaken(Exception):
    """One of several appends lost its number. They are repeated one by one."""


class SqliteStore(base.SingleProcessStore):
    """Store in WAL mode with synchronous=FULL: commits survive a crash of the machine."""

    def __init__(self, path: str) -> None:
        self.path = os.path.realpath(path)
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._reader = ThreadExecutor(1, "rumpus-read")  # one thread: the connection is not shared
        self._lock: IO[str] | None = None

    async def open(self, news: StoreListener) -> None:
        await THREADS.run(self._open)

    def _open(self) -> None:
        try:
            Path(self.path).parent.mkdir(parents=True, exist_ok=True)
            self._lock = lock_store(self.path)
            self._writes = connect(self.path)
            migrate(self._writes)
            self._reads = connect(self.path)
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"The store {self.path} cannot be opened: {error}") from None
        self._writer = threading.Thread(target=self._write, name="rumpus-write", daemon=True)
        self._writer.start()

    async def close(self) -> None:
        """Commits everything submitted before, then closes."""
        self._jobs.put(None)
        await THREADS.run(self._writer.join)
        self._reader.close()
        self._writes.close()
        self._reads.close()
        if self._lock is not None:
            self._lock.close()

    def _write(self) -> None:
        job = self._jobs.get()
        while job is not None:
            jobs = [job]
            with contextlib.suppress(queue.Empty):
                while len(jobs) < MAX_BATCH and (job := self._jobs.get_nowait()) is not None:
                    jobs.append(job)
            self._commit(jobs)
            if job is not None:
                job = self._jobs.get()

    def _commit(self, jobs: list[Job]) -> None:
        """Commits many appends at once, then sets their outcomes."""
        outcome: list[int] = []
        failure: Exception | None = None
        works = [work for work, _, _ in jobs]
        try:
            try:
                outcome = self._execute(works, together=True)
            except NumberTaken:
                self._writes.execute("ROLLBACK")
                outcome = self._execute(works, together=False)
            self.commits += 1
        except Exception as error:  # the writer must go on
            failure = error
            self.failures += len(jobs)
            tables = sorted({work.table for work in works if isinstance(work, Append)})
            log.error("nothing could be written", extra={"facts": {"tables": tables, "error": repr(error)}})
            with contextlib.suppress(sqlite3.Error):
                self._writes.rollback()

        # Only after COMMIT: with its outcome, a caller acknowledges the move.
        def settle() -> None:
            for number, (_, future, _) in enumerate(jobs):
                if future.done():
                    continue
                if failure is not None:
                    future.set_exception(StoreError(base.WRITE_FAILED))
                else:
                    future.set_result(outcome[number])

        jobs[0][2].call_soon_threadsafe(settle)

    def _execute(self, works: Sequence[Work], together: bool) -> list[int]:
        """Executes works in order, in one transaction. `together`: adjacent appends share statements.

        Every statement releases the interpreter's lock and waits to get it back, so few are faster.
        """
        outcome: list[int] = []
        # `store prune` may write from another process. A transaction that first reads and then writes would fail with
        # SQLITE_BUSY_SNAPSHOT, and SQLite does not wait then, whatever the timeout.
        self._writes.execute("BEGIN IMMEDIATE")
        for appending, some in itertools.groupby(works, key=lambda work: isinstance(work, Append)):
            if appending and together:
                appends = [work for work in some if isinstance(work, Append)]
                self._append_all(appends)
                outcome += [True] * len(appends)
            else:
                outcome += [self._append_one(work) if isinstance(work, Append) else work(self._writes) for work in some]
        self._writes.execute("COMMIT")
        return outcome

    def _append_all(self, appends: Sequence[Append]) -> None:
        lines = [line for append in appends for line in append.lines]
        while lines:
            count = next(rows for rows in INSERT_ROWS if rows <= len(lines))
            some, lines = lines[:count], lines[count:]
            places = ", ".join(["(?, ?, ?, ?, ?)"] * count)
            words = [word for line in some for word in line]
            if self._writes.execute(f"INSERT OR IGNORE INTO book VALUES {places}", words).rowcount != count:
                raise NumberTaken
        for append in appends:
            self._list(append)

    def _append_one(self, append: Append) -> bool:
        first, *rest = append.lines
        if self._writes.execute("INSERT OR IGNORE INTO book VALUES (?, ?, ?, ?, ?)", first).rowcount == 0:
            return False
        # A journal has no gaps: if the first number is free, so are the next.
        for line in rest:
            self._writes.execute("INSERT INTO book VALUES (?, ?, ?, ?, ?)", line)
        self._list(append)
        return True

    def _list(self, append: Append) -> None:
        if append.listing is not None:
            self._writes.execute(UPSERT_LISTING, base.listing_row(append.table, append.when, append.listing))

    async def _submit(self, work: Work) -> int:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[int] = work.outcome if isinstance(work, Append) else loop.create_future()
        self._jobs.put((work, future, loop))
        return await future

    async def _fetch(self, ask: str, *values: object) -> list[Any]:
        try:
            return await self._reader.run(lambda: self._reads.execute(ask, values).fetchall())
        except sqlite3.Error as error:
            log.error("nothing could be read", extra={"facts": {"error": repr(error)}})
            raise StoreError(base.READ_FAILED) from None

    async def check_writable(self, when: int) -> None:
        await self._submit(lambda db: db.execute("UPDATE proof SET at = ?", (when,)).rowcount)

    async def append(self, table: str, seq: int, entries: Sequence[Entry], when: int, listing: Listing | None) -> bool:
        return bool(await self._submit(Append(table, seq, entries, when, listing)))

    async def list_table(self, table: str, when: int, listing: Listing) -> None:
        row = base.listing_row(table, when, listing)
        await self._submit(lambda db: db.execute(UPSERT_LISTING, row).rowcount)

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
        [(newest,)] = await self._fetch("SELECT max(touched) FROM shelf")
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

    async def delete_untouched(self, before: int) -> int:
        swept = 0
        while True:
            count = await self._submit(lambda db: delete_batch(db, before))
            swept += count
            if count < DELETE_BATCH:
                return swept


def delete_batch(db: sqlite3.Connection, before: int) -> int:
    """Deletes up to `DELETE_BATCH` untouched tables within the caller's transaction. Returns their number."""
    found = db.execute("SELECT id FROM shelf WHERE touched < ? LIMIT ?", (before, DELETE_BATCH)).fetchall()
    for table in TABLES:
        db.executemany(f"DELETE FROM {table} WHERE id = ?", found)
    return len(found)


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
        raise StoreError("The file is a database, but no store of Rumpus.")
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
