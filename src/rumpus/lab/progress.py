"""The one bar that says how much is done and how long the rest will take."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn

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
