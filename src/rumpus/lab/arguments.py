"""What several commands of `rumpus lab` ask for, in the same words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from rumpus.core.errors import BadOption
from rumpus.core.game import Game
from rumpus.core.options import parse_changes

GameName = Annotated[str, typer.Argument(help="The game, as `rumpus games` lists it.")]
Players = Annotated[str, typer.Option(help="Bots by seat, with commas; one name means all seats.")]
Strengths = Annotated[
    str, typer.Option(help="Bots that fill all seats; of several, with commas, each is shown beside the others.")
]
Options = Annotated[list[str] | None, typer.Option("--option", "-o", help="A number of the rules, name=value.")]
Seed = Annotated[str, typer.Option(help="The same seed gives the same games, on any number of cores.")]
Jobs = Annotated[int, typer.Option(help="Processes; 0 is one per core.", min=0, max=1024)]
On = Annotated[str, typer.Option(help="Where: empty for here, ray, or ray://host:port.")]
PageOut = Annotated[Path | None, typer.Option(help="Also write a page.")]
AsJson = Annotated[bool, typer.Option("--json", help="Figures for a program to read.")]


def changes_of(game: Game, options: list[str] | None, table: Path | None = None) -> dict[str, object]:
    """Changes from name=value words and from a table file (a JSON object of names and values)."""
    changes: dict[str, object] = {}
    if table is not None:
        try:
            data = json.loads(table.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise BadOption(f"{table} cannot be read as a table of numbers (JSON): {error}") from None
        if not isinstance(data, dict):
            raise BadOption(f"{table} is no table: it should hold a JSON object of names and values")
        changes.update(data)
    changes.update(parse_changes(options or []))
    game.options(changes)
    return changes
