"""What lies over the table for a while: help, rules, explanations, questions, the cover between hands, the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Horizontal, Middle, Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Button, Footer, Input, Static

from rumpus.core.content.rulebook import clauses, find_topics, is_clause, topics_in_play
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.outcome import fared
from rumpus.core.words import Line, Topic
from rumpus.table.seat_view import Offer
from rumpus.terminal.drawing import line_text
from rumpus.terminal.help import offer_list, topic_cards
from rumpus.terminal.sessions import Host, standings

KEYS = """\
Type the number of an option, its name, or as much of it as tells it from the others, then Enter.
↑ ↓        choose among the options       → completes what you type
Tab        to the table and its cursor: arrows walk, Enter takes the place under it
? WORDS    explains a card, an ability, an option, a clause:  ? double scratch   ? 3   ? CB-14
F1 F2 F3   this page, the rules, all that can be explained
F4         the whole log                  PgUp PgDn  scroll the table
Ctrl+S     save                           Ctrl+Q     quit
F5         what the coach would do (with --coach)
"""

VERDICTS = {
    "won": ("You win!", "bold green"),
    "drew": ("A draw.", "bold yellow"),
    "lost": ("You lose.", "bold red"),
}
"""By how it went for the one person at the keyboard: what is said, and how; in between, the place is told."""


class TextPage(ModalScreen[None]):
    """Something to read."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,f1,f2,f3,f4", "dismiss", "Back"),
        Binding("up", "roll(-1)", "Up", show=False),
        Binding("down", "roll(1)", "Down", show=False),
        Binding("pageup", "roll(-10)", "Up", show=False),
        Binding("pagedown,space", "roll(10)", "Down", show=False),
    ]

    def __init__(self, title: str, what: RenderableType) -> None:
        super().__init__()
        self.heading = title
        self.what = what

    def compose(self) -> ComposeResult:
        with Vertical(classes="page") as page:
            page.border_title = self.heading
            page.border_subtitle = "Esc goes back"
            with VerticalScroll():
                yield Static(self.what)

    def action_roll(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


class SearchPage(ModalScreen[None]):
    """Something to read and to search in: `search` gives what fits the words typed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f1,f2,f3,f4", "dismiss", "Back", priority=True),
        Binding("up", "roll(-1)", "Up", show=False, priority=True),
        Binding("down", "roll(1)", "Down", show=False, priority=True),
        Binding("pageup", "roll(-10)", "Up", show=False, priority=True),
        Binding("pagedown", "roll(10)", "Down", show=False, priority=True),
    ]

    def __init__(self, title: str, invitation: str, search: Callable[[str], RenderableType]) -> None:
        super().__init__()
        self.heading = title
        self.invitation = invitation
        self.search = search

    def compose(self) -> ComposeResult:
        with Vertical(classes="page") as page:
            page.border_title = self.heading
            page.border_subtitle = "type to search · Esc goes back"
            yield Input(placeholder=self.invitation)
            with VerticalScroll(can_focus=False):
                yield Static(self.search(""))

    @on(Input.Changed)
    def searched(self, event: Input.Changed) -> None:
        self.query_one(Static).update(self.search(event.value.strip()))
        self.query_one(VerticalScroll).scroll_home(animate=False)

    def action_roll(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


def help_page(host: Host, offered: Sequence[Offer]) -> TextPage:
    parts: list[RenderableType] = [Text(KEYS)]
    if offered:
        parts += [Text("Your options now", style="bold"), offer_list(offered, offered)]
    return TextPage(host.game.title, Group(*parts))


def rules_page(game: Game) -> SearchPage:
    text = game.rules()
    known = clauses(text)

    def search(words: str) -> RenderableType:
        if not words:
            return Markdown(text)
        if is_clause(words) and words.upper() in known:
            return Markdown(known[words.upper()])
        fitting = [clause for clause in known.values() if words.lower() in clause.lower()]
        if not fitting:
            return Text(f"No clause holds {words!r}.", style="dim")
        return Markdown("\n\n".join(fitting))

    return SearchPage(f"Rules of {game.title}", "words, or a clause", search)


def topics_page(game: Game, options: Options) -> SearchPage:
    topics: list[Topic] = topics_in_play(game, options)

    def search(words: str) -> RenderableType:
        found = find_topics(topics, words) if words else topics
        return topic_cards(found) if found else Text(f"Nothing here is called {words!r}.", style="dim")

    return SearchPage(f"What there is in {game.title}", "a card, an ability, a word", search)


def log_page(lines: Sequence[Line]) -> TextPage:
    return TextPage("What happened, newest first", Group(*(line_text(line, clause=True) for line in reversed(lines))))


class Question(ModalScreen[str | None]):
    """Asks for a line of text, or, without a default, for a yes or no. None is a no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "no", "No", priority=True),
        Binding("left", "app.focus_previous", show=False),
        Binding("right", "app.focus_next", show=False),
    ]

    def __init__(self, question: str, default: str | None, yes: str = "Save") -> None:
        super().__init__()
        self.question = question
        self.default = default
        self.yes = yes

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(Text(self.question, style="bold"))
            if self.default is not None:
                yield Input(self.default)
            with Horizontal(classes="buttons"):
                yield Button(self.yes, id="yes", variant="primary")
                yield Button("Back", id="no")

    def on_mount(self) -> None:
        self.query_one(Input if self.default is not None else Button).focus()

    @on(Input.Submitted)
    def entered(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip() or None)

    @on(Button.Pressed, "#yes")
    def agreed(self) -> None:
        self.dismiss(self.query_one(Input).value.strip() or None if self.default is not None else "yes")

    @on(Button.Pressed, "#no")
    def action_no(self) -> None:
        self.dismiss(None)


