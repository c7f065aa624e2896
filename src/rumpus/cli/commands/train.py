"""`train`: a player that learns a game from its rules alone."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from rumpus.cli.commands.common import Changes, GameName
from rumpus.core.errors import BadOption

MOST_MINUTES = 10_000
OTHERS = 1 / 8
"""Share of the games in which those named by --against are met, all together."""
Jobs = Annotated[int, typer.Option(min=0, max=256, help="Processes that play; 0 is one per core.")]


def add_to(app: typer.Typer) -> None:
    app.command(rich_help_panel="Bots")(train)


def train(
    game: GameName,
    minutes: Annotated[float, typer.Option(help="How long; the longer, the stronger.")] = 30,
    to: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where the weights go; one that is there is trained on."),
    ] = None,
    option: Changes = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="Begin with games of the greedy bot; without, from the rules alone.")
    ] = False,
    against: Annotated[
        str,
        typer.Option(metavar="PLAYERS", help="Whom to meet beside oneself and greedy, as in search:30,normal."),
    ] = "",
    ahead: Annotated[
        int | None,
        typer.Option(min=0, max=20, help="When it plays: decisions for which promising moves are played on."),
    ] = None,
    seed: Annotated[str, typer.Option(help="Any text: where luck starts.")] = "1",
    jobs: Jobs = 0,
) -> None:
    """Let a small network learn a game by playing against itself; play it with `learned:FILE`."""
    from rumpus.cli.commands.progress import progress_bar
    from rumpus.core.catalogue import find_game
    from rumpus.core.options import parse_changes
    from rumpus.players.catalogue import find_player, split_names
    from rumpus.training.messages import Rival
    from rumpus.training.trainer import Plans, train_on

    found, changes = find_game(game), parse_changes(option or [])
    others = split_names(against) if against else []
    for name in others:
        find_player(name, found, found.options(changes), "is there one?", timed=False)
    if not 0 < minutes <= MOST_MINUTES:
        raise BadOption(f"training takes more than 0 and at most {MOST_MINUTES:,} minutes, not {minutes:g}")
    path = to or Path(f"{found.name}.npz")
    with progress_bar(found.title) as bar:
        rival = Rival(others=[Rival(name, OTHERS / len(others)) for name in others])
        cores = jobs or os.cpu_count() or 1
        plans = Plans(minutes, seed, cores, rival, decisions=ahead, watch=watch, told=bar.share, pointed=print)
        trained = train_on(path, found, changes, plans)
    size = path.stat().st_size
    print(
        f"{path}: {size / 1000:.0f} KB after {trained.history['games']:,} games, begun {trained.history['began']}; "
        f"play against it with learned:{path}"
    )
