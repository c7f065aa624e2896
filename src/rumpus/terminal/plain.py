"""Any game line by line: for pipes, screen readers and terminals that can do nothing else."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.columns import Columns
from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from rumpus.core.content.rulebook import topics_in_play, uncited
from rumpus.core.errors import RumpusError
from rumpus.core.position import Move, Seat
from rumpus.core.words import ended, tidy
from rumpus.table.seat_view import Offer, Sight
from rumpus.terminal.drawing import line_text, paper, picture
from rumpus.terminal.help import answer_here, clause, offer_list
from rumpus.terminal.lessons import lesson_words
from rumpus.terminal.sessions import Host, standings

FEW = 12
"""So many options are listed with what they do; more of them only by name, in columns."""
NARROWEST = 40

COMMANDS = """\
Type the number of an option, its name, or as much of it as tells it from the others.
  ?              the options, each with what it would do
  ? WORDS        explains a card, an ability, an option:  ? 3   ? double scratch
  ? CLAUSE       shows a clause of the rules:  ? CB-14
  table          draws the table again
  log            all that happened so far
  hint           what the coach would do (with --coach)
  rules          the rules of the game
  save FILE      writes the game down; `rumpus play --resume FILE` goes on with it
  quit           leaves the game"""


class Quit(Exception):
    """The person wants to stop here."""


class PlainTable:
    """One match on a console. `read` gives the next line typed and raises EOFError when there are no more."""

    def __init__(self, host: Host, console: Console | None = None, read: Callable[[str], str] | None = None) -> None:
        self.host = host
        self.console = console or paper()
        self.read = read or ask

    # --- the game from here to its end ---

    def run(self) -> bool:
        """Play until the end or until somebody leaves; says whether the end was reached."""
        host = self.host
        self.say(Text(f"{host.game.title}: {', '.join(host.names)}", style="bold"))
        self.say(Text("Type a number or a name; ? explains, quit leaves.", style="dim"))
        try:
            while not host.over:
                seat = host.person_due()
                if seat is None:
                    remark = host.ponder()()
                    if not host.people:
                        self.tell_news(None)
                        if host.coached and remark:
                            self.say(Text(f"    {remark}", style="dim"))
                else:
                    self.turn(seat)
        except (Quit, EOFError):
            self.farewell()
            return False
        except KeyboardInterrupt:
            self.say()
            self.farewell()
            raise
        self.finish()
        return True

    def turn(self, seat: Seat) -> None:
        """Show a person the table and have one decision made."""
        host = self.host
        if host.must_pass_keyboard(seat):
            self.cover(seat)
        host.sit_down(seat)
        sight = host.sight(seat)
        self.tell_news(seat)
        self.show(seat, sight)
        if not sight.offers:
            self.read(f"{host.names[seat]} has nothing to decide now. Enter goes on: ")
            host.nod(seat)
            return
        self.list_offers(sight.offers)
        self.teach(seat, sight)
        self.decide(seat, sight)

    def teach(self, seat: Seat, sight: Sight) -> None:
        """What the lesson has to say before this decision."""
        lesson = self.host.lesson(seat)
        if lesson is not None:
            self.say()
            self.say(lesson_words(lesson, sight.offers))

    def decide(self, seat: Seat, sight: Sight) -> None:
        while True:
            text = self.read(self.prompt(seat)).strip()
            try:
                if text and not self.command(text, seat, sight):
                    self.play(seat, self.host.understand(seat, text))
                    return
            except RumpusError as error:
                self.say(Text(ended(uncited(str(error))[0]), style="red"))

    def play(self, seat: Seat, move: Move) -> None:
        """Decide; a coach, where there is one, says afterwards what it thinks of it."""
        verdict = self.host.ask_verdict(seat, move) if self.host.coached else None
        self.host.decide(seat, move)
        if verdict is not None:
            self.say(Text(f"Coach: {verdict()}", style="magenta"))

    def prompt(self, seat: Seat) -> str:
        return f"{self.host.names[seat]}> " if self.host.hot_seat else "> "

    # --- what else may be typed ---

    def command(self, text: str, seat: Seat, sight: Sight) -> bool:
        """Obey a command; False if it is none. An option of the same name comes first."""
        if any(tidy(text) in (tidy(offer.words), tidy(offer.says)) for offer in sight.offers):
            return False
        word, _, rest = text.partition(" ")
        rest = rest.strip()
        if word.startswith("?") and word != "?":
            word, rest = "?", f"{word[1:]} {rest}".strip()
        word = word.lower()
        if word in ("?", "help"):
            self.explain(rest, sight)
        elif word in ("table", "look") and not rest:
            self.show(seat, sight)
        elif word == "options" and not rest:
            self.list_offers(sight.offers)
        elif word == "log" and not rest:
            for line in self.host.log(seat):
                self.say(line_text(line, clause=True))
        elif word == "rules":
            self.say(clause(self.host.game, rest) if rest else Markdown(self.host.game.rules()))
        elif word == "hint" and not rest:
            self.hint(seat)
        elif word == "save":
            self.save(rest)
        elif word in ("quit", "exit", "q") and not rest:
            raise Quit
        else:
            return False
        return True

    def explain(self, question: str, sight: Sight) -> None:
        if question:
            self.say(answer_here(self.host.game, self.host.options, sight, self.host.names, question))
            return
        self.say(offer_list(sight.offers, sight.offers))
        self.say(Text(COMMANDS))
        kinds = sorted({topic.kind for topic in topics_in_play(self.host.game, self.host.options)})
        if kinds:
            self.say(Text(f"Can be explained here: {', '.join(kinds)}.", style="dim"))

    def hint(self, seat: Seat) -> None:
        if not self.host.coached:
            raise RumpusError("there is no coach at this table; start with --coach to have one")
        self.say(Text(f"Coach: {self.host.ask_hint(seat)()}", style="magenta"))

    def save(self, name: str) -> None:
        if not name:
            raise RumpusError("say where to: save FILE")
        self.host.save(Path(name).expanduser())
        self.say(Text(f"Saved. `rumpus play --resume {name}` goes on from here."))

    # --- what is shown ---

    def say(self, what: object = "") -> None:
        self.console.print(what)

    def tell_news(self, seat: Seat | None) -> None:
        for line in self.host.news(seat):
            self.say(line_text(line))

    def show(self, seat: Seat | None, sight: Sight) -> None:
        width = max(self.console.width, NARROWEST)
        self.say()
        self.say(picture(self.host.game, sight.view, self.host.names, width))

    def list_offers(self, offers: Sequence[Offer]) -> None:
        self.say()
        if len(offers) <= FEW:
            self.say(offer_list(offers, offers))
            return
        cells = [Text.assemble((f"{number:>3}", "cyan"), f" {one.says}") for number, one in enumerate(offers, 1)]
        self.say(Columns(cells, padding=(0, 2), column_first=True))

    def cover(self, seat: Seat) -> None:
        """Wipe the screen, so that the next person does not see this one's hand."""
        if self.console.is_terminal:
            self.console.file.write("\n" * self.console.height)
            if not self.console.is_dumb_terminal:
                self.console.file.write("\x1b[H\x1b[2J\x1b[3J")
        self.say()
        self.read(f"Pass the keyboard to {self.host.names[seat]}. {self.host.names[seat]} presses Enter: ")

    def finish(self) -> None:
        host = self.host
        seat = host.watcher()
        if host.hot_seat:
            seat = None
        self.tell_news(seat)
        sight = host.sight(seat)
        self.show(seat, sight)
        result = sight.result
        assert result is not None
        self.say()
        for name, how in standings(host.game, host.names, result, sight.ranking):
            self.say(Text.assemble((name, "bold"), f": {how}"))
        self.say(Text(f"{host.summary()}.", style="dim"))

    def farewell(self) -> None:
        self.say(Text(f"Left. {self.host.farewell()}"))


def ask(prompt: str) -> str:
    """The next line typed; what comes from a pipe is shown as if it had been typed."""
    text = input(prompt)
    if not sys.stdin.isatty():
        print(text, flush=True)
    return text
