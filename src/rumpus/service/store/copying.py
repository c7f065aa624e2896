"""Access to a whole store, to copy, check or prune it. A backup is a store in one SQLite file."""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import IO, Any, Protocol, Self
from urllib.parse import quote

from rumpus.core.extras import missing_extra
from rumpus.core.system.processes import is_running
from rumpus.service.runtime.environment import SYSTEM_CLOCK
from rumpus.service.store import SCHEMA_VERSION, StoreError, fingerprint, is_postgres, sqlite_path
from rumpus.service.store.sqlite import (
    DELETE_BATCH,
    check_lost_store,
    check_store_file,
    delete_batch,
    delete_lost,
    lock_store,
    migrate,
    schema_version,
)
from rumpus.service.store.wal import WalDamage, find_damage, index_file, wal_file

Row = tuple[Any, ...]
COLUMNS = {
    "shelf": ("id", "state", "listed", "driven", "row", "touched", "kept"),
    "book": ("id", "seq", "at", "entry", "mark"),
    "keepsake": ("id", "part", "data", "mark"),
    "profile": ("id", "name", "avatar", "colour", "created", "seen", "deleted", "bot"),
    "device": ("secret_hash", "profile", "label", "created", "seen"),
    "link": ("token_hash", "profile", "expires", "used"),
    "passkey": ("credential", "profile", "public_key", "count", "label", "created"),
    "seat": ("id", "profile", "seat", "started"),
    "target": (
        "id", "profile", "device", "kind", "url", "public_key", "auth", "origin", "created", "failures", "retry_at",
    ),
    "preference": ("profile", "settings"),
    "muted": ("id", "profile"),
    "vacation": ("profile", "begins", "ends"),
    "due": ("id", "first_seq", "last_seq", "at"),
    "outbox": ("key", "target", "profile", "notice", "created", "due", "leased", "tries", "state"),
    "setting": ("name", "value"),
    "seek": (
        "id", "profile", "queue", "game", "rules", "place", "low", "high", "created", "expires", "bot_at", "pairing",
        "paired",
    ),
    "result": ("id", "game", "seats", "ended", "players", "before"),
    "rating": ("game", "seats", "player", "mu", "sigma", "games"),
    "ladder": ("game", "seats", "version", "writer"),
    "tournament": (
        "id", "owner", "state", "public", "active", "due", "version", "writer", "created", "changed", "row",
    ),
    "tournament_entry": ("id", "seq", "at", "entry"),
    "entrant": ("id", "profile"),
    "report": ("id", "at", "who", "name", "profile", "reason", "said", "reporter", "source"),
    "sanction": ("who", "kind", "since", "name"),
}  # fmt: skip
"""Columns per table of the schema. The first one or two are the key."""
SINCE = {"shelf": 1, "book": 1, "keepsake": 2}
"""Version of the schema with which a table came; the others came with version 3."""
BATCH_ROWS = 500
PART = re.compile(r".+\.rumpus-([0-9]{1,9})\.part(?:-journal)?")
"""Names of unfinished copies and their journals, with the process that writes them."""
STALE_SECONDS = 3600


class StoreCopy(Protocol):
    """A whole store, as a context manager. Leaving it undoes unfinished writes."""

    damage: str
    """Damage of the whole store, as a sentence; empty if none is known. Set by `begin_reading`."""

    async def __aenter__(self) -> Self: ...

    async def __aexit__(self, *_: object) -> None: ...

    async def begin_reading(self) -> None:
        """Begins a consistent snapshot, also while servers write."""

    def read(self, table: str) -> AsyncIterator[Sequence[Row]]:
        """Yields all rows of a table in `COLUMNS`, in the order of their key."""

    async def begin_filling(self, replace: bool) -> None:
        """Begins a copy into this store. Refused while a server uses it, or without `replace` if it has tables."""

    async def fill(self, table: str, rows: Sequence[Row]) -> None: ...

    async def finish(self) -> None: ...

    async def prune(self, before: int) -> int:
        """Deletes tables not touched since `before`, also while servers run. Returns their number."""


def open_copy(url: str) -> StoreCopy:
    if not is_postgres(url):
        return SqliteCopy(sqlite_path(url))
    try:
        from rumpus.service.store.postgres_copying import PostgresCopy
    except ModuleNotFoundError as error:
        raise missing_extra(error) from None
    return PostgresCopy(url)


def remove_stale_parts(folder: Path) -> None:
    """Deletes unfinished copies in this folder: old ones, and those without a process."""
    for path in folder.iterdir():
        part = PART.fullmatch(path.name)
        if part is None:
            continue
        with contextlib.suppress(OSError):  # another process may delete it as well
            old = SYSTEM_CLOCK.wall_ms() - 1000 * path.stat().st_mtime > 1000 * STALE_SECONDS
            # Our own id: an earlier process had it, as in a container that was started again.
            if old or int(part[1]) == os.getpid() or not is_running(int(part[1])):
                path.unlink()


