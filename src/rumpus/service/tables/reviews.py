"""Reviews of finished tables, computed in slices by the bots' processes and stored with the table."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from functools import partial

import msgspec
from msgspec import Raw

from rumpus.core.errors import OtherRules, RumpusError
from rumpus.core.position import Seat
from rumpus.review.moments import moments_of
from rumpus.review.report import Review, open_review, own_review
from rumpus.review.review import ReviewPart, ReviewTask, merge_parts, review_task
from rumpus.service.bots import worker
from rumpus.service.bots.pool import BotJob, BotPool, JobKind
from rumpus.service.runtime import protocol as m
from rumpus.service.runtime.limits import BoundedCache, HourlyLimit
from rumpus.service.runtime.settings import REVIEW_CACHE_BYTES
from rumpus.service.store import DamagedJournal, StoreError
from rumpus.service.tables.live import LiveTables
from rumpus.service.tables.presence import Visitor
from rumpus.table.table import Table

log = logging.getLogger("rumpus.reviews")
STRONGER_FACTOR = 10
"""Effort of a stronger review, relative to a normal one."""
PART_NUMBERS = {False: -1, True: -2}
"""Part of the table's archive that holds the review, by `stronger`."""
MAX_FAILED = 1000
"""Failed reviews whose reason is kept for the next request."""
FAILED = "The review of this game failed. You can ask for it again."
TOO_MANY = "You have asked for {} reviews within an hour. Wait a while before you ask for the next."

Key = tuple[str, bool]
"""Table, and True for a stronger review."""


_decode_review = msgspec.json.Decoder(Review).decode


class ReviewWork:
    """A review under way: its task, and what is found about the first moves."""

    def __init__(self, address: str, task: ReviewTask, moves: int) -> None:
        self.address = address
        self.task = task
        self.parts: list[ReviewPart] = []
        """One part per move, the deal included."""
        self.moves = moves
        """Number of parts when it is done."""

    @property
    def done(self) -> float:
        return len(self.parts) / self.moves


class Reviews:
    """Answers requests for reviews. Computes one at a time per address."""

    def __init__(self, bots: BotPool, tables: LiveTables, per_hour: int) -> None:
        self.bots = bots
        self.background = tables.background
        self.store = tables.store
        self.executor = tables.executor
        self.limit = HourlyLimit(per_hour, tables.clock, TOO_MANY)
        self.cache: BoundedCache[Key, bytes] = BoundedCache(REVIEW_CACHE_BYTES, len)
        self._work: dict[Key, ReviewWork] = {}
        self._failed: BoundedCache[Key, bool] = BoundedCache(MAX_FAILED, lambda _: 1)
        # No process has more unfinished reviews than it keeps: otherwise none of them would get on.
        self._at_once = asyncio.Semaphore(worker.MAX_REVIEWS)

    async def show(self, visitor: Visitor, request: m.Reviewing) -> m.Reviewed:
        """Returns the review or its progress. Starts it if necessary."""
        live = visitor.at_table()
        table = live.table
        if table.match is None or table.state != "over":
            raise RumpusError("A game can be reviewed once it is over.")
        if live.retired is not None:
            raise OtherRules(live.retired.why)
        seats = reviewed_seats(table)
        seat = request.seat if request.seat is not None else visitor.seat if visitor.seat in seats else seats[0]
        if seat not in seats:
            raise RumpusError("Only people's decisions are reviewed, and no person sits there.")
        key = (table.id, request.stronger)
        review = None if key in self._work else await self._read(key)
        if review is not None:
            return await self.executor.run(_reply, table, review, seat, request.everything)
        if self._failed.pop(key):
            raise RumpusError(FAILED)
        work = self._work.get(key)
        if work is None:
            if any(other.address == visitor.address for other in self._work.values()):
                return m.Reviewed(done=0.0, first=table.inherited_moves)
            self.limit.take(visitor.address)
            work = self._work[key] = _work(visitor.address, table, seats, request.stronger)
            self.background.spawn(self._compute(key, work))
        return m.Reviewed(done=work.done, first=table.inherited_moves)

    async def _compute(self, key: Key, work: ReviewWork) -> None:
        table, stronger = key
        try:
            async with self._at_once:
                await self._work_out(key, work)
            whole = await self.executor.run(_encode_review, work)
        except Exception as error:
            log.warning("a review was given up", extra={"facts": {"table": table, "error": repr(error)[:200]}})
            self._failed.put(key, True)
            return
        else:
            self.cache.put(key, whole)
        finally:
            del self._work[key]
        try:
            await self.store.save_part(table, PART_NUMBERS[stronger], whole)
        except StoreError as error:
            log.warning("a review is kept in memory only", extra={"facts": {"table": table, "error": str(error)}})

    async def _work_out(self, key: Key, work: ReviewWork) -> None:
        """Computes one slice after the other. In between, jobs of other tables have their turn."""
        table, stronger = key
        name = f"{table} {'stronger' if stronger else 'normal'}"
        with self.bots.process_for_review() as process:
            while len(work.parts) < work.moves:
                slice_ = partial(worker.review, name, work.task, len(work.parts))
                work.parts += await self.bots.run(BotJob(slice_, work.address, table, process, kind=JobKind.REVIEW))

    async def _read(self, key: Key) -> Review | None:
        """A finished review from cache or store. None if there is none, or of another format."""
        data = self.cache.get(key)
        try:
            if data is None:
                data = await self.store.read_part(key[0], PART_NUMBERS[key[1]])
            if data is None:
                return None
            review = await self.executor.run(_decode_review, data)
            self.cache.put(key, data)
            return review
        except (DamagedJournal, msgspec.MsgspecError) as error:
            log.warning("a review is worked out anew", extra={"facts": {"table": key[0], "error": repr(error)[:200]}})
            return None


def reviewed_seats(table: Table) -> list[Seat]:
    """Seats of people, or all seats of a game among bots."""
    people = [seat for seat, place in enumerate(table.places) if place.kind == "person"]
    return people or list(range(len(table.places)))


def _work(address: str, table: Table, seats: Sequence[Seat], stronger: bool) -> ReviewWork:
    assert table.match is not None
    record = table.match.record
    return ReviewWork(address, review_task(record, seats, STRONGER_FACTOR if stronger else 1), 1 + len(record.moves))


def _encode_review(work: ReviewWork) -> bytes:
    return m.to_json(merge_parts(work.task, work.parts))


def _reply(table: Table, review: Review, seat: Seat, everything: bool) -> m.Reviewed:
    assert table.match is not None
    side = next(side for side in review.seats if side.seat == seat)
    moments = moments_of(table.match.record, table.game)
    opened = Raw(m.to_json(open_review(review, side))) if everything else None
    own = Raw(m.to_json(own_review(review, side, moments)))
    return m.Reviewed(done=1.0, first=table.inherited_moves, own=own, open=opened, moments=moments)
