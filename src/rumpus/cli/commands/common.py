"""What several commands need."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer


def complete_game(incomplete: str) -> list[str]:
    from rumpus.core.catalogue import game_names

    return [name for name in game_names() if name.startswith(incomplete)]


def complain(sentence: str) -> None:
    """On the error stream, so that what is printed can still be read by a program."""
    print(f"rumpus: {sentence}", file=sys.stderr)


GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="As `rumpus games` lists it.", autocompletion=complete_game)
]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record that `rumpus play --save FILE` wrote.")]
Changes = Annotated[
    list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help="Changes an option of the game.")
]
Json = Annotated[bool, typer.Option("--json", help="As JSON, for a program to read.")]


def print_json(data: object) -> None:
    sys.stdout.write(json.dumps(data, ensure_ascii=False, indent=2) + "\n")


def at_a_terminal() -> bool:
    """Whether a person sits there, with a screen that can be drawn on."""
    import os

    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") not in ("", "dumb")
