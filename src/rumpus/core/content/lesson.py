"""A guided first game, read from `lesson.toml`: one idea per step, scripted opponents."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Sequence
from importlib import resources

import msgspec
from msgspec import Struct

from rumpus.core.errors import BadRecord, IllegalMove
from rumpus.core.game import Game
from rumpus.core.options import Value
from rumpus.core.position import Move, Position, Seat

FILE = "lesson.toml"
ANYTHING = "*"
"""In `LessonStep.allow`: any legal move."""


class Deal(Struct, forbid_unknown_fields=True):
    """The start of a lesson: a seed and the moves made before."""

    seed: str
    options: dict[str, Value] = {}
    seat: Seat = 0
    """The learner's seat."""
    moves: list[str] = []
    """Moves as in a record: the seat, then the notation."""
    bot: str = "easy"
    """The bot for the other seats after the lesson."""


class LessonStep(Struct, forbid_unknown_fields=True):
    """One decision of the learner: `say` explains it, `allow` lists the accepted moves in notation."""

    title: str
    say: str
    allow: list[str]
    spot: list[str] = []
    """Parts of the drawing to highlight, by name."""
    wrong: str = "Not that one now: try what is lit."
    wrong_for: dict[str, str] = {}
    """Comments on particular legal moves that this step does not accept."""
    reply: list[str] = []
    """Scripted moves of the other seats, in the order in which they act."""
    hide: list[str] = []
    """Parts of the table hidden during this step."""
    learnt: str = ""


class Lesson(Struct, forbid_unknown_fields=True):
    """A lesson. The learner's n-th move belongs to step n; others' moves are the replies of all steps in order."""

    minutes: int
    deal: Deal
    step: list[LessonStep]
    end: str = "That is the game. It goes on from here, and now it counts."

    @property
    def opening(self) -> list[tuple[Seat, str]]:
        pairs = [move.partition(" ") for move in self.deal.moves]
        return [(int(seat), words) for seat, _, words in pairs]

    def steps_done(self, seats: Sequence[Seat]) -> int:
        """Returns the number of completed steps after moves by these seats since the opening."""
        return min(len(self.step), sum(seat == self.deal.seat for seat in seats))

    def script(self, seats: Sequence[Seat]) -> str | None:
        """Returns the next scripted move of another seat; None if all replies are given."""
        replies = [words for step in self.step for words in step.reply]
        said = sum(seat != self.deal.seat for seat in seats)
        return replies[said] if said < len(replies) else None

    def allowed(self, game: Game, position: Position, step: LessonStep) -> list[Move]:
        """Returns the moves accepted in this step."""
        seat = self.deal.seat
        if ANYTHING in step.allow:
            return position.moves(seat)
        return [game.parse_move(position, seat, words) for words in step.allow]

    def wrong(self, game: Game, position: Position, step: LessonStep, move: Move) -> str:
        """Returns the comment on a move that this step does not accept; empty if it does."""
        if move in self.allowed(game, position, step):
            return ""
        return step.wrong_for.get(game.format_move(position, self.deal.seat, move), step.wrong)


def lesson_of(game: Game) -> Lesson | None:
    """Returns the game's lesson, if it has one."""
    return _lesson_in(game.package, game.title) if game.package else None


@functools.cache
def _lesson_in(package: str, title: str) -> Lesson | None:
    file = resources.files(package).joinpath(FILE)
    if not file.is_file():
        return None
    try:
        return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Lesson)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadRecord(f"The lesson of {title} cannot be read: {error}.") from None


def scripted_move(game: Game, position: Position, seat: Seat, words: str) -> Move:
    """Parses a scripted move. Raises BadRecord if it no longer fits the rules."""
    try:
        return game.parse_move(position, seat, words)
    except IllegalMove as error:
        raise BadRecord(f"The lesson of {game.title} no longer fits the rules: {words!r}: {error}") from None
