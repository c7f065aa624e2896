"""`solve`: the exact solution of a game small enough to have one, by a solver of its own or by everybody's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rumpus.cli.commands.common import GameName, Json, print_json
from rumpus.core.errors import RumpusError
from rumpus.core.solver import LIMIT, PRECISION, ROUNDS
from rumpus.core.system.files import write_whole

if TYPE_CHECKING:
    from rich.table import Table

    from rumpus.core.game import Game
    from rumpus.core.options import Options
    from rumpus.core.solver import Progress, Solution
    from rumpus.lab.reports.exact import PolicyCheck
    from rumpus.solving.solve import TinySolution

MOST_GAMES = 10_000_000
ROWS = 40
"""Rows of a strategy that are printed; JSON has them all."""
NEVER = 0.0005
"""What is played more rarely than this is not printed."""


def add_to(app: typer.Typer) -> None:
    app.command(rich_help_panel="Find out")(solve)


def solve(
    game: GameName,
    what: Annotated[list[str] | None, typer.Argument(help="What to solve; without it, all there is.")] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", help="A number of the rules, name=value; may be given again.")
    ] = None,
    limit: Annotated[int, typer.Option(min=1, help="Looks at so many positions before a game is too large.")] = LIMIT,
    precision: Annotated[float, typer.Option(help="Stops when nobody could gain more, in payoffs.")] = PRECISION,
    rounds: Annotated[int, typer.Option(min=1, help="Stops after so many rounds at the latest.")] = ROUNDS,
    pictures: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Also draws the way to it there, GAME-WHAT.png each.")
    ] = None,
    simulate: Annotated[
        int, typer.Option(metavar="GAMES", help="Plays so many games with each policy, to compare.")
    ] = 0,
    seed: Annotated[str, typer.Option(help="Any text: the same seed plays the same games.")] = "simulate",
    json: Json = False,
) -> None:
    """Solve a game exactly: what the best play is worth, the way to it, and, where you say so, a picture of it.

    Any game that is tiny enough can be solved; limit, precision and rounds are for those without a solver of their own.
    """
    from rumpus.core.catalogue import find_game
    from rumpus.core.options import parse_changes
    from rumpus.core.solver import solver_of

    found = find_game(game)
    options = found.options(parse_changes(option or []))
    solver = solver_of(found)
    if solver is None:
        if what or pictures is not None or simulate:
            raise RumpusError(
                f"{found.title} has no solver of its own: it is solved as a whole, without pictures and simulations"
            )
        _solve_tiny(found, options, limit, precision, rounds, json)
        return
    if option and what:
        raise RumpusError("say what to solve, or with which numbers a match is played, and not both")
    names = [solver.checked(name) for name in what] if what else list(solver.names())
    if not 0 <= simulate <= MOST_GAMES:
        raise RumpusError(f"0 to {MOST_GAMES:,} games can be simulated, not {simulate:,}")
    if pictures is not None and not pictures.is_dir():
        raise RumpusError(f"there is no folder {pictures} for the pictures")
    if option:
        _solve_all(found, [lambda progress: solver.solve_match(options, progress)], pictures, simulate, seed, json)
    else:
        _solve_all(found, [partial(solver.solve, name) for name in names], pictures, simulate, seed, json)


def _solve_tiny(game: Game, options: Options, limit: int, precision: float, rounds: int, json: bool) -> None:
    from rich.padding import Padding

    from rumpus.cli.commands.progress import progress_bar
    from rumpus.core.extras import lacking
    from rumpus.terminal.drawing import paper

    try:
        from rumpus.solving.solve import solve_tiny
    except ModuleNotFoundError as error:
        raise lacking(error) from None
    with progress_bar(game.title) as bar:
        solution = solve_tiny(game, options, limit, precision, rounds, bar.share)
    if json:
        print_json(
            {"game": game.name, "version": game.version, "options": options.changed(), "solution": solution.figures()}
        )
        return
    console = paper()
    console.print(game.title, style="bold")
    for sentence in solution.sentences():
        console.print(Padding(sentence, (0, 0, 0, 2)))
    console.print(_table(solution))
    if len(solution.strategy) > ROWS:
        console.print(f"  … and {len(solution.strategy) - ROWS:,} more; --json lists them all.")


def _table(solution: TinySolution) -> Table:
    """The strategy as rows: who, what they know, and what they do how often."""
    from rich.box import SIMPLE
    from rich.table import Table

    from rumpus.core.outcome import in_coin

    table = Table(box=SIMPLE)
    for heading in ("player", "knows", "plays"):
        table.add_column(heading)
    for row in solution.strategy[:ROWS]:
        said = [words if share > 1 - NEVER else f"{words} {share:.1%}" for words, share in row.moves if share >= NEVER]
        if row.worths:
            worths = [in_coin(worth, solution.game.stake) for worth in row.worths]
            others = [f"{words} {worth}" for (words, _), worth in zip(row.moves, worths, strict=True)]
            said.append(f"({'; '.join(others)})")
        table.add_row(str(row.seat + 1), row.knows, ", ".join(said))
    return table


def _solve_all(
    game: Game,
    solvings: Sequence[Callable[[Progress], Solution]],
    folder: Path | None,
    games: int,
    seed: str,
    json: bool,
) -> None:
    from rich.padding import Padding

    from rumpus.cli.commands.progress import progress_bar
    from rumpus.lab.reports.exact import simulate
    from rumpus.terminal.drawing import paper

    console = paper()
    told: list[dict[str, object]] = []

    def say(sentence: str) -> None:
        console.print(Padding(sentence, (0, 0, 0, 2)))

    for solve_one in solvings:
        with progress_bar(game.title) as bar:
            solution = solve_one(bar.share)
            check = simulate(game, solution, games, seed, bar.share) if games and _alone(game, solution) else None
        drawn = _draw(solution, folder, f"{game.name}-{solution.name}.png") if folder is not None else None
        if json:
            told.append(_data(solution, check, drawn))
            continue
        console.print(f"{game.title}, {solution.name}", style="bold")
        for sentence in solution.sentences():
            say(sentence)
        if check is not None:
            say(_compared(solution, check))
        elif games:
            say("A policy for a match of two is not simulated: there is no house to play against.")
        if drawn is not None:
            console.print(f"  The picture is in {drawn}", soft_wrap=True)
    if json:
        print_json({"game": game.name, "version": game.version, "solutions": told})


def _alone(game: Game, solution: Solution) -> bool:
    return game.seats(solution.options) == 1


def _compared(solution: Solution, check: PolicyCheck) -> str:
    verdict = "agrees with" if check.agrees(solution.value) else "DOES NOT AGREE with"
    return (
        f"{check.games:,} games with this policy: {check.rate:.3%} won, ± {1.96 * check.error:.3%}; "
        f"this {verdict} the exact {solution.value:.3%}."
    )


def _data(solution: Solution, check: PolicyCheck | None, drawn: Path | None) -> dict[str, object]:
    data: dict[str, object] = {"name": solution.name, "value": solution.value, "figures": solution.figures()}
    if check is not None:
        data["simulation"] = {
            "games": check.games,
            "won": check.won,
            "rate": check.rate,
            "standard error": check.error,
            "agrees": check.agrees(solution.value),
        }
    if drawn is not None:
        data["picture"] = str(drawn)
    return data


def _draw(solution: Solution, folder: Path, name: str) -> Path:
    path = folder / name
    try:
        write_whole(path, solution.picture())
    except OSError as error:
        raise RumpusError(f"{path} cannot be written: {error.strerror or error}") from None
    return path
