"""Bots stay at their tables: their players, their processes, and what is lost when one of these is lost."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest

from rumpus.client import Client, Remote
from rumpus.core.catalogue import find_game
from rumpus.core.errors import RumpusError, UnknownName
from rumpus.core.game import Game
from rumpus.core.info_state import InfoState
from rumpus.core.position import Move, Seat
from rumpus.core.rng import SeededRng
from rumpus.core.system import processes
from rumpus.players import Player
from rumpus.players.search import SearchPlayer
from rumpus.players.search_text import Budget
from rumpus.service.bots import pool as bots
from rumpus.service.bots import worker
from rumpus.service.bots.pool import HALF_LIFE_SECONDS, BotJob, BotPool, BotProcess, GaveUp, JobKind, UsageMeter
from rumpus.service.bots.process import own_processes
from rumpus.service.bots.worker import BotQuestion, PlayerCache, question_for
from rumpus.table.entries import Began, Made, Moved, Place, UndoAnswered, UndoAsked
from rumpus.table.seats import fingerprint
from rumpus.table.table import Table
from rumpus.terminal.remote import RemoteSession
from rumpus.testing import title
from rumpus.testing.server import START_SECONDS
from tests.catalogue import GAMES
from tests.service.parts import FixedClock
from tests.web.fault_injector import install_stumbler
from tests.web.local_server import LocalServer, alive, children_of, serving
from tests.web.test_live import asynchronous, play_out, run, until

BOT = "search:40"
Answer = TypeVar("Answer")


def table_of(game: Game, id: str = "abcdefgh") -> Table:
    options = game.options()
    places = [Place("person", f"P{seat}", fingerprint(f"secret {seat}")) for seat in range(game.seats(options))]
    table = Table(id, game, Made(game.name, game.version, {}, f"seed of {id}", places, ""), 1000)
    table.take(Began(), 2000)
    return table


def first_to_act(table: Table) -> Seat:
    assert table.match is not None
    return table.match.position.to_act()[0]


def with_pool(processes: int, scenario: Any) -> None:
    async def whole() -> None:
        pool = BotPool(own_processes(processes))
        try:
            await pool.warm()
            await scenario(pool)
        finally:
            await pool.close()

    run(whole())


# --- what is asked of a bot's process, besides thinking ---


def players_of(table: str) -> list[tuple[int, bool]]:
    """Per cached player of a table: its epoch, and True if it reused its tree."""
    return [
        (key[3], isinstance(player := worker.PLAYERS.players.get(key), SearchPlayer) and player.reused_tree)
        for key in worker.PLAYERS.players
        if key[0] == table
    ]


def die_once(mark: Path) -> int:
    if not mark.exists():
        mark.write_text("died")
        os.kill(os.getpid(), signal.SIGKILL)
    return os.getpid()


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


async def at(pool: BotPool, process: BotProcess, work: Callable[[], Answer], address: str = "somebody") -> Answer:
    while process.busy:
        await asyncio.sleep(0.01)
    return await pool.run(BotJob(work, address, bound=process, fallback=elsewhere))


def elsewhere() -> Any:
    raise AssertionError("this was meant for another process")


async def pids(pool: BotPool) -> list[int]:
    return [await at(pool, process, os.getpid) for process in pool.processes]


def eat(megabytes: int) -> int:
    return len(bytearray(megabytes << 20))


# --- players ---


def test_a_bot_builds_on_its_tree_from_one_decision_to_the_next() -> None:
    async def scenario(pool: BotPool) -> None:
        table = table_of(find_game("ultimatum"))
        process = pool._process_of(table.id)
        assert process is not None
        players = functools.partial(at, pool, process, functools.partial(players_of, table.id))
        kept = 0
        for number in range(20):
            if table.state != "playing":
                break
            seat = first_to_act(table)
            move = await pool.decide(table, seat, BOT, "ann")
            assert move is not None
            table.take(Moved(seat, move, by="bot"), 3000 + number)
            kept += any(built for _, built in await players())
        assert kept > 0
        assert len(await players()) <= len(table.places)
        pool.forget(table.id)
        assert await players() == []
        assert process.tables == 0

    with_pool(1, scenario)


def test_a_move_that_is_taken_back_takes_the_player_along() -> None:
    game = find_game("pigeons")
    table = table_of(game)
    players = PlayerCache()
    decided: list[int] = []

    def ask() -> Move:
        asked = question_for(table, 0)
        info = asked.info("deal")
        key = (asked.table, asked.seat, BOT, asked.epoch)
        return players.decide(key, info, lambda: Counting(decided))

    table.take(Moved(0, ask(), by="person"), 3000)
    table.take(UndoAsked(0, 0), 3001)
    table.take(UndoAnswered(1, True), 3002)
    assert table.epoch == 1
    ask()
    assert decided == [1, 1], "another player decides"


class Counting(Player):
    """Plays its first move and counts its decisions."""

    def __init__(self, decided: list[int], nodes: int = 0) -> None:
        super().__init__("counting")
        self.decided = decided
        self.times = 0
        self.grown = nodes

    def decide(self, info: InfoState) -> Move:
        self.times += 1
        self.decided.append(self.times)
        return info.moves()[0]

    def nodes(self) -> int:
        return self.grown


def ask_many(players: PlayerCache, tables: str, nodes: int = 0) -> list[int]:
    """Asks for a decision at each table in turn. Returns the count of each player after each."""
    table = table_of(find_game("pigeons"))
    info = question_for(table, 0).info("deal")
    decided: list[int] = []
    for id in tables:
        players.decide((id, 0, "counting", 0), info, lambda: Counting(decided, nodes))
    for key in players.players:
        assert isinstance(players.players.get(key), Counting)
    return decided


def test_the_least_recently_used_player_is_evicted() -> None:
    players = PlayerCache(max_players=3)
    ask_many(players, "abcad")
    assert [key[0] for key in players.players] == ["c", "a", "d"]
    players.forget("a")
    assert [key[0] for key in players.players] == ["c", "d"]


def test_trees_together_are_bounded_too() -> None:
    players = PlayerCache(max_nodes=1000)
    ask_many(players, "abc", nodes=400)
    assert [key[0] for key in players.players] == ["b", "c"]
    ask_many(players, "d", nodes=1001)
    assert list(players.players) == [], "one that is too big by itself is not kept either"


def test_a_search_says_how_big_its_tree_is() -> None:
    info = question_for(table_of(find_game("pigeons")), 0).info("deal")
    player = SearchPlayer("search", info.game, info.options, "luck", Budget(60))
    assert player.nodes() == 0
    player.decide(info)
    assert 1 < player.nodes() <= 61, "the root, and at most one for each look"


def test_a_player_that_fails_is_not_kept() -> None:
    class Failing(Player):
        def decide(self, info: InfoState) -> Move:
            raise ZeroDivisionError

    players = PlayerCache()
    info = question_for(table_of(find_game("pigeons")), 0).info("deal")
    with pytest.raises(ZeroDivisionError):
        players.decide(("abcdefgh", 0, "failing", 0), info, lambda: Failing("failing"))
    assert not list(players.players)


@pytest.mark.parametrize("game", GAMES, ids=title)
def test_a_bot_that_stays_knows_no_more_than_its_seat(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """One bot gets the real positions, the other one worlds sampled for its seat."""
    real, sampled = PlayerCache(), PlayerCache()
    table = table_of(game)
    assert table.match is not None
    seat = first_to_act(table)
    for number in range(40):
        position = table.match.position
        if table.state != "playing" or number == 39:
            break
        mover = position.to_act()[0]
        if mover == seat:
            asked = question_for(table, seat)
            world = position.determinize(seat, SeededRng(f"dream {number}"))
            other = BotQuestion(asked.table, asked.epoch, seat, asked.game, asked.options, world.save(), asked.names)
            moves = []
            for players, one in ((real, asked), (sampled, other)):
                monkeypatch.setattr(worker, "PLAYERS", players)
                moves.append(worker.decide(one, "search:12", f"seed {number}"))
            assert moves[0] == moves[1]
            move = moves[0]
        else:
            move = position.moves(mover)[0]
        table.take(Moved(mover, move), 3000 + number)
    assert len(list(real.players)) == 1


# --- processes ---


@asynchronous
async def test_tables_are_spread_over_the_processes_and_stay_there() -> None:
    pool = BotPool(own_processes(3))
    bound = [pool._process_of(f"table{number}") for number in range(6)]
    assert [process.tables for process in pool.processes] == [2, 2, 2]
    assert [pool._process_of(f"table{number}") for number in range(6)] == bound
    pool.forget("table1")
    assert pool._process_of("another") is bound[1]
    await pool.close()


def test_a_process_that_dies_costs_one_retry_and_no_other_process(tmp_path: Path) -> None:
    async def scenario(pool: BotPool) -> None:
        before = await pids(pool)
        first = pool.processes[0]
        assert await at(pool, first, functools.partial(die_once, tmp_path / "mark")) not in before
        after = await pids(pool)
        assert after[0] != before[0]
        assert after[1] == before[1]
        with pytest.raises(GaveUp, match="died twice"):
            await at(pool, first, die)
        table = table_of(find_game("pigeons"))
        os.kill((await pids(pool))[0], signal.SIGKILL)  # while it does nothing
        assert pool._process_of(table.id) is first
        move = await pool.decide(table, 0, "greedy", "ann")
        assert table.match is not None
        assert move in table.match.position.moves(0)
        assert (await pids(pool))[1] == before[1]

    with_pool(2, scenario)


def test_a_job_that_takes_too_long_is_ended_with_its_process_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(pool: BotPool) -> None:
        before = await pids(pool)
        monkeypatch.setattr(bots, "MAX_SECONDS", 0.5)
        with pytest.raises(GaveUp, match="more than"):
            await at(pool, pool.processes[0], functools.partial(time.sleep, 60))
        monkeypatch.setattr(bots, "MAX_SECONDS", 30.0)
        after = await pids(pool)
        assert after[0] != before[0]
        assert after[1] == before[1]

    with_pool(2, scenario)


def test_a_bot_that_fails_gives_up_its_move_and_nothing_else() -> None:
    async def scenario(pool: BotPool) -> None:
        table = table_of(find_game("pigeons"))
        assert await pool.decide(table, 0, "nobody", "ann") is None
        assert await pool.decide(table, 0, "greedy", "ann") is not None

    with_pool(1, scenario)


def until_there(path: Path) -> None:
    while not path.exists():
        time.sleep(0.01)


def test_while_its_process_is_busy_another_one_thinks_for_a_table(tmp_path: Path) -> None:
    async def scenario(pool: BotPool) -> None:
        table = table_of(find_game("pigeons"))
        bound = pool._process_of(table.id)
        assert bound is not None
        free = tmp_path / "free"
        busy = asyncio.create_task(at(pool, bound, functools.partial(until_there, free), "bob"))
        await asyncio.sleep(0.05)
        assert bound.busy
        assert await pool.decide(table, 0, "greedy", "ann") is not None
        assert not busy.done()
        free.touch()
        await busy
        for process in pool.processes:
            kept = await at(pool, process, functools.partial(players_of, table.id))
            assert kept == [], "whoever helps out does not stay"
        assert await pool.decide(table, 0, "greedy", "ann") is not None
        assert len(await at(pool, bound, functools.partial(players_of, table.id))) == 1

    with_pool(2, scenario)


def test_a_cancelled_job_frees_its_process() -> None:
    async def scenario(pool: BotPool) -> None:
        process = pool.processes[0]
        running = asyncio.create_task(at(pool, process, functools.partial(time.sleep, 0.5)))
        queued = asyncio.create_task(at(pool, process, functools.partial(time.sleep, 60)))
        await asyncio.sleep(0.1)
        running.cancel()
        queued.cancel()
        assert await at(pool, process, os.getpid) > 0
        await asyncio.sleep(0)
        assert pool.waiting == 0

    with_pool(1, scenario)


def test_a_job_that_takes_too_much_memory_is_ended_with_its_process_alone() -> None:
    async def scenario(pool: BotPool) -> None:
        before = await pids(pool)
        assert await at(pool, pool.processes[0], functools.partial(eat, 100)) == 100 << 20
        with pytest.raises(GaveUp, match="MB of memory"):
            await at(pool, pool.processes[0], functools.partial(eat, processes.MEMORY_BYTES >> 20))
        after = await pids(pool)
        assert after[0] != before[0]
        assert after[1] == before[1]

    with_pool(2, scenario)


def test_the_address_with_the_least_recent_use_comes_first() -> None:
    async def scenario(pool: BotPool) -> None:
        done: list[str] = []

        async def ask(address: str, table: str, seconds: float) -> None:
            await pool.run(BotJob(functools.partial(time.sleep, seconds), address, table))
            done.append(f"{address} {table}")

        await ask("greedy", "a", 0.3)
        jobs = [ask("greedy", "a", 0.1), ask("greedy", "a", 0.1), ask("greedy", "b", 0.1), ask("ann", "c", 0.1)]
        jobs += [ask("ben", "d", 0.1)]
        done.clear()
        await asyncio.gather(*jobs)
        # The first one found the process free; the process is not taken away from it.
        assert done == ["greedy a", "ann c", "ben d", "greedy b", "greedy a"]

    with_pool(1, scenario)


def test_no_address_has_all_processes_at_once(tmp_path: Path) -> None:
    async def scenario(pool: BotPool) -> None:
        free = tmp_path / "free"
        long = functools.partial(until_there, free)
        hogs = [asyncio.create_task(pool.run(BotJob(long, "hog", f"table {number}"))) for number in range(4)]
        await asyncio.sleep(0.1)
        assert await pool.run(BotJob(os.getpid, "ann")) > 0
        assert not any(hog.done() for hog in hogs)
        free.touch()
        await asyncio.gather(*hogs)

    with_pool(2, scenario)


class ManualProcess(BotProcess):
    """Adds its jobs' answers to `started`. The running job ends with `end`."""

    def __init__(self, started: list[str]) -> None:
        super().__init__()
        self.started = started
        self.ending = asyncio.Event()

    async def run(self, job: Callable[[], Answer]) -> Answer:
        answer = job()
        self.started.append(str(answer))
        await self.ending.wait()
        self.ending.clear()
        return answer

    async def end(self) -> None:
        self.ending.set()
        for _ in range(10):
            await asyncio.sleep(0)

    def forget(self, table: str) -> None:
        pass

    def close(self) -> None:
        pass


