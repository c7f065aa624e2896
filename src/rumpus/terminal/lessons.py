"""Lessons in the terminal, with the same steps as in the browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.text import Text

from rumpus.core.content.lesson import Lesson, lesson_of
from rumpus.core.errors import BadRecord, IllegalMove, RumpusError
from rumpus.core.game import Game
from rumpus.core.position import Move, Seat
from rumpus.core.record import Record
from rumpus.players import find_player
from rumpus.table.lessons import LessonInfo, LessonMatch
from rumpus.table.match import Match
from rumpus.table.seat_view import Offer
from rumpus.table.seats import bot_name
from rumpus.terminal.seating import Seating
from rumpus.terminal.sessions import LocalSession

_BOLD = re.compile(r"\*\*(.+?)\*\*")


class LessonSession(LocalSession):
    """Other seats follow the script; afterwards the game goes on freely."""

    def __init__(self, lesson: Lesson, match: Match, seating: Seating, keep: Path | None = None) -> None:
        super().__init__(match, seating, keep)
        self.lesson_match = LessonMatch(lesson, match)

    def lesson(self, seat: Seat | None) -> LessonInfo | None:
        """The current step, also after the last one until the learner's next move."""
        over = self.lesson_match.seats.count(self.lesson_match.lesson.deal.seat) > len(self.lesson_match.lesson.step)
        return None if over else self.lesson_match.lesson_info(seat)

    def decide(self, seat: Seat, move: Move) -> None:
        wrong = self.lesson_match.refusal(seat, move)
        if wrong:
            raise IllegalMove(wrong)
        super().decide(seat, move)

    def compute_move(self) -> Callable[[], str]:
        seat = self.bot_due()
        move = None if seat is None else self.lesson_match.scripted(seat)
        if seat is None or move is None:
            return super().compute_move()

        def play() -> str:
            self.match.play(seat, move)
            self._autosave()
            return ""

        return play

    def leaving_note(self) -> str:
        if self.save_path is None:
            return super().leaving_note()
        return f"`rumpus tutorial {self.game.name}` continues from here."


def lesson_session(game: Game, keep: Path | None, again: bool) -> LessonSession:
    lesson = lesson_of(game)
    if lesson is None:
        raise RumpusError(
            f"{game.title} has no lesson. `rumpus play {game.name}` plays it, `rumpus rules {game.name}` explains it."
        )
    options = game.options(lesson.deal.options)
    seed = lesson.deal.seed
    deal, seats = lesson.deal, range(game.seats(options))
    names = [f"Player {seat + 1}" if seat == deal.seat else bot_name(deal.bot, seat) for seat in seats]
    others = [seat for seat in seats if seat != deal.seat]
    bots = {seat: find_player(deal.bot, game, options, f"{seed}/player {seat}") for seat in others}
    left = None if again or keep is None else _saved_lesson(game, lesson, keep)
    match = Match.resume(game, left) if left is not None else Match(game, options, seed, names, lesson.opening)
    return LessonSession(lesson, match, Seating(names, bots), keep)


def _saved_lesson(game: Game, lesson: Lesson, path: Path) -> Record | None:
    """The saved lesson, unless it is finished or of other rules."""
    if not path.exists():
        return None
    try:
        record = Record.read(path)
        record.options_of(game)
    except BadRecord:
        return None
    return record if record.seed == lesson.deal.seed and record.result is None else None


def step_text(lesson: LessonInfo, after_title: str = "  ") -> Text:
    """The number and title of the step, and its sentence with bold parts."""
    text = Text()
    if lesson.step < len(lesson.titles):
        title = f"{lesson.step + 1} of {len(lesson.titles)} · {lesson.titles[lesson.step]}"
        text.append(f"{title}{after_title}", style="bold cyan")
    end = 0
    for found in _BOLD.finditer(lesson.say):
        text.append(lesson.say[end : found.start()])
        text.append(found.group(1), style="bold yellow")
        end = found.end()
    text.append(lesson.say[end:])
    return text


def lesson_text(lesson: LessonInfo, offers: Sequence[Offer]) -> Text:
    """The step and the numbers of its moves, below a list without marks."""
    text = step_text(lesson, "\n")
    numbers = [str(number) for number, offer in enumerate(offers, 1) if offer.move in lesson.allow]
    if 0 < len(numbers) < len(offers):
        text.append(f"\n▶ {' or '.join(numbers)}", style="bold green")
    return text
