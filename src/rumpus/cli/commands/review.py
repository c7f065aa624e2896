"""`review`: a finished game looked at again, with what was luck, what was play, and what would have been better."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from rumpus.cli.commands.common import Json, RecordFile, print_json
from rumpus.cli.commands.strength import Jobs
from rumpus.core.errors import RumpusError

if TYPE_CHECKING:
    from rumpus.core.record import Record
    from rumpus.review.report import Review


def add_to(app: typer.Typer) -> None:
    app.command(rich_help_panel="Play")(review)


def review(
    file: RecordFile,
    seat: Annotated[
        str | None, typer.Option(help="Whose decisions: a seat's number (from 0), a player's name, or all.")
    ] = None,
    effort: Annotated[int, typer.Option(help="Looks so many times as often: slower, and surer.")] = 1,
    jobs: Jobs = 0,
    json: Json = False,
) -> None:
    """Say who was going to win when, which decisions cost what, and how much of it was luck."""
    from msgspec import to_builtins

    from rumpus.core.record import Record
    from rumpus.terminal.review import show

    record = Record.read(file)
    found = _reviewed(record, seat, effort, jobs)
    if json:
        print_json(to_builtins(found))
    else:
        show(found)


def _reviewed(record: Record, seat: str | None, effort: int, jobs: int) -> Review:
    from functools import partial

    from rumpus.cli.commands.progress import progress_bar
    from rumpus.cli.commands.replay import game_of_record, whose_eyes
    from rumpus.lab.simulation.workers import working
    from rumpus.review.review import part_of, put_together, task

    game = game_of_record(record)
    if seat is not None and seat.strip().lower() == "all":
        seats = None
    else:
        one = whose_eyes(record, seat)
        if one is None:
            raise RumpusError("an onlooker decides nothing: say whose decisions are reviewed, or all")
        seats = [one]
    # More parts than processes, so that none waits long for the last, and there is progress to show.
    whole = task(record, seats, effort, parts=8)
    found = []
    with working(jobs) as workers, progress_bar(game.title) as bar:
        for _, part in workers.map(partial(part_of, whole), range(whole.parts)):
            found.append(part)
            bar.count(len(found), whole.parts)
    return put_together(whole, found)
