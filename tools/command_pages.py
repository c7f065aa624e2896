"""The reference of the command line, from Typer's commands."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from typer.main import get_command

from rumpus.cli.commands import LAZY_APPS, load_lazy_app
from rumpus.cli.main import app
from tools.game_pages import table_row

# Typer's own, on every command.
COMMON = {"help", "install_completion", "show_completion"}


def command_pages() -> dict[str, str]:
    lines = ["# Commands", "", "```sh", "rumpus --help", "rumpus play --help", "```", ""]
    lines += ["This prints the same as this page, for the version you have.", ""]
    for path, command in every_command():
        lines += [f"## {path}", "", *about(command), "", f"Usage: `{usage(path, command)}`", ""]
        lines += ["```sh", example(command), "```", "", *more(command), *parameters(command)]
    return {"commands.md": "\n".join(lines)}


def every_command() -> Iterator[tuple[str, Any]]:
    """Yields every command with its words, groups opened."""
    for name, command in get_command(app).commands.items():  # type: ignore[attr-defined]
        if name in LAZY_APPS:
            group = load_lazy_app(name)
            if not hasattr(group, "commands"):
                yield f"rumpus {name}", group
            else:
                yield from ((f"rumpus {name} {inner}", one) for inner, one in group.commands.items())
        else:
            yield f"rumpus {name}", command


def about(command: Any) -> list[str]:
    """The help text; paragraphs marked to keep their lines become code blocks."""
    lines: list[str] = []
    for paragraph in (command.help or "").replace("\r", "").split("\n\n"):
        kept, text = paragraph.startswith("\b"), paragraph.removeprefix("\b").strip("\n")
        lines += ["```text", text, "```", ""] if kept else [text, ""]
    return lines[:-1]


def example(command: Any) -> str:
    """The command line after "Example:", in the first paragraph below the options."""
    return str(command.epilog or "").partition("\n\n")[0].removeprefix("Example: ")


def more(command: Any) -> list[str]:
    """The paragraph after the example, if any."""
    text = str(command.epilog or "").partition("\n\n")[2]
    return [text, ""] if text else []


def usage(path: str, command: Any) -> str:
    words = [path, "[OPTIONS]"] if any(option.param_type_name == "option" for option in command.params) else [path]
    for argument in arguments(command):
        word = argument.metavar or argument.name.upper()
        word = word.strip("[]")
        words.append(word if argument.required else f"[{word}]")
    return " ".join(words)


def arguments(command: Any) -> list[Any]:
    return [one for one in command.params if one.param_type_name == "argument"]


def parameters(command: Any) -> list[str]:
    """A table of arguments and options with their defaults."""
    rows = [(f"`{(one.metavar or one.name.upper()).strip('[]')}`", one) for one in arguments(command)]
    for option in command.params:
        if option.param_type_name == "option" and option.name not in COMMON and not option.hidden:
            rows.append((" ".join(f"`{word}`" for word in (*option.opts, *option.secondary_opts)), option))
    if not rows:
        return []
    lines = ["| name | meaning | default |", "|---|---|---|"]
    return [*lines, *(table_row(words, one.help or "", shown_default(one)) for words, one in rows), ""]


def shown_default(parameter: Any) -> str:
    default = parameter.default
    if parameter.required or default in (None, "", [], ()) or not parameter.show_default:
        return ""
    if isinstance(default, bool):
        names = parameter.opts if default else parameter.secondary_opts
        return f"`{names[0]}`" if parameter.secondary_opts else ""
    home = os.path.expanduser("~")
    return f"`{str(default).replace(home, '~')}`"
