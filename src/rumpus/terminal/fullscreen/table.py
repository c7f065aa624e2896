"""The table of one match: picture, log, moves and input line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.geometry import Region, Spacing
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, Input, OptionList, RichLog, Static

from rumpus.core.content.rulebook import split_citation
from rumpus.core.errors import RumpusError
from rumpus.core.position import Move, Seat
from rumpus.core.words import as_sentence, spoken_names, tidy
from rumpus.table.seat_view import Offer, SeatView
from rumpus.terminal.drawing import line_text, picture
from rumpus.terminal.fullscreen import pages
from rumpus.terminal.fullscreen.choices import Choices, MoveInput, OfferWords
from rumpus.terminal.fullscreen.cursor import Picture, rendered, under_cursor
from rumpus.terminal.help import answer, answer_at_table
from rumpus.terminal.input import matching
from rumpus.terminal.lessons import step_text
from rumpus.terminal.sessions import TableSession

FIXED_ROWS = 8
"""Rows used by neither the table nor the list of moves."""
MAX_OPTION_ROWS = 14
"""Rows of the list of moves if there is room."""
LOG_LINES = 200
"""Log lines beside the table; F4 shows all."""
WIDE_COLUMNS = 100
"""Width from which the log stands beside the table."""


class TableScreen(Screen[None]):
    """The table of one match, as seen by the person at the keyboard."""

    AUTO_FOCUS = "#line"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE_COLUMNS, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-high")]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", "Help"),
        Binding("f2", "rules", "Rules"),
        Binding("f3", "topics", "Explain"),
        Binding("f4", "log", "Log"),
        Binding("f5", "hint", "Advice"),
        Binding("tab", "app.focus_next", "Cursor", show=True),
        Binding("ctrl+s", "save", "Save"),
        Binding("escape", "clear", "Clear", show=False),
    ]

    class Failed(Message):
        """The match cannot go on."""

        def __init__(self, trouble: RumpusError) -> None:
            super().__init__()
            self.trouble = trouble

    class Again(Message):
        """A rematch was requested."""

    def __init__(self, session: TableSession, pace: float) -> None:
        super().__init__()
        self.session = session
        self.pace = pace
        self.seat: Seat | None = session.viewer()
        self.seat_view: SeatView | None = None
        self.suggester = OfferWords()
        self.chosen_by_hand = False
        self.lines_drawn = 0
        self.lines_read = 0
        self.composed = ""
        self.overflows = False
        self.drawn = ""
        """Text of the table's drawing."""
        self.wanted: list[Move] = []
        """Moves that the step of a lesson asks for, if it refuses others."""

    @property
    def offers(self) -> list[Offer]:
        """Moves of the person at the keyboard; empty while the screen is covered."""
        return self.seat_view.offers if self.seat_view is not None else []

    def compose(self) -> ComposeResult:
        yield Static(id="bar")
        with Container(id="body"):
            with Container(id="table"):
                yield Picture(id="picture")
            yield RichLog(id="log", wrap=True, markup=False, highlight=False, min_width=10, auto_scroll=True)
        with Container(id="controls"):
            yield Static(id="lesson")
            yield Choices(id="options")
            yield Static(id="hint")
            yield MoveInput(id="line", suggester=self.suggester, select_on_focus=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self.query_one("#log").can_focus = False
        self.call_after_refresh(self.go_on)

    # --- the match goes on ---

    def go_on(self) -> None:
        """Asks the next person, lets a bot move, or shows the result."""
        session = self.session
        if session.over:
            self.finish()
            return
        seat = session.person_due()
        if seat is None:
            self.seat = session.viewer()
            self.redraw()
            self.set_timer(self.pace, self.compute_move) if self.pace else self.call_after_refresh(self.compute_move)
        elif session.must_pass_keyboard(seat):
            self.hide()
            self.app.push_screen(pages.Cover(session.names[seat]), lambda _: self.sit(seat))
        else:
            self.sit(seat)

    def sit(self, seat: Seat) -> None:
        self.session.take_keyboard(seat)
        if seat != self.seat:
            self.seat = seat
            self.clear_log()
        self.redraw()

    @work(thread=True)
    def compute_move(self) -> None:
        """Lets others decide in a thread; the move is applied on the main thread."""
        try:
            play = self.session.compute_move()
        except RumpusError as error:
            self.app.call_from_thread(self.fail, error)
        else:
            self.app.call_from_thread(self.apply_move, play)

    def apply_move(self, play: Callable[[], str]) -> None:
        try:
            play()
        except RumpusError as error:
            self.fail(error)
        else:
            self.go_on()

    def fail(self, trouble: RumpusError) -> None:
        self.post_message(self.Failed(trouble))

    def finish(self) -> None:
        self.seat = self.session.viewer()
        if self.session.hot_seat:
            self.clear_log()
        self.redraw()
        self.show_ending()

    def show_ending(self) -> None:
        view = self.seat_view
        if view is None or view.result is None:
            return
        outcome = str(view.view.get("outcome") or "The game is over.")
        self.app.push_screen(pages.ResultPage(self.session, outcome, view.result, view.ranking), self.after_ending)

    def after_ending(self, request: str | None) -> None:
        if request == "quit":
            self.app.exit()
        elif request == "again":
            self.post_message(self.Again())
        elif request == "save":
            self.action_save(then=self.show_ending)

    # --- what is shown ---

    def redraw(self) -> None:
        view = self.session.seat_view(self.seat)
        self.seat_view = view
        self.suggester.offers = view.offers
        self.query_one(Picture).put_places(self.session.game.terminal().places(view.view))
        self.draw_table()
        self.draw_bar()
        self.draw_log()
        self.query_one(MoveInput).value = ""
        self.draw_lesson()
        self.list_offers("")

    def draw_lesson(self) -> None:
        """Shows the step of a lesson whole; the list of moves gives up its lines."""
        lesson = self.session.lesson(self.seat)
        self.wanted = lesson.allow if lesson is not None and len(lesson.allow) < len(self.offers) else []
        self.set_class(lesson is not None, "lesson")
        if lesson is not None:
            self.query_one("#lesson", Static).update(step_text(lesson))

    def hide(self) -> None:
        """Clears the screen before the keyboard is passed on."""
        self.seat_view = None
        self.clear_log()
        self.seat = None
        self.suggester.offers = []
        self.query_one(MoveInput).value = ""
        self.query_one("#picture", Static).update("")
        self.query_one(Choices).offer([], "", False)

    def clear_log(self) -> None:
        self.query_one("#log", RichLog).clear()
        self.lines_drawn = 0

    def draw_again(self) -> None:
        """Draws table and log for a screen of another size."""
        self.draw_table()
        self.lines_drawn = -1
        if self.seat_view is not None:
            self.draw_log()

    def draw_bar(self) -> None:
        """Draws the first row: the game, the turn, and facts that the drawing lacks."""
        view, session = self.seat_view, self.session
        if view is None:
            return
        text = Text(no_wrap=True, overflow="ellipsis")
        text.append(f" {session.game.title} ", style="bold reverse")
        if session.over:
            text.append("  the game is over", style="bold")
        elif view.offers:
            who = "your turn" if not session.hot_seat else f"{session.names[self.seat or 0]}, your turn"
            text.append(f"  ▶ {who}", style="bold green")
        elif view.waiting:
            names = spoken_names(session.names)
            text.append(f"  waiting for {', '.join(names[seat] for seat in view.waiting)}", style="dim")
        notes: list[str] = []
        if not session.over:
            when = str(view.view.get("phase") or "").partition(":")[0].rstrip(".")
            notes.append("" if when.lower() in self.drawn.lower() else when)
            notes.append("PgUp PgDn: scroll the table" if self.overflows else "")
        for note in notes:
            if note and text.cell_len + len(note) + 5 <= self.size.width:
                text.append(f"  ·  {note}", style="dim")
        self.query_one("#bar", Static).update(text)

    def draw_table(self) -> None:
        view = self.seat_view
        if view is None:
            return
        picture_box = self.query_one(Picture)
        width = max(20, self.query_one("#table").content_size.width)
        word = picture_box.focused_word
        taken = self.query_one(MoveInput).value.split() if word else []
        drawn = picture(self.session.game, view.view, self.session.names, width, word, taken)
        picture_box.update(drawn)
        lines = rendered(drawn, width)
        self.drawn = "\n".join("".join(segment.text for segment in line) for line in lines)
        # A tall table gets its room from the list of options, which can be scrolled and typed into.
        room = self.size.height - FIXED_ROWS - min(MAX_OPTION_ROWS, len(view.offers))
        self.set_class(len(lines) > room, "crowded")
        self.call_after_refresh(self.show_overflow, len(lines))
        place = under_cursor(lines) if word else None
        if place is not None:
            region = Region(*place, len(word), 1)
            self.query_one("#table").scroll_to_region(region, spacing=Spacing(2, 4, 2, 4), animate=False)

    def show_overflow(self, lines: int) -> None:
        """Shows a note in the bar if part of the table is hidden."""
        more = lines > self.query_one("#table").content_size.height
        if more != self.overflows:
            self.overflows = more
            self.draw_bar()

    def draw_log(self) -> None:
        """Draws the log; lines before the last decision are dim."""
        lines = self.session.log(self.seat)
        if len(lines) == self.lines_drawn:
            return
        log = self.query_one("#log", RichLog)
        log.clear()
        for number, line in enumerate(lines[-LOG_LINES:], max(0, len(lines) - LOG_LINES)):
            text = line_text(line)
            if number < self.lines_read:
                text.stylize("dim")
            log.write(text)
        self.lines_drawn = len(lines)

    def list_offers(self, typed: str, by_cursor: bool = False) -> None:
        self.composed = typed.strip() if by_cursor else ""
        self.chosen_by_hand = False
        self.query_one(Choices).offer(self.offers, typed, by_cursor, self.wanted)
        self.update_hint()

    def update_hint(self) -> None:
        offers = self.offers
        line = self.query_one(MoveInput)
        cursor = self.query_one(Picture)
        if not offers:
            asked = self.seat is not None and self.is_asked()
            line.placeholder = "Press Enter to continue" if asked else "? explains"
            over = "The game is over. Ctrl+Q leaves, Ctrl+S saves the record." if self.session.over else ""
            self.show_hint("You have nothing to decide now. Press Enter to continue." if asked else over)
            return
        line.placeholder = "Type a number or name (? for help)"
        offer = self.query_one(Choices).chosen
        if offer is not None:
            alone = bool(line.value) if cursor.has_focus else len(offers) == 1
            words = f"Enter: {offer.says}" if alone else offer.says
            self.show_hint(f"{words} · {offer.explanation}" if offer.explanation else words)
        elif cursor.has_focus and not cursor.word:
            self.show_hint("This table has no places for a cursor. Tab moves on.")
        elif cursor.has_focus:
            self.show_hint(self.place_hint(offers, cursor.word, line.value))
        elif line.value.strip() and not line.value.startswith("?") and not matching(offers, line.value):
            self.show_hint("No option has that name. Enter says why.")
        else:
            many = f"{len(offers)} options: type, or use ↑ ↓ and Enter."
            self.show_hint(f"{many} Tab moves to the table.")

    def place_hint(self, offered: Sequence[Offer], word: str, composed: str) -> str:
        left = matching(offered, f"{composed} {word}") or matching(offered, word)
        if not left:
            return f"{word}: no move uses it now."
        if len(left) == 1:
            return f"{left[0].says} · {left[0].explanation}"
        if word in composed.split():
            return f"{len(left)} options with {word}: choose a place, type, or press Backspace to remove the last word."
        return f"{word}: {len(left)} options; Enter chooses it, Backspace removes the last word, Esc starts over."

    def is_asked(self) -> bool:
        return self.session.person_due() == self.seat

    def show_hint(self, words: str, style: str = "dim") -> None:
        self.query_one("#hint", Static).update(Text(words, style=style))

    # --- what is typed, clicked and pressed ---

    @on(Input.Changed, "#line")
    def typed(self, event: Input.Changed) -> None:
        self.list_offers(event.value)

    @on(Input.Submitted, "#line")
    def entered(self, event: Input.Submitted) -> None:
        text = event.value.strip()
        chosen = self.query_one(Choices).chosen
        if text.startswith("?"):
            self.explain(text[1:].strip())
        elif text and text == self.composed:
            self.play_composed(text)
        elif text and not self.chosen_by_hand:
            self.obey(text)
        elif chosen is not None:
            self.decide(chosen.move)
        elif self.seat_view is not None and not self.offers and self.seat is not None and self.is_asked():
            self.session.acknowledge(self.seat)
            self.go_on()

    def play_composed(self, text: str) -> None:
        """Plays the words taken by the cursor; they are never a number of the list."""
        left = matching(self.offers, text)
        if len(left) == 1:
            self.decide(left[0].move)
        else:
            self.show_hint(f"{text} could be {len(left)} of your options: choose or type one more word.", "bold red")

    def obey(self, text: str) -> None:
        said, _, words = text.partition(" ")
        if said.lower() == "say" and not matching(self.offers, text):
            self.say(words)
            return
        if self.seat_view is None or self.seat is None or not self.is_asked():
            self.show_hint("It is not your turn.", "bold red")
            return
        word, _, rest = text.partition(" ")
        exact = any(tidy(text) in (tidy(offer.words), tidy(offer.says)) for offer in self.offers)
        if not exact and word.lower() == "save":
            self.save(rest.strip()) if rest.strip() else self.action_save()
        elif not exact and text.lower() in ("quit", "exit"):
            self.app.call_later(self.app.action_quit)
        elif not exact and text.lower() == "hint" and self.session.coached:
            self.query_one(MoveInput).value = ""
            self.action_hint()
        else:
            try:
                self.decide(self.session.parse_move(self.seat, text))
            except RumpusError as error:
                self.refuse(error)

    def decide(self, move: Move) -> None:
        seat = self.seat
        if seat is None or not self.is_asked():
            return
        # What a coach says of one person's move is not for the next person's eyes.
        verdict = self.session.ask_verdict(seat, move) if self.session.coached and not self.session.hot_seat else None
        try:
            self.session.decide(seat, move)
        except RumpusError as error:
            if self.session.seat_view(seat) != self.seat_view:
                self.go_on()  # the table has moved on without us
            line = self.query_one(MoveInput)
            with line.prevent(Input.Changed):
                line.value = ""  # the next try is typed anew
            self.refuse(error)
            return
        if verdict is not None:
            self.show_verdict(verdict)
        self.lines_read = self.lines_drawn if not self.session.hot_seat else 0
        self.go_on()

    def say(self, words: str) -> None:
        try:
            found = self.session.say(words)
        except RumpusError as error:
            self.refuse(error)
            return
        self.query_one(MoveInput).value = ""
        self.draw_log()
        self.show_hint(found)

    def refuse(self, error: RumpusError) -> None:
        self.show_hint(as_sentence(split_citation(str(error))[0]), "bold red")
        self.app.bell()

    @on(OptionList.OptionHighlighted, "#options")
    def highlighted(self, event: OptionList.OptionHighlighted) -> None:
        self.update_hint()

    @on(OptionList.OptionSelected, "#options")
    def selected(self, event: OptionList.OptionSelected) -> None:
        shown = self.query_one(Choices).shown
        if event.option_index < len(shown):
            self.decide(shown[event.option_index].move)
            self.query_one(MoveInput).focus()

    @on(Picture.Walked)
    def walked(self) -> None:
        # On a low screen the cursor needs the room of the list; one line below tells what it stands on.
        self.set_class(self.query_one(Picture).has_focus, "at-the-table")
        self.call_after_refresh(self.draw_table)
        self.update_hint()

    @on(Picture.WordTaken)
    def taken(self, event: Picture.WordTaken) -> None:
        """Adds a word to the move; taken again when complete, plays it."""
        line, offers = self.query_one(MoveInput), self.offers
        if not offers:
            return
        so_far = line.value.strip()
        exact = [offer for offer in offers if tidy(offer.words) == tidy(so_far)]
        whole = exact or matching(offers, so_far)
        if len(whole) == 1 and event.word in so_far:
            self.decide(whole[0].move)
            return
        composed = so_far if event.word in so_far.split() else f"{so_far} {event.word}".strip()
        if not matching(offers, composed) and matching(offers, event.word):
            composed = event.word
        with line.prevent(Input.Changed):
            line.value = composed
            line.cursor_position = len(composed)
        self.list_offers(composed, by_cursor=True)
        if not matching(offers, composed):
            self.show_hint(f"No move uses {event.word} now.", "bold red")

    @on(Picture.Typed)
    def typed_at_the_table(self, event: Picture.Typed) -> None:
        """Adds a letter to the composed words; a question mark starts anew."""
        line = self.query_one(MoveInput)
        line.value = "?" if event.letter == "?" else f"{line.value} {event.letter}".strip()
        line.cursor_position = len(line.value)
        line.focus()

    @on(Picture.WordDropped)
    def dropped(self) -> None:
        line = self.query_one(MoveInput)
        left = " ".join(line.value.split()[:-1])
        with line.prevent(Input.Changed):
            line.value = left
        self.list_offers(left, by_cursor=True)

    def on_resize(self, event: events.Resize) -> None:
        self.call_after_refresh(self.draw_again)

    # --- keys ---

    def action_highlight(self, by: int) -> None:
        self.query_one(Choices).step(by)
        self.chosen_by_hand = True

    def action_scroll_table(self, by: int) -> None:
        table = self.query_one("#table")
        table.scroll_page_down() if by > 0 else table.scroll_page_up()

    def action_clear(self) -> None:
        self.query_one(MoveInput).value = ""
        self.query_one(MoveInput).focus()
        self.list_offers("")

    def action_help(self) -> None:
        self.app.push_screen(pages.help_page(self.session, self.offers))

    def action_rules(self) -> None:
        self.app.push_screen(pages.rules_page(self.session.game))

    def action_topics(self) -> None:
        self.app.push_screen(pages.topics_page(self.session.game, self.session.options))

    def action_log(self) -> None:
        self.app.push_screen(pages.log_page(self.session.log(self.seat)))

    def explain(self, question: str) -> None:
        session, view = self.session, self.seat_view
        if not question:
            self.action_help()
            return
        try:
            if view is None:
                shown = answer(session.game, session.options, [], question)
            else:
                shown = answer_at_table(session.game, session.options, view, session.names, question)
        except RumpusError as error:
            self.refuse(error)
            return
        self.query_one(MoveInput).value = ""
        self.app.push_screen(pages.TextPage(question, shown))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.session.coached if action == "hint" else True

    def action_hint(self) -> None:
        if self.seat is not None and self.is_asked() and self.offers:
            self.show_hint("The coach is thinking …")
            self.ask_coach(self.session.ask_hint(self.seat), self.seat)

    @work(thread=True, exclusive=True, group="coach")
    def ask_coach(self, hint: Callable[[], str], seat: Seat) -> None:
        words = text_or_error(hint)

        def show() -> None:
            if self.seat == seat and self.is_asked():
                self.show_hint(words, "bold magenta")

        self.app.call_from_thread(show)

    @work(thread=True, group="coach")
    def show_verdict(self, verdict: Callable[[], str]) -> None:
        words = text_or_error(verdict)
        self.app.call_from_thread(self.app.notify, words, title="Coach", timeout=8, markup=False)

    def action_save(self, then: Callable[[], None] | None = None) -> None:
        """Asks for a file and saves; calls `then` afterwards."""
        default = str(self.session.save_path or f"{self.session.game.name}.record")

        def answered(name: str | None) -> None:
            if name:
                self.save(name)
            if then is not None:
                then()

        self.app.push_screen(pages.Question("Save the game to which file?", default), answered)

    def save(self, name: str) -> None:
        try:
            self.session.save(Path(name).expanduser())
        except RumpusError as error:
            self.refuse(error)
            return
        self.query_one(MoveInput).value = ""
        self.show_hint(f"Saved. `rumpus play --resume {name}` continues from here.", "bold green")


def text_or_error(ask: Callable[[], str]) -> str:
    try:
        return ask()
    except RumpusError as error:
        return as_sentence(split_citation(str(error))[0])
