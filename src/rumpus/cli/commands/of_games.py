"""The commands that games bring along."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import typer
from typer.main import get_command

from rumpus.cli.commands.common import complain
from rumpus.core.catalogue import every_game

Command = Callable[[list[str]], int]


def commands_of_games() -> dict[str, tuple[str, Command]]:
    """By the name one types: the game's title and the command."""
    found: dict[str, tuple[str, Command]] = {}
    for game in every_game(complain):
        for word, command in game.terminal().commands().items():
            found.setdefault(word, (game.title, command))
    return found


def game_command(word: str) -> Any:
    """The command of that name, ready to run with whatever words follow it, or None."""
    found = commands_of_games().get(word)
    if found is None:
        return None
    command = found[1]
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

    @app.command(
        name=word,
        add_help_option=False,
        context_settings={"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []},
    )
    def obey(ctx: typer.Context) -> None:
        raise typer.Exit(command(list(ctx.args)))

    return get_command(app)


def help_of(command: Command) -> str:
    """The first line of what a command says of itself."""
    return (command.__doc__ or "").strip().partition("\n")[0]
