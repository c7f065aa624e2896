"""Estimates in pure Python: reviews run under Pyodide."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from msgspec import Struct

from rumpus.core.position import Json

Z95 = 1.959964
"""97.5 % quantile of the standard normal distribution."""


class Rate(Struct):
    """A rate with its Wilson interval at 95 %, valid near 0 and 1 too."""

    wins: float
    games: int

    @property
    def rate(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        # Wilson (1927), without continuity correction. A draw makes `wins` fractional. The interval stays valid:
        # points in [0, 1] vary at most as much as wins and losses of the same rate.
        n = self.games
        if not n:
            return 0.0, 1.0
        middle = (self.rate + Z95 * Z95 / (2 * n)) / (1 + Z95 * Z95 / n)
        half = Z95 * sqrt(self.rate * (1 - self.rate) / n + Z95 * Z95 / (4 * n * n)) / (1 + Z95 * Z95 / n)
        return max(0.0, middle - half), min(1.0, middle + half)

    @property
    def text(self) -> str:
        """The rate and its interval in per cent."""
        low, high = self.interval
        return f"{100 * self.rate:.1f} % ({100 * low:.1f} – {100 * high:.1f})"

    def to_json(self) -> dict[str, Json]:
        low, high = self.interval
        return {"games": self.games, "wins": self.wins, "rate": self.rate, "low": low, "high": high}


class Estimate(Struct):
    """A value, the half-width of its interval and the number of games."""

    value: float
    half_width: float
    count: float

    @property
    def low(self) -> float:
        return self.value - self.half_width

    @property
    def high(self) -> float:
        return self.value + self.half_width

    @property
    def significant(self) -> bool:
        """True if the interval excludes 0; False if it is infinite or unknown (NaN)."""
        return self.sign != 0

    @property
    def sign(self) -> int:
        """1 or -1 if the interval lies above or below 0, else 0."""
        return (self.low > 0) - (self.high < 0)


class MeanEstimate(Struct):
    """A mean and its standard error."""

    value: float
    error: float


def column_means(rows: Sequence[Sequence[float]]) -> list[float]:
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)]


def estimate(samples: Sequence[float]) -> MeanEstimate:
    """Estimates the mean of samples. The error is at least half a sample's value."""
    # The floor keeps equal samples, as of rare events, from looking certain.
    count = len(samples)
    mean = sum(samples) / count
    spread = sum((one - mean) ** 2 for one in samples)
    return MeanEstimate(mean, max(sqrt(spread / max(1, count - 1) / count), 0.5 / count))
