"""Charts: intervals, histograms, matrices and standings over a game."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

import numpy as np
from msgspec import Struct

from rumpus.core.solver import Grid
from rumpus.lab.reports.svg import LETTER_WIDTH, Axis, Svg, coordinate, grid_svg, ticks
from rumpus.stats.estimates import Estimate, Rate
from rumpus.stats.regression import POINTS, Column, Measure

WIDTH = 640.0
LINE_HEIGHT = 24.0
"""Height of a line in pixels."""
TOP, FOOT = 34.0, 44.0
"""Space above a plot for its title, and below for its axis."""
MAX_BARS = 60
LABEL_WIDTH = 80.0
"""Space for a label at the edge of a plot."""


class IntervalLine(Struct):
    """One line of an interval chart. `kind` is a CSS class."""

    name: str
    value: float
    low: float
    high: float
    kind: str


def intervals(
    title: str, bars: Sequence[IntervalLine], marks: Sequence[float], words: str, lines: dict[float, str]
) -> str:
    """Draws a dot and a bar per line, and labelled reference lines."""
    left = min(LETTER_WIDTH * max(len(bar.name) for bar in bars) + 14, WIDTH / 2)
    top = TOP + (16 if any(lines.values()) else 0)
    bottom = top + LINE_HEIGHT * len(bars)
    sketch, axis = Svg(WIDTH, bottom + FOOT), Axis(marks, left, WIDTH - 24)
    sketch.text(0, 16, title, "title")
    axis.draw(sketch, top, bottom, words)
    for place, word in lines.items():
        sketch.path("even", f"M{coordinate(axis.at(place))} {coordinate(top)}V{coordinate(bottom)}")
        anchor = "end" if axis.at(place) > WIDTH - LABEL_WIDTH / 2 else "middle"
        sketch.text(axis.at(place), top - 5, word, "pale", anchor)
    for number, bar in enumerate(bars):
        y = top + LINE_HEIGHT * (number + 0.5)
        low, high = (coordinate(axis.at(min(max(end, marks[0]), marks[-1]))) for end in (bar.low, bar.high))
        sketch.text(left - 10, y + 4, bar.name, anchor="end")
        # NaN differs from itself: no interval is known.
        if bar.low == bar.low:
            sketch.path(bar.kind, f"M{low} {coordinate(y - 4)}v8m0-4H{high}m0-4v8")
        sketch.dot(bar.kind, axis.at(bar.value), y)
    return sketch.svg()


def _bar(name: str, estimate: Estimate, scale: float, kind: str) -> IntervalLine:
    return IntervalLine(name, estimate.value * scale, estimate.low * scale, estimate.high * scale, kind)


def _marks(bars: Sequence[IntervalLine], also: Sequence[float], least: float = -inf, most: float = inf) -> list[float]:
    """Axis ticks around all bars, clipped to the possible range."""
    ends = [end for bar in bars for end in (bar.value, bar.low, bar.high) if end == end] + list(also)
    return ticks(max(least, min(ends)), min(most, max(ends)))


def rates(title: str, measures: Sequence[Measure], fair: float | None, flagged: Sequence[str]) -> str:
    """Interval chart of measures, with the fair rate as reference."""
    percent = measures[0].unit == POINTS
    scale, most = (100.0, 100.0) if percent else (1.0, inf)
    bars = [
        _bar(measure.name, measure.estimate(), scale, "flagged" if measure.name in flagged else "cool")
        for measure in measures
        if measure.value == measure.value
    ]
    if not bars:
        return ""
    lines = {} if fair is None else {fair * scale: "even"}
    words = "percent, with 95 % interval" if percent else measures[0].unit
    return intervals(title, bars, _marks(bars, list(lines), 0.0, most), words, lines)


def skill(title: str, steps: Sequence[tuple[str, Rate]]) -> str:
    """Interval chart of the stronger player's rates, between pure luck and pure skill."""
    bars: list[IntervalLine] = []
    for words, rate in steps:
        low, high = rate.interval
        bars.append(IntervalLine(words, rate.rate * 100, low * 100, high * 100, "cool"))
    lines = {50.0: "pure luck", 100.0: "pure skill"}
    return intervals(title, bars, _marks(bars, list(lines), 0.0, 100.0), "percent, with 95 % interval", lines)


def picks(title: str, bars: Sequence[IntervalLine]) -> str:
    """Interval chart of pick rates, in per cent."""
    return intervals(title, bars, _marks(bars, [0.0], 0.0, 100.0), "percent, with 95 % interval", {})


