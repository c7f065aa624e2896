"""Measures how long a coroutine holds the event loop."""

from __future__ import annotations

from collections.abc import Awaitable, Coroutine, Generator
from typing import Any, TypeVar

from rumpus.service.runtime.environment import TimeSource

Result = TypeVar("Result", covariant=True)


class LoopTimer(Awaitable[Result]):
    """Awaits a coroutine and measures its longest step between two suspensions."""

    def __init__(self, coroutine: Coroutine[Any, Any, Result], clock: TimeSource) -> None:
        self.longest = 0.0
        """Seconds of the longest step so far."""
        self.longest_cpu = 0.0
        """The same in processor time: other programs on the machine do not add to it."""
        self._coroutine = coroutine
        self._clock = clock

    def __await__(self) -> Generator[Any, Any, Result]:
        value: object = None
        error: BaseException | None = None
        while True:
            began, began_cpu = self._clock.monotonic(), self._clock.thread_time()
            try:
                suspended = self._coroutine.send(value) if error is None else self._coroutine.throw(error)
            except StopIteration as end:
                result: Result = end.value
                return result
            finally:
                self.longest = max(self.longest, self._clock.monotonic() - began)
                self.longest_cpu = max(self.longest_cpu, self._clock.thread_time() - began_cpu)
                error = None  # its traceback has this frame: together they would be a cycle
            value = None
            # The event loop sends a value into a suspended task, or throws: a failed future, or a cancellation.
            try:
                value = yield suspended
            except BaseException as thrown:
                error = thrown
