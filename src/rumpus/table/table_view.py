"""All that one seat, or an onlooker, is shown of a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from rumpus.core.options import Value
from rumpus.core.outcome import fared, payoffs
from rumpus.core.position import Seat
from rumpus.table.entries import Clock
from rumpus.table.lessons import LessonSheet, lesson_at
from rumpus.table.seat_view import Offer, sight
from rumpus.table.seats import promise
from rumpus.table.table import Table


class SeatSheet(Struct, omit_defaults=True):
    """Who sits on a chair, as everybody may know it."""

    name: str
    kind: str
    bot: str = ""
    stand_in: str = ""
    failed: bool = False
    """Its bot has failed: the game waits until somebody at the table chooses another (`replace`)."""
    here: bool = False
    away: int = 0
    """When the person was last seen, in milliseconds since 1970; 0 if here."""
    fared: str = ""
    """After the end: "won", "drew", "2nd" …, "lost"."""
    payoff: str = ""
    """After the end, what it got in words ("+1 coin"), where that is more than its place says."""


class ClockFace(Struct, omit_defaults=True):
    rule: Clock
    left: list[int]
    """Milliseconds per seat before the present decision: one's own exactly, of the others what all can reckon."""
    until: list[int]
    """When they run out, in milliseconds since 1970; 0 for a clock that stands."""


class UndoWish(Struct):
    seat: Seat
    agreed: list[Seat]


class RematchWish(Struct):
    """Who has asked to play once more, who is in, and who would rather not."""

    seat: Seat
    agreed: list[Seat]
    declined: list[Seat]


class Statistics(Struct):
    """Statistics after the end, per seat."""

    moves: list[int]
    seconds: list[float]
    total: float


class Sheet(Struct, omit_defaults=True):
    """All that one seat, or an onlooker, is shown of a table, except the story."""

    table: str
    game: str
    title: str
    state: str
    you: Seat | None
    host: bool
    seats: list[SeatSheet]
    options: dict[str, Value]
    listed: bool
    coach: bool
    undo: bool
    grace: int
    promise: str
    view: dict[str, Any] | None = None
    moves: list[Offer] = []
    at: str = ""
    waiting: list[Seat] = []
    result: list[float] | None = None
    places: list[int] = []
    """After the end: 1 for whoever has won, shared where several did."""
    fared: str = ""
    """After the end, for a seat: "won", "drew", "2nd" …, "lost"."""
    clock: ClockFace | None = None
    wish: UndoWish | None = None
    epoch: int = 0
    seed: str = ""
    rematch: str = ""
    rematch_wish: RematchWish | None = None
    numbers: Statistics | None = None
    source: str = ""
    notice: str = ""
    """What people should know of the server just now: that nothing can be written, or that it has closed the table."""
    lesson: LessonSheet | None = None


def sheet(table: Table, seat: Seat | None, host: bool, here: Sequence[bool], away: Sequence[int]) -> Sheet:
    """It changes only when something happens, never by itself as time passes."""
    match = table.match
    chairs: list[SeatSheet] = []
    for number, place in enumerate(table.places):
        present = here[number] or place.kind == "bot"
        since = 0 if present or place.kind == "open" else away[number]
        stand_in, failed = table.chairs.stand_ins[number], table.stuck(number)
        chairs.append(SeatSheet(place.name, place.kind, place.bot, stand_in, failed, present, since))
    made = table.made
    page = Sheet(
        table=table.id,
        game=table.game.name,
        title=table.game.title,
        state=table.state,
        you=seat,
        host=host,
        seats=chairs,
        options=made.options,
        listed=made.listed,
        coach=made.coach,
        undo=made.undo,
        grace=made.grace,
        promise=promise(made.seed),
        epoch=table.epoch,
        rematch=table.rematch,
        source=made.source,
        notice=table.chairs.closed,
    )
    if match is None:
        return page
    seen = sight(match, seat)
    page.view = seen.view
    if table.chairs.dropped:
        return page  # nothing is asked any more
    page.moves, page.waiting, page.result = seen.offers, seen.waiting, seen.result
    if seat is not None:
        page.at = table.at(seat)
    lesson = lesson_at(table)
    page.lesson = None if lesson is None else lesson.sheet(seat)
    if match.over:
        page.seed = made.seed
        assert seen.result is not None
        page.places = seen.ranking
        got = payoffs(seen.result, seen.ranking, table.game.stake)
        for number, chair in enumerate(chairs):
            chair.fared, chair.payoff = fared(seen.ranking, number), got[number]
        page.fared = "" if seat is None else fared(seen.ranking, seat)
        page.numbers = _statistics(table)
    elif made.clock is not None:
        faces = [table.clocks.face(number, seat) for number in range(len(chairs))]
        page.clock = ClockFace(made.clock, [left for left, _ in faces], [until for _, until in faces])
    if table.rematch_answers and not table.rematch:
        page.rematch_wish = rematch_wish(table)
    if table.undo_wish is not None:
        page.wish = UndoWish(table.undo_wish.seat, sorted(table.undo_agreed))
    return page


def rematch_wish(table: Table) -> RematchWish:
    said = table.rematch_answers
    agreed = [seat for seat, yes in said.items() if yes]
    return RematchWish(agreed[0], agreed, [seat for seat, yes in said.items() if not yes])


def _statistics(table: Table) -> Statistics:
    used = table.clocks.true.used
    total = (table.last_at - table.began_at) / 1000 if table.began_at else 0.0
    return Statistics(list(table.decided), [round(ms / 1000, 1) for ms in used], round(total, 1))
