"""Clocks in days: vacations, and nobody loses without having been notified."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from rumpus.service.notifications import vacations, watching
from rumpus.service.notifications.http import HttpTransport
from rumpus.service.service import GameService
from rumpus.service.tables import live as live_tables
from rumpus.table.entries import Moved, Paused, Woke
from tests.service.parts import FixedClock
from tests.service.people import Guest, run, serving_here
from tests.service.push_service import push_service
from tests.service.test_notifications import move, settled, subscribed
from tests.service.test_notifications_leak import drained
from tests.service.test_profiles import BENS, TOKEN_A, TOKEN_B, signed_up

DAY = 86_400
DAY1 = {"kind": "move", "seconds": DAY}
DAYS3 = {"kind": "move", "seconds": 3 * DAY}
OPEN = HttpTransport(private=True)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.database)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:{tmp_path / 'tables.db'}"
    return str(request.getfixturevalue("database"))


def wait(service: GameService, clock: FixedClock, seconds: float) -> None:
    """Lets time pass in which the store works."""
    clock.seconds += seconds
    clock.wall += round(1000 * seconds)
    service.health._worked_at = service.clock.now()


async def in_play(service: GameService, clock: dict[str, object]) -> tuple[Guest, Guest, str]:
    """A table of Ann and Ben, whose profile is signed in. Ben has bid and left; it is Ann's turn."""
    ann, ben = Guest(service), Guest(service)
    await signed_up(ann)
    await signed_up(ben, BENS, "Ben")
    chairs = [{"kind": "me"}, {"kind": "open"}]
    made = await ann.ask("make", game="pigeons", token=TOKEN_A, chairs=chairs, clock=clock)
    table = str(made["table"])
    await ann.ask("attach", table=table, token=TOKEN_A)
    await ben.ask("attach", table=table)
    assert (await ben.ask("sit", token=TOKEN_B))["is"] == "done"
    await drained(service)
    await move(ben)
    await ben.ask("detach")
    service.tables.by_id[table].loaded_at -= 100
    return ann, ben, table


async def entries(service: GameService, table: str, kind: type) -> list[object]:
    return [stored.entry for stored in await service.store.read(table) if isinstance(stored.entry, kind)]


async def ring(service: GameService, table: str, kind: type, count: int) -> None:
    """Lets the alarm ring that is due, and waits for so many entries."""
    service.turns.table_changed(service.tables.by_id[table])
    while len(await entries(service, table, kind)) < count:
        await asyncio.sleep(0.01)


def test_nobody_loses_on_time_before_a_notification_was_sent(url: str) -> None:
    clock = FixedClock()

    async def scenario() -> None:
        async with push_service() as pushes, serving_here(url, clock, OPEN) as service:
            ann, ben, table = await in_play(service, DAY1)
            await subscribed(ben, pushes, "ben")
            pushes.refuse("/push/ben", 503)
            await move(ann)
            await pushes.until(1)
            while not await service.store.query("SELECT 1 FROM rumpus_target WHERE failures > 0"):
                await asyncio.sleep(0.01)
            await drained(service)
            wait(service, clock, DAY + 1)
            before = service.clock.now()
            await move(ann)
            await ring(service, table, Paused, 1)
            [paused] = await entries(service, table, Paused)
            assert isinstance(paused, Paused)
            assert (paused.seat, paused.vacation) == (1, False)
            assert 0 <= paused.until - watching.SPARED_MS - before < 60_000
            pushes.refuse("/push/ben", 201)
            assert service.delivery is not None
            await service.delivery.poll()
            await pushes.until(2)
            await settled(service)
            wait(service, clock, watching.SPARED_MS / 1000 + 1)
            await ring(service, table, Moved, 4)
            assert [entry.by for entry in await entries(service, table, Moved)][-1] == "clock"  # type: ignore[attr-defined]

    run(scenario())


