"""The default store: one SQLite file, one writer thread, many appends in one commit."""

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
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, TypeVar

from rumpus.service.store import (
    KEPT,
    NEWER,
    UNREAD,
    UNWRITTEN,
    VERSION,
    Append,
    Filed,
    Listing,
    News,
    StoreError,
    filed,
    fingerprint,
    kept_part,
)
from rumpus.table.entries import Entry

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
"""What each version adds to the one before."""
LIST = """
INSERT INTO shelf (id, state, listed, driven, row, touched) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET state = excluded.state, listed = excluded.listed, driven = excluded.driven,
    row = excluded.row, touched = excluded.touched
"""
AT_ONCE = 512
SWEPT = 200
"""Tables forgotten in one transaction, so that nobody's move waits for long."""
TABLES = ("book", "keepsake", "shelf")

ROWS = (64, 16, 4, 1)
"""How many entries go into one statement, so that few statements are kept prepared."""

log = logging.getLogger("rumpus.store")
Answer = TypeVar("Answer")

Work = Append | Callable[[sqlite3.Connection], bool]
Job = tuple[Work, asyncio.Future[bool], asyncio.AbstractEventLoop]


class NumberTaken(Exception):
    """One of several appends came too late; which one is to be found out."""


class SqliteStore:
    """WAL with synchronous=FULL: what was committed is there after a crash, of the program or of the machine."""

    def __init__(self, path: str) -> None:
        self.path = os.path.realpath(path)
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._reader = ThreadPoolExecutor(1, "rumpus-read")
        self._lock: IO[str] | None = None
        self.commits = 0
        self.failures = 0

    async def open(self, news: News) -> None:
        await asyncio.to_thread(self._open)

    def _open(self) -> None:
        try:
            Path(self.path).parent.mkdir(parents=True, exist_ok=True)
            self._lock = hold(self.path)
            self._writes = connect(self.path)
            bring_up_to_date(self._writes)
            self._reads = connect(self.path)
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"the store {self.path} cannot be opened: {error}") from None
        self._writer = threading.Thread(target=self._write, name="rumpus-write", daemon=True)
        self._writer.start()

    async def close(self) -> None:
        """Everything asked for before this is written down."""
        self._jobs.put(None)
        await asyncio.to_thread(self._writer.join)
        self._reader.shutdown()
        self._writes.close()
        self._reads.close()
        if self._lock is not None:
            self._lock.close()

    def _write(self) -> None:
        going = True
        while going:
            jobs: list[Job] = []
            job = self._jobs.get()
            while True:
                if job is None:
                    going = False
                    break
                jobs.append(job)
                if len(jobs) == AT_ONCE:
                    break
                try:
                    job = self._jobs.get_nowait()
                except queue.Empty:
                    break
            if jobs:
                self._commit(jobs)

    def _commit(self, jobs: list[Job]) -> None:
        """Many appends, one commit; whoever asked is told only after it."""
        outcome: list[bool] = []
        failure: Exception | None = None
        works = [work for work, _, _ in jobs]
        try:
            try:
                outcome = self._carry_out(works, together=True)
            except NumberTaken:
                self._writes.execute("ROLLBACK")
                outcome = self._carry_out(works, together=False)
            self.commits += 1
        except Exception as error:  # whatever it is, the next ones are to be written
            failure = error
            self.failures += len(jobs)
            tables = sorted({work.table for work in works if isinstance(work, Append)})
            log.error("nothing could be written", extra={"facts": {"tables": tables, "error": repr(error)}})
            with contextlib.suppress(sqlite3.Error):
                self._writes.rollback()

        def tell() -> None:
            for number, (_, future, _) in enumerate(jobs):
                if future.done():
                    continue
                if failure is not None:
                    future.set_exception(StoreError(UNWRITTEN))
                else:
                    future.set_result(outcome[number])

        jobs[0][2].call_soon_threadsafe(tell)

    def _carry_out(self, works: Sequence[Work], together: bool) -> list[bool]:
        """In their order, in one transaction; appends that follow each other go together as long as all succeed.

        Every statement hands the interpreter over to the tables and has to wait for it to come back, so few are better.
        """
        outcome: list[bool] = []
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
            count = next(rows for rows in ROWS if rows <= len(lines))
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
        for line in rest:
            self._writes.execute("INSERT INTO book VALUES (?, ?, ?, ?, ?)", line)
        self._list(append)
        return True

    def _list(self, append: Append) -> None:
        if append.listing is not None:
            self._writes.execute(LIST, _row(append.table, append.when, append.listing))

    async def _ask(self, work: Work) -> bool:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[bool] = work.outcome if isinstance(work, Append) else loop.create_future()
        self._jobs.put((work, future, loop))
        return await future

    async def _look(self, question: Callable[[sqlite3.Connection], Answer]) -> Answer:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._reader, question, self._reads)
        except sqlite3.Error as error:
            log.error("nothing could be read", extra={"facts": {"error": repr(error)}})
            raise StoreError(UNREAD) from None

    async def prove(self, when: int) -> None:
        def work(db: sqlite3.Connection) -> bool:
            db.execute("UPDATE proof SET at = ?", (when,))
            return True

        await self._ask(work)

    async def append(self, table: str, seq: int, entries: Sequence[Entry], when: int, listing: Listing | None) -> bool:
        return await self._ask(Append(table, seq, entries, when, listing))

    async def list_table(self, table: str, when: int, listing: Listing) -> None:
        def work(db: sqlite3.Connection) -> bool:
            db.execute(LIST, _row(table, when, listing))
            return True

        await self._ask(work)

    async def read(self, table: str, start: int = 0) -> list[Filed]:
        ask = "SELECT id, seq, at, entry, mark FROM book WHERE id = ? AND seq >= ? ORDER BY seq"
        return filed(await self._look(lambda db: db.execute(ask, (table, start)).fetchall()), start)

    async def rows(self, since: int, limit: int) -> list[bytes]:
        ask = (
            "SELECT row FROM shelf WHERE listed AND state IN ('open', 'playing') AND touched >= ? "
            "ORDER BY state, touched DESC LIMIT ?"
        )
        found = await self._look(lambda db: db.execute(ask, (since, limit)).fetchall())
        return [bytes(row) for (row,) in found]

    async def touch(self, tables: Sequence[str], when: int) -> None:
        def work(db: sqlite3.Connection) -> bool:
            db.executemany("UPDATE shelf SET touched = ? WHERE id = ?", [(when, table) for table in tables])
            return True

        await self._ask(work)

    async def newest(self) -> int:
        found = await self._look(lambda db: db.execute("SELECT max(touched) FROM shelf").fetchone())
        return found[0] or 0

    async def driven(self, since: int) -> list[str]:
        ask = "SELECT id FROM shelf WHERE driven AND state = 'playing' AND touched >= ? ORDER BY touched DESC"
        found = await self._look(lambda db: db.execute(ask, (since,)).fetchall())
        return [id for (id,) in found]

    async def lease(self, table: str) -> bool:
        return True

    async def release(self, table: str) -> None:
        return None

    async def announce(self, table: str, seats: int) -> None:
        return None

    async def unkept(self, after: str, limit: int) -> list[str]:
        ask = "SELECT id FROM shelf WHERE state = 'over' AND NOT kept AND id > ? ORDER BY id LIMIT ?"
        found = await self._look(lambda db: db.execute(ask, (after, limit)).fetchall())
        return [id for (id,) in found]

    async def keep(self, table: str, parts: Sequence[bytes]) -> None:
        lines = [(table, part, data, fingerprint(table, part, KEPT, data)) for part, data in enumerate(parts)]

        def work(db: sqlite3.Connection) -> bool:
            if db.execute("UPDATE shelf SET kept = 1 WHERE id = ?", (table,)).rowcount:
                db.executemany("INSERT OR REPLACE INTO keepsake VALUES (?, ?, ?, ?)", lines)
            return True

        await self._ask(work)

    async def add(self, table: str, part: int, data: bytes) -> None:
        line = (part, data, fingerprint(table, part, KEPT, data), table)

        def work(db: sqlite3.Connection) -> bool:
            db.execute("INSERT OR REPLACE INTO keepsake SELECT id, ?, ?, ? FROM shelf WHERE id = ?", line)
            return True

        await self._ask(work)

    async def kept(self, table: str, part: int) -> bytes | None:
        ask = "SELECT id, part, data, mark FROM keepsake WHERE id = ? AND part = ?"
        found = await self._look(lambda db: db.execute(ask, (table, part)).fetchone())
        return None if found is None else kept_part(*found)

    async def sweep(self, before: int) -> int:
        swept = 0
        while True:
            count = 0

            def work(db: sqlite3.Connection) -> bool:
                nonlocal count
                count = sweep_some(db, before)
                return True

            await self._ask(work)
            swept += count
            if count < SWEPT:
                return swept


