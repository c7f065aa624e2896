"""Plays any game line by line, for pipes, screen readers and simple terminals."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.columns import Columns
from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from rumpus.core.content.rulebook import split_citation, topics_in_play
from rumpus.core.errors import RumpusError
from rumpus.core.position import Move, Seat
from rumpus.core.words import as_sentence, tidy
from rumpus.table.seat_view import Offer, SeatView
from rumpus.terminal.drawing import line_text, picture, plain_console
from rumpus.terminal.help import answer_at_table, clause, offer_list
from rumpus.terminal.lessons import lesson_text
from rumpus.terminal.seating import described
from rumpus.terminal.sessions import TableSession, standings

MAX_EXPLAINED_OFFERS = 12
"""Longer lists show moves without effects, in columns."""
MIN_WIDTH = 40

COMMANDS = """\
Type a number, or enough letters of a name to be unique.
  ?              the options, each with its effect
  ? WORDS        explains a card, an ability, an option:  ? 3   ? double scratch
  ? CLAUSE       shows a clause of the rules:  ? CB-14
  table          shows the table again
  log            shows the log
  hint           advice from the coach (with --coach)
  rules          shows the rules
  say WORDS      says a phrase to the others at a server; `say` lists them
  save FILE      saves the game; `rumpus play --resume FILE` continues it
  quit           leaves the game"""


class Quit(Exception):
    """The person wants to stop."""


class PlainTable:
    """A match on a console. `read` returns the next line; EOFError ends the game."""

    def __init__(
        self, session: TableSession, console: Console | None = None, read: Callable[[str], str] | None = None
    ) -> None:
        self.session = session
        self.console = console or plain_console()
        self.read = read or read_line

    # --- the match ---

    def run(self) -> bool:
        """Plays until the end or until somebody leaves; returns True at the end."""
        session = self.session
        self.print(Text(f"{session.game.title}: {'; '.join(described(name) for name in session.names)}", style="bold"))
        self.print(Text("Type a number or a name. ? for help, quit to leave.", style="dim"))
        try:
            while not session.over:
                seat = session.person_due()
                if seat is None:
                    remark = session.compute_move()()
                    if not session.people:
                        self.print_news(None)
                        if session.coached and remark:
                            self.print(Text(f"    {remark}", style="dim"))
                else:
                    self.turn(seat)
        except (Quit, EOFError):
            self.print_leaving()
            return False
        except KeyboardInterrupt:
            self.print()
            self.print_leaving()
            raise
        self.print_result()
        return True

    def turn(self, seat: Seat) -> None:
        session = self.session
        if session.must_pass_keyboard(seat):
            self.cover(seat)
        session.take_keyboard(seat)
        view = session.seat_view(seat)
        self.print_news(seat)
        self.show(view)
        if not view.offers:
            self.read(f"{session.names[seat]} has nothing to decide now. Press Enter to continue: ")
            session.acknowledge(seat)
            return
        self.list_offers(view.offers)
        lesson = session.lesson(seat)
        if lesson is not None:
            self.print()
            self.print(lesson_text(lesson, view.offers))
        self.decide(seat, view)

    def decide(self, seat: Seat, view: SeatView) -> None:
        while True:
            text = self.read(self.prompt(seat)).strip()
            try:
                if text and not self.command(text, seat, view):
                    self.play(seat, self.session.parse_move(seat, text))
                    return
            except RumpusError as error:
                self.print(Text(as_sentence(split_citation(str(error))[0]), style="red"))

    def play(self, seat: Seat, move: Move) -> None:
        """Plays a move, then prints the coach's verdict."""
        verdict = self.session.ask_verdict(seat, move) if self.session.coached else None
        self.session.decide(seat, move)
        if verdict is not None:
            self.print(Text(f"Coach: {verdict()}", style="magenta"))

    def prompt(self, seat: Seat) -> str:
        return f"{self.session.names[seat]}> " if self.session.hot_seat else "> "

    # --- commands ---

    def command(self, text: str, seat: Seat, view: SeatView) -> bool:
        """Runs a command; returns False if it is none. Moves of the same name come first."""
        if any(tidy(text) in (tidy(offer.words), tidy(offer.says)) for offer in view.offers):
            return False
        word, _, rest = text.partition(" ")
        rest = rest.strip()
        if word.startswith("?") and word != "?":
            word, rest = "?", f"{word[1:]} {rest}".strip()
        word = word.lower()
        if word in ("?", "help"):
            self.explain(rest, view)
        elif word in ("table", "look") and not rest:
            self.show(view)
        elif word == "options" and not rest:
            self.list_offers(view.offers)
        elif word == "log" and not rest:
            for line in self.session.log(seat):
                self.print(line_text(line, clause=True))
        elif word == "rules":
            self.print(clause(self.session.game, rest) if rest else Markdown(self.session.game.rules()))
        elif word == "hint" and not rest:
            self.hint(seat)
        elif word == "say":
            listed = self.session.say(rest)
            if listed:
                self.print(Text(listed, style="dim"))
            self.print_news(seat)
        elif word == "save":
            self.save(rest)
        elif word in ("quit", "exit", "q") and not rest:
            raise Quit
        else:
            return False
        return True

    def explain(self, question: str, view: SeatView) -> None:
        if question:
            self.print(answer_at_table(self.session.game, self.session.options, view, self.session.names, question))
            return
        self.print(offer_list(view.offers, view.offers))
        self.print(Text(COMMANDS))
        kinds = sorted({topic.kind for topic in topics_in_play(self.session.game, self.session.options)})
        if kinds:
            self.print(Text(f"You can look up: {', '.join(kinds)}.", style="dim"))

    def hint(self, seat: Seat) -> None:
        if not self.session.coached:
            raise RumpusError("This table has no coach. Start with --coach.")
        self.print(Text(self.session.ask_hint(seat)(), style="magenta"))

    def save(self, name: str) -> None:
        if not name:
            raise RumpusError("Name a file: save FILE.")
        self.session.save(Path(name).expanduser())
        self.print(Text(f"Saved. `rumpus play --resume {name}` continues from here."))

    # --- output ---

    def print(self, what: object = "") -> None:
        self.console.print(what)

    def print_news(self, seat: Seat | None) -> None:
        for line in self.session.new_lines(seat):
            self.print(line_text(line))

    def show(self, view: SeatView) -> None:
        width = max(self.console.width, MIN_WIDTH)
        self.print()
        self.print(picture(self.session.game, view.view, self.session.names, width))

    def list_offers(self, offers: Sequence[Offer]) -> None:
        self.print()
        if len(offers) <= MAX_EXPLAINED_OFFERS:
            self.print(offer_list(offers, offers))
            return
        cells = [Text.assemble((f"{number:>3}", "cyan"), f" {one.says}") for number, one in enumerate(offers, 1)]
        self.print(Columns(cells, padding=(0, 2), column_first=True))

    def cover(self, seat: Seat) -> None:
        """Clears the screen before the next person sits down."""
        if self.console.is_terminal:
            self.console.file.write("\n" * self.console.height)
            if not self.console.is_dumb_terminal:
                self.console.file.write("\x1b[H\x1b[2J\x1b[3J")
        self.print()
        self.read(f"Pass the keyboard to {self.session.names[seat]}. {self.session.names[seat]}, press Enter: ")

    def print_result(self) -> None:
        session = self.session
        seat = session.viewer()
        self.print_news(seat)
        view = session.seat_view(seat)
        self.show(view)
        result = view.result
        assert result is not None
        self.print()
        for name, how in standings(session.game, session.names, result, view.ranking):
            self.print(Text.assemble((name, "bold"), f": {how}"))
        self.print(Text(f"{session.summary()}.", style="dim"))

    def print_leaving(self) -> None:
        self.print(Text(f"Left. {self.session.leaving_note()}"))


def read_line(prompt: str) -> str:
    """Reads a line; echoes it if it comes from a pipe."""
    text = input(prompt)
    if not sys.stdin.isatty():
        print(text, flush=True)
    return text
