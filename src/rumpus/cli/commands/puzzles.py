"""`rumpus puzzles`: finds, checks, grades and plays puzzles."""

from __future__ import annotations

import contextlib
import os
from collections import Counter
from collections.abc import Callable
from datetime import date
from functools import cache, partial
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from msgspec import Struct
from rich.console import Console
from rich.text import Text

from rumpus.cli.commands.common import Changes, GameName, Jobs
from rumpus.cli.commands.progress import progress_bar
from rumpus.core.catalogue import find_game, game_names
from rumpus.core.content.puzzle import (
    FILE,
    GRADES,
    Puzzle,
    puzzle_names,
    puzzle_of,
    read_puzzles,
    todays_puzzle,
    write_puzzle,
)
from rumpus.core.errors import BadRecord, RumpusError
from rumpus.core.numbers import parse_int
from rumpus.core.options import Value, parse_changes
from rumpus.core.position import Seat
from rumpus.core.system.files import (
    SMALL_FILE,
    CannotWrite,
    check_file,
    check_folder,
    data_file,
    read_json,
    write_whole,
)
from rumpus.core.words import as_sentence, counted, seen_from, with_names
from rumpus.lab.simulation.workers import working
from rumpus.review.puzzles import fault_in, grade_of, puzzles_in, seed_of
from rumpus.review.win_probability import WinEstimator, win_estimator
from rumpus.table.match import Match
from rumpus.table.seat_view import SeatView
from rumpus.terminal.plain import PlainTable, Quit
from rumpus.terminal.seating import Seating
from rumpus.terminal.sessions import LocalSession

MAX_GAMES = 10_000_000
MAX_NUMBER = 1_000_000_000_000
"""Highest number of a first game."""

app = typer.Typer(no_args_is_help=True, add_completion=False, help="Puzzles: play, make, grade and check them.")


# --- finding ---


@app.command(epilog="Example: rumpus puzzles make GAME --games 500 --to puzzles.jsonl")
def make(
    game: GameName,
    games: Annotated[int, typer.Option(min=1, max=MAX_GAMES, help="Games between bots to search.")] = 100,
    first: Annotated[
        int, typer.Option(min=0, max=MAX_NUMBER, help="Number of the first game. Equal numbers give equal games.")
    ] = 0,
    most: Annotated[int, typer.Option(min=1, max=MAX_GAMES, help="Number of puzzles after which to stop.")] = 100,
    to: Annotated[Path, typer.Option(metavar="FILE", help="File to add them to, one per line.")] = Path(FILE),
    option: Changes = None,
    jobs: Jobs = 0,
) -> None:
    """Find puzzles in games between bots. Ctrl-C ends the search."""
    found = find_game(game)
    changes = found.options(parse_changes(option or [])).changed()
    _check_puzzle_file(to)
    number = max((parse_int(name) or 0 for name in read_puzzles(to)), default=0)
    to.parent.mkdir(parents=True, exist_ok=True)
    count = done = 0
    with contextlib.suppress(KeyboardInterrupt), working(jobs) as workers, progress_bar(found.title) as bar:
        job = partial(_find_in_game, found.name, changes)
        for _, texts in workers.map(job, range(first, first + games)):
            done += 1
            bar.count(done, games)
            for text in texts:
                count += 1
                write_puzzle(to, Puzzle.loads(f"{number + count:03}", text))
            if count >= most:
                break
    print(f"{counted(count, 'puzzle')} from {counted(done, 'game')} of {found.title}, in {to}")


def _check_puzzle_file(path: Path) -> None:
    """Refuses a file or folder to which puzzles cannot be written."""
    if os.path.isdir(path):
        check_folder(path)
    else:
        check_file(path, create_folder=True)


@cache
def _estimator(name: str, changes: bytes) -> WinEstimator:
    game = find_game(name)
    return win_estimator(game, game.options(msgspec.json.decode(changes)))


def _find_in_game(name: str, changes: dict[str, Value], number: int) -> list[str]:
    return [puzzle.dumps() for puzzle in puzzles_in(_estimator(name, msgspec.json.encode(changes)), number)]


@app.command(epilog="Example: rumpus puzzles check GAME")
def check(
    game: Annotated[list[str] | None, typer.Argument(metavar="GAME", help="Games to check. Default: all.")] = None,
    jobs: Jobs = 0,
) -> None:
    """Check every installed puzzle again, with the budget stated in its file."""
    pieces = [(name, puzzle) for name in game or game_names() for puzzle in puzzle_names(find_game(name))]
    wrong: list[str] = []
    with working(jobs) as workers, progress_bar("puzzles") as bar:
        for done, ((name, puzzle), said) in enumerate(workers.map(_fault, pieces), 1):
            bar.count(done, len(pieces))
            if said:
                wrong.append(f"{name} {puzzle}: {said}")
    if wrong:
        raise BadRecord("; ".join(sorted(wrong)))
    print(f"{counted(len(pieces), 'puzzle')} checked: each still has exactly one best move")


def _fault(piece: tuple[str, str]) -> str:
    name, number = piece
    game = find_game(name)
    puzzle = puzzle_of(game, number)
    return fault_in(_estimator(name, msgspec.json.encode(puzzle.record.options)), puzzle)


