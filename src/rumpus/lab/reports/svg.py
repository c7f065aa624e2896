"""Pictures of a page as SVG text: its colours are the page's, so that they suit light and dark.

Maps of cells as compact SVG: a colour and a few letters in each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from itertools import groupby
from math import ceil, floor, isnan, log10

from rumpus.core.solver import Grid

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


HEIGHT = 22
SIGN = 6.6
"""The width of a letter in a cell: six tenths of its height, as letters of equal width have it."""
LOW, MIDDLE, HIGH = (178, 58, 30), (252, 250, 244), (24, 92, 156)
NOTHING = "#e7e3da"
LARGE = 400
"""Cells of a map from which only every other number is written out."""
STEPS = 64


def mixed(value: float) -> str:
    """From red over paper to blue."""
    first, second, share = (LOW, MIDDLE, value * 2) if value < 0.5 else (MIDDLE, HIGH, value * 2 - 1)
    share = min(1.0, max(0.0, share))
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return f"#{red:02x}{green:02x}{blue:02x}"


def ink_on(colour: str) -> str:
    """Black or white, whichever is easier to read there."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return "#fff" if 1.05 / (light + 0.05) > (light + 0.05) / 0.05 else "#111827"


def cell_words(grid: Grid, row: int, column: int) -> str:
    if grid.words is not None:
        return grid.words[row][column]
    # In a large map neighbours are much alike: every other number says enough.
    if len(grid.rows) * len(grid.columns) > LARGE and (row % 2 == 0 or column % 2 == 0):
        return ""
    return percent(grid.values[row][column])


def percent(value: float) -> str:
    """Whole percent; what is not quite certain does not look so."""
    if isnan(value):
        return ""
    if 0 < value < 0.005:
        return "<1"
    if 0.995 <= value < 1 - 1e-9:
        return ">99"
    return f"{value * 100:.0f}"


def grid_svg(grid: Grid) -> str:
    """Rows from top to bottom as they are listed.

    A row of cells is one line of letters of equal width, and neighbours of one colour are one stroke: large maps stay
    small files.
    """
    cells = [[cell_words(grid, row, column) for column in range(len(grid.columns))] for row in range(len(grid.rows))]
    longest = max(len(words) for row in [*cells, grid.columns] for words in row)
    letters = max(4, longest + 1)
    width = SIGN * letters
    left = LETTER * max(len(name) for name in grid.rows) + 12 + (18 if grid.row_word else 0)
    top = 26 + HEIGHT + (16 if grid.column_word else 0)
    right, bottom = left + width * len(grid.columns), top + HEIGHT * len(grid.rows)
    sketch = Sketch(max(right, LETTER * 1.3 * len(grid.title)) + 4, bottom + 4)
    sketch.text(0, 15, grid.title, "title")
    if grid.column_word:
        sketch.text((left + right) / 2, 36, grid.column_word, "pale", "middle")
    if grid.row_word:
        turned = f"translate(11 {short((top + bottom) / 2)}) rotate(-90)"
        sketch.put(f'<text class="pale" text-anchor="middle" transform="{turned}">{escape(grid.row_word)}</text>')
    sketch.put(_line(grid.columns, letters, left, top - 7))
    paints: dict[str, list[str]] = {}
    inks: dict[str, list[str]] = {}
    for row, name in enumerate(grid.rows):
        sketch.text(left - 6, top + HEIGHT * row + 15, name, anchor="end")
        colours = [cell_colour(grid, row, column) for column in range(len(grid.columns))]
        first = 0
        for colour, run in groupby(colours):
            count = len(list(run))
            paints.setdefault(colour, []).append(f"M{first} {row}h{count}")
            first += count
        for ink in dict.fromkeys(ink_on(colour) for colour in colours):
            words = [word if ink_on(colour) == ink else "" for word, colour in zip(cells[row], colours, strict=True)]
            inks.setdefault(ink, []).append(_line(words, letters, left, top + HEIGHT * row + 15))
    sketch.put(f'<g transform="translate({short(left)} {top + HEIGHT // 2}) scale({width:g} {HEIGHT})">')
    for colour, strokes in paints.items():
        sketch.put(f'<path stroke="{colour}" d="{"".join(strokes)}"/>')
    sketch.put("</g>")
    across = "".join(f"M{short(left)} {top + HEIGHT * row}H{short(right)}" for row in range(len(grid.rows) + 1))
    down = "".join(f"M{short(left + width * column)} {top}V{bottom}" for column in range(len(grid.columns) + 1))
    sketch.path("lattice", across + down)
    for ink, texts in inks.items():
        sketch.put(f'<g fill="{ink}">{"".join(texts)}</g>')
    return sketch.svg()


def _line(words: Sequence[str], letters: int, left: float, y: float) -> str:
    """Words in a row, each in the middle of its column of so many letters."""
    sizes = Counter(len(word) for word in words if word)
    if not sizes:
        return ""
    commonest = sizes.most_common(1)[0][0]
    text = "".join((" " * ((letters - len(word)) // 2) + word).ljust(letters) for word in words).rstrip()
    start = len(text) - len(text.lstrip()) + (letters - commonest) % 2 / 2
    text = text.lstrip()
    x, length = short(left + SIGN * start), short(SIGN * len(text))
    return f'<text class="cells" x="{x}" y="{short(y)}" textLength="{length}">{escape(text)}</text>'


def cell_colour(grid: Grid, row: int, column: int) -> str:
    if grid.colours is not None:
        return grid.colours[row][column]
    value = grid.values[row][column]
    # In steps, so that cells share their paint.
    return NOTHING if isnan(value) else mixed(round(value / grid.top * STEPS) / STEPS)
