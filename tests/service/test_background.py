"""One bad book is one bad book, and what happens all the time goes on, or the server says that it does not."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path

import pytest

from rumpus.core.catalogue import find_game
from rumpus.core.errors import RumpusError
from rumpus.core.rng import SeededRng
from rumpus.service.runtime.background import PeriodicTasks
from rumpus.service.runtime.environment import SYSTEM_CLOCK
from rumpus.service.runtime.metrics import Metrics
from rumpus.service.store import DamagedJournal, fingerprint
from rumpus.table.entries import Began, Made, Place
from rumpus.testing.server import START_SECONDS
from tests.service.parts import FixedClock
from tests.service.test_moves import Parts, play
from tests.service.test_stores import LISTING, with_store
from tests.web.local_server import LocalServer
from tests.web.test_live import asynchronous

BOTS = [Place("bot", "Ada", bot="greedy"), Place("bot", "Bix", bot="greedy")]


def test_an_unreadable_journal_stops_no_other_table(tmp_path: Path) -> None:
    service = LocalServer(tmp_path, bots=1)
    bad = {
        "unknowntag": b'{"type":"sung"}',
        "brokenjson": b'{"type":',
        "badmove": b'{"type":"moved","seat":0,"move":-7}',
    }

    async def fill(store: object) -> None:
        for table in (*bad, "good"):
            made = Made("pigeons", 1, {}, f"seed of {table}", BOTS, "")
            await store.append(table, 0, [made, Began()], 10**15, LISTING)  # type: ignore[attr-defined]

    with_store(service.store, fill)
    with sqlite3.connect(service.store) as db:
        db.execute("UPDATE shelf SET driven = 1, state = 'playing'")
        for table, entry in bad.items():
            line = (table, 2, 10**15, entry, fingerprint(table, 2, 10**15, entry))
            db.execute("INSERT INTO book VALUES (?, ?, ?, ?, ?)", line)
    db.close()
    try:
        service.start()

        async def wait() -> None:
            async with asyncio.timeout(START_SECONDS):
                while service.journal("good").count("moved") < 10 or not all(
                    id in service.log.read_text() for id in bad
                ):
                    await asyncio.sleep(0.1)

        asyncio.run(wait())
        lines = [json.loads(line) for line in service.log.read_text().splitlines() if line.startswith("{")]
        named = [line.get("table") for line in lines if line["from"] == "rumpus.turns"]
        assert sorted(named) == sorted(bad), "once each"
        assert service.get("/readyz") == (200, "ready\n")
    finally:
        service.close()


def test_a_game_that_raises_closes_its_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(parts: Parts) -> None:
        live = await parts.table()
        kind = type(find_game("pigeons").start(find_game("pigeons").options(), SeededRng("any")))
        with monkeypatch.context() as broken:
            broken.setattr(kind, "apply", lambda *_: [][1])
            with pytest.raises(DamagedJournal, match="cannot continue"):
                await parts.move(0)
            assert live.table.id not in parts.tables.by_id
            with pytest.raises(DamagedJournal, match="cannot continue"):
                await parts.tables.open(live.table.id)
        assert parts.tables.metrics.counts["table_failures"] == 2
        again = await parts.tables.open(live.table.id)
        assert again.table.decided == [1, 0], "what was written is played once it can be"

    play(tmp_path, scenario)


def test_a_periodic_task_that_fails_is_counted_and_repeated(caplog: pytest.LogCaptureFixture) -> None:
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

    async def scenario() -> None:
        metrics = Metrics()
        supervised = PeriodicTasks(metrics, SYSTEM_CLOCK)
        supervised.every(0.001, "sweeping", work)
        async with asyncio.timeout(START_SECONDS):
            while times < 5:
                await asyncio.sleep(0.001)
        assert metrics.counts["round_failures"] == 3
        assert await supervised.trouble() == ""
        await supervised.close()

    asyncio.run(scenario())
    assert [record.message for record in caplog.records] == ["a round failed"] * 3


@pytest.mark.parametrize("hangs", [True, False], ids=["hangs", "fails"])
@asynchronous
async def test_a_dead_periodic_task_makes_the_server_unready(hangs: bool) -> None:
    async def work() -> None:
        if hangs:
            await asyncio.sleep(60)
        raise ZeroDivisionError

    metrics = Metrics()
    supervised = PeriodicTasks(metrics, SYSTEM_CLOCK)
    supervised.every(0.01, "sweeping", work, late=0.05)
    assert await supervised.trouble() == ""
    await asyncio.sleep(0.1)
    assert await supervised.trouble() == "What should happen all the time no longer does: sweeping."
    assert "rumpus_rounds_late 1\n" in metrics.text()
    await supervised.close()


@asynchronous
async def test_the_time_of_periodic_runs_on_the_loop_is_in_the_metrics() -> None:
    clock, metrics = FixedClock(), Metrics()
    periodic = PeriodicTasks(metrics, clock)
    runs = 0

    async def run() -> None:
        nonlocal runs
        runs += 1
        clock.seconds += 1
        await asyncio.sleep(0)
        clock.seconds += 2
        if runs > 1:
            raise RumpusError("The store does not answer.")

    periodic.every(0.001, "upkeep", run)
    while runs < 3:
        await asyncio.sleep(0.001)
    await periodic.close()
    times = metrics.loop["upkeep"]
    assert times.count >= 2, "failed runs count too"
    assert times.seconds == 2 * times.count
