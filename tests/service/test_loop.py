"""The event loop: heavy work runs in the executor, and the time of every message on the loop is measured."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

from rumpus.core.catalogue import find_game
from rumpus.core.content.puzzle import Puzzle
from rumpus.core.errors import RumpusError, UnknownName
from rumpus.core.rng import SeededRng
from rumpus.service.runtime import protocol as m
from rumpus.service.runtime.limits import TooMuch
from rumpus.service.runtime.loop_time import LoopTimer
from rumpus.service.runtime.metrics import Metrics
from rumpus.service.runtime.settings import Settings
from rumpus.service.service import GameService
from rumpus.service.session import Session
from rumpus.service.store import Listing, open_store
from rumpus.service.tables.live import EVENTS_AT_ONCE, _encode_lines, _new_table
from rumpus.service.tables.presence import Visitor
from rumpus.table.entries import Began, Entry, Made, Moved, Named, Place, UndoAnswered, UndoAsked
from rumpus.table.lessons import opening_entries, puzzle_texts
from rumpus.table.seats import fingerprint
from rumpus.table.table import Table
from tests.service.parts import FixedClock
from tests.service.test_moves import TOKEN
from tests.table.scenario import ANN, BEN, TableScenario
from tests.web.test_live import asynchronous

Result = TypeVar("Result")


class RecordingExecutor:
    """Runs work at once and notes its function."""

    def __init__(self) -> None:
        self.work: list[object] = []

    async def run(self, work: Callable[..., Result], *arguments: object) -> Result:
        self.work.append(work)
        return work(*arguments)

    def close(self) -> None:
        pass


@pytest.fixture
def lessons(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the puzzles whose lessons were worked out."""
    found: list[str] = []
    work_out = Puzzle.lesson

    def noted(puzzle: Puzzle, game: object) -> object:
        found.append(puzzle.name)
        return work_out(puzzle, game)  # type: ignore[arg-type]

    puzzle_texts.cache_clear()
    monkeypatch.setattr(Puzzle, "lesson", noted)
    return found


def solve(puzzle: str) -> m.Solve:
    return m.Solve(game="cat_brawl", token=TOKEN, puzzle=puzzle)


def in_process(path: Path, executor: RecordingExecutor, settings: Settings | None = None) -> GameService:
    return GameService(settings or Settings(), open_store(str(path / "tables.db")), [], executor=executor)


@asynchronous
async def test_a_puzzle_is_worked_out_once_and_in_the_executor(tmp_path: Path, lessons: list[str]) -> None:
    executor = RecordingExecutor()
    service = in_process(tmp_path, executor)
    await service.open()
    for _ in range(2):
        made = await service.requests.answer(Visitor("here"), solve("7"))
        assert isinstance(made, m.TableMade)
    assert lessons == ["007"]
    assert executor.work == [puzzle_texts, opening_entries] * 2
    await service.close()


@asynchronous
async def test_the_hourly_limit_comes_before_the_work(tmp_path: Path, lessons: list[str]) -> None:
    executor = RecordingExecutor()
    service = in_process(tmp_path, executor, Settings(tables_per_address=1))
    await service.open()
    visitor = Visitor("here")
    with pytest.raises(UnknownName, match="no puzzle"):  # costs nothing, and counts for nothing
        await service.requests.answer(visitor, solve("12345"))
    await service.requests.answer(visitor, solve("7"))
    done = len(executor.work)
    for request in (solve("8"), m.Learn(game="cat_brawl", token=TOKEN)):
        with pytest.raises(TooMuch):
            await service.requests.answer(visitor, request)
    assert lessons == ["007"]
    assert len(executor.work) == done
    await service.close()


@asynchronous
async def test_who_attaches_to_a_puzzle_does_not_work_it_out_on_the_loop(tmp_path: Path, lessons: list[str]) -> None:
    executor = RecordingExecutor()
    service = in_process(tmp_path, executor)
    await service.open()
    made = await service.requests.answer(Visitor("here"), solve("7"))
    assert isinstance(made, m.TableMade)
    puzzle_texts.cache_clear()
    executor.work.clear()
    await service.requests.answer(Visitor("here"), m.Attach(table=made.table, token=TOKEN))
    assert executor.work == [puzzle_texts]
    await service.close()


