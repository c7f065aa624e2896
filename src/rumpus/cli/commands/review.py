"""`review`: evaluates the decisions and the luck of a finished game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from rumpus.cli.commands.common import Jobs, JsonOption, RecordFile, print_json
from rumpus.core.errors import RumpusError

if TYPE_CHECKING:
    from rumpus.core.record import Record
    from rumpus.review.report import Review


def add_to(app: typer.Typer) -> None:
    app.command(rich_help_panel="Play", epilog="Example: rumpus review brawl.record --seat all")(review)


def review(
    file: RecordFile,
    seat: Annotated[
        str | None,
        typer.Option(
            metavar="SEAT",
            help="Seat to review: a number from 0, a player's name, or all. Default: the first person's.",
        ),
    ] = None,
    effort: Annotated[int, typer.Option(help="Factor on the number of rollouts: slower and more precise.")] = 1,
    jobs: Jobs = 0,
    json: JsonOption = False,
) -> None:
    """Show each player's chances over the game, the cost of decisions, and the share of luck."""
    from msgspec import to_builtins

    from rumpus.cli.commands.replay import game_of_record
    from rumpus.core.record import Record
    from rumpus.review.moments import moments_of
    from rumpus.terminal.review import show

    record = Record.read(file)
    found = _reviewed(record, seat, effort, jobs)
    if json:
        print_json(to_builtins(found))
    else:
        show(found, moments_of(record, game_of_record(record)))


def _reviewed(record: Record, seat: str | None, effort: int, jobs: int) -> Review:
    from functools import partial

    from rumpus.cli.commands.progress import progress_bar
    from rumpus.cli.commands.replay import game_of_record, seat_named
    from rumpus.lab.simulation.workers import working
    from rumpus.review.review import merge_parts, review_part, review_task

    game = game_of_record(record)
    if seat is not None and seat.strip().lower() == "all":
        seats = None
    else:
        one = seat_named(record, seat)
        if one is None:
            raise RumpusError("A spectator makes no decisions. Name a player, or all.")
        seats = [one]
    # More parts than processes: no process waits long for the last, and the bar moves.
    whole = review_task(record, seats, effort, parts=8)
    found = []
    with working(jobs) as workers, progress_bar(game.title) as bar:
        for _, part in workers.map(partial(review_part, whole), range(whole.parts)):
            found.append(part)
            bar.count(len(found), whole.parts)
    return merge_parts(whole, found)
