"""Work that nobody waits for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine

from rumpus.web.metrics import Metrics

log = logging.getLogger("rumpus.aside")


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
            log.error("something aside failed", exc_info=task.exception())

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