def long_journal() -> list[Entry]:
    """A match of many moves, at whose end a seat may take a move back."""
    game = find_game("cat_brawl")
    options = game.options({"win_hp": 60, "max_rounds": 60})
    places = [Place("person", "Ann", fingerprint(TOKEN)), Place("bot", "Bot", bot="random")]
    made = Made(game.name, game.version, options.changed(), "long", places, fingerprint(TOKEN))
    table = Table("long", game, made, 1)
    table.take(Began(), 2)
    entries: list[Entry] = [made, Began()]
    rng = SeededRng("long")
    while table.match is not None and not table.match.over and len(entries) < 300:
        seat = table.match.position.to_act()[0]
        moves = list(table.match.position.moves(seat))
        move = Moved(seat, moves[rng.below(len(moves))], by="person")
        table.take(move, 3, checked=True)
        entries.append(move)
    assert len(table.log) > EVENTS_AT_ONCE
    return entries


@asynchronous
async def test_long_logs_are_built_in_the_executor(tmp_path: Path) -> None:
    executor = RecordingExecutor()
    service = in_process(tmp_path, executor)
    await service.open()
    entries = long_journal()
    assert await service.store.append("long", 0, entries, 1, Listing("over", False, False, b"{}"))
    ann, ben = SilentSession("here", service.requests), SilentSession("here", service.requests)
    live = await service.tables.open("long")
    for session, token in ((ann, TOKEN), (ben, None)):
        await service.requests.answer(session, m.Attach(table="long", token=token))
        executor.work.clear()
        await session.send_pending()
        assert executor.work == [_encode_lines]
        # What the loop would have built is the same.
        buffer = live._logs.pop(session.seat)
        assert live._log_for(session.seat).since(buffer.start) == buffer.since(buffer.start)
        assert live._log_for(session.seat).count == buffer.count
    live._logs.clear()
    executor.work.clear()
    await service.requests.answer(ann, m.Replay(seat=0))
    assert executor.work[0] is _encode_lines
    live._logs.clear()
    executor.work.clear()
    with contextlib.suppress(RumpusError):
        await service.requests.answer(ann, m.Why())
    assert executor.work == [_encode_lines]
    await service.close()


@asynchronous
async def test_a_log_that_changes_while_it_is_built_is_built_again(tmp_path: Path) -> None:
    executor = RecordingExecutor()
    service = in_process(tmp_path, executor)
    await service.open()
    assert await service.store.append("long", 0, long_journal(), 1, Listing("over", False, False, b"{}"))
    live = await service.tables.open("long")

    class Cutting(RecordingExecutor):
        async def run(self, work: Callable[..., Result], *arguments: object) -> Result:
            if not self.work:  # as an undo would
                live._logs.clear()
            return await super().run(work, *arguments)

    executor = Cutting()
    await asyncio.gather(*(live.build_log(0, executor) for _ in range(3)))
    assert executor.work == [_encode_lines] * 2
    assert live._missing_events(0) == 0
    await service.close()


@asynchronous
async def test_matches_are_replayed_in_the_executor(tmp_path: Path) -> None:
    """An undo, and a table that goes on from a move of another one."""
    executor = RecordingExecutor()
    service = in_process(tmp_path, executor)
    await service.open()
    game = find_game("pigeons")
    places = [Place("person", name, fingerprint(name)) for name in ("Ann", "Ben")]
    live = await service.tables.create(Made(game.name, game.version, {}, "seed", places, ""), [Began()])
    table = live.table

    async def append(*entries: Entry) -> list[object]:
        executor.work.clear()
        async with live.lock:
            assert await service.tables.append(live, entries)
        return executor.work

    async def move() -> None:
        assert table.match is not None
        seat = table.match.position.to_act()[0]
        assert await append(Moved(seat, table.match.position.moves(seat)[0], by="person")) == []

    assert table.match is not None
    before = table.match.position.save()
    await move()
    assert await append(UndoAsked(0, 0)) == []
    assert await append(Named(1, "Bea")) == []
    assert await append(UndoAnswered(1, True)) == [table.prepare_undo]
    assert table.epoch == 1
    assert table.match.position.save() == before
    assert table.match.record.players == ["Ann", "Bea"]
    while not table.match.over:
        await move()
    visitor = Visitor("here")
    visitor.watch(live)
    executor.work.clear()
    made = await service.requests.answer(visitor, m.PlayOn(token=TOKEN, number=2, seat=0, bot="random"))
    assert isinstance(made, m.TableMade)
    assert executor.work == [_new_table]
    await service.close()


