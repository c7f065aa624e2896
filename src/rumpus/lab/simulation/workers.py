"""Workers: this process, all cores, or a Ray cluster. Results do not depend on the choice."""

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
from rumpus.core.extras import missing_extra
from rumpus.core.system.processes import exit_with_parent
from rumpus.lab.simulation.rules_patch import PATCH_ENVIRONMENT

Task = TypeVar("Task")
Made = TypeVar("Made")


class Workers:
    """Runs a picklable job on tasks, in this process.

    `map` yields (task, result) pairs in order of completion.
    """

    jobs = 1
    """Number of concurrent tasks."""

    def map(self, job: Callable[[Task], Made], pieces: Sequence[Task]) -> Iterator[tuple[Task, Made]]:
        for piece in pieces:
            yield piece, job(piece)

    def close(self) -> None:
        """Releases processes and connections."""


def _begin(parent: int) -> None:
    # Ctrl-C is for the process that started the workers; it stops them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    exit_with_parent(parent)


class Processes(Workers):
    """A pool of processes. `for_patch`: for rules patches, interpreted (`PATCH_ENVIRONMENT`)."""

    def __init__(self, jobs: int, for_patch: bool = False) -> None:
        self.jobs = jobs
        self._variables = PATCH_ENVIRONMENT if for_patch else {}
        # A forked process would have the parent's modules, compiled ones included, and ignore `PATCH_ENVIRONMENT`.
        context = get_context("spawn")
        self._pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin, initargs=(os.getpid(),))

    def map(self, job: Callable[[Task], Made], pieces: Sequence[Task]) -> Iterator[tuple[Task, Made]]:
        waiting: dict[Future[Made], Task] = {}
        queue = list(reversed(pieces))
        try:
            while queue or waiting:
                # Few pieces are handed out ahead of time, so that a stop loses little.
                while queue and len(waiting) < 2 * self.jobs:
                    piece = queue.pop()
                    with _environment(self._variables):  # a process that is started now has it
                        waiting[self._pool.submit(job, piece)] = piece
                done, _ = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    yield waiting.pop(future), future.result()
        except BrokenProcessPool:
            raise RumpusError(
                "A worker process was killed, perhaps for lack of memory. Try fewer with --jobs."
            ) from None

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


def _run_job(job: Callable[[Task], Made], piece: Task) -> Made:
    return job(piece)


class Ray(Workers):
    """The cores of a Ray cluster. Tasks of lost workers are retried."""

    def __init__(self, address: str, for_patch: bool = False) -> None:
        try:
            import ray
        except ModuleNotFoundError as error:
            raise missing_extra(error) from None
        self._ray: Any = ray
        self._owns_cluster = not ray.is_initialized()
        if self._owns_cluster:
            try:
                ray.init(address=address or None, log_to_driver=False, logging_level=logging.ERROR)
            except (ConnectionError, RuntimeError, ValueError) as error:
                raise RumpusError(f"There is no Ray cluster at {address!r}: {error}.") from None
        environment: dict[str, Any] = {"runtime_env": {"env_vars": PATCH_ENVIRONMENT}} if for_patch else {}
        # A retry is safe: the result depends on the piece alone.
        self._task: Any = ray.remote(num_cpus=1, max_retries=5, **environment)(_run_job)

    def map(self, job: Callable[[Task], Made], pieces: Sequence[Task]) -> Iterator[tuple[Task, Made]]:
        shared = self._ray.put(job)
        most = 2 * max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        waiting: dict[Any, Task] = {}
        queue = list(reversed(pieces))
        while queue or waiting:
            while queue and len(waiting) < most:
                piece = queue.pop()
                waiting[self._task.remote(shared, piece)] = piece
            done, _ = self._ray.wait(list(waiting), num_returns=1)
            for reference in done:
                yield waiting.pop(reference), self._ray.get(reference)

    def close(self) -> None:
        if self._owns_cluster:
            self._ray.shutdown()


def workers_for(on: str, jobs: int, for_patch: bool = False) -> Workers:
    """Workers of this machine (`on` empty), a local Ray cluster (`ray`) or `ray://host:port`."""
    if on.startswith("ray"):
        return Ray("" if on == "ray" else on, for_patch)
    if on:
        raise BadOption(f"The lab runs on this machine, on ray, or on ray://host:port, not on {on!r}.")
    count = jobs or os.cpu_count() or 1
    # A patch changes its whole process, so it never runs in this one.
    return Workers() if count == 1 and not for_patch else Processes(count, for_patch)


@contextmanager
def working(jobs: int, on: str = "", for_patch: bool = False) -> Iterator[Workers]:
    """Context manager: workers, closed at the end."""
    workers = workers_for(on, jobs, for_patch)
    try:
        yield workers
    finally:
        workers.close()
