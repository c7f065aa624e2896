"""Puzzles: positions with one clearly best move. At a table a puzzle is a lesson of one step."""

from __future__ import annotations

import functools
import json
from collections import Counter
from collections.abc import Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from rumpus.core.content.lesson import Deal, Lesson, LessonStep
from rumpus.core.errors import BadRecord, UnknownName
from rumpus.core.game import Game
from rumpus.core.info_state import InfoState
from rumpus.core.numbers import parse_int
from rumpus.core.position import Position, Seat
from rumpus.core.record import Record
from rumpus.core.rng import SeededRng
from rumpus.core.system.files import decode_json, read_text, write_whole
from rumpus.core.words import listed

FILE = "puzzles.jsonl"
"""File in a game's package, with one puzzle per line."""
FOLDER = "puzzles"
"""Folder in a game's package, read too: one file per puzzle."""
MAX_BYTES = 50_000_000
NO_BOT = "nobody"
WORLDS = 100
"""Worlds sampled to count the cards of the other seats."""
MIN_COUNT = 20
"""Minimum count, of `WORLDS`, for a card to be mentioned. Certain ones are not mentioned either."""
MAX_SHOWN = (3, 2)
"""Cards mentioned per opponent: with one opponent, with several."""
GRADES = {"normal": 1, "hard": 2, NO_BOT: 3}
"""Difficulty of a puzzle, by the weakest bot that solves it."""


class PuzzleKey(Struct, forbid_unknown_fields=True):
    """The solution of a puzzle. Moves are in notation; probabilities use the seat's knowledge only."""

    seat: Seat
    best: str
    chance: float
    """Win probability of the best move."""
    gain: float
    """Difference to the win probability of the next best move."""
    error: float
    """Standard error of `gain`. 0: proven."""
    next: str
    grade: str
    """The weakest bot that solves it."""


class Puzzle(NamedTuple):
    """A record up to the position in question, with the solution in its header."""

    name: str
    record: Record
    key: PuzzleKey

    @property
    def level(self) -> int:
        """Returns the difficulty, from 1 (easiest) to 3."""
        return GRADES[self.key.grade]

    def dumps(self) -> str:
        """Returns the record's text with the solution in its header."""
        key = json.dumps(msgspec.to_builtins(self.key), ensure_ascii=False)
        return self.record.dumps().replace("{\n", f'{{\n  "puzzle": {key},\n', 1)

    def dump_line(self) -> str:
        """Returns the same object as one line of compact JSON, with its name."""
        record = {"name": self.name, **json.loads(self.dumps())}
        return json.dumps(record, ensure_ascii=False, separators=(",", ":"))

    @staticmethod
    def loads(name: str, text: str) -> Puzzle:
        record = Record.loads(text)
        try:
            key = msgspec.convert(json.loads(text).get("puzzle"), PuzzleKey)
        except msgspec.ValidationError as error:
            raise BadRecord(f"This is no puzzle: {error}.") from None
        if not 0 <= key.seat < len(record.players) or key.grade not in GRADES:
            raise BadRecord("This puzzle is damaged: its seat or its grade does not exist.")
        if not all(0 <= number <= 1 for number in (key.chance, key.gain, key.error)):
            raise BadRecord("This puzzle is damaged: its probabilities are not from 0 to 1.")
        return Puzzle(name, record, key)

    def position(self, game: Game) -> Position:
        position: Position | None = None
        for step in self.record.walk(game):
            position = step.position
        assert position is not None
        position.take_events()
        return position

    def info_state(self, game: Game) -> InfoState:
        """Returns the solver's information state. People are `@0`, `@1` … in its texts."""
        options = self.record.options_of(game)
        names = [f"@{seat}" for seat in range(len(self.record.players))]
        return InfoState(game, options, self.position(game), self.key.seat, SeededRng(f"puzzle {self.name}"), names)

    def best_moves_in_words(self, game: Game) -> tuple[str, str]:
        """Returns the best and the next best move as people say them."""
        info = self.info_state(game)
        world = info.sample(SeededRng("words"))
        best, other = (
            info.describe_move(game.parse_move(world, self.key.seat, words)) for words in (self.key.best, self.key.next)
        )
        return best, other

    def reason(self, game: Game) -> str:
        """Explains the best move: its win probability and that of the next best. For `with_names`."""
        best, other = self.best_moves_in_words(game)
        sure = "proven" if not self.key.error else f"give or take {max(1, round(200 * self.key.error))}"
        return (
            f"“{best}” wins {round(100 * self.key.chance)} of 100 from what is known here; the next best, “{other}”, "
            f"wins {round(100 * (self.key.chance - self.key.gain))} ({sure})."
        )

    def solution(self, game: Game) -> str:
        """Returns the reason and the likely cards of the other seats."""
        return f"{self.reason(game)} {self.likely_holdings(game)}".strip()

    def likely_holdings(self, game: Game) -> str:
        """Lists likely cards of the other seats, given the seat's knowledge. May be empty."""
        info = self.info_state(game)
        rng = SeededRng(f"likely {self.name}")
        held: list[Counter[str]] = [Counter() for _ in self.record.players]
        for _ in range(WORLDS):
            world = info.sample(rng)
            for seat, counts in enumerate(held):
                if seat != self.key.seat:
                    counts.update(game.secret_summary(world.view(seat)))
        found: list[str] = []
        for seat, counts in enumerate(held):
            open_ones = [(what, count) for what, count in counts.most_common() if MIN_COUNT <= count < WORLDS]
            likeliest = open_ones[: MAX_SHOWN[len(held) > 2]]
            if likeliest:
                words = [f"{what} ({round(100 * count / WORLDS)} %)" for what, count in likeliest]
                found.append(f"@{seat} {listed(words)}")
        return f"Likely held: {'; '.join(found)}." if found else ""

    def hint(self, game: Game) -> str:
        """Names the tempting second-best move."""
        tempting = self.best_moves_in_words(game)[1]
        return f"“{tempting}” is tempting. There is a move that wins {round(100 * self.key.gain)} more of 100."

    def lesson(self, game: Game) -> Lesson:
        """Returns a lesson of one step. The game goes on afterwards."""
        number = parse_int(self.name)
        step = LessonStep(
            title="Puzzle" if number is None else f"Puzzle {number}",
            say="**Find the best move.**",
            allow=[self.key.best],
            wrong="Not that one: another move wins much more often.",
        )
        moves = [f"{seat} {words}" for seat, words in self.record.moves]
        deal = Deal(self.record.seed, self.record.options, self.key.seat, moves, bot="normal")
        return Lesson(1, deal, [step], self.solution(game))


