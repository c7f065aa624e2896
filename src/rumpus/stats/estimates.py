"""Estimates with intervals, in pure Python: reviews run under Pyodide."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from rumpus.core.position import Plain

Z95 = 1.959964


class Rate:
    """How often out of how many, with a 95 % interval (Wilson's, which is honest near 0 and 1 too)."""

    def __init__(self, wins: float, games: int) -> None:
        self.wins = wins
        self.games = games

    @property
    def rate(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        n = self.games
        if not n:
            return 0.0, 1.0
        middle = (self.rate + Z95 * Z95 / (2 * n)) / (1 + Z95 * Z95 / n)
        half = Z95 * sqrt(self.rate * (1 - self.rate) / n + Z95 * Z95 / (4 * n * n)) / (1 + Z95 * Z95 / n)
        return max(0.0, middle - half), min(1.0, middle + half)

    def plain(self) -> dict[str, Plain]:
        low, high = self.interval
        return {"games": self.games, "wins": self.wins, "rate": self.rate, "low": low, "high": high}


class Estimate:
    """A value and half the width of its interval."""

    def __init__(self, value: float, half: float, count: float) -> None:
        self.value = value
        self.half = half
        self.count = count

    @property
    def low(self) -> float:
        return self.value - self.half

    @property
    def high(self) -> float:
        return self.value + self.half


class Reckoning:
    """A mean of samples, and its standard error."""

    def __init__(self, value: float, error: float) -> None:
        self.value = value
        self.error = error


def estimate(samples: Sequence[float]) -> Reckoning:
    """Samples that are all alike still leave some doubt: half a sample's worth."""
    count = len(samples)
    mean = sum(samples) / count
    spread = sum((one - mean) ** 2 for one in samples)
    return Reckoning(mean, max(sqrt(spread / max(1, count - 1) / count), 0.5 / count))
