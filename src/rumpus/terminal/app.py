"""Any game on the full screen: table, log, options, a line to type in, and a cursor over the table."""

from __future__ import annotations

import io
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events, on, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.geometry import Region, Spacing
from textual.message import Message
from textual.screen import Screen
from textual.suggester import Suggester
from textual.widgets import Footer, Input, OptionList, RichLog, Static
from textual.widgets.option_list import Option as Row

from rumpus.core.contract import Move, Seat
from rumpus.core.errors import RumpusError
from rumpus.core.game import tidy
from rumpus.table.funnel import Option, Sight
from rumpus.terminal.choosing import matching
from rumpus.terminal.drawing import line_text, picture
from rumpus.terminal.explaining import answer, answer_here
from rumpus.terminal.hosts import Host
from rumpus.terminal.pages import Cover, Ending, Page, Question, help_page, log_page, rules_page, topics_page
from rumpus.terminal.plain import sentence

AROUND_THE_TABLE = 8
"""Lines of the screen that neither the table nor the options can have."""
MOST_ROWS = 14
"""So many options are shown at once where there is room."""
LAST_LINES = 200
"""As much of the log stands beside the table; F4 shows all of it."""
WIDE = 100
"""From this width on the log stands beside the table instead of below it."""


def play_full_screen(host: Host, pace: float) -> None:
    """Play until the person leaves; a refusal that ended the app is passed on."""
    app = TableApp(host, pace)
    app.run()
    if app.trouble is not None:
        raise app.trouble


class Picture(Static, can_focus=True):
    """The drawing of the table, with a cursor over its places while it has the focus."""

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
        """The cursor stands elsewhere."""

    class Taken(Message):
        """The place under the cursor was chosen."""

        def __init__(self, word: str) -> None:
            super().__init__()
            self.word = word

    class Dropped(Message):
        """The last word that was composed is to go."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.places: list[list[str]] = []
        self.row = 0
        self.column = 0

    @property
    def focused_word(self) -> str:
        """The place under the cursor, or nothing while the cursor is not in use."""
        return self.word if self.has_focus else ""

    @property
    def word(self) -> str:
        if not self.places:
            return ""
        return self.places[self.row][self.column]

    def put_places(self, places: Sequence[Sequence[str]]) -> None:
        """New places; the cursor stays on the same word where it can."""
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
            self.post_message(self.Taken(self.word))

    def action_drop(self) -> None:
        self.post_message(self.Dropped())

    def on_focus(self, event: events.Focus) -> None:
        self.post_message(self.Walked())

    def on_blur(self, event: events.Blur) -> None:
        self.post_message(self.Walked())


class Line(Input):
    """Where one types. Up and down walk through the options, so that the hands need not leave it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "screen.highlight(-1)", "options", show=False),
        Binding("down", "screen.highlight(1)", "options", show=False),
        Binding("pageup", "screen.scroll_table(-1)", "table", show=False),
        Binding("pagedown", "screen.scroll_table(1)", "table", show=False),
    ]


class OptionWords(Suggester):
    """Completes what is typed to the first option that begins so."""

    def __init__(self) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self.options: list[Option] = []

    async def get_suggestion(self, value: str) -> str | None:
        wanted = value.lower()
        for option in self.options:
            if option.words.lower().startswith(wanted):
                return value + option.words[len(value) :]
        return None


