"""One bad book is one bad book, and what happens all the time goes on, or the server says that it does not."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path

import pytest

from rumpus.core.catalogue import find_game
from rumpus.core.errors import RumpusError
from rumpus.core.rng import Seeded
from rumpus.service.runtime.background import Rounds
from rumpus.service.runtime.metrics import Metrics
from rumpus.service.store import DamagedBook, fingerprint
from rumpus.table.entries import Began, Made, Place
from rumpus.testing.server import PATIENCE
from tests.service.test_moves import Parts, play
from tests.service.test_stores import LISTING, with_store
from tests.web.house import House

BOTS = [Place("bot", "Ada", bot="greedy"), Place("bot", "Bix", bot="greedy")]


def test_one_unreadable_book_stops_no_other_table(tmp_path: Path) -> None:
    """After a restart the bots of tables that nobody is at go on, and the bad ones are named in the log."""
    house = House(tmp_path, bots=1)
    bad = {
        "unknowntag": b'{"type":"sung"}',
        "brokenjson": b'{"type":',
        "badmove": b'{"type":"moved","seat":0,"move":-7}',
    }

    async def fill(store: object) -> None:
        for table in (*bad, "good"):
            made = Made("pigeons", 1, {}, f"seed of {table}", BOTS, "")
            await store.append(table, 0, [made, Began()], 10**15, LISTING)  # type: ignore[attr-defined]

    with_store(house.store, fill)
    with sqlite3.connect(house.store) as db:
        db.execute("UPDATE shelf SET driven = 1, state = 'playing'")
        for table, entry in bad.items():
            line = (table, 2, 10**15, entry, fingerprint(table, 2, 10**15, entry))
            db.execute("INSERT INTO book VALUES (?, ?, ?, ?, ?)", line)
    db.close()
    try:
        house.start()

        async def wait() -> None:
            async with asyncio.timeout(PATIENCE):
                while house.book("good").count("moved") < 10 or not all(id in house.log.read_text() for id in bad):
                    await asyncio.sleep(0.1)

        asyncio.run(wait())
        lines = [json.loads(line) for line in house.log.read_text().splitlines() if line.startswith("{")]
        named = [line.get("table") for line in lines if line["from"] == "rumpus.turns"]
        assert sorted(named) == sorted(bad), "once each"
        assert house.get("/readyz") == (200, "ready\n")
    finally:
        house.close()


def test_a_game_that_breaks_down_sets_its_table_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(parts: Parts) -> None:
        live = await parts.table()
        kind = type(find_game("pigeons").start(find_game("pigeons").options(), Seeded("any")))
        with monkeypatch.context() as broken:
            broken.setattr(kind, "apply", lambda *_: [][1])
            with pytest.raises(DamagedBook, match="cannot go on"):
                await parts.move(0)
            assert live.table.id not in parts.tables.lives
            with pytest.raises(DamagedBook, match="cannot go on"):
                await parts.tables.open(live.table.id)
        assert parts.tables.metrics.counts["table_failures"] == 2
        again = await parts.tables.open(live.table.id)
        assert again.table.decided == [1, 0], "what was written is played once it can be"

    play(tmp_path, story)


def test_a_round_that_fails_is_counted_and_gone_through_again(caplog: pytest.LogCaptureFixture) -> None:
    times = 0

    async def work() -> None:
        nonlocal times
        times += 1
        if times == 1:
            raise ZeroDivisionError
        if times == 2:
            raise RumpusError("no such thing")
        if times == 3:
            raise asyncio.CancelledError  # of something else that it waited for

    async def story() -> None:
        metrics = Metrics()
        supervised = Rounds(metrics)
        supervised.every(0.001, "sweeping", work)
        async with asyncio.timeout(PATIENCE):
            while times < 5:
                await asyncio.sleep(0.001)
        assert metrics.counts["round_failures"] == 3
        assert await supervised.trouble() == ""
        await supervised.close()

    asyncio.run(story())
    assert [record.message for record in caplog.records] == ["a round failed"] * 3


@pytest.mark.parametrize("hangs", [True, False], ids=["hangs", "fails"])
def test_a_dead_round_makes_the_server_unready(hangs: bool) -> None:
    async def work() -> None:
        if hangs:
            await asyncio.sleep(60)
        raise ZeroDivisionError

    async def story() -> None:
        metrics = Metrics()
        supervised = Rounds(metrics)
        supervised.every(0.01, "sweeping", work, late=0.05)
        assert await supervised.trouble() == ""
        await asyncio.sleep(0.1)
        assert await supervised.trouble() == "What should happen all the time no longer does: sweeping."
        assert "rumpus_rounds_late 1\n" in metrics.text()
        await supervised.close()

    asyncio.run(story())
