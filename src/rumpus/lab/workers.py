"""Who does the work: this process, all cores, or a Ray cluster. What comes out is the same."""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from typing import Any

from rumpus.core.errors import BadOption, RumpusError
from rumpus.lab.plan import Plan
from rumpus.lab.playing import GameRow, play_chunk

Done = tuple[range, list[GameRow]]


class Workers:
    """Plays pieces of work and hands them back as they are done, in any order."""

    def play(self, plan: Plan, chunks: Sequence[range]) -> Iterator[Done]:
        for chunk in chunks:
            yield chunk, play_chunk(plan, chunk)

    def close(self) -> None:
        """Let go of whatever was started."""


def _ignore_interrupts() -> None:
    # Ctrl-C is for the process that started the workers; it stops them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Processes(Workers):
    """One process per core; they stay for the next run."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_ignore_interrupts)

    def play(self, plan: Plan, chunks: Sequence[range]) -> Iterator[Done]:
        waiting: dict[Future[list[GameRow]], range] = {}
        queue = list(reversed(chunks))
        while queue or waiting:
            # Few pieces are handed out ahead of time, so that a stop loses little.
            while queue and len(waiting) < 2 * self.jobs:
                chunk = queue.pop()
                waiting[self._pool.submit(play_chunk, plan, chunk)] = chunk
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield waiting.pop(future), future.result()

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


class Ray(Workers):
    """The cores of a Ray cluster; a worker that is lost costs time, its piece of work is done again."""

    def __init__(self, address: str) -> None:
        try:
            import ray
        except ImportError:
            raise BadOption("a Ray cluster needs the extra: pip install 'rumpus[cluster]'") from None
        self._ray: Any = ray
        self._own = not ray.is_initialized()
        if self._own:
            try:
                ray.init(address=address or None, log_to_driver=False, logging_level=logging.ERROR)
            except (ConnectionError, RuntimeError, ValueError) as error:
                raise RumpusError(f"there is no Ray cluster at {address!r}: {error}") from None
        self._task = ray.remote(num_cpus=1, max_retries=5)(play_chunk)

    def play(self, plan: Plan, chunks: Sequence[range]) -> Iterator[Done]:
        shared = self._ray.put(plan)
        most = 2 * max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        waiting: dict[Any, range] = {}
        queue = list(reversed(chunks))
        while queue or waiting:
            while queue and len(waiting) < most:
                chunk = queue.pop()
                waiting[self._task.remote(shared, chunk)] = chunk
            done, _ = self._ray.wait(list(waiting), num_returns=1)
            for reference in done:
                yield waiting.pop(reference), self._ray.get(reference)

    def close(self) -> None:
        if self._own:
            self._ray.shutdown()


def workers_for(on: str, jobs: int) -> Workers:
    """`on` is empty for this machine, `ray` for a cluster here, or its address (ray://host:port)."""
    if on.startswith("ray"):
        return Ray("" if on == "ray" else on)
    if on:
        raise BadOption(f"the lab runs on this machine, on ray, or on ray://host:port, not on {on!r}")
    count = jobs or os.cpu_count() or 1
    return Workers() if count == 1 else Processes(count)