def test_whoever_looked_at_the_table_long_ago_is_told_before_it_loses(url: str) -> None:
    clock = FixedClock()

    async def scenario() -> None:
        async with push_service() as pushes, serving_here(url, clock, OPEN) as service:
            ann, ben, table = await in_play(service, DAY1)
            await subscribed(ben, pushes, "ben")
            await ben.ask("attach", table=table)
            await move(ann)
            await drained(service)
            wait(service, clock, 600)
            await ben.ask("detach")
            await drained(service)
            assert pushes.delivered == []
            wait(service, clock, DAY)
            await ring(service, table, Paused, 1)
            await pushes.until(1, "ben")
            await settled(service)
            wait(service, clock, watching.SPARED_MS / 1000 + 1)
            await ring(service, table, Moved, 3)
            assert len(pushes.delivered) == 1

    run(scenario())


@pytest.mark.parametrize("refuses", [False, True])
def test_whoever_wants_no_notifications_loses_on_time(url: str, refuses: bool) -> None:
    clock = FixedClock()

    async def scenario() -> None:
        async with push_service() as pushes, serving_here(url, clock, OPEN) as service:
            ann, ben, table = await in_play(service, DAYS3)
            if refuses:
                await subscribed(ben, pushes, "ben")
                await ben.ask("notifications_change", turn=False)
            await move(ann)
            await drained(service)
            wait(service, clock, 3 * DAY + 1)
            await ring(service, table, Moved, 3)
            assert await entries(service, table, Paused) == []

    run(scenario())


@pytest.mark.parametrize("away_days", [0, 2])
def test_a_restart_takes_and_gives_no_days(tmp_path: Path, away_days: int) -> None:
    """Only if servers were away, nobody loses before as much time has passed again."""
    clock, url = FixedClock(2 * 10**12), str(tmp_path / "t.db")

    async def scenario() -> None:
        async with serving_here(url, clock) as service:
            ann, _, table = await in_play(service, DAYS3)
            await move(ann)
            due = service.tables.by_id[table].table.clocks.deadline(1)
            assert due is not None
            wait(service, clock, 2 * DAY)
            await service.store.touch([table], service.clock.now())
        clock.seconds, clock.wall = clock.seconds + away_days * DAY, clock.wall + away_days * DAY * 1000
        async with serving_here(url, clock) as service:
            ann = Guest(service)
            await ann.ask("attach", table=table, token=TOKEN_A)
            assert (await ann.ask("name", name="Anna"))["is"] == "done"
            await drained(service)
            clocks = service.tables.by_id[table].table.clocks
            assert clocks.deadline(1) == due
            wait(service, clock, DAY + 1)
            if away_days:
                await ring(service, table, Paused, 1)
                paused = clocks.deadline(1)
                assert paused is not None
                assert abs(service.clock.now() + DAY * 1000 - paused) < 60_000
                wait(service, clock, DAY + 1)
            await ring(service, table, Moved, 3)
            assert await entries(service, table, Woke) == []

    run(scenario())


def test_time_runs_out_at_more_tables_than_memory_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_tables, "MAX_UNWATCHED_TABLES", 3)
    clock = FixedClock(2 * 10**12)

    async def scenario() -> None:
        async with serving_here(str(tmp_path / "t.db"), clock) as service:
            tables: list[str] = []
            for _ in range(8):
                ann, ben, table = await in_play(service, DAY1)
                ann.leave()
                ben.leave()
                tables.append(table)
                await drained(service)
            wait(service, clock, DAY + 1)
            while not all([len(await entries(service, table, Moved)) > 1 for table in tables]):
                for one in list(service.tables.by_id.values()):
                    service.turns.table_changed(one)
                await asyncio.sleep(0.05)
                await service.turns.sweep()
                assert len(service.tables.by_id) <= 4

    run(scenario())


