"""Lessons at a table: current step, accepted moves and scripted replies."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from rumpus.core.content.lesson import Lesson, LessonStep, lesson_of, scripted_move
from rumpus.core.content.puzzle import puzzle_of
from rumpus.core.game import Game
from rumpus.core.position import Move, Seat
from rumpus.core.words import seen_from, with_names
from rumpus.table.entries import Moved
from rumpus.table.match import Match
from rumpus.table.seat_view import world_for
from rumpus.table.table import Table

MAX_PUZZLES = 1000
"""Puzzles in the cache of `puzzle_texts`: more than the games of this package have."""


class LessonInfo(Struct, omit_defaults=True):
    """The current step for the learner. After the last one, only a summary and the closing words."""

    step: int
    """Index of the current step; the number of steps after the end."""
    titles: list[str]
    learnt: list[str] = []
    say: str = ""
    spot: list[str] = []
    hide: list[str] = []
    allow: list[Move] = []
    puzzle: str = ""
    """Name of the puzzle, if it is one: accepted moves are not shown then."""
    hint: str = ""
    """Hint for a puzzle."""
    level: int = 0
    """Difficulty of a puzzle, from 1 to 3."""


class PuzzleTexts(NamedTuple):
    """A puzzle's texts. Making them replays the match."""

    name: str
    level: int
    """Difficulty, from 1 to 3."""
    lesson: Lesson
    hint: str


class LessonMatch(NamedTuple):
    """A match that follows a lesson."""

    lesson: Lesson
    match: Match
    names: Sequence[str] = ()
    """People by seat, for the texts of a puzzle."""
    puzzle_texts: PuzzleTexts | None = None

    @property
    def seats(self) -> list[Seat]:
        """Returns the seats of all moves since the opening."""
        return [seat for seat, _ in self.match.record.moves[len(self.lesson.deal.moves) :]]

    @property
    def done(self) -> int:
        return self.lesson.steps_done(self.seats)

    @property
    def step(self) -> LessonStep | None:
        """Returns the current step; None after the last."""
        return self.lesson.step[self.done] if self.done < len(self.lesson.step) else None

    def scripted(self, seat: Seat) -> Move | None:
        """Returns the scripted move of this seat; None if it plays freely."""
        if seat == self.lesson.deal.seat:
            return None
        words = self.lesson.script(self.seats)
        return None if words is None else scripted_move(self.match.game, self.match.position, seat, words)

    def bot_move(self, seat: Seat) -> Move | None:
        """Returns the move that a bot must make here; None if it plays freely.

        A bot that stands in for the learner keeps to the steps. Otherwise the script would not fit its moves.
        """
        if seat == self.lesson.deal.seat:
            return next(iter(self.allowed(seat)), None)
        return self.scripted(seat)

    def refusal(self, seat: Seat, move: Move) -> str:
        """Returns why this step does not accept the learner's move; empty if it does."""
        if self.step is None or seat != self.lesson.deal.seat:
            return ""
        return self.lesson.wrong(self.match.game, world_for(self.match.position, seat), self.step, move)

    def allowed(self, seat: Seat) -> list[Move]:
        """Returns the learner's moves accepted in the current step."""
        if self.step is None or seat != self.lesson.deal.seat or seat not in self.match.position.to_act():
            return []
        return self.lesson.allowed(self.match.game, world_for(self.match.position, seat), self.step)

    def lesson_info(self, seat: Seat | None) -> LessonInfo:
        lesson = self.lesson
        titles = [step.title for step in lesson.step]
        learnt = [step.learnt for step in lesson.step[: self.done] if step.learnt]
        if self.step is None:
            info = LessonInfo(self.done, titles, learnt, self._named(lesson.end))
        else:
            allow = [] if seat is None else self.allowed(seat)
            info = LessonInfo(self.done, titles, learnt, self.step.say, self.step.spot, self.step.hide, allow)
        if self.puzzle_texts is not None:
            info.puzzle, info.level = self.puzzle_texts.name, self.puzzle_texts.level
            info.hint = self._named(self.puzzle_texts.hint) if self.step is not None else ""
        return info

    def _named(self, text: str) -> str:
        return with_names(text, seen_from(self.names, self.lesson.deal.seat))


def lesson_at(table: Table) -> LessonMatch | None:
    if table.match is None:
        return None
    if table.made.puzzle:
        asked = puzzle_texts(table.game, table.made.puzzle)
        names = [place.name for place in table.places]
        return LessonMatch(asked.lesson, table.match, names, asked)
    if not table.made.lesson:
        return None
    lesson = lesson_of(table.game)
    return None if lesson is None else LessonMatch(lesson, table.match)


@functools.lru_cache(maxsize=MAX_PUZZLES)
def puzzle_texts(game: Game, name: str) -> PuzzleTexts:
    """Returns a puzzle's texts. The first time may take 0.2 s: call it outside of an event loop."""
    puzzle = puzzle_of(game, name)
    return PuzzleTexts(puzzle.name, puzzle.level, puzzle.lesson(game), puzzle.hint(game))


def opening_entries(game: Game, lesson: Lesson) -> list[Moved]:
    """Returns the moves before the first step, as entries."""
    options = game.options(lesson.deal.options)
    match = Match(game, options, lesson.deal.seed, [""] * game.seats(options))
    entries: list[Moved] = []
    for seat, words in lesson.opening:
        move = scripted_move(game, match.position, seat, words)
        match.play(seat, move)
        entries.append(Moved(seat, move, by="bot"))
    return entries
