"""Draws any game from its view alone."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rumpus.core.extensions import UNDER_CURSOR
from rumpus.core.position import Json, View

LAYOUT_KEYS = ("you", "phase", "seats", "outcome")
"""Keys of a view with a fixed place on the screen."""
SEAT_NAME_KEYS = ("name", "seat", "player")
MANY_COLUMNS = 6
LONG_LIST_ITEMS = 12
MAX_COLUMN_WIDTH = 24
MIN_WIDTH = 30
MAX_SHORT_WIDTH = 16
"""Values up to this width share a line."""


def draw_view(view: View, names: Sequence[str], width: int, focus: str = "") -> RenderableType:
    """Draws phase, seats, other values and outcome, each in the simplest form."""
    parts: list[RenderableType] = []
    phase = view.get("phase")
    if phase not in (None, ""):
        parts.append(Text(_sentence(str(phase)), style="bold"))
    seats = view.get("seats")
    if isinstance(seats, list) and seats:
        parts.append(_seats(seats, view.get("you"), names, width, focus))
    rest: View = {
        key: value for key, value in view.items() if key not in LAYOUT_KEYS and value not in (None, [], {}, "")
    }
    scalars: View = {key: value for key, value in rest.items() if not _is_table(value)}
    short: View = {key: value for key, value in scalars.items() if _cell(value, "").cell_len <= MAX_SHORT_WIDTH}
    if len(short) >= MANY_COLUMNS:
        parts.append(_in_columns(short, focus))
        scalars = {key: value for key, value in scalars.items() if key not in short}
    if scalars:
        parts.append(_pairs(scalars, focus))
    for key, value in rest.items():
        if _is_table(value):
            parts.append(Text(_label(key), style="bold"))
            parts.append(Padding(_block(value, width - 2, focus), (0, 0, 0, 2)))
    outcome = view.get("outcome")
    if outcome:
        parts.append(Text(str(outcome), style="bold green"))
    return Group(*parts)


def _seats(seats: Sequence[Json], you: Json, names: Sequence[str], width: int, focus: str) -> RenderableType:
    rows: list[View] = [seat if isinstance(seat, dict) else {"": seat} for seat in seats]
    keys = list(dict.fromkeys(key for row in rows for key in row if key not in SEAT_NAME_KEYS))
    titles = [Text(_title(seat, you, names), style="bold cyan" if seat == you else "bold") for seat in range(len(rows))]
    return _table(titles, keys, rows, width, focus)


def _table(titles: Sequence[Text], keys: Sequence[str], rows: Sequence[View], width: int, focus: str) -> RenderableType:
    """Records in rows, or in columns if they have many values; paragraphs if neither fits."""
    cells = [[_cell(row.get(key), focus) for key in keys] for row in rows]
    heads = [Text(_label(key), style="dim") for key in keys]
    flat = [[title, *line] for title, line in zip(titles, cells, strict=True)]
    standing = [[head, *(line[at] for line in cells)] for at, head in enumerate(heads)]
    in_rows = ([Text(), *heads], flat)
    in_columns = ([Text(), *titles], standing)
    tall = len(keys) > MANY_COLUMNS and len(rows) <= MANY_COLUMNS
    for first, lines in (in_columns, in_rows) if tall else (in_rows, in_columns):
        if _natural_width(first, lines) <= max(width, MIN_WIDTH):
            return _grid(first, lines)
    return Group(*(_paragraph(title, heads, line) for title, line in zip(titles, cells, strict=True)))


def _natural_width(first: Sequence[Text], lines: Sequence[Sequence[Text]]) -> int:
    """Width without line breaks, except in long lists."""
    columns = zip(first, *lines, strict=True)
    return sum(3 + min(MAX_COLUMN_WIDTH, max(cell.cell_len for cell in column)) for column in columns)


def _grid(first: Sequence[Text], lines: Sequence[Sequence[Text]]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for at, head in enumerate(first):
        numeric = at > 0 and all(line[at].plain.lstrip("-").isdigit() for line in lines)
        table.add_column(head, justify="right" if numeric else "left", overflow="fold")
    for line in lines:
        table.add_row(*line)
    return table


def _paragraph(title: Text, heads: Sequence[Text], cells: Sequence[Text]) -> Text:
    facts = [Text.assemble(head, " ", cell) for head, cell in zip(heads, cells, strict=True) if cell.plain != "–"]
    return Text.assemble(title, "  ", Text(" · ", style="dim").join(facts))


def _title(seat: int, you: Json, names: Sequence[str]) -> str:
    name = names[seat] if seat < len(names) else f"seat {seat}"
    return f"{name} (you)" if seat == you else name


def _pairs(values: dict[str, Json], focus: str) -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim")
    grid.add_column(overflow="fold")
    for key, value in values.items():
        grid.add_row(_label(key), _cell(value, focus))
    return grid


def _in_columns(values: View, focus: str) -> Columns:
    broadest = max(len(_label(key)) for key in values)
    cells = [
        Text.assemble((_label(key).ljust(broadest + 2), "dim"), _cell(value, focus)) for key, value in values.items()
    ]
    return Columns(cells, padding=(0, 4), equal=True, column_first=True)


def _block(value: Json, width: int, focus: str) -> RenderableType:
    """A list of records as a table, a record of records as pairs."""
    if isinstance(value, dict):
        return _pairs(value, focus)
    if isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
        rows = [item for item in value if isinstance(item, dict)]
        keys = list(dict.fromkeys(key for row in rows for key in row))
        named = next((key for key in ("name", "title", "id") if all(row.get(key) for row in rows)), None)
        titles = [
            Text(str(row[named]) if named is not None else str(at), style="bold") for at, row in enumerate(rows, 1)
        ]
        return _table(titles, [key for key in keys if key != named], rows, width, focus)
    return _cell(value, focus)


def _cell(value: Json, focus: str) -> Text:
    if value is None or value == "":
        return Text("–", style="dim")
    if isinstance(value, bool):
        return Text("yes" if value else "no", style="" if value else "dim")
    if isinstance(value, list):
        if not value:
            return Text("–", style="dim")
        if _is_map(value):
            return Text("\n").join(Text(str(line)) for line in value)
        long = len(value) > LONG_LIST_ITEMS and all(_is_number(item) for item in value)
        return Text(" " if long else ", ").join(_cell(item, focus) for item in value)
    if isinstance(value, dict):
        parts = [Text.assemble((f"{_label(key)} ", "dim"), _cell(item, focus)) for key, item in value.items()]
        return Text(" · ", style="dim").join(parts) if parts else Text("–", style="dim")
    cell = Text(str(value))
    if focus and cell.plain == focus:
        cell.stylize("reverse")
        cell.apply_meta(UNDER_CURSOR)
    return cell


def _is_map(value: Sequence[Json]) -> bool:
    """True for lines of equal length without a space, drawn below each other."""
    lines = [line for line in value if isinstance(line, str)]
    return len(lines) == len(value) > 2 and len({len(line) for line in lines}) == 1 and len(lines[0]) > LONG_LIST_ITEMS


def _is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_table(value: Json) -> bool:
    if isinstance(value, list):
        return bool(value) and all(isinstance(item, dict) for item in value)
    return isinstance(value, dict) and any(isinstance(item, dict | list) for item in value.values())


def _label(key: str) -> str:
    return key.replace("_", " ")


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]
