"""`play`: a game among people at this keyboard and bots."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rumpus.cli.commands.common import Changes, at_a_terminal, complete_game
from rumpus.core.errors import BadOption, RumpusError

if TYPE_CHECKING:
    from rumpus.core.game import Game
    from rumpus.terminal.sessions import Host


def add_to(app: typer.Typer) -> None:
    app.command(
        rich_help_panel="Play",
        context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
        epilog="Every option of the game can be given by its name: --mode “death match”, --versus, --no-versus.",
    )(play)


def play(
    ctx: typer.Context,
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="As `rumpus games` lists it.", autocompletion=complete_game)
    ] = None,
    seats: Annotated[
        str | None, typer.Option(help="Who plays, in order of seats: you, you:Ann, or the name of a bot.")
    ] = None,
    players: Annotated[int | None, typer.Option(help="How many seats; you and bots.")] = None,
    option: Changes = None,
    seed: Annotated[str | None, typer.Option(help="Any text: the same seed deals the same cards.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Line by line instead of the full screen.")] = False,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Keeps the record there, after every move.")] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Goes on with a saved game.")] = None,
    at: Annotated[
        str | None, typer.Option(metavar="URL", help="Plays at a server: the link of a table, or where to make one.")
    ] = None,
    coach: Annotated[
        bool, typer.Option("--coach", help="A coach gives hints and says what it thinks of your moves.")
    ] = False,
    pace: Annotated[float, typer.Option(help="Seconds between the moves of bots on the full screen.")] = 0.7,
) -> None:
    """Play a game here, against bots or with others at this keyboard."""
    if not 0 <= pace <= 60:
        raise RumpusError(f"the pace is 0 to 60 seconds, not {pace:g}")
    host: Host
    if at is not None:
        host = _at_server(at, game, seats, players, option or [], ctx.args, coach, _given(seed, save, resume))
    elif resume is not None:
        host = _resumed(resume, game, seats, save, _given(option, seed, players) or list(ctx.args))
    else:
        if game is None:
            raise RumpusError("say which game: `rumpus play GAME`; `rumpus games` lists them")
        host = _started(game, seats, players, option or [], ctx.args, seed, save)
    if at is None:
        host.coached = coach
    try:
        play_here(host, plain, pace)
    finally:
        host.close()


def play_here(host: Host, plain: bool, pace: float) -> None:
    if plain or not at_a_terminal():
        from rumpus.terminal.plain import PlainTable

        PlainTable(host).run()
    else:
        from rumpus.terminal.fullscreen.app import play_full_screen

        play_full_screen(host, pace)


def _given(*values: object) -> list[object]:
    return [value for value in values if value]


def _at_server(
    url: str,
    name: str | None,
    seats: str | None,
    players: int | None,
    texts: Sequence[str],
    flags: Sequence[str],
    coach: bool,
    refused: Sequence[object],
) -> Host:
    from rumpus.core.catalogue import find_game
    from rumpus.core.options import parse_changes
    from rumpus.terminal import remote
    from rumpus.terminal.seating import default_seats, options_and_seats, split_seats

    if refused:
        raise RumpusError("a server deals and keeps its games itself: leave away --seed, --save and --resume")
    named = split_seats(seats) if seats is not None else None
    if name is None:
        chairs = named if named is not None else default_seats(1)
        return remote.join(url, remote.chairs_and_name(chairs)[1])
    game = find_game(name)
    changes = {**parse_changes(texts), **changes_from_flags(game, flags)}
    options, who = options_and_seats(game, changes, named, players)
    return remote.make(url, game, who, options.changed(), coach)


def _started(
    name: str,
    seats: str | None,
    players: int | None,
    texts: Sequence[str],
    flags: Sequence[str],
    seed: str | None,
    save: Path | None,
) -> Host:
    from rumpus.core.catalogue import find_game
    from rumpus.core.options import parse_changes
    from rumpus.core.rng import new_seed
    from rumpus.terminal.seating import options_and_seats, seat_people, split_seats
    from rumpus.terminal.sessions import LocalHost, check_writable

    game = find_game(name)
    changes = {**parse_changes(texts), **changes_from_flags(game, flags)}
    named = split_seats(seats) if seats is not None else None
    options, who = options_and_seats(game, changes, named, players)
    if save is not None:
        check_writable(save)
    seed = seed if seed is not None else new_seed()
    return LocalHost.start(game, options, seed, seat_people(who, game, options, seed), save)


def _resumed(path: Path, name: str | None, seats: str | None, save: Path | None, refused: Sequence[object]) -> Host:
    from rumpus.core.catalogue import find_game
    from rumpus.core.errors import BadRecord, UnknownName
    from rumpus.core.record import Record
    from rumpus.terminal.seating import seat_again, split_seats, take_seats_again
    from rumpus.terminal.sessions import check_writable, resume

    if refused:
        raise RumpusError("a saved game goes on with its own options, seed and seats: leave them away with --resume")
    record = Record.read(path)
    try:
        game = find_game(record.game)
    except UnknownName as error:
        raise BadRecord(f"this is a record of a game that is not installed: {error}") from None
    if name is not None and find_game(name) is not game:
        raise BadRecord(f"{path} is a game of {game.title}, not of {find_game(name).title}")
    options = record.options_of(game)
    bot_seed = f"{record.seed}/after {len(record.moves)}"
    if seats is not None:
        seating = take_seats_again(record.players, split_seats(seats), game, options, bot_seed)
    else:
        seating = seat_again(record.players, game, options, bot_seed)
    keep = save if save is not None else path
    check_writable(keep)
    return resume(game, record, seating, keep)


def changes_from_flags(game: Game, flags: Sequence[str]) -> dict[str, object]:
    """`--mode "death match" --versus --no-escalation` as changes of the game's options."""
    import difflib

    from rumpus.core.options import BOOL, parse_changes

    fields = {field.name: field for field in game.fields}
    changes: dict[str, object] = {}
    rest = list(flags)
    while rest:
        flag = rest.pop(0)
        name, equals, value = flag.partition("=")
        if not name.startswith("--"):
            raise BadOption(f"{flag!r} is too much; an option is written --NAME VALUE")
        word = name[2:].replace("-", "_").lower()
        if word not in fields and word.startswith("no_") and word[3:] in fields and fields[word[3:]].kind == BOOL:
            changes[word[3:]] = False
        elif word not in fields:
            close = difflib.get_close_matches(word, [*fields, "seats", "seed", "plain", "save", "resume"], n=1)
            hint = (
                f"did you mean --{close[0].replace('_', '-')}?" if close else f"`rumpus games {game.name}` lists them"
            )
            raise BadOption(f"there is no option {name} in {game.title}; {hint}")
        elif equals:
            changes.update(parse_changes([f"{word}={value}"]))
        elif fields[word].kind == BOOL and (not rest or rest[0].startswith("--") or not _is_switch(rest[0])):
            changes[word] = True
        elif rest and not rest[0].startswith("--"):
            changes.update(parse_changes([f"{word}={rest.pop(0)}"]))
        else:
            raise BadOption(f"{name} needs a value: {fields[word].allowed()} ({fields[word].clause})")
    return changes


def _is_switch(text: str) -> bool:
    return text.lower() in ("on", "off", "true", "false", "yes", "no", "1", "0")
