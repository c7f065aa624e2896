"""The way of a move through the server, a person's and a bot's, without sockets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from rumpus.core.catalogue import find_game
from rumpus.core.errors import IllegalMove, RumpusError
from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import SeededRng
from rumpus.core.words import Line
from rumpus.service.bots.pool import BotPool
from rumpus.service.requests import Requests
from rumpus.service.runtime import protocol as m
from rumpus.service.runtime.environment import SYSTEM_CLOCK, TimeSource
from rumpus.service.runtime.settings import Settings
from rumpus.service.store import open_store
from rumpus.service.store.health import StoreHealth
from rumpus.service.tables import live as live_room
from rumpus.service.tables.live import LiveTable
from rumpus.service.tables.presence import Visitor
from rumpus.service.tables.turns import TurnScheduler
from rumpus.table.entries import Began, Clock, Made, Place
from rumpus.table.seats import fingerprint
from rumpus.table.table import Table, open_table
from tests.service.parts import live_tables
from tests.web.local_server import START_SECONDS

TOKEN = "abcdefghijklmnopqrstuvwx"


class OneAnswer(BotPool):
    def __init__(self, answer: Move | None) -> None:
        super().__init__([])
        self.answer = answer
        self.forgotten: list[str] = []

    async def decide(self, table: Table, seat: Seat, bot: str, address: str) -> Move | None:
        return self.answer

    def forget(self, table: str) -> None:
        self.forgotten.append(table)


class Parts:
    def __init__(self, path: Path, answer: Move | None = None, clock: TimeSource = SYSTEM_CLOCK) -> None:
        self.store = open_store(str(path / "tables.db"))
        self.bots = OneAnswer(answer)
        self.tables = live_tables(self.store, clock)
        health = StoreHealth(self.store, self.tables.clock)
        self.tables.listener = TurnScheduler(self.tables, self.bots, health, 0)
        self.requests = Requests(self.tables, self.bots, Settings())
        self.visitors = [Visitor("here"), Visitor("there")]

    async def table(self, *bots: Seat, clock: Clock | None = None) -> LiveTable:
        game = find_game("pigeons")
        locks = [fingerprint(f"{TOKEN}{seat}") for seat in range(2)]
        places = [
            Place("bot", "Bix", bot="greedy") if seat in bots else Place("person", f"P{seat}", locks[seat])
            for seat in range(2)
        ]
        live = await self.tables.create(Made(game.name, game.version, {}, "seed", places, "", clock=clock), [Began()])
        for seat in {0, 1} - set(bots):
            await self.requests.answer(self.visitors[seat], m.Attach(table=live.table.id, token=f"{TOKEN}{seat}"))
        return live

    async def move(self, seat: Seat) -> None:
        table = self.visitors[seat].at_table().table
        assert table.match is not None
        move = table.match.position.moves(seat)[0]
        await self.requests.answer(self.visitors[seat], m.Decide(at=table.decision_id(seat), move=move))

    async def until(self, condition: Callable[[], bool]) -> None:
        while not condition():
            await asyncio.sleep(0.01)


def play(
    path: Path,
    scenario: Callable[[Parts], Awaitable[None]],
    answer: Move | None = None,
    clock: TimeSource = SYSTEM_CLOCK,
) -> None:
    async def whole() -> None:
        parts = Parts(path, answer, clock)
        await parts.store.open(parts.tables)
        try:
            async with asyncio.timeout(START_SECONDS):
                await scenario(parts)
        finally:
            parts.tables.close()
            await parts.tables.background.close()
            await parts.store.close()

    asyncio.run(whole())


def test_a_table_is_in_memory_once(tmp_path: Path) -> None:
    """A commit whose answer was lost: others find the table before its maker hears of it."""

    async def scenario(parts: Parts) -> None:
        tables = parts.tables
        made = Made(
            "pigeons", 1, {}, "seed", [Place("bot", "Ada", bot="greedy"), Place("bot", "Bix", bot="greedy")], ""
        )
        draft = await tables.prepare(made, [Began()])
        new = draft.new
        assert await parts.store.append(new.table, 0, new.entries, new.when, new.listing)
        opened = await tables.open(new.table)
        assert tables.add_created(draft, "here") is opened
        assert tables.by_id == {new.table: opened}

    play(tmp_path, scenario)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Move]:
    found: list[Move] = []
    game = find_game("pigeons")
    kind = type(game.start(game.options(), SeededRng("any")))
    why_not = kind.refusal

    def noted(position: Position, seat: Seat, move: Move) -> str:
        found.append(move)
        return why_not(position, seat, move)

    monkeypatch.setattr(kind, "refusal", noted)
    return found


def test_whether_a_persons_move_is_legal_is_asked_once(tmp_path: Path, asked: list[Move]) -> None:
    async def scenario(parts: Parts) -> None:
        live = await parts.table()
        await parts.move(0)
        assert len(asked) == 1
        await parts.move(1)
        assert len(asked) == 2
        assert live.update_for(parts.visitors[0]) is not None
        assert len(asked) == 2, "reasons are made when they are asked for"

    play(tmp_path, scenario)


def test_a_move_that_is_none_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    async def scenario(parts: Parts) -> None:
        live = await parts.table()
        with pytest.raises(IllegalMove):
            await parts.requests.answer(parts.visitors[0], m.Decide(at=live.table.decision_id(0), move=9_999))
        assert live.table.decided == [0, 0]

    play(tmp_path, scenario)


@pytest.mark.parametrize("answer", [9_999, None], ids=["no move", "gave up"])
def test_a_bot_that_fails_stops_and_says_so_until_somebody_chooses_another(tmp_path: Path, answer: Move | None) -> None:
    async def scenario(parts: Parts) -> None:
        live = await parts.table(1)
        table = live.table
        await parts.move(0)
        await parts.until(lambda: table.stuck(1))
        said = [line.text for line in table.log if isinstance(line, Line)]
        assert said == ["Bix has failed and cannot decide."]
        page = live.update_for(parts.visitors[0])
        assert page is not None
        assert b'"failed":true' in page
        await asyncio.sleep(0.05)
        assert table.decided == [1, 0], "no blind move is made"
        journal = await parts.store.read(table.id)
        again = open_table(table.id, table.game, [(page.entry, page.when) for page in journal])
        assert again.stuck(1), "a restart forgets nothing"

        with pytest.raises(RumpusError, match="only watching"):
            await _answer_as_spectator(parts, table.id, m.Replace(seat=1, bot="easy"))
        with pytest.raises(RumpusError, match="has not failed"):
            await parts.requests.answer(parts.visitors[0], m.Replace(seat=0, bot="easy"))
        assert table.match is not None
        parts.bots.answer = table.match.position.moves(1)[0]
        await parts.requests.answer(parts.visitors[0], m.Replace(seat=1, bot="easy"))
        await parts.until(lambda: table.decided == [1, 1])
        assert table.places[1].bot == "easy"
        assert table.match.record.players[1] == "Bix (easy)"

    play(tmp_path, scenario, answer)


async def _answer_as_spectator(parts: Parts, table: str, asked: m.AnyClientMessage) -> None:
    eve = Visitor("elsewhere")
    await parts.requests.answer(eve, m.Attach(table=table))
    await parts.requests.answer(eve, asked)


def test_where_even_the_bot_of_the_clock_fails_a_lot_decides_and_the_table_says_so(tmp_path: Path) -> None:
    async def scenario(parts: Parts) -> None:
        live = await parts.table(clock=Clock("move", 0))
        await parts.until(lambda: sum(live.table.decided) > 0)
        said = [line.text for line in live.table.log if isinstance(line, Line)]
        assert said[0] == "P0 ran out of time and the bot failed, so a random move was made."

    play(tmp_path, scenario)


def test_a_failure_that_would_reveal_who_acts_is_shown_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("pigeons")
    kind = type(game.start(game.options(), SeededRng("any")))
    monkeypatch.setattr(kind, "visible_to_act", lambda position, seat: [])

    async def scenario(parts: Parts) -> None:
        live = await parts.table(0, 1)
        table = live.table
        await parts.until(lambda: sum(table.decided) > 0)
        assert [line for line in table.log if isinstance(line, Line)] == [] or table.state == "over"
        await parts.until(lambda: table.state == "over")
        said = [line.text for line in table.log if isinstance(line, Line)]
        assert said == ["Bix has failed and cannot decide."] * 2
        assert {step.by for step in table.steps} == {"lot"}

    play(tmp_path, scenario)


def test_bots_are_forgotten_after_an_undo_and_when_a_table_is_put_away(tmp_path: Path) -> None:
    async def scenario(parts: Parts) -> None:
        live = await parts.table()
        await parts.move(0)
        assert parts.bots.forgotten == []
        await parts.requests.answer(parts.visitors[0], m.Undo())
        await parts.requests.answer(parts.visitors[1], m.Agree(yes=True))
        assert live.table.epoch == 1
        assert parts.bots.forgotten == [live.table.id]
        parts.tables.unload(live)
        assert parts.bots.forgotten == [live.table.id] * 2
        assert live.table.id not in parts.tables.by_id

    play(tmp_path, scenario)


def test_the_log_buffer_is_bounded_and_dropped_without_readers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_room, "LOG_LINES", 4)

    async def scenario(parts: Parts) -> None:
        live = await parts.table()
        ann, bob = parts.visitors
        first = json.loads(live.update_for(ann) or b"")["log"]
        assert (first["start"], len(first["lines"])) == (0, 2)
        for _ in range(4):
            await parts.move(0)
            await parts.move(1)
        later = json.loads(live.update_for(ann) or b"")["log"]
        assert len(later["lines"]) == 4, "what was said meanwhile and is no longer kept is left out"
        assert later["start"] + 4 == live._log_for(0).count > 8
        assert live.update_for(ann) is None
        assert live.update_for(bob) is not None
        bob.unwatch()
        assert set(live._logs) == {0}

    play(tmp_path, scenario)
