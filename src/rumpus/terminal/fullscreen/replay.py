"""A replay on the full screen."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Footer, ProgressBar, RichLog, Static

from rumpus.terminal.drawing import line_text, picture
from rumpus.terminal.fullscreen.pages import rules_page
from rumpus.terminal.replay import RecordReplay, check_result

FRAME_SECONDS = 0.8


class ReplayApp(App[None]):
    """Shows one verified record."""

    TITLE = "Rumpus"
    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, replay: RecordReplay) -> None:
        super().__init__()
        self.replay_screen = ReplayScreen(replay)

    def on_mount(self) -> None:
        self.push_screen(self.replay_screen)


class ReplayScreen(Screen[None]):
    """The current frame, with the log up to it."""

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
        Binding("s", "other_eyes", "View"),
        Binding("up", "scroll_table(-1)", show=False),
        Binding("down", "scroll_table(1)", show=False),
        Binding("f2", "rules", "Rules"),
        Binding("q", "app.quit", "Quit"),
        Binding("escape,ctrl+c", "app.quit", show=False),
    ]

    def __init__(self, replay: RecordReplay) -> None:
        super().__init__()
        self.replay = replay
        self.at = 0
        self.clock: Timer | None = None

    @property
    def last(self) -> int:
        return len(self.replay.frames) - 1

    def compose(self) -> ComposeResult:
        yield Static(id="bar")
        with Container(id="body"):
            with Container(id="table"):
                yield Static(id="picture")
            yield RichLog(id="log", wrap=True, markup=False, highlight=False, min_width=10)
        yield Static(id="hint")
        yield ProgressBar(total=max(1, self.last), show_eta=False, show_percentage=False, id="progress")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self.query_one(RichLog).can_focus = False
        self.call_after_refresh(self.show)

    def on_resize(self) -> None:
        self.call_after_refresh(self.show)

    def show(self) -> None:
        replay, record = self.replay, self.replay.record
        frame = replay.frames[self.at]
        bar = Text(no_wrap=True, overflow="ellipsis")
        bar.append(f" {replay.game.title} ", style="bold reverse")
        whose = "a spectator" if replay.viewer is None else record.players[replay.viewer]
        bar.append(f"  seen by {whose}")
        if replay.reveal_secrets:
            bar.append(", with all secrets in the log", style="dim")
        self.query_one("#bar", Static).update(bar)
        width = max(20, self.query_one("#table").content_size.width)
        self.query_one("#picture", Static).update(picture(replay.game, frame.view, record.players, width))
        log = self.query_one(RichLog)
        log.clear()
        for earlier in replay.frames[: self.at + 1]:
            log.write(Text(replay.heading(earlier), style="bold cyan" if earlier is frame else "cyan"))
            for line in earlier.lines:
                log.write(line_text(line))
        self.query_one(ProgressBar).update(progress=self.at)
        at_end = self.at == self.last
        words = check_result(replay.game, record) if at_end else replay.heading(frame)
        self.query_one("#hint", Static).update(Text(words, style="bold green" if at_end else "bold"))

    def action_go(self, by: int) -> None:
        self.action_jump(max(0, min(self.last, self.at + by)))

    def action_jump(self, to: int) -> None:
        self.at = to if to >= 0 else self.last
        self.show()

    def action_run_by_itself(self) -> None:
        if self.clock is not None:
            self.clock.stop()
            self.clock = None
        else:
            if self.at == self.last:
                self.at = 0
            self.clock = self.set_interval(FRAME_SECONDS, self.tick)

    def tick(self) -> None:
        self.action_go(1)
        if self.at == self.last and self.clock is not None:
            self.clock.stop()
            self.clock = None

    def action_other_eyes(self) -> None:
        """Switches to the next seat's view; a spectator's comes last."""
        after = 0 if self.replay.viewer is None else self.replay.viewer + 1
        self.replay = self.replay.seen_by(None if after == len(self.replay.record.players) else after)
        self.show()

    def action_scroll_table(self, by: int) -> None:
        self.query_one("#table").scroll_relative(y=3 * by, animate=False)

    def action_rules(self) -> None:
        self.app.push_screen(rules_page(self.replay.game))
