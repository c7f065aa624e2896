"""Bots stay at their tables: their players, their processes, and what is lost when one of these is lost."""

from __future__ import annotations

import asyncio
import functools
import os
import signal
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from rumpus.core.catalogue import find_game
from rumpus.core.chair import Chair
from rumpus.core.contract import Move, Seat
from rumpus.core.game import Game
from rumpus.core.luck import Seeded
from rumpus.players import Player
from rumpus.players.budget import Budget
from rumpus.players.search import SearchPlayer
from rumpus.table.chairs import fingerprint
from rumpus.table.entries import Began, Made, Moved, Place, UndoAnswered, UndoAsked
from rumpus.table.table import Table
from rumpus.testing import title
from rumpus.web import bots, thinking
from rumpus.web.bots import BotPool, BotProcess, GaveUp
from rumpus.web.thinking import BotQuestion, KeptPlayers, question
from tests.catalogue import GAMES
from tests.web.house import PATIENCE

BOT = "search:40"


def table_of(game: Game, id: str = "abcdefgh") -> Table:
    options = game.options()
    places = [Place("person", f"P{seat}", fingerprint(f"secret {seat}")) for seat in range(game.seats(options))]
    table = Table(id, game, Made(game.name, game.version, {}, f"seed of {id}", places, ""), 1000)
    table.take(Began(), 2000)
    return table


def first_to_act(table: Table) -> Seat:
    assert table.match is not None
    return table.match.position.to_act()[0]


