"""Time, randomness and threads of the service. A simulation passes its own implementations.

Only this module and `bots.process` call `time`, `secrets`, `random` or threads; tests/service/test_environment.py
checks it.
"""

from __future__ import annotations

import asyncio
import contextvars
import functools
import random
import secrets
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeVar

from rumpus.core.rng import new_seed

_thread_time = getattr(time, "thread_time", time.process_time)  # absent where there are no threads
Item = TypeVar("Item")
Result = TypeVar("Result")

ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters of a table's id. None of them looks like another."""
ID_LENGTH = 12
"""Letters per id: 60 bits, so that nobody guesses the link of a private table."""


class TimeSource(Protocol):
    def wall_ms(self) -> int:
        """Milliseconds since 1970. May jump."""

    def monotonic(self) -> float:
        """Seconds since an arbitrary moment. Never jumps."""

    def thread_time(self) -> float:
        """Seconds for which this thread has run, without waiting for a core."""

    async def sleep(self, seconds: float) -> None: ...


class SystemClock:
    def wall_ms(self) -> int:
        return time.time_ns() // 1_000_000

    def monotonic(self) -> float:
        return time.monotonic()

    def thread_time(self) -> float:
        return _thread_time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class RandomSource(Protocol):
    """Source of ids, seeds, tokens and pauses."""

    def id(self) -> str: ...

    def match_seed(self) -> str: ...

    def token(self, size: int) -> str:
        """`size` random bytes in hexadecimal."""

    def below(self, limit: int) -> int:
        """Uniform integer from 0 to `limit` - 1."""

    def uniform(self, low: float, high: float) -> float: ...


class SystemRandom:
    def id(self) -> str:
        return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))

    def match_seed(self) -> str:
        return new_seed()

    def token(self, size: int) -> str:
        return secrets.token_hex(size)

    def below(self, limit: int) -> int:
        return secrets.randbelow(limit)

    def uniform(self, low: float, high: float) -> float:
        return random.uniform(low, high)


class Executor(Protocol):
    """Runs blocking work without blocking the event loop."""

    async def run(self, work: Callable[..., Result], *arguments: object) -> Result: ...

    def close(self) -> None: ...


class ThreadExecutor:
    """Runs work in threads: asyncio's, or `workers` own ones. Under Pyodide it runs inline."""

    def __init__(self, workers: int = 0, name: str = "") -> None:
        self._pool = ThreadPoolExecutor(workers, name) if workers else None

    async def run(self, work: Callable[..., Result], *arguments: object) -> Result:
        # Unlike `asyncio.to_thread`, `run_in_executor` does not pass context variables on.
        call = functools.partial(contextvars.copy_context().run, work, *arguments)
        return await asyncio.get_running_loop().run_in_executor(self._pool, call)

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()


SYSTEM_CLOCK = SystemClock()
SYSTEM_RANDOM = SystemRandom()
THREADS = ThreadExecutor()


def choose(rng: RandomSource, items: Sequence[Item]) -> Item:
    return items[rng.below(len(items))]