def sweep_some(db: sqlite3.Connection, before: int) -> int:
    """Forget some tables that nobody has touched since, in the transaction of whoever asks; fewer than SWEPT: all."""
    found = db.execute("SELECT id FROM shelf WHERE touched < ? LIMIT ?", (before, SWEPT)).fetchall()
    for table in TABLES:
        db.executemany(f"DELETE FROM {table} WHERE id = ?", found)
    return len(found)


def _row(table: str, when: int, listing: Listing) -> tuple[object, ...]:
    return table, listing.state, listing.listed, listing.driven, listing.row, when


def hold(path: str) -> IO[str]:
    """The lock of the one process that writes to this store, by whatever name it was reached."""
    lock = open(path + ".lock", "w")  # noqa: SIM115 - held for as long as the store is open
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        raise StoreError(f"another server is using {path}; several at once need --store postgresql://…") from None
    return lock


def version_of(db: sqlite3.Connection) -> int:
    """Which schema this file has, 0 for a new one; refused, untouched, if it is none of ours."""
    tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if not tables and not version:
        return 0
    if not tables >= {"shelf", "book"}:
        raise StoreError("the file is a database, but no store of Rumpus")
    if version > VERSION:
        raise StoreError(f"the store cannot be opened: {NEWER}")
    return int(version) or 1


def connect(path: str) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    db.create_function("fingerprint", 4, fingerprint, deterministic=True)
    version_of(db)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    return db


def bring_up_to_date(db: sqlite3.Connection) -> None:
    """All or nothing."""
    version = version_of(db)
    if version < VERSION:
        if version:
            log.warning("an older store is brought up to date", extra={"facts": {"from": version, "to": VERSION}})
        db.executescript(f"BEGIN IMMEDIATE; {''.join(SCHEMAS[version:])} PRAGMA user_version = {VERSION}; COMMIT;")
