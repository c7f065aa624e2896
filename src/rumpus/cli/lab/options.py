"""Options shared by the commands of `rumpus lab`."""

from __future__ import annotations

import difflib
import inspect
import json
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from rumpus.cli.commands.common import Changes, GameName, JsonOption
from rumpus.cli.commands.progress import Bar, progress_bar
from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadOption, BadRecord
from rumpus.core.game import Game
from rumpus.core.options import NAMES, Value, parse_changes, with_preset
from rumpus.core.system.files import SMALL_FILE, check_file, read_json, write_whole
from rumpus.lab.reports.wording import changes_text, players_text
from rumpus.lab.simulation.rules_patch import RulesPatch, added_names
from rumpus.lab.simulation.workers import Workers, working
from rumpus.players.catalogue import player_name, split_names

if TYPE_CHECKING:
    from rumpus.lab.simulation.plan import Plan


LineUp = Annotated[
    str, typer.Option("--players", metavar="NAMES", help="Bots by seat, separated by commas. One name fills all seats.")
]
Strengths = Annotated[
    str,
    typer.Option(metavar="NAMES", help="Bots, separated by commas; each in turn fills all seats. Default: greedy."),
]
Seed = Annotated[str, typer.Option(help="Seed, any text. Equal seeds give equal games.")]
Jobs = Annotated[int, typer.Option(help="Processes; 0: one per core. Does not change the result.", min=0, max=1024)]
WorkersAddress = Annotated[
    str,
    typer.Option(
        "--workers", metavar="ADDRESS", help="Ray cluster that plays: ray, or ray://HOST:PORT. Default: this machine."
    ),
]
Without = Annotated[
    list[str] | None, typer.Option(metavar="NAME", help="Leave this card, witch or character out. Repeatable.")
]
PatchFile = Annotated[Path | None, typer.Option("--patch", metavar="FILE", help="Python file that changes the rules.")]
PageOut = Annotated[Path | None, typer.Option(metavar="FILE", help="Also write an HTML page.")]


def rules_patch_of(path: Path | None, game: Game) -> tuple[RulesPatch | None, Game]:
    """Loads a rules patch. Returns it and the game with the names it adds."""
    if path is None:
        return None, game
    rules_patch = RulesPatch.of(path)
    with working(1, for_patch=True) as workers:
        [(_, names)] = workers.map(partial(added_names, rules_patch), [game.name])
    known = RulesPatch(rules_patch.path, rules_patch.sha256, names)
    return known, known.baseline_game(game)


def changes_of(
    game: Game, options: list[str] | None, table: Path | None = None, without: list[str] | None = None
) -> dict[str, object]:
    """Changes from name=value words, from a JSON file, and without the names left out."""
    changes: dict[str, object] = {}
    if table is not None:
        try:
            changes.update(read_json(table, SMALL_FILE, "table of numbers", dict[str, Value]))
        except BadRecord as error:
            raise BadOption(f"{error} It should hold a JSON object of names and values.") from None
    changes = with_preset(game.presets, {**changes, **parse_changes(options or [])})
    known = [field.name for field in game.fields]
    for name in changes:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"Did you mean {near[0]!r}? " if near else ""
            raise BadOption(f"{game.title} has no number {name!r}. {hint}`rumpus games {game.name}` lists them.", name)
    for thing in without or []:
        remove_name(game, changes, thing)
    game.options(changes)
    return changes