@app.command(epilog="Example: rumpus puzzles grade puzzles.jsonl")
def grade(
    path: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="File of puzzles as `rumpus puzzles make` writes it, or a folder of such files."
        ),
    ],
    jobs: Jobs = 0,
) -> None:
    """Grade puzzles anew, by the weakest bot that solves each."""
    puzzles = {name: Puzzle.loads(name, text) for name, text in read_puzzles(path).items()}
    if not puzzles:
        raise BadRecord(f"There are no puzzles in {path}.")
    _check_puzzle_file(path)
    found: Counter[str] = Counter()
    easy: list[str] = []
    with working(jobs) as workers, progress_bar("puzzles") as bar:
        pieces = [(name, puzzle.dumps()) for name, puzzle in puzzles.items()]
        for done, ((name, _), grade) in enumerate(workers.map(_grade, pieces), 1):
            bar.count(done, len(pieces))
            if not grade:
                easy.append(name)
                continue
            found[grade] += 1
            if grade != puzzles[name].key.grade:
                puzzles[name].key.grade = grade
                write_puzzle(path, puzzles[name])
    print(", ".join(f"{found[name]} found by {name}" for name in GRADES))
    if easy:
        raise BadRecord(f"`easy` solves these, so they are too easy for puzzles: {', '.join(sorted(easy))}.")


def _grade(piece: tuple[str, str]) -> str:
    """Returns the weakest bot to solve a puzzle; empty if `easy` does."""
    puzzle = Puzzle.loads(*piece)
    game = find_game(puzzle.record.game)
    best = game.parse_move(puzzle.position(game), puzzle.key.seat, puzzle.key.best)
    return grade_of(puzzle.info_state(game), best, seed_of(puzzle.record))


# --- solving ---


class Streak(Struct):
    """Days in a row with a solved puzzle; `last` is a proleptic ordinal."""

    days: int = 0
    last: int = 0

    def solved(self, day: int) -> None:
        if day != self.last:
            self.days = self.days + 1 if day == self.last + 1 else 1
            self.last = day


@app.command(epilog="Example: rumpus puzzles play GAME 17")
def play(
    game: GameName,
    puzzle: Annotated[
        str | None, typer.Argument(metavar="NUMBER", help="Number of the puzzle. Default: today's.")
    ] = None,
) -> None:
    """Solve a puzzle: one move is much better than all others."""
    found = find_game(game)
    today = date.today().toordinal()
    chosen = todays_puzzle(found, today) if puzzle is None else puzzle_of(found, puzzle)
    if PuzzleTable(chosen, _session(chosen)).run():
        print(_count_streak(found.name, today))


def _session(puzzle: Puzzle) -> LocalSession:
    """A session at the puzzle's seat, without bots."""
    match = Match.resume(find_game(puzzle.record.game), puzzle.record)
    return LocalSession(match, Seating(puzzle.record.players, {}))


def _count_streak(game: str, day: int) -> str:
    try:
        path = data_file("puzzles.json")
    except CannotWrite as error:
        return f"Your streak is not saved. {error}"
    streaks: dict[str, Streak] = {}
    with contextlib.suppress(BadRecord):
        streaks = read_json(path, SMALL_FILE, "list of days", dict[str, Streak])
    streak = streaks.setdefault(game, Streak())
    streak.solved(day)
    write_whole(path, msgspec.json.encode(streaks))
    return f"{counted(streak.days, 'day')} in a row."


class PuzzleTable(PlainTable):
    """A position and one question. A wrong answer changes nothing."""

    def __init__(
        self,
        puzzle: Puzzle,
        session: LocalSession,
        console: Console | None = None,
        read: Callable[[str], str] | None = None,
    ) -> None:
        super().__init__(session, console, read)
        self.puzzle = puzzle
        self.local = session
        self.tries = 0

    def run(self) -> bool:
        """Runs until solved or given up; returns True if solved."""
        puzzle, session = self.puzzle, self.session
        seat = puzzle.key.seat
        session.take_keyboard(seat)
        stars = "★" * puzzle.level
        self.print(Text(f"{session.game.title}, puzzle {puzzle.name} {stars}", style="bold"))
        for line in session.log(seat)[-3:]:
            self.print(Text(line.text, style="dim"))
        view = session.seat_view(seat)
        self.show(view)
        self.list_offers(view.offers)
        self.print()
        self.print(Text(f"{session.names[seat]} to move. Find the best move.", style="bold"))
        self.print(Text("Type a number or a name; hint, solution, ? for help, quit to leave.", style="dim"))
        try:
            return self.solve(seat, view)
        except (Quit, EOFError):
            self.print(Text("Left. You can return to this puzzle by its number."))
            return False

    def solve(self, seat: Seat, view: SeatView) -> bool:
        game = self.session.game
        best = game.parse_move(self.local.match.position, seat, self.puzzle.key.best)
        while True:
            text = self.read("> ").strip()
            try:
                if text.lower() == "solution":
                    self.print(self.reason())
                    return False
                if text.lower() == "hint":
                    self.print(Text(self.hint_text(view, best), style="magenta"))
                elif text and not self.command(text, seat, view):
                    self.tries += 1
                    if self.session.parse_move(seat, text) == best:
                        self.print(Text("Correct!", style="bold green"))
                        self.print(self.reason())
                        return True
                    self.print(Text("No. Another move wins much more often.", style="red"))
            except RumpusError as error:
                self.print(Text(as_sentence(str(error)), style="red"))

    def hint_text(self, view: SeatView, best: int) -> str:
        """Half of the moves, the solution among them."""
        offers = view.offers
        place = next(at for at, offer in enumerate(offers) if offer.move == best)
        half = max(2, len(offers) // 2)
        start = max(0, min(place - half // 2, len(offers) - half))
        return "It is one of these: " + ", ".join(offer.says for offer in offers[start : start + half]) + "."

    def reason(self) -> Text:
        people = seen_from(self.puzzle.record.players, self.puzzle.key.seat)
        return Text(with_names(self.puzzle.solution(self.session.game), people), style="green")