@pytest.mark.parametrize("kind", [JobKind.REVIEW, JobKind.ADVICE])
@asynchronous
async def test_jobs_that_are_no_moves_leave_a_process_for_moves(kind: JobKind) -> None:
    started: list[str] = []
    processes = [ManualProcess(started) for _ in range(3)]
    pool = BotPool(processes)

    def ask(name: str, kind: JobKind, bound: BotProcess | None = None) -> asyncio.Task[str]:
        return asyncio.create_task(pool.run(BotJob(lambda: name, f"address of {name}", name, bound, kind=kind)))

    asked = [ask(f"other {number}", kind, processes[number % 3]) for number in range(6)]
    await asyncio.sleep(0.01)
    assert started == ["other 0", "other 1"]
    asked.append(ask("move", JobKind.MOVE))
    await asyncio.sleep(0.01)
    assert started == ["other 0", "other 1", "move"]
    await processes[2].end()
    assert len(started) == 3, "the last process stays free"
    await processes[0].end()
    assert len(started) == 4
    while not all(task.done() for task in asked):
        assert sum(process.busy for process in processes) <= 2
        await next(process for process in processes if process.busy).end()
    await pool.close()


@asynchronous
async def test_reviews_come_last() -> None:
    started: list[str] = []
    process = ManualProcess(started)
    pool = BotPool([process])
    pool.usage.add("much used", 100.0)
    jobs = [("first", JobKind.MOVE), ("review", JobKind.REVIEW), ("coach", JobKind.ADVICE), ("much used", JobKind.MOVE)]
    asked = [
        asyncio.create_task(pool.run(BotJob(functools.partial(str, name), name, name, kind=kind)))
        for name, kind in jobs
    ]
    await asyncio.sleep(0.01)
    while not all(task.done() for task in asked):
        await process.end()
    assert started == ["first", "coach", "much used", "review"]
    await pool.close()


