"""Replays: frames of a match, computed on request and cached. A finished table's come from its archive."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Raw

from rumpus.core.errors import RumpusError
from rumpus.core.position import Seat
from rumpus.service.runtime import protocol as m
from rumpus.service.runtime.environment import Executor
from rumpus.service.runtime.limits import BoundedCache
from rumpus.service.runtime.settings import REPLAY_CACHE_BYTES
from rumpus.service.store import DamagedJournal, Store
from rumpus.service.tables.presence import Visitor
from rumpus.service.tables.retired import RetiredTable
from rumpus.table.archive import FRAMES_PER_PART, read_part
from rumpus.table.replay import table_frames
from rumpus.table.table import Table

MAX_MESSAGE_BYTES = 400_000
"""Bytes of frames in one message."""

Key = tuple[str, Seat | None, bool]
"""Table, seat, and True for all cards open."""


class CachedReplay(NamedTuple):
    knowledge: bytes
    """What the seat knew when the replay was made (`LiveTable.knowledge`)."""
    frames: list[bytes]


class ReplayCache(BoundedCache[Key, CachedReplay]):
    """The last replays, limited in bytes."""

    def __init__(self) -> None:
        super().__init__(REPLAY_CACHE_BYTES, lambda replay: sum(map(len, replay.frames)))

    def find(self, key: Key, knowledge: bytes) -> CachedReplay | None:
        """The cached replay, unless the seat knows more by now."""
        replay = self.get(key)
        return None if replay is None or replay.knowledge != knowledge else replay


class Replays:
    """Answers requests for replays, `at_once` at a time."""

    def __init__(self, store: Store, at_once: int, executor: Executor) -> None:
        self.store = store
        self.executor = executor
        self.cache = ReplayCache()
        self._busy = asyncio.Semaphore(at_once)

    async def show(self, visitor: Visitor, request: m.Replay) -> m.Frames:
        live = visitor.at_table()
        table = live.table
        if table.match is None:
            raise RumpusError("The game has not started yet.")
        if request.seat is not None and request.seat >= len(table.places):
            raise RumpusError(f"This table has no seat {request.seat + 1}.")
        if not table.match.over and (request.everything or request.seat not in (None, visitor.seat)):
            raise RumpusError("Other seats' views and hidden cards are shown once the game is over.")
        if live.retired is not None:
            return await self._show_retired(table.id, live.retired, request)
        if table.match.over:
            kept = await self._show_archived(table.id, 1 + len(table.steps), request)
            if kept is not None:
                return kept
        key = (table.id, request.seat, request.everything)
        await live.build_log(request.seat, self.executor)
        # Keyed by the seat's knowledge, so that the response time tells nothing about sealed decisions.
        replay = self.cache.find(key, live.view_key(request.seat))
        if replay is None:
            # In this order: whoever waits for `_busy` must not hold the table's lock, or its moves wait too.
            async with self._busy, live.lock:
                knowledge = live.view_key(request.seat)
                replay = self.cache.find(key, knowledge)
                if replay is None:
                    frames = await self.executor.run(_encode_frames, table, request.seat, request.everything)
                    replay = CachedReplay(knowledge, frames)
                    self.cache.put(key, replay)
        return _frames(request, len(replay.frames), replay.frames[request.start : request.start + request.count])

    async def _show_retired(self, id: str, retired: RetiredTable, request: m.Replay) -> m.Frames:
        if retired.archived is None:
            raise RumpusError(retired.why)
        if not retired.archived.frame_count:
            raise RumpusError("This game was too long to keep its replay. You can download its record.")
        kept = await self._show_archived(id, retired.archived.frame_count, request)
        if kept is None:
            raise RumpusError("This part of the replay is damaged.")
        return kept

    async def _show_archived(self, id: str, total: int, request: m.Replay) -> m.Frames | None:
        """Frames from the archive, one part at a time. None if there are none."""
        if request.start >= total:
            return _frames(request, total, [])
        number, skip = divmod(request.start, FRAMES_PER_PART)
        try:
            async with self._busy:
                data = await self.store.read_part(id, 1 + number)
                frames = [] if data is None else await self.executor.run(read_part, data)
        except DamagedJournal:
            return None
        some = frames[skip : skip + request.count]
        shown = [m.to_json(frame.frame_for(request.seat, request.everything)) for frame in some]
        return _frames(request, total, shown) if shown else None


def _frames(request: m.Replay, total: int, frames: Sequence[bytes]) -> m.Frames:
    """The first frames, as many as fit into one message. The client asks for the rest."""
    some: list[Raw] = []
    size = 0
    for frame in frames:
        size += len(frame)
        if some and size > MAX_MESSAGE_BYTES:
            break
        some.append(Raw(frame))
    return m.Frames(start=request.start, total=total, frames=some, seat=request.seat, everything=request.everything)


def _encode_frames(table: Table, seat: Seat | None, everything: bool) -> list[bytes]:
    return [m.to_json(frame) for frame in table_frames(table, seat, everything)]
