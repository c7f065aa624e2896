"""Which of many findings may be claimed, so that few of the claims are false."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist

from rumpus.stats.estimates import Z95, Estimate

FALSE_SHARE = 0.05
"""Of what is claimed, no more than this share is expected to be false."""


def chance(estimate: Estimate) -> float:
    """That so much or more would be seen if there were nothing (two-sided), of an estimate with a 95 % interval."""
    if not estimate.half:
        return 0.0 if estimate.value else 1.0
    return 2 * NormalDist().cdf(-abs(estimate.value) * Z95 / estimate.half)


def claims(chances: Sequence[float]) -> list[bool]:
    """Benjamini and Hochberg: the k-th smallest chance of m is held against `FALSE_SHARE` · k / m."""
    ordered = sorted(range(len(chances)), key=lambda place: chances[place])
    last = 0
    for rank, place in enumerate(ordered, 1):
        if chances[place] <= FALSE_SHARE * rank / len(ordered):
            last = rank
    claimed = set(ordered[:last])
    return [place in claimed for place in range(len(chances))]
