"""Disks that are full, files that are damaged, databases that take no writes: said plainly, and nothing is lost."""

from __future__ import annotations

import asyncio
import resource
import sqlite3
from pathlib import Path

import asyncpg
import pytest

from rumpus.client import Client
from rumpus.core.errors import RumpusError
from rumpus.service.bots.pool import BotPool
from rumpus.service.housekeeping import Housekeeping
from rumpus.service.runtime.background import PeriodicTasks
from rumpus.service.runtime.environment import SYSTEM_CLOCK
from rumpus.service.store import DamagedJournal, Store, StoreError, StoreListener, fingerprint, open_store
from rumpus.service.store.health import PAUSED, StoreHealth
from rumpus.service.store.postgres import SCHEMAS
from rumpus.service.tables.presence import Visitor
from rumpus.service.tables.turns import TurnScheduler
from rumpus.table.entries import Began, Entry, Made, Moved, Place, pack
from rumpus.testing.server import START_SECONDS
from tests.service.parts import live_tables
from tests.service.test_stores import LISTING, MADE, with_store
from tests.web.local_server import LocalServer, Postgres, serving
from tests.web.test_live import asynchronous, play_out, until


@asynchronous
async def test_on_a_full_disk_moves_are_refused_and_the_page_says_so(tmp_path: Path) -> None:
    with serving(tmp_path, bots=1) as service:
        assert service.process is not None
        pid = service.process.pid
        _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)

        async with Client(service.url) as ann:
            table = await ann.make("pigeons", ["me", "open"], name="Ann")
            async with Client(service.url) as bob:
                await bob.attach(table)
                await bob.sit("Bob")
                page = await until(ann, lambda page: page.moves)
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (Path(service.store + "-wal").stat().st_size, hard))
                with pytest.raises(RumpusError, match="nothing has changed"):
                    await ann.move(page.moves[0])
                while await asyncio.to_thread(service.get, "/readyz") != (503, f"{PAUSED}\n"):
                    await asyncio.sleep(0.1)
                assert await asyncio.to_thread(service.get, "/healthz") == (200, "ok\n")
                assert table in service.log.read_text()
                await until(bob, lambda page: page.table_view.notice == PAUSED)
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (hard, hard))
                await until(bob, lambda page: not page.table_view.notice)
                assert await asyncio.to_thread(service.get, "/readyz") == (200, "ready\n")
                assert '"moved"' not in service.journal(table)
                await asyncio.gather(play_out(ann), play_out(bob))


def test_a_folder_that_cannot_be_written_is_refused_in_a_sentence(tmp_path: Path) -> None:
    service = LocalServer(tmp_path, store="/proc/rumpus/tables.db").start(wait=False)
    assert service.process is not None
    assert service.process.wait(START_SECONDS) == 2
    said = service.log.read_text()
    assert "The store /proc/rumpus/tables.db cannot be opened" in said
    assert "Traceback" not in said
    assert "is open at" not in said


@asynchronous
async def test_a_store_has_one_server_under_all_its_paths(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "tables.db")
    (tmp_path / "here").symlink_to(tmp_path)

    store = open_store(str(tmp_path / "tables.db"))
    await store.open(StoreListener())
    for other in (tmp_path / "link.db", tmp_path / "here" / "tables.db"):
        with pytest.raises(StoreError, match="Another server is using"):
            await open_store(str(other)).open(StoreListener())
    await store.close()


@pytest.mark.parametrize("url", [":memory:", "sqlite::memory:", "sqlite:", ""])
def test_a_store_needs_a_place(url: str) -> None:
    with pytest.raises(StoreError, match="needs a file or a database"):
        open_store(url)


FLIPS = {
    "a changed move": "UPDATE book SET entry = replace(entry, '\"move\":3', '\"move\":2') WHERE id = 'bad' AND seq = 2",
    "a changed time": "UPDATE book SET at = at + 1 WHERE id = 'bad' AND seq = 2",
    "an entry that is gone": "DELETE FROM book WHERE id = 'bad' AND seq = 1",
    "entries in another order": "UPDATE book SET seq = 14 - seq WHERE id = 'bad' AND seq > 1;"
    "UPDATE book SET seq = seq - 9 WHERE id = 'bad' AND seq > 9",
    "an entry of another table": "DELETE FROM book WHERE id = 'bad' AND seq = 2;"
    "UPDATE book SET id = 'bad' WHERE id = 'good' AND seq = 2",
}