def test_a_job_without_a_fallback_waits_for_its_process() -> None:
    async def scenario(pool: BotPool) -> None:
        mine, _ = await pids(pool)
        busy = asyncio.create_task(at(pool, pool.processes[0], functools.partial(time.sleep, 1.0)))
        await asyncio.sleep(0)
        assert await pool.run(BotJob(os.getpid, "ann", bound=pool.processes[0])) == mine
        assert busy.done()

    with_pool(2, scenario)


@asynchronous
async def test_jobs_without_a_table_and_tables_without_an_address_share_no_usage() -> None:
    """After a restart, tables without visitors have no address. The coach's jobs have no table."""
    process = ManualProcess([])
    pool = BotPool([process])
    asked = asyncio.create_task(pool.run(BotJob(functools.partial(str, "coach"), "ann", kind=JobKind.ADVICE)))
    await asyncio.sleep(0.01)
    await process.end()
    await asked
    assert pool.usage.recent("ann") > 0
    assert pool.usage.recent("") == 0
    await pool.close()


def test_usage_decays() -> None:
    clock = FixedClock()
    usage = UsageMeter(clock)
    usage.add("ann", 8)
    clock.seconds += HALF_LIFE_SECONDS
    assert usage.recent("ann") == 4
    usage.add("ann", 1)
    assert usage.recent("ann") == 5
    assert usage.recent("ben") == 0


