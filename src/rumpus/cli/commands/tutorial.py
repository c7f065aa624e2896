"""`tutorial`: a guided first game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rumpus.cli.commands.common import Plain, complete_game, warn
from rumpus.core.errors import RumpusError
from rumpus.core.numbers import parse_int
from rumpus.core.words import begins, tidy

if TYPE_CHECKING:
    from rumpus.core.game import Game


def add_to(app: typer.Typer) -> None:
    app.command(rich_help_panel="Play", epilog="Example: rumpus tutorial GAME")(tutorial)


def tutorial(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="Game to learn. Default: asks for one.", autocompletion=complete_game),
    ] = None,
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

    found = find_game(game) if game is not None else _chosen_game()
    if found is None:
        return
    if save is None:
        save = _default_file(found.name)
    else:
        check_writable(save)
    session = lesson_session(found, save, again)
    play_here(session, plain, pace=0.7)


def _chosen_game() -> Game | None:
    """Asks for a game that has a lesson; None if the person leaves. Without a keyboard, refuses and lists them."""
    from rumpus.core.catalogue import every_game
    from rumpus.core.content.lesson import lesson_of
    from rumpus.terminal.drawing import plain_console

    games = [game for game in every_game(warn) if lesson_of(game) is not None]
    names = [game.name for game in games]
    if not sys.stdin.isatty():
        raise RumpusError(f"Name a game: `rumpus tutorial GAME`. These have a lesson: {', '.join(names)}.")
    console = plain_console()
    console.print("Learn a game in a few minutes, by playing it.")
    for number, game in enumerate(games, 1):
        lesson = lesson_of(game)
        assert lesson is not None
        console.print(f"{number:>3}  {game.title}, about {lesson.minutes} minutes")
    while True:
        try:
            typed = tidy(input("Number or name (Enter leaves): "))
        except EOFError:
            return None
        if not typed:
            return None
        number = parse_int(typed) or 0
        named = [game for game in games if begins(tidy(game.title), typed) or begins(game.name, typed)]
        if 1 <= number <= len(games):
            return games[number - 1]
        if len(named) == 1:
            return named[0]
        console.print(f"Type a number from 1 to {len(games)}, or the beginning of a name.")


def _default_file(game: str) -> Path | None:
    """The progress in the user's data folder. None, with a warning, if it cannot be written."""
    from rumpus.core.system.files import CannotWrite, data_file

    try:
        return data_file(f"lessons/{game}.record")
    except CannotWrite as error:
        warn(f"Your progress is not saved. {error}")
        return None
