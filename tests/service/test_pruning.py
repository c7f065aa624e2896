"""Pruning loses no acknowledged move, whoever holds the table in memory."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from rumpus.cli.main import run as obey
from rumpus.client import Client
from rumpus.core.errors import RumpusError
from rumpus.service.runtime.environment import SYSTEM_CLOCK
from rumpus.service.store import CLOCKED_MS, TOUCH_MS, Listing, Store, StoreListener, TableDeleted, open_store
from rumpus.service.store.copying import open_copy
from rumpus.table.entries import Began, Moved
from tests.service.test_stores import LISTING, MADE, with_store
from tests.web.local_server import Postgres, serving
from tests.web.test_live import asynchronous, until

Said = pytest.CaptureFixture[str]
DAY_MS = 86_400_000
NOW = SYSTEM_CLOCK.wall_ms()
OLD = NOW - 100 * DAY_MS
PLAYING = Listing("playing", True, False, b"{}")
RUNNING = Listing("playing", True, True, b"{}")


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.database)])
def own(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A store that no other test uses."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.db")
    database: str = request.getfixturevalue("database")
    return database


async def change(url: str, statement: str) -> list[Any]:
    """Executes a statement past the store, as damage does. Returns its rows."""
    if not url.startswith("postgresql"):
        with sqlite3.connect(url) as file:
            return file.execute(statement).fetchall()
    db = await asyncpg.connect(url)
    for name in ("book", "shelf", "keepsake"):
        statement = statement.replace(f" {name}", f" rumpus_{name}")
    found = await db.fetch(statement)
    await db.close()
    return [tuple(record) for record in found]


async def prune(url: str, before: int) -> int:
    async with open_copy(url) as copy:
        return await copy.prune(before)


def test_a_table_that_was_deleted_takes_no_move(url: str) -> None:
    async def scenario(store: Store) -> None:
        assert await store.append("doomed", 0, [MADE, Began()], OLD, PLAYING)
        assert await store.append("other", 0, [MADE, Began()], NOW, PLAYING)
        assert await store.delete_untouched(NOW - DAY_MS) >= 1
        for listing in (None, PLAYING):
            with pytest.raises(TableDeleted, match="has been deleted"):
                await store.append("doomed", 2, [Moved(0, 3)], NOW, listing)
        # Together with others, which are not held up.
        done = await asyncio.gather(
            store.append("fresh", 0, [MADE], NOW, None),
            store.append("doomed", 2, [Moved(0, 3)], NOW, PLAYING),
            store.append("other", 2, [Moved(0, 3)], NOW, None),
            store.append("other", 1, [Began()], NOW, None),
            return_exceptions=True,
        )
        assert [done[0], type(done[1]), done[2], done[3]] == [True, TableDeleted, True, False]
        assert await store.read("doomed") == []
        assert await store.state("doomed") == ""
        assert len(await store.read("other")) == 3

    with_store(url, scenario)


def test_nothing_more_is_kept_of_a_deleted_table(url: str) -> None:
    async def scenario(store: Store) -> None:
        assert await store.append("ended", 0, [MADE], OLD, PLAYING)
        await store.delete_untouched(NOW - DAY_MS)
        await store.list_table("ended", NOW, PLAYING)
        await store.save_archive("ended", [b"head", b"film"])
        await store.save_part("ended", -1, b"review")
        await store.touch(["ended"], NOW)
        assert await store.state("ended") == ""
        assert await store.read_part("ended", 0) is None
        assert await store.read_part("ended", -1) is None

    with_store(url, scenario)


def test_an_append_counts_as_touching(url: str) -> None:
    async def scenario(store: Store) -> None:
        assert await store.append("moved", 0, [MADE, Began()], OLD, PLAYING)
        assert await store.append("moved", 2, [Moved(0, 3)], OLD + TOUCH_MS + 1, None)
        await store.delete_untouched(OLD + TOUCH_MS)
        assert len(await store.read("moved")) == 3
        await store.delete_untouched(NOW)

    with_store(url, scenario)


def test_a_clock_of_days_and_a_vacation_outlive_pruning(own: str, capsys: Said) -> None:
    async def scenario(store: Store) -> None:
        for days in (74, 76):
            assert await store.append(f"clock{days}", 0, [MADE], NOW - days * DAY_MS, RUNNING)
        assert await store.append("over", 0, [MADE], NOW - 30 * 3_600_000, Listing("over", True, True, b"{}"))
        words = ["store", "prune", "--older-than", "1h", "--store", own]
        assert await asyncio.to_thread(obey, words) == 0
        assert len(await store.read("clock74")) == 1
        assert await store.read("clock76") == await store.read("over") == []

    with_store(own, scenario)
    assert "Deleted 2 tables" in capsys.readouterr().out
    assert CLOCKED_MS > 60 * DAY_MS


@asynchronous
async def test_a_table_that_a_server_holds_refuses_moves_after_it_was_pruned(own: str, tmp_path: Path) -> None:
    """A move is refused or in the journal. The server forgets the table, and goes on."""
    with serving(tmp_path, store=own, bots=1) as service:
        async with Client(service.url) as ann, Client(service.url) as bob:
            table = await ann.make("pigeons", ["me", "open"], name="Ann")
            await bob.attach(table)
            await bob.sit("Bob")
            page = await until(ann, lambda page: page.moves)
            await change(own, f"UPDATE shelf SET touched = {OLD} WHERE id = '{table}'")
            assert await prune(own, NOW - DAY_MS) == 1
            with pytest.raises(RumpusError, match="has been deleted"):
                await ann.move(page.moves[0])
            assert await change(own, "SELECT id FROM book") == []
            async with Client(service.url) as eve:
                with pytest.raises(RumpusError, match="Table not found"):
                    await eve.attach(table)
                await eve.quick("pigeons", ["greedy"])
                page = await until(eve, lambda page: page.moves)
                await eve.move(page.moves[0])


HOLES: dict[str, tuple[Sequence[str], str, bool]] = {
    "first entries": (["DELETE FROM book WHERE id = 'hole' AND seq < 2"], "entry 0 is missing", True),
    "first entries and the listing": (
        ["DELETE FROM book WHERE id = 'hole' AND seq < 2", "DELETE FROM shelf WHERE id = 'hole'"],
        "entry 0 is missing",
        True,
    ),
    "an entry in the middle": (["DELETE FROM book WHERE id = 'hole' AND seq = 2"], "entry 2 is missing", False),
    "the journal": (["DELETE FROM book WHERE id = 'hole'"], "it is listed, but has no journal", True),
    "the listing": (["DELETE FROM shelf WHERE id = 'hole'"], "it has a journal, but is not listed", False),
    "journal and listing": (
        ["DELETE FROM book WHERE id = 'hole'", "DELETE FROM shelf WHERE id = 'hole'"],
        "it has an archive, but is not listed",
        True,
    ),
}
"""By what is gone: statements, the report, and whether pruning removes the rest although it was just used."""


@pytest.mark.parametrize("hole", HOLES)
def test_holes_are_reported_and_pruned(own: str, hole: str, capsys: Said) -> None:
    statements, report, pruned = HOLES[hole]

    async def scenario(store: Store) -> None:
        for table in ("hole", "whole"):
            assert await store.append(table, 0, [MADE, Began(), Moved(0, 3), Moved(1, 4)], NOW, PLAYING)
        if hole == "journal and listing":
            await store.save_part("hole", -1, b"{}")
        for statement in statements:
            await change(own, statement)

    with_store(own, scenario)
    capsys.readouterr()
    assert obey(["store", "check", own]) == 1
    assert f"table hole: {report}" in capsys.readouterr().err
    assert obey(["store", "prune", "--older-than", "1d", "--store", own]) == 0
    assert f"Deleted {int(pruned)} table" in capsys.readouterr().out
    assert obey(["store", "check", own]) == (0 if pruned else 1)
    with_store(own, lambda store: check_entries(store, "whole", 4))
    # All that is left of the damaged table goes once it is old.
    assert asyncio.run(prune(own, NOW + CLOCKED_MS + DAY_MS)) == 2 - pruned
    assert obey(["store", "check", own]) == 0


async def check_entries(store: Store, table: str, count: int) -> None:
    assert len(await store.read(table)) == count


def test_a_damaged_journal_does_not_hold_up_other_tables(url: str) -> None:
    """The number after the next is taken: the database refuses the row, and with it once the whole batch."""

    async def scenario(store: Store) -> None:
        assert await store.append("gap", 0, [MADE, Began(), Moved(0, 3), Moved(1, 4)], 1, LISTING)
        assert await store.append("fine", 0, [MADE, Began()], 1, LISTING)
        await change(url.removeprefix("sqlite:"), "DELETE FROM book WHERE id = 'gap' AND seq = 2")
        done = await asyncio.gather(
            store.append("gap", 2, [Moved(0, 3), Moved(1, 4)], 2, None),
            *(store.append("fine", 2, [Moved(0, 3)], 2, None) for _ in range(2)),
            store.append("alone", 0, [MADE], 2, LISTING),
            return_exceptions=True,
        )
        assert isinstance(done[0], RumpusError)
        assert done[1:] == [True, False, True]

    with_store(url, scenario)


@pytest.mark.long
def test_pruning_beside_appends_leaves_whole_journals(own: str) -> None:
    """Every table is old, and receives moves while it is pruned: it survives whole, or refuses and is gone."""

    async def scenario(store: Store) -> None:
        second = open_store(own) if own.startswith("postgresql") else store
        if second is not store:
            await second.open(StoreListener())
        names = [f"table{number:03}" for number in range(300)]
        await asyncio.gather(*(store.append(name, 0, [MADE, Began()], OLD, PLAYING) for name in names))

        async def play(name: str, server: Store) -> int:
            """Number of acknowledged entries, or 0 if the table was deleted."""
            for seq in range(2, 12):
                try:
                    assert await server.append(name, seq, [Moved(0, 3)], NOW, None)
                except TableDeleted:
                    assert seq == 2, "it was played just now"
                    return 0
                await asyncio.sleep(0)
            return 12

        async def prune_often() -> int:
            return sum([await asyncio.to_thread(asyncio.run, prune(own, NOW - DAY_MS)) for _ in range(6)])

        pruning = asyncio.create_task(prune_often())
        counts: list[int] = []
        for start in range(0, len(names), 50):
            await asyncio.sleep(0.02)
            some = names[start : start + 50]
            servers = [(store, second)[number % 2] for number in range(len(some))]
            counts += await asyncio.gather(*(play(name, server) for name, server in zip(some, servers, strict=True)))
        assert await pruning == counts.count(0)
        assert [len(await store.read(name)) for name in names] == counts
        if second is not store:
            await second.close()

    with_store(own, scenario)
    assert obey(["store", "check", own]) == 0


@pytest.mark.database
def test_a_deletion_waits_for_an_append_and_spares_its_table(postgres: Postgres) -> None:
    """The append has locked the table's listing, and touches it before the deletion looks again."""

    async def scenario(store: Store) -> None:
        assert await store.append("raced", 0, [MADE, Began()], OLD, PLAYING)
        db = await asyncpg.connect(postgres.url)
        async with db.transaction():
            await db.execute("SELECT id FROM rumpus_shelf WHERE id = 'raced' FOR KEY SHARE")
            deletion = asyncio.create_task(store.delete_untouched(NOW - DAY_MS))
            await asyncio.sleep(0.3)
            assert not deletion.done()
            await db.execute("UPDATE rumpus_shelf SET touched = $1 WHERE id = 'raced'", NOW)
        await deletion
        assert len(await store.read("raced")) == 2
        await db.close()

    with_store(postgres.url, scenario)


@pytest.mark.database
def test_an_append_waits_for_a_deletion_and_is_refused(postgres: Postgres) -> None:
    async def scenario(store: Store) -> None:
        assert await store.append("gone", 0, [MADE, Began()], OLD, PLAYING)
        db = await asyncpg.connect(postgres.url)
        async with db.transaction():
            await db.execute("DELETE FROM rumpus_shelf WHERE id = 'gone'")
            await db.execute("DELETE FROM rumpus_book WHERE id = 'gone'")
            append = asyncio.create_task(store.append("gone", 2, [Moved(0, 3)], NOW, None))
            review = asyncio.create_task(store.save_part("gone", -1, b"review"))
            await asyncio.sleep(0.3)
            assert not append.done()
            assert not review.done(), "it would stay behind without its table"
        with pytest.raises(TableDeleted):
            await append
        await review
        assert await store.read("gone") == []
        assert await store.read_part("gone", -1) is None
        await db.close()

    with_store(postgres.url, scenario)
