"""Work that nobody waits for.

Work that is done again and again for as long as the server runs: no failure ends it, and none goes unheard.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine

from rumpus.core.errors import RumpusError
from rumpus.service.runtime.metrics import Metrics

aside_log = logging.getLogger("rumpus.aside")


class Aside:
    """What goes wrong in it is written to the log and counted, and it ends with the server."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            self.metrics.count("aside_failures")
            aside_log.error("something aside failed", exc_info=task.exception())

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


log = logging.getLogger("rumpus.rounds")
LATE_SECONDS = 60.0
"""A round that was not gone through for so long, because it fails again and again or hangs, counts as dead,
unless it is said otherwise."""


class Round:
    """What is done every so many seconds, and when it was last done."""

    def __init__(self, name: str, seconds: float, work: Callable[[], Awaitable[None]], late: float) -> None:
        self.name = name
        self.seconds = seconds
        self.work = work
        self.patience = seconds + late
        self.done = time.monotonic()

    @property
    def late(self) -> bool:
        return time.monotonic() - self.done > self.patience


class Rounds:
    """A round that fails is written to the log and counted, and the next one makes up for it."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        self.rounds: list[Round] = []
        self._tasks: list[asyncio.Task[None]] = []
        metrics.gauges["rounds_late"] = lambda: sum(round.late for round in self.rounds)

    def every(self, seconds: float, name: str, work: Callable[[], Awaitable[None]], late: float = LATE_SECONDS) -> None:
        """Do this from now on; if it was not gone through for `late` seconds more, it counts as dead."""
        round = Round(name, seconds, work, late)
        self.rounds.append(round)
        self._tasks.append(asyncio.create_task(self._go(round)))

    async def trouble(self) -> str:
        """Nothing if all of them are gone through, else a sentence that names those that are not."""
        dead = [round.name for round in self.rounds if round.late]
        return f"What should happen all the time no longer does: {', '.join(dead)}." if dead else ""

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _go(self, round: Round) -> None:
        while True:
            try:
                await round.work()
                round.done = time.monotonic()
            except asyncio.CancelledError as error:
                task = asyncio.current_task()
                if task is None or task.cancelling():
                    raise
                self._failed(round, error)  # somebody else's work was cancelled, not this
            except Exception as error:
                self._failed(round, error)
            await asyncio.sleep(round.seconds)

    def _failed(self, round: Round, error: BaseException) -> None:
        self.metrics.count("round_failures")
        trace = None if isinstance(error, RumpusError) else error
        log.error("a round failed", exc_info=trace, extra={"facts": {"round": round.name, "error": repr(error)[:200]}})
