"""Periodic care for tables in memory and in the store."""

from __future__ import annotations

import contextlib
import gc
import logging

from rumpus.service.store import StoreError
from rumpus.service.store.health import StoreHealth
from rumpus.service.tables.live import LiveTable, LiveTables
from rumpus.service.tables.turns import TurnScheduler

log = logging.getLogger("rumpus.upkeep")
BEAT_SECONDS = 3.0
TOUCH_BEATS = 8
FULL_GC_BEATS = 1200
"""Beats between full collections. Each holds the event loop for up to 0.2 s if there are hundreds of tables."""
SWEEP_BEATS = 1200
IDLE_SECONDS = 120.0
"""Seconds for which an unused table without visitors stays in memory."""
DAY_MS = 86_400_000


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
        """True while the last touch of watched and running tables has not succeeded."""

    async def beat(self) -> None:
        """Evicts tables, shows trouble with the store, touches watched and running tables, deletes old ones."""
        self._beats += 1
        if self.clock.has_jumped():
            with contextlib.suppress(StoreError):
                await self.follow_store_clock()
        if self.clock.accept_jump():
            self.turns.clock_leapt()  # leasing again writes `Woke`, so that the jump is on nobody's clock
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
            running = [id for id, live in tables.by_id.items() if live.presence.visitors or self.turns.is_running(live)]
            if running:
                await store.touch(running, self.clock.now())
            self._touch_due = False
            tables.lobby.changed()
        # A little at every beat: what was allocated since the last one.
        gc.collect(1 if self._beats % FULL_GC_BEATS else 2)
        if self._beats % SWEEP_BEATS == 1 and self.clock.may_delete():
            gone = await store.delete_untouched(self.clock.safe_now() - self.keep_days * DAY_MS)
            if gone:
                log.info("old tables forgotten", extra={"facts": {"tables": gone}})

    async def follow_store_clock(self) -> None:
        """Follows the clock that this server shares with others, if any: its own may be wrong."""
        shared = await self.tables.store.shared_time()
        if shared is not None:
            self.clock.follow(shared)

    async def watch_store(self) -> None:
        """Checks the store while clocks depend on it."""
        await self.health.watch(probe=self.turns.runs_clocks())

    async def _maintain(self, live: LiveTable) -> None:
        if live.presence.visitors:
            live.touch()
            await self.tables.store.announce(live.table.id, live.presence.seats(), live.presence.hidden())
        if live.presence.drop_silent():
            live.refresh()
            self.tables.watcher.presence_changed(live)
        self.turns.table_changed(live)
        if self._idle(live):
            self.tables.unload(live)

    def _idle(self, live: LiveTable) -> bool:
        unused = self.clock.monotonic() - live.last_used > IDLE_SECONDS
        return unused and not live.presence.visitors and not live.lock.locked() and self.turns.may_evict(live)
