"""`replay`: a record move by move, and whether it still ends the same way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from rumpus.cli.commands.common import Json, RecordFile, at_a_terminal, print_json
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
        str | None, typer.Option(help="Whose eyes: a seat's number (from 0), a player's name, or onlooker.")
    ] = None,
    step: Annotated[
        bool | None, typer.Option("--step/--all", help="Wait after each move, or show all of them at once.")
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Line by line instead of the full screen.")] = False,
    json: Json = False,
) -> None:
    """Show a record move by move, and check that it still ends the same way."""
    from rumpus.core.record import Record
    from rumpus.terminal.replay import PlainReplay, as_data, film

    record = Record.read(file)
    game = game_of_record(record)
    # Everything is replayed before anything is shown: a damaged record shows nothing.
    eyes = whose_eyes(record, seat)
    shown = film(game, record, eyes, everything=seat is None)
    if json:
        print_json(as_data(record, shown, eyes, everything=seat is None))
    elif step is not False and not plain and at_a_terminal():
        from rumpus.terminal.fullscreen.replay import replay_full_screen

        replay_full_screen(game, record, shown, eyes, everything=seat is None)
    else:
        PlainReplay(game, record, shown, eyes, everything=seat is None).run(step=bool(step))


def game_of_record(record: Record) -> Game:
    """The game it is a record of, if it is installed."""
    from rumpus.core.catalogue import find_game
    from rumpus.core.errors import BadRecord, UnknownName

    try:
        return find_game(record.game)
    except UnknownName as error:
        raise BadRecord(f"this is a record of a game that is not installed: {error}") from None


def whose_eyes(record: Record, said: str | None) -> Seat | None:
    """The seat whose view is drawn: the one named, else the first person's; None is an onlooker."""
    from rumpus.terminal.seating import is_bot

    if said is None:
        people = [seat for seat, name in enumerate(record.players) if not is_bot(name)]
        return people[0] if people else 0
    word = said.strip()
    if word.lower() in ("onlooker", "none"):
        return None
    for seat, name in enumerate(record.players):
        if word.lower() == name.lower() or word == str(seat):
            return seat
    seats = ", ".join(f"{seat} ({name})" for seat, name in enumerate(record.players))
    raise RumpusError(f"there is no seat {word!r}; there is {seats}, or onlooker")
