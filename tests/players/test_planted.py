"""Planted weaknesses are found: a bot that plays exactly but for one habit loses more than the same bot without it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from benchmarks.exploits import FOUND, Weakness, guarding, opening, staying


@pytest.mark.parametrize("planted", [guarding, staying, opening])
def test_a_planted_weakness_is_found(planted: Callable[[], Weakness]) -> None:
    weakness = planted()
    for seed in ("one", "two"):
        assert weakness.lost(seed, planted=True) > weakness.lost(seed, planted=False) + 10 * FOUND
        assert weakness.lost(seed, planted=False) < 0.2
