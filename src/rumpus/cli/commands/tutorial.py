"""`tutorial`: a guided first game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rumpus.cli.commands.common import GameName, Plain


def add_to(app: typer.Typer) -> None:
    app.command(rich_help_panel="Play")(tutorial)


def tutorial(
    game: GameName,
    plain: Plain = False,
    again: Annotated[bool, typer.Option("--again", help="Start from the first step, not from where you left.")] = False,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="File of the progress. Default: in your data folder.")
    ] = None,
) -> None:
    """Learn a game in a few minutes, by playing it."""
    from rumpus.cli.commands.play import play_here
    from rumpus.core.catalogue import find_game
    from rumpus.core.system.files import data_folder
    from rumpus.terminal.lessons import lesson_session

    found = find_game(game)
    if save is None:
        folder = data_folder() / "lessons"
        folder.mkdir(parents=True, exist_ok=True)
        save = folder / f"{found.name}.record"
    session = lesson_session(found, save, again)
    play_here(session, plain, pace=0.7)
