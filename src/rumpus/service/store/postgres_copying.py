"""All of a PostgreSQL store at once: read as of one moment, filled in one transaction."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Iterator, Sequence
from types import TracebackType
from typing import Any, Self

import asyncpg

from rumpus.service.store import VERSION, StoreError
from rumpus.service.store.copying import BATCH, COLUMNS, Row
from rumpus.service.store.postgres import FINGERPRINT, SERVERS, SWEEP, SWEPT, TROUBLE, bring_up_to_date, version_of

TRUTHS = ("listed", "driven", "kept")
"""Columns that SQLite keeps as numbers."""


class PostgresArchive:
    def __init__(self, url: str) -> None:
        self.url = url
        self._version = 0

    async def __aenter__(self) -> Self:
        try:
            self.db: asyncpg.Connection[Any] = await asyncpg.connect(self.url)
        except (*TROUBLE, ValueError) as error:
            raise StoreError(f"the PostgreSQL store cannot be opened: {error}") from None
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with contextlib.suppress(*TROUBLE):
            await self.db.close()  # and with it whatever was not finished

    @contextlib.contextmanager
    def _named(self) -> Iterator[None]:
        """Whatever goes wrong here is said of this database."""
        try:
            yield
        except TROUBLE as error:
            raise StoreError(f"the PostgreSQL store: {error}") from None

    async def begin_reading(self) -> None:
        with self._named():
            await self.db.transaction(isolation="repeatable_read", readonly=True).start()
            self._version = await version_of(self.db)
            if not self._version:
                raise StoreError("there is no store of Rumpus in this database")

    async def read(self, table: str) -> AsyncIterator[Sequence[Row]]:
        names = ", ".join(COLUMNS[table])
        if self._version < VERSION:
            if table == "keepsake":
                return
            names = names.replace("kept", "false").replace("mark", FINGERPRINT)
        with self._named():
            cursor = await self.db.cursor(f"SELECT {names} FROM rumpus_{table} ORDER BY 1, 2")
        while True:
            with self._named():
                rows = [tuple(record) for record in await cursor.fetch(BATCH)]
            if not rows:
                return
            yield rows

    async def begin_filling(self, replace: bool) -> None:
        with self._named():
            if not await self.db.fetchval("SELECT pg_try_advisory_lock($1)", SERVERS):
                raise StoreError("a server is using this database; stop it first")
            self.change = self.db.transaction()
            await self.change.start()
            await bring_up_to_date(self.db)
            tables = await self.db.fetchval("SELECT count(*) FROM rumpus_shelf")
            if tables and not replace:
                raise StoreError(f"the database holds {tables} tables already; --replace puts these in their place")
            await self.db.execute("TRUNCATE rumpus_shelf, rumpus_book, rumpus_keepsake")

    async def fill(self, table: str, rows: Sequence[Row]) -> None:
        with self._named():
            columns = COLUMNS[table]
            truths = [number for number, name in enumerate(columns) if name in TRUTHS]
            records = [[bool(value) if number in truths else value for number, value in enumerate(row)] for row in rows]
            await self.db.copy_records_to_table(f"rumpus_{table}", records=records, columns=columns)

    async def finish(self) -> None:
        with self._named():
            await self.change.commit()

    async def prune(self, before: int) -> int:
        with self._named():
            if await version_of(self.db) < VERSION:
                raise StoreError(
                    "there is no store of this version of Rumpus in this database; `rumpus serve` makes it one"
                )
            pruned = 0
            while True:
                count = int(await self.db.fetchval(SWEEP, before, SWEPT))
                pruned += count
                if count < SWEPT:
                    return pruned
