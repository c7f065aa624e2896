"""`replay` shows a record move by move; `verify` checks it against the promised seeds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from rumpus.cli.commands.common import JsonOption, RecordFile, is_interactive, print_json
from rumpus.core.errors import RumpusError

if TYPE_CHECKING:
    from rumpus.core.game import Game
    from rumpus.core.position import Seat
    from rumpus.core.record import Record


def add_to(app: typer.Typer) -> None:
    app.command(rich_help_panel="Play", epilog="Example: rumpus replay brawl.record --seat 1")(replay)
    app.command(rich_help_panel="Play", epilog="Example: rumpus verify brawl.record --hash 9f86d081884c7d65")(verify)


def replay(
    file: RecordFile,
    seat: Annotated[
        str | None,
        typer.Option(
            metavar="SEAT",
            help="Seat to show: a number from 0, a player's name, or spectator. Default: the first person's.",
        ),
    ] = None,
    step: Annotated[
        bool | None, typer.Option("--step/--all", help="Wait after each move, or show all moves at once.")
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Show it line by line instead of on the full screen.")] = False,
    json: JsonOption = False,
) -> None:
    """Show a record move by move, and check its result."""
    from rumpus.core.record import Record
    from rumpus.terminal.replay import PlainReplay, RecordReplay, replay_json

    record = Record.read(file)
    game = game_of_record(record)
    # Replays everything first: a damaged record shows nothing.
    shown = RecordReplay(game, record, seat_named(record, seat), reveal_secrets=seat is None)
    if json:
        print_json(replay_json(shown))
    elif step is not False and not plain and is_interactive():
        from rumpus.terminal.fullscreen.replay import ReplayApp

        ReplayApp(shown).run()
    else:
        PlainReplay(shown).run(step=bool(step))


def verify(
    record: RecordFile,
    promised: Annotated[
        list[str] | None,
        typer.Option(
            "--hash",
            metavar="HASH",
            help="Hash shown before the first move; for a continued match, one per table, in order.",
        ),
    ] = None,
) -> None:
    """Check a record: its seeds against the promised hashes, its moves against the result."""
    from rumpus.core.errors import BadRecord
    from rumpus.core.record import Record

    checked = Record.read(record)
    if checked.result is None:
        raise BadRecord(f"{record} is not finished, so its seed stays secret. Verify it after the end.")
    sentences = _check_seeds(checked, promised or [])
    game = game_of_record(checked)
    moves = sum(1 for _ in checked.walk(game)) - 1
    typer.echo(f"{game.title}: {moves} moves, every one legal, ending as the record says.")
    for sentence in sentences:
        typer.echo(sentence)


def _check_seeds(record: Record, promised: Sequence[str]) -> list[str]:
    """Compares each seed with its hash. Without hashes, returns sentences with those to compare by eye."""
    from rumpus.core.errors import BadRecord
    from rumpus.core.words import counted, listed
    from rumpus.table.seats import promise

    # A match may continue another one from some move on, with a new seed. The first seed has dealt the cards.
    seeds = {"The seed of the deal": record.seed}
    seeds |= {f"The seed from move {moves + 1} on": seed for moves, seed in record.then}
    if not promised:
        return [
            f"{which} hashes to {promise(seed)}: compare it with the hash shown before the first move."
            for which, seed in seeds.items()
        ]
    if len(promised) != len(seeds):
        tables = listed([f"move {moves}" for moves, _ in record.then])
        continued = f", because it was continued after {tables}" if tables else ""
        raise BadRecord(
            f"This match has {counted(len(seeds), 'seed')}{continued}. "
            f"Give --hash {counted(len(seeds), 'time')}, not {len(promised)}."
        )
    for (which, seed), given in zip(seeds.items(), promised, strict=True):
        if given.strip().lower() != promise(seed):
            raise BadRecord(f"{which} hashes to {promise(seed)}, not to the promised hash.")
    return [f"{which} is the one whose hash was shown before the first move." for which in seeds]


def game_of_record(record: Record) -> Game:
    from rumpus.core.catalogue import find_game
    from rumpus.core.errors import BadRecord, UnknownName

    try:
        return find_game(record.game)
    except UnknownName as error:
        raise BadRecord(f"The game of this record is not installed: {error}") from None


def seat_named(record: Record, said: str | None) -> Seat | None:
    """The seat of the shown view; by default the first person's. None: a spectator."""
    from rumpus.core.words import spoken_names
    from rumpus.terminal.seating import is_bot

    if said is None:
        people = [seat for seat, name in enumerate(record.players) if not is_bot(name)]
        return people[0] if people else 0
    word = said.strip()
    if word.lower() in ("spectator", "onlooker", "none"):
        return None
    names = spoken_names(record.players)
    for seat, name in enumerate(record.players):
        if word.lower() in (name.lower(), names[seat].lower(), str(seat)):
            return seat
    seats = ", ".join(f"{seat} ({name})" for seat, name in enumerate(names))
    raise RumpusError(f"There is no seat {word!r}. Choose {seats}, or spectator.")