def test_exact_is_offered_only_where_it_has_a_solution_in_time() -> None:
    async def scenario(pool: BotPool) -> None:
        city, puno = find_game("defend_the_city"), find_game("battle_puno")
        large: dict[str, object] = {"versus": True, "enemies": 9, "stamina": 60, "idle_turns": 9, "stand_offs": 9}
        for game, options, offered in (
            (city, {}, True),
            (city, {"escalation": True}, True),
            (city, {"versus": True, "stamina": 5, "enemies": 1}, True),
            (city, {"versus": True}, True),
            (city, {"versus": True, "stamina": 25}, False),
            (city, large, False),
            (puno, {}, False),
        ):
            assert ("exact" in await pool.offered(game, game.options(options), "ann")) == offered
        with pytest.raises(RumpusError, match="too long for a table"):
            await pool.check("exact", city, city.options(large), "ann")
        with pytest.raises(RumpusError, match="has no solver"):
            await pool.check("Exact ", puno, puno.options(), "ann")
        with pytest.raises(UnknownName, match="There is no bot 'search:9'"):
            await pool.check("search:9", puno, puno.options(), "ann")
        pool.processes.clear()
        assert await pool.check("exact", city, city.options(), "ann") == "exact", "found out once"

    with_pool(1, scenario)