def differences(title: str, lines: Sequence[tuple[str, Estimate, bool]], unit: str) -> str:
    """Interval chart of differences around 0; a line is a name, an estimate, and True if it is flagged."""
    scale = 100.0 if unit == POINTS else 1.0
    bars = [_bar(name, estimate, scale, "flagged" if flagged else "dim") for name, estimate, flagged in lines]
    return intervals(title, bars, _marks(bars, [0.0]), f"change in {unit}", {0.0: ""})


def histogram(title: str, values: Sequence[float], unit: str) -> str:
    """Histogram of lengths, with the median and the 95th percentile."""
    data = np.array(values)
    whole = data.max() - data.min() < MAX_BARS
    edges = np.arange(data.min() - 0.5, data.max() + 1.5) if whole else np.linspace(data.min(), data.max(), 41)
    counts, edges = np.histogram(data, edges)
    left, top, tall = LETTER_WIDTH * len(f"{len(values):,}") + 14, TOP + 16, 150.0
    bottom = top + tall
    sketch = Svg(WIDTH, bottom + FOOT)
    axis = Axis(ticks(float(edges[0]), float(edges[-1]), 8), left, WIDTH - 24)
    sketch.text(0, 16, title, "title")
    axis.draw(sketch, bottom, bottom + 4, unit)
    heights = ticks(0.0, float(counts.max()), 4)
    for height in heights:
        y = bottom - tall * height / heights[-1]
        sketch.path("grid", f"M{coordinate(left)} {coordinate(y)}H{coordinate(WIDTH - 24)}")
        sketch.text(left - 6, y + 4, f"{height:,.0f}", "pale", "end")
    way = []
    for count, low, high in zip(counts, edges, edges[1:], strict=False):
        if count:
            left_edge, foot = axis.at(float(low)), coordinate(bottom)
            wide, y = axis.at(float(high)) - left_edge - 1, bottom - tall * float(count) / heights[-1]
            way.append(f"M{coordinate(left_edge)} {foot}V{coordinate(y)}h{coordinate(wide)}V{foot}")
    sketch.path("bars", "".join(way))
    half, most = (float(np.percentile(data, share)) for share in (50, 95))
    for place, words, anchor in ((half, "half", "end"), (most, "95 %", "start")):
        x = axis.at(place)
        if x < left + LABEL_WIDTH or x > WIDTH - LABEL_WIDTH:  # they would run out of the picture
            anchor = "start" if x < left + LABEL_WIDTH else "end"
        sketch.path("mark", f"M{coordinate(x)} {coordinate(top)}V{coordinate(bottom)}")
        sketch.text(x, top - 5, f"{words}: {place:,.0f}", "pale", anchor)
    return sketch.svg()


def matrix(title: str, names: Sequence[str], values: Column) -> str:
    """Heat map of the row's win rate against the column. Columns are numbered like rows."""
    rows = [f"{name}  {number}" for number, name in enumerate(names, 1)]
    columns = [str(number) for number in range(1, len(names) + 1)]
    return grid_svg(Grid(title, rows, columns, values.tolist(), "", "against"))


def courses(title: str, winner: Column, others: Column) -> str:
    """Mean standing of winners and others over a game."""
    bottom = TOP + 170.0
    low, high = (float(end) for end in (min(winner.min(), others.min()), max(winner.max(), others.max())))
    heights = ticks(low, high, 4)
    left, right = LETTER_WIDTH * max(len(f"{height:g}") for height in heights) + 12, WIDTH - 90
    sketch, axis = Svg(WIDTH, bottom + FOOT), Axis([0, 20, 40, 60, 80, 100], left, right)
    sketch.text(0, 16, title, "title")

    def level(value: float) -> float:
        return bottom - (bottom - TOP) * (value - heights[0]) / (heights[-1] - heights[0])

    axis.draw(sketch, bottom, bottom + 4, "percent of the game played")
    for height in heights:
        sketch.path("grid", f"M{coordinate(left)} {coordinate(level(height))}H{coordinate(right)}")
        sketch.text(left - 6, level(height) + 4, f"{height:g}".replace("-", "−"), "pale", "end")
    ends = [level(float(course[-1])) for course in (winner, others)]
    if abs(ends[0] - ends[1]) < 16:  # the words would cover each other
        ends = [ends[0] - 8, ends[1] + 8] if ends[0] <= ends[1] else [ends[0] + 8, ends[1] - 8]
    for course, kind, words, y in ((winner, "cool", "winners", ends[0]), (others, "flagged", "the others", ends[1])):
        steps = [(axis.at(100 * i / (len(course) - 1)), level(float(value))) for i, value in enumerate(course)]
        points = [f"{coordinate(x)} {coordinate(height)}" for x, height in steps]
        sketch.path(f"{kind} wide", "M" + "L".join(points))
        sketch.text(right + 6, y + 4, words)
    return sketch.svg()
