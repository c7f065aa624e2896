"""Reviews of finished tables: worked out in the bots' processes, a part at a time, and kept with the table."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Sequence
from functools import partial

import msgspec
from msgspec import Raw

from rumpus.core.errors import OtherRules, RumpusError
from rumpus.core.position import Seat
from rumpus.review.report import Review, open_review, own_review
from rumpus.review.review import ReviewPart, ReviewTask, part_of, put_together, task
from rumpus.service.bots.pool import BotJob, BotPool
from rumpus.service.runtime import protocol as m
from rumpus.service.runtime.background import Aside
from rumpus.service.runtime.settings import REVIEW_BYTES
from rumpus.service.store import DamagedBook, Store, StoreError
from rumpus.service.tables.presence import Visitor
from rumpus.table.table import Table

log = logging.getLogger("rumpus.reviews")
PARTS = 12
"""Of the usual pass: each is short beside what a bot's process may take for a job."""
STRONGER = 10
KEPT_AS = {False: -1, True: -2}
"""The number of a review beside the keepsake of its table, by whether it is the stronger pass."""

Key = tuple[str, bool]
"""Table, and whether it is the stronger pass."""


class ReviewWork:
    """A review that is being worked out: for whom, and how far it is."""

    def __init__(self, address: str, task: ReviewTask) -> None:
        self.address = address
        self.task = task
        self.parts: list[ReviewPart] = []
        self.trouble = ""

    @property
    def done(self) -> float:
        return len(self.parts) / self.task.parts


class Reviews:
    """One at a time for each address; the bots' processes see to it that no table waits long for them."""

    def __init__(self, bots: BotPool, aside: Aside, store: Store) -> None:
        self.bots = bots
        self.aside = aside
        self.store = store
        self.size = 0
        self._work: dict[Key, ReviewWork] = {}
        self._kept: OrderedDict[Key, bytes] = OrderedDict()

    async def show(self, visitor: Visitor, wish: m.Reviewing) -> m.Reviewed:
        """The review, or how far it is: whoever asks for one that nobody has begun begins it."""
        live = visitor.at_table()
        table = live.table
        if table.match is None or table.state != "over":
            raise RumpusError("a game is reviewed when it is over")
        if live.past is not None:
            raise OtherRules(live.past.why)
        seats = reviewed_seats(table)
        seat = wish.seat if wish.seat is not None else visitor.seat if visitor.seat in seats else seats[0]
        if seat not in seats:
            raise RumpusError("people's decisions are reviewed, and nobody sits there")
        key = (table.id, wish.stronger)
        kept = None if key in self._work else await self._read(key)
        if kept is not None:
            return _told(table, kept, seat, wish.everything)
        work = self._work.get(key)
        if work is None:
            if any(other.address == visitor.address and not other.trouble for other in self._work.values()):
                return m.Reviewed(done=0.0, first=table.past)
            work = self._work[key] = ReviewWork(visitor.address, _task(table, seats, wish.stronger))
            self.aside.spawn(self._work_out(key, work))
        elif work.trouble:
            del self._work[key]
            raise RumpusError(work.trouble)
        return m.Reviewed(done=work.done, first=table.past)

    async def _work_out(self, key: Key, work: ReviewWork) -> None:
        table, _ = key
        try:
            for part in range(work.task.parts):
                job = BotJob(partial(part_of, work.task, part), work.address, table)
                work.parts.append(await self.bots.do(job))
            whole = await asyncio.to_thread(_whole, work)
        except Exception as error:
            log.warning("a review was given up", extra={"facts": {"table": table, "error": repr(error)[:200]}})
            work.trouble = "the review of this game could not be worked out; you can ask once more"
            return
        self._keep(key, whole)
        del self._work[key]
        try:
            await self.store.add(table, KEPT_AS[key[1]], whole)
        except StoreError as error:
            log.warning("a review is kept in memory only", extra={"facts": {"table": table, "error": str(error)}})

    async def _read(self, key: Key) -> Review | None:
        """What was worked out earlier, perhaps by a server of yesterday; None if it is not there, or told otherwise."""
        data = self._kept.get(key)
        try:
            if data is None:
                data = await self.store.kept(key[0], KEPT_AS[key[1]])
            if data is None:
                return None
            review = await asyncio.to_thread(msgspec.json.decode, data, type=Review)
            self._keep(key, data)
            return review
        except (DamagedBook, msgspec.MsgspecError) as error:
            log.warning("a review is worked out anew", extra={"facts": {"table": key[0], "error": repr(error)[:200]}})
            return None

    def _keep(self, key: Key, data: bytes) -> None:
        """The one that nobody asked for longest goes first."""
        self.size += len(data) - len(self._kept.pop(key, b""))
        self._kept[key] = data
        while self.size > REVIEW_BYTES and len(self._kept) > 1:
            _, oldest = self._kept.popitem(last=False)
            self.size -= len(oldest)


def reviewed_seats(table: Table) -> list[Seat]:
    """The people's; of a game among bots all."""
    people = [seat for seat, place in enumerate(table.places) if place.kind == "person"]
    return people or list(range(len(table.places)))


def _task(table: Table, seats: Sequence[Seat], stronger: bool) -> ReviewTask:
    assert table.match is not None
    effort = STRONGER if stronger else 1
    return task(table.match.record, seats, effort, PARTS * effort)


def _whole(work: ReviewWork) -> bytes:
    return m.plain(put_together(work.task, work.parts))


def _told(table: Table, review: Review, seat: Seat, everything: bool) -> m.Reviewed:
    side = next(side for side in review.seats if side.seat == seat)
    opened = Raw(m.plain(open_review(review, side))) if everything else None
    return m.Reviewed(done=1.0, first=table.past, own=Raw(m.plain(own_review(review, side))), open=opened)
