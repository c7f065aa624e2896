"""The list of moves, and the input line."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.suggester import Suggester
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option as Row

from rumpus.core.numbers import parse_int
from rumpus.core.position import Move
from rumpus.table.seat_view import Offer
from rumpus.terminal.input import matching


class Choices(OptionList):
    """All moves with numbers; those that match the input come first."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.shown: list[Offer] = []

    @property
    def chosen(self) -> Offer | None:
        return self.shown[self.highlighted] if self.highlighted is not None and self.shown else None

    def offer(self, offered: Sequence[Offer], typed: str, by_cursor: bool, wanted: Container[Move] = ()) -> None:
        """Shows moves; highlights the only match or the typed number, never words taken by the cursor.

        `wanted`: moves that a lesson asks for. They are marked, and first among those that match.
        """
        number = 0 if by_cursor else parse_int(typed.strip()) or 0
        counted = 1 <= number <= len(offered)
        everything = counted or not typed.strip() or typed.startswith("?")
        fitting = list(offered) if everything else matching(offered, typed)
        fitting.sort(key=lambda offer: offer.move not in wanted)
        fits = {offer.move for offer in fitting}
        self.shown = fitting + [offer for offer in offered if offer.move not in fits]
        numbers = {offer.move: place for place, offer in enumerate(offered, 1)}
        broadest = max((len(offer.says) for offer in self.shown), default=0)
        self.clear_options()
        self.add_options(
            Row(offer_text(numbers[offer.move], offer, broadest, offer.move in fits or not fits, offer.move in wanted))
            for offer in self.shown
        )
        self.set_class(not self.shown, "empty")
        if counted:
            self.highlighted = self.shown.index(offered[number - 1])
        else:
            self.highlighted = 0 if len(fitting) == 1 else None

    def step(self, by: int) -> None:
        """Moves the highlight, wrapping around."""
        if not self.shown:
            return
        if self.highlighted is None:
            self.highlighted = 0 if by > 0 else len(self.shown) - 1
        else:
            self.highlighted = (self.highlighted + by) % len(self.shown)


class MoveInput(Input):
    """The input line. Up and down move through the list."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "screen.highlight(-1)", "options", show=False),
        Binding("down", "screen.highlight(1)", "options", show=False),
        Binding("pageup", "screen.scroll_table(-1)", "table", show=False),
        Binding("pagedown", "screen.scroll_table(1)", "table", show=False),
    ]


class OfferWords(Suggester):
    """Completes the input to the first move that begins with it."""

    def __init__(self) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self.offers: list[Offer] = []

    async def get_suggestion(self, value: str) -> str | None:
        wanted = value.lower()
        for offer in self.offers:
            for words in (offer.words, offer.says):
                if words.lower().startswith(wanted):
                    return value + words[len(value) :]
        return None


def offer_text(number: int, offer: Offer, broadest: int, fits: bool, wanted: bool) -> Text:
    text = Text(no_wrap=True, overflow="ellipsis")
    if wanted:
        text.append(f"{f'▶{number}':>3} ", style="bold green")
    else:
        text.append(f"{number:>3} ", style="cyan" if fits else "dim")
    text.append(offer.says.ljust(min(broadest, 40)), style="bold" if fits else "dim")
    if offer.explanation:
        text.append(f"  {offer.explanation}", style="dim")
    return text