def remove_name(game: Game, changes: dict[str, object], thing: str) -> None:
    lists = [field for field in game.fields if field.kind == NAMES and field.choices]
    for field in lists:
        found = [choice for choice in field.choices if choice.lower() == thing.strip().lower()]
        if found:
            there = field.checked(changes.get(field.name, []))
            assert isinstance(there, list)
            changes[field.name] = [choice for choice in there or field.choices if choice != found[0]]
            return
    near = difflib.get_close_matches(thing, [choice for field in lists for choice in field.choices], n=1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    raise BadOption(f"{game.title} has no {thing!r} that could be left out.{hint}")


def strengths_of(text: str) -> list[str]:
    """Splits `greedy,normal` into strengths; each fills all seats."""
    found = list(dict.fromkeys(player_name(name) for name in split_names(text) if name.strip()))
    if not found:
        raise BadOption("Name the bots that shall play, as in --strengths greedy,normal.")
    return found


def lineups_of(players: str, strengths: str) -> list[list[str]]:
    """Line-ups: one per strength, or one by seat if `players` are named."""
    if players and strengths:
        raise BadOption("Name bots by seat with --players, or whole tables of them with --strengths, not both.")
    if not players:
        return [[name] for name in strengths_of(strengths or "greedy")]
    return [[player_name(name) for name in split_names(players) if name.strip()]]


class LabRequest:
    """Arguments shared by `run`, `compare`, `value`, `restrict`, `effects` and `tune`."""

    def __init__(
        self,
        game: GameName,
        players: LineUp = "",
        strengths: Strengths = "",
        option: Changes = None,
        without: Without = None,
        rules_patch: PatchFile = None,
        seed: Seed = "lab",
        jobs: Jobs = 0,
        on: WorkersAddress = "",
        out: PageOut = None,
        as_json: JsonOption = False,
    ) -> None:
        if out is not None:
            check_file(out)
        self.lineups = lineups_of(players, strengths)
        self.rulebook_game = find_game(game)
        self.rules_patch, self.game = rules_patch_of(rules_patch, self.rulebook_game)
        self.changes = changes_of(self.game, option, without=without)
        self.seed = seed
        self.jobs = jobs
        self.on = on
        self.out = out
        self.as_json = as_json

    @property
    def changed(self) -> str:
        return changes_text(self.changes, self.rules_patch)

    def plans(self, games: int, random_openings: bool = True) -> list[Plan]:
        """One plan per line-up."""
        from rumpus.lab.simulation.plan import Plan

        return [
            Plan(self.game, self.changes, lineup, games, self.seed, random_openings, self.rules_patch)
            for lineup in self.lineups
        ]

    def working(self) -> AbstractContextManager[Workers]:
        return working(self.jobs, self.on, for_patch=self.rules_patch is not None)

    def progress(self, title: str) -> AbstractContextManager[Bar]:
        return progress_bar(title, self.as_json)

    def publish(self, html: Callable[[], str], figures: Mapping[str, object], show: Callable[[Console], None]) -> None:
        """Writes the page if one is wanted, and prints the figures as JSON or by `show`."""
        if self.out is not None:
            write_whole(self.out, html())
        if self.as_json:
            print(json.dumps(figures))
            return
        console = Console()
        console.print(players_text(self.lineups), style="dim")
        show(console)
        if self.out is not None:
            console.print(f"The page is {self.out}")


@contextmanager
def interrupted_by_sigterm() -> Iterator[None]:
    """Makes SIGTERM interrupt like Ctrl-C: commands print their results so far and end their processes."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def lab_command(seed: str = "lab", omit: Sequence[str] = ()) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Decorator: gives a command the options of `LabRequest` besides its own; its own come first."""

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        game, *shared = inspect.signature(LabRequest, eval_str=True).parameters.values()
        _, *own = inspect.signature(command, eval_str=True).parameters.values()
        hidden = {*omit, *(word.name for word in own)}
        shared = [
            word.replace(default=seed) if word.name == "seed" else word for word in shared if word.name not in hidden
        ]

        def request(**words: Any) -> None:
            mine = {word.name: words.pop(word.name) for word in own}
            with interrupted_by_sigterm():
                command(LabRequest(**{"seed": seed, **words}), **mine)

        request.__name__, request.__doc__ = command.__name__, command.__doc__
        request.__signature__ = inspect.Signature([game, *own, *shared])  # type: ignore[attr-defined]
        return request

    return decorate
