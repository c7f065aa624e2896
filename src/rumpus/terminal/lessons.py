"""A lesson at this keyboard: the same steps as in the browser, told in lines."""

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
from rumpus.table.lessons import LessonMatch, LessonSheet
from rumpus.table.match import Match
from rumpus.table.seat_view import Offer
from rumpus.terminal.seating import Seating
from rumpus.terminal.sessions import LocalHost

_BOLD = re.compile(r"\*\*(.+?)\*\*")


class LessonHost(LocalHost):
    """The others follow the script, and the learner does what the step is about; then it is a game like any other."""

    def __init__(self, lesson: Lesson, match: Match, seating: Seating, keep: Path | None = None) -> None:
        super().__init__(match, seating, keep)
        self.course = LessonMatch(lesson, match)

    def lesson(self, seat: Seat | None) -> LessonSheet | None:
        """Also its last word, before the first move that is the learner's own."""
        over = self.course.seats.count(self.course.lesson.deal.seat) > len(self.course.lesson.step)
        return None if over else self.course.sheet(seat)

    def decide(self, seat: Seat, move: Move) -> None:
        wrong = self.course.refusal(seat, move)
        if wrong:
            raise IllegalMove(wrong)
        super().decide(seat, move)

    def ponder(self) -> Callable[[], str]:
        seat = self.bot_due()
        move = None if seat is None else self.course.scripted(seat)
        if seat is None or move is None:
            return super().ponder()

        def play() -> str:
            self.match.play(seat, move)
            self._keep()
            return ""

        return play

    def farewell(self) -> str:
        if self.keep is None:
            return super().farewell()
        return f"`rumpus learn {self.game.name}` goes on from here."


def teach(game: Game, keep: Path | None, again: bool) -> LessonHost:
    """The game's lesson from its beginning, or from where it was left."""
    lesson = lesson_of(game)
    if lesson is None:
        raise RumpusError(f"{game.title} has no lesson; `rumpus play {game.name}` plays it, `rumpus rules` explains it")
    options = game.options(lesson.deal.options)
    seed = lesson.deal.seed
    names = [
        f"Player {seat + 1}" if seat == lesson.deal.seat else lesson.deal.bot for seat in range(game.seats(options))
    ]
    bots = {
        seat: find_player(lesson.deal.bot, game, options, f"{seed}/player {seat}")
        for seat in range(len(names))
        if seat != lesson.deal.seat
    }
    left = None if again or keep is None else _left(game, lesson, keep)
    match = Match.resume(game, left) if left is not None else Match(game, options, seed, names, lesson.opening)
    return LessonHost(lesson, match, Seating(names, bots), keep)


def _left(game: Game, lesson: Lesson, path: Path) -> Record | None:
    """The lesson as it was left there, unless it is over or of other rules."""
    if not path.exists():
        return None
    try:
        record = Record.read(path)
        record.options_of(game)
    except BadRecord:
        return None
    return record if record.seed == lesson.deal.seed and record.result is None else None


def lesson_words(lesson: LessonSheet, offers: Sequence[Offer]) -> Text:
    """The step, its sentence with what is to be done set off, and the moves that it is about."""
    text = Text()
    if lesson.step < len(lesson.titles):
        text.append(f"{lesson.step + 1} of {len(lesson.titles)} · {lesson.titles[lesson.step]}\n", style="bold cyan")
    end = 0
    for found in _BOLD.finditer(lesson.say):
        text.append(lesson.say[end : found.start()])
        text.append(found.group(1), style="bold yellow")
        end = found.end()
    text.append(lesson.say[end:])
    numbers = [str(number) for number, offer in enumerate(offers, 1) if offer.move in lesson.allow]
    if 0 < len(numbers) < len(offers):
        text.append(f"\n▶ {' or '.join(numbers)}", style="bold green")
    return text
