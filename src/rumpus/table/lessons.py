"""A lesson at a table: which step is due, what may be done in it, and what the others are to say."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from msgspec import Struct

from rumpus.core.content.lesson import Lesson, LessonStep, lesson_of, read
from rumpus.core.content.puzzle import Puzzle, puzzle_of
from rumpus.core.game import Game
from rumpus.core.position import Move, Seat
from rumpus.core.words import seen_from, with_names
from rumpus.table.entries import Moved
from rumpus.table.match import Match
from rumpus.table.seat_view import dream_of
from rumpus.table.table import Table


class LessonSheet(Struct, omit_defaults=True):
    """The step that is due, as the learner is shown it; after the last one only what was learnt, and a last word."""

    step: int
    """Counted from 0; after the end as many as there are."""
    titles: list[str]
    learnt: list[str] = []
    say: str = ""
    spot: list[str] = []
    hide: list[str] = []
    allow: list[Move] = []
    puzzle: str = ""
    """The name of the puzzle, where it is one: then what is allowed is not to be shown,"""
    hint: str = ""
    """and this is said to whoever asks for help."""
    level: int = 0
    """From 1 to 3: how hard it is."""


class AskedPuzzle:
    """A puzzle with its words, which take a walk through its match."""

    def __init__(self, game: Game, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.lesson = puzzle.lesson(game)
        self.hint = puzzle.hint(game)


class LessonMatch:
    """A match that follows a lesson from its opening on."""

    def __init__(
        self, lesson: Lesson, match: Match, names: Sequence[str] = (), asked: AskedPuzzle | None = None
    ) -> None:
        """`names` are the people, by seat, for the words of a puzzle."""
        self.lesson = lesson
        self.match = match
        self.names = names
        self.asked = asked

    @property
    def seats(self) -> list[Seat]:
        """Who has moved since the opening."""
        return [seat for seat, _ in self.match.record.moves[len(self.lesson.deal.moves) :]]

    @property
    def done(self) -> int:
        return self.lesson.steps_done(self.seats)

    @property
    def step(self) -> LessonStep | None:
        """The step that is due; None when all are done."""
        return self.lesson.step[self.done] if self.done < len(self.lesson.step) else None

    def scripted(self, seat: Seat) -> Move | None:
        """What the script has this other seat decide now; None where it plays by itself."""
        if seat == self.lesson.deal.seat:
            return None
        words = self.lesson.script(self.seats)
        return None if words is None else read(self.match.game, self.match.position, seat, words)

    def refusal(self, seat: Seat, move: Move) -> str:
        """Why the learner had better not decide this now; empty if it fits, or the lesson is over."""
        if self.step is None or seat != self.lesson.deal.seat:
            return ""
        return self.lesson.wrong(self.match.game, dream_of(self.match.position, seat), self.step, move)

    def allowed(self, seat: Seat) -> list[Move]:
        """What the due step lets the learner do."""
        if self.step is None or seat != self.lesson.deal.seat or seat not in self.match.position.to_act():
            return []
        return self.lesson.allowed(self.match.game, dream_of(self.match.position, seat), self.step)

    def sheet(self, seat: Seat | None) -> LessonSheet:
        lesson = self.lesson
        titles = [step.title for step in lesson.step]
        learnt = [step.learnt for step in lesson.step[: self.done] if step.learnt]
        if self.step is None:
            page = LessonSheet(self.done, titles, learnt, self._named(lesson.end))
        else:
            allow = [] if seat is None else self.allowed(seat)
            page = LessonSheet(self.done, titles, learnt, self.step.say, self.step.spot, self.step.hide, allow)
        if self.asked is not None:
            page.puzzle, page.level = self.asked.puzzle.name, self.asked.puzzle.level
            page.hint = self._named(self.asked.hint) if self.step is not None else ""
        return page

    def _named(self, text: str) -> str:
        return with_names(text, seen_from(self.names, self.lesson.deal.seat))


def lesson_at(table: Table) -> LessonMatch | None:
    """The lesson that this table follows, if it was made for one."""
    if table.match is None:
        return None
    if table.made.puzzle:
        asked = asked_puzzle(table.game, table.made.puzzle)
        # What one calls "Bix (normal)" is Bix.
        names = [place.name.partition(" (")[0] for place in table.places]
        return LessonMatch(asked.lesson, table.match, names, asked)
    if not table.made.lesson:
        return None
    lesson = lesson_of(table.game)
    return None if lesson is None else LessonMatch(lesson, table.match)


@functools.lru_cache(maxsize=64)
def asked_puzzle(game: Game, name: str) -> AskedPuzzle:
    return AskedPuzzle(game, puzzle_of(game, name))


def opening(game: Game, lesson: Lesson) -> list[Moved]:
    """The moves before the first step, as entries."""
    options = game.options(lesson.deal.options)
    match = Match(game, options, lesson.deal.seed, [""] * game.seats(options))
    entries: list[Moved] = []
    for seat, words in lesson.opening:
        move = read(game, match.position, seat, words)
        match.play(seat, move)
        entries.append(Moved(seat, move, by="bot"))
    return entries
