"""Errors in an author's code, as a sentence and source lines."""

from __future__ import annotations

import signal
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from rumpus.core.errors import RumpusError


class CodeSpot(Struct):
    """A line of the author's code."""

    file: str
    line: int
    code: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


class Mistake(Struct):
    """An error, with the traceback through the author's files only."""

    sentence: str
    trail: list[CodeSpot] = []

    def __str__(self) -> str:
        return f"{self.trail[-1]}: {self.sentence}" if self.trail else self.sentence


class TimeLimitExceeded(RumpusError):
    """The game's code ran too long."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Interrupts longer code with an exception; its traceback names the line."""

    def on_alarm(_signal: int, _frame: object) -> None:
        raise TimeLimitExceeded(
            f"The code was still running after {seconds:g} seconds: is there a loop that does not end?"
        )

    previous = signal.signal(signal.SIGALRM, on_alarm)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


def mistake_of(error: BaseException, root: Path) -> Mistake:
    """Converts an exception; keeps only traceback lines below `root`."""
    sentence = str(error) if isinstance(error, RumpusError) else f"{type(error).__name__}: {error}".rstrip(": ")
    if isinstance(error, SyntaxError) and error.filename:
        spot = CodeSpot(_short(error.filename, root), error.lineno or 0, (error.text or "").strip())
        return Mistake(f"{type(error).__name__}: {error.msg}", [spot])
    trail = [
        CodeSpot(_short(frame.filename, root), frame.lineno or 0, (frame.line or "").strip())
        for frame in traceback.extract_tb(error.__traceback__)
        if Path(frame.filename).is_relative_to(root)
    ]
    return Mistake(sentence, trail)


def _short(file: str, root: Path) -> str:
    path = Path(file)
    return str(path.relative_to(root)) if path.is_relative_to(root) else file
