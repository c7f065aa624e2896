"""The one bar that says how much is done and how long the rest will take.

Says once, soon after the start, how long something will take and why, if that is long.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from rumpus.lab.experiments.interpretation import span

Tell = Callable[[float, float, str], None]


class Bar:
    """Told how many pieces of how many are done (`count`), or which share and what is being done (`share`)."""

    def __init__(self, tell: Tell, console: Console) -> None:
        self._tell = tell
        self._console = console

    def say(self, sentence: str) -> None:
        """Above the bar, where it stays; said where nobody looks at a bar too."""
        self._console.print(sentence, highlight=False)

    def count(self, done: int, total: int) -> None:
        self._tell(done, total, f"{done:,} of {total:,}")

    def share(self, done: float, doing: str) -> None:
        self._tell(done, 1.0, doing)


@contextmanager
def progress_bar(title: str, quiet: bool = False) -> Iterator[Bar]:
    """On the error stream, so that output stays clean; nothing where nobody looks, and nothing stays behind."""
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

        def tell(done: float, total: float, words: str) -> None:
            bar.update(task, completed=done, total=total, description=words)

        yield Bar(tell, console)


SOON = 5.0
"""Seconds after which it is said."""
LONG = 60.0
"""What takes no longer than this is not worth a word."""


class Patience:
    """Told how much is done, as a progress bar is."""

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
        if self._said or spent < SOON or not done:
            return
        self._said = True
        whole = spent * total / done
        if whole > LONG:
            pace = f"{done / spent:,.0f}" if done >= 10 * spent else f"{done / spent:.1f}"
            work = f"{total:,} {self._words} at {pace} a second"
            self._say(f"This takes about {span(whole)} at most: {work}. {self._why}")
