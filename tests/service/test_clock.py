"""A machine whose clock leaps: it is said, waited out, and neither tables nor games are lost by it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rumpus.service.housekeeping import DAY_MS, Housekeeping
from rumpus.service.runtime.clock import HOUR_MS, ServerClock
from rumpus.service.runtime.environment import SYSTEM_CLOCK
from rumpus.service.store import Store, health
from rumpus.service.tables.turns import TurnScheduler
from rumpus.table.entries import Began, Clock, Made, Named, Place, Woke
from tests.service.test_moves import Parts, play
from tests.service.test_stores import LISTING, with_store

START = 1_700_000_000_000


class Machine:
    """A clock source under control, in milliseconds."""

    def __init__(self) -> None:
        self.wall = START
        self.steady = 5_000_000

    def passes(self, milliseconds: int) -> None:
        self.wall += milliseconds
        self.steady += milliseconds

    def wall_ms(self) -> int:
        return self.wall

    def monotonic(self) -> float:
        return self.steady / 1000

    def thread_time(self) -> float:
        return 0.0

    async def sleep(self, seconds: float) -> None:
        await SYSTEM_CLOCK.sleep(seconds)


@pytest.fixture
def machine() -> Machine:
    return Machine()


def test_small_differences_are_followed(machine: Machine) -> None:
    service = ServerClock(machine)
    machine.passes(1000)
    machine.wall += 400
    assert service.now() == machine.wall
    assert service.may_delete()


@pytest.mark.parametrize("leap", [2 * HOUR_MS, -2 * HOUR_MS, 100 * DAY_MS])
def test_a_jump_is_logged_and_accepted_after_an_hour(
    machine: Machine, leap: int, caplog: pytest.LogCaptureFixture
) -> None:
    service = ServerClock(machine)
    machine.wall += leap
    assert service.now() == START
    machine.passes(HOUR_MS - 1)
    assert service.now() == START + HOUR_MS - 1
    assert not service.may_delete()
    assert not service.accept_jump()
    machine.passes(1)
    assert service.accept_jump()
    assert service.now() == machine.wall
    assert service.may_delete()
    assert [record.message for record in caplog.records] == [
        "the clock has leapt; that is waited out for an hour",
        "the clock's leap is believed now",
    ]


def test_a_clock_that_is_put_right_again_was_never_wrong(machine: Machine) -> None:
    service = ServerClock(machine)
    machine.wall += 2 * HOUR_MS
    service.now()
    machine.passes(1000)
    machine.wall -= 2 * HOUR_MS
    assert service.now() == START + 1000 == machine.wall
    assert not service.may_delete()
    machine.passes(HOUR_MS)
    assert service.now() == machine.wall
    assert service.may_delete()


def test_at_the_start_time_goes_on_from_the_newest_entry(machine: Machine) -> None:
    service = ServerClock(machine)
    service.start_after(START + 2 * HOUR_MS)
    assert service.now() == START + 2 * HOUR_MS
    machine.passes(HOUR_MS)
    assert service.accept_jump()
    assert service.now() == machine.wall
    ahead = ServerClock(machine)
    ahead.start_after(START - 100 * DAY_MS)
    assert ahead.now() == machine.wall
    assert ahead.safe_now() == START - 100 * DAY_MS, "nothing is taken to be old that was new when the server ended"
    assert not ahead.may_delete()
    machine.passes(HOUR_MS)
    assert ahead.may_delete()
    assert ahead.safe_now() == START - 100 * DAY_MS + HOUR_MS


def test_a_clock_that_was_set_back_a_little_before_the_start_does_not_stand(machine: Machine) -> None:
    """Entries never go back in time: with the machine's own time, clocks would stand until it has caught up."""
    service = ServerClock(machine)
    service.start_after(START + 30_000)
    assert service.now() == START + 30_000
    machine.passes(1000)
    assert service.now() == START + 31_000


def test_a_silent_store_is_an_interruption_although_no_clock_runs_here(tmp_path: Path, machine: Machine) -> None:
    """A table may be opened here right after an outage."""

    async def scenario(parts: Parts) -> None:
        watching = housekeeping(parts).turns.health
        silent = False
        parts.store.is_silent = lambda: silent  # type: ignore[method-assign]
        watching.begin()
        for second in range(6):
            machine.passes(1000)
            silent = second < 5
            await watching.watch(probe=False)
        assert watching.interrupted_since(machine.wall - 5000)
        assert not watching.interrupted_since(machine.wall)

    play(tmp_path, scenario, clock=machine)


def test_the_store_knows_when_it_was_last_written_to(tmp_path: Path, database: str) -> None:
    async def scenario(store: Store) -> None:
        assert await store.newest() == 0
        for frame in (START, START + 5, START + 1):
            await store.append(f"table{frame}", 0, [Began()], frame, LISTING)
        assert await store.newest() == START + 5
        await store.append(f"table{START}", 1, [Began()], START + 7, None)  # too soon for a touch
        assert await store.newest() == START + 7

    with_store(str(tmp_path / "tables.db"), scenario)
    with_store(database, scenario)


