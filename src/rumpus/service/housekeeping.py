"""Keeping house: who is still here, which tables may be put away, and which are forgotten for good.

Whether the store takes what is written: nothing else than writing tells.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import time

from rumpus.service.runtime.clock import HOUSE, now
from rumpus.service.store import NotKept, Store, StoreError
from rumpus.service.tables.live import LiveTable, LiveTables
from rumpus.service.tables.turns import TurnKeeper

PAUSED = "Nothing can be written down at the moment, so no move can be made. It goes on as soon as that works again."
FRESH_SECONDS = 2.0
PATIENCE_SECONDS = 5.0


class WriteProof:
    """Found out by a durable write, and believed for two seconds, however many ask."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._trouble = ""
        self._until = 0.0
        self._asking = asyncio.Lock()

    async def trouble(self) -> str:
        """Nothing if it can be written, else a sentence for people."""
        async with self._asking:
            if time.monotonic() > self._until:
                self._trouble = await self._try()
                self._until = time.monotonic() + FRESH_SECONDS
            return self._trouble

    async def _try(self) -> str:
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self.store.prove(now())
        except NotKept as error:
            return str(error)
        except (StoreError, TimeoutError):
            return PAUSED
        return ""


log = logging.getLogger("rumpus.upkeep")

BEAT_SECONDS = 3.0
TOUCH_BEATS = 8
RUBBISH_BEATS = 20
"""Once a minute memory is searched for what nobody needs any more: connections leave some of it behind."""
SWEEP_BEATS = 1200
IDLE_SECONDS = 120.0
"""How long a table nobody is at is kept in memory."""
DAY = 86_400_000


class Upkeep:
    """A round every few seconds; one that fails is made up for by the next."""

    def __init__(self, tables: LiveTables, keeper: TurnKeeper, proof: WriteProof, keep_days: int) -> None:
        self.tables = tables
        self.keeper = keeper
        self.proof = proof
        self.keep_days = keep_days
        self._beats = 0
        self._untouched = False
        """Whether people's tables could not be touched when it was time."""

    async def beat(self) -> None:
        self._beats += 1
        if HOUSE.believe():
            self.keeper.cut_off()  # and takes every table up again as one that was asleep
        tables, store = self.tables, self.tables.store
        peopled = [id for id, live in tables.lives.items() if live.presence.visitors]
        tables.make_room()
        for live in list(tables.lives.values()):
            if tables.lives.get(live.table.id) is not live:
                continue  # put away meanwhile
            try:
                await self._look_after(live)
            except Exception:  # one bad table is one bad table
                tables.metrics.count("table_failures")
                log.exception("a table cannot be looked after", extra={"facts": {"table": live.table.id}})
        # At every beat and at every table, so that it tells nothing about what somebody has just tried to write.
        trouble = await self.proof.trouble() if peopled else ""
        for live in tables.lives.values():
            live.warn(trouble)
        if self._beats % TOUCH_BEATS == 1 or self._untouched:
            self._untouched = True
            if peopled:
                await store.touch(peopled, now())
            self._untouched = False
            tables.lobby.changed()
        if self._beats % RUBBISH_BEATS == 0:
            gc.collect()
        if self._beats % SWEEP_BEATS == 1 and HOUSE.settled():
            gone = await store.sweep(HOUSE.surely() - self.keep_days * DAY)
            if gone:
                log.info("old tables forgotten", extra={"facts": {"tables": gone}})

    async def _look_after(self, live: LiveTable) -> None:
        if live.presence.visitors:
            live.touch()
            await self.tables.store.announce(live.table.id, live.presence.seats())
        if live.presence.forget_silent():
            live.refresh()
        self.keeper.changed(live)
        if self._idle(live):
            self.tables.put_away(live)

    def _idle(self, live: LiveTable) -> bool:
        unused = time.monotonic() - live.used > IDLE_SECONDS
        return unused and not live.presence.visitors and not live.lock.locked() and self.keeper.waits(live)
