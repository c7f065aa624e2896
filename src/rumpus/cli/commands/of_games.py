"""Commands added by games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import typer
from typer.main import get_command

from rumpus.cli.commands.common import warn
from rumpus.core.catalogue import every_game

Command = Callable[[list[str]], int]


def game_commands() -> dict[str, tuple[str, Command]]:
    """Title of the game and function, by command name."""
    found: dict[str, tuple[str, Command]] = {}
    for game in every_game(warn):
        for word, command in game.terminal().commands().items():
            found.setdefault(word, (game.title, command))
    return found


def game_command(word: str) -> Any:
    """The Typer command with this name, or None. Takes all arguments unparsed."""
    found = game_commands().get(word)
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


def first_help_line(command: Command) -> str:
    return (command.__doc__ or "").strip().partition("\n")[0]
