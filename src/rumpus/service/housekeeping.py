"""Periodic care for tables in memory and in the store, and a check that the store accepts writes."""

from __future__ import annotations

import asyncio
import gc
import logging

from rumpus.service.runtime.clock import ServerClock
from rumpus.service.store import NotArchived, Store, StoreError
from rumpus.service.tables.live import LiveTable, LiveTables
from rumpus.service.tables.turns import TurnScheduler

log = logging.getLogger("rumpus.upkeep")
PAUSED = "Nothing can be written down at the moment, so no move can be made. It goes on as soon as that works again."
HEALTH_SECONDS = 2.0
"""Seconds for which the result of a write check is valid."""
HEALTH_TIMEOUT_SECONDS = 5.0
BEAT_SECONDS = 3.0
TOUCH_BEATS = 8
GC_BEATS = 20
"""Beats between garbage collections: closed connections leave reference cycles."""
SWEEP_BEATS = 1200
IDLE_SECONDS = 120.0
"""Seconds for which an unused table without visitors stays in memory."""
DAY_MS = 86_400_000


class StoreHealth:
    """Checks by a durable write that the store works. Caches the result."""

    def __init__(self, store: Store, clock: ServerClock) -> None:
        self.store = store
        self.clock = clock
        self._trouble = ""
        self._fresh_until = 0.0
        self._lock = asyncio.Lock()

    async def trouble(self) -> str:
        """A sentence for people, or an empty string if the store works."""
        async with self._lock:
            if self.clock.monotonic() > self._fresh_until:
                self._trouble = await self._try()
                self._fresh_until = self.clock.monotonic() + HEALTH_SECONDS
            return self._trouble

    async def _try(self) -> str:
        try:
            async with asyncio.timeout(HEALTH_TIMEOUT_SECONDS):
                await self.store.check_writable(self.clock.now())
        except NotArchived as error:
            return str(error)
        except (StoreError, TimeoutError):
            return PAUSED
        return ""


class Housekeeping:
    """Runs `beat` every `BEAT_SECONDS`. The next beat repeats the work of a failed one."""

    def __init__(self, tables: LiveTables, turns: TurnScheduler, health: StoreHealth, keep_days: int) -> None:
        self.tables = tables
        self.clock = tables.clock
        self.turns = turns
        self.health = health
        self.keep_days = keep_days
        self._beats = 0
        self._touch_due = False
        """True while the last touch of watched tables has not succeeded."""

    async def beat(self) -> None:
        """Evicts tables, shows trouble with the store, touches watched tables, deletes old ones."""
        self._beats += 1
        if self.clock.accept_jump():
            self.turns.leases_lost()  # leasing again writes `Woke`, so that the jump is on nobody's clock
        tables, store = self.tables, self.tables.store
        watched = [id for id, live in tables.by_id.items() if live.presence.visitors]
        tables.evict()
        for live in list(tables.by_id.values()):
            if tables.by_id.get(live.table.id) is not live:
                continue  # closed in between
            try:
                await self._maintain(live)
            except Exception:  # a damaged table must not stop the others
                tables.metrics.count("table_failures")
                log.exception("a table cannot be looked after", extra={"facts": {"table": live.table.id}})
        # At every beat and every table, so that the notice does not tell who has just tried to write.
        trouble = await self.health.trouble() if watched else ""
        for live in tables.by_id.values():
            live.set_notice(trouble)
        if self._beats % TOUCH_BEATS == 1 or self._touch_due:
            self._touch_due = True
            if watched:
                await store.touch(watched, self.clock.now())
            self._touch_due = False
            tables.lobby.changed()
        if self._beats % GC_BEATS == 0:
            gc.collect()
        if self._beats % SWEEP_BEATS == 1 and self.clock.may_delete():
            gone = await store.delete_untouched(self.clock.safe_now() - self.keep_days * DAY_MS)
            if gone:
                log.info("old tables forgotten", extra={"facts": {"tables": gone}})

    async def _maintain(self, live: LiveTable) -> None:
        if live.presence.visitors:
            live.touch()
            await self.tables.store.announce(live.table.id, live.presence.seats())
        if live.presence.drop_silent():
            live.refresh()
        self.turns.table_changed(live)
        if self._idle(live):
            self.tables.unload(live)

    def _idle(self, live: LiveTable) -> bool:
        unused = self.clock.monotonic() - live.last_used > IDLE_SECONDS
        return unused and not live.presence.visitors and not live.lock.locked() and self.turns.may_evict(live)
