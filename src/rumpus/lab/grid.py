"""Maps of cells as compact SVG: a colour and a few letters in each."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import isnan

from rumpus.core.study import Grid

HEIGHT = 22
LETTER = 6.4
"""About the width of a letter."""
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
    """Rows from top to bottom as they are listed."""
    cells = [[cell_words(grid, row, column) for column in range(len(grid.columns))] for row in range(len(grid.rows))]
    longest = max(len(words) for row in [*cells, grid.columns] for words in row)
    width = max(26, round(LETTER * longest) + 8)
    left = round(LETTER * max(len(name) for name in grid.rows)) + 12 + (18 if grid.row_word else 0)
    top = 26 + HEIGHT + (16 if grid.column_word else 0)
    whole = max(left + width * len(grid.columns), 9 * len(grid.title)) + 4
    tall = top + HEIGHT * len(grid.rows) + 4
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {tall}" width="{whole}" height="{tall}" '
        'font-family="system-ui, sans-serif" font-size="11" text-anchor="middle" fill="#1f2937">',
        f'<text x="0" y="15" font-size="14" font-weight="bold" text-anchor="start">{escape(grid.title)}</text>',
    ]
    if grid.column_word:
        middle = left + width * len(grid.columns) // 2
        out.append(f'<text x="{middle}" y="36">{escape(grid.column_word)}</text>')
    if grid.row_word:
        middle = top + HEIGHT * len(grid.rows) // 2
        out.append(f'<text transform="translate(11 {middle}) rotate(-90)">{escape(grid.row_word)}</text>')
    out.append(_line(grid.columns, left, width, top - 7))
    paints: dict[str, list[str]] = {}
    inks: dict[str, list[str]] = {}
    for row, name in enumerate(grid.rows):
        y = top + HEIGHT * row
        out.append(f'<text x="{left - 6}" y="{y + 15}" text-anchor="end">{escape(name)}</text>')
        lines: dict[str, list[str]] = {}
        for column, words in enumerate(cells[row]):
            colour = cell_colour(grid, row, column)
            x = left + width * column
            paints.setdefault(colour, []).append(f"M{x} {y}h{width - 1}v{HEIGHT - 1}h-{width - 1}z")
            line = lines.setdefault(ink_on(colour), [""] * len(grid.columns))
            line[column] = words
        for ink, line in lines.items():
            inks.setdefault(ink, []).append(_line(line, left, width, y + 15))
    out += [f'<path fill="{colour}" d="{"".join(places)}"/>' for colour, places in paints.items()]
    out += [f'<g fill="{ink}">{"".join(texts)}</g>' for ink, texts in inks.items()]
    return "".join(out) + "</svg>"


def _line(words: Sequence[str], left: int, width: int, y: int) -> str:
    """Words in a row, each in the middle of its column."""
    spans = "".join(
        f'<tspan x="{left + width * column + width // 2}">{escape(word)}</tspan>'
        for column, word in enumerate(words)
        if word
    )
    return f'<text y="{y}">{spans}</text>' if spans else ""


def cell_colour(grid: Grid, row: int, column: int) -> str:
    if grid.colours is not None:
        return grid.colours[row][column]
    value = grid.values[row][column]
    # In steps, so that cells share their paint.
    return NOTHING if isnan(value) else mixed(round(value / grid.top * STEPS) / STEPS)
