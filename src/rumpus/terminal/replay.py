"""Replays as text and as JSON."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from rumpus.core.game import Game
from rumpus.core.numbers import parse_int
from rumpus.core.position import Seat
from rumpus.core.record import Record
from rumpus.core.words import counted, shortened, spoken_names
from rumpus.table.replay import ReplayFrame, frames
from rumpus.terminal.drawing import line_text, picture, plain_console
from rumpus.terminal.plain import read_line
from rumpus.terminal.sessions import standings


class RecordReplay:
    """A verified record as `viewer` sees it, None for a spectator. Secrets only on request and after the end."""

    def __init__(self, game: Game, record: Record, viewer: Seat | None, reveal_secrets: bool) -> None:
        self.game = game
        self.record = record
        self.viewer = viewer
        self.reveal_secrets = reveal_secrets and record.result is not None
        self.frames = list(frames(game, record.players, record.walk(game), viewer, self.reveal_secrets))

    def seen_by(self, viewer: Seat | None) -> RecordReplay:
        return RecordReplay(self.game, self.record, viewer, self.reveal_secrets)

    def heading(self, frame: ReplayFrame) -> str:
        """Seat and move. The words of a sealed move stay secret during the match."""
        if frame.seat is None:
            return "The deal"
        move = f"Move {frame.number} of {len(self.record.moves)}: {spoken_names(self.record.players)[frame.seat]}"
        return f"{move}: {frame.says}" if frame.seat == self.viewer or self.reveal_secrets else f"{move} decides"


def check_result(game: Game, record: Record) -> str:
    """The result of the verification, as a sentence."""
    if record.result is None:
        return f"A game in progress with {counted(len(record.moves), 'move')}, all legal."
    ends = ", ".join(f"{name} {how}" for name, how in standings(game, record.players, record.result, record.ranking))
    return f"It still ends the same way: {ends}."


class PlainReplay:
    """A replay on a console, at once or move by move."""

    def __init__(
        self, replay: RecordReplay, console: Console | None = None, read: Callable[[str], str] | None = None
    ) -> None:
        self.replay = replay
        self.console = console or plain_console()
        self.read = read or read_line

    def run(self, step: bool) -> None:
        game, record, frames = self.replay.game, self.replay.record, self.replay.frames
        title = f"{game.title}: {', '.join(record.players)}"
        self.console.print(Text(title, style="bold"))
        if record.options:
            changed = ", ".join(f"{name} {shortened(str(value))}" for name, value in record.options.items())
            self.console.print(Text(f"Played with {changed}.", style="dim"))
        at = 0
        while at < len(frames):
            self.show(frames[at])
            at = self.ask_next_frame(at) if step else at + 1
        self.console.print()
        self.console.print(Text(check_result(game, record), style="bold"))

    def show(self, frame: ReplayFrame) -> None:
        title = Text(self.replay.heading(frame), style="cyan")
        self.console.print(Rule(title, align="left", characters="-"))
        for line in frame.lines:
            self.console.print(line_text(line))
        width = max(40, self.console.width)
        self.console.print(picture(self.replay.game, frame.view, self.replay.record.players, width))

    def ask_next_frame(self, at: int) -> int:
        """Reads a command: Enter next, b back, a number, q end."""
        end = len(self.replay.frames)
        while True:
            try:
                word = self.read("Enter: next · b: back · a number · q: quit > ").strip().lower()
            except EOFError:
                return end
            if word == "":
                return at + 1
            if word in ("b", "back"):
                return max(0, at - 1)
            if word in ("q", "quit"):
                return end
            number = parse_int(word)
            if number is not None and 0 <= number < end:
                return number
            self.console.print(f"Choose a move from 0 (the deal) to {end - 1}.")


def replay_json(replay: RecordReplay) -> dict[str, object]:
    """The replay as JSON: words, log lines and view of each move."""
    record, viewer = replay.record, replay.viewer
    return {
        "game": record.game,
        "version": record.version,
        "options": record.options,
        "seed": record.seed,
        "players": record.players,
        "eyes": viewer,
        "moves": [
            {
                "number": frame.number,
                "seat": frame.seat,
                "words": frame.words if replay.reveal_secrets or frame.seat == viewer else None,
                "lines": [{"text": line.text, "clause": line.clause} for line in frame.lines],
                "view": frame.view,
            }
            for frame in replay.frames
        ],
        "result": record.result,
        "ranking": record.ranking,
        "verified": True,
    }
