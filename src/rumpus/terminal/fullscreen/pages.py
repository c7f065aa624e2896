"""Pages over the table: help, rules, questions, the cover and the result."""

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
from rumpus.core.outcome import result_words
from rumpus.core.words import Line, Topic
from rumpus.table.seat_view import Offer
from rumpus.terminal.drawing import line_text
from rumpus.terminal.help import offer_list, topic_cards
from rumpus.terminal.seating import described
from rumpus.terminal.sessions import TableSession, standings

KEYS = """\
Type a number, or enough letters of a name to be unique, then press Enter.
↑ ↓        choose an option                → completes what you type
Tab        to the table: arrows move the cursor, Enter chooses the place under it
? WORDS    explains a card, an ability, an option, a clause:  ? double scratch   ? 3   ? CB-14
F1 F2 F3   this help, the rules, everything you can look up
F4         the whole log                  PgUp PgDn  scroll the table
Ctrl+S     save                           Ctrl+Q     quit
F5         advice from the coach (with --coach)
"""

RESULT_TEXTS = {"won": ("You win!", "green"), "drew": ("A draw.", "yellow"), "lost": ("You lose.", "red")}
"""Text and colour by result of the only person; other results show the place."""


class Page(ModalScreen[None]):
    """A framed page that scrolls; subclasses yield its `content`."""

    keys = "Esc: back"

    def __init__(self, title: str) -> None:
        super().__init__()
        self.heading = title

    def compose(self) -> ComposeResult:
        with Vertical(classes="page") as page:
            page.border_title = self.heading
            page.border_subtitle = self.keys
            yield from self.content()

    def content(self) -> ComposeResult:
        raise NotImplementedError

    def action_roll(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


class TextPage(Page):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,f1,f2,f3,f4", "dismiss", "Back"),
        Binding("up", "roll(-1)", "Up", show=False),
        Binding("down", "roll(1)", "Down", show=False),
        Binding("pageup", "roll(-10)", "Up", show=False),
        Binding("pagedown,space", "roll(10)", "Down", show=False),
    ]

    def __init__(self, title: str, what: RenderableType) -> None:
        super().__init__(title)
        self.what = what

    def content(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(self.what)


class SearchPage(Page):
    """A page with a search field; `search` returns its content."""

    keys = "type to search · Esc: back"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f1,f2,f3,f4", "dismiss", "Back", priority=True),
        Binding("up", "roll(-1)", "Up", show=False, priority=True),
        Binding("down", "roll(1)", "Down", show=False, priority=True),
        Binding("pageup", "roll(-10)", "Up", show=False, priority=True),
        Binding("pagedown", "roll(10)", "Down", show=False, priority=True),
    ]

    def __init__(self, title: str, invitation: str, search: Callable[[str], RenderableType]) -> None:
        super().__init__(title)
        self.invitation = invitation
        self.search = search

    def content(self) -> ComposeResult:
        yield Input(placeholder=self.invitation)
        with VerticalScroll(can_focus=False):
            yield Static(self.search(""))

    @on(Input.Changed)
    def searched(self, event: Input.Changed) -> None:
        self.query_one(Static).update(self.search(event.value.strip()))
        self.query_one(VerticalScroll).scroll_home(animate=False)


def help_page(session: TableSession, offered: Sequence[Offer]) -> TextPage:
    seats = Text("\n".join(described(name) for name in session.names))
    parts: list[RenderableType] = [Text(KEYS), Text("At the table", style="bold"), seats, Text()]
    if offered:
        parts += [Text("Your options now", style="bold"), offer_list(offered, offered)]
    return TextPage(session.game.title, Group(*parts))


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
            return Text(f"No clause contains {words!r}.", style="dim")
        return Markdown("\n\n".join(fitting))

    return SearchPage(f"Rules of {game.title}", "words, or a clause", search)


def topics_page(game: Game, options: Options) -> SearchPage:
    topics: list[Topic] = topics_in_play(game, options)

    def search(words: str) -> RenderableType:
        found = find_topics(topics, words) if words else topics
        return topic_cards(found) if found else Text(f"Nothing here is called {words!r}.", style="dim")

    return SearchPage(f"Look up: {game.title}", "a card, an ability, a word", search)


def log_page(lines: Sequence[Line]) -> TextPage:
    return TextPage("Log (newest first)", Group(*(line_text(line, clause=True) for line in reversed(lines))))


class Question(ModalScreen[str | None]):
    """Asks for a line of text or, without a default, yes or no. None is no."""

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
            rest = f"\n\nEveryone else, please look away.\n{self.person} presses Enter."
            text = Text.assemble("Pass the keyboard to\n\n", (self.person, "bold green"), rest, justify="center")
            yield Static(text, classes="cover")
        yield Footer(show_command_palette=False)


class ResultPage(ModalScreen[str]):
    """The result, and buttons for a rematch, saving and leaving."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "request('look')", "Show board"),
        Binding("left", "app.focus_previous", show=False),
        Binding("right", "app.focus_next", show=False),
    ]

    def __init__(self, session: TableSession, outcome: str, result: Sequence[float], ranking: Sequence[int]) -> None:
        super().__init__()
        self.session = session
        self.outcome = outcome
        self.result = list(result)
        self.ranking = list(ranking)

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(self.verdict())
            with Horizontal(classes="buttons"):
                yield Button("Rematch", id="again", variant="primary")
                yield Button("Show board", id="look")
                yield Button("Save", id="save")
                yield Button("Quit", id="quit")

    def verdict(self) -> Text:
        text = Text(justify="center")
        people = self.session.people
        if len(people) == 1:
            place = result_words(self.ranking, people[0])
            word, colour = RESULT_TEXTS.get(place, (f"You finish {place}.", "yellow"))
            text.append(f"{word}\n\n", style=f"bold {colour}")
        text.append(f"{self.outcome}\n")
        if len(self.result) > 1:
            text.append("\n")
            for name, how in standings(self.session.game, self.session.names, self.result, self.ranking):
                text.append(f"{name}: {how}\n")
        text.append(f"\n{self.session.summary()}", style="dim")
        return text

    @on(Button.Pressed)
    def pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id or "look")

    def action_request(self, request: str) -> None:
        self.dismiss(request)
