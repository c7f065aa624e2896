"""The picture of the table, with a cursor."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import ClassVar

from rich.console import Console, RenderableType
from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Static

from rumpus.core.extensions import UNDER_CURSOR


class Picture(Static, can_focus=True):
    """The drawing of the table, with a cursor while it has the focus."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "walk(-1, 0)", "cursor", show=False),
        Binding("down", "walk(1, 0)", "cursor", show=False),
        Binding("left", "walk(0, -1)", "cursor", show=False),
        Binding("right", "walk(0, 1)", "cursor", show=False),
        Binding("enter", "take", "take", show=False),
        Binding("space", "take", "take", show=False),
        Binding("backspace", "drop", "drop", show=False),
    ]

    class Walked(Message):
        """The cursor has moved."""

    class WordTaken(Message):
        """The place under the cursor was chosen."""

        def __init__(self, word: str) -> None:
            super().__init__()
            self.word = word

    class WordDropped(Message):
        """The last composed word is removed."""

    class Typed(Message):
        """A letter typed at the table, for the input line."""

        def __init__(self, letter: str) -> None:
            super().__init__()
            self.letter = letter

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.places: list[list[str]] = []
        self.row = 0
        self.column = 0

    @property
    def focused_word(self) -> str:
        """The place under the cursor; empty without focus."""
        return self.word if self.has_focus else ""

    @property
    def word(self) -> str:
        if not self.places:
            return ""
        return self.places[self.row][self.column]

    def put_places(self, places: Sequence[Sequence[str]]) -> None:
        """Sets the places; keeps the cursor on its word if possible."""
        before = self.word
        self.places = [list(row) for row in places if row]
        self.row = min(self.row, max(0, len(self.places) - 1))
        self.column = min(self.column, max(0, len(self.places[self.row]) - 1)) if self.places else 0
        for row, words in enumerate(self.places):
            if before in words:
                self.row, self.column = row, words.index(before)
                return

    def action_walk(self, down: int, right: int) -> None:
        if not self.places:
            return
        if down:
            row = (self.row + down) % len(self.places)
            # A short row under a long one: keep the share of the way, not the number.
            share = self.column / max(1, len(self.places[self.row]) - 1)
            if len(self.places[row]) != len(self.places[self.row]):
                self.column = round(share * (len(self.places[row]) - 1))
            self.row = row
        if right:
            self.column = (self.column + right) % len(self.places[self.row])
        self.post_message(self.Walked())

    def action_take(self) -> None:
        if self.word:
            self.post_message(self.WordTaken(self.word))

    def action_drop(self) -> None:
        self.post_message(self.WordDropped())

    def on_key(self, event: events.Key) -> None:
        if event.is_printable and event.character not in (None, " "):
            event.stop()
            self.post_message(self.Typed(event.character or ""))

    def on_focus(self, event: events.Focus) -> None:
        self.post_message(self.Walked())

    def on_blur(self, event: events.Blur) -> None:
        self.post_message(self.Walked())


def rendered(what: RenderableType, width: int) -> list[list[Segment]]:
    console = Console(width=width, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    return console.render_lines(what)


def under_cursor(lines: Sequence[Sequence[Segment]]) -> tuple[int, int] | None:
    """Column and row that the drawing marked as under the cursor."""
    for row, line in enumerate(lines):
        column = 0
        for segment in line:
            if segment.style is not None and UNDER_CURSOR.items() <= segment.style.meta.items():
                return column, row
            column += segment.cell_length
    return None
