"""A whole store at once, for whoever keeps the house: to copy it elsewhere, to look through it, to forget the oldest.

A backup is a store in one SQLite file, whatever it was made from, and can be served, checked or copied like any other.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Protocol, Self
from urllib.parse import quote

from rumpus.core.extras import lacking
from rumpus.service.store import VERSION, StoreError, fingerprint, is_postgres, sqlite_path
from rumpus.service.store.sqlite import SWEPT, bring_up_to_date, hold, sweep_some, version_of

Row = tuple[Any, ...]
COLUMNS = {
    "shelf": ("id", "state", "listed", "driven", "row", "touched", "kept"),
    "book": ("id", "seq", "at", "entry", "mark"),
    "keepsake": ("id", "part", "data", "mark"),
}
"""What a store consists of; the first one or two columns say which row it is."""
BATCH = 500


class Archive(Protocol):
    """Used as a context: what was begun in it is undone unless it was finished."""

    async def __aenter__(self) -> Self: ...

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    async def begin_reading(self) -> None:
        """From here on everything is read as it is at this moment, also while servers write."""
        ...

    def read(self, table: str) -> AsyncIterator[Sequence[Row]]:
        """All rows of one of COLUMNS, in their order."""
        ...

    async def begin_filling(self, replace: bool) -> None:
        """Refused while a server uses it, and, unless it may be replaced, if there are tables in it already."""
        ...

    async def fill(self, table: str, rows: Sequence[Row]) -> None: ...

    async def finish(self) -> None:
        """Only now it is there, all of it."""
        ...

    async def prune(self, before: int) -> int:
        """Forget the tables that nobody has touched since, also while servers run; says how many."""
        ...


def open_archive(url: str) -> Archive:
    """Of the same addresses as a store's."""
    if not is_postgres(url):
        return SqliteArchive(sqlite_path(url))
    try:
        from rumpus.service.store.postgres_copying import PostgresArchive
    except ModuleNotFoundError as error:
        raise lacking(error) from None
    return PostgresArchive(url)


class SqliteArchive:
    """It is filled in a new file, which takes the old one's place when it is whole."""

    def __init__(self, path: str) -> None:
        self.path = os.path.realpath(path)
        self.part = f"{self.path}.{os.getpid()}.part"
        self._db: sqlite3.Connection | None = None
        self._lock: IO[str] | None = None
        self._fresh = False
        """Whether there was nothing here before."""
        self._version = 0

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._db is not None:
            self._db.close()
        Path(self.part).unlink(missing_ok=True)
        if self._lock is not None:
            if self._fresh:
                Path(self._lock.name).unlink()
            self._lock.close()

    @contextlib.contextmanager
    def _named(self) -> Iterator[None]:
        """Whatever goes wrong here is said of this file."""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise StoreError(f"{self.path}: {error}") from None

    @property
    def db(self) -> sqlite3.Connection:
        assert self._db is not None
        return self._db

    async def begin_reading(self) -> None:
        with self._named():
            self._db = self._look()
            wrong = [line for (line,) in self.db.execute("PRAGMA quick_check(5)") if line != "ok"]
            if wrong:
                raise StoreError(f"{self.path} is damaged: {'; '.join(wrong)}")
            self.db.execute("BEGIN")
            self._version = version_of(self.db)

    def _look(self) -> sqlite3.Connection:
        if not Path(self.path).is_file():
            raise StoreError(f"there is no store {self.path}")
        db = sqlite3.connect(f"file:{quote(self.path)}?mode=ro", uri=True, isolation_level=None, timeout=30)
        db.create_function("fingerprint", 4, fingerprint, deterministic=True)
        if not version_of(db):
            db.close()
            raise StoreError(f"{self.path} is no store of Rumpus")
        return db

    async def read(self, table: str) -> AsyncIterator[Sequence[Row]]:
        names = ", ".join(COLUMNS[table])
        if self._version < VERSION:
            if table == "keepsake":
                return
            names = names.replace("kept", "0").replace("mark", "fingerprint(id, seq, at, entry)")
        with self._named():
            found = self.db.execute(f"SELECT {names} FROM {table} ORDER BY 1, 2")
        while True:
            with self._named():
                rows = found.fetchmany(BATCH)
            if not rows:
                return
            yield rows

    async def begin_filling(self, replace: bool) -> None:
        with self._named():
            Path(self.path).parent.mkdir(parents=True, exist_ok=True)
            self._fresh = not Path(self.path).exists()
            self._lock = hold(self.path)
            if not self._fresh:
                old = self._look()
                tables = int(old.execute("SELECT count(*) FROM shelf").fetchone()[0])
                old.close()
                if tables and not replace:
                    raise StoreError(f"{self.path} holds {tables} tables already; --replace puts these in their place")
            self._db = sqlite3.connect(self.part, isolation_level=None)
            self._db.create_function("fingerprint", 4, fingerprint, deterministic=True)
            self._db.execute("PRAGMA synchronous = FULL")
            bring_up_to_date(self._db)
            self._db.execute("BEGIN")

    async def fill(self, table: str, rows: Sequence[Row]) -> None:
        with self._named():
            places = ", ".join("?" for _ in COLUMNS[table])
            self.db.executemany(f"INSERT INTO {table} ({', '.join(COLUMNS[table])}) VALUES ({places})", rows)

    async def finish(self) -> None:
        with self._named():
            self.db.execute("COMMIT")
            self.db.close()
            self._db = None
            if not self._fresh:  # what its last server left beside it belongs to the old one
                old = sqlite3.connect(self.path)
                old.execute("PRAGMA journal_mode = DELETE")
                old.close()
            os.replace(self.part, self.path)
            folder = os.open(Path(self.path).parent, os.O_RDONLY)
            os.fsync(folder)
            os.close(folder)

    async def prune(self, before: int) -> int:
        with self._named():
            self._look().close()
            self._db = sqlite3.connect(self.path, isolation_level=None, timeout=30)
            if version_of(self.db) < VERSION:
                raise StoreError(f"{self.path} is a store of an earlier version; open it once with `rumpus serve`")
            pruned = 0
            while True:
                self.db.execute("BEGIN IMMEDIATE")
                count = sweep_some(self.db, before)
                self.db.execute("COMMIT")
                pruned += count
                if count < SWEPT:
                    return pruned
                time.sleep(0.01)  # so that a server can write meanwhile
