"""`rumpus puzzles`: find them in games of bots, solve today's, and check those that come with a game."""

from __future__ import annotations

import contextlib
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

from rumpus.cli.commands.common import Changes, GameName
from rumpus.cli.commands.progress import progress_bar
from rumpus.cli.commands.strength import Jobs
from rumpus.core.catalogue import find_game, game_names
from rumpus.core.content.puzzle import GRADES, Puzzle, puzzle_names, puzzle_of, todays_puzzle
from rumpus.core.errors import BadRecord, RumpusError
from rumpus.core.options import Value, parse_changes
from rumpus.core.position import Seat
from rumpus.core.system.files import data_folder, write_whole
from rumpus.core.words import counted, seen_from, with_names
from rumpus.lab.simulation.workers import working
from rumpus.review.puzzles import complaint, grade_of, puzzles_in, seed_of
from rumpus.review.win_probability import Gauge, gauge_of
from rumpus.table.match import Match
from rumpus.table.seat_view import Sight
from rumpus.terminal.plain import PlainTable, Quit
from rumpus.terminal.seating import Seating
from rumpus.terminal.sessions import LocalHost

app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False)


# --- finding ---


@app.command()
def make(
    game: GameName,
    games: Annotated[int, typer.Option(min=1, help="So many games of bots are looked through.")] = 100,
    first: Annotated[int, typer.Option(min=0, help="The number of the first one: the same number, the same game.")] = 0,
    most: Annotated[int, typer.Option(min=1, help="Stops when so many are found.")] = 100,
    to: Annotated[Path, typer.Option(metavar="FOLDER", help="Where their files go.")] = Path("puzzles"),
    option: Changes = None,
    jobs: Jobs = 0,
) -> None:
    """Find moments at which one move is much better than all others, and `easy` does not see it. Ctrl-C ends it."""
    found = find_game(game)
    changes = found.options(parse_changes(option or [])).changed()
    to.mkdir(parents=True, exist_ok=True)
    number = max((int(path.stem) for path in to.glob("*.json") if path.stem.isdigit()), default=0)
    count = done = 0
    with contextlib.suppress(KeyboardInterrupt), working(jobs) as workers, progress_bar(found.title) as bar:
        job = partial(_in_game, found.name, changes)
        for _, texts in workers.map(job, range(first, first + games)):
            done += 1
            bar.count(done, games)
            for text in texts:
                count += 1
                write_whole(to / f"{number + count:03}.json", text)
            if count >= most:
                break
    print(f"{counted(count, 'puzzle')} from {counted(done, 'game')} of {found.title}, in {to}")


@cache
def _gauge(name: str, changes: bytes) -> Gauge:
    game = find_game(name)
    return gauge_of(game, game.options(msgspec.json.decode(changes)))


def _in_game(name: str, changes: dict[str, Value], number: int) -> list[str]:
    return [puzzle.dumps() for puzzle in puzzles_in(_gauge(name, msgspec.json.encode(changes)), number)]


@app.command()
def check(
    game: Annotated[list[str] | None, typer.Argument(metavar="GAME", help="By default all that are installed.")] = None,
    jobs: Jobs = 0,
) -> None:
    """Look again at every puzzle that comes with a game, at the budget that its files state."""
    pieces = [(name, puzzle) for name in game or game_names() for puzzle in puzzle_names(find_game(name))]
    wrong: list[str] = []
    with working(jobs) as workers, progress_bar("puzzles") as bar:
        for done, ((name, puzzle), said) in enumerate(workers.map(_complaint, pieces), 1):
            bar.count(done, len(pieces))
            if said:
                wrong.append(f"{name} {puzzle}: {said}")
    if wrong:
        raise BadRecord("; ".join(sorted(wrong)))
    print(f"{counted(len(pieces), 'puzzle')} looked at again: in each the move is still the only one")


def _complaint(piece: tuple[str, str]) -> str:
    name, number = piece
    game = find_game(name)
    puzzle = puzzle_of(game, number)
    return complaint(_gauge(name, msgspec.json.encode(puzzle.record.options)), puzzle)


@app.command()
def grade(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Of puzzles, such as `make` writes.")],
    jobs: Jobs = 0,
) -> None:
    """Grade puzzles anew, by the bots of today."""
    paths = sorted(folder.glob("*.json"))
    if not paths:
        raise BadRecord(f"there are no puzzles in {folder}")
    found: Counter[str] = Counter()
    easy: list[str] = []
    with working(jobs) as workers, progress_bar("puzzles") as bar:
        for done, (path, grade) in enumerate(workers.map(_graded, paths), 1):
            bar.count(done, len(paths))
            if grade:
                found[grade] += 1
            else:
                easy.append(path.stem)
    print(", ".join(f"{found[name]} found by {name}" for name in GRADES))
    if easy:
        raise BadRecord(f"`easy` finds these, so they are no puzzles any more: {', '.join(sorted(easy))}")


