"""Confidence sequences: intervals valid at all interim analyses together.

Robbins' normal mixture, in units of the standard error (Waudby-Smith et al., "Time-uniform central limit theory and
asymptotic confidence sequences"). At best 1.5 times as wide as a fixed-sample interval.
"""

from __future__ import annotations

from math import exp, log, sqrt

from rumpus.stats.estimates import Estimate

ERROR = 0.05
TIGHTEST_AT_GAMES = 1_000
"""Games at which the bound is tightest. Hardly wider at a third or ten times as many."""
MIN_GAMES = 100
"""Games before which no interval is given: the variance is not known well enough."""
# ρ² in the paper. `ERROR` enters for every error asked for: with one weight, `sequential_p_value` inverts
# `sequential_z` in closed form.
_WEIGHT = (-2 * log(ERROR) + log(1 - 2 * log(ERROR))) / TIGHTEST_AT_GAMES


def sequential_z(count: int, error: float = ERROR) -> float:
    """Returns the half-width, in standard errors, valid at all times with this error."""
    grown = count * _WEIGHT
    return sqrt(2 * (grown + 1) / grown * log(sqrt(grown + 1) / error))


def sequential_p_value(estimate: Estimate) -> float:
    """Always-valid p-value of an estimate with a sequential interval."""
    if not estimate.half_width:
        return 0.0 if estimate.value else 1.0
    count = int(estimate.count)
    # Solves for the error at which the interval just touches 0.
    grown = count * _WEIGHT
    off = estimate.value / estimate.half_width * sequential_z(count)
    return min(1.0, sqrt(grown + 1) * exp(-off * off * grown / (2 * (grown + 1))))
