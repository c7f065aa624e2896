"""Any game on the full screen, one match after another."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import App
from textual.binding import Binding, BindingType

from rumpus.core.errors import RumpusError
from rumpus.core.rng import new_seed
from rumpus.core.words import ended
from rumpus.terminal.fullscreen.pages import Question
from rumpus.terminal.fullscreen.table import TableScreen
from rumpus.terminal.sessions import Host


def play_full_screen(host: Host, pace: float) -> None:
    """Play until the person leaves; a refusal that ended the app is passed on."""
    app = TableApp(host, pace)
    app.run()
    if app.trouble is not None:
        raise app.trouble


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

    @on(TableScreen.Failed)
    def give_up(self, event: TableScreen.Failed) -> None:
        self.trouble = event.trouble
        self.exit()

    @on(TableScreen.Again)
    def play_again(self) -> None:
        """A rematch of the same people with the same options and a fresh deal."""
        try:
            self.host = self.host.again(new_seed())
        except RumpusError as error:
            self.notify(ended(str(error)), severity="error", markup=False)
            return
        self.switch_screen(TableScreen(self.host, self.pace))

    async def action_quit(self) -> None:
        """Leave, after asking; asked twice, it is meant."""
        if self.host.over or isinstance(self.screen, Question):
            self.exit()
            return
        question = Question(f"Leave the game? {self.host.farewell()}", None, "Leave")
        self.push_screen(question, lambda wish: self.exit() if wish else None)
