"""`games`, `rules` and `cards`: the installed games and their rules."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from rumpus.cli.commands.common import GameName, JsonOption, complete_game, print_json, warn

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from rumpus.core.game import Game
    from rumpus.core.options import Field

MAX_WIDTH = 100
"""Columns of text; longer lines are hard to read."""


def add_to(app: typer.Typer) -> None:
    app.command(rich_help_panel="Look up", epilog="Example: rumpus games GAME")(games)
    app.command(rich_help_panel="Look up", epilog="Example: rumpus rules GAME --clause CLAUSE")(rules)
    app.command(rich_help_panel="Look up", epilog="Example: rumpus cards GAME KIND")(cards)


def welcome() -> None:
    """Prints the page of `rumpus` without a command."""
    from rich.text import Text

    from rumpus.core.catalogue import every_game
    from rumpus.terminal.drawing import plain_console

    console = plain_console()
    console.print(Text("Rumpus: turn-based battle games for people and bots.", style="bold"))
    found = every_game(warn)
    if not found:
        console.print("No game is installed.")
        return
    console.print()
    console.print(_game_table(found))
    console.print()
    console.print(Text("Start with", style="bold"))
    first = found[0].name
    starts = {
        f"rumpus play {first}": "play here, in the terminal",
        "rumpus serve": "play in the browser, with friends",
        f"rumpus rules {first} --short": "how you win it",
        f"rumpus games {first}": "its options",
        "rumpus --help": "all commands",
    }
    width = max(map(len, starts))
    for words, what in starts.items():
        console.print(Text.assemble(("  " + words.ljust(width + 2), "cyan"), what))


def games(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME", help="Game to show in full. Default: all, as a list.", autocompletion=complete_game
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """List all games; with a name, one game and its options."""
    from rumpus.core.catalogue import every_game, find_game
    from rumpus.terminal.drawing import plain_console

    found = [find_game(game)] if game is not None else every_game(warn)
    if json:
        described = [_described(one) for one in found]
        print_json(described if game is None else described[0])
        return
    console = plain_console()
    if game is not None:
        console.print(_game_page(found[0]))
        return
    console.print(_game_table(found))
    from rumpus.cli.commands.of_games import first_help_line, game_commands

    for word, (title, command) in game_commands().items():
        console.print(f"rumpus {word}: {first_help_line(command) or 'a command'} ({title})")


def rules(
    game: GameName,
    clause: Annotated[str | None, typer.Option(metavar="CLAUSE", help="Show only this clause, such as CB-17.")] = None,
    short: Annotated[bool, typer.Option("--short", help="Show how to win, on one screen.")] = False,
    json: JsonOption = False,
) -> None:
    """Show the rules of a game: in full, one clause, or a summary."""
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
        _print(one_clause(found, clause), paged=False)
    else:
        _print(Markdown(found.rules()))


def _print_how(game: Game, json: bool) -> None:
    from msgspec import to_builtins
    from rich.padding import Padding
    from rich.text import Text

    from rumpus.core.content.how import how_of
    from rumpus.core.errors import UnknownName
    from rumpus.terminal.drawing import plain_console

    how = how_of(game)
    if how is None:
        raise UnknownName(f"{game.title} has no short rules. `rumpus rules {game.name}` shows all.")
    if json:
        print_json({"game": game.name, **to_builtins(how)})
        return
    console = plain_console()
    console.print(Text(f"How you win {game.title}", style="bold"))
    console.print(how.goal)
    for number, cell in enumerate(how.cell, 1):
        console.print()
        console.print(Text.assemble((f"{number}. {cell.title}", "bold"), (f"  {', '.join(cell.clauses)}", "dim")))
        console.print(Padding(cell.say, (0, 0, 0, 3)))


def cards(
    game: GameName,
    name: Annotated[
        list[str] | None, typer.Argument(metavar="WORDS", help="Words to search for. Default: everything.")
    ] = None,
    kind: Annotated[str | None, typer.Option(metavar="KIND", help="Show only this kind, such as witch.")] = None,
    not_in_play: Annotated[bool, typer.Option("--not-in-play", help="Show only names without rules.")] = False,
    json: JsonOption = False,
) -> None:
    """Search the explanations of a game: cards, abilities, characters."""
    from rumpus.core.catalogue import find_game
    from rumpus.core.content.rulebook import find_topics
    from rumpus.core.errors import UnknownName
    from rumpus.lab.reports.sightings import latest_sightings
    from rumpus.terminal.help import topic_cards, unknown_name

    found = find_game(game)
    topics = [topic for topic in found.topics(found.options()) if topic.in_play != not_in_play]
    if not_in_play and not topics:
        raise UnknownName(f"{found.title} has rules for all its names.")
    if kind is not None:
        kinds = list(dict.fromkeys(topic.kind for topic in topics))
        if kind.lower() not in [known.lower() for known in kinds]:
            raise UnknownName(f"{found.title} has no kind {kind!r}. It has {', '.join(kinds) or 'none'}.")
        topics = [topic for topic in topics if topic.kind.lower() == kind.lower()]
    words = " ".join(name or [])
    if words:
        everything = topics
        topics = find_topics(everything, words)
        if not topics:
            raise UnknownName(unknown_name(everything, words))
    seen = None if not_in_play else latest_sightings(found.name)
    if json:
        described: list[dict[str, object]] = []
        for one in topics:
            described.append({"name": one.name, "kind": one.kind, "text": one.text, "clause": one.clause})
            if seen is not None:
                described[-1]["seen"] = seen.of(one.name)
        print_json(described)
        return
    if seen is None:
        _print(topic_cards(topics))
    else:
        heading = f"Figures from the {seen.games:,} games in {seen.folder}."
        _print(topic_cards(topics, heading, lambda name: f"seen: {seen.text(name)}"))


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


def _game_page(game: Game) -> RenderableType:
    from rich.console import Group
    from rich.text import Text

    parts: list[RenderableType] = [
        Text(game.title, style="bold"),
        Text(game.blurb),
        Text(f"{_counts(game)} players, about {game.minutes} minutes, rules version {game.version}", style="dim"),
        Text(),
    ]
    if game.fields:
        # Basic options first: the rest are numbers for designers.
        ordered = [field for field in game.fields if field.basic] + [field for field in game.fields if not field.basic]
        parts.append(_field_table(ordered))
    for preset in game.presets:
        changes = ", ".join(preset.texts(game.fields))
        parts.append(Text.assemble((f"--preset {preset.name}", "bold cyan"), f"  {preset.says} It sets {changes}."))
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
        "options": [_described_field(field) for field in game.fields],
        "presets": [{"name": one.name, "says": one.says, "changes": one.changes} for one in game.presets],
        "commands": sorted(game.terminal().commands()),
    }


def _described_field(field: Field) -> dict[str, object]:
    return {
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


def _print(what: RenderableType, paged: bool = True) -> None:
    """Prints with a pager on a terminal, directly otherwise."""
    from rumpus.terminal.drawing import plain_console

    console = plain_console()
    width = min(console.width, MAX_WIDTH)
    if not (paged and sys.stdin.isatty() and sys.stdout.isatty()):
        console.print(what, width=width)
        return
    os.environ.setdefault("LESS", "-RFX")
    with console.pager(styles=not console.is_dumb_terminal):
        console.print(what, width=width)