def run(story: Coroutine[Any, Any, None]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(PATIENCE):
            await story

    asyncio.run(bounded())


def with_pool(processes: int, story: Any) -> None:
    async def whole() -> None:
        pool = BotPool(processes)
        try:
            await pool.warm()
            await story(pool)
        finally:
            await pool.close()

    run(whole())


# --- what is asked of a bot's process, besides thinking ---


def players_of(table: str) -> list[tuple[int, bool]]:
    """Epoch of each player that is kept for a table, and whether its last decision built on an earlier tree."""
    return [
        (key[3], isinstance(player, SearchPlayer) and player.kept)
        for key, player in thinking.KEPT.players.items()
        if key[0] == table
    ]


def die_once(mark: Path) -> int:
    if not mark.exists():
        mark.write_text("died")
        os.kill(os.getpid(), signal.SIGKILL)
    return os.getpid()


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


async def pids(pool: BotPool) -> list[int]:
    return list(await asyncio.gather(*(process.do(os.getpid) for process in pool.processes)))


# --- players ---


def test_a_bot_builds_on_its_tree_from_one_decision_to_the_next() -> None:
    async def story(pool: BotPool) -> None:
        table = table_of(find_game("ultimatum"))
        process = pool._process_of(table.id)
        kept = 0
        for number in range(20):
            if table.state != "playing":
                break
            seat = first_to_act(table)
            move = await pool.decide(table, seat, BOT)
            assert move is not None
            table.take(Moved(seat, move, by="bot"), 3000 + number)
            kept += any(built for _, built in await process.do(functools.partial(players_of, table.id)))
        assert kept > 0
        assert len(await process.do(functools.partial(players_of, table.id))) <= len(table.places)
        pool.forget(table.id)
        assert await process.do(functools.partial(players_of, table.id)) == []
        assert process.tables == 0

    with_pool(1, story)


def test_a_move_that_is_taken_back_takes_the_player_along() -> None:
    """What it expected after the move that was taken back is of another match."""
    game = find_game("pigeons")
    table = table_of(game)
    players = KeptPlayers()
    decided: list[int] = []

    def ask() -> Move:
        asked = question(table, 0)
        chair = asked.chair("deal")
        key = (asked.table, asked.seat, BOT, asked.epoch)
        return players.decide(key, chair, lambda: Counting(decided))

    table.take(Moved(0, ask(), by="person"), 3000)
    table.take(UndoAsked(0, 0), 3001)
    table.take(UndoAnswered(1, True), 3002)
    assert table.epoch == 1
    ask()
    assert decided == [1, 1], "another player decides"


class Counting(Player):
    """Plays its first move, and notes how often it was asked."""

    def __init__(self, decided: list[int], nodes: int = 0) -> None:
        super().__init__("counting")
        self.decided = decided
        self.times = 0
        self.grown = nodes

    def decide(self, chair: Chair) -> Move:
        self.times += 1
        self.decided.append(self.times)
        return chair.moves()[0]

    def nodes(self) -> int:
        return self.grown


def ask_many(players: KeptPlayers, tables: str, nodes: int = 0) -> list[int]:
    """A decision at each of these tables, one after the other: how often each player has been asked by then."""
    table = table_of(find_game("pigeons"))
    chair = question(table, 0).chair("deal")
    decided: list[int] = []
    for id in tables:
        players.decide((id, 0, "counting", 0), chair, lambda: Counting(decided, nodes))
    for player in players.players.values():
        assert isinstance(player, Counting)
    return decided


def test_whoever_was_not_asked_for_longest_goes_first() -> None:
    players = KeptPlayers(most=3)
    ask_many(players, "abcad")
    assert [key[0] for key in players.players] == ["c", "a", "d"]
    players.forget("a")
    assert [key[0] for key in players.players] == ["c", "d"]


def test_trees_together_are_bounded_too() -> None:
    players = KeptPlayers(most_nodes=1000)
    ask_many(players, "abc", nodes=400)
    assert [key[0] for key in players.players] == ["b", "c"]
    ask_many(players, "d", nodes=1001)
    assert list(players.players) == [], "one that is too big by itself is not kept either"


def test_a_search_says_how_big_its_tree_is() -> None:
    chair = question(table_of(find_game("pigeons")), 0).chair("deal")
    player = SearchPlayer("search", chair.game, chair.options, "luck", Budget(60))
    assert player.nodes() == 0
    player.decide(chair)
    assert 1 < player.nodes() <= 61, "the root, and at most one for each look"


def test_a_player_that_fails_is_not_kept() -> None:
    class Failing(Player):
        def decide(self, chair: Chair) -> Move:
            raise ZeroDivisionError

    players = KeptPlayers()
    chair = question(table_of(find_game("pigeons")), 0).chair("deal")
    with pytest.raises(ZeroDivisionError):
        players.decide(("abcdefgh", 0, "failing", 0), chair, lambda: Failing("failing"))
    assert not players.players


@pytest.mark.parametrize("game", GAMES, ids=title)
def test_a_bot_that_stays_knows_no_more_than_its_seat(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two bots sit through the same match, one over the real positions, one over the seat's own dreams of them."""
    real, dreamt = KeptPlayers(), KeptPlayers()
    table = table_of(game)
    assert table.match is not None
    seat = first_to_act(table)
    for number in range(40):
        position = table.match.position
        if table.state != "playing" or number == 39:
            break
        mover = position.to_act()[0]
        if mover == seat:
            asked = question(table, seat)
            dream = position.imagine(seat, Seeded(f"dream {number}"))
            other = BotQuestion(asked.table, asked.epoch, seat, asked.game, asked.options, dream.save(), asked.names)
            moves = []
            for players, one in ((real, asked), (dreamt, other)):
                monkeypatch.setattr(thinking, "KEPT", players)
                moves.append(thinking.decide(one, "search:12", f"seed {number}"))
            assert moves[0] == moves[1]
            move = moves[0]
        else:
            move = position.moves(mover)[0]
        table.take(Moved(mover, move), 3000 + number)
    assert len(real.players) == 1


# --- processes ---


def test_tables_are_spread_over_the_processes_and_stay_there() -> None:
    async def story() -> None:
        pool = BotPool(3)
        bound = [pool._process_of(f"table{number}") for number in range(6)]
        assert [process.tables for process in pool.processes] == [2, 2, 2]
        assert [pool._process_of(f"table{number}") for number in range(6)] == bound
        pool.forget("table1")
        assert pool._process_of("another") is bound[1]
        await pool.close()

    run(story())


def test_a_process_that_dies_costs_one_retry_and_no_other_process(tmp_path: Path) -> None:
    async def story(pool: BotPool) -> None:
        before = await pids(pool)
        first = pool.processes[0]
        assert await first.do(functools.partial(die_once, tmp_path / "mark")) not in before
        after = await pids(pool)
        assert after[0] != before[0]
        assert after[1] == before[1]
        with pytest.raises(GaveUp, match="died twice"):
            await first.do(die)
        table = table_of(find_game("pigeons"))
        os.kill((await pids(pool))[0], signal.SIGKILL)  # while it does nothing
        assert pool._process_of(table.id) is first
        move = await pool.decide(table, 0, "greedy")
        assert table.match is not None
        assert move in table.match.position.moves(0)
        assert (await pids(pool))[1] == before[1]

    with_pool(2, story)


def test_a_job_that_takes_too_long_is_ended_with_its_process_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(pool: BotPool) -> None:
        before = await pids(pool)
        monkeypatch.setattr(bots, "LONGEST", 0.5)
        with pytest.raises(GaveUp, match="more than"):
            await pool.processes[0].do(functools.partial(time.sleep, 60))
        monkeypatch.setattr(bots, "LONGEST", 30.0)
        after = await pids(pool)
        assert after[0] != before[0]
        assert after[1] == before[1]

    with_pool(2, story)


def test_a_bot_that_fails_gives_up_its_move_and_nothing_else() -> None:
    async def story(pool: BotPool) -> None:
        table = table_of(find_game("pigeons"))
        assert await pool.decide(table, 0, "nobody") is None
        assert await pool.decide(table, 0, "greedy") is not None

    with_pool(1, story)


def test_while_its_process_is_busy_another_one_thinks_for_a_table() -> None:
    async def story(pool: BotPool) -> None:
        table = table_of(find_game("pigeons"))
        bound = pool._process_of(table.id)
        busy = asyncio.create_task(bound.do(functools.partial(time.sleep, 2)))
        await asyncio.sleep(0.05)
        assert await pool.decide(table, 0, "greedy") is not None
        assert not busy.done()
        await busy
        for process in pool.processes:
            assert await process.do(functools.partial(players_of, table.id)) == [], "whoever helps out does not stay"
        assert await pool.decide(table, 0, "greedy") is not None
        assert len(await bound.do(functools.partial(players_of, table.id))) == 1

    with_pool(2, story)


def test_whoever_no_longer_waits_leaves_the_process_to_the_next() -> None:
    async def story() -> None:
        process = BotProcess()
        await process.warm()
        left = asyncio.create_task(process.do(functools.partial(time.sleep, 0.5)))
        await asyncio.sleep(0.1)
        left.cancel()
        assert await process.do(os.getpid) > 0
        assert process.waiting == 0
        await process.close()

    run(story())
