"""A replay on the full screen: forwards, backwards, by itself, through anybody's eyes."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Footer, ProgressBar, RichLog, Static

from rumpus.core.game import Game
from rumpus.core.position import Seat
from rumpus.core.record import Record
from rumpus.table.replay import Moment
from rumpus.terminal.drawing import line_text, picture
from rumpus.terminal.fullscreen.pages import rules_page
from rumpus.terminal.replay import film, heading, verdict

PACE = 0.8


def replay_full_screen(game: Game, record: Record, shown: list[Moment], eyes: Seat | None, everything: bool) -> None:
    ReplayApp(game, record, shown, eyes, everything).run()


class ReplayApp(App[None]):
    """One record, already replayed and found sound."""

    TITLE = "Rumpus"
    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, game: Game, record: Record, shown: list[Moment], eyes: Seat | None, everything: bool) -> None:
        super().__init__()
        self.replay = ReplayScreen(game, record, shown, eyes, everything)

    def on_mount(self) -> None:
        self.push_screen(self.replay)


class ReplayScreen(Screen[None]):
    """The move that is reached, with the log up to it."""

    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "go(-1)", "Back"),
        Binding("right", "go(1)", "Next"),
        Binding("backspace,b", "go(-1)", show=False),
        Binding("enter,n", "go(1)", show=False),
        Binding("shift+right", "go(10)", show=False),
        Binding("shift+left", "go(-10)", show=False),
        Binding("home", "jump(0)", "Start"),
        Binding("end", "jump(-1)", "End"),
        Binding("space", "run_by_itself", "Play"),
        Binding("s", "other_eyes", "Whose eyes"),
        Binding("up", "scroll_table(-1)", show=False),
        Binding("down", "scroll_table(1)", show=False),
        Binding("f2", "rules", "Rules"),
        Binding("q", "app.quit", "Quit"),
        Binding("escape,ctrl+c", "app.quit", show=False),
    ]

    def __init__(self, game: Game, record: Record, shown: list[Moment], eyes: Seat | None, everything: bool) -> None:
        super().__init__()
        self.game = game
        self.record = record
        self.film = shown
        self.eyes = eyes
        self.everything = everything
        self.at = 0
        self.clock: Timer | None = None

    def compose(self) -> ComposeResult:
        yield Static(id="bar")
        with Container(id="body"):
            with Container(id="table"):
                yield Static(id="picture")
            yield RichLog(id="log", wrap=True, markup=False, highlight=False, min_width=10)
        yield Static(id="hint")
        yield ProgressBar(total=max(1, len(self.film) - 1), show_eta=False, show_percentage=False, id="progress")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self.query_one(RichLog).can_focus = False
        self.call_after_refresh(self.show)

    def on_resize(self) -> None:
        self.call_after_refresh(self.show)

    def show(self) -> None:
        """Draw the move that is reached, with the log up to it."""
        moment = self.film[self.at]
        record = self.record
        bar = Text(no_wrap=True, overflow="ellipsis")
        bar.append(f" {self.game.title} ", style="bold reverse")
        whose = "an onlooker" if self.eyes is None else record.players[self.eyes]
        bar.append(f"  through the eyes of {whose}")
        if self.everything and record.result is not None:
            bar.append(", with all that was secret in the log", style="dim")
        self.query_one("#bar", Static).update(bar)
        width = max(20, self.query_one("#table").content_size.width)
        self.query_one("#picture", Static).update(picture(self.game, moment.view, record.players, width))
        log = self.query_one(RichLog)
        log.clear()
        for earlier in self.film[: self.at + 1]:
            title = heading(earlier, record, self.eyes, self.everything)
            log.write(Text(title, style="bold cyan" if earlier is moment else "cyan"))
            for line in earlier.lines:
                log.write(line_text(line))
        self.query_one(ProgressBar).update(progress=self.at)
        last = self.at == len(self.film) - 1
        words = verdict(self.game, record) if last else heading(moment, record, self.eyes, self.everything)
        self.query_one("#hint", Static).update(Text(words, style="bold green" if last else "bold"))

    def action_go(self, by: int) -> None:
        self.action_jump(max(0, min(len(self.film) - 1, self.at + by)))

    def action_jump(self, to: int) -> None:
        self.at = to if to >= 0 else len(self.film) - 1
        self.show()

    def action_run_by_itself(self) -> None:
        if self.clock is not None:
            self.clock.stop()
            self.clock = None
        else:
            if self.at == len(self.film) - 1:
                self.at = 0
            self.clock = self.set_interval(PACE, self.tick)

    def tick(self) -> None:
        self.action_go(1)
        if self.at == len(self.film) - 1 and self.clock is not None:
            self.clock.stop()
            self.clock = None

    def action_other_eyes(self) -> None:
        """The next seat's eyes, after the last an onlooker's."""
        seats = len(self.record.players)
        after = 0 if self.eyes is None else self.eyes + 1
        self.eyes = None if after == seats else after
        self.film = film(self.game, self.record, self.eyes, self.everything)
        self.show()

    def action_scroll_table(self, by: int) -> None:
        self.query_one("#table").scroll_relative(y=3 * by, animate=False)

    def action_rules(self) -> None:
        self.app.push_screen(rules_page(self.game))
