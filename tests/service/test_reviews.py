"""Reviews over the wire: after the end only, worked out part by part, and of one's own seat only what it knew."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest

from rumpus.core.catalogue import find_game
from rumpus.core.errors import RumpusError
from rumpus.review import luck, review, verdicts
from rumpus.service.bots.pool import BotJob, BotPool, GaveUp
from rumpus.service.runtime import protocol as m
from rumpus.service.runtime.background import BackgroundTasks
from rumpus.service.runtime.environment import THREADS
from rumpus.service.runtime.metrics import Metrics
from rumpus.service.store import Listing, StoreError, StoreListener
from rumpus.service.store.sqlite import SqliteStore
from rumpus.service.tables.live import LiveTable
from rumpus.service.tables.presence import Visitor
from rumpus.service.tables.reviews import Reviews
from rumpus.table.entries import Began, Made, Moved, Place
from rumpus.table.seats import fingerprint
from rumpus.table.table import Table
from tests.service.parts import live_table

CITY = find_game("defend_the_city")


class OwnProcess(BotPool):
    def __init__(self) -> None:
        super().__init__([])
        self.jobs = 0
        self.fails = False
        self.waits = False

    async def run(self, job: BotJob[review.ReviewPart]) -> review.ReviewPart:  # type: ignore[override]
        self.jobs += 1
        if self.fails:
            raise GaveUp("it took too long")
        while self.waits:
            await asyncio.sleep(0.001)
        await asyncio.sleep(0)
        return job.work()


@pytest.fixture(autouse=True)
def few_rollouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review, "ROLLOUTS", 2)
    monkeypatch.setattr(luck, "WORLDS", 2)
    monkeypatch.setattr(verdicts, "ROLLOUTS", 2)


def siege(over: bool) -> LiveTable:
    options = CITY.options({"stamina": 12, "enemies": 1, "stand_offs": 1})
    places = [Place("person", "Ann", fingerprint("a secret"))]
    table = Table("abcdefgh", CITY, Made(CITY.name, CITY.version, options.changed(), "1", places, ""), 1000)
    table.take(Began(), 2000)
    while over and table.state == "playing":
        assert table.match is not None
        table.take(Moved(0, table.match.position.moves(0)[-1]), 3000)
    return live_table(table)


Act = Callable[[Reviews, OwnProcess, Visitor], Awaitable[None]]


def scenario(live: LiveTable, act: Act, path: Path | None = None) -> None:
    async def whole(file: Path) -> None:
        pool = OwnProcess()
        background = BackgroundTasks(Metrics())
        store = SqliteStore(str(file))
        await store.open(StoreListener())
        await store.append(live.table.id, 0, [live.table.made], 1000, Listing("over", False, False, b"{}"))
        reviews = Reviews(pool, background, store, THREADS)
        visitor = Visitor("here")
        visitor.seat, visitor.live = 0, live
        try:
            await act(reviews, pool, visitor)
        finally:
            await background.close()
            await store.close()

    with TemporaryDirectory() as folder:
        asyncio.run(whole(path or Path(folder) / "tables.db"))


async def until_done(reviews: Reviews, visitor: Visitor, request: m.Reviewing) -> m.Reviewed:
    for _ in range(10_000):
        answer = await reviews.show(visitor, request)
        if answer.own is not None:
            return answer
        await asyncio.sleep(0.001)
    raise AssertionError("it never ended")


def test_nothing_is_reviewed_while_the_game_goes_on() -> None:
    async def act(reviews: Reviews, pool: OwnProcess, visitor: Visitor) -> None:
        for request in (m.Reviewing(), m.Reviewing(seat=0), m.Reviewing(everything=True, stronger=True)):
            with pytest.raises(RumpusError, match="when it is over"):
                await reviews.show(visitor, request)
        assert pool.jobs == 0

    scenario(siege(over=False), act)


def test_a_review_is_worked_out_once_and_kept() -> None:
    async def act(reviews: Reviews, pool: OwnProcess, visitor: Visitor) -> None:
        assert (await reviews.show(visitor, m.Reviewing())).done == 0.0
        first = await until_done(reviews, visitor, m.Reviewing())
        jobs = pool.jobs
        assert first.open is None
        assert msgspec.json.decode(first.own or b"")["exact"] is True
        again = await reviews.show(visitor, m.Reviewing(everything=True))
        assert again.own == first.own
        opened = msgspec.json.decode(again.open or b"")
        assert {"luck", "play", "summary", "curve", "moments"} <= set(opened)
        assert pool.jobs == jobs

    scenario(siege(over=True), act)


async def until_written(reviews: Reviews) -> None:
    for _ in range(10_000):
        if len(await reviews.store.read_part("abcdefgh", -1) or b"") == reviews.cache.size:
            return
        await asyncio.sleep(0.001)
    raise AssertionError("it was never written down")


def test_a_review_outlives_its_server(tmp_path: Path) -> None:
    said: list[object] = []

    async def before(reviews: Reviews, pool: OwnProcess, visitor: Visitor) -> None:
        said.append((await until_done(reviews, visitor, m.Reviewing())).own)
        await until_written(reviews)

    async def after(reviews: Reviews, pool: OwnProcess, visitor: Visitor) -> None:
        said.append((await reviews.show(visitor, m.Reviewing())).own)
        assert pool.jobs == 0
        assert (await reviews.show(visitor, m.Reviewing(stronger=True))).own is None

    scenario(siege(over=True), before, tmp_path / "tables.db")
    scenario(siege(over=True), after, tmp_path / "tables.db")
    assert said[0] == said[1]


def test_a_kept_review_that_cannot_be_read_is_worked_out_anew(tmp_path: Path) -> None:
    async def act(reviews: Reviews, pool: OwnProcess, visitor: Visitor) -> None:
        await reviews.store.save_part("abcdefgh", -1, b'{"game": "as it was told once"}')
        assert (await until_done(reviews, visitor, m.Reviewing())).done == 1.0
        assert pool.jobs > 0
        await until_written(reviews)

    scenario(siege(over=True), act, tmp_path / "tables.db")


def test_a_review_is_shown_even_if_it_cannot_be_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(*_: object) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(SqliteStore, "save_part", full)

    async def act(reviews: Reviews, pool: OwnProcess, visitor: Visitor) -> None:
        assert (await until_done(reviews, visitor, m.Reviewing())).done == 1.0
        jobs = pool.jobs
        assert (await reviews.show(visitor, m.Reviewing())).done == 1.0
        assert pool.jobs == jobs

    scenario(siege(over=True), act)


def test_a_review_that_fails_says_so_and_can_be_asked_for_again() -> None:
    async def act(reviews: Reviews, pool: OwnProcess, visitor: Visitor) -> None:
        pool.fails = True
        with pytest.raises(RumpusError, match="could not be worked out"):
            await until_done(reviews, visitor, m.Reviewing())
        pool.fails = False
        assert (await until_done(reviews, visitor, m.Reviewing())).done == 1.0

    scenario(siege(over=True), act)


def test_nobody_has_two_reviews_worked_out_at_once() -> None:
    async def act(reviews: Reviews, pool: OwnProcess, visitor: Visitor) -> None:
        pool.waits = True
        await reviews.show(visitor, m.Reviewing())
        assert (await reviews.show(visitor, m.Reviewing(stronger=True))).done == 0.0
        for _ in range(5):
            await asyncio.sleep(0)
        assert pool.jobs <= 1
        pool.waits = False
        assert (await until_done(reviews, visitor, m.Reviewing())).done == 1.0

    scenario(siege(over=True), act)


def test_a_seat_that_nobody_has_is_refused() -> None:
    async def act(reviews: Reviews, pool: OwnProcess, visitor: Visitor) -> None:
        with pytest.raises(RumpusError, match="nobody sits there"):
            await reviews.show(visitor, m.Reviewing(seat=3))

    scenario(siege(over=True), act)
