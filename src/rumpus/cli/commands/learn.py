"""`learn`: a guided first game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rumpus.cli.commands.common import complete_game


def add_to(app: typer.Typer) -> None:
    app.command(rich_help_panel="Play")(learn)


def learn(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="As `rumpus games` lists it.", autocompletion=complete_game)
    ],
    plain: Annotated[bool, typer.Option("--plain", help="Line by line instead of the full screen.")] = False,
    again: Annotated[bool, typer.Option("--again", help="From its first step, not from where you left it.")] = False,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where it is kept; by default with your other data.")
    ] = None,
) -> None:
    """Learn a game in a few minutes, by playing it."""
    from rumpus.cli.commands.play import play_here
    from rumpus.core.catalogue import find_game
    from rumpus.core.system.files import data_folder
    from rumpus.terminal.lessons import teach

    found = find_game(game)
    if save is None:
        folder = data_folder() / "lessons"
        folder.mkdir(parents=True, exist_ok=True)
        save = folder / f"{found.name}.record"
    host = teach(found, save, again)
    play_here(host, plain, pace=0.7)
