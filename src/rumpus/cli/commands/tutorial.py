"""`tutorial`: a guided first game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rumpus.cli.commands.common import GameName, Plain, warn


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
    from rumpus.terminal.lessons import lesson_session
    from rumpus.terminal.sessions import check_writable

    found = find_game(game)
    if save is None:
        save = _default_file(found.name)
    else:
        check_writable(save)
    session = lesson_session(found, save, again)
    play_here(session, plain, pace=0.7)


def _default_file(game: str) -> Path | None:
    """The progress in the user's data folder. None, with a warning, if it cannot be written."""
    from rumpus.core.system.files import CannotWrite, data_file

    try:
        return data_file(f"lessons/{game}.record")
    except CannotWrite as error:
        warn(f"Your progress is not kept. {error}")
        return None