def test_a_server_whose_clock_is_wrong_follows_that_of_its_store(machine: Machine) -> None:
    service = ServerClock(machine)
    machine.wall += 1_000_000  # ... and then it is started again
    service.follow(START + 20)
    service.start_after(START + 10)
    assert service.now() == START + 20
    assert not service.has_jumped()
    machine.passes(HOUR_MS)
    assert service.now() == START + 20 + HOUR_MS
    assert service.may_delete()


def test_all_servers_of_a_database_share_its_clock(tmp_path: Path, database: str) -> None:
    async def shared(store: Store) -> None:
        told = await store.shared_time()
        assert told is not None
        assert abs(told - SYSTEM_CLOCK.wall_ms()) < 60_000

    async def alone(store: Store) -> None:
        assert await store.shared_time() is None

    with_store(database, shared)
    with_store(str(tmp_path / "tables.db"), alone)


def test_a_jump_of_one_of_several_servers_ends_at_the_next_beat(
    tmp_path: Path, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(parts: Parts) -> None:
        async def shared_time() -> int:
            return START + machine.steady - began

        monkeypatch.setattr(parts.store, "shared_time", shared_time)
        began = machine.steady
        machine.wall += 100 * DAY_MS
        machine.passes(1000)
        clock = parts.tables.clock
        assert clock.has_jumped()
        await housekeeping(parts).beat()
        assert not clock.has_jumped()
        assert clock.now() == START + 1000

    play(tmp_path, scenario, clock=machine)


def test_the_time_before_a_server_began_is_on_nobodys_clock(tmp_path: Path, machine: Machine) -> None:
    """No server may have run in it; and the one that wrote the last entry may have another clock."""

    async def scenario(parts: Parts) -> None:
        live = await parts.table(clock=Clock("game", 600))
        machine.passes(1500)
        turns = housekeeping(parts).turns
        turns.health.begin()
        async with live.lock:
            assert await parts.tables.append(live, [Named(0, "Ann B.")])
        written = [page.entry for page in await parts.store.read(live.table.id)][-2:]
        assert written == [Woke(), Named(0, "Ann B.")]
        assert max(live.table.clocks.true.used) == 0

    play(tmp_path, scenario, clock=machine)


def housekeeping(parts: Parts) -> Housekeeping:
    turns = parts.tables.listener
    assert isinstance(turns, TurnScheduler)
    return Housekeeping(parts.tables, turns, turns.health, 90)


def test_with_a_clock_ahead_nothing_is_deleted_and_unattended_tables_go_on(tmp_path: Path, machine: Machine) -> None:
    """Today's clock says that everything is a hundred days old."""

    async def scenario(parts: Parts) -> None:
        bots = [Place("bot", "Ada", bot="greedy"), Place("bot", "Bix", bot="greedy")]
        live = await parts.tables.create(Made("pigeons", 1, {}, "seed", bots, ""), [Began()])
        id = live.table.id
        await parts.until(lambda: live.table.stuck(0))
        parts.tables.unload(live)
        parts.tables.listener.table_written(id)
        machine.wall += 100 * DAY_MS  # and then it is started again
        parts.tables.clock.start_after(await parts.store.newest())
        upkeep = housekeeping(parts)
        await upkeep.turns.sweep()
        assert id in parts.tables.by_id
        await upkeep.beat()
        assert len(await parts.store.read(id)) > 0
        machine.passes(HOUR_MS)
        upkeep._beats = 0
        await upkeep.beat()
        assert len(await parts.store.read(id)) > 0, "it was new when the server ended"

    play(tmp_path, scenario, clock=machine)


def test_old_tables_are_still_forgotten(tmp_path: Path, machine: Machine) -> None:
    async def scenario(parts: Parts) -> None:
        live = await parts.table()
        id = live.table.id
        parts.tables.unload(live)
        machine.passes(91 * DAY_MS)
        await housekeeping(parts).beat()
        assert await parts.store.read(id) == []

    play(tmp_path, scenario, clock=machine)


@pytest.mark.parametrize("leap", [100 * DAY_MS, -100 * DAY_MS])
def test_nobody_loses_on_time_by_a_jump(
    tmp_path: Path, machine: Machine, leap: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "INTERRUPTION_MS", 1 << 60)  # nothing watches the store while the machine's time passes

    async def scenario(parts: Parts) -> None:
        live = await parts.table(clock=Clock("move", DAY_MS // 1000))
        table = live.table
        upkeep = housekeeping(parts)
        kept = upkeep.turns._pending[table.id]

        async def ring() -> None:
            await parts.until(lambda: kept.leased)
            await upkeep.turns._on_deadline(live, kept)
            await upkeep.beat()
            await upkeep.turns._on_deadline(live, kept)

        machine.wall += leap
        await ring()
        machine.passes(HOUR_MS)
        await ring()
        assert parts.tables.clock.now() == machine.wall, "it is believed"
        await ring()
        assert table.decided == [0, 0]
        woke = [page.when for page in await parts.store.read(table.id) if isinstance(page.entry, Woke)]
        assert woke == ([machine.wall] if leap > 0 else [])
        machine.passes(DAY_MS + (0 if leap > 0 else 100 * DAY_MS))
        await ring()
        assert table.decided == [1, 1], "time that really passed counts"

    play(tmp_path, scenario, clock=machine)
