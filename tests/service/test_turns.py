"""Leases and clocks of tables that several processes hold: what another one does changes nothing for players."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from rumpus.core.position import Move, Seat
from rumpus.service.housekeeping import IDLE_SECONDS
from rumpus.service.store.health import INTERRUPTION_MS
from rumpus.service.tables.live import NEWS_MS
from rumpus.service.tables.turns import TurnScheduler
from rumpus.table.entries import Began, Clock, Made, Named, Place, Woke
from rumpus.table.table import Table
from tests.service.test_clock import Machine, housekeeping
from tests.service.test_moves import Parts, play
from tests.service.test_room import bots_alone

PEOPLE = [Place("person", name) for name in ("Ann", "Bob")]


async def no_lease(_table: str) -> bool:
    return False


def test_an_interruption_is_on_nobodys_clock_although_another_process_has_written_since(tmp_path: Path) -> None:
    machine = Machine()

    async def scenario(parts: Parts) -> None:
        live = await parts.table(clock=Clock("game", 600))
        machine.passes(INTERRUPTION_MS + 1)  # this process was paused until now
        await housekeeping(parts).turns.health.watch(probe=False)
        machine.passes(500)
        await parts.store.append(live.table.id, live.table.seq + 1, [Named(1, "Bob B.")], machine.wall, None)
        async with live.lock:
            await parts.tables.catch_up(live)
            machine.passes(500)
            assert await parts.tables.append(live, [Named(0, "Ann B.")])
        written = [page.entry for page in await parts.store.read(live.table.id)][-3:]
        assert written == [Named(1, "Bob B."), Woke(), Named(0, "Ann B.")]

    play(tmp_path, scenario, clock=machine)


@pytest.mark.parametrize("opened", [False, True])
def test_a_slow_commit_of_a_new_table_is_on_nobodys_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opened: bool
) -> None:
    """`opened`: somebody opens the table before its maker hears of the commit."""
    machine = Machine()

    async def scenario(parts: Parts) -> None:
        made = Made("pigeons", 1, {}, "seed", PEOPLE, "", clock=Clock("game", 600))
        append = parts.store.append

        async def slow_append(*given: Any) -> bool:
            for _ in range(5):  # no interruption: other statements are answered
                machine.passes(1000)
                await housekeeping(parts).turns.health.watch(probe=False)
            written = await append(*given)
            if opened:
                await parts.tables.open(str(given[0]))
            return written

        monkeypatch.setattr(parts.store, "append", slow_append)
        live = await parts.tables.create(made, [Began()])
        monkeypatch.setattr(parts.store, "append", append)
        async with live.lock:
            assert await parts.tables.append(live, [Named(0, "Ann B.")])
        written = [page.entry for page in await parts.store.read(live.table.id)]
        assert Woke() in written
        assert live.table.clocks.true.since[0] == machine.wall

    play(tmp_path, scenario, clock=machine)


def test_a_move_at_a_new_table_whose_slow_commit_is_not_answered_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine()

    async def scenario(parts: Parts) -> None:
        append = parts.store.append
        committed, answered = asyncio.Event(), asyncio.Event()

        async def slow_append(*given: Any) -> bool:
            machine.passes(5000)
            await housekeeping(parts).turns.health.watch(probe=False)
            written = await append(*given)
            committed.set()
            await answered.wait()
            return written

        monkeypatch.setattr(parts.store, "lease", no_lease)
        monkeypatch.setattr(parts.store, "append", slow_append)
        made = Made("pigeons", 1, {}, "seed", PEOPLE, "", clock=Clock("game", 600))
        creating = asyncio.create_task(parts.tables.create(made, [Began()]))
        await committed.wait()
        monkeypatch.setattr(parts.store, "append", append)
        (id,) = parts.tables._creating
        live = await parts.tables.open(id)
        async with live.lock:
            assert await parts.tables.append(live, [Named(0, "Ann B.")])
        assert [page.entry for page in await parts.store.read(id)][-2:] == [Woke(), Named(0, "Ann B.")]
        answered.set()
        assert await creating is live
        assert not live.late
        assert not parts.tables._creating

    play(tmp_path, scenario, clock=machine)


@pytest.mark.parametrize("news_first", [False, True])
def test_a_slow_commit_of_another_process_is_on_nobodys_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, news_first: bool
) -> None:
    """The table is loaded only after the commit, before or after its news: its journal does not tell of the delay."""
    machine = Machine()

    async def scenario(parts: Parts) -> None:
        monkeypatch.setattr(parts.store, "lease", no_lease)
        live = await parts.table(clock=Clock("game", 600))
        id, seq = live.table.id, live.table.seq + 1
        parts.tables.unload(live)
        dated = machine.wall
        for _ in range(5):  # no interruption here: the other process alone waits for its commit
            machine.passes(1000)
            await housekeeping(parts).turns.health.watch(probe=False)
        assert await parts.store.append(id, seq, [Named(1, "Bob B.")], dated, None)
        if news_first:
            parts.tables.written({id: seq})
        live = await parts.tables.open(id)
        if not news_first:
            parts.tables.written({id: seq})
        async with live.lock:
            assert await parts.tables.append(live, [Named(0, "Ann B.")])
        written = [page.entry for page in await parts.store.read(id)][-3:]
        assert written == [Named(1, "Bob B."), Woke(), Named(0, "Ann B.")]

    play(tmp_path, scenario, clock=machine)


def test_news_that_arrives_at_once_skips_no_clock_and_is_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine()

    async def scenario(parts: Parts) -> None:
        monkeypatch.setattr(parts.store, "lease", no_lease)
        live = await parts.table(clock=Clock("game", 600))
        id, seq = live.table.id, live.table.seq + 1
        parts.tables.unload(live)
        assert await parts.store.append(id, seq, [Named(1, "Bob B.")], machine.wall, None)
        parts.tables.written({id: seq})
        for _ in range(5):
            machine.passes(1000)
            await housekeeping(parts).turns.health.watch(probe=False)
        live = await parts.tables.open(id)
        async with live.lock:
            assert await parts.tables.append(live, [Named(0, "Ann B.")])
        assert [page.entry for page in await parts.store.read(id)][-2:] == [Named(1, "Bob B."), Named(0, "Ann B.")]
        machine.passes(NEWS_MS)
        parts.tables.written({"another": 0})
        assert list(parts.tables._news) == ["another"]

    play(tmp_path, scenario, clock=machine)


def test_an_idle_table_that_another_process_runs_is_unloaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine()

    async def scenario(parts: Parts) -> None:
        monkeypatch.setattr(parts.store, "lease", no_lease)
        live = await parts.table(clock=Clock("game", 600))
        for visitor in parts.visitors:
            parts.requests.leave(visitor)
        machine.passes(round(IDLE_SECONDS * 1000) + 1)
        await housekeeping(parts).beat()
        assert live.table.id not in parts.tables.by_id

    play(tmp_path, scenario, clock=machine)


def test_a_table_stays_in_memory_while_a_bot_decides_for_somebody_out_of_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine()

    async def scenario(parts: Parts) -> None:
        asked, thought = asyncio.Event(), asyncio.Event()

        async def decide(table: Table, seat: Seat, bot: str, address: str) -> Move:
            asked.set()
            await thought.wait()
            assert table.match is not None
            return table.match.position.moves(seat)[0]

        monkeypatch.setattr(parts.bots, "decide", decide)
        live = await parts.table(clock=Clock("move", 5))
        for visitor in parts.visitors:
            parts.requests.leave(visitor)
        turns = housekeeping(parts).turns
        await parts.until(lambda: not turns.may_evict(live))
        for _ in range(6):  # no interruption
            machine.passes(1000)
            await turns.health.watch(probe=False)
        pending = turns._pending[live.table.id]
        pending.stop_alarm()
        deciding = asyncio.create_task(turns._on_deadline(live, pending))
        await asked.wait()
        assert not turns.may_evict(live), "without the table, nobody would go on"
        thought.set()
        await deciding
        assert live.table.decided != [0, 0]

    play(tmp_path, scenario, clock=machine)


def test_an_unloaded_table_goes_on_here_once_the_process_that_ran_it_has_died(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(parts: Parts) -> None:
        leased = parts.store.lease
        monkeypatch.setattr(parts.store, "lease", no_lease)
        turns = parts.tables.listener
        assert isinstance(turns, TurnScheduler)
        live = await bots_alone(parts)
        await parts.until(lambda: not turns._pending[live.table.id].leasing)
        parts.tables.unload(live)
        await turns.sweep()
        assert live.table.id not in parts.tables.by_id
        monkeypatch.setattr(parts.store, "lease", leased)
        await turns.sweep()
        assert live.table.id in parts.tables.by_id

    play(tmp_path, scenario)
