"""The right to run a table's bots and clocks, and the connection that holds it."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from rumpus.core.errors import RumpusError
from rumpus.service.bots.pool import BotPool
from rumpus.service.store import Listing, Store, StoreError, StoreListener, open_store
from rumpus.service.store.health import StoreHealth
from rumpus.service.store.postgres import PostgresStore
from rumpus.service.store.sqlite import SqliteStore
from rumpus.service.tables.turns import TurnScheduler
from rumpus.table.entries import Began
from rumpus.testing.server import START_SECONDS
from tests.service.parts import live_tables
from tests.service.test_stores import LISTING, MADE, with_store
from tests.web.local_server import Postgres


class Changes(StoreListener):
    """Remembers what other processes wrote, and how often the connection was lost."""

    def __init__(self) -> None:
        self.tables: dict[str, int] = {}
        self.losses = 0

    def written(self, tables: Any) -> None:
        self.tables |= tables

    def connection_lost(self) -> None:
        self.losses += 1


async def backends(url: str, store: PostgresStore) -> list[int]:
    db = await asyncpg.connect(url)
    found = await db.fetch("SELECT pid FROM pg_stat_activity WHERE application_name = $1", store.name)
    await db.close()
    return [record["pid"] for record in found]


def test_a_backend_with_a_number_that_was_used_before_is_not_waited_for(postgres: Postgres) -> None:
    """The system gives the numbers of ended processes to others, and an append would wait for as long as they live."""

    async def scenario(store: Store) -> None:
        assert isinstance(store, PostgresStore)
        stranger = await asyncpg.connect(postgres.url, server_settings={"application_name": "psql"})
        assert await store._backend_ended(stranger.get_server_pid())
        await stranger.close()
        [own, *_] = await backends(postgres.url, store)
        assert not await store._backend_ended(own)

    with_store(postgres.url, scenario)


def test_a_connection_that_cannot_listen_is_replaced(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection without a listener would answer every check, and hear nothing."""
    whole = asyncpg.Connection.add_listener
    failed: list[str] = []

    async def add_listener(db: Any, channel: str, callback: Any) -> None:
        if len(failed) < 2:
            failed.append(channel)
            raise asyncpg.ConnectionDoesNotExistError("connection was closed in the middle of operation")
        await whole(db, channel, callback)

    async def scenario(store: Store) -> None:
        changes, listening = Changes(), open_store(postgres.url)
        assert isinstance(listening, PostgresStore)
        await listening.open(changes)
        assert await listening.lease("heard")
        with monkeypatch.context() as patch:
            patch.setattr(asyncpg.Connection, "add_listener", add_listener)
            assert listening._listening is not None
            listening._listening.terminate()
            while not changes.losses:
                await asyncio.sleep(0.05)
        assert len(failed) == 2
        assert await store.append("heard", 0, [MADE, Began()], 1, LISTING)
        while changes.tables.get("heard") != 1:
            await asyncio.sleep(0.05)
        while not await listening.lease("heard"):  # until the database has noticed the old connection's end
            await asyncio.sleep(0.05)
        assert not await store.lease("heard")
        await listening.close()

    with_store(postgres.url, scenario)


class CountingStore(SqliteStore):
    """Counts leases, and cannot read a journal."""

    def __init__(self, path: str, trouble: Exception) -> None:
        super().__init__(path)
        self.trouble = trouble
        self.leases: list[str] = []

    async def lease(self, table: str) -> bool:
        self.leases.append(table)
        return True

    async def release(self, table: str) -> None:
        self.leases.remove(table)

    async def read(self, table: str, start: int = 0) -> Any:
        raise self.trouble


@pytest.mark.parametrize("trouble", [StoreError("no"), RumpusError("no"), ValueError("no")], ids=lambda one: repr(one))
def test_a_lease_is_released_if_its_table_cannot_be_loaded(tmp_path: Path, trouble: Exception) -> None:
    """With the lease kept, no other server could run the table either."""

    async def whole() -> None:
        store = CountingStore(str(tmp_path / "tables.db"), trouble)
        await store.open(StoreListener())
        tables = live_tables(store)
        turns = TurnScheduler(tables, BotPool([]), StoreHealth(store, tables.clock), 0)
        running = Listing("playing", True, True, b"{}")
        assert await store.append("running", 0, [MADE], tables.clock.now(), running)
        with contextlib.suppress(StoreError, ValueError):  # the next sweep tries again
            await turns.sweep()
        assert store.leases == []
        await tables.background.close()
        await store.close()

    async def within() -> None:
        async with asyncio.timeout(START_SECONDS):
            await whole()

    asyncio.run(within())
