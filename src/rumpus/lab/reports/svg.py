"""SVG as text, coloured by the page's style sheet, and heat maps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from itertools import groupby
from math import ceil, floor, isnan, log10

from rumpus.core.solver import Grid

LETTER_WIDTH = 6.8
"""Approximate width of a letter in pixels."""


def coordinate(value: float) -> str:
    """Formats a coordinate with at most one decimal."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def ticks(low: float, high: float, about: int = 6) -> list[float]:
    """About `about` round numbers around the range."""
    span = high - low or abs(high) or 1.0
    raw = span / about
    unit = 10.0 ** floor(log10(raw))
    step = next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= raw)
    # Rounding errors must not add a tick beyond a bound that is a multiple of the step.
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [round(number * step, 10) for number in range(first, max(last, first + 1) + 1)]


class Svg:
    """An SVG picture in pixels from the top left. `kind` is a CSS class."""

    def __init__(self, width: float, height: float) -> None:
        self.width = width
        self.height = height
        self._parts: list[str] = []

    def path(self, kind: str, way: str) -> None:
        self._parts.append(f'<path class="{kind}" d="{way}"/>')

    def dot(self, kind: str, x: float, y: float) -> None:
        self._parts.append(f'<circle class="{kind}" cx="{coordinate(x)}" cy="{coordinate(y)}" r="4"/>')

    def text(self, x: float, y: float, words: str, kind: str = "", anchor: str = "") -> None:
        more = f' class="{kind}"' if kind else ""
        more += f' text-anchor="{anchor}"' if anchor else ""
        self._parts.append(f'<text x="{coordinate(x)}" y="{coordinate(y)}"{more}>{escape(words)}</text>')

    def raw(self, part: str) -> None:
        """Adds SVG text unchanged."""
        self._parts.append(part)

    def svg(self) -> str:
        size = f'viewBox="0 0 {coordinate(self.width)} {coordinate(self.height)}" width="{coordinate(self.width)}"'
        return f"<svg {size}>{''.join(self._parts)}</svg>"


class Axis:
    """A horizontal axis with round numbers and grid lines."""

    def __init__(self, marks: Sequence[float], left: float, right: float) -> None:
        self.marks = list(marks)
        self._left = left
        self._scale = (right - left) / (marks[-1] - marks[0])

    def at(self, value: float) -> float:
        return self._left + (value - self.marks[0]) * self._scale

    def draw(self, sketch: Svg, top: float, bottom: float, words: str) -> None:
        lines = [f"M{coordinate(self.at(mark))} {coordinate(top)}V{coordinate(bottom)}" for mark in self.marks]
        sketch.path("grid", "".join(lines))
        for mark in self.marks:
            sketch.text(self.at(mark), bottom + 16, f"{mark:,.10g}".replace("-", "−"), "pale", "middle")
        sketch.text((self.at(self.marks[0]) + self.at(self.marks[-1])) / 2, bottom + 34, words, "pale", "middle")


CELL_HEIGHT = 22
CELL_LETTER_WIDTH = 6.6
"""Width of a letter in a cell: 0.6 of its height in a monospaced font."""
LOW, MIDDLE, HIGH = (178, 58, 30), (252, 250, 244), (24, 92, 156)
EMPTY_COLOUR = "#e7e3da"
LARGE_GRID_CELLS = 400
"""Most cells with all numbers written; above it every other one."""
COLOUR_STEPS = 64


def colour_of(value: float) -> str:
    """Colour between red (0), paper (0.5) and blue (1)."""
    first, second, share = (LOW, MIDDLE, value * 2) if value < 0.5 else (MIDDLE, HIGH, value * 2 - 1)
    share = min(1.0, max(0.0, share))
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return f"#{red:02x}{green:02x}{blue:02x}"


