"""The picture of a view: the game's own, or the generic table."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, RenderableType
from rich.protocol import is_renderable
from rich.text import Text

from rumpus.core.extensions import Canvas
from rumpus.core.game import Game
from rumpus.core.position import View
from rumpus.core.words import Line
from rumpus.table.seat_view import StoryLine
from rumpus.terminal.generic import draw_view


def picture(
    game: Game, view: View, names: Sequence[str], width: int, cursor: str = "", taken: Sequence[str] = ()
) -> RenderableType:
    """What this view looks like on a screen so wide; `cursor` is the place under it, `taken` the words before it."""
    drawn = game.terminal().draw(Canvas(view, names, width, taken, cursor))
    if drawn is not None and is_renderable(drawn):
        return drawn  # type: ignore[return-value]
    return draw_view(view, names, width, cursor)


def line_text(line: Line | StoryLine, clause: bool = False) -> Text:
    """A sentence of the story, for whoever looks it up with the clause behind it."""
    text = Text(line.text)
    if clause and line.clause:
        text.append(f"  {line.clause}", style="dim")
    return text


def paper(width: int | None = None) -> Console:
    """Where plain output goes: no markup and no colouring of what people typed."""
    return Console(markup=False, highlight=False, emoji=False, width=width, soft_wrap=False)
