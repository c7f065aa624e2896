"""Pictures of figures: each value with its interval, lengths, courses, and who beats whom."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rumpus.core.solver import Grid
from rumpus.lab.reports.svg import LETTER, Axis, Sketch, grid_svg, short, ticks
from rumpus.stats.estimates import Estimate, Rate
from rumpus.stats.regression import POINTS, Column, Figure

WIDTH = 640.0
LINE = 24.0
"""Height of a line of a picture."""
TOP, FOOT = 34.0, 44.0
"""Above a plot: its title; below: its numbers and what they are."""
MOST_BARS = 60
WORDS = 80.0
"""Room for a few words at the edge of a plot."""


class IntervalLine:
    """One line of an interval picture: its name, its value and the ends of its interval, and how it is drawn."""

    def __init__(self, name: str, value: float, low: float, high: float, kind: str) -> None:
        self.name = name
        self.value = value
        self.low = low
        self.high = high
        self.kind = kind


def intervals(
    title: str, bars: Sequence[IntervalLine], marks: Sequence[float], words: str, lines: dict[float, str]
) -> str:
    """A dot for each value, a bar for its interval, and dashed lines with a word each at what one compares with."""
    left = min(LETTER * max(len(bar.name) for bar in bars) + 14, WIDTH / 2)
    top = TOP + (16 if any(lines.values()) else 0)
    bottom = top + LINE * len(bars)
    sketch, axis = Sketch(WIDTH, bottom + FOOT), Axis(marks, left, WIDTH - 24)
    sketch.text(0, 16, title, "title")
    axis.draw(sketch, top, bottom, words)
    for place, word in lines.items():
        sketch.path("even", f"M{short(axis.at(place))} {short(top)}V{short(bottom)}")
        sketch.text(axis.at(place), top - 5, word, "pale", "end" if axis.at(place) > WIDTH - WORDS / 2 else "middle")
    for number, bar in enumerate(bars):
        y = top + LINE * (number + 0.5)
        low, high = (short(axis.at(min(max(end, marks[0]), marks[-1]))) for end in (bar.low, bar.high))
        sketch.text(left - 10, y + 4, bar.name, anchor="end")
        if bar.low == bar.low:
            sketch.path(bar.kind, f"M{low} {short(y - 4)}v8m0-4H{high}m0-4v8")
        sketch.dot(bar.kind, axis.at(bar.value), y)
    return sketch.svg()


def _bar(name: str, estimate: Estimate, scale: float, kind: str) -> IntervalLine:
    return IntervalLine(name, estimate.value * scale, estimate.low * scale, estimate.high * scale, kind)


def _marks(bars: Sequence[IntervalLine], also: Sequence[float], least: float, most: float) -> list[float]:
    """Round numbers that hold all bars; a wide interval may run out of what is possible, the axis does not."""
    ends = [end for bar in bars for end in (bar.value, bar.low, bar.high) if end == end] + list(also)
    return ticks(max(least, min(ends)), min(most, max(ends)))


def rates(title: str, figures: Sequence[Figure], fair: float | None, flagged: Sequence[str]) -> str:
    """One line per figure: the value as a dot, its interval as a bar, what would be even as a line."""
    percent = figures[0].unit == POINTS
    scale, most = (100.0, 100.0) if percent else (1.0, float("inf"))
    bars = [
        _bar(figure.name, figure.estimate(), scale, "flagged" if figure.name in flagged else "cool")
        for figure in figures
        if figure.value == figure.value
    ]
    if not bars:
        return ""
    lines = {} if fair is None else {fair * scale: "even"}
    words = "percent, with 95 % interval" if percent else figures[0].unit
    return intervals(title, bars, _marks(bars, list(lines), 0.0, most), words, lines)


def skill(title: str, steps: Sequence[tuple[str, Rate]]) -> str:
    """One line per step of strength: how often the stronger is ahead, between pure luck and pure skill."""
    bars: list[IntervalLine] = []
    for words, rate in steps:
        low, high = rate.interval
        bars.append(IntervalLine(words, rate.rate * 100, low * 100, high * 100, "cool"))
    lines = {50.0: "pure luck", 100.0: "pure skill"}
    return intervals(title, bars, _marks(bars, list(lines), 0.0, 100.0), "percent, with 95 % interval", lines)


def picks(title: str, bars: Sequence[IntervalLine]) -> str:
    """One line per thing: how often it would be picked, in percent."""
    return intervals(title, bars, _marks(bars, [0.0], 0.0, 100.0), "percent, with 95 % interval", {})


def differences(
    title: str, names: Sequence[str], estimates: Sequence[Estimate], seen: Sequence[bool], unit: str
) -> str:
    """Differences with their intervals around zero."""
    scale = 100.0 if unit == POINTS else 1.0
    bars = [
        _bar(name, estimate, scale, "flagged" if there else "dim")
        for name, estimate, there in zip(names, estimates, seen, strict=True)
    ]
    endless = float("inf")
    return intervals(title, bars, _marks(bars, [0.0], -endless, endless), f"change in {unit}", {0.0: ""})


def histogram(title: str, values: Sequence[float], unit: str) -> str:
    """How often each length comes, with the middle and the longest twentieth marked."""
    data = np.array(values)
    whole = data.max() - data.min() < MOST_BARS
    edges = np.arange(data.min() - 0.5, data.max() + 1.5) if whole else np.linspace(data.min(), data.max(), 41)
    counts, edges = np.histogram(data, edges)
    left, top, tall = LETTER * len(f"{len(values):,}") + 14, TOP + 16, 150.0
    bottom = top + tall
    sketch = Sketch(WIDTH, bottom + FOOT)
    axis = Axis(ticks(float(edges[0]), float(edges[-1]), 8), left, WIDTH - 24)
    sketch.text(0, 16, title, "title")
    axis.draw(sketch, bottom, bottom + 4, unit)
    heights = ticks(0.0, float(counts.max()), 4)
    for height in heights:
        y = bottom - tall * height / heights[-1]
        sketch.path("grid", f"M{short(left)} {short(y)}H{short(WIDTH - 24)}")
        sketch.text(left - 6, y + 4, f"{height:,.0f}", "pale", "end")
    way = []
    for count, low, high in zip(counts, edges, edges[1:], strict=False):
        if count:
            wide, y = axis.at(float(high)) - axis.at(float(low)) - 1, bottom - tall * float(count) / heights[-1]
            way.append(f"M{short(axis.at(float(low)))} {short(bottom)}V{short(y)}h{short(wide)}V{short(bottom)}")
    sketch.path("bars", "".join(way))
    half, most = (float(np.percentile(data, share)) for share in (50, 95))
    for place, words, anchor in ((half, "half", "end"), (most, "95 %", "start")):
        x = axis.at(place)
        if x < left + WORDS or x > WIDTH - WORDS:  # they would run out of the picture
            anchor = "start" if x < left + WORDS else "end"
        sketch.path("mark", f"M{short(x)} {short(top)}V{short(bottom)}")
        sketch.text(x, top - 5, f"{words}: {place:,.0f}", "pale", anchor)
    return sketch.svg()


def matrix(title: str, names: Sequence[str], values: Column) -> str:
    """Who beats whom: the row's win rate against the column, whose number is that of a row."""
    rows = [f"{name}  {number}" for number, name in enumerate(names, 1)]
    columns = [str(number) for number in range(1, len(names) + 1)]
    return grid_svg(Grid(title, rows, columns, values.tolist(), "", "against"))


