"""What several commands need."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rumpus.core.game import Game


def complete_game(incomplete: str) -> list[str]:
    from rumpus.core.catalogue import game_names

    return [name for name in game_names() if name.startswith(incomplete)]


def every_game() -> list[Game]:
    """All games that can be loaded; a broken one is named on the error stream and left out."""
    from rumpus.core.catalogue import find_game, game_names
    from rumpus.core.errors import RumpusError

    found: list[Game] = []
    for name in game_names():
        try:
            found.append(find_game(name))
        except RumpusError as error:
            print(f"rumpus: {error}", file=sys.stderr)
    return found


GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="As `rumpus games` lists it.", autocompletion=complete_game)
]
Json = Annotated[bool, typer.Option("--json", help="As JSON, for a program to read.")]


def print_json(data: object) -> None:
    sys.stdout.write(json.dumps(data, ensure_ascii=False, indent=2) + "\n")


def at_a_terminal() -> bool:
    """Whether a person sits there, with a screen that can be drawn on."""
    import os

    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") not in ("", "dumb")
