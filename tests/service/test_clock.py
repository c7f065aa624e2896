"""A machine whose clock leaps: it is said, waited out, and neither tables nor games are lost by it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rumpus.service.housekeeping import DAY, Upkeep, WriteProof
from rumpus.service.runtime import clock
from rumpus.service.runtime.clock import HOUR, HOUSE, HouseTime, now
from rumpus.service.store import Store
from rumpus.service.tables.turns import TurnKeeper
from rumpus.table.entries import Began, Clock, Made, Place, Woke
from tests.service.test_moves import Parts, play
from tests.service.test_stores import LISTING, with_store

START = 1_700_000_000_000


class Machine:
    """Its two clocks, in milliseconds."""

    def __init__(self) -> None:
        self.wall = START
        self.steady = 5_000_000

    def passes(self, milliseconds: int) -> None:
        self.wall += milliseconds
        self.steady += milliseconds


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    found = Machine()
    with monkeypatch.context() as patched:
        patched.setattr(clock, "_wall", lambda: found.wall)
        patched.setattr(clock, "_steady", lambda: found.steady)
        HOUSE.compare(0)
        yield found
    HOUSE.compare(0)


def test_small_differences_are_followed(machine: Machine) -> None:
    house = HouseTime()
    machine.passes(1000)
    machine.wall += 400
    assert house.now() == machine.wall
    assert house.settled()


@pytest.mark.parametrize("leap", [2 * HOUR, -2 * HOUR, 100 * DAY])
def test_a_leap_is_said_waited_out_and_believed_after_an_hour(
    machine: Machine, leap: int, caplog: pytest.LogCaptureFixture
) -> None:
    house = HouseTime()
    machine.wall += leap
    assert house.now() == START
    machine.passes(HOUR - 1)
    assert house.now() == START + HOUR - 1
    assert not house.settled()
    assert not house.believe()
    machine.passes(1)
    assert house.believe()
    assert house.now() == machine.wall
    assert house.settled()
    assert [record.message for record in caplog.records] == [
        "the clock has leapt; that is waited out for an hour",
        "the clock's leap is believed now",
    ]


def test_a_clock_that_is_put_right_again_was_never_wrong(machine: Machine) -> None:
    house = HouseTime()
    machine.wall += 2 * HOUR
    house.now()
    machine.passes(1000)
    machine.wall -= 2 * HOUR
    assert house.now() == START + 1000 == machine.wall
    assert not house.settled()
    machine.passes(HOUR)
    assert house.now() == machine.wall
    assert house.settled()


def test_at_the_start_time_goes_on_from_the_newest_entry(machine: Machine) -> None:
    house = HouseTime()
    house.compare(START + 2 * HOUR)
    assert house.now() == START + 2 * HOUR
    machine.passes(HOUR)
    assert house.believe()
    assert house.now() == machine.wall
    ahead = HouseTime()
    ahead.compare(START - 100 * DAY)
    assert ahead.now() == machine.wall
    assert ahead.surely() == START - 100 * DAY, "nothing is taken to be old that was new when the server ended"
    assert not ahead.settled()
    machine.passes(HOUR)
    assert ahead.settled()
    assert ahead.surely() == START - 100 * DAY + HOUR


def test_the_store_knows_when_it_was_last_written_to(tmp_path: Path, database: str) -> None:
    async def story(store: Store) -> None:
        assert await store.newest() == 0
        for moment in (START, START + 5, START + 1):
            await store.append(f"table{moment}", 0, [Began()], moment, LISTING)
        assert await store.newest() == START + 5

    with_store(str(tmp_path / "tables.db"), story)
    with_store(database, story)


def housekeeping(parts: Parts) -> Upkeep:
    keeper = parts.tables.listener
    assert isinstance(keeper, TurnKeeper)
    return Upkeep(parts.tables, keeper, WriteProof(parts.store), 90)


def test_with_a_clock_ahead_nothing_is_deleted_and_unattended_tables_go_on(tmp_path: Path, machine: Machine) -> None:
    """Today's clock says that everything is a hundred days old."""

    async def story(parts: Parts) -> None:
        bots = [Place("bot", "Ada", bot="greedy"), Place("bot", "Bix", bot="greedy")]
        live = await parts.tables.create(Made("pigeons", 1, {}, "seed", bots, ""), [Began()])
        id = live.table.id
        await parts.until(lambda: live.table.stuck(0))
        parts.tables.put_away(live)
        parts.tables.listener.stirred(id)
        machine.wall += 100 * DAY  # and then it is started again
        HOUSE.compare(await parts.store.newest())
        upkeep = housekeeping(parts)
        await upkeep.keeper.sweep()
        assert id in parts.tables.lives
        await upkeep.beat()
        assert len(await parts.store.read(id)) > 0
        machine.passes(HOUR)
        upkeep._beats = 0
        await upkeep.beat()
        assert len(await parts.store.read(id)) > 0, "it was new when the server ended"

    play(tmp_path, story)


def test_old_tables_are_still_forgotten(tmp_path: Path, machine: Machine) -> None:
    async def story(parts: Parts) -> None:
        live = await parts.table()
        id = live.table.id
        parts.tables.put_away(live)
        machine.passes(91 * DAY)
        await housekeeping(parts).beat()
        assert await parts.store.read(id) == []

    play(tmp_path, story)


@pytest.mark.parametrize("leap", [100 * DAY, -100 * DAY])
def test_nobody_loses_on_time_by_a_leap(tmp_path: Path, machine: Machine, leap: int) -> None:
    async def story(parts: Parts) -> None:
        live = await parts.table(clock=Clock("move", DAY // 1000))
        table = live.table
        upkeep = housekeeping(parts)
        kept = upkeep.keeper._kept[table.id]

        async def ring() -> None:
            """As when the alarm goes off just now."""
            await parts.until(lambda: kept.leased)
            await upkeep.keeper._time_is_up(live, kept)
            await upkeep.beat()
            await upkeep.keeper._time_is_up(live, kept)

        machine.wall += leap
        await ring()
        machine.passes(HOUR)
        await ring()
        assert now() == machine.wall, "it is believed"
        await ring()
        assert table.decided == [0, 0]
        woke = [page.when for page in await parts.store.read(table.id) if isinstance(page.entry, Woke)]
        assert woke == ([machine.wall] if leap > 0 else [])
        machine.passes(DAY + (0 if leap > 0 else 100 * DAY))
        await ring()
        assert table.decided == [1, 1], "time that really passed counts"

    play(tmp_path, story)
