"""Access to a whole PostgreSQL store: read in one snapshot, filled in one transaction."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from typing import Any, Self

import asyncpg

from rumpus.service.store import SCHEMA_VERSION, StoreError
from rumpus.service.store.copying import BATCH_ROWS, COLUMNS, SINCE, Row
from rumpus.service.store.postgres import (
    DATABASE_ERRORS,
    DELETE_BATCH,
    FINGERPRINT,
    SERVERS_LOCK,
    delete_batch,
    delete_lost,
    migrate,
    schema_version,
)

BOOLEAN_COLUMNS = ("listed", "driven", "kept")
"""Columns that SQLite stores as integers."""


class PostgresCopy:
    def __init__(self, url: str) -> None:
        self.url = url
        self._version = 0
        self.damage = ""  # PostgreSQL reports its own

    async def __aenter__(self) -> Self:
        try:
            self.db: asyncpg.Connection[Any] = await asyncpg.connect(self.url)
        except (*DATABASE_ERRORS, ValueError) as error:
            raise StoreError(f"The PostgreSQL store cannot be opened: {error}") from None
        return self

    async def __aexit__(self, *_: object) -> None:
        with contextlib.suppress(*DATABASE_ERRORS):
            await self.db.close()  # rolls back an unfinished copy

    @contextlib.contextmanager
    def _errors_named(self) -> Iterator[None]:
        try:
            yield
        except DATABASE_ERRORS as error:
            raise StoreError(f"The PostgreSQL store failed: {error}") from None

    async def begin_reading(self) -> None:
        with self._errors_named():
            # By default each statement has a snapshot of its own, and the tables would not fit together.
            await self.db.transaction(isolation="repeatable_read", readonly=True).start()
            self._version = await schema_version(self.db)
            if not self._version:
                raise StoreError("There is no Rumpus store in this database.")

    async def read(self, table: str) -> AsyncIterator[Sequence[Row]]:
        names = ", ".join(COLUMNS[table])
        if self._version < SINCE.get(table, 3):
            return
        if self._version < 2:
            names = names.replace("kept", "false").replace("mark", FINGERPRINT)
        with self._errors_named():
            cursor = await self.db.cursor(f"SELECT {names} FROM rumpus_{table} ORDER BY 1, 2")
        while True:
            with self._errors_named():
                rows = [tuple(record) for record in await cursor.fetch(BATCH_ROWS)]
            if not rows:
                return
            yield rows

    async def begin_filling(self, replace: bool) -> None:
        with self._errors_named():
            if not await self.db.fetchval("SELECT pg_try_advisory_lock($1)", SERVERS_LOCK):
                raise StoreError("A server is using this database. Stop it first.")
            self.change = self.db.transaction()
            await self.change.start()
            await migrate(self.db)
            tables = await self.db.fetchval("SELECT count(*) FROM rumpus_shelf")
            if tables and not replace:
                raise StoreError(f"The database holds {tables} tables already. Use --replace to overwrite them.")
            await self.db.execute(f"TRUNCATE {', '.join(f'rumpus_{table}' for table in COLUMNS)}")

    async def fill(self, table: str, rows: Sequence[Row]) -> None:
        with self._errors_named():
            columns = COLUMNS[table]
            truths = [number for number, name in enumerate(columns) if name in BOOLEAN_COLUMNS]
            records = [[bool(value) if number in truths else value for number, value in enumerate(row)] for row in rows]
            await self.db.copy_records_to_table(f"rumpus_{table}", records=records, columns=columns)

    async def finish(self) -> None:
        with self._errors_named():
            await self.change.commit()

    async def prune(self, before: int) -> int:
        with self._errors_named():
            if await schema_version(self.db) < SCHEMA_VERSION:
                raise StoreError(
                    "This database holds no store of this version of Rumpus. `rumpus serve` creates or upgrades it."
                )
            pruned = await self._delete(delete_lost, before)
            while True:
                count = await self._delete(delete_batch, before)
                pruned += count
                if count < DELETE_BATCH:
                    return pruned

    async def _delete(self, delete: Callable[[Any, int], Awaitable[int]], before: int) -> int:
        while True:
            # A server's append may wait for this deletion, and this deletion for the append.
            with contextlib.suppress(asyncpg.DeadlockDetectedError):
                async with self.db.transaction():
                    return await delete(self.db, before)
