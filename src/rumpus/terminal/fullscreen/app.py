"""The full-screen app: one match after another."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import App
from textual.binding import Binding, BindingType

from rumpus.core.errors import RumpusError
from rumpus.core.rng import new_seed
from rumpus.core.words import as_sentence
from rumpus.terminal.fullscreen.pages import Question
from rumpus.terminal.fullscreen.table import TableScreen
from rumpus.terminal.sessions import TableSession


def play_full_screen(session: TableSession, pace: float) -> None:
    """Plays until the person leaves; re-raises an error that ended the app."""
    app = TableApp(session, pace)
    app.run()
    if app.trouble is not None:
        raise app.trouble


class TableApp(App[None]):
    """One match, or several in a row."""

    TITLE = "Rumpus"
    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", "Quit", priority=True),
        Binding("ctrl+c", "quit", "Quit", show=False, priority=True),
    ]

    def __init__(self, session: TableSession, pace: float = 0.7) -> None:
        super().__init__()
        self.session = session
        self.pace = pace
        self.trouble: RumpusError | None = None

    def on_mount(self) -> None:
        self.push_screen(TableScreen(self.session, self.pace))

    @on(TableScreen.Failed)
    def give_up(self, event: TableScreen.Failed) -> None:
        self.trouble = event.trouble
        self.exit()

    @on(TableScreen.Again)
    def play_again(self) -> None:
        try:
            self.session = self.session.rematch(new_seed())
        except RumpusError as error:
            self.notify(as_sentence(str(error)), severity="error", markup=False)
            return
        self.switch_screen(TableScreen(self.session, self.pace))

    async def action_quit(self) -> None:
        """Leaves after a question; asked twice, at once."""
        if self.session.over or isinstance(self.screen, Question):
            self.exit()
            return
        question = Question(f"Leave the game? {self.session.leaving_note()}", None, "Leave")
        self.push_screen(question, lambda request: self.exit() if request else None)
