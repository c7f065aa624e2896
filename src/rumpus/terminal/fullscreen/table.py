"""The table of one match on the full screen: picture, log, options, and the line in which one types."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

from rich.console import RenderableType
from rich.text import Text
from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.geometry import Region, Spacing
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, Input, OptionList, RichLog, Static

from rumpus.core.content.rulebook import uncited
from rumpus.core.errors import RumpusError
from rumpus.core.position import Move, Seat
from rumpus.core.words import ended, tidy
from rumpus.table.seat_view import Offer, Sight
from rumpus.terminal.drawing import line_text, picture
from rumpus.terminal.fullscreen.choices import Choices, MoveInput, OfferWords
from rumpus.terminal.fullscreen.cursor import Picture, rendered, under_cursor
from rumpus.terminal.fullscreen.pages import (
    Cover,
    Ending,
    Question,
    TextPage,
    help_page,
    log_page,
    rules_page,
    topics_page,
)
from rumpus.terminal.help import answer, answer_here
from rumpus.terminal.input import matching
from rumpus.terminal.lessons import lesson_words
from rumpus.terminal.sessions import Host

AROUND_THE_TABLE = 8
"""Lines of the screen that neither the table nor the options can have."""
MOST_ROWS = 14
"""So many options are shown at once where there is room."""
LAST_LINES = 200
"""As much of the log stands beside the table; F4 shows all of it."""
WIDE = 100
"""From this width on the log stands beside the table instead of below it."""


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

    class Failed(Message):
        """The match cannot go on."""

        def __init__(self, trouble: RumpusError) -> None:
            super().__init__()
            self.trouble = trouble

    class Again(Message):
        """Everybody wants a rematch."""

    def __init__(self, host: Host, pace: float) -> None:
        super().__init__()
        self.host = host
        self.pace = pace
        self.seat: Seat | None = host.watcher()
        self.sight: Sight | None = None
        self.words = OfferWords()
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
            yield Choices(id="options")
            yield Static(id="hint")
            yield MoveInput(id="line", suggester=self.words, select_on_focus=False)
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

    @work(thread=True)
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
        self.post_message(self.Failed(trouble))

    def finish(self) -> None:
        self.seat = self.host.watcher()
        if self.host.hot_seat:
            self.query_one("#log", RichLog).clear()
            self.told = 0
        self.look()
        self.show_ending()

    def show_ending(self) -> None:
        sight = self.sight
        if sight is None or sight.result is None:
            return
        outcome = str(sight.view.get("outcome") or "The game is over.")
        self.app.push_screen(Ending(self.host, outcome, sight.result, sight.ranking), self.after_ending)

    def after_ending(self, wish: str | None) -> None:
        if wish == "quit":
            self.app.exit()
        elif wish == "again":
            self.post_message(self.Again())
        elif wish == "save":
            self.ask_for_file(then=self.show_ending)

    # --- what is shown ---

    def look(self) -> None:
        """Show what the one at the keyboard may see now."""
        sight = self.host.sight(self.seat)
        self.sight = sight
        self.words.offers = sight.offers
        self.query_one(Picture).put_places(self.host.game.terminal().places(sight.view))
        self.draw_bar()
        self.draw_table()
        self.tell()
        self.query_one(MoveInput).value = ""
        self.list_offers("")

    def hide(self) -> None:
        """Nothing of anybody's hand is left on the screen while the keyboard is passed on."""
        self.sight = None
        self.query_one("#log", RichLog).clear()
        self.told = 0
        self.seat = None
        self.words.offers = []
        self.query_one(MoveInput).value = ""
        self.query_one("#picture", Static).update("")
        self.query_one(Choices).offer([], "", False)

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
        if sight.offers:
            who = "your turn" if not host.hot_seat else f"{host.names[self.seat or 0]}, your turn"
            text.append(f"  ▶ {who}", style="bold green")
        elif sight.waiting:
            text.append(f"  waiting for {', '.join(host.names[seat] for seat in sight.waiting)}", style="dim")
        text.append(f"  ·  {phase}")
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
        taken = self.query_one(MoveInput).value.split() if word else []
        drawn = picture(self.host.game, sight.view, self.host.names, width, word, taken)
        picture_box.update(drawn)
        lines = rendered(drawn, width)
        # A tall table gets its room from the list of options, which can be scrolled and typed into.
        room = self.size.height - AROUND_THE_TABLE - min(MOST_ROWS, len(sight.offers))
        self.set_class(len(lines) > room, "crowded")
        self.call_after_refresh(self.tell_of_more, len(lines))
        if word:
            place = under_cursor(lines)
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

    def list_offers(self, typed: str, by_cursor: bool = False) -> None:
        self.composed = typed.strip() if by_cursor else ""
        self.chosen_by_hand = False
        self.query_one(Choices).offer(self.sight.offers if self.sight is not None else [], typed, by_cursor)
        self.invite()

    def invite(self) -> None:
        """One line on what can be done now."""
        sight = self.sight
        line = self.query_one(MoveInput)
        cursor = self.query_one(Picture)
        if sight is None or not sight.offers:
            asked = self.seat is not None and self.is_asked()
            line.placeholder = "Enter goes on" if asked else "? explains"
            over = "The game is over. Ctrl+Q leaves, Ctrl+S saves the record." if self.host.over else ""
            self.say("You have nothing to decide now. Enter goes on." if asked else over)
            return
        line.placeholder = "number, name or notation; ? explains"
        lesson = self.host.lesson(self.seat)
        if lesson is not None and not line.value and not cursor.has_focus:
            self.query_one("#hint", Static).update(lesson_words(lesson, sight.offers))
            return
        offer = self.query_one(Choices).chosen
        if offer is not None:
            alone = bool(line.value) if cursor.has_focus else len(sight.offers) == 1
            words = f"Enter: {offer.says}" if alone else offer.says
            self.say(f"{words} · {offer.explanation}" if offer.explanation else words)
        elif cursor.has_focus and not cursor.word:
            self.say("This table has no places for a cursor; Tab goes on.")
        elif cursor.has_focus:
            self.say(self.said_of_place(sight.offers, cursor.word, line.value))
        elif line.value.strip() and not line.value.startswith("?") and not matching(sight.offers, line.value):
            self.say("None of your options is called so; Enter says why.")
        else:
            self.say(f"{len(sight.offers)} options: type, or ↑ ↓ and Enter. Tab takes you to the table and its cursor.")

    def said_of_place(self, offered: Sequence[Offer], word: str, composed: str) -> str:
        """What the cursor stands on, and what taking it would leave to choose from."""
        left = matching(offered, f"{composed} {word}") or matching(offered, word)
        if not left:
            return f"{word}: nothing can be done with it now."
        if len(left) == 1:
            return f"{left[0].says} · {left[0].explanation}"
        if word in composed.split():
            return f"{len(left)} options with {word}: take another place too, type, or Backspace drops the last word."
        return f"{word}: {len(left)} options; Enter takes it, Backspace drops the last word, Esc starts anew."

    def is_asked(self) -> bool:
        return self.host.person_due() == self.seat

    def say(self, words: str, style: str = "dim") -> None:
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
        elif self.sight is not None and not self.sight.offers and self.seat is not None and self.is_asked():
            self.host.nod(self.seat)
            self.go_on()

    def play_composed(self, text: str) -> None:
        """The words that the cursor took are words, even where they look like a number of the list."""
        left = matching(self.sight.offers, text) if self.sight is not None else []
        if len(left) == 1:
            self.decide(left[0].move)
        else:
            self.say(f"{text} could be {len(left)} of your options: take or type one more word.", "bold red")

    def obey(self, text: str) -> None:
        if self.sight is None or self.seat is None or not self.is_asked():
            self.say("It is not your turn.", "bold red")
            return
        word, _, rest = text.partition(" ")
        exact = any(tidy(text) in (tidy(offer.words), tidy(offer.says)) for offer in self.sight.offers)
        if not exact and word.lower() == "save":
            self.save(rest.strip()) if rest.strip() else self.ask_for_file()
            return
        if not exact and text.lower() in ("quit", "exit"):
            self.app.call_later(self.app.action_quit)
            return
        if not exact and text.lower() == "hint" and self.host.coached:
            self.query_one(MoveInput).value = ""
            self.action_hint()
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
        self.say(ended(uncited(str(error))[0]), "bold red")
        self.app.bell()

    @on(OptionList.OptionHighlighted, "#options")
    def highlighted(self, event: OptionList.OptionHighlighted) -> None:
        self.invite()

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
        self.invite()

    @on(Picture.WordTaken)
    def taken(self, event: Picture.WordTaken) -> None:
        """Compose a move word by word; when the words are a whole option, taking it again plays it."""
        line = self.query_one(MoveInput)
        sight = self.sight
        if sight is None or not sight.offers:
            return
        so_far = line.value.strip()
        exact = [offer for offer in sight.offers if tidy(offer.words) == tidy(so_far)]
        whole = exact or matching(sight.offers, so_far)
        if len(whole) == 1 and event.word in so_far:
            self.decide(whole[0].move)
            return
        composed = so_far if event.word in so_far.split() else f"{so_far} {event.word}".strip()
        if not matching(sight.offers, composed) and matching(sight.offers, event.word):
            composed = event.word
        with line.prevent(Input.Changed):
            line.value = composed
            line.cursor_position = len(composed)
        self.list_offers(composed, by_cursor=True)
        if not matching(sight.offers, composed):
            self.say(f"Nothing can be done with {event.word} now.", "bold red")

    @on(Picture.Typed)
    def typed_at_the_table(self, event: Picture.Typed) -> None:
        """What was composed so far stays, and the letter begins the next word; a question mark asks anew."""
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
        offered = self.sight.offers if self.sight is not None else []
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
        self.query_one(MoveInput).value = ""
        self.app.push_screen(TextPage(question, shown))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.host.coached if action == "hint" else True

    def action_hint(self) -> None:
        if self.seat is not None and self.is_asked() and self.sight is not None and self.sight.offers:
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
        self.query_one(MoveInput).value = ""
        self.say(f"Saved. `rumpus play --resume {name}` goes on from here.", "bold green")


def said_or_refused(ask: Callable[[], str]) -> str:
    try:
        return ask()
    except RumpusError as error:
        return ended(uncited(str(error))[0])
