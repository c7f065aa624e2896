"""Multiple testing with a bounded false discovery rate."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist

from rumpus.stats.estimates import Z95, Estimate

FALSE_DISCOVERY_RATE = 0.05
"""Expected fraction of false rejections among all."""


def p_value(estimate: Estimate) -> float:
    """Two-sided p-value of an estimate with a 95 % interval, for a true value of 0."""
    if not estimate.half_width:
        return 0.0 if estimate.value else 1.0
    return 2 * NormalDist().cdf(-abs(estimate.value) * Z95 / estimate.half_width)


def reject(p_values: Sequence[float]) -> list[bool]:
    """Rejects by Benjamini and Hochberg (1995): the k-th smallest of m against rate * k / m."""
    # scipy's false_discovery_control rounds differently at the thresholds and refuses NaN: claims would change.
    ordered = sorted(range(len(p_values)), key=lambda place: p_values[place])
    # A step-up test: a p-value above its own threshold is rejected too if a larger one lies below its threshold.
    last = 0
    for rank, place in enumerate(ordered, 1):
        if p_values[place] <= FALSE_DISCOVERY_RATE * rank / len(ordered):
            last = rank
    claimed = set(ordered[:last])
    return [place in claimed for place in range(len(p_values))]
