"""Progress bars on the error stream, and a notice if a task is slow."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from rumpus.lab.experiments.interpretation import duration_text

Tell = Callable[[float, float, str], None]


class Bar:
    """A progress bar. Set it by `count` or by `fraction`."""

    def __init__(self, tell: Tell, console: Console) -> None:
        self._tell = tell
        self._console = console

    def say(self, sentence: str) -> None:
        """Prints a sentence above the bar, even without a terminal."""
        self._console.print(sentence, highlight=False)

    def count(self, done: int, total: int) -> None:
        self._tell(done, total, f"{done:,} of {total:,}")

    def fraction(self, done: float, doing: str) -> None:
        self._tell(done, 1.0, doing)


@contextmanager
def progress_bar(title: str, quiet: bool = False) -> Iterator[Bar]:
    """Context manager: a bar on standard error, invisible without a terminal and erased at the end."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.fields[title]}", markup=False),
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        TextColumn("{task.description}", markup=False),
    )
    with Progress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal) as bar:
        task = bar.add_task("", total=None, title=title)

        def update(done: float, total: float, words: str) -> None:
            bar.update(task, completed=done, total=total, description=words)

        yield Bar(update, console)


NOTICE_AFTER_SECONDS = 5.0
LONG_SECONDS = 60.0
"""Shortest estimate with a notice, in seconds."""


class SlowNotice:
    """Announces the expected duration once, if it is long."""

    def __init__(
        self, say: Callable[[str], None], words: str, why: str, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._say = say
        self._words = words
        self._why = why
        self._clock = clock
        self._began = clock()
        self._said = False

    def count(self, done: int, total: int) -> None:
        spent = self._clock() - self._began
        if self._said or spent < NOTICE_AFTER_SECONDS or not done:
            return
        self._said = True
        whole = spent * total / done
        if whole > LONG_SECONDS:
            pace = f"{done / spent:,.0f}" if done >= 10 * spent else f"{done / spent:.1f}"
            work = f"{total:,} {self._words} at {pace} a second"
            self._say(f"This takes about {duration_text(whole)} at most: {work}. {self._why}")
