"""Draws a view: with the game's drawing, or generically."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, RenderableType
from rich.protocol import is_renderable
from rich.text import Text

from rumpus.core.extensions import Canvas
from rumpus.core.game import Game
from rumpus.core.position import View
from rumpus.core.words import Line, spoken_names
from rumpus.table.seat_view import LogLine
from rumpus.terminal.generic import draw_view


def picture(
    game: Game, view: View, names: Sequence[str], width: int, cursor: str = "", taken: Sequence[str] = ()
) -> RenderableType:
    """Draws a view for a width; `cursor` is the place under it, `taken` the words before."""
    names = spoken_names(names)
    drawn = game.terminal().draw(Canvas(view, names, width, taken, cursor))
    if drawn is not None and is_renderable(drawn):
        return drawn  # type: ignore[return-value]
    return draw_view(view, names, width, cursor)


def line_text(line: Line | LogLine, clause: bool = False) -> Text:
    """A log line, with its clause on request."""
    text = Text(line.text)
    if clause and line.clause:
        text.append(f"  {line.clause}", style="dim")
    return text


def plain_console(width: int | None = None) -> Console:
    """Console without markup or highlighting of user input."""
    return Console(markup=False, highlight=False, emoji=False, width=width, soft_wrap=False)