def puzzle_names(game: Game) -> Sequence[str]:
    """Returns the names of the game's puzzles, sorted."""
    return sorted(_texts(game.package)) if game.package else ()


def puzzle_of(game: Game, name: str) -> Puzzle:
    """Returns a puzzle by its name, with or without leading zeros."""
    wanted, names = name.strip().rjust(3, "0"), puzzle_names(game)
    if wanted not in names:
        there = f"{names[0]} to {names[-1]}" if names else "none"
        raise UnknownName(f"{game.title} has no puzzle {name.strip()[:40]!r}; it has {there}.")
    return Puzzle.loads(wanted, _texts(game.package)[wanted])


def todays_puzzle(game: Game, day: int) -> Puzzle:
    """Returns the puzzle of this day number: all of them in turn."""
    names = puzzle_names(game)
    if not names:
        raise UnknownName(f"{game.title} has no puzzles; `rumpus puzzles make {game.name}` finds some.")
    return puzzle_of(game, names[day % len(names)])


# --- files ---


class _PuzzleLine(Struct):
    name: str


def read_puzzles(path: Traversable) -> dict[str, str]:
    """Returns the text of every puzzle by name, from a file of lines or a folder of files."""
    if path.is_dir():
        files = sorted((file for file in path.iterdir() if file.name.endswith(".json")), key=lambda file: file.name)
        return {file.name.removesuffix(".json"): _text_in(file) for file in files}
    if not path.is_file():
        return {}
    lines = [line for line in _text_in(path).split("\n") if line]
    trouble = f"Cannot read {path.name}: a line is no puzzle"
    return {decode_json(line, trouble, _PuzzleLine).name: line for line in lines}


def _text_in(file: Traversable) -> str:
    # A package inside an archive has no paths, and nobody else has written its files.
    return read_text(file, MAX_BYTES, "puzzle file") if isinstance(file, Path) else file.read_text(encoding="utf-8")


def write_puzzle(path: Path, puzzle: Puzzle) -> None:
    """Adds or replaces a puzzle: as a file if `path` is a folder, else as a line of the file."""
    if path.is_dir():
        write_whole(path / f"{puzzle.name}.json", puzzle.dumps())
        return
    lines = {**read_puzzles(path), puzzle.name: puzzle.dump_line()}
    write_whole(path, "\n".join(lines.values()) + "\n")


def _home(package: str) -> Traversable:
    return resources.files(package)


@functools.cache
def _texts(package: str) -> dict[str, str]:
    home = _home(package)
    return {**read_puzzles(home.joinpath(FOLDER)), **read_puzzles(home.joinpath(FILE))}
