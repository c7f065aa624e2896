"""The service without a transport: tables, bots, clocks, requests. For `rumpus.web` and `rumpus.offline`."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from rumpus.core.catalogue import every_game
from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.service.bots.pool import BotPool, BotProcess
from rumpus.service.housekeeping import BEAT_SECONDS, Housekeeping
from rumpus.service.info import InfoHandler
from rumpus.service.notifications.delivery import POLL_SECONDS, Delivery
from rumpus.service.notifications.http import Transport
from rumpus.service.profiles.profiles import CHECK_SECONDS
from rumpus.service.requests import Requests
from rumpus.service.runtime.background import BackgroundTasks, PeriodicTasks
from rumpus.service.runtime.clock import ServerClock
from rumpus.service.runtime.environment import SYSTEM_CLOCK, SYSTEM_RANDOM, THREADS, Executor, RandomSource, TimeSource
from rumpus.service.runtime.metrics import Metrics
from rumpus.service.runtime.settings import Settings
from rumpus.service.store import Store
from rumpus.service.store.health import WATCH_SECONDS, StoreHealth
from rumpus.service.tables.archiving import ARCHIVE_LATE_SECONDS, ARCHIVE_PAUSE_SECONDS
from rumpus.service.tables.live import LiveTables
from rumpus.service.tables.lobby import LobbyPage
from rumpus.service.tables.turns import SWEEP_SECONDS, TurnScheduler

log = logging.getLogger("rumpus.house")
FINISH_SECONDS = 3.0
"""Seconds for the archives of tables that ended just before the server stops."""


class GameService:
    """All parts of the service. Each part knows only those constructed before it.

    `games` are offered in the lobby; None: all installed games. Time, randomness and threads come from `clock`, `rng`
    and `executor` alone, so that a simulation can replace them. Without `transport` there are no notifications.
    """

    def __init__(
        self,
        settings: Settings,
        store: Store,
        bots: Sequence[BotProcess],
        games: Sequence[Game] | None = None,
        *,
        clock: TimeSource = SYSTEM_CLOCK,
        rng: RandomSource = SYSTEM_RANDOM,
        executor: Executor = THREADS,
        transport: Transport | None = None,
    ) -> None:
        self.clock = ServerClock(clock)
        self.metrics = Metrics()
        self.store = store
        self.background = BackgroundTasks(self.metrics)
        self.periodic = PeriodicTasks(self.metrics, self.clock)
        self.bots = BotPool(bots, self.clock, rng)
        lobby = LobbyPage(store, self.background, self.clock)
        self.tables = LiveTables(store, lobby, self.background, self.metrics, self.clock, rng, executor)
        self.health = StoreHealth(store, self.clock)
        self.turns = TurnScheduler(self.tables, self.bots, self.health, settings.bot_pause)
        self.tables.listener = self.turns
        self.housekeeping = Housekeeping(self.tables, self.turns, self.health, settings.keep_days)
        self.delivery = None if transport is None else Delivery(self.tables, transport)
        if self.delivery is not None:
            self.tables.watcher = self.delivery.watcher
        self.requests = Requests(self.tables, self.bots, settings, self.delivery)
        offered = every_game(log_left_out) if games is None else games
        self.info = InfoHandler(self.tables, self.bots, offered)

    async def open(self) -> None:
        """Opens the store. Raises RumpusError if that fails."""
        await self.store.open(self.tables)
        await self.housekeeping.follow_store_clock()
        self.clock.start_after(await self.store.newest())
        self.health.begin()

    def begin(self, archive: Callable[[], Awaitable[None]], sweep: bool = True) -> None:
        """Starts the periodic tasks. `archive` archives finished tables; `sweep` resumes the others."""
        self.periodic.every(BEAT_SECONDS, "upkeep", self.housekeeping.beat)
        self.periodic.every(WATCH_SECONDS, "watching the store", self.housekeeping.watch_store)
        self.background.spawn(self.bots.warm())
        if sweep:
            self.periodic.every(SWEEP_SECONDS, "sweep", self._sweep)
        self.periodic.every(CHECK_SECONDS, "sign-outs", self.requests.profiles.check_all_devices)
        if self.delivery is not None:
            self.periodic.every(POLL_SECONDS, "notifications", self.delivery.poll)
        self.periodic.every(ARCHIVE_PAUSE_SECONDS, "keeping films", archive, late=ARCHIVE_LATE_SECONDS)

    async def _sweep(self) -> None:
        await self.turns.sweep()
        await self.requests.organiser.poll()

    async def close(self, archive: Callable[[], Awaitable[None]] | None = None) -> None:
        """Stops everything in an order that loses no accepted move.

        1. Periodic tasks: nothing new begins.
        2. Tables: each stops its bots' turns and alarms, and spawns the release of its lease.
        3. Background tasks.
        4. `archive`, at most `FINISH_SECONDS`: the next server may have other rules, and show archives only.
        5. The store: commits all accepted entries.
        6. Bots' processes.
        """
        await self.periodic.close()
        self.tables.close()
        await self.background.close()
        if archive is not None:
            await self._finish(archive)
        await self.store.close()
        await self.bots.close()

    async def _finish(self, archive: Callable[[], Awaitable[None]]) -> None:
        try:
            async with asyncio.timeout(FINISH_SECONDS):
                await self.tables.write_listings()
                await archive()
        except (RumpusError, OSError, TimeoutError) as error:
            log.warning("some tables are not archived yet", extra={"facts": {"error": repr(error)[:200]}})


def log_left_out(sentence: str) -> None:
    log.error("a game is left out", extra={"facts": {"error": sentence}})
