"""`train`: trains a network on a game's rules."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from rumpus.cli.commands.common import Changes, GameName
from rumpus.core.errors import BadOption

MAX_MINUTES = 10_000
OPPONENT_FRACTION = 1 / 8
"""Fraction of games against the players of --against, all together."""
Jobs = Annotated[int, typer.Option(min=0, max=256, help="Processes that play; 0: one per core.")]


def add_to(app: typer.Typer) -> None:
    app.command(rich_help_panel="Bots", epilog="Example: rumpus train GAME --minutes 10 --to cats.npz")(train)


def opponent_name(text: str) -> str:
    """Returns the name of a player. A file of weights is played by `learned`."""
    return f"learned:{text}" if text.endswith(".npz") and not text.startswith("learned:") else text


def train(
    game: GameName,
    minutes: Annotated[float, typer.Option(help="Training time in minutes.")] = 30,
    to: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="File for the weights; an existing one is trained further. Default: GAME.npz."
        ),
    ] = None,
    option: Changes = None,
    also: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE,…",
            help="Further options that the same network learns, in half of the games. Repeatable.",
        ),
    ] = None,
    imitate_greedy: Annotated[
        bool, typer.Option("--imitate-greedy", help="Start by imitating the greedy bot. Default: from the rules alone.")
    ] = False,
    against: Annotated[
        str,
        typer.Option(
            metavar="NAMES", help="Further opponents beside itself and greedy: search:30, normal, a file of weights …"
        ),
    ] = "",
    rollout_depth: Annotated[
        int | None, typer.Option(min=0, max=20, help="Decisions for which promising moves are rolled out in play.")
    ] = None,
    seed: Annotated[str, typer.Option(help="Seed, any text.")] = "1",
    jobs: Jobs = 0,
) -> None:
    """Train a small network by self-play; `learned:FILE` plays it."""
    from rumpus.cli.commands.progress import progress_bar
    from rumpus.core.catalogue import find_game
    from rumpus.core.options import parse_changes
    from rumpus.core.system.files import check_file
    from rumpus.players.catalogue import find_player, split_names
    from rumpus.training.messages import Opponent
    from rumpus.training.trainer import TrainingPlan, train_file

    found, changes = find_game(game), parse_changes(option or [])
    others = [opponent_name(name) for name in split_names(against)] if against else []
    tables = [parse_changes(changes.split(",")) for changes in also or []]
    for table in [changes, *tables]:
        found.options(table)
    for name in others:
        find_player(name, found, found.options(changes), "is there one?", timed=False)
    if not 0 < minutes <= MAX_MINUTES:
        raise BadOption(f"Cannot train for {minutes:g} minutes. Choose more than 0 and at most {MAX_MINUTES:,}.")
    path = to or Path(f"{found.name}.npz")
    check_file(path)
    with progress_bar(found.title) as bar:
        opponent = Opponent(others=[Opponent(name, OPPONENT_FRACTION / len(others)) for name in others])
        cores = jobs or os.cpu_count() or 1
        plans = TrainingPlan(
            minutes,
            seed,
            cores,
            opponent,
            rollout_depth=rollout_depth,
            also=tables,
            imitate=imitate_greedy,
            on_progress=bar.fraction,
            on_point=print,
        )
        trained = train_file(path, found, changes, plans)
    size = path.stat().st_size
    print(
        f"{path}: {size / 1000:.0f} KB after {trained.history['games']:,} games, begun {trained.history['began']}; "
        f"play against it with learned:{path}"
    )