def _graded(path: Path) -> str:
    """The grade, which is written into the file; none, and nothing is written, where `easy` finds it."""
    puzzle = Puzzle.loads(path.stem, path.read_text(encoding="utf-8"))
    game = find_game(puzzle.record.game)
    chair = puzzle.chair(game)
    grade = grade_of(chair, game.read(puzzle.position(game), puzzle.key.seat, puzzle.key.best), seed_of(puzzle.record))
    if grade and grade != puzzle.key.grade:
        puzzle.key.grade = grade
        write_whole(path, puzzle.dumps())
    return grade


# --- solving ---


class Streak(Struct):
    """On how many days in a row one was solved, and the last of them, counted from the year 1."""

    days: int = 0
    last: int = 0

    def solved(self, day: int) -> None:
        if day != self.last:
            self.days = self.days + 1 if day == self.last + 1 else 1
            self.last = day


@app.command()
def play(
    game: GameName,
    puzzle: Annotated[str | None, typer.Argument(metavar="NUMBER", help="By default today's.")] = None,
) -> None:
    """Solve a puzzle: one move is much better than all others."""
    found = find_game(game)
    today = date.today().toordinal()
    chosen = todays_puzzle(found, today) if puzzle is None else puzzle_of(found, puzzle)
    if PuzzleTable(chosen, _host(chosen)).run():
        print(_counted_in(found.name, today))


def _host(puzzle: Puzzle) -> LocalHost:
    """Somebody at the seat in question; nobody else will decide anything."""
    match = Match.resume(find_game(puzzle.record.game), puzzle.record)
    return LocalHost(match, Seating(puzzle.record.players, {}))


def _counted_in(game: str, day: int) -> str:
    path = data_folder() / "puzzles.json"
    streaks: dict[str, Streak] = {}
    if path.exists():
        with contextlib.suppress(msgspec.MsgspecError):
            streaks = msgspec.json.decode(path.read_bytes(), type=dict[str, Streak])
    streak = streaks.setdefault(game, Streak())
    streak.solved(day)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, msgspec.json.encode(streaks))
    return f"{counted(streak.days, 'day')} in a row."


class PuzzleTable(PlainTable):
    """The table as it stood, and one question; a wrong answer changes nothing."""

    def __init__(
        self,
        puzzle: Puzzle,
        host: LocalHost,
        console: Console | None = None,
        read: Callable[[str], str] | None = None,
    ) -> None:
        super().__init__(host, console, read)
        self.puzzle = puzzle
        self.local = host
        self.tries = 0

    def run(self) -> bool:
        """Until it is solved or given up; says whether it was solved."""
        puzzle, host = self.puzzle, self.host
        seat = puzzle.key.seat
        host.sit_down(seat)
        stars = "★" * puzzle.level
        self.say(Text(f"{host.game.title}, puzzle {puzzle.name} {stars}", style="bold"))
        for line in host.log(seat)[-3:]:
            self.say(Text(line.text, style="dim"))
        sight = host.sight(seat)
        self.show(seat, sight)
        self.list_offers(sight.offers)
        self.say()
        self.say(Text(f"{host.names[seat]} decides: one move is much better than all others. Which?", style="bold"))
        self.say(Text("A number or a name; hint, solution, ? explains, quit leaves.", style="dim"))
        try:
            return self.solve(seat, sight)
        except (Quit, EOFError):
            self.say(Text("Left. It is still there tomorrow, by its number."))
            return False

    def solve(self, seat: Seat, sight: Sight) -> bool:
        game = self.host.game
        best = game.read(self.local.match.position, seat, self.puzzle.key.best)
        while True:
            text = self.read("> ").strip()
            try:
                if text.lower() == "solution":
                    self.say(self.reason())
                    return False
                if text.lower() == "hint":
                    self.say(Text(self.hint_words(sight, best), style="magenta"))
                elif text and not self.command(text, seat, sight):
                    self.tries += 1
                    if self.host.understand(seat, text) == best:
                        self.say(Text("Yes!", style="bold green"))
                        self.say(self.reason())
                        return True
                    self.say(Text("No: there is a move that wins much more often.", style="red"))
            except RumpusError as error:
                self.say(Text(str(error), style="red"))

    def hint_words(self, sight: Sight, best: int) -> str:
        """Half of the moves, with the right one among them."""
        offers = sight.offers
        place = next(at for at, offer in enumerate(offers) if offer.move == best)
        half = max(2, len(offers) // 2)
        start = max(0, min(place - half // 2, len(offers) - half))
        return "It is one of these: " + ", ".join(offer.says for offer in offers[start : start + half]) + "."

    def reason(self) -> Text:
        people = seen_from(self.puzzle.record.players, self.puzzle.key.seat)
        return Text(with_names(self.puzzle.solution(self.host.game), people), style="green")
