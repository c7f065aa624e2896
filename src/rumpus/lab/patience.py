"""Says once, soon after the start, how long something will take and why, if that is long."""

from __future__ import annotations

import time
from collections.abc import Callable

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
            self._say(f"This takes {_long(whole)} at most: {total:,} {self._words} at {pace} a second. {self._why}")


def _long(seconds: float) -> str:
    if seconds < 90:
        return f"about {seconds:.0f} s"
    return f"about {seconds / 60:.0f} minutes" if seconds < 5400 else f"about {seconds / 3600:.1f} hours"