@pytest.mark.parametrize("told", [True, False])
def test_a_vacation_stops_clocks_of_days_and_ends_early(url: str, told: bool) -> None:
    """Not `told`: the server died before it wrote to the tables. They follow when time has run out."""
    clock = FixedClock()

    async def scenario() -> None:
        async with serving_here(url, clock, OPEN) as service:
            ann, ben, table = await in_play(service, DAYS3)
            await move(ann)
            live = service.tables.by_id[table]
            due = live.table.clocks.deadline(1)
            assert due is not None
            now = service.clock.now()
            assert 0 <= now + 3 * DAY * 1000 - due < 60_000
            wait(service, clock, DAY)
            if not told:
                service.requests.notifications.vacations._tell_tables = lambda profile, now: asyncio.sleep(0)  # type: ignore[method-assign]
            answer = await ben.ask("vacation", days=10)
            assert answer["vacation_days"] == 20
            until = answer["vacation"]
            assert 0 <= service.clock.now() + 10 * DAY * 1000 - until < 60_000
            await drained(service)
            if not told:
                wait(service, clock, 2 * DAY + 1)
                await ring(service, table, Paused, 1)
            shift = live.table.clocks.deadline(1) - due  # type: ignore[operator]
            assert abs(shift - 10 * DAY * 1000) < 60_000
            assert live.table.clocks.face(1, 0)[1] == due + shift
            assert await ben.refused("vacation", days=1) == vacations.RUNNING
            if told:
                wait(service, clock, 4 * DAY)
                assert (await ben.ask("vacation", days=0))["vacation_days"] == 26
                await drained(service)
                shift = live.table.clocks.deadline(1) - due  # type: ignore[operator]
                assert abs(shift - 4 * DAY * 1000) < 60_000
                await ann.hear()
                assert "Ben is back from vacation." in str(ann.heard[-1]["log"])
                why = await ben.refused("vacation", days=27)
                assert why == "A vacation of 27 days is too long: 26 of 30 days a year are left."
                assert (await ben.ask("vacation", days=0))["vacation_days"] == 26

    run(scenario())


def test_a_vacation_counts_as_a_day_at_least(url: str) -> None:
    """Otherwise somebody could fill the logs of others with vacations."""

    async def scenario() -> None:
        async with serving_here(url, transport=OPEN) as service:
            ben = Guest(service)
            await signed_up(ben, BENS, "Ben")
            for left in (29, 28, 27):
                assert (await ben.ask("vacation", days=1))["vacation_days"] == left
                assert (await ben.ask("vacation", days=0))["vacation_days"] == left

    run(scenario())


def test_a_clock_of_minutes_knows_no_vacation(tmp_path: Path) -> None:
    clock = FixedClock()

    async def scenario() -> None:
        async with serving_here(str(tmp_path / "t.db"), clock, OPEN) as service:
            ann, ben, table = await in_play(service, {"kind": "move", "seconds": 3600})
            await move(ann)
            await ben.ask("vacation", days=10)
            await drained(service)
            wait(service, clock, 3601)
            await ring(service, table, Moved, 3)
            assert await entries(service, table, Paused) == []

    run(scenario())


@pytest.mark.parametrize(("seconds", "fits"), [(0, False), (5, True), (30 * DAY, True), (315_360_000, False)])
def test_clocks_of_no_time_or_ten_years_are_refused(tmp_path: Path, seconds: int, fits: bool) -> None:
    async def scenario() -> None:
        async with serving_here(str(tmp_path / "t.db")) as service:
            ask = {"game": "pigeons", "token": TOKEN_A, "chairs": [{"kind": "me"}, {"kind": "open"}]}
            answer = await Guest(service).ask("make", **ask, clock={"kind": "move", "seconds": seconds})
            assert (answer["is"] == "made") == fits
            if not fits:
                why = f"A clock of {seconds} seconds is not possible. Choose from 5 seconds to 30 days."
                assert (answer["why"], answer["about"]) == (why, "clock")

    run(scenario())
