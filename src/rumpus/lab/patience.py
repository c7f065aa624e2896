"""Says once, soon after the start, how long something will take and why, if that is long."""

from __future__ import annotations

import time
from collections.abc import Callable

from rumpus.lab.reading import span

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
