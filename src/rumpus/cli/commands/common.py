"""Options, output and checks shared by commands."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from rumpus.core.words import as_sentence

INTERRUPTED = 130
"""Exit status after Ctrl-C."""


def complete_game(incomplete: str) -> list[str]:
    from rumpus.core.catalogue import game_names

    return [name for name in game_names() if name.startswith(incomplete)]


def warn(sentence: str) -> None:
    """Prints to stderr; stdout stays machine-readable."""
    print(f"rumpus: {as_sentence(sentence)}", file=sys.stderr)


GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="Game, as listed by `rumpus games`.", autocompletion=complete_game)
]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="Record, as written by `rumpus play --save FILE`.")]
Changes = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="Change an option of the game. Repeatable."),
]
Jobs = Annotated[int, typer.Option(min=0, max=256, help="Processes; 0: one per core. Does not change the result.")]
Plain = Annotated[bool, typer.Option("--plain", help="Play line by line instead of on the full screen.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def print_json(data: object) -> None:
    sys.stdout.write(json.dumps(data, ensure_ascii=False, indent=2) + "\n")


def is_interactive() -> bool:
    """True if stdin and stdout are a capable terminal."""
    import os

    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") not in ("", "dumb")