@pytest.mark.parametrize("flip", FLIPS)
def test_a_changed_entry_is_refused(tmp_path: Path, flip: str) -> None:
    path = tmp_path / "tables.db"

    async def write(store: Store) -> None:
        for table in ("good", "bad", "other"):
            entries: list[Entry] = [MADE, Began(), Moved(0, 3, "a"), Moved(1, 4, "b")]
            assert await store.append(table, 0, entries, 1, LISTING)

    async def read(store: Store) -> None:
        with pytest.raises(DamagedJournal, match=r"The journal of table bad is damaged: entry [12]"):
            await store.read("bad")
        assert len(await store.read("other")) == 4

    with_store(str(path), write)
    with sqlite3.connect(path) as db:
        db.executescript(FLIPS[flip])
    with_store(str(path), read)


def test_an_entry_that_nobody_can_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"

    async def write(store: Store) -> None:
        assert await store.append("odd", 0, [MADE], 1, LISTING)

    async def read(store: Store) -> None:
        with pytest.raises(DamagedJournal, match="entry 1 cannot be read"):
            await store.read("odd")

    with_store(str(path), write)
    with sqlite3.connect(path) as db:
        odd = b'{"type":"of another age"}'
        db.execute("INSERT INTO book VALUES ('odd', 1, 2, ?, ?)", (odd, fingerprint("odd", 1, 2, odd)))
    with_store(str(path), read)


def test_a_database_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.db"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE notes (text)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="a Rumpus store"):
        asyncio.run(open_store(str(path)).open(StoreListener()))
    assert path.read_bytes() == before


def test_a_store_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"

    async def nothing(store: Store) -> None:
        return None

    with_store(str(path), nothing)
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match="later version of Rumpus"):
        asyncio.run(open_store(str(path)).open(StoreListener()))


def test_a_database_of_long_ago_is_brought_up_to_date(database: str) -> None:
    async def make() -> None:
        db = await asyncpg.connect(database)
        await db.execute(SCHEMAS[0])
        entries: list[Entry] = [MADE, Began(), Moved(0, 3, "Größe")]
        for seq, entry in enumerate(entries):
            await db.execute("INSERT INTO rumpus_book VALUES ('old', $1, 5, $2)", seq, pack(entry))
        await db.execute("INSERT INTO rumpus_shelf VALUES ('old', 'playing', true, false, '{}', 5)")
        await db.close()

    async def read(store: Store) -> None:
        journal = await store.read("old")
        assert [page.entry for page in journal] == [MADE, Began(), Moved(0, 3, "Größe")]
        assert await store.append("old", 3, [Moved(1, 4)], 6, None)

    asyncio.run(make())
    with_store(database, read)
    with_store(database, lambda store: still_there(store, 4))


async def still_there(store: Store, entries: int) -> None:
    assert len(await store.read("old")) == entries


def test_housekeeping_outlives_a_database_that_takes_no_writes(postgres: Postgres) -> None:
    async def scenario(store: Store) -> None:
        tables = live_tables(store)
        health = StoreHealth(tables.store, tables.clock)
        turns = TurnScheduler(tables, BotPool([]), health, 0)
        places = [Place("person", "Ann", "lock"), Place("open")]
        live = await tables.create(Made("pigeons", 1, {}, "seed", places, "lock", listed=True), [])
        visitor = Visitor("here")
        visitor.watch(live)
        periodic = PeriodicTasks(tables.metrics, tables.clock)
        periodic.every(0.02, "upkeep", Housekeeping(tables, turns, health, 90).beat)
        db = await asyncpg.connect(postgres.url)
        ask = "SELECT touched FROM rumpus_shelf WHERE id = $1"

        async def touched_after(when: int) -> None:
            while await db.fetchval(ask, live.table.id) < when:
                await asyncio.sleep(0.02)

        await touched_after(SYSTEM_CLOCK.wall_ms())
        await db.execute("ALTER SYSTEM SET default_transaction_read_only = on")
        await db.execute("SELECT pg_reload_conf()")
        try:
            while live.notice != PAUSED:
                await asyncio.sleep(0.02)
            await asyncio.sleep(0.5)
        finally:
            await db.execute("SET default_transaction_read_only = off")
            await db.execute("ALTER SYSTEM RESET default_transaction_read_only")
            await db.execute("SELECT pg_reload_conf()")
        await touched_after(SYSTEM_CLOCK.wall_ms())
        while live.notice:
            await asyncio.sleep(0.02)
        assert len(await tables.store.rows(SYSTEM_CLOCK.wall_ms() - 5000, 10)) == 1
        await periodic.close()
        await db.close()
        await tables.background.close()

    with_store(postgres.url, scenario)
