"""A replay line by line, and as data."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from rumpus.core.game import Game
from rumpus.core.position import Seat
from rumpus.core.record import Record
from rumpus.core.words import shortened
from rumpus.table.replay import Moment, moments
from rumpus.terminal.drawing import line_text, paper, picture
from rumpus.terminal.plain import ask
from rumpus.terminal.sessions import standings


def film(game: Game, record: Record, eyes: Seat | None, everything: bool) -> list[Moment]:
    """The record through these eyes: with all that was secret only when that is asked for and the match is over."""
    return list(moments(game, record.players, record.walk(game), eyes, everything and record.result is not None))


def heading(moment: Moment, record: Record, eyes: Seat | None, everything: bool) -> str:
    """Who decided what; the words of a sealed decision are its seat's alone while the match goes on."""
    if moment.seat is None:
        return "The deal"
    name = record.players[moment.seat]
    if moment.seat == eyes or (everything and record.result is not None):
        return f"Move {moment.number} of {len(record.moves)}: {name}: {moment.says}"
    return f"Move {moment.number} of {len(record.moves)}: {name} decides"


def verdict(game: Game, record: Record) -> str:
    """What the check of the whole record has shown."""
    if record.result is None:
        return f"A game in progress, {len(record.moves)} moves long; every move is legal."
    ends = ", ".join(f"{name} {how}" for name, how in standings(game, record.players, record.result, record.ranking))
    return f"It still ends the same way: {ends}."


class PlainReplay:
    """A replay on a console, all at once or move by move."""

    def __init__(
        self,
        game: Game,
        record: Record,
        film: Sequence[Moment],
        eyes: Seat | None,
        everything: bool,
        console: Console | None = None,
        read: Callable[[str], str] | None = None,
    ) -> None:
        self.game = game
        self.record = record
        self.film = list(film)
        self.eyes = eyes
        self.everything = everything
        self.console = console or paper()
        self.read = read or ask

    def run(self, step: bool) -> None:
        record = self.record
        title = f"{self.game.title}: {', '.join(record.players)}"
        self.console.print(Text(title, style="bold"))
        if record.options:
            changed = ", ".join(f"{name} {shortened(str(value))}" for name, value in record.options.items())
            self.console.print(Text(f"Played with {changed}.", style="dim"))
        at = 0
        while 0 <= at < len(self.film):
            self.show(self.film[at])
            if not step:
                at += 1
                continue
            at = self.next_place(at)
        self.console.print()
        self.console.print(Text(verdict(self.game, record), style="bold"))

    def show(self, moment: Moment) -> None:
        title = heading(moment, self.record, self.eyes, self.everything)
        self.console.print(Rule(Text(title, style="cyan"), align="left", characters="-"))
        for line in moment.lines:
            self.console.print(line_text(line))
        self.console.print(picture(self.game, moment.view, self.record.players, max(40, self.console.width)))

    def next_place(self, at: int) -> int:
        """Where to go on: Enter the next move, b one back, a number that move, q the end."""
        while True:
            try:
                word = self.read("Enter next · b back · number · q end > ").strip().lower()
            except EOFError:
                return len(self.film)
            if word == "":
                return at + 1
            if word in ("b", "back"):
                return max(0, at - 1)
            if word in ("q", "quit"):
                return len(self.film)
            if word.isdecimal() and int(word[:9]) < len(self.film):
                return int(word)
            self.console.print(f"There are the moves 0 (the deal) to {len(self.film) - 1}.")


def as_data(record: Record, film: Sequence[Moment], eyes: Seat | None, everything: bool) -> dict[str, object]:
    """The replay for a program: each move with its words, what happened, and the view after it."""
    whole = everything and record.result is not None
    return {
        "game": record.game,
        "version": record.version,
        "options": record.options,
        "seed": record.seed,
        "players": record.players,
        "eyes": eyes,
        "moves": [
            {
                "number": moment.number,
                "seat": moment.seat,
                "words": moment.words if whole or moment.seat == eyes else None,
                "lines": [{"text": line.text, "clause": line.clause} for line in moment.lines],
                "view": moment.view,
            }
            for moment in film
        ],
        "result": record.result,
        "ranking": record.ranking,
        "verified": True,
    }
