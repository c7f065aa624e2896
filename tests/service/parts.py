"""Parts of a service for tests without a server."""

from __future__ import annotations

from rumpus.service.runtime.background import BackgroundTasks
from rumpus.service.runtime.clock import ServerClock
from rumpus.service.runtime.environment import SYSTEM_CLOCK, SYSTEM_RANDOM, THREADS, TimeSource
from rumpus.service.runtime.metrics import Metrics
from rumpus.service.store import Store
from rumpus.service.tables.live import LiveTable, LiveTables
from rumpus.service.tables.lobby import LobbyPage
from rumpus.table.table import Table


class FixedClock:
    """A clock that stands still until its attributes change."""

    def __init__(self, wall: int = 10**9, seconds: float = 1000.0) -> None:
        self.wall = wall
        self.seconds = seconds
        self.cpu = 0.0

    def wall_ms(self) -> int:
        return self.wall

    def monotonic(self) -> float:
        return self.seconds

    def thread_time(self) -> float:
        return self.cpu

    async def sleep(self, seconds: float) -> None:
        await SYSTEM_CLOCK.sleep(seconds)


def live_tables(store: Store, clock: TimeSource = SYSTEM_CLOCK, metrics: Metrics | None = None) -> LiveTables:
    server_clock, metrics = ServerClock(clock), metrics or Metrics()
    background = BackgroundTasks(metrics)
    lobby = LobbyPage(store, background, server_clock)
    return LiveTables(store, lobby, background, metrics, server_clock, SYSTEM_RANDOM, THREADS)


def live_table(table: Table, clock: TimeSource = SYSTEM_CLOCK) -> LiveTable:
    return LiveTable(table, b"", 0, lambda _live: None, ServerClock(clock))