@asynchronous
async def test_an_opponent_replaces_a_failed_bot(tmp_path: Path) -> None:
    install_stumbler(tmp_path / "packages")
    with serving(tmp_path, bots=1) as service:
        async with Client(service.url) as ann:
            await ann.make("pigeons", ["me", "stumbler"], name="Ann")
            page = await until(ann, lambda page: page.moves and page.table_view.seats[1].failed)
            assert page.log[-1].text == "Bix (stumbler) has failed and cannot decide."
            await ann.ask("replace", seat=1, bot="greedy")
            page = await until(ann, lambda page: not page.table_view.seats[1].failed)
            assert page.table_view.seats[1].name == "Bix (greedy)"
            assert page.log[-1].text == "Bix (greedy) now plays for Bix (stumbler)."
            assert (await play_out(ann)).table_view.state == "over"


def test_alone_at_a_terminal_one_goes_on_with_another_bot(tmp_path: Path) -> None:
    install_stumbler(tmp_path / "packages")
    service = LocalServer(tmp_path, bots=1).start()
    remote = Remote(service.url)
    try:
        remote.make("pigeons", ["me", "stumbler"])
        host = RemoteSession(remote)
        deadline = time.monotonic() + START_SECONDS
        while host.names[1] != "Bix (normal)" and time.monotonic() < deadline:
            host.compute_move()()
        assert "Bix (normal) now plays for Bix (stumbler)." in [line.text for line in host.log(0)]
    finally:
        remote.close()
        service.close()


# --- the end ---


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_bots_end_with_their_server_even_if_that_is_killed(tmp_path: Path) -> None:
    service = LocalServer(tmp_path, bots=2, pause=0).start()

    async def scenario() -> None:
        async with Client(service.url) as ann:
            for _ in range(4):
                await ann.make("creature_wars", ["hard", "hard"])
            assert service.process is not None
            bots = children_of(service.process.pid)
            while len(bots) < 3:  # two that think, and one that tidies up after them
                await asyncio.sleep(0.1)
                bots = children_of(service.process.pid)
            await asyncio.sleep(1)
            bots = children_of(service.process.pid)
            os.kill(service.process.pid, signal.SIGKILL)
            service.process.wait()
            while [pid for pid in bots if alive(pid)]:
                await asyncio.sleep(0.1)

    try:
        run(scenario())
    finally:
        with contextlib.suppress(ProcessLookupError):
            service.close()
