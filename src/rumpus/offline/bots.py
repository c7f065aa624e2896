"""The bots' worker as the house sees it, and what is done there."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import pickle
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from rumpus.service.bots import worker
from rumpus.service.bots.pool import LONGEST, Answer, BotProcess, GaveUp

log = logging.getLogger("rumpus.bots")
START_SECONDS = 120.0
"""For a worker to start, on a slow machine and over a slow line."""


class Link(Protocol):
    """What static/offline/house.js knows of the bots' worker."""

    def start(self) -> Awaitable[None]:
        """Have a worker, if there is none yet; returns when it is ready."""
        ...

    def ask(self, job: Any) -> Awaitable[Any]:
        """The answer to a job, as bytes; fails if the worker does."""
        ...

    def stop(self) -> None: ...


class Thinker(BotProcess):
    """A worker that fails, or is silent for too long, is ended, and another one started."""

    def __init__(self, link: Link) -> None:
        super().__init__()
        self._link = link

    async def run(self, job: Callable[[], Answer]) -> Answer:
        for _ in range(2):
            try:
                await asyncio.wait_for(self._link.start(), START_SECONDS)
                answer = await asyncio.wait_for(self._ask(job), LONGEST)
            except TimeoutError:
                self._link.stop()
                raise GaveUp(f"it took more than {LONGEST:g} seconds") from None
            except Exception as error:  # whatever a browser says of a worker that has ended
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
    """In the worker: do a job; what went wrong is an answer too."""
    from pyodide.ffi import to_js

    answer: tuple[bool, object]
    try:
        answer = (True, pickle.loads(job.to_bytes())())
    except Exception as error:
        answer = (False, error)
    return to_js(pickle.dumps(answer))