def test_a_match_prepared_for_an_undo_is_used_for_no_other_one() -> None:
    evening = TableScenario()
    evening.decide(ANN)
    evening.table.prepare_undo(0)
    for take in (UndoAsked(ANN, 0), UndoAnswered(BEN, True)):
        evening.table.take(take, 5000)
    assert evening.table.match is not None
    before = evening.table.match.position.save()
    evening.table.prepare_undo(0)
    evening.table.epoch += 1  # another process has written an undo
    evening.decide(ANN)
    prepared = evening.table._replayed
    assert prepared is not None
    for take in (UndoAsked(ANN, 0), UndoAnswered(BEN, True)):
        evening.table.take(take, 9000)
    assert evening.table.match is not prepared[2]
    assert evening.table.match.position.save() == before
    assert evening.table._replayed is None


# --- the time on the loop ---


@asynchronous
async def test_only_steps_on_the_loop_are_timed() -> None:
    clock = FixedClock()

    async def work() -> str:
        clock.seconds += 1
        clock.cpu += 0.75
        await asyncio.sleep(0)
        clock.seconds += 3
        clock.cpu += 0.5
        try:
            await asyncio.wait_for(asyncio.Event().wait(), 0.001)
        except TimeoutError:
            clock.seconds += 2
        return "done"

    async def elsewhere() -> None:
        clock.seconds += 100
        clock.cpu += 100

    timer = LoopTimer(work(), clock)
    other = asyncio.create_task(elsewhere())
    assert await timer == "done"
    await other
    assert timer.longest == 3
    assert timer.longest_cpu == 0.75


@asynchronous
async def test_a_cancelled_coroutine_is_cancelled_and_its_error_raised() -> None:
    cleaned: list[str] = []

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            cleaned.append("up")

    async def fail() -> None:
        raise RumpusError("No.")

    async def waiting() -> None:
        await LoopTimer(work(), FixedClock())

    task = asyncio.create_task(waiting())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert cleaned == ["up"]
    with pytest.raises(RumpusError):
        await LoopTimer(fail(), FixedClock())


class SilentSession(Session):
    async def send(self, data: bytes) -> None:
        pass


@asynchronous
async def test_the_time_on_the_loop_is_in_the_metrics_by_kind_of_message(tmp_path: Path) -> None:
    service = in_process(tmp_path, RecordingExecutor())
    await service.open()
    session = SilentSession("here", service.requests)
    for text in ('{"do": "ping"}', '{"do": "ping"}', '{"do": "undo"}', "no message"):
        await session.handle(text)
    await session.send_pending()
    text = service.metrics.text()
    for kind, count in (("ping", 2), ("undo", 1), ("unreadable", 1), ("sending", 1)):
        assert f'rumpus_loop_seconds_count{{kind="{kind}"}} {count}' in text
        assert f'rumpus_loop_seconds_bucket{{kind="{kind}",le="+Inf"}} {count}' in text
        assert f'rumpus_loop_cpu_seconds_count{{kind="{kind}"}} {count}' in text
    assert text.count("# TYPE rumpus_loop_seconds histogram") == 1
    assert text.count("# TYPE rumpus_loop_cpu_seconds histogram") == 1
    await service.close()


def test_a_server_without_messages_has_no_such_histogram() -> None:
    assert "loop_seconds" not in Metrics().text()


@asynchronous
async def test_a_cancelled_message_leaves_no_cycle() -> None:
    class Held:
        pass

    async def work() -> None:
        held = Held()
        found.append(weakref.ref(held))
        await asyncio.Event().wait()

    async def timed() -> None:
        await LoopTimer(work(), FixedClock())

    found: list[weakref.ref[Held]] = []
    gc.disable()
    try:
        task = asyncio.create_task(timed())
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait({task})
        del task
        await asyncio.sleep(0)
        assert found[0]() is None
    finally:
        gc.enable()