class SqliteCopy:
    """A SQLite store. A copy fills a new file, which then replaces the old one."""

    def __init__(self, path: str) -> None:
        self.path = os.path.realpath(path)
        self.part = f"{self.path}.rumpus-{os.getpid()}.part"
        self._db: sqlite3.Connection | None = None
        self._lock: IO[str] | None = None
        self._fresh = False
        """True if there was no file before."""
        self._version = 0
        self.damage = ""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._db is not None:
            self._db.close()
        with contextlib.suppress(OSError):
            Path(self.part).unlink()
        if self._lock is not None:
            if self._fresh:
                Path(self._lock.name).unlink()
            self._lock.close()

    @contextlib.contextmanager
    def _errors_named(self) -> Iterator[None]:
        """Turns errors into StoreError with the file's name."""
        try:
            yield
        except OSError as error:
            raise StoreError(f"Cannot use {error.filename or self.path}: {error.strerror or error}.") from None
        except sqlite3.Error as error:
            raise StoreError(f"Cannot use the store {self.path}: {error}.") from None

    @property
    def db(self) -> sqlite3.Connection:
        assert self._db is not None
        return self._db

    async def begin_reading(self) -> None:
        with self._errors_named():
            self._check_existing()
            damage = find_damage(Path(self.path))
            self.damage = damage.sentence if damage else ""
            self._db = self._open_existing(damage)
            wrong = [line for (line,) in self.db.execute("PRAGMA quick_check(5)") if line != "ok"]
            if wrong:
                raise StoreError(f"{self.path} is damaged: {'; '.join(wrong)}")
            self.db.execute("BEGIN")
            # BEGIN takes no snapshot; this first read does.
            self._version = schema_version(self.db)

    def _check_existing(self) -> None:
        if not Path(self.path).is_file():
            raise StoreError(f"There is no store {self.path}.")
        check_lost_store(Path(self.path))

    def _open_existing(self, damage: WalDamage | None = None) -> sqlite3.Connection:
        mode = "mode=ro"
        if damage is not None and damage.useless:
            mode += "&immutable=1"  # without the log
        elif damage is not None and index_file(Path(self.path)).exists():
            mode += "&readonly_shm=1"  # it proves the damage, and SQLite would write it anew
        elif not wal_file(Path(self.path)).exists() and not os.access(Path(self.path).parent, os.W_OK):
            mode += "&immutable=1"  # SQLite needs no log here, but cannot read without one that it could write
        db = sqlite3.connect(f"file:{quote(self.path)}?{mode}", uri=True, isolation_level=None, timeout=30)
        db.create_function("fingerprint", 4, fingerprint, deterministic=True)
        if not schema_version(db):
            db.close()
            raise StoreError(f"{self.path} is not a Rumpus store.")
        return db

    async def read(self, table: str) -> AsyncIterator[Sequence[Row]]:
        names = ", ".join(COLUMNS[table])
        if self._version < SINCE.get(table, 3):
            return
        if self._version < 2:
            names = names.replace("kept", "0").replace("mark", "fingerprint(id, seq, at, entry)")
        with self._errors_named():
            found = self.db.execute(f"SELECT {names} FROM {table} ORDER BY 1, 2")
        while True:
            with self._errors_named():
                rows = found.fetchmany(BATCH_ROWS)
            if not rows:
                return
            yield rows

    async def begin_filling(self, replace: bool) -> None:
        check_store_file(Path(self.path))
        with self._errors_named():
            Path(self.path).parent.mkdir(parents=True, exist_ok=True)
            self._fresh = not Path(self.path).exists()
            self._lock = lock_store(self.path)
            remove_stale_parts(Path(self.path).parent)
            if not self._fresh:
                self._check_existing()
                old = self._open_existing()
                tables = int(old.execute("SELECT count(*) FROM shelf").fetchone()[0])
                old.close()
                if tables and not replace:
                    raise StoreError(f"{self.path} holds {tables} tables already. Use --replace to overwrite them.")
            self._db = sqlite3.connect(self.part, isolation_level=None)
            self._db.create_function("fingerprint", 4, fingerprint, deterministic=True)
            self._db.execute("PRAGMA synchronous = FULL")
            migrate(self._db)
            self._db.execute("BEGIN")

    async def fill(self, table: str, rows: Sequence[Row]) -> None:
        with self._errors_named():
            places = ", ".join("?" for _ in COLUMNS[table])
            self.db.executemany(f"INSERT INTO {table} ({', '.join(COLUMNS[table])}) VALUES ({places})", rows)

    async def finish(self) -> None:
        with self._errors_named():
            self.db.execute("COMMIT")
            self.db.close()
            self._db = None
            if not self._fresh:  # what its last server left beside it belongs to the old one
                # SQLite would apply an old -wal file to the new store. Leaving WAL mode deletes it.
                old = sqlite3.connect(self.path)
                old.execute("PRAGMA journal_mode = DELETE")
                old.close()
            os.replace(self.part, self.path)
            folder = os.open(Path(self.path).parent, os.O_RDONLY)
            os.fsync(folder)
            os.close(folder)

    async def prune(self, before: int) -> int:
        with self._errors_named():
            self._check_existing()
            damage = find_damage(Path(self.path))
            if damage is not None:
                raise StoreError(f"{damage.sentence} Start `rumpus serve` once: it keeps a copy of that file.")
            self._open_existing().close()
            self._db = sqlite3.connect(self.path, isolation_level=None, timeout=30)
            if schema_version(self.db) < SCHEMA_VERSION:
                raise StoreError(f"{self.path} is a store of an earlier version. Open it once with `rumpus serve`.")
            self.db.execute("BEGIN IMMEDIATE")
            pruned = delete_lost(self.db, before)
            self.db.execute("COMMIT")
            while True:
                self.db.execute("BEGIN IMMEDIATE")
                count = delete_batch(self.db, before)
                self.db.execute("COMMIT")
                pruned += count
                if count < DELETE_BATCH:
                    return pruned
                await SYSTEM_CLOCK.sleep(0.01)  # a server may write in between
