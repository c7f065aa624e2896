"""Draws any game from its view alone, so that a game can be played on its first day."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rumpus.core.contract import Plain, View

APART = ("you", "phase", "seats", "outcome")
"""Keys of a view that have a place of their own on the screen."""
NAMES_OF_A_SEAT = ("name", "seat", "player")
MANY_COLUMNS = 6
LONG_LIST = 12
SHORT = 16
"""Values up to this long share a line."""


def draw_view(view: View, names: Sequence[str], width: int, focus: str = "") -> RenderableType:
    """The phase, a table of the seats, then everything else, each in the simplest form that shows it."""
    parts: list[RenderableType] = []
    phase = view.get("phase")
    if phase not in (None, ""):
        parts.append(Text(_sentence(str(phase)), style="bold"))
    seats = view.get("seats")
    if isinstance(seats, list) and seats:
        parts.append(_seats(seats, view.get("you"), names, width, focus))
    rest: View = {key: value for key, value in view.items() if key not in APART and value not in (None, [], {}, "")}
    scalars: View = {key: value for key, value in rest.items() if not _is_table(value)}
    short: View = {key: value for key, value in scalars.items() if _cell(value, "").cell_len <= SHORT}
    if len(short) >= MANY_COLUMNS:
        parts.append(_in_columns(short, focus))
        scalars = {key: value for key, value in scalars.items() if key not in short}
    if scalars:
        parts.append(_pairs(scalars, focus))
    for key, value in rest.items():
        if _is_table(value):
            parts.append(Text(_words(key), style="bold"))
            parts.append(Padding(_block(value, focus), (0, 0, 0, 2)))
    outcome = view.get("outcome")
    if outcome:
        parts.append(Text(str(outcome), style="bold green"))
    return Group(*parts)


def _seats(seats: Sequence[Plain], you: Plain, names: Sequence[str], width: int, focus: str) -> Table:
    rows = [seat if isinstance(seat, dict) else {"": seat} for seat in seats]
    keys = list(dict.fromkeys(key for row in rows for key in row if key not in NAMES_OF_A_SEAT))
    titles = [_title(seat, you, names) for seat in range(len(rows))]
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    if len(keys) > MANY_COLUMNS and len(rows) <= MANY_COLUMNS:
        table.add_column("")
        for seat, title in enumerate(titles):
            table.add_column(Text(title, style="bold cyan" if seat == you else "bold"), overflow="fold")
        for key in keys:
            table.add_row(Text(_words(key), style="dim"), *(_cell(row.get(key), focus) for row in rows))
        return table
    table.add_column("")
    for key in keys:
        numeric = all(_is_number(row.get(key)) for row in rows)
        table.add_column(Text(_words(key), style="dim"), justify="right" if numeric else "left", overflow="fold")
    for seat, row in enumerate(rows):
        style = "bold cyan" if seat == you else "bold"
        table.add_row(Text(titles[seat], style=style), *(_cell(row.get(key), focus) for key in keys))
    return table


def _title(seat: int, you: Plain, names: Sequence[str]) -> str:
    name = names[seat] if seat < len(names) else f"seat {seat}"
    return f"{name} (you)" if seat == you else name


def _pairs(values: dict[str, Plain], focus: str) -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim")
    grid.add_column(overflow="fold")
    for key, value in values.items():
        grid.add_row(_words(key), _cell(value, focus))
    return grid


def _in_columns(values: View, focus: str) -> Columns:
    """Many short facts side by side."""
    broadest = max(len(_words(key)) for key in values)
    cells = [
        Text.assemble((_words(key).ljust(broadest + 2), "dim"), _cell(value, focus)) for key, value in values.items()
    ]
    return Columns(cells, padding=(0, 4), equal=True, column_first=True)


def _block(value: Plain, focus: str) -> RenderableType:
    """A list of records as a table, a record of records as pairs."""
    if isinstance(value, dict):
        return _pairs(value, focus)
    if isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
        rows = [item for item in value if isinstance(item, dict)]
        keys = list(dict.fromkeys(key for row in rows for key in row))
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
        for key in keys:
            table.add_column(Text(_words(key), style="dim"), overflow="fold")
        for row in rows:
            table.add_row(*(_cell(row.get(key), focus) for key in keys))
        return table
    return _cell(value, focus)


def _cell(value: Plain, focus: str) -> Text:
    if value is None or value == "":
        return Text("–", style="dim")
    if isinstance(value, bool):
        return Text("yes" if value else "no", style="" if value else "dim")
    if isinstance(value, list):
        if not value:
            return Text("–", style="dim")
        long = len(value) > LONG_LIST and all(_is_number(item) for item in value)
        return Text(" " if long else ", ").join(_cell(item, focus) for item in value)
    if isinstance(value, dict):
        parts = [Text.assemble((f"{_words(key)} ", "dim"), _cell(item, focus)) for key, item in value.items()]
        return Text(" · ", style="dim").join(parts) if parts else Text("–", style="dim")
    return Text(str(value), style="reverse" if focus and str(value) == focus else "")


def _is_number(value: Plain) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_table(value: Plain) -> bool:
    if isinstance(value, list):
        return bool(value) and all(isinstance(item, dict) for item in value)
    return isinstance(value, dict) and any(isinstance(item, dict | list) for item in value.values())


def _words(key: str) -> str:
    return key.replace("_", " ")


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]
