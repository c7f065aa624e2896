"""Pictures of a page as SVG text: its colours are the page's, so that they suit light and dark."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10

LETTER = 6.8
"""About the width of a letter."""


def short(value: float) -> str:
    """A coordinate in as few signs as the eye can tell apart."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def ticks(low: float, high: float, about: int = 6) -> list[float]:
    """Round numbers from below the low to above the high, roughly so many."""
    span = high - low or abs(high) or 1.0
    raw = span / about
    unit = 10.0 ** floor(log10(raw))
    step = next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= raw)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [round(number * step, 10) for number in range(first, max(last, first + 1) + 1)]


class Sketch:
    """Draws from the top left corner, in pixels; `kind` is a class of the page's style."""

    def __init__(self, width: float, height: float) -> None:
        self.width = width
        self.height = height
        self._parts: list[str] = []

    def path(self, kind: str, way: str) -> None:
        self._parts.append(f'<path class="{kind}" d="{way}"/>')

    def dot(self, kind: str, x: float, y: float) -> None:
        self._parts.append(f'<circle class="{kind}" cx="{short(x)}" cy="{short(y)}" r="4"/>')

    def text(self, x: float, y: float, words: str, kind: str = "", anchor: str = "") -> None:
        more = f' class="{kind}"' if kind else ""
        more += f' text-anchor="{anchor}"' if anchor else ""
        self._parts.append(f'<text x="{short(x)}" y="{short(y)}"{more}>{escape(words)}</text>')

    def put(self, part: str) -> None:
        """A piece of SVG as it is."""
        self._parts.append(part)

    def svg(self) -> str:
        size = f'viewBox="0 0 {short(self.width)} {short(self.height)}" width="{short(self.width)}"'
        return f"<svg {size}>{''.join(self._parts)}</svg>"


class Axis:
    """A scale along the bottom of a plot: values to pixels, with round numbers and lines up from them."""

    def __init__(self, marks: Sequence[float], left: float, right: float) -> None:
        self.marks = list(marks)
        self._left = left
        self._scale = (right - left) / (marks[-1] - marks[0])

    def at(self, value: float) -> float:
        return self._left + (value - self.marks[0]) * self._scale

    def draw(self, sketch: Sketch, top: float, bottom: float, words: str) -> None:
        sketch.path("grid", "".join(f"M{short(self.at(mark))} {short(top)}V{short(bottom)}" for mark in self.marks))
        for mark in self.marks:
            sketch.text(self.at(mark), bottom + 16, f"{mark:,.10g}".replace("-", "−"), "pale", "middle")
        sketch.text((self.at(self.marks[0]) + self.at(self.marks[-1])) / 2, bottom + 34, words, "pale", "middle")
