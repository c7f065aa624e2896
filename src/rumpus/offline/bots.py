"""The bots' worker in the browser, and its code."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import pickle
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from rumpus.service.bots import worker
from rumpus.service.bots.pool import MAX_SECONDS, Answer, BotProcess, GaveUp

log = logging.getLogger("rumpus.bots")
START_SECONDS = 120.0
"""Seconds for a worker to start, on a slow machine and line."""


class Link(Protocol):
    """The JavaScript side of the bots' worker."""

    def start(self) -> Awaitable[None]:
        """Starts the worker if necessary. Returns when it is ready."""

    def ask(self, job: Any) -> Awaitable[Any]:
        """Runs a pickled job and returns the pickled answer. Fails with the worker."""

    def stop(self) -> None: ...


class BotWorker(BotProcess):
    """Runs jobs in a browser's worker. Replaces it if it fails or hangs."""

    def __init__(self, link: Link) -> None:
        super().__init__()
        self._link = link

    async def run(self, job: Callable[[], Answer]) -> Answer:
        for _ in range(2):
            try:
                await asyncio.wait_for(self._link.start(), START_SECONDS)
                answer = await asyncio.wait_for(self._ask(job), MAX_SECONDS)
            except TimeoutError:
                self._link.stop()
                raise GaveUp(f"it took more than {MAX_SECONDS:g} seconds") from None
            except Exception as error:  # browsers report a dead worker in different ways
                log.warning("the bots' worker is replaced: %r", error)
                self._link.stop()
                continue
            done, what = answer
            if done:
                return what  # type: ignore[no-any-return]
            raise what
        raise GaveUp("its worker failed twice")

    async def _ask(self, job: Callable[[], object]) -> tuple[bool, Any]:
        from pyodide.ffi import to_js

        answer = await self._link.ask(to_js(pickle.dumps(job)))
        return pickle.loads(answer.to_bytes())  # type: ignore[no-any-return]

    def forget(self, table: str) -> None:
        asyncio.ensure_future(self._forget(table))  # noqa: RUF006 - nobody waits for it

    async def _forget(self, table: str) -> None:
        with contextlib.suppress(Exception):
            await self._ask(functools.partial(worker.forget, table))

    def close(self) -> None:
        self._link.stop()


def carry_out(job: Any) -> Any:
    """Runs a pickled job in the worker. Returns the pickled result or exception."""
    from pyodide.ffi import to_js

    answer: tuple[bool, object]
    try:
        answer = (True, pickle.loads(job.to_bytes())())
    except Exception as error:
        answer = (False, error)
    return to_js(pickle.dumps(answer))
