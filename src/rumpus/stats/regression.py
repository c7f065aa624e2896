"""Ratios of sums, with control variates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rumpus.stats.estimates import Z95, Estimate

POINTS: Final = "points"
"""Unit of rates: shown in per cent, differences in percentage points."""

Column = NDArray[np.float64]
MIN_GAMES = 100
"""Games below which there is no regression: its noise would exceed the gain."""


def mean_of(values: Column) -> Estimate:
    """Returns the mean with its 95 % interval, infinite for fewer than two values."""
    count = len(values)
    if count < 2:
        return Estimate(0.0, float("inf"), count)
    return Estimate(float(values.mean()), Z95 * float(values.std(ddof=1)) / count**0.5, count)


class Measure(Struct, eq=False):
    """A ratio of two sums over games, `top` / `bottom`. `known_luck` (mean 0) is a control variate."""

    group: str
    name: str
    unit: str
    top: Column
    bottom: Column
    headline: bool
    known_luck: Column | None = None

    @property
    def key(self) -> str:
        return f"{self.group}: {self.name}"

    @property
    def counted(self) -> float:
        """The raw ratio, luck included."""
        total = float(self.bottom.sum())
        return float(self.top.sum()) / total if total else float("nan")

    @property
    def value(self) -> float:
        """The ratio after removing known luck."""
        return self.estimate().value

    def influence(self) -> Column:
        """First-order influence of each game on the ratio (delta method)."""
        mean = float(self.bottom.mean())
        # Per game, not per seat: seats of one game share its chance, so only games are independent.
        return (self.top - self.counted * self.bottom) / mean if mean else np.zeros_like(self.top)

    def controls(self) -> list[Column]:
        """Control variates by game; none if luck is unknown."""
        mean = float(self.bottom.mean())
        return [] if self.known_luck is None or not mean else [self.known_luck / mean]

    def estimate(self, z: float = Z95) -> Estimate:
        count, counted = len(self.top), self.counted
        influence, correction = remove_luck(self.influence(), self.controls())
        half = z * float(influence.std(ddof=1)) / count**0.5 if count > 1 else float("nan")
        # Rates of 0 or 1 have no spread, yet are not certain: use at least Wilson's half-width.
        # At these rates it is z² / (2 (n + z²)). The correction can push a rate beyond 0 or 1: it is clipped.
        total, value = float(self.bottom.sum()), counted - correction
        if self.unit == POINTS and total:
            value = min(1.0, max(0.0, value))
            half = max(half, z * z / (2 * (total + z * z)) if counted in (0.0, 1.0) else 0.0)
        return Estimate(value, half, total)


def remove_luck(influence: Column, controls: Sequence[Column]) -> tuple[Column, float]:
    """Regresses influences on control variates. Returns residuals and the bias of the mean."""
    columns = [column for column in controls if len(influence) >= MIN_GAMES and float(column.std()) > 0]
    if not columns:
        return influence, 0.0
    matrix = np.stack(columns, axis=1)
    means = matrix.mean(axis=0)
    coefficients = np.linalg.lstsq(matrix - means, influence - influence.mean(), rcond=None)[0]
    residual: Column = influence - (matrix - means) @ coefficients
    # The true mean of every control is 0, so its sample mean is luck, and this is its part of the estimate.
    return residual, float(means @ coefficients)


def difference(before: Measure, after: Measure, z: float = Z95) -> Estimate:
    """After minus before, for paired games."""
    count = len(before.top)
    # Subtracted pair by pair, before the spread is taken: chance that both games share cancels.
    influence, correction = remove_luck(after.influence() - before.influence(), [*before.controls(), *after.controls()])
    spread = float(influence.std(ddof=1)) if count > 1 else float("nan")
    return Estimate(after.counted - before.counted - correction, z * spread / count**0.5, count)
