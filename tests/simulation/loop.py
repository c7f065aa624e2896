"""An event loop with virtual time for several simulated processes.

Each callback belongs to the process of its context. The loop picks the next process at random and keeps asyncio's order
within a process. A crashed process never runs again. A paused one runs late.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
from asyncio import events
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from contextvars import Context, ContextVar, copy_context
from random import Random
from typing import Any, TypeVar

Result = TypeVar("Result")


CURRENT: ContextVar[Process] = ContextVar("process")


class Process:
    """A simulated process: a server, the database, or the clients."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.alive = True
        self.paused_until = 0.0
        self.steps_left = 0
        """Steps before `on_last_step` is called; 0 or less: never."""
        self.on_last_step: Callable[[], object] = self.crash
        self.ready: deque[Handle] = deque()
        self.tasks: dict[asyncio.Task[Any], None] = {}
        """Unfinished tasks. A crashed process keeps them, so that no `finally` runs."""
        self.context = copy_context()
        """Context of the callbacks and tasks that others start in this process."""
        self.context.run(CURRENT.set, self)

    def crash(self) -> None:
        self.alive = False
        self.ready.clear()

    def crash_after(self, steps: int, crash: Callable[[], object]) -> None:
        """Calls `crash` after this many steps, which end at any await of any task."""
        self.steps_left, self.on_last_step = steps, crash

    def running_tasks(self) -> list[asyncio.Task[Any]]:
        return [task for task in self.tasks if not task.done()]


class Deadlock(AssertionError):
    """Nothing is left to run, but the awaited result is not there."""


class Handle:
    """A callback that waits, like `asyncio.Handle`, in half the time."""

    __slots__ = ("arguments", "callback", "context", "is_cancelled")

    def __init__(self, callback: Callable[..., object], arguments: Sequence[Any], context: Context | None) -> None:
        self.callback = callback
        self.arguments = arguments
        self.context = copy_context() if context is None else context
        self.is_cancelled = False

    def cancel(self) -> None:
        self.is_cancelled = True
        self.arguments = ()

    def cancelled(self) -> bool:
        return self.is_cancelled


class SimulatedLoop(asyncio.AbstractEventLoop):
    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.now = 0.0
        self.steps = 0
        self.world = Process("world")
        self.processes: list[Process] = [self.world]
        self._living = [self.world]
        """Processes that may run; some have crashed since the last one was added."""
        self.failures: list[str] = []
        """Exceptions that no task handled."""
        self._timers: list[tuple[float, int, Handle, Process]] = []
        self._timer_count = 0
        self._closed = False

    def add_process(self, name: str) -> Process:
        process = Process(name)
        self.processes.append(process)
        self._living = [one for one in self.processes if one.alive]
        return process

    # --- what asyncio asks of a loop ---

    def time(self) -> float:
        return self.now

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return not self._closed

    def is_closed(self) -> bool:
        return self._closed

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)

    def create_task(self, coro: Any, *, name: object = None, context: Context | None = None) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.Task(coro, loop=self, context=context)
        process = self._process_of(context)
        process.tasks[task] = None
        task.add_done_callback(lambda done: process.tasks.pop(done, None))
        return task

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> Handle:
        handle = Handle(callback, args, context)
        process = self._process_of(context)
        if process.alive and not self._closed:
            process.ready.append(handle)
        return handle

    def call_later(  # type: ignore[override]
        self, delay: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> Handle:
        return self.call_at(self.now + max(0.0, delay), callback, *args, context=context)

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> Handle:
        handle = Handle(callback, args, context)
        self._timer_count += 1
        heapq.heappush(self._timers, (when, self._timer_count, handle, self._process_of(context)))
        return handle

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        if not self._closed:
            self.failures.append(f"{context.get('message')}: {context.get('exception')!r}")

    # --- simulation ---

    def _process_of(self, context: Context | None) -> Process:
        return CURRENT.get(self.world) if context is None else context.get(CURRENT, self.world)

    def start(self, process: Process, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        """Starts a task of a process."""
        return self.create_task(work, context=process.context.copy())

    def at(self, process: Process, when: float, callback: Callable[..., object], *args: Any) -> None:
        """Calls back at a virtual time as part of a process."""
        self.call_at(when, callback, *args, context=process.context)

    def run_until(self, when: float) -> None:
        """Runs everything that is due until the virtual time `when`."""
        self._run(lambda: self.now >= when, when)
        self.now = max(self.now, when)

    def run_task(self, task: asyncio.Task[Result], limit: float = 600.0) -> Result:
        """Runs until the task has ended. Raises Deadlock after `limit` seconds of virtual time."""
        self._run(task.done, self.now + limit)
        if not task.done():
            raise Deadlock(f"A task has not ended within {limit:g} s: {task!r}")
        return task.result()

    def _run(self, done: Callable[[], bool], limit: float) -> None:
        previous = events._get_running_loop()
        events._set_running_loop(self)
        try:
            while not done():
                if self._timers and self._timers[0][0] <= self.now:
                    self._release_due_timers()
                process = self._pick()
                if process is None:
                    following = self._next_time()
                    if following is None or following > limit:
                        return
                    self.now = max(self.now, following)
                    continue
                handle = process.ready.popleft()
                self.steps += 1
                if not handle.is_cancelled:
                    self._call(handle)
                if process.steps_left > 0:
                    process.steps_left -= 1
                    if process.steps_left == 0:
                        process.on_last_step()
        finally:
            events._set_running_loop(previous)

    def _call(self, handle: Handle) -> None:
        try:
            handle.context.run(handle.callback, *handle.arguments)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            self.call_exception_handler({"message": f"Exception in {handle.callback!r}", "exception": error})

    def _release_due_timers(self) -> None:
        while self._timers and self._timers[0][0] <= self.now:
            _, _, handle, process = heapq.heappop(self._timers)
            if process.alive and not handle.is_cancelled:
                process.ready.append(handle)

    def _pick(self) -> Process | None:
        now = self.now
        runnable = [one for one in self._living if one.ready and one.paused_until <= now]
        if len(runnable) < 2:
            return runnable[0] if runnable else None
        return runnable[int(self.rng.random() * len(runnable))]

    def _next_time(self) -> float | None:
        while self._timers and (self._timers[0][2].is_cancelled or not self._timers[0][3].alive):
            heapq.heappop(self._timers)
        times = [one.paused_until for one in self._living if one.ready]
        if self._timers:
            times.append(self._timers[0][0])
        return min(times, default=None)

    def close(self) -> None:
        """Ends all coroutines of crashed processes without running anything else."""
        self._closed = True
        for process in self.processes:
            process.ready.clear()
            for task in list(process.tasks):
                task._log_destroy_pending = False  # type: ignore[attr-defined]
                coroutine = task.get_coro()
                with contextlib.suppress(BaseException):
                    coroutine.close()
            process.tasks.clear()
        self._timers.clear()
