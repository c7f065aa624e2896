"""`play`: a game between people at this keyboard and bots."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rumpus.cli.commands.common import Changes, Plain, complete_game, is_interactive
from rumpus.core.errors import BadOption, RumpusError

if TYPE_CHECKING:
    from rumpus.core.game import Game
    from rumpus.terminal.sessions import TableSession


def add_to(app: typer.Typer) -> None:
    app.command(
        rich_help_panel="Play",
        context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
        epilog="Example: rumpus play GAME --seats you,normal,hard --coach\n\n"
        "Every option of a game is a flag too: --hp 40, --versus, --no-versus. `rumpus games GAME` lists them.",
    )(play)


def play(
    ctx: typer.Context,
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="Game, as listed by `rumpus games`. Not with --resume or the link of a table.",
            autocompletion=complete_game,
        ),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(metavar="NAMES", help="Players by seat, separated by commas: you, you:Ann, or a bot's name."),
    ] = None,
    players: Annotated[int | None, typer.Option(help="Number of seats: you and bots.")] = None,
    option: Changes = None,
    seed: Annotated[str | None, typer.Option(help="Seed, any text. Equal seeds give equal deals.")] = None,
    plain: Plain = False,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save the record to this file after every move.")
    ] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Resume a saved game.")] = None,
    at: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Play at a server: the link of a table, or the address at which to make one."),
    ] = None,
    as_: Annotated[
        str | None,
        typer.Option("--as", metavar="NAME", help="Profile at the server of --at. It is made at first use."),
    ] = None,
    coach: Annotated[bool, typer.Option("--coach", help="Let a coach give hints and comment on your moves.")] = False,
    pace: Annotated[float, typer.Option(help="Seconds between moves of bots on the full screen.")] = 0.7,
) -> None:
    """Play a game here, against bots or with others at this keyboard."""
    if not 0 <= pace <= 60:
        raise RumpusError(f"Cannot use a pace of {pace:g} seconds. Choose 0 to 60.")
    session: TableSession
    if at is not None:
        given = _given(seed, save, resume)
        session = _remote_session(at, game, seats, players, option or [], ctx.args, coach, given, as_ or "")
    elif as_ is not None:
        raise RumpusError("A profile is at a server. Name that with --at URL.")
    elif resume is not None:
        session = _resumed_session(resume, game, seats, save, _given(option, seed, players) or list(ctx.args))
    else:
        if game is None:
            raise RumpusError("Name a game: `rumpus play GAME`. `rumpus games` lists them.")
        session = _new_session(game, seats, players, option or [], ctx.args, seed, save)
    if at is None:
        session.coached = coach
    try:
        play_here(session, plain, pace)
    finally:
        session.close()


def play_here(session: TableSession, plain: bool, pace: float) -> None:
    if plain or not is_interactive():
        from rumpus.terminal.plain import PlainTable

        PlainTable(session).run()
    else:
        from rumpus.terminal.fullscreen.app import play_full_screen

        play_full_screen(session, pace)


def _given(*values: object) -> list[object]:
    return [value for value in values if value]


def _remote_session(
    url: str,
    name: str | None,
    seats: str | None,
    players: int | None,
    texts: Sequence[str],
    flags: Sequence[str],
    coach: bool,
    refused: Sequence[object],
    profile: str,
) -> TableSession:
    from rumpus.core.catalogue import find_game
    from rumpus.core.options import parse_changes
    from rumpus.terminal import remote
    from rumpus.terminal.seating import default_seats, options_and_seats, split_seats

    if refused:
        raise RumpusError("The server deals and stores its games. Leave out --seed, --save and --resume.")
    named = split_seats(seats) if seats is not None else None
    if name is None:
        chosen = named if named is not None else default_seats(1)
        return remote.join(url, remote.seats_and_name(chosen)[1], profile)
    game = find_game(name)
    changes = {**parse_changes(texts), **changes_from_flags(game, flags)}
    options, who = options_and_seats(game, changes, named, players)
    return remote.make(url, game, who, options.changed(), coach, profile)


def _new_session(
    name: str,
    seats: str | None,
    players: int | None,
    texts: Sequence[str],
    flags: Sequence[str],
    seed: str | None,
    save: Path | None,
) -> TableSession:
    from rumpus.core.catalogue import find_game
    from rumpus.core.options import parse_changes
    from rumpus.core.rng import new_seed
    from rumpus.terminal.seating import options_and_seats, seat_people, split_seats
    from rumpus.terminal.sessions import LocalSession, check_writable

    game = find_game(name)
    changes = {**parse_changes(texts), **changes_from_flags(game, flags)}
    named = split_seats(seats) if seats is not None else None
    options, who = options_and_seats(game, changes, named, players)
    if save is not None:
        check_writable(save)
    seed = seed if seed is not None else new_seed()
    return LocalSession.start(game, options, seed, seat_people(who, game, options, seed), save)


def _resumed_session(
    path: Path, name: str | None, seats: str | None, save: Path | None, refused: Sequence[object]
) -> TableSession:
    from rumpus.cli.commands.replay import game_of_record
    from rumpus.core.catalogue import find_game
    from rumpus.core.errors import BadRecord
    from rumpus.core.record import Record
    from rumpus.terminal.seating import seat_again, split_seats, take_seats_again
    from rumpus.terminal.sessions import check_writable, resume

    if refused:
        raise RumpusError("A saved game keeps its options, seed and seats. Leave them out with --resume.")
    record = Record.read(path)
    game = game_of_record(record)
    if name is not None and find_game(name) is not game:
        raise BadRecord(f"{path} is a game of {game.title}, not of {find_game(name).title}.")
    options = record.options_of(game)
    bot_seed = f"{record.seed}/after {len(record.moves)}"
    if seats is not None:
        seating = take_seats_again(record.players, split_seats(seats), game, options, bot_seed)
    else:
        seating = seat_again(record.players, game, options, bot_seed)
    target = save if save is not None else path
    check_writable(target)
    return resume(game, record, seating, target)


def changes_from_flags(game: Game, flags: Sequence[str]) -> dict[str, object]:
    """Parses `--mode "death match" --versus --no-escalation` as changes of options."""
    import difflib

    from rumpus.core.options import BOOL, PRESET, parse_changes

    fields = {field.name: field for field in game.fields}
    names = [*fields, PRESET] if game.presets else list(fields)
    switches = [name for name, field in fields.items() if field.kind == BOOL]
    changes: dict[str, object] = {}
    rest = list(flags)
    while rest:
        flag = rest.pop(0)
        name, equals, value = flag.partition("=")
        if not name.startswith("--"):
            raise BadOption(f"Cannot read {flag!r}. Write an option as --NAME VALUE.")
        word = name[2:].replace("-", "_").lower()
        if word not in fields and word.startswith("no_") and word[3:] in switches:
            changes[word[3:]] = False
        elif word not in names:
            close = difflib.get_close_matches(word, [*names, "seats", "seed", "plain", "save", "resume"], n=1)
            hint = (
                f"Did you mean --{close[0].replace('_', '-')}?" if close else f"`rumpus games {game.name}` lists them."
            )
            raise BadOption(f"{game.title} has no option {name}. {hint}")
        elif equals:
            changes.update(parse_changes([f"{word}={value}"]))
        elif (
            word in fields
            and fields[word].kind == BOOL
            and (not rest or rest[0].startswith("--") or not _is_switch(rest[0]))
        ):
            changes[word] = True
        elif rest and not rest[0].startswith("--"):
            changes.update(parse_changes([f"{word}={rest.pop(0)}"]))
        else:
            allowed = f"{fields[word].allowed()} ({fields[word].clause})" if word in fields else "the name of a preset"
            raise BadOption(f"{name} needs a value: {allowed}.")
    return changes


def _is_switch(text: str) -> bool:
    return text.lower() in ("on", "off", "true", "false", "yes", "no", "1", "0")
