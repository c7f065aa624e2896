"""Reviews over the wire: after the end only, worked out part by part, and of one's own seat only what it knew."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest

from rumpus.core.catalogue import find_game
from rumpus.core.errors import RumpusError
from rumpus.core.rng import SeededRng
from rumpus.review import luck, review, verdicts
from rumpus.service.bots import worker
from rumpus.service.bots.pool import BotJob, BotPool, GaveUp
from rumpus.service.bots.process import own_processes
from rumpus.service.runtime import protocol as m
from rumpus.service.runtime.limits import TooMuch
from rumpus.service.store import Listing, StoreError, StoreListener
from rumpus.service.store.sqlite import SqliteStore
from rumpus.service.tables.live import LiveTable
from rumpus.service.tables.presence import Visitor
from rumpus.service.tables.reviews import Reviews
from rumpus.table.entries import Began, Made, Moved, Place
from rumpus.table.seats import fingerprint
from rumpus.table.table import Table
from tests.service.parts import FixedClock, live_table, live_tables

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


CLOCK = FixedClock()
Act = Callable[[Reviews, OwnProcess, Visitor], Awaitable[None]]


def scenario(live: LiveTable, act: Act, path: Path | None = None, per_hour: int = 100) -> None:
    async def whole(file: Path) -> None:
        pool = OwnProcess()
        store = SqliteStore(str(file))
        await store.open(StoreListener())
        await store.append(live.table.id, 0, [live.table.made], 1000, Listing("over", False, False, b"{}"))
        tables = live_tables(store, CLOCK)
        reviews = Reviews(pool, tables, per_hour)
        visitor = Visitor("here")
        visitor.seat, visitor.live = 0, live
        try:
            await act(reviews, pool, visitor)
        finally:
            await tables.background.close()
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
            with pytest.raises(RumpusError, match="once it is over"):
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
        with pytest.raises(RumpusError, match="The review of this game failed"):
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


def test_a_failed_review_leaves_nothing_behind() -> None:
    async def act(reviews: Reviews, pool: OwnProcess, visitor: Visitor) -> None:
        pool.fails = True
        await reviews.show(visitor, m.Reviewing())
        while reviews._work:
            await asyncio.sleep(0)
        pool.fails, pool.waits = False, True
        assert (await reviews.show(visitor, m.Reviewing(stronger=True))).done == 0.0
        with pytest.raises(RumpusError, match="The review of this game failed"):
            await reviews.show(visitor, m.Reviewing())
        assert list(reviews._work) == [("abcdefgh", True)]
        assert not list(reviews._failed)
        pool.waits = False

    scenario(siege(over=True), act)


def test_reviews_per_hour_and_address_are_limited() -> None:
    async def act(reviews: Reviews, pool: OwnProcess, visitor: Visitor) -> None:
        await until_done(reviews, visitor, m.Reviewing())
        await reviews.show(visitor, m.Reviewing())  # it is there already, and counts for nothing
        with pytest.raises(TooMuch, match="1 reviews within an hour"):
            await reviews.show(visitor, m.Reviewing(stronger=True))
        stranger = Visitor("elsewhere")
        stranger.seat, stranger.live = None, visitor.live
        await until_done(reviews, stranger, m.Reviewing(stronger=True))
        CLOCK.seconds += 3601
        await reviews.store.save_part("abcdefgh", -1, b"of another format")
        reviews.cache.pop(("abcdefgh", False))
        await until_done(reviews, visitor, m.Reviewing())

    scenario(siege(over=True), act, per_hour=1)


def duel(seed: str) -> LiveTable:
    """A finished match whose stronger review takes minutes."""
    game = find_game("cat_brawl")
    options = game.options()
    places = [Place("person", name, fingerprint(f"secret of {name}")) for name in ("Ann", "Ben")]
    table = Table(f"duel-{seed}", game, Made(game.name, game.version, options.changed(), seed, places, ""), 1000)
    table.take(Began(), 2000)
    rng = SeededRng(seed)
    while table.state == "playing":
        assert table.match is not None
        seat = table.match.position.to_act()[0]
        moves = table.match.position.moves(seat)
        table.take(Moved(seat, moves[rng.below(len(moves))]), 3000)
    return live_table(table)


@pytest.mark.long
@pytest.mark.parametrize("processes", [1, 2])
def test_bots_of_other_tables_do_not_wait_for_reviews(processes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    async def whole(file: Path) -> None:
        pool = BotPool(own_processes(processes))
        await pool.warm()
        store = SqliteStore(str(file))
        await store.open(StoreListener())
        tables = live_tables(store)
        reviews = Reviews(pool, tables, 10)
        visitors: list[Visitor] = []
        for number in range(4):
            visitor = Visitor(f"address {number}")
            visitor.seat, visitor.live = 0, duel(str(number))
            visitors.append(visitor)
            await reviews.show(visitor, m.Reviewing(stronger=True))
        playing = siege(over=False).table
        waited: list[float] = []
        for _ in range(30):
            began = time.monotonic()
            assert await pool.decide(playing, 0, "greedy", "elsewhere") is not None
            waited.append(time.monotonic() - began)
            await asyncio.sleep(0.2)
        # One slice, with time to spare: other tests run at the same time.
        assert max(waited) < worker.REVIEW_SECONDS + 2.0
        done = [(await reviews.show(visitor, m.Reviewing(stronger=True))).done for visitor in visitors]
        assert 0.0 < sum(done) < 4.0
        await tables.background.close()
        await store.close()
        await pool.close()

    with TemporaryDirectory() as folder:
        asyncio.run(whole(Path(folder) / "tables.db"))


def test_a_seat_that_nobody_has_is_refused() -> None:
    async def act(reviews: Reviews, pool: OwnProcess, visitor: Visitor) -> None:
        with pytest.raises(RumpusError, match="no person sits there"):
            await reviews.show(visitor, m.Reviewing(seat=3))

    scenario(siege(over=True), act)
