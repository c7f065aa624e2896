"""What is wrong with an author's code, as a page can show it: a sentence, and where to look."""

from __future__ import annotations

import signal
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from rumpus.core.errors import RumpusError


class CodeSpot(Struct):
    """A line of the author's own code."""

    file: str
    line: int
    code: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


class Mistake(Struct):
    """`trail` leads through the author's files only, to the line where it went wrong."""

    sentence: str
    trail: list[CodeSpot] = []

    def __str__(self) -> str:
        return f"{self.trail[-1]}: {self.sentence}" if self.trail else self.sentence


class Endless(RumpusError):
    """The game's code has not come back."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Code that goes on for longer is interrupted where it is, so that its line is known."""

    def ring(_signal: int, _frame: object) -> None:
        raise Endless(f"it was still running after {seconds:g} seconds: is there a loop that does not end?")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def mistake_of(error: BaseException, root: Path) -> Mistake:
    """This error, with the lines below `root` that led to it."""
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
