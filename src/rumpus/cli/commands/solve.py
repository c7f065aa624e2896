"""`solve`: the exact solution of a small game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rumpus.cli.commands.common import Changes, GameName, JsonOption, print_json
from rumpus.core.errors import RumpusError
from rumpus.core.solver import MAX_ITERATIONS, MAX_POSITIONS, PRECISION
from rumpus.core.system.files import check_folder, errors_named, write_whole

if TYPE_CHECKING:
    from rich.table import Table

    from rumpus.core.game import Game
    from rumpus.core.options import Options
    from rumpus.core.solver import Progress, Solution
    from rumpus.lab.reports.exact import PolicyCheck
    from rumpus.solving.solve import SmallGameSolution

MAX_GAMES = 10_000_000
MAX_ROWS = 40
"""Printed rows of a strategy; JSON has all."""
MIN_PROBABILITY = 0.0005
"""Moves with a lower probability are not printed."""


def add_to(app: typer.Typer) -> None:
    app.command(rich_help_panel="Find out", epilog="Example: rumpus solve GAME uniform")(solve)


def solve(
    game: GameName,
    what: Annotated[list[str] | None, typer.Argument(metavar="WHAT", help="Parts to solve. Default: all.")] = None,
    option: Changes = None,
    limit: Annotated[int, typer.Option(min=1, help="Maximum number of positions.")] = MAX_POSITIONS,
    precision: Annotated[
        float, typer.Option(min=0, max=1000, help="Gain of a best response, in payoffs, below which to stop.")
    ] = PRECISION,
    rounds: Annotated[int, typer.Option(min=1, help="Maximum number of iterations.")] = MAX_ITERATIONS,
    pictures: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Folder for pictures of the solutions, GAME-WHAT.png each.")
    ] = None,
    simulate: Annotated[int, typer.Option(metavar="GAMES", help="Games to play with each policy, for comparison.")] = 0,
    seed: Annotated[str, typer.Option(help="Seed, any text. Equal seeds give equal games.")] = "simulate",
    json: JsonOption = False,
) -> None:
    """Solve a game exactly: its value, an optimal strategy and, on request, a picture.

    Any game that is small enough can be solved.
    --limit, --precision and --rounds hold for games without a solver of their own.
    """
    from rumpus.core.catalogue import find_game
    from rumpus.core.options import parse_changes
    from rumpus.core.solver import solver_of

    found = find_game(game)
    options = found.options(parse_changes(option or []))
    solver = solver_of(found)
    if solver is None:
        if what or pictures is not None or simulate:
            whole = "so it is solved as a whole, without parts, pictures and simulations"
            raise RumpusError(f"{found.title} has no solver, {whole}.")
        _solve_small(found, options, limit, precision, rounds, json)
        return
    if option and what:
        raise RumpusError("Give a part to solve, or options of a match, but not both.")
    names = [solver.checked(name) for name in what] if what else list(solver.names())
    if not 0 <= simulate <= MAX_GAMES:
        raise RumpusError(f"Cannot simulate {simulate:,} games. Choose 0 to {MAX_GAMES:,}.")
    if pictures is not None:
        check_folder(pictures)
    solvings = [partial(solver.solve_match, options)] if option else [partial(solver.solve, name) for name in names]
    _solve_all(found, solvings, pictures, simulate, seed, json)


def _solve_small(game: Game, options: Options, limit: int, precision: float, rounds: int, json: bool) -> None:
    from rich.padding import Padding

    from rumpus.cli.commands.progress import progress_bar
    from rumpus.core.extras import missing_extra
    from rumpus.terminal.drawing import plain_console

    try:
        from rumpus.solving.solve import solve_small
    except ModuleNotFoundError as error:
        raise missing_extra(error) from None
    with progress_bar(game.title) as bar:
        solution = solve_small(game, options, limit, precision, rounds, bar.fraction)
    if json:
        named = {"game": game.name, "version": game.version, "options": options.changed()}
        print_json({**named, "solution": solution.figures()})
        return
    console = plain_console()
    console.print(game.title, style="bold")
    for sentence in solution.sentences():
        console.print(Padding(sentence, (0, 0, 0, 2)))
    console.print(_table(solution))
    if len(solution.strategy) > MAX_ROWS:
        console.print(f"  … and {len(solution.strategy) - MAX_ROWS:,} more; --json lists them all.")


def _table(solution: SmallGameSolution) -> Table:
    """The strategy: player, knowledge, and probability of each move."""
    from rich.box import SIMPLE
    from rich.table import Table

    from rumpus.core.outcome import format_payoff

    table = Table(box=SIMPLE)
    for heading in ("player", "knows", "plays"):
        table.add_column(heading)
    for row in solution.strategy[:MAX_ROWS]:
        said = [
            words if share > 1 - MIN_PROBABILITY else f"{words} {share:.1%}"
            for words, share in row.moves
            if share >= MIN_PROBABILITY
        ]
        if row.values:
            values = [format_payoff(value, solution.game.payoff_unit) for value in row.values]
            others = [f"{words} {value}" for (words, _), value in zip(row.moves, values, strict=True)]
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
    from rumpus.terminal.drawing import plain_console

    console = plain_console()
    told: list[dict[str, object]] = []

    def say(sentence: str) -> None:
        console.print(Padding(sentence, (0, 0, 0, 2)))

    for solve_one in solvings:
        with progress_bar(game.title) as bar:
            solution = solve_one(bar.fraction)
            alone = game.seats(solution.options) == 1
            check = simulate(game, solution, games, seed, bar.fraction) if games and alone else None
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
            say("A policy for a match of two is not simulated: it has no opponent to play against.")
        if drawn is not None:
            console.print(f"  The picture is in {drawn}", soft_wrap=True)
    if json:
        print_json({"game": game.name, "version": game.version, "solutions": told})


def _compared(solution: Solution, check: PolicyCheck) -> str:
    from rumpus.stats.estimates import Z95

    verdict = "agrees with" if check.agrees(solution.value) else "DOES NOT AGREE with"
    return (
        f"{check.games:,} games with this policy: {check.rate:.3%} won, ± {Z95 * check.error:.3%}; "
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
    with errors_named(path):
        write_whole(path, solution.picture())
    return path
