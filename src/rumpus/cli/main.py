"""The command line: commands, errors and exit codes."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Sequence
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

import rumpus
from rumpus.cli.commands import LAZY_APPS, add_lazy_apps, load_groups, load_lazy_app
from rumpus.cli.commands.common import INTERRUPTED
from rumpus.core.display_names import shortened, visible
from rumpus.core.errors import RumpusError, UnknownGame
from rumpus.core.extras import missing_extra
from rumpus.core.words import as_sentence

REFUSED = 2
MAX_TYPED = 200
"""Most characters of a typed text that an error repeats in full."""


class RumpusGroup(TyperGroup):
    """Our commands, then those of games."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        command = super().get_command(ctx, cmd_name)
        if command is not None or ctx.resilient_parsing:
            return command
        from rumpus.cli.commands.of_games import game_command

        return game_command(cmd_name)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, command, rest = super().resolve_command(ctx, args)
        return (name, load_lazy_app(name), rest) if name in LAZY_APPS else (name, command, rest)


app = typer.Typer(
    name="rumpus",
    cls=RumpusGroup,
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Some games add commands: `rumpus games` lists them.",
)


@app.callback()
def front(
    ctx: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version, and whether the rules are compiled.")
    ] = False,
) -> None:
    """Turn-based battle games: play, watch, look up, replay, solve."""
    if version:
        print(version_line())
        raise typer.Exit()
    if ctx.invoked_subcommand is None:
        from rumpus.cli.commands.library import welcome

        welcome()


for group in load_groups():
    group.add_to(app)
add_lazy_apps(app)


def version_line() -> str:
    how = "compiled" if rumpus.compiled() else "interpreted"
    python = ".".join(str(part) for part in sys.version_info[:3])
    return f"rumpus {rumpus.__version__}, rules {how}, Python {python}"


def main() -> NoReturn:
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Runs a command. Returns 0, 2 for a refusal, or 130 after Ctrl-C."""
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115 - None if the shell closed it
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        status = _obey(arguments)
        sys.stdout.flush()
        return status
    except OSError as error:
        try:
            sys.stdout.flush()
        except OSError:
            # Without this, Python reports the failure again at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):  # the reader has gone
            return 1
        what = "read or write" if error.filename is None else f"use {error.filename}"
        return refuse(_without_long_texts(f"Cannot {what}: {error.strerror or error}.", arguments))


def _obey(arguments: Sequence[str]) -> int:
    try:
        for argument in arguments:
            _check_text(argument)
        status = app(args=list(arguments), prog_name="rumpus", standalone_mode=False)
        return status if isinstance(status, int) else 0
    except UnknownGame as error:
        from rumpus.cli.commands.authors import how_to_install

        return refuse(how_to_install(error.game) or _without_long_texts(str(error), arguments))
    except RumpusError as error:
        return refuse(_without_long_texts(str(error), arguments))
    except ModuleNotFoundError as error:
        lack = missing_extra(error)
        if lack is error:
            raise
        return refuse(str(lack))
    except typer.TyperException as error:
        return refuse(_without_long_texts(_usage(error), arguments))
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED


def refuse(sentence: str) -> int:
    with contextlib.suppress(OSError):  # the error output may be full or closed as well
        print(f"rumpus: {as_sentence(_on_one_line(sentence))}", file=sys.stderr)
    return REFUSED


def _on_one_line(text: str) -> str:
    return " ".join(visible(text).split())


def _without_long_texts(sentence: str, arguments: Sequence[str]) -> str:
    """Shortens what was typed, wherever the sentence repeats it."""
    sentence = _on_one_line(sentence)
    for typed in (_on_one_line(part) for argument in arguments for part in re.split("[=:,@/]", argument)):
        if len(typed) > MAX_TYPED:
            short = shortened(typed).replace("\\", r"\\")
            sentence = re.sub(re.escape(typed), short, sentence, flags=re.IGNORECASE)
    return sentence


def _check_text(argument: str) -> None:
    try:
        argument.encode()
    except UnicodeEncodeError:
        raise RumpusError(f"{argument.encode(errors='replace').decode()!r} is not valid text.") from None


def _usage(error: typer.TyperException) -> str:
    """Typer's error as full sentences, with a pointer to `--help`."""
    words = error.format_message() if hasattr(error, "format_message") else str(error)
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "rumpus"
    return f"{as_sentence(words) or 'No command was given.'} See `{path} --help`."
