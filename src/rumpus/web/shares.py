"""Who has had how much of late: the measure by which jobs that wait are served."""

from __future__ import annotations

import time

HALF_LIFE = 30.0
"""Seconds after which half of what somebody had is forgotten."""
MANY = 10_000


class Shares:
    """Seconds by name; what is long ago counts less and less."""

    def __init__(self) -> None:
        self._had: dict[str, tuple[float, float]] = {}

    def add(self, name: str, seconds: float) -> None:
        self._had[name] = (self.of(name) + seconds, time.monotonic())
        if len(self._had) > MANY:
            self._had = {name: had for name, had in self._had.items() if self.of(name) > 0.01}

    def of(self, name: str) -> float:
        seconds, when = self._had.get(name, (0.0, 0.0))
        return float(seconds * 0.5 ** ((time.monotonic() - when) / HALF_LIFE))