class TableScreen(Screen[None]):
    """The table of one match, seen by whoever sits at the keyboard."""

    AUTO_FOCUS = "#line"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-high")]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", "Help"),
        Binding("f2", "rules", "Rules"),
        Binding("f3", "topics", "Explain"),
        Binding("f4", "log", "Log"),
        Binding("f5", "hint", "Hint"),
        Binding("tab", "app.focus_next", "Cursor", show=True),
        Binding("ctrl+s", "save", "Save"),
        Binding("escape", "clear", "Clear", show=False),
    ]

    def __init__(self, host: Host, pace: float) -> None:
        super().__init__()
        self.host = host
        self.pace = pace
        self.seat: Seat | None = host.watcher()
        self.sight: Sight | None = None
        self.shown: list[Option] = []
        self.words = OptionWords()
        self.chosen_by_hand = False
        self.told = 0
        self.read_up_to = 0
        self.composed = ""
        self.more = False

    def compose(self) -> ComposeResult:
        yield Static(id="bar")
        with Container(id="body"):
            with Container(id="table"):
                yield Picture(id="picture")
            yield RichLog(id="log", wrap=True, markup=False, highlight=False, min_width=10, auto_scroll=True)
        with Container(id="desk"):
            yield OptionList(id="options")
            yield Static(id="hint")
            yield Line(id="line", suggester=self.words, select_on_focus=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self.query_one("#log").can_focus = False
        self.call_after_refresh(self.go_on)

    # --- the match goes on ---

    def go_on(self) -> None:
        """Ask the next person, or let the next bot decide, or show the end."""
        host = self.host
        if host.over:
            self.finish()
            return
        seat = host.person_due()
        if seat is None:
            self.seat = host.watcher()
            self.look()
            self.set_timer(self.pace, self.think) if self.pace else self.call_after_refresh(self.think)
        elif host.must_pass_keyboard(seat):
            self.hide()
            self.app.push_screen(Cover(host.names[seat]), lambda _: self.sit(seat))
        else:
            self.sit(seat)

    def sit(self, seat: Seat) -> None:
        """A person takes the keyboard."""
        self.host.sit_down(seat)
        if seat != self.seat:
            self.seat = seat
            self.query_one("#log", RichLog).clear()
            self.told = 0
        self.look()

    @work(thread=True, exclusive=True)
    def think(self) -> None:
        """Others decide, beside the screen; only their answer comes back."""
        try:
            play = self.host.ponder()
        except RumpusError as error:
            self.app.call_from_thread(self.fail, error)
            return
        self.app.call_from_thread(self.take_answer, play)

    def take_answer(self, play: Callable[[], str]) -> None:
        try:
            play()
        except RumpusError as error:
            self.fail(error)
            return
        self.go_on()

    def fail(self, trouble: RumpusError) -> None:
        assert isinstance(self.app, TableApp)
        self.app.trouble = trouble
        self.app.exit()

    def finish(self) -> None:
        self.seat = self.host.watcher()
        if self.host.hot_seat:
            self.query_one("#log", RichLog).clear()
            self.told = 0
        self.look()
        self.say("The game is over. Ctrl+Q leaves, Ctrl+S saves the record.")
        self.show_ending()

    def show_ending(self) -> None:
        sight = self.sight
        if sight is None or sight.result is None:
            return
        outcome = str(sight.view.get("outcome") or "The game is over.")
        self.app.push_screen(Ending(self.host, outcome, sight.result), self.after_ending)

    def after_ending(self, wish: str | None) -> None:
        assert isinstance(self.app, TableApp)
        if wish == "quit":
            self.app.exit()
        elif wish == "again":
            self.app.play_again()
        elif wish == "save":
            self.ask_for_file(then=self.show_ending)

    # --- what is shown ---

    def look(self) -> None:
        """Show what the one at the keyboard may see now."""
        sight = self.host.sight(self.seat)
        self.sight = sight
        self.words.options = sight.options
        self.query_one(Picture).put_places(self.host.game.places(sight.view))
        self.draw_bar()
        self.draw_table()
        self.tell()
        self.query_one(Line).value = ""
        self.list_options("")

    def hide(self) -> None:
        """Nothing of anybody's hand is left on the screen while the keyboard is passed on."""
        self.sight = None
        self.query_one("#log", RichLog).clear()
        self.told = 0
        self.seat = None
        self.words.options = []
        self.query_one(Line).value = ""
        self.query_one("#picture", Static).update("")
        self.query_one(OptionList).clear_options()

    def draw_again(self) -> None:
        """All of it for a screen of another size."""
        self.draw_table()
        self.told = -1
        if self.sight is not None:
            self.tell()

    def draw_bar(self) -> None:
        sight, host = self.sight, self.host
        if sight is None:
            return
        text = Text(no_wrap=True, overflow="ellipsis")
        text.append(f" {host.game.title} ", style="bold reverse")
        phase = str(sight.view.get("phase") or "")
        if host.over:
            text.append("  the game is over", style="bold")
            self.query_one("#bar", Static).update(text)
            return
        text.append(f"  {phase}")
        if sight.options:
            who = "your turn" if not host.hot_seat else f"{host.names[self.seat or 0]}, your turn"
            text.append(f"  ·  ▶ {who}", style="bold green")
        else:
            names = ", ".join(host.names[seat] for seat in sight.waiting)
            text.append(f"  ·  waiting for {names}" if names else "", style="dim")
        if self.more:
            text.append("  ·  PgUp PgDn: more of the table", style="dim")
        self.query_one("#bar", Static).update(text)

    def draw_table(self) -> None:
        sight = self.sight
        if sight is None:
            return
        picture_box = self.query_one(Picture)
        width = max(20, self.query_one("#table").content_size.width)
        word = picture_box.focused_word
        focus, without_cursor = word, ""
        if word and self.host.game.draws_composed_moves:
            focus = f"{self.query_one(Line).value} {word}".strip()
            without_cursor = f"{focus} -"
        drawn = picture(self.host.game, sight.view, self.host.names, width, focus)
        picture_box.update(drawn)
        lines = rendered(drawn, width)
        # A tall table gets its room from the list of options, which can be scrolled and typed into.
        room = self.size.height - AROUND_THE_TABLE - min(MOST_ROWS, len(sight.options))
        self.set_class(len(lines) > room, "crowded")
        self.call_after_refresh(self.tell_of_more, len(lines))
        if word:
            bare = picture(self.host.game, sight.view, self.host.names, width, without_cursor)
            place = first_difference(lines, rendered(bare, width))
            if place is not None:
                self.query_one("#table").scroll_to_region(
                    Region(*place, len(word), 1), spacing=Spacing(2, 4, 2, 4), animate=False
                )

    def tell_of_more(self, lines: int) -> None:
        """The bar says so when a part of the table is out of sight."""
        more = lines > self.query_one("#table").content_size.height
        if more != self.more:
            self.more = more
            self.draw_bar()

    def tell(self) -> None:
        """The log, with what is new since the last decision set off from what was there before."""
        lines = self.host.log(self.seat)
        if len(lines) == self.told:
            return
        log = self.query_one("#log", RichLog)
        log.clear()
        for number, line in enumerate(lines[-LAST_LINES:], max(0, len(lines) - LAST_LINES)):
            text = line_text(line)
            if number < self.read_up_to:
                text.stylize("dim")
            log.write(text)
        self.told = len(lines)

    def list_options(self, typed: str, by_cursor: bool = False) -> None:
        """The options, those first that fit what is typed so far."""
        sight = self.sight
        offered = sight.options if sight is not None else []
        number = int(typed) if typed.strip().isdecimal() and len(typed) < 6 and not by_cursor else 0
        self.composed = typed.strip() if by_cursor else ""
        if typed.startswith("?") or 1 <= number <= len(offered):
            fitting = list(offered)
        else:
            fitting = matching(offered, typed) if typed.strip() else list(offered)
        fits = {option.move for option in fitting}
        self.shown = fitting + [option for option in offered if option.move not in fits]
        numbers = {option.move: place for place, option in enumerate(offered, 1)}
        broadest = max((len(option.words) for option in self.shown), default=0)
        rows = [
            Row(option_text(numbers[option.move], option, broadest, option.move in fits or not fits))
            for option in self.shown
        ]
        box = self.query_one(OptionList)
        box.clear_options()
        box.add_options(rows)
        box.set_class(not rows, "empty")
        self.chosen_by_hand = False
        if 1 <= number <= len(offered) and fitting == list(offered):
            box.highlighted = number - 1
        elif len(fitting) == 1:
            box.highlighted = 0
        else:
            box.highlighted = None
        self.invite()

    def invite(self) -> None:
        """One line on what can be done now."""
        sight = self.sight
        line = self.query_one(Line)
        cursor = self.query_one(Picture)
        if sight is None or not sight.options:
            asked = self.seat is not None and self.is_asked()
            line.placeholder = "Enter goes on" if asked else "? explains"
            self.say("You have nothing to decide now. Enter goes on." if asked else "")
            return
        line.placeholder = "number, name or notation; ? explains"
        highlighted = self.query_one(OptionList).highlighted
        if highlighted is not None and highlighted < len(self.shown):
            option = self.shown[highlighted]
            alone = bool(line.value) if cursor.has_focus else len(sight.options) == 1
            words = f"Enter plays {option.words}" if alone else option.words
            self.say(f"{words}: {option.explanation}" if option.explanation else words)
        elif cursor.has_focus and not cursor.word:
            self.say("This table has no places for a cursor; Tab goes on.")
        elif cursor.has_focus:
            self.say(self.said_of_place(sight.options, cursor.word, line.value))
        elif line.value.strip() and not line.value.startswith("?") and not matching(sight.options, line.value):
            self.say("None of your options is called so; Enter says why.")
        else:
            self.say(
                f"{len(sight.options)} options: type, or ↑ ↓ and Enter. Tab takes you to the table and its cursor."
            )

    def said_of_place(self, offered: Sequence[Option], word: str, composed: str) -> str:
        """What the cursor stands on, and what taking it would leave to choose from."""
        left = matching(offered, f"{composed} {word}") or matching(offered, word)
        if not left:
            return f"{word}: nothing can be done with it now."
        if len(left) == 1:
            return f"{left[0].words}: {left[0].explanation}"
        return f"{word}: {len(left)} options; Enter takes it, Backspace drops the last word, Esc starts anew."

    def is_asked(self) -> bool:
        return self.host.person_due() == self.seat

    def say(self, words: str, style: str = "dim") -> None:
        self.query_one("#hint", Static).update(Text(words, style=style))

    # --- what is typed, clicked and pressed ---

    @on(Input.Changed, "#line")
    def typed(self, event: Input.Changed) -> None:
        self.list_options(event.value)

    @on(Input.Submitted, "#line")
    def entered(self, event: Input.Submitted) -> None:
        text = event.value.strip()
        highlighted = self.query_one(OptionList).highlighted
        if text.startswith("?"):
            self.explain(text[1:].strip())
        elif text and text == self.composed:
            self.play_composed(text)
        elif text and not self.chosen_by_hand:
            self.obey(text)
        elif highlighted is not None and highlighted < len(self.shown):
            self.decide(self.shown[highlighted].move)
        elif self.sight is not None and not self.sight.options and self.seat is not None and self.is_asked():
            self.host.nod(self.seat)
            self.go_on()

    def play_composed(self, text: str) -> None:
        """The words that the cursor took are words, even where they look like a number of the list."""
        left = matching(self.sight.options, text) if self.sight is not None else []
        if len(left) == 1:
            self.decide(left[0].move)
        else:
            self.say(f"{text} could be {len(left)} of your options: take or type one more word.", "bold red")

    def obey(self, text: str) -> None:
        if self.sight is None or self.seat is None or not self.is_asked():
            self.say("It is not your turn.", "bold red")
            return
        word, _, rest = text.partition(" ")
        exact = any(tidy(option.words) == tidy(text) for option in self.sight.options)
        if not exact and word.lower() == "save":
            self.save(rest.strip()) if rest.strip() else self.ask_for_file()
            return
        if not exact and text.lower() in ("quit", "exit"):
            self.app.call_later(self.app.action_quit)
            return
        try:
            self.decide(self.host.understand(self.seat, text))
        except RumpusError as error:
            self.refuse(error)

    def decide(self, move: Move) -> None:
        seat = self.seat
        if seat is None or not self.is_asked():
            return
        # What a coach says of one person's move is not for the next person's eyes.
        verdict = self.host.ask_verdict(seat, move) if self.host.coached and not self.host.hot_seat else None
        try:
            self.host.decide(seat, move)
        except RumpusError as error:
            if self.host.sight(seat) != self.sight:
                self.go_on()  # the table has moved on without us
            self.refuse(error)
            return
        if verdict is not None:
            self.judge(verdict)
        self.read_up_to = self.told if not self.host.hot_seat else 0
        self.go_on()

    def refuse(self, error: RumpusError) -> None:
        self.say(sentence(str(error)), "bold red")
        self.app.bell()

    @on(OptionList.OptionHighlighted, "#options")
    def highlighted(self, event: OptionList.OptionHighlighted) -> None:
        self.invite()

    @on(OptionList.OptionSelected, "#options")
    def selected(self, event: OptionList.OptionSelected) -> None:
        if event.option_index < len(self.shown):
            self.decide(self.shown[event.option_index].move)
            self.query_one(Line).focus()

    @on(Picture.Walked)
    def walked(self) -> None:
        # On a low screen the cursor needs the room of the list; one line below tells what it stands on.
        self.set_class(self.query_one(Picture).has_focus, "at-the-table")
        self.call_after_refresh(self.draw_table)
        self.invite()

    @on(Picture.Taken)
    def taken(self, event: Picture.Taken) -> None:
        """Compose a move word by word; when the words are a whole option, taking it again plays it."""
        line = self.query_one(Line)
        sight = self.sight
        if sight is None or not sight.options:
            return
        so_far = line.value.strip()
        exact = [option for option in sight.options if tidy(option.words) == tidy(so_far)]
        whole = exact or matching(sight.options, so_far)
        if len(whole) == 1 and event.word in so_far:
            self.decide(whole[0].move)
            return
        composed = f"{so_far} {event.word}".strip()
        if not matching(sight.options, composed) and matching(sight.options, event.word):
            composed = event.word
        with line.prevent(Input.Changed):
            line.value = composed
            line.cursor_position = len(composed)
        self.list_options(composed, by_cursor=True)
        if not matching(sight.options, composed):
            self.say(f"Nothing can be done with {event.word} now.", "bold red")

    @on(Picture.Dropped)
    def dropped(self) -> None:
        line = self.query_one(Line)
        left = " ".join(line.value.split()[:-1])
        with line.prevent(Input.Changed):
            line.value = left
        self.list_options(left, by_cursor=True)

    def on_resize(self, event: events.Resize) -> None:
        self.call_after_refresh(self.draw_again)

    # --- keys ---

    def action_highlight(self, by: int) -> None:
        box = self.query_one(OptionList)
        if not self.shown:
            return
        if box.highlighted is None:
            box.highlighted = 0 if by > 0 else len(self.shown) - 1
        else:
            box.highlighted = (box.highlighted + by) % len(self.shown)
        self.chosen_by_hand = True

    def action_scroll_table(self, by: int) -> None:
        table = self.query_one("#table")
        table.scroll_page_down() if by > 0 else table.scroll_page_up()

    def action_clear(self) -> None:
        self.query_one(Line).value = ""
        self.query_one(Line).focus()
        self.list_options("")

    def action_help(self) -> None:
        offered = self.sight.options if self.sight is not None else []
        self.app.push_screen(help_page(self.host, offered))

    def action_rules(self) -> None:
        self.app.push_screen(rules_page(self.host.game))

    def action_topics(self) -> None:
        self.app.push_screen(topics_page(self.host.game, self.host.options))

    def action_log(self) -> None:
        self.app.push_screen(log_page(self.host.log(self.seat)))

    def explain(self, question: str) -> None:
        if not question:
            self.action_help()
            return
        try:
            if self.sight is None:
                shown: RenderableType = answer(self.host.game, self.host.options, [], question)
            else:
                shown = answer_here(self.host.game, self.host.options, self.sight, self.host.names, question)
        except RumpusError as error:
            self.refuse(error)
            return
        self.query_one(Line).value = ""
        self.app.push_screen(Page(question, shown))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.host.coached if action == "hint" else True

    def action_hint(self) -> None:
        if self.seat is not None and self.is_asked() and self.sight is not None and self.sight.options:
            self.say("The coach thinks …")
            self.ask_coach(self.host.ask_hint(self.seat), self.seat)

    @work(thread=True, exclusive=True, group="coach")
    def ask_coach(self, hint: Callable[[], str], seat: Seat) -> None:
        words = said_or_refused(hint)

        def tell() -> None:
            if self.seat == seat and self.is_asked():
                self.say(f"Coach: {words}", "bold magenta")

        self.app.call_from_thread(tell)

    @work(thread=True, group="coach")
    def judge(self, verdict: Callable[[], str]) -> None:
        words = said_or_refused(verdict)
        self.app.call_from_thread(self.app.notify, words, title="Coach", timeout=8, markup=False)

    def action_save(self) -> None:
        self.ask_for_file()

    def ask_for_file(self, then: Callable[[], None] | None = None) -> None:
        default = str(self.host.keep) if self.host.keep is not None else f"{self.host.game.name}.record"

        def answered(name: str | None) -> None:
            if name:
                self.save(name)
            if then is not None:
                then()

        self.app.push_screen(Question("Save the game to which file?", default), answered)

    def save(self, name: str) -> None:
        try:
            self.host.save(Path(name).expanduser())
        except RumpusError as error:
            self.refuse(error)
            return
        self.query_one(Line).value = ""
        self.say(f"Saved. `rumpus play --resume {name}` goes on from here.", "bold green")


def said_or_refused(ask: Callable[[], str]) -> str:
    try:
        return ask()
    except RumpusError as error:
        return sentence(str(error))


def option_text(number: int, option: Option, broadest: int, fits: bool) -> Text:
    text = Text(no_wrap=True, overflow="ellipsis")
    text.append(f"{number:>3} ", style="cyan" if fits else "dim")
    text.append(option.words.ljust(min(broadest, 40)), style="bold" if fits else "dim")
    if option.explanation:
        text.append(f"  {option.explanation}", style="dim")
    return text


def rendered(what: RenderableType, width: int) -> list[list[Segment]]:
    """The lines of a picture as they will stand on the screen."""
    console = Console(width=width, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    return console.render_lines(what)


def first_difference(lines: Sequence[Sequence[Segment]], others: Sequence[Sequence[Segment]]) -> tuple[int, int] | None:
    """Where two pictures begin to differ, as (column, row): that is where the cursor was drawn."""
    for row, (line, same) in enumerate(zip(lines, others, strict=False)):
        column = 0
        for cell, twin in zip(_cells(line), _cells(same), strict=False):
            if cell != twin:
                return column, row
            column += cell_len(cell[0])
    return None


def _cells(line: Sequence[Segment]) -> list[tuple[str, Style]]:
    return [(letter, segment.style or Style.null()) for segment in line for letter in segment.text]


class TableApp(App[None]):
    """One match, or several of them one after another."""

    TITLE = "Rumpus"
    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", "Quit", priority=True),
        Binding("ctrl+c", "quit", "Quit", show=False, priority=True),
    ]

    def __init__(self, host: Host, pace: float = 0.7) -> None:
        super().__init__()
        self.host = host
        self.pace = pace
        self.trouble: RumpusError | None = None

    def on_mount(self) -> None:
        self.push_screen(TableScreen(self.host, self.pace))

    def play_again(self) -> None:
        """A rematch of the same people with the same options and a fresh deal."""
        try:
            self.host = self.host.again(secrets.token_hex(16))
        except RumpusError as error:
            self.notify(sentence(str(error)), severity="error", markup=False)
            return
        self.switch_screen(TableScreen(self.host, self.pace))

    async def action_quit(self) -> None:
        """Leave, after asking; asked twice, it is meant."""
        if self.host.over or isinstance(self.screen, Question):
            self.exit()
            return
        question = Question(f"Leave the game? {self.host.farewell()}", None, "Leave")
        self.push_screen(question, lambda wish: self.exit() if wish else None)
