"""Background and periodic tasks. A failure is logged and counted; it never ends a periodic task."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable

from rumpus.core.errors import RumpusError
from rumpus.service.runtime.environment import TimeSource
from rumpus.service.runtime.loop_time import LoopTimer
from rumpus.service.runtime.metrics import Metrics

background_log = logging.getLogger("rumpus.aside")
log = logging.getLogger("rumpus.rounds")
LATE_SECONDS = 60.0
"""Seconds without a complete run, beyond its period, after which a task counts as dead."""


async def cancel_all(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancels tasks and waits until they have ended."""
    ending = list(tasks)
    for task in ending:
        task.cancel()
    await asyncio.gather(*ending, return_exceptions=True)


class BackgroundTasks:
    """Tasks without a waiting caller. They end with the server."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        self._tasks: dict[asyncio.Task[None], None] = {}  # a dict keeps their order, so a simulation repeats

    def spawn(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks[task] = None
        task.add_done_callback(self._on_done)

    def _on_done(self, task: asyncio.Task[None]) -> None:
        self._tasks.pop(task, None)
        if not task.cancelled() and task.exception() is not None:
            self.metrics.count("aside_failures")
            background_log.error("something aside failed", exc_info=task.exception())

    async def close(self) -> None:
        await cancel_all(self._tasks)


class PeriodicTask:
    """A function, its period, and the time of its last complete run."""

    def __init__(
        self, name: str, seconds: float, run: Callable[[], Awaitable[None]], late: float, clock: TimeSource
    ) -> None:
        self.name = name
        self.seconds = seconds
        self.run = run
        self.late_after = seconds + late
        self.clock = clock
        self.last_done = clock.monotonic()

    @property
    def late(self) -> bool:
        return self.clock.monotonic() - self.last_done > self.late_after


class PeriodicTasks:
    """Runs functions again and again until the server closes."""

    def __init__(self, metrics: Metrics, clock: TimeSource) -> None:
        self.metrics = metrics
        self.clock = clock
        self.tasks: list[PeriodicTask] = []
        self._running: list[asyncio.Task[None]] = []
        metrics.gauges["rounds_late"] = lambda: sum(task.late for task in self.tasks)

    def every(self, seconds: float, name: str, run: Callable[[], Awaitable[None]], late: float = LATE_SECONDS) -> None:
        """Starts a task. It counts as dead after `late` seconds more without a complete run."""
        task = PeriodicTask(name, seconds, run, late, self.clock)
        self.tasks.append(task)
        self._running.append(asyncio.create_task(self._repeat(task)))

    async def trouble(self) -> str:
        """A sentence that names dead tasks, or an empty string."""
        dead = [task.name for task in self.tasks if task.late]
        return f"What should happen all the time no longer does: {', '.join(dead)}." if dead else ""

    async def close(self) -> None:
        await cancel_all(self._running)

    async def _repeat(self, task: PeriodicTask) -> None:
        while True:
            timer = LoopTimer(_awaited(task.run), self.clock)
            try:
                await timer
                task.last_done = self.clock.monotonic()
            except asyncio.CancelledError as error:
                current = asyncio.current_task()
                if current is None or current.cancelling():
                    raise
                self._failed(task, error)  # the task awaited something that was cancelled; it was not cancelled itself
            except Exception as error:
                self._failed(task, error)
            self.metrics.observe_loop(task.name, timer)
            await self.clock.sleep(task.seconds)

    def _failed(self, task: PeriodicTask, error: BaseException) -> None:
        self.metrics.count("round_failures")
        trace = None if isinstance(error, RumpusError) else error
        log.error("a round failed", exc_info=trace, extra={"facts": {"round": task.name, "error": repr(error)[:200]}})


async def _awaited(run: Callable[[], Awaitable[None]]) -> None:
    await run()
