"""`solve`: the exact solution of a game small enough to have one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rumpus.core.errors import RumpusError
from rumpus.core.files import write_whole
from rumpus.terminal.commands.common import GameName, Json, complain, print_json

if TYPE_CHECKING:
    from rumpus.core.game import Game
    from rumpus.core.solver import Solution, Solver
    from rumpus.lab.exact import PolicyCheck

MOST_GAMES = 10_000_000


def add_to(app: typer.Typer) -> None:
    app.command(rich_help_panel="Find out")(solve)


def solve(
    game: GameName,
    what: Annotated[list[str] | None, typer.Argument(help="What to solve; without it, all there is.")] = None,
    pictures: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Also draws the way to it there, GAME-WHAT.png each.")
    ] = None,
    simulate: Annotated[
        int, typer.Option(metavar="GAMES", help="Plays so many games with each policy, to compare.")
    ] = 0,
    seed: Annotated[str, typer.Option(help="Any text: the same seed plays the same games.")] = "simulate",
    json: Json = False,
) -> None:
    """Solve a game exactly: the best chance to win, the way to it, and, where you say so, a picture of it."""
    from rumpus.core.catalogue import find_game
    from rumpus.core.solver import solver_of

    found = find_game(game)
    solver = solver_of(found)
    if solver is None:
        raise RumpusError(f"{found.title} is too large to be solved exactly; {_solvable()}")
    names = [solver.checked(name) for name in what] if what else list(solver.names())
    if not 0 <= simulate <= MOST_GAMES:
        raise RumpusError(f"0 to {MOST_GAMES:,} games can be simulated, not {simulate:,}")
    if pictures is not None and not pictures.is_dir():
        raise RumpusError(f"there is no folder {pictures} for the pictures")
    _solve_all(found, solver, names, pictures, simulate, seed, json)


def _solve_all(
    game: Game, solver: Solver, names: Sequence[str], folder: Path | None, games: int, seed: str, json: bool
) -> None:
    from rich.padding import Padding

    from rumpus.lab.exact import simulate
    from rumpus.lab.progress import progress_bar
    from rumpus.terminal.drawing import paper

    console = paper()
    told: list[dict[str, object]] = []

    def say(sentence: str) -> None:
        console.print(Padding(sentence, (0, 0, 0, 2)))

    for name in names:
        with progress_bar(name) as bar:
            solution = solver.solve(name, bar.share)
            check = simulate(game, solution, games, seed, bar.share) if games and _alone(game, solution) else None
        drawn = _draw(solution, folder, f"{game.name}-{name}.png") if folder is not None else None
        if json:
            told.append(_data(solution, check, drawn))
            continue
        console.print(f"{game.title}, {name}", style="bold")
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


def _solvable() -> str:
    from rumpus.core.catalogue import every_game
    from rumpus.core.solver import solver_of

    names = [game.name for game in every_game(complain) if solver_of(game) is not None]
    return f"{', '.join(names)} can be" if names else "none of the games here can be"
