"""`rumpus` alone, `games`, `rules` and `cards`: what is here, and how it works."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from rumpus.cli.commands.common import GameName, Json, complain, complete_game, print_json

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from rumpus.core.game import Game
    from rumpus.core.options import Field

READABLE = 100
"""Longer lines than this are hard to read."""


def add_to(app: typer.Typer) -> None:
    panel = "Look things up"
    app.command(rich_help_panel=panel)(games)
    app.command(rich_help_panel=panel)(rules)
    app.command(rich_help_panel=panel)(cards)


def welcome() -> None:
    """What `rumpus` alone says."""
    from rich.text import Text

    from rumpus.core.catalogue import every_game
    from rumpus.terminal.drawing import paper

    console = paper()
    console.print(Text("Rumpus: turn-based battle games for people and bots.", style="bold"))
    found = every_game(complain)
    if not found:
        console.print("No game is installed.")
        return
    console.print()
    console.print(_game_table(found))
    console.print()
    console.print(Text("Start with", style="bold"))
    first = found[0].name
    for words, what in (
        (f"rumpus play {first}", "play here, in the terminal"),
        ("rumpus serve", "play in the browser, with friends and bots"),
        (f"rumpus rules {first} --short", "how you win it"),
        (f"rumpus games {first}", "its options and what else it can do"),
        ("rumpus --help", "all commands"),
    ):
        console.print(Text.assemble(("  " + words.ljust(34), "cyan"), what))


def games(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="Only this game, in full.", autocompletion=complete_game)
    ] = None,
    json: Json = False,
) -> None:
    """Every game there is; with a name, all its options."""
    from rumpus.core.catalogue import every_game, find_game
    from rumpus.terminal.drawing import paper

    found = [find_game(game)] if game is not None else every_game(complain)
    if json:
        described = [_described(one) for one in found]
        print_json(described if game is None else described[0])
        return
    console = paper()
    if game is not None:
        console.print(_whole_game(found[0]))
        return
    console.print(_game_table(found))
    from rumpus.cli.commands.of_games import commands_of_games, help_of

    for word, (title, command) in commands_of_games().items():
        console.print(f"rumpus {word}: {help_of(command) or 'a command'} ({title})")


def rules(
    game: GameName,
    clause: Annotated[str | None, typer.Option(help="Only this clause, as in DC-5.")] = None,
    short: Annotated[bool, typer.Option("--short", help="How you win, on one screen.")] = False,
    json: Json = False,
) -> None:
    """The rules of a game: in full, one clause, or on one screen how it is won."""
    from rich.markdown import Markdown

    from rumpus.core.catalogue import find_game
    from rumpus.core.content.rulebook import clauses
    from rumpus.terminal.help import clause as one_clause

    found = find_game(game)
    if short:
        _print_how(found, json)
        return
    if json:
        known = clauses(found.rules())
        if clause is not None:
            one_clause(found, clause)
            known = {clause.strip().upper(): known[clause.strip().upper()]}
        print_json({"game": found.name, "version": found.version, "clauses": known})
        return
    if clause is not None:
        _print_readably(one_clause(found, clause))
    else:
        _page(Markdown(found.rules()))


def _print_how(game: Game, json: bool) -> None:
    from msgspec import to_builtins
    from rich.padding import Padding
    from rich.text import Text

    from rumpus.core.content.how import how_of
    from rumpus.core.errors import UnknownName
    from rumpus.terminal.drawing import paper

    how = how_of(game)
    if how is None:
        raise UnknownName(f"{game.title} says nothing short about itself; rumpus rules {game.name} has its rules")
    if json:
        print_json({"game": game.name, **to_builtins(how)})
        return
    console = paper()
    console.print(Text(f"How you win {game.title}", style="bold"))
    console.print(how.goal)
    for number, cell in enumerate(how.cell, 1):
        console.print()
        console.print(Text.assemble((f"{number}. {cell.title}", "bold"), (f"  {', '.join(cell.clauses)}", "dim")))
        console.print(Padding(cell.say, (0, 0, 0, 3)))


def cards(
    game: GameName,
    name: Annotated[list[str] | None, typer.Argument(help="Words to look for; without them, everything.")] = None,
    kind: Annotated[str | None, typer.Option(help="Only this kind of thing.")] = None,
    unwritten: Annotated[bool, typer.Option("--unwritten", help="Names that have no rules yet, instead.")] = False,
    json: Json = False,
) -> None:
    """All that a game can explain: cards, abilities, characters; searchable."""
    from rumpus.core.catalogue import find_game
    from rumpus.core.content.rulebook import find_topics
    from rumpus.core.errors import UnknownName
    from rumpus.lab.reports.sightings import last_seen
    from rumpus.terminal.help import nothing_called, topic_cards

    found = find_game(game)
    topics = [topic for topic in found.topics(found.options()) if topic.in_play != unwritten]
    if unwritten and not topics:
        raise UnknownName(f"{found.title} has no unwritten names")
    if kind is not None:
        kinds = list(dict.fromkeys(topic.kind for topic in topics))
        if kind.lower() not in [known.lower() for known in kinds]:
            raise UnknownName(f"{found.title} has no kind {kind!r}; there is {', '.join(kinds) or 'none'}")
        topics = [topic for topic in topics if topic.kind.lower() == kind.lower()]
    words = " ".join(name or [])
    if words:
        everything = topics
        topics = find_topics(everything, words)
        if not topics:
            raise UnknownName(nothing_called(everything, words))
    seen = None if unwritten else last_seen(found.name)
    if json:
        described: list[dict[str, object]] = []
        for one in topics:
            described.append({"name": one.name, "kind": one.kind, "text": one.text, "clause": one.clause})
            if seen is not None:
                described[-1]["seen"] = seen.of(one.name)
        print_json(described)
        return
    _page(topic_cards(topics, seen))


def _game_table(games: list[Game]) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("game", style="cyan", no_wrap=True)
    table.add_column("players", justify="right")
    table.add_column("minutes", justify="right")
    table.add_column("")
    for game in games:
        table.add_row(game.name, _counts(game), str(game.minutes), Text(game.blurb))
    return table


def _counts(game: Game) -> str:
    counts = list(game.seat_counts())
    low, high = min(counts), max(counts)
    if low == high:
        return str(low)
    return f"{low}–{high}" if counts == list(range(low, high + 1)) else ", ".join(map(str, counts))


def _whole_game(game: Game) -> RenderableType:
    from rich.console import Group
    from rich.text import Text

    parts: list[RenderableType] = [
        Text(game.title, style="bold"),
        Text(game.blurb),
        Text(f"{_counts(game)} players, about {game.minutes} minutes, rules version {game.version}", style="dim"),
        Text(),
    ]
    if game.fields:
        # The basic ones are what people choose; the rest is a designer's table of numbers.
        ordered = [field for field in game.fields if field.basic] + [field for field in game.fields if not field.basic]
        parts.append(_field_table(ordered))
    parts.append(Text(f"An option is set with `rumpus play {game.name} --NAME VALUE`."))
    return Group(*parts)


def _field_table(fields: list[Field]) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for title in ("option", "rulebook", "may be", "what it is", "clause"):
        table.add_column(title, no_wrap=title in ("option", "clause"), overflow="fold")
    for field in fields:
        style = "bold cyan" if field.basic else "cyan"
        table.add_row(
            Text(field.name, style=style), _value(field.default), field.allowed(), Text(field.help), field.clause
        )
    return table


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, list):
        return ", ".join(value) or "none"
    return str(value)


def _described(game: Game) -> dict[str, object]:
    return {
        "name": game.name,
        "title": game.title,
        "blurb": game.blurb,
        "minutes": game.minutes,
        "version": game.version,
        "players": list(game.seat_counts()),
        "options": [
            {
                "name": field.name,
                "kind": field.kind,
                "default": field.default,
                "allowed": field.allowed(),
                "low": field.low,
                "high": field.high,
                "choices": list(field.choices),
                "help": field.help,
                "clause": field.clause,
                "basic": field.basic,
            }
            for field in game.fields
        ],
        "commands": sorted(game.terminal().commands()),
    }


def _print_readably(what: RenderableType) -> None:
    from rumpus.terminal.drawing import paper

    console = paper()
    console.print(what, width=min(console.width, READABLE))


def _page(what: RenderableType) -> None:
    """Page by page where a person reads it on a terminal, all at once otherwise."""
    from rumpus.terminal.drawing import paper

    console = paper()
    width = min(console.width, READABLE)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        console.print(what, width=width)
        return
    os.environ.setdefault("LESS", "-RFX")
    with console.pager(styles=not console.is_dumb_terminal):
        console.print(what, width=width)
