"""Puzzles: moments of bots' games at which one move is much better than every other; a game brings its own along.

At a table a puzzle is a lesson of one step: what else is tried is refused, and changes nothing.
"""

from __future__ import annotations

import functools
import json
from collections import Counter
from collections.abc import Sequence
from importlib import resources
from importlib.resources.abc import Traversable

import msgspec
from msgspec import Struct

from rumpus.core.content.lesson import Deal, Lesson, LessonStep
from rumpus.core.errors import BadRecord, UnknownName
from rumpus.core.game import Game
from rumpus.core.info_state import Chair
from rumpus.core.position import Position, Seat
from rumpus.core.record import Record
from rumpus.core.rng import Seeded
from rumpus.core.words import listed

FOLDER = "puzzles"
"""In the folder of a game: a file each."""
NOBODY = "nobody"
DREAMS = 100
"""In so many it is counted what the others held;"""
RARE = 20
"""what they held in fewer is not worth a word, nor what they held in all, which is known;"""
TOLD = (3, 2)
"""and so much of it is told of each, by whether they are several."""
GRADES = {"normal": 1, "hard": 2, NOBODY: 3}
"""By the weakest bot that finds it: how hard a puzzle is."""


class PuzzleKey(Struct, forbid_unknown_fields=True):
    """What is to be found, and how sure that is; moves in the game's notation, chances from what the seat knows."""

    seat: Seat
    best: str
    chance: float
    """To win with it;"""
    gain: float
    """how much better that is than the next best move,"""
    error: float
    """give or take so much (a standard error); 0 where it is proven."""
    next: str
    grade: str
    """The weakest bot that finds it."""


class Puzzle:
    """A match written down up to the moment in question: its file is a record that can also be played on from."""

    def __init__(self, name: str, record: Record, key: PuzzleKey) -> None:
        self.name = name
        self.record = record
        self.key = key

    @property
    def level(self) -> int:
        """From 1 (easiest) to 3."""
        return GRADES[self.key.grade]

    def dumps(self) -> str:
        """The record, and in its head what is to be found."""
        key = json.dumps(msgspec.to_builtins(self.key), ensure_ascii=False)
        return self.record.dumps().replace("{\n", f'{{\n  "puzzle": {key},\n', 1)

    @staticmethod
    def loads(name: str, text: str) -> Puzzle:
        record = Record.loads(text)
        try:
            key = msgspec.convert(json.loads(text).get("puzzle"), PuzzleKey)
        except msgspec.ValidationError as error:
            raise BadRecord(f"this is no puzzle: {error}") from None
        if key.seat >= len(record.players) or key.grade not in GRADES:
            raise BadRecord("this puzzle is damaged: there is no such seat, or no such grade")
        return Puzzle(name, record, key)

    def position(self, game: Game) -> Position:
        """How things stand when it is asked."""
        position: Position | None = None
        for step in self.record.walk(game):
            position = step.position
        assert position is not None
        position.take_events()
        return position

    def chair(self, game: Game) -> Chair:
        """All that whoever solves it knows; people are `@0`, `@1` … in its words."""
        options = self.record.options_of(game)
        names = [f"@{seat}" for seat in range(len(self.record.players))]
        return Chair(game, options, self.position(game), self.key.seat, Seeded(f"puzzle {self.name}"), names)

    def said(self, game: Game) -> tuple[str, str]:
        """The best move and the next best, as one says them."""
        chair = self.chair(game)
        dream = chair.imagine(Seeded("words"))
        best, other = (chair.say(game.read(dream, self.key.seat, words)) for words in (self.key.best, self.key.next))
        return best, other

    def reason(self, game: Game) -> str:
        """Why that move, in words (`with_names` puts people into them): what it wins, and what the next best would."""
        best, other = self.said(game)
        sure = "proven" if not self.key.error else f"give or take {max(1, round(200 * self.key.error))}"
        return (
            f"“{best}” wins {round(100 * self.key.chance)} of 100 from what is known here; the next best, “{other}”, "
            f"wins {round(100 * (self.key.chance - self.key.gain))} ({sure})."
        )

    def solution(self, game: Game) -> str:
        """The reason, and what the others were likely to hold."""
        return f"{self.reason(game)} {self.likely(game)}".strip()

    def likely(self, game: Game) -> str:
        """What the others were likely to hold, by what is known here; empty where nothing can be said."""
        chair = self.chair(game)
        luck = Seeded(f"likely {self.name}")
        held: list[Counter[str]] = [Counter() for _ in self.record.players]
        for _ in range(DREAMS):
            dream = chair.imagine(luck)
            for seat, counts in enumerate(held):
                if seat != self.key.seat:
                    counts.update(game.held(dream.view(seat)))
        found: list[str] = []
        for seat, counts in enumerate(held):
            open_ones = [(what, count) for what, count in counts.most_common() if RARE <= count < DREAMS]
            told = [f"{what} ({round(100 * count / DREAMS)} %)" for what, count in open_ones[: TOLD[len(held) > 2]]]
            if told:
                found.append(f"@{seat} {listed(told)}")
        return f"Likely held: {'; '.join(found)}." if found else ""

    def hint(self, game: Game) -> str:
        """What tempts, and is not it."""
        return (
            f"“{self.said(game)[1]}” is tempting. There is a move that wins {round(100 * self.key.gain)} more of 100."
        )

    def lesson(self, game: Game) -> Lesson:
        """The one question of it; afterwards the game goes on."""
        step = LessonStep(
            title=f"Puzzle {int(self.name)}" if self.name.isdigit() else "Puzzle",
            say="**One move is much better than all others.** Which?",
            allow=[self.key.best],
            wrong="Not that one: another move wins much more often.",
        )
        moves = [f"{seat} {words}" for seat, words in self.record.moves]
        deal = Deal(self.record.seed, self.record.options, self.key.seat, moves, bot="normal")
        return Lesson(1, deal, [step], self.solution(game))


def puzzle_names(game: Game) -> Sequence[str]:
    """Of those that the game brings along, in their order."""
    return _names(game.package) if game.package else ()


def puzzle_of(game: Game, name: str) -> Puzzle:
    """By its name, with or without leading noughts."""
    wanted = name.strip().rjust(3, "0")
    if wanted not in puzzle_names(game):
        raise UnknownName(f"{game.title} has no puzzle {name.strip()[:40]!r}; it has {_how_many(game)}")
    return Puzzle.loads(wanted, _folder(game.package).joinpath(f"{wanted}.json").read_text(encoding="utf-8"))


def todays_puzzle(game: Game, day: int) -> Puzzle:
    """Each day another, until all had their turn; days are counted from wherever one likes."""
    names = puzzle_names(game)
    if not names:
        raise UnknownName(f"{game.title} has no puzzles; `rumpus puzzles make {game.name}` finds some")
    return puzzle_of(game, names[day % len(names)])


def _how_many(game: Game) -> str:
    names = puzzle_names(game)
    return f"{names[0]} to {names[-1]}" if names else "none"


def _folder(package: str) -> Traversable:
    return resources.files(package).joinpath(FOLDER)


@functools.cache
def _names(package: str) -> tuple[str, ...]:
    folder = _folder(package)
    if not folder.is_dir():
        return ()
    return tuple(sorted(file.name[:-5] for file in folder.iterdir() if file.name.endswith(".json")))
