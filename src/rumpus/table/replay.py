"""A match again, moment by moment, through anybody's eyes: for replays on every screen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from rumpus.core.errors import IllegalMove
from rumpus.core.game import Game
from rumpus.core.position import Event, Position, Seat, Seen, View
from rumpus.core.record import RecordStep
from rumpus.core.words import named
from rumpus.table.seat_view import StoryLine, story_line
from rumpus.table.table import Table


class Moment(Struct, omit_defaults=True):
    """One step of a replay: what it looked like and what had just happened."""

    number: int
    """Moves made, for going on from here; kept back while the match is on, since it counts sealed moves too."""
    view: View
    lines: list[StoryLine]
    waiting: list[Seat]
    seat: Seat | None = None
    words: str = ""
    says: str = ""
    others: list[View] = []
    """With all cards open: the view of every seat."""


def moments(
    game: Game,
    names: Sequence[str],
    steps: Iterable[RecordStep],
    eyes: Seat | None,
    everything: bool,
    others: Sequence[Seat] = (),
) -> Iterator[Moment]:
    """The deal and then every move, as this seat (None: an onlooker) saw it; `everything`: with all that was secret.

    `others` are seats whose views are wanted too.
    """
    before: Position | None = None
    for step in steps:
        position = step.position
        says = ""
        if before is not None and step.seat is not None:
            says = game.say(before, step.seat, step.move, names)
        before = position.copy()
        happened = [_noticed(event, eyes, everything) for event in position.take_events()]
        yield Moment(
            step.number,
            named(position.view(eyes), names),
            [story_line(game, names, seen) for seen in happened if seen is not None],
            position.waiting(eyes),
            step.seat,
            step.words,
            says,
            [named(position.view(seat), names) for seat in others],
        )


def _noticed(event: Event, eyes: Seat | None, everything: bool) -> Seen | None:
    return event.whole() if everything else event.seen_by(eyes)


def table_moments(table: Table, eyes: Seat | None, everything: bool) -> Iterator[Moment]:
    """The match of a table, from where it began here.

    While it is on, moments in which the viewer noticed nothing are left out, and so is who moved.
    """
    assert table.match is not None
    over = table.match.over
    if everything and not over:
        raise IllegalMove("All cards are shown when the game is over.")
    shown = 0
    before: list[StoryLine] = []
    previous: tuple[View, list[Seat]] | None = None
    others = range(len(table.places)) if everything else ()
    for moment in moments(table.game, table.names, table.walk(), eyes, everything, others):
        if moment.number < table.past:
            before.extend(moment.lines)
            continue
        if moment.number == table.past:
            moment.lines = before + moment.lines
            moment.seat, moment.words, moment.says = None, "", ""
        if not over:
            if previous == (moment.view, moment.waiting) and not moment.lines:
                continue
            previous = (moment.view, moment.waiting)
            moment.number, moment.seat, moment.words, moment.says = shown, None, "", ""
            shown += 1
        yield moment