def ink_on(colour: str) -> str:
    """Black or white, by the higher contrast (WCAG)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return "#fff" if 1.05 / (light + 0.05) > (light + 0.05) / 0.05 else "#111827"


def cell_words(grid: Grid, row: int, column: int) -> str:
    if grid.words is not None:
        return grid.words[row][column]
    # In a large map neighbours are much alike: every other number says enough.
    if len(grid.rows) * len(grid.columns) > LARGE_GRID_CELLS and (row % 2 == 0 or column % 2 == 0):
        return ""
    return percent(grid.values[row][column])


def percent(value: float) -> str:
    """Whole per cent; values near 0 and 1 become <1 and >99."""
    if isnan(value):
        return ""
    if 0 < value < 0.005:
        return "<1"
    if 0.995 <= value < 1 - 1e-9:
        return ">99"
    return f"{value * 100:.0f}"


def grid_svg(grid: Grid) -> str:
    """Draws a heat map. A row is one monospaced text, equal neighbours one stroke: large maps stay small."""
    cells = [[cell_words(grid, row, column) for column in range(len(grid.columns))] for row in range(len(grid.rows))]
    longest = max(len(words) for row in [*cells, grid.columns] for words in row)
    letters = max(4, longest + 1)
    width = CELL_LETTER_WIDTH * letters
    left = LETTER_WIDTH * max(len(name) for name in grid.rows) + 12 + (18 if grid.row_word else 0)
    top = 26 + CELL_HEIGHT + (16 if grid.column_word else 0)
    right, bottom = left + width * len(grid.columns), top + CELL_HEIGHT * len(grid.rows)
    sketch = Svg(max(right, LETTER_WIDTH * 1.3 * len(grid.title)) + 4, bottom + 4)
    sketch.text(0, 15, grid.title, "title")
    if grid.column_word:
        sketch.text((left + right) / 2, 36, grid.column_word, "pale", "middle")
    if grid.row_word:
        turned = f"translate(11 {coordinate((top + bottom) / 2)}) rotate(-90)"
        sketch.raw(f'<text class="pale" text-anchor="middle" transform="{turned}">{escape(grid.row_word)}</text>')
    sketch.raw(_line(grid.columns, letters, left, top - 7))
    paints: dict[str, list[str]] = {}
    inks: dict[str, list[str]] = {}
    for row, name in enumerate(grid.rows):
        sketch.text(left - 6, top + CELL_HEIGHT * row + 15, name, anchor="end")
        colours = [cell_colour(grid, row, column) for column in range(len(grid.columns))]
        first = 0
        for colour, run in groupby(colours):
            count = len(list(run))
            paints.setdefault(colour, []).append(f"M{first} {row}h{count}")
            first += count
        for ink in dict.fromkeys(ink_on(colour) for colour in colours):
            words = [word if ink_on(colour) == ink else "" for word, colour in zip(cells[row], colours, strict=True)]
            inks.setdefault(ink, []).append(_line(words, letters, left, top + CELL_HEIGHT * row + 15))
    # A run of cells is a line. The style sheet's stroke width of 1 in a group becomes the cell height by this scale.
    sketch.raw(f'<g transform="translate({coordinate(left)} {top + CELL_HEIGHT // 2}) scale({width:g} {CELL_HEIGHT})">')
    for colour, strokes in paints.items():
        sketch.raw(f'<path stroke="{colour}" d="{"".join(strokes)}"/>')
    sketch.raw("</g>")
    rows, columns = range(len(grid.rows) + 1), range(len(grid.columns) + 1)
    across = [f"M{coordinate(left)} {top + CELL_HEIGHT * row}H{coordinate(right)}" for row in rows]
    down = [f"M{coordinate(left + width * column)} {top}V{bottom}" for column in columns]
    sketch.path("lattice", "".join(across + down))
    for ink, texts in inks.items():
        sketch.raw(f'<g fill="{ink}">{"".join(texts)}</g>')
    return sketch.svg()


def _line(words: Sequence[str], letters: int, left: float, y: float) -> str:
    """Text of a row, each word centred in its column."""
    sizes = Counter(len(word) for word in words if word)
    if not sizes:
        return ""
    commonest = sizes.most_common(1)[0][0]
    text = "".join((" " * ((letters - len(word)) // 2) + word).ljust(letters) for word in words).rstrip()
    start = len(text) - len(text.lstrip()) + (letters - commonest) % 2 / 2
    text = text.lstrip()
    x, length = coordinate(left + CELL_LETTER_WIDTH * start), coordinate(CELL_LETTER_WIDTH * len(text))
    # `textLength` keeps the columns in place in any font of the reader.
    return f'<text class="cells" x="{x}" y="{coordinate(y)}" textLength="{length}">{escape(text)}</text>'


def cell_colour(grid: Grid, row: int, column: int) -> str:
    if grid.colours is not None:
        return grid.colours[row][column]
    value = grid.values[row][column]
    # In steps, so that cells share their paint.
    return EMPTY_COLOUR if isnan(value) else colour_of(round(value / grid.top * COLOUR_STEPS) / COLOUR_STEPS)
