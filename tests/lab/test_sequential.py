"""An interval that is looked at all the time holds all the time."""

from __future__ import annotations

import numpy as np
import pytest

from rumpus.stats.estimates import Z95, Estimate
from rumpus.stats.sequential import ERROR, MIN_GAMES, sequential_p_value, sequential_z


def test_it_holds_at_all_looks_together_where_an_interval_for_one_look_does_not() -> None:
    paths, games = 1_000, 3_000
    steps = np.random.default_rng(7).choice([-1.0, 0.0, 1.0], size=(paths, games), p=[0.1, 0.8, 0.1])
    counts = np.arange(MIN_GAMES, games + 1)
    means, squares = (values.cumsum(axis=1)[:, MIN_GAMES - 1 :] / counts for values in (steps, steps**2))
    off = np.abs(means) / np.sqrt((squares - means**2) / counts)
    bounds = np.array([sequential_z(int(count)) for count in counts])
    assert (off > bounds).any(axis=1).mean() <= ERROR
    assert (off > Z95).any(axis=1).mean() > 0.25


@pytest.mark.parametrize("count", [MIN_GAMES, 1_000, 20_000])
def test_its_chance_is_the_error_at_which_the_interval_touches_zero(count: int) -> None:
    for error in (0.05, 0.001):
        touching = Estimate(sequential_z(count, error), sequential_z(count), count)
        assert sequential_p_value(touching) == pytest.approx(error)
    assert sequential_p_value(Estimate(0.0, 1.0, count)) == 1.0


def test_sharing_the_error_costs_little() -> None:
    assert sequential_z(1_000) == pytest.approx(3.03, abs=0.01)
    assert sequential_z(1_000, ERROR / 20) < 4.0