class Cover(Screen[None]):
    """Hides everything while the keyboard is passed on."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "dismiss", "Show my hand")]

    def __init__(self, name: str) -> None:
        super().__init__()
        self.person = name

    def compose(self) -> ComposeResult:
        with Middle(), Center():
            text = Text(justify="center")
            text.append("Pass the keyboard to\n\n")
            text.append(self.person, style="bold green")
            text.append("\n\nEverybody else looks away.\n")
            text.append(f"{self.person} presses Enter.")
            yield Static(text, classes="cover")
        yield Footer(show_command_palette=False)

    def on_screen_suspend(self) -> None:
        """Nothing to keep."""


class Ending(ModalScreen[str]):
    """How it ended, and what now."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "wish('look')", "Look at the table"),
        Binding("left", "app.focus_previous", show=False),
        Binding("right", "app.focus_next", show=False),
    ]

    def __init__(self, host: Host, outcome: str, result: Sequence[float], ranking: Sequence[int]) -> None:
        super().__init__()
        self.host = host
        self.outcome = outcome
        self.result = list(result)
        self.ranking = list(ranking)

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(self.verdict())
            with Horizontal(classes="buttons"):
                yield Button("Again", id="again", variant="primary")
                yield Button("Look", id="look")
                yield Button("Save", id="save")
                yield Button("Quit", id="quit")

    def verdict(self) -> Text:
        text = Text(justify="center")
        people = self.host.people
        if len(people) == 1:
            place = fared(self.ranking, people[0])
            word, style = VERDICTS.get(place, (f"You come {place}.", "bold yellow"))
            text.append(f"{word}\n\n", style=style)
        text.append(f"{self.outcome}\n")
        if len(self.result) > 1:
            text.append("\n")
            for name, how in standings(self.host.game, self.host.names, self.result, self.ranking):
                text.append(f"{name}: {how}\n")
        text.append(f"\n{self.host.summary()}", style="dim")
        return text

    @on(Button.Pressed)
    def pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id or "look")

    def action_wish(self, wish: str) -> None:
        self.dismiss(wish)
