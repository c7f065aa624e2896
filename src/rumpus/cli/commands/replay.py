"""`replay`: shows a record move by move and verifies it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from rumpus.cli.commands.common import JsonOption, RecordFile, is_interactive, print_json
from rumpus.core.errors import RumpusError

if TYPE_CHECKING:
    from rumpus.core.game import Game
    from rumpus.core.position import Seat
    from rumpus.core.record import Record


def add_to(app: typer.Typer) -> None:
    app.command(rich_help_panel="Play")(replay)


def replay(
    file: RecordFile,
    seat: Annotated[
        str | None,
        typer.Option(help="Seat to show: a number from 0, a player's name, or spectator. Default: the first person's."),
    ] = None,
    step: Annotated[
        bool | None, typer.Option("--step/--all", help="Wait after each move, or show all moves at once.")
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Line by line instead of the full screen.")] = False,
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


def game_of_record(record: Record) -> Game:
    from rumpus.core.catalogue import find_game
    from rumpus.core.errors import BadRecord, UnknownName

    try:
        return find_game(record.game)
    except UnknownName as error:
        raise BadRecord(f"The game of this record is not installed: {error}") from None


def seat_named(record: Record, said: str | None) -> Seat | None:
    """The seat of the shown view; by default the first person's. None: a spectator."""
    from rumpus.terminal.seating import is_bot

    if said is None:
        people = [seat for seat, name in enumerate(record.players) if not is_bot(name)]
        return people[0] if people else 0
    word = said.strip()
    if word.lower() in ("spectator", "onlooker", "none"):
        return None
    for seat, name in enumerate(record.players):
        if word.lower() == name.lower() or word == str(seat):
            return seat
    seats = ", ".join(f"{seat} ({name})" for seat, name in enumerate(record.players))
    raise RumpusError(f"There is no seat {word!r}. Choose {seats}, or spectator.")
