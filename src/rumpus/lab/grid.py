"""Maps of cells as compact SVG: a colour and a few letters in each."""

from __future__ import annotations

from html import escape
from math import isnan

from rumpus.core.study import Grid

HEIGHT = 22
LETTER = 6.4
"""About the width of a letter."""
LOW, MIDDLE, HIGH = (178, 58, 30), (252, 250, 244), (24, 92, 156)
NOTHING = "#e7e3da"


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
    value = grid.values[row][column]
    return "" if isnan(value) else f"{value * 100:.0f}" if 0.005 <= value < 0.995 else f"{value * 100:.1f}"


def grid_svg(grid: Grid) -> str:
    """Rows from top to bottom as they are listed."""
    cells = [[cell_words(grid, row, column) for column in range(len(grid.columns))] for row in range(len(grid.rows))]
    longest = max(len(words) for row in [*cells, grid.columns] for words in row)
    width = max(26.0, LETTER * longest + 8)
    left = LETTER * max(len(name) for name in grid.rows) + 12 + (18 if grid.row_word else 0)
    top = 26 + HEIGHT + (16 if grid.column_word else 0)
    whole = max(left + width * len(grid.columns), 8 * len(grid.title)) + 4
    tall = top + HEIGHT * len(grid.rows) + 4
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole:.0f} {tall:.0f}" width="{whole:.0f}" '
        f'height="{tall:.0f}" font-family="system-ui, sans-serif" font-size="11" text-anchor="middle" fill="#1f2937">',
        f'<text x="0" y="15" font-size="14" font-weight="bold" text-anchor="start">{escape(grid.title)}</text>',
    ]
    if grid.column_word:
        middle = left + width * len(grid.columns) / 2
        out.append(f'<text x="{middle:.0f}" y="36">{escape(grid.column_word)}</text>')
    if grid.row_word:
        middle = top + HEIGHT * len(grid.rows) / 2
        out.append(f'<text transform="translate(11 {middle:.0f}) rotate(-90)">{escape(grid.row_word)}</text>')
    for column, name in enumerate(grid.columns):
        out.append(f'<text x="{left + width * (column + 0.5):.0f}" y="{top - 7}">{escape(name)}</text>')
    inks: dict[str, list[str]] = {}
    for row, name in enumerate(grid.rows):
        y = top + HEIGHT * row
        out.append(f'<text x="{left - 6:.0f}" y="{y + 15}" text-anchor="end">{escape(name)}</text>')
        for column, words in enumerate(cells[row]):
            colour = cell_colour(grid, row, column)
            x = left + width * column
            out.append(f'<path fill="{colour}" d="M{x:.0f} {y}h{width - 1:.0f}v{HEIGHT - 1}h-{width - 1:.0f}z"/>')
            if words:
                text = f'<text x="{x + width / 2:.0f}" y="{y + 15}">{escape(words)}</text>'
                inks.setdefault(ink_on(colour), []).append(text)
    for ink, texts in inks.items():
        out.append(f'<g fill="{ink}">{"".join(texts)}</g>')
    return "".join(out) + "</svg>"


def cell_colour(grid: Grid, row: int, column: int) -> str:
    if grid.colours is not None:
        return grid.colours[row][column]
    value = grid.values[row][column]
    return NOTHING if isnan(value) else mixed(value)
