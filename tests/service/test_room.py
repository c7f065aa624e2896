"""What is in memory stays bounded, whatever strangers leave behind, and nothing is lost by it."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from pathlib import Path
from weakref import ref

import pytest

from rumpus.core.position import Move, Seat
from rumpus.service.housekeeping import BEAT_SECONDS
from rumpus.service.runtime import protocol as m
from rumpus.service.tables import live, replays
from rumpus.service.tables.live import LiveTable
from rumpus.service.tables.presence import Visitor
from rumpus.service.tables.replays import CachedReplay, ReplayCache
from rumpus.service.tables.turns import TurnScheduler
from rumpus.table.entries import Began, Made, Place
from rumpus.table.table import Table
from tests.service.test_clock import housekeeping
from tests.service.test_moves import Parts, play

BOTS = [Place("bot", "Ada", bot="greedy"), Place("bot", "Bix", bot="greedy")]


async def bots_alone(parts: Parts) -> LiveTable:
    return await parts.tables.create(Made("pigeons", 1, {}, "seed", BOTS, ""), [Began()])


async def left_alone(parts: Parts) -> LiveTable:
    people = [Place("person", name, "") for name in ("Ann", "Bob")]
    return await parts.tables.create(Made("pigeons", 1, {}, "seed", people, ""), [Began()])


@pytest.fixture
def room_for_three(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MAX_UNWATCHED_TABLES", 3)


@pytest.fixture
def unsearched() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("room_for_three")
def test_of_tables_nobody_is_at_only_the_last_stay_in_memory_and_none_that_somebody_is_at(tmp_path: Path) -> None:
    async def scenario(parts: Parts) -> None:
        watched = await parts.table()
        made = [await left_alone(parts) for _ in range(5)]
        assert list(parts.tables.by_id.values()) == [watched, *made[2:]]
        await parts.requests.answer(Visitor("elsewhere"), m.Attach(table=made[2].table.id))
        again = await parts.tables.open(made[0].table.id)
        assert set(parts.tables.by_id.values()) == {watched, *made[2:], again}

    play(tmp_path, scenario)


@pytest.mark.usefixtures("unsearched")
def test_a_table_that_is_put_away_leaves_memory_at_once(tmp_path: Path) -> None:
    async def scenario(parts: Parts) -> None:
        table = await parts.table()
        for visitor in parts.visitors:
            parts.requests.leave(visitor)
        parts.tables.unload(table)
        gone = ref(table)
        del table
        await asyncio.sleep(0)
        assert gone() is None, "it waits for the next search through all of memory"

    play(tmp_path, scenario)


@pytest.mark.usefixtures("unsearched")
def test_what_points_at_itself_leaves_memory_within_a_minute(tmp_path: Path) -> None:
    class Knot:
        def __init__(self) -> None:
            self.itself = self

    async def scenario(parts: Parts) -> None:
        gone = ref(Knot())
        upkeep = housekeeping(parts)
        for _ in range(int(60 / BEAT_SECONDS)):
            await upkeep.beat()
        assert gone() is None

    play(tmp_path, scenario)


@pytest.mark.usefixtures("room_for_three")
def test_abandoned_tables_are_closed_at_the_next_beat(tmp_path: Path) -> None:
    async def scenario(parts: Parts) -> None:
        left = await parts.table()
        made = [await left_alone(parts) for _ in range(3)]
        for visitor in parts.visitors:
            parts.requests.leave(visitor)
        await housekeeping(parts).beat()
        assert list(parts.tables.by_id.values()) == [left, *made[1:]]
        assert parts.tables.metrics.counts.get("table_failures") is None

    play(tmp_path, scenario)


@pytest.mark.usefixtures("room_for_three")
def test_a_table_of_bots_that_had_no_room_goes_on_when_there_is_some(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(parts: Parts) -> None:
        thought = asyncio.Event()

        async def decide(table: Table, seat: Seat, bot: str, address: str) -> Move:
            await thought.wait()
            assert table.match is not None
            return table.match.position.moves(seat)[0]

        monkeypatch.setattr(parts.bots, "decide", decide)
        turns = parts.tables.listener
        assert isinstance(turns, TurnScheduler)
        made = []
        for _ in range(5):
            made.append(await bots_alone(parts))
            await parts.until(lambda: not turns.may_evict(made[-1]))
        ids = {table.table.id for table in made}
        await turns.sweep()
        assert set(parts.tables.by_id) == ids - {made[0].table.id, made[1].table.id}, "there is no room yet"
        thought.set()
        for table in made[2:]:
            await parts.until(lambda table=table: table.table.state == "over" and turns.may_evict(table))  # type: ignore[misc]
            parts.tables.unload(table)
        await turns.sweep()
        assert set(parts.tables.by_id) == {made[0].table.id, made[1].table.id}
        for id in list(parts.tables.by_id):
            again = parts.tables.by_id[id]
            await parts.until(lambda again=again: again.table.state == "over")  # type: ignore[misc]

    play(tmp_path, scenario)


def test_tables_that_are_over_are_no_longer_remembered_as_waiting(tmp_path: Path) -> None:
    async def scenario(parts: Parts) -> None:
        turns = parts.tables.listener
        assert isinstance(turns, TurnScheduler)
        table = await bots_alone(parts)
        await parts.until(lambda: table.table.stuck(0) and turns.may_evict(table))
        parts.tables.unload(table)
        await turns.sweep()
        assert turns._resting == {table.table.id}, "its bot has failed, so it waits for a person"
        await parts.store.delete_untouched(1 << 60)
        await turns.sweep()
        assert turns._resting == set()

    play(tmp_path, scenario)


def test_a_bots_turn_that_could_not_be_written_keeps_its_table_until_it_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(parts: Parts) -> None:
        turns = parts.tables.listener
        assert isinstance(turns, TurnScheduler)
        written = parts.tables.append
        failed = asyncio.Event()

        async def append(*_: object) -> bool:
            failed.set()
            raise OSError("the disk is full")

        monkeypatch.setattr(parts.tables, "append", append)
        table = await bots_alone(parts)
        await failed.wait()
        await parts.until(lambda: not turns._pending[table.table.id].bot_turns)
        assert not turns.may_evict(table), "it does not count as waiting for a person"
        monkeypatch.setattr(parts.tables, "append", written)
        await parts.until(lambda: table.table.stuck(0))

    play(tmp_path, scenario)


def test_the_replay_cache_is_bounded_in_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "REPLAY_CACHE_BYTES", 1000)
    cache = ReplayCache()
    for number in range(5):
        cache.put((f"table {number}", None, False), CachedReplay(b"a", [b"x" * 200] * 2))
        assert cache.find(("table 0", None, False), b"a") is not None, "whoever is asked for stays"
        assert cache.size <= 1000
    assert cache.find(("table 3", None, False), b"a") is None
    assert cache.find(("table 4", None, False), b"a") is not None
    assert cache.find(("table 4", None, False), b"b") is None, "somebody has noticed more since"
    cache.put(("table 4", None, False), CachedReplay(b"b", [b"x" * 100]))
    assert cache.size == 500
    cache.put(("table 5", None, False), CachedReplay(b"a", [b"x" * 2000]))
    assert cache.size == 0
