"""The view of a table for one seat or spectator."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, field

from rumpus.core.options import Value
from rumpus.core.outcome import payoff_words, result_words
from rumpus.core.position import Seat
from rumpus.table.entries import Clock, Place
from rumpus.table.lessons import LessonInfo, lesson_at
from rumpus.table.seat_view import Offer, seat_view
from rumpus.table.seats import promise
from rumpus.table.table import Table


class SeatInfo(Struct, omit_defaults=True):
    """Public information about a seat."""

    name: str
    kind: str
    bot: str = ""
    stand_in: str = ""
    failed: bool = False
    """True if the seat's bot has failed and people must choose another (`replace`)."""
    here: bool = False
    away: int = 0
    """Time at which the person was last seen, in milliseconds since 1970; 0 if present."""
    fared: str = ""
    """Result after the end: "won", "drew", "2nd" …, "lost"."""
    payoff: str = ""
    """Payoff after the end ("+1 coin"), if it says more than the place."""
    profile: str = ""
    """Public id of the person's profile, if any."""
    avatar: str = ""
    colour: str = ""
    bot_account: bool = False
    """True if the profile is the account of a bot."""


class ClockFace(Struct, omit_defaults=True):
    rule: Clock
    left: list[int]
    """Milliseconds per seat at the start of the decision: true for oneself, public for others."""
    until: list[int]
    """End times in milliseconds since 1970; 0 if the clock stands."""


class UndoRequest(Struct):
    seat: Seat
    agreed: list[Seat]


class RematchRequest(Struct):
    """A rematch request, with the seats that agreed or declined."""

    seat: Seat
    agreed: list[Seat]
    declined: list[Seat]


class Statistics(Struct):
    """Statistics per seat after the end."""

    moves: list[int]
    seconds: list[float]
    total: float


class TableView(Struct, omit_defaults=True):
    """All that one seat, or a spectator, is shown of a table, except the log."""

    table: str
    game: str
    title: str
    state: str
    you: Seat | None
    host: bool
    seats: list[SeatInfo]
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
    """Places after the end: 1 for the winner, shared if several won."""
    fared: str = ""
    """The viewer's result after the end: "won", "drew", "2nd" …, "lost"."""
    clock: ClockFace | None = None
    undo_request: UndoRequest | None = field(default=None, name="wish")
    epoch: int = 0
    seed: str = ""
    rematch: str = ""
    rematch_request: RematchRequest | None = field(default=None, name="rematch_wish")
    numbers: Statistics | None = None
    source: str = ""
    notice: str = ""
    """A message about the server: the store is read-only, or the table was closed."""
    lesson: LessonInfo | None = None
    tournament: str = ""
    """The tournament whose game this is; empty: none."""
    free_text: bool = False
    """True if the seated people may chat in free text."""


def seat_info(place: Place, stand_in: str, failed: bool = False, here: bool = False, away: int = 0) -> SeatInfo:
    return SeatInfo(
        place.name, place.kind, place.bot, stand_in, failed, here, away,
        profile=place.profile, avatar=place.avatar, colour=place.colour, bot_account=place.bot_account,
    )  # fmt: skip


def table_view(table: Table, seat: Seat | None, host: bool, here: Sequence[bool], away: Sequence[int]) -> TableView:
    """Builds the view. It changes only with events, never as time passes."""
    match = table.match
    seats: list[SeatInfo] = []
    for number, place in enumerate(table.places):
        present = here[number] or place.kind == "bot"
        since = 0 if present or place.kind == "open" else away[number]
        stand_in, failed = table.seats.stand_ins[number], table.stuck(number)
        seats.append(seat_info(place, stand_in, failed=failed, here=present, away=since))
    made = table.made
    view = TableView(
        table=table.id,
        game=table.game.name,
        title=table.game.title,
        state=table.state,
        you=seat,
        host=host,
        seats=seats,
        options=made.options,
        listed=made.listed,
        coach=made.coach,
        undo=made.undo,
        grace=made.grace,
        promise=promise(made.seed),
        epoch=table.epoch,
        rematch=table.rematch,
        source=made.source,
        notice=table.seats.close_reason,
        tournament=table.made.tournament,
        free_text=made.free_text,
    )
    if match is None:
        if made.clock is not None:
            view.clock = _clock_face(table, made.clock, seat)
        return view
    seen = seat_view(match, seat)
    view.view = seen.view
    if table.seats.closed:
        return view
    view.moves, view.waiting, view.result = seen.offers, seen.waiting, seen.result
    if seat is not None:
        view.at = table.decision_id(seat)
    lesson = lesson_at(table)
    view.lesson = None if lesson is None else lesson.lesson_info(seat)
    if match.over:
        view.seed = made.seed
        assert seen.result is not None
        view.places = seen.ranking
        got = payoff_words(seen.result, seen.ranking, table.game.payoff_unit)
        for number, info in enumerate(seats):
            info.fared, info.payoff = result_words(seen.ranking, number), got[number]
        view.fared = "" if seat is None else result_words(seen.ranking, seat)
        view.numbers = _statistics(table)
    elif made.clock is not None:
        view.clock = _clock_face(table, made.clock, seat)
    if table.rematch_answers and not table.rematch:
        view.rematch_request = rematch_request(table)
    if table.undo_request is not None:
        view.undo_request = UndoRequest(table.undo_request.seat, sorted(table.undo_agreed))
    return view


def _clock_face(table: Table, rule: Clock, seat: Seat | None) -> ClockFace:
    faces = [table.clocks.face(number, seat) for number in range(len(table.places))]
    return ClockFace(rule, [left for left, _ in faces], [until for _, until in faces])


def rematch_request(table: Table) -> RematchRequest:
    said = table.rematch_answers
    agreed = [seat for seat, yes in said.items() if yes]
    return RematchRequest(agreed[0], agreed, [seat for seat, yes in said.items() if not yes])


def _statistics(table: Table) -> Statistics:
    used = table.clocks.true.used
    total = (table.last_at - table.began_at) / 1000 if table.began_at else 0.0
    return Statistics(list(table.decided), [round(ms / 1000, 1) for ms in used], round(total, 1))
