"""A guided first game: data in the game's folder, one idea per step, and an opponent who follows the script."""

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
"""In `allow`: whatever the rules let one do."""


class Deal(Struct, forbid_unknown_fields=True):
    """What lies on the table when the lesson begins: a deal, and the moves that were made before."""

    seed: str
    options: dict[str, Value] = {}
    seat: Seat = 0
    """Where the learner sits."""
    moves: list[str] = []
    """As in a record: the seat, then its words."""
    bot: str = "easy"
    """Who plays on when the lesson is over."""


class LessonStep(Struct, forbid_unknown_fields=True):
    """One decision of the learner's: `say` says what it is about, `allow` what may be done, in the game's notation."""

    title: str
    say: str
    allow: list[str]
    spot: list[str] = []
    """What the page lights up, by the names that the drawing gives its parts."""
    wrong: str = "Not that one now: try what is lit."
    wrong_for: dict[str, str] = {}
    """Moves that the rules allow and this step does not, with a word on each."""
    reply: list[str] = []
    """What the others decide meanwhile, in the order in which they are asked."""
    hide: list[str] = []
    """Parts of the table that this step does without yet."""
    learnt: str = ""


class Lesson(Struct, forbid_unknown_fields=True):
    """Where it stands follows from the moves that were made, so a table that is left goes on where it was.

    The learner's n-th move belongs to step n, and the others' n-th move is the n-th reply of all steps together.
    """

    minutes: int
    deal: Deal
    step: list[LessonStep]
    end: str = "That is the game. It goes on from here, and now it counts."

    @property
    def opening(self) -> list[tuple[Seat, str]]:
        pairs = [move.partition(" ") for move in self.deal.moves]
        return [(int(seat), words) for seat, _, words in pairs]

    def steps_done(self, seats: Sequence[Seat]) -> int:
        """How many steps are done, after moves by these seats since the opening; never more than there are."""
        return min(len(self.step), sum(seat == self.deal.seat for seat in seats))

    def script(self, seats: Sequence[Seat]) -> str | None:
        """What one of the others is to say next; None when all replies are given."""
        replies = [words for step in self.step for words in step.reply]
        said = sum(seat != self.deal.seat for seat in seats)
        return replies[said] if said < len(replies) else None

    def allowed(self, game: Game, position: Position, step: LessonStep) -> list[Move]:
        """What the learner may do in this step."""
        seat = self.deal.seat
        if ANYTHING in step.allow:
            return position.moves(seat)
        return [game.read(position, seat, words) for words in step.allow]

    def wrong(self, game: Game, position: Position, step: LessonStep, move: Move) -> str:
        """What is said of a move that this step does not allow; empty if it does."""
        if move in self.allowed(game, position, step):
            return ""
        return step.wrong_for.get(game.write(position, self.deal.seat, move), step.wrong)


def lesson_of(game: Game) -> Lesson | None:
    """The lesson that a game brings along, if it does."""
    return _lesson_in(game.package, game.title) if game.package else None


@functools.cache
def _lesson_in(package: str, title: str) -> Lesson | None:
    file = resources.files(package).joinpath(FILE)
    if not file.is_file():
        return None
    try:
        return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Lesson)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadRecord(f"the lesson of {title} cannot be read: {error}") from None


def read(game: Game, position: Position, seat: Seat, words: str) -> Move:
    """A scripted move; a script that does not fit the rules any more says so by name."""
    try:
        return game.read(position, seat, words)
    except IllegalMove as error:
        raise BadRecord(f"the lesson of {game.title} no longer fits the rules: {words!r}: {error}") from None
