"""What several commands of `rumpus lab` ask for, in the same words.

What `worth` and `effects` are asked with, in one list.
"""

from __future__ import annotations

import difflib
import inspect
import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadOption
from rumpus.core.game import Game
from rumpus.core.options import NAMES, parse_changes
from rumpus.lab.simulation.rules_patch import AskNames, Variant
from rumpus.lab.simulation.workers import Workers, working
from rumpus.players.catalogue import split_names

if TYPE_CHECKING:
    from rumpus.lab.simulation.plan import Plan


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


def strengths_of(text: str) -> list[str]:
    """`greedy,normal` as two strengths, each of which fills all seats."""
    found = list(dict.fromkeys(name.strip().lower() for name in split_names(text) if name.strip()))
    if not found:
        raise BadOption("name the bots that shall play, as in --strengths greedy,normal")
    return found


def lineups_of(players: str, strengths: str) -> list[list[str]]:
    """Who plays, once for every strength, or once by seat where `players` are named."""
    if players and strengths:
        raise BadOption("name bots by seat with --players, or whole tables of them with --strengths, not both")
    return [players.split(",")] if players else [[name] for name in strengths_of(strengths or "greedy")]


class Asked:
    """The game as it is to be played, who plays, where, and what becomes of the findings."""

    def __init__(
        self,
        game: GameName,
        strengths: Strengths = "greedy",
        option: Options = None,
        without: Without = None,
        variant: VariantFile = None,
        seed: Seed = "lab",
        jobs: Jobs = 0,
        on: On = "",
        out: PageOut = None,
        as_json: AsJson = False,
    ) -> None:
        self.variant, self.game = variant_of(variant, find_game(game))
        self.changes = changes_of(self.game, option, without=without)
        self.strengths = strengths_of(strengths)
        self.seed = seed
        self.jobs = jobs
        self.on = on
        self.out = out
        self.as_json = as_json

    def plan(self, strength: str, games: int) -> Plan:
        from rumpus.lab.simulation.plan import Plan

        return Plan(self.game, self.changes, [strength], games, self.seed, variant=self.variant)

    def working(self) -> AbstractContextManager[Workers]:
        return working(self.jobs, self.on, apart=self.variant is not None)


def with_asked(command: Callable[..., None]) -> Callable[..., None]:
    """The command as a command line sees it: with words of its own, and with all those of `Asked`."""
    game, *shared = inspect.signature(Asked, eval_str=True).parameters.values()
    _, *own = inspect.signature(command, eval_str=True).parameters.values()

    def asked(**words: Any) -> None:
        mine = {word.name: words.pop(word.name) for word in own}
        command(Asked(**words), **mine)

    asked.__name__, asked.__doc__ = command.__name__, command.__doc__
    asked.__signature__ = inspect.Signature([game, *own, *shared])  # type: ignore[attr-defined]
    return asked
