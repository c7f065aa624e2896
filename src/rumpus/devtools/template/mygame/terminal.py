"""My Game drawn for a terminal: the pile, the points and the hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rumpus.author.contract import View
from rumpus.author.screens import UNDER_CURSOR, Canvas, Terminal


class MyGameTerminal(Terminal):
    def draw(self, canvas: Canvas) -> object:
        from rich.text import Text

        view: dict[str, Any] = dict(canvas.view)
        pile: Sequence[int] = view["pile"]
        text = Text()
        text.append("Pile  ", style="dim")
        text.append(f" {pile[-1]} " if pile else " empty ", style="bold reverse")
        if len(pile) > 1:
            text.append(f"  over {', '.join(str(card) for card in reversed(pile[:-1]))}", style="dim")
        text.append("\n\n")
        for name, seat in zip(canvas.names, view["seats"], strict=True):
            text.append(f"{name}: ", style="bold")
            text.append(f"{seat['points']} points, {seat['cards']} cards\n")
        if view.get("hand"):
            text.append("\nYour hand  ", style="dim")
            for card in view["hand"]:
                shown = Text(f" {card} ", style="reverse" if f"{card}" == canvas.cursor else "bold")
                if f"{card}" == canvas.cursor:
                    shown.apply_meta(UNDER_CURSOR)
                text.append_text(shown)
                text.append(" ")
        return text

    def places(self, view: View) -> list[list[str]]:
        hand = view.get("hand")
        return [[f"{card}" for card in hand]] if isinstance(hand, list) and hand else []