def courses(title: str, winner: Column, others: Column) -> str:
    """How the standing of winners and others goes over a game, on average."""
    bottom = TOP + 170.0
    low, high = (float(end) for end in (min(winner.min(), others.min()), max(winner.max(), others.max())))
    heights = ticks(low, high, 4)
    left, right = LETTER * max(len(f"{height:g}") for height in heights) + 12, WIDTH - 90
    sketch, axis = Sketch(WIDTH, bottom + FOOT), Axis([0, 20, 40, 60, 80, 100], left, right)
    sketch.text(0, 16, title, "title")

    def level(value: float) -> float:
        return bottom - (bottom - TOP) * (value - heights[0]) / (heights[-1] - heights[0])

    axis.draw(sketch, bottom, bottom + 4, "percent of the game played")
    for height in heights:
        sketch.path("grid", f"M{short(left)} {short(level(height))}H{short(right)}")
        sketch.text(left - 6, level(height) + 4, f"{height:g}".replace("-", "−"), "pale", "end")
    ends = [level(float(course[-1])) for course in (winner, others)]
    if abs(ends[0] - ends[1]) < 16:  # the words would cover each other
        ends = [ends[0] - 8, ends[1] + 8] if ends[0] <= ends[1] else [ends[0] + 8, ends[1] - 8]
    for course, kind, words, y in ((winner, "cool", "winners", ends[0]), (others, "flagged", "the others", ends[1])):
        steps = enumerate(course)
        points = [f"{short(axis.at(100 * i / (len(course) - 1)))} {short(level(float(value)))}" for i, value in steps]
        sketch.path(f"{kind} wide", "M" + "L".join(points))
        sketch.text(right + 6, y + 4, words)
    return sketch.svg()
