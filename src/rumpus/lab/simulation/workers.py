"""Who does the work: this process, all cores, or a Ray cluster. What comes out is the same."""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any, TypeVar

from rumpus.core.errors import BadOption, RumpusError
from rumpus.core.extras import lacking
from rumpus.core.system.processes import end_with
from rumpus.lab.simulation.rules_patch import APART

Piece = TypeVar("Piece")
Made = TypeVar("Made")


class Workers:
    """Does pieces of work and hands them back as they are done, in any order.

    A job goes to other processes, perhaps on other machines: it carries a game's name and changes, never the game.
    """

    jobs = 1
    """How many pieces are done at a time."""

    def map(self, job: Callable[[Piece], Made], pieces: Sequence[Piece]) -> Iterator[tuple[Piece, Made]]:
        for piece in pieces:
            yield piece, job(piece)

    def close(self) -> None:
        """Let go of whatever was started."""


def _begin(parent: int) -> None:
    # Ctrl-C is for the process that started the workers; it stops them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with(parent)


class Processes(Workers):
    """One process per core; they stay for the next run. Those `apart` may play a variant, and are interpreted."""

    def __init__(self, jobs: int, apart: bool = False) -> None:
        self.jobs = jobs
        self._environment = APART if apart else {}
        context = get_context("spawn")
        self._pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin, initargs=(os.getpid(),))

    def map(self, job: Callable[[Piece], Made], pieces: Sequence[Piece]) -> Iterator[tuple[Piece, Made]]:
        waiting: dict[Future[Made], Piece] = {}
        queue = list(reversed(pieces))
        try:
            while queue or waiting:
                # Few pieces are handed out ahead of time, so that a stop loses little.
                while queue and len(waiting) < 2 * self.jobs:
                    piece = queue.pop()
                    with _environment(self._environment):  # a process that is started now has it
                        waiting[self._pool.submit(job, piece)] = piece
                done, _ = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    yield waiting.pop(future), future.result()
        except BrokenProcessPool:
            raise RumpusError("one of the processes at work was killed (out of memory?)") from None

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _environment(changes: Mapping[str, str]) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in changes}
    os.environ.update(changes)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _do(job: Callable[[Piece], Made], piece: Piece) -> Made:
    return job(piece)


class Ray(Workers):
    """The cores of a Ray cluster; a worker that is lost costs time, its piece of work is done again."""

    def __init__(self, address: str, apart: bool = False) -> None:
        try:
            import ray
        except ModuleNotFoundError as error:
            raise lacking(error) from None
        self._ray: Any = ray
        self._own = not ray.is_initialized()
        if self._own:
            try:
                ray.init(address=address or None, log_to_driver=False, logging_level=logging.ERROR)
            except (ConnectionError, RuntimeError, ValueError) as error:
                raise RumpusError(f"there is no Ray cluster at {address!r}: {error}") from None
        environment: dict[str, Any] = {"runtime_env": {"env_vars": APART}} if apart else {}
        self._task: Any = ray.remote(num_cpus=1, max_retries=5, **environment)(_do)

    def map(self, job: Callable[[Piece], Made], pieces: Sequence[Piece]) -> Iterator[tuple[Piece, Made]]:
        shared = self._ray.put(job)
        most = 2 * max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        waiting: dict[Any, Piece] = {}
        queue = list(reversed(pieces))
        while queue or waiting:
            while queue and len(waiting) < most:
                piece = queue.pop()
                waiting[self._task.remote(shared, piece)] = piece
            done, _ = self._ray.wait(list(waiting), num_returns=1)
            for reference in done:
                yield waiting.pop(reference), self._ray.get(reference)

    def close(self) -> None:
        if self._own:
            self._ray.shutdown()


def workers_for(on: str, jobs: int, apart: bool = False) -> Workers:
    """`on` is empty for this machine, `ray` for a cluster here, or its address (ray://host:port).

    A variant needs workers that are `apart`.
    """
    if on.startswith("ray"):
        return Ray("" if on == "ray" else on, apart)
    if on:
        raise BadOption(f"the lab runs on this machine, on ray, or on ray://host:port, not on {on!r}")
    count = jobs or os.cpu_count() or 1
    return Workers() if count == 1 and not apart else Processes(count, apart)


@contextmanager
def working(jobs: int, on: str = "", apart: bool = False) -> Iterator[Workers]:
    """Workers that are let go of whatever happens."""
    workers = workers_for(on, jobs, apart)
    try:
        yield workers
    finally:
        workers.close()
