"""What several commands of `rumpus lab` ask for, in the same words."""

from __future__ import annotations

import difflib
import json
from pathlib import Path
from typing import Annotated

import typer

from rumpus.core.errors import BadOption
from rumpus.core.game import Game
from rumpus.core.options import NAMES, parse_changes
from rumpus.lab.variant import AskNames, Variant
from rumpus.lab.workers import working

GameName = Annotated[str, typer.Argument(help="The game, as `rumpus games` lists it.")]
LineUp = Annotated[str, typer.Option("--players", help="Bots by seat, with commas; one name means all seats.")]
Tables = Annotated[
    str, typer.Option("--strengths", help="Bots that fill all seats, each shown beside the others; greedy, if none.")
]
Strengths = Annotated[
    str, typer.Option(help="Bots that fill all seats; of several, with commas, each is shown beside the others.")
]
Options = Annotated[list[str] | None, typer.Option("--option", "-o", help="A number of the rules, name=value.")]
Seed = Annotated[str, typer.Option(help="The same seed gives the same games, on any number of cores.")]
Jobs = Annotated[int, typer.Option(help="Processes; 0 is one per core.", min=0, max=1024)]
On = Annotated[str, typer.Option(help="Where: empty for here, ray, or ray://host:port.")]
Without = Annotated[
    list[str] | None,
    typer.Option(help="What has this name is left out of the game; may be given again."),
]
VariantFile = Annotated[
    Path | None, typer.Option("--variant", help="Play by changed rules: a file of Python, as in docs/lab.md.")
]
PageOut = Annotated[Path | None, typer.Option(help="Also write a page.")]
AsJson = Annotated[bool, typer.Option("--json", help="Figures for a program to read.")]


def variant_of(path: Path | None, game: Game) -> tuple[Variant | None, Game]:
    """The variant of that file, and the game with the names that it adds; mistakes in the file are told by now."""
    if path is None:
        return None, game
    variant = Variant.of(path)
    with working(1, apart=True) as workers:
        [(_, names)] = workers.map(AskNames(variant), [game.name])
    known = Variant(variant.path, variant.sha256, names)
    return known, known.book(game)


def changes_of(
    game: Game, options: list[str] | None, table: Path | None = None, without: list[str] | None = None
) -> dict[str, object]:
    """Changes from name=value words, from a table file (a JSON object of names and values), and what is left out."""
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
    known = [field.name for field in game.fields]
    for name in changes:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"did you mean {near[0]!r}? " if near else ""
            raise BadOption(f"{game.title} has no number {name!r}; {hint}`rumpus games {game.name}` lists them", name)
    for thing in without or []:
        leave_out(game, changes, thing)
    game.options(changes)
    return changes


def leave_out(game: Game, changes: dict[str, object], thing: str) -> None:
    """Change the list that names what is in the game so that it names all but this."""
    lists = [field for field in game.fields if field.kind == NAMES and field.choices]
    for field in lists:
        found = [choice for choice in field.choices if choice.lower() == thing.strip().lower()]
        if found:
            there = field.checked(changes.get(field.name, []))
            assert isinstance(there, list)
            changes[field.name] = [choice for choice in there or field.choices if choice != found[0]]
            return
    near = difflib.get_close_matches(thing, [choice for field in lists for choice in field.choices], n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise BadOption(f"{game.title} has no {thing!r} that could be left out{hint}")
