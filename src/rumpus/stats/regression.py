"""Ratios of sums over games, with intervals; known luck is taken off by regression (control variates)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rumpus.stats.estimates import Z95, Estimate

POINTS: Final = "points"
"""Shown in percent; differences in percentage points."""

Column = NDArray[np.float64]
ENOUGH_GAMES = 100
"""Of fewer nothing is taken off: the regression would be as noisy as the luck."""


def mean_of(values: Column) -> Estimate:
    """The mean with its 95 % interval, which is infinite where there is nothing to tell it by."""
    count = len(values)
    if count < 2:
        return Estimate(0.0, float("inf"), count)
    return Estimate(float(values.mean()), Z95 * float(values.std(ddof=1)) / count**0.5, count)


class Figure:
    """What is counted (`top`) per what it is counted in (`bottom`), game by game.

    `luck`: what luck did for those who are counted, in chances to win; zero on average, whoever they are.
    """

    def __init__(
        self, group: str, name: str, unit: str, top: Column, bottom: Column, headline: bool, luck: Column | None = None
    ) -> None:
        self.group = group
        self.name = name
        self.unit = unit
        self.top = top
        self.bottom = bottom
        self.headline = headline
        self.luck = luck

    @property
    def key(self) -> str:
        return f"{self.group}: {self.name}"

    @property
    def counted(self) -> float:
        """The quotient as it was counted, luck and all."""
        total = float(self.bottom.sum())
        return float(self.top.sum()) / total if total else float("nan")

    @property
    def value(self) -> float:
        """The quotient, less what luck did."""
        return self.estimate().value

    def influence(self) -> Column:
        """How far each game moves the quotient from its value (first order); its spread gives the error."""
        mean = float(self.bottom.mean())
        return (self.top - self.counted * self.bottom) / mean if mean else np.zeros_like(self.top)

    def controls(self) -> list[Column]:
        """What luck did to the quotient, by game; nothing where that is not known."""
        mean = float(self.bottom.mean())
        return [] if self.luck is None or not mean else [self.luck / mean]

    def estimate(self, z: float = Z95) -> Estimate:
        count, counted = len(self.top), self.counted
        moved, off = without_luck(self.influence(), self.controls())
        half = z * float(moved.std(ddof=1)) / count**0.5 if count > 1 else float("nan")
        # Rates of 0 or 1 have no spread, and yet are not certain: the interval is at least that of one game more.
        total, value = float(self.bottom.sum()), counted - off
        if self.unit == POINTS and total:
            value = min(1.0, max(0.0, value))
            half = max(half, z * z / (2 * (total + z * z)) if counted in (0.0, 1.0) else 0.0)
        return Estimate(value, half, total)


def without_luck(moved: Column, controls: Sequence[Column]) -> tuple[Column, float]:
    """What is left of these columns once what luck explains is taken off, and by how much their mean was off by it."""
    columns = [column for column in controls if len(moved) >= ENOUGH_GAMES and float(column.std()) > 0]
    if not columns:
        return moved, 0.0
    luck = np.stack(columns, axis=1)
    means = luck.mean(axis=0)
    shares = np.linalg.lstsq(luck - means, moved - moved.mean(), rcond=None)[0]
    left: Column = moved - (luck - means) @ shares
    return left, float(means @ shares)


def difference(before: Figure, after: Figure, z: float = Z95) -> Estimate:
    """After minus before, of games paired by number: what they share cancels out, and so does known luck."""
    count = len(before.top)
    moved, off = without_luck(after.influence() - before.influence(), [*before.controls(), *after.controls()])
    spread = float(moved.std(ddof=1)) if count > 1 else float("nan")
    return Estimate(after.counted - before.counted - off, z * spread / count**0.5, count)
