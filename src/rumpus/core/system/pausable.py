"""Long work that can be paused: a generator that yields often and returns the result."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

Result = TypeVar("Result")
Pausable = Generator[None, None, Result]


def complete(work: Pausable[Result]) -> Result:
    """Runs paused work to its end. Returns its result."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: Result = end.value
            return result
