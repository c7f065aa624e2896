"""Pictures: round numbers at the axes, everything inside the picture, few signs."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np
import pytest

from rumpus.lab.reports import charts
from rumpus.lab.reports.svg import coordinate, ticks
from rumpus.stats.estimates import Estimate, Rate
from rumpus.stats.regression import POINTS, Measure


def figure(name: str, wins: int, games: int) -> Measure:
    return Measure("win rate", name, POINTS, np.array([1.0] * wins + [0.0] * (games - wins)), np.ones(games), True)


@pytest.mark.parametrize(("low", "high"), [(0.0, 1.0), (48.2, 51.9), (-3.0, 8.5), (2.0, 2.0), (0.0, 12345.0)])
def test_an_axis_has_a_few_round_numbers_around_its_values(low: float, high: float) -> None:
    marks = ticks(low, high)
    assert marks[0] <= low
    assert marks[-1] >= high
    assert 2 <= len(marks) <= 9
    steps = {round(after - before, 9) for before, after in pairwise(marks)}
    assert len(steps) == 1


def test_coordinates_are_short() -> None:
    assert [coordinate(value) for value in (3.0, 3.14159, 120.96)] == ["3", "3.1", "121"]


SLIM = 5.5
"""About the width of a letter in the smallest size."""
PICTURES = {
    "rates": charts.rates("Rates", [figure("a cat", 40, 100), figure("no cat", 0, 100)], 0.5, ["a cat"]),
    "skill": charts.skill("Skill", [("greedy against random", Rate(90, 100))]),
    "differences": charts.differences("Change", [("length", Estimate(-0.4, 1.2, 9), False)], "turns"),
    "histogram": charts.histogram("Length", [3.0, 4.0, 4.0, 9.0], "turns"),
    "late histogram": charts.histogram("Length", [1.0] + [100.0] * 99, "rounds"),
    "long histogram": charts.histogram("Length", [float(value) for value in range(500)], "decisions"),
    "courses": charts.courses("Course", np.linspace(0, 5, 24), np.linspace(0, -2, 24)),
    "matrix": charts.matrix("Who beats whom", ["cat", "dog"], np.array([[0.5, 0.7], [0.3, np.nan]])),
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_small_and_nothing_lies_outside_it(name: str) -> None:
    text = PICTURES[name]
    assert len(text) < 6_000
    width, height = (float(size) for size in re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', text)[0])
    for x, y in re.findall(r'<circle class="\w+" cx="(-?[\d.]+)" cy="(-?[\d.]+)"', text):
        assert 0 <= float(x) <= width
        assert 0 <= float(y) <= height
    for x, y, more, words in re.findall(r'<text x="(-?[\d.]+)" y="(-?[\d.]+)"([^>]*)>([^<]*)<', text):
        before = {"end": 1.0, "middle": 0.5}.get("".join(re.findall(r'text-anchor="(\w+)"', more)), 0.0)
        wide = SLIM * len(words)
        assert float(x) - before * wide >= 0
        assert float(x) + (1 - before) * wide <= width
        assert 0 <= float(y) <= height
    assert "nan" not in text
