"""A process that runs bots. Killing it harms nothing else."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from rumpus.core.system import processes
from rumpus.service.bots import pool, worker
from rumpus.service.bots.pool import Answer, BotProcess, GaveUp

log = logging.getLogger("rumpus.bots")


class OwnProcess(BotProcess):
    """A spawned process with limited memory. Replaced if it dies or exceeds a limit."""

    def __init__(self) -> None:
        super().__init__()
        self._closed = False
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        # Not fork: it copies sockets, the store's lock, and locks that other threads hold at that moment.
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(
            1, mp_context=context, initializer=processes.limit_bot_process, initargs=(os.getpid(),)
        )

    async def run(self, job: Callable[[], Answer]) -> Answer:
        loop = asyncio.get_running_loop()
        # A process that died while idle is noticed only by the next job, which did not cause it.
        for _ in range(2):
            try:
                return await asyncio.wait_for(loop.run_in_executor(self._pool, job), pool.MAX_SECONDS)
            except BrokenProcessPool:
                self._replace()
            except TimeoutError:
                self._replace()
                raise GaveUp(f"it took more than {pool.MAX_SECONDS:g} seconds") from None
            except MemoryError:
                self._replace()
                raise GaveUp(f"it took more than {processes.MEMORY_BYTES >> 20} MB of memory") from None
        raise GaveUp("its process died twice")

    def _replace(self) -> None:
        self._kill()
        if not self._closed:
            log.warning("a bots' process is replaced")
            self._pool = self._new_pool()

    def _kill(self) -> None:
        for process in list((self._pool._processes or {}).values()):
            process.kill()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def forget(self, table: str) -> None:
        with contextlib.suppress(RuntimeError):  # a dead process has no players
            self._pool.submit(worker.forget, table)

    def close(self) -> None:
        self._closed = True
        self._kill()


def own_processes(count: int) -> list[OwnProcess]:
    return [OwnProcess() for _ in range(count)]
