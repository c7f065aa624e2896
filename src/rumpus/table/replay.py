"""Replays of matches, frame by frame, as seen by any viewer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from rumpus.core.errors import IllegalMove
from rumpus.core.game import Game
from rumpus.core.position import Position, Seat, View
from rumpus.core.record import RecordStep
from rumpus.core.words import named, spoken_names
from rumpus.table.seat_view import LogLine, log_line
from rumpus.table.table import Table


class ReplayFrame(Struct, omit_defaults=True):
    """One step of a replay: the view and the latest events."""

    number: int
    """Number of moves made. Replaced by a frame count during the game: it would reveal sealed moves."""
    view: View
    lines: list[LogLine]
    waiting: list[Seat]
    seat: Seat | None = None
    words: str = ""
    says: str = ""
    others: list[View] = []
    """With all cards open: the view of every seat."""


def frames(
    game: Game,
    names: Sequence[str],
    steps: Iterable[RecordStep],
    viewer: Seat | None,
    everything: bool,
    others: Sequence[Seat] = (),
) -> Iterator[ReplayFrame]:
    """Yields the deal and every move as this viewer (None: a spectator) saw them.

    `everything` includes all secrets. `others` are seats whose views are added.
    """
    names = spoken_names(names)
    before: Position | None = None
    for step in steps:
        position = step.position
        says = ""
        if before is not None and step.seat is not None:
            says = game.describe_move(before, step.seat, step.move, names)
        before = position.copy()
        events = position.take_events()
        happened = [event.full() if everything else event.seen_by(viewer) for event in events]
        yield ReplayFrame(
            step.number,
            named(position.view(viewer), names),
            [log_line(game, names, seen) for seen in happened if seen is not None],
            position.visible_to_act(viewer),
            step.seat,
            step.words,
            says,
            [named(position.view(seat), names) for seat in others],
        )


def table_frames(table: Table, viewer: Seat | None, everything: bool) -> Iterator[ReplayFrame]:
    """Yields the frames of a table, without inherited moves.

    During the game, frames without visible change are left out, and so is who moved.
    """
    assert table.match is not None
    over = table.match.over
    if everything and not over:
        raise IllegalMove("All cards are shown once the game is over.")
    shown = 0
    before: list[LogLine] = []
    previous: tuple[View, list[Seat]] | None = None
    others = range(len(table.places)) if everything else ()
    for frame in frames(table.game, table.names, table.walk(), viewer, everything, others):
        if frame.number < table.inherited_moves:
            before.extend(frame.lines)
            continue
        if frame.number == table.inherited_moves:
            frame.lines = before + frame.lines
            frame.seat, frame.words, frame.says = None, "", ""
        if not over:
            if previous == (frame.view, frame.waiting) and not frame.lines:
                continue
            previous = (frame.view, frame.waiting)
            frame.number, frame.seat, frame.words, frame.says = shown, None, "", ""
            shown += 1
        yield frame
