"""Intervals that hold however often one looks at the growing data, and whenever one stops because of what one saw.

Robbins' normal mixture for means of many games, in units of the standard error (Waudby-Smith and others, "Time-uniform
central limit theory and asymptotic confidence sequences"): wider than an interval for one look, by half at its best.
"""

from __future__ import annotations

from math import exp, log, sqrt

from rumpus.stats.estimates import Estimate

ERROR = 0.05
SHARPEST = 1_000
"""Games after which the bound is tightest; it is hardly wider at ten times as many or at a third."""
FEWEST = 100
"""Games before which nothing is said: the spread is not known yet."""
_WEIGHT = (-2 * log(ERROR) + log(1 - 2 * log(ERROR))) / SHARPEST


def watched_bound(count: int, error: float = ERROR) -> float:
    """So many standard errors an estimate is never off, at all times together, but for this error."""
    grown = count * _WEIGHT
    return sqrt(2 * (grown + 1) / grown * log(sqrt(grown + 1) / error))


def watched_chance(estimate: Estimate) -> float:
    """That so much or more would ever be seen if there were nothing, of an estimate with a watched interval."""
    if not estimate.half:
        return 0.0 if estimate.value else 1.0
    count = int(estimate.count)
    grown = count * _WEIGHT
    off = estimate.value / estimate.half * watched_bound(count)
    return min(1.0, sqrt(grown + 1) * exp(-off * off * grown / (2 * (grown + 1))))
