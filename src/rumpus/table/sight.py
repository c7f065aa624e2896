"""The one funnel: whatever a seat or an onlooker is shown of a match is made here, and nowhere else.

Views are the game's own, built up from nothing. Words, explanations and reasons are made from a dream of the seat's,
so that they cannot know more than it does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from rumpus.core.contract import Arg, Event, Move, Position, Seat, Seen, View
from rumpus.core.errors import IllegalMove
from rumpus.core.game import Game, Line
from rumpus.core.luck import Seeded
from rumpus.core.options import Value
from rumpus.table.entries import Clock, Made
from rumpus.table.match import Match
from rumpus.table.table import Chairs, Table, promise

NOT_AMONG = "That is not among your options now."
MANY = 4096
"""More moves than this are not tried out one by one to say why they cannot be made."""
SHOWN = 120
"""Where more cannot be made than a person would read, one move stands for all with the same reason."""


# --- a match ---


class Option(Struct):
    """A move as a person sees it: its number in the list, its notation, and what it would do."""

    move: Move
    words: str
    explanation: str


class Sight(Struct):
    """All that one seat may see of a match at this moment."""

    view: View
    options: list[Option]
    waiting: list[Seat]
    result: list[float] | None


class Told(Struct, omit_defaults=True):
    """A line of the story as one seat noticed it; `kind` and `args` are the same fact as data, for a drawing."""

    text: str
    clause: str = ""
    kind: str = ""
    args: list[Arg] = []


class WhyNot(Struct):
    """A move that cannot be made now, and the reason."""

    move: Move
    words: str
    why: str


def dream_of(position: Position, seat: Seat) -> Position:
    """Always the same dream for positions that the seat cannot tell apart."""
    return position.imagine(seat, Seeded("what a seat may know"))


def sight(match: Match, seat: Seat | None) -> Sight:
    """What this seat (None: an onlooker) may see now."""
    position = match.position
    return Sight(position.view(seat), options_of(match, seat), position.waiting(seat), position.result())


def options_of(match: Match, seat: Seat | None) -> list[Option]:
    """What this seat may decide now, with words; nothing for an onlooker."""
    if seat is None or seat not in match.position.to_act():
        return []
    dream = dream_of(match.position, seat)
    game = match.game
    return [Option(move, game.write(dream, seat, move), game.explain(dream, seat, move)) for move in dream.moves(seat)]


def lines(match: Match, events: Sequence[Event], seat: Seat | None) -> list[Line]:
    """These events in words, as far as this seat noticed them."""
    told: list[Line] = []
    for event in events:
        seen = event.seen_by(seat)
        if seen is not None:
            told.append(match.game.tell(seen, match.record.players))
    return told


def why_not(match: Match, seat: Seat | None, move: Move) -> str:
    """Why this seat may not decide this now, from what it knows itself; empty if it may."""
    if match.over:
        return "The game is over."
    if seat is None:
        return "You are only watching."
    if seat not in match.position.to_act():
        return "You have nothing to decide at the moment."
    if not 0 <= move < match.game.move_count(match.options):
        return NOT_AMONG
    return dream_of(match.position, seat).why_not(seat, move)


def read(match: Match, seat: Seat, words: str) -> Move:
    """The move that a person of this seat typed; refused in words that only use what the seat knows."""
    reason = why_not(match, seat, 0)
    if reason and seat not in match.position.to_act():
        raise IllegalMove(reason)
    return match.game.read(dream_of(match.position, seat), seat, words)


def why_nots(match: Match, seat: Seat | None) -> list[WhyNot]:
    """The moves that a seat that owes a decision might expect but may not make, each with its reason."""
    if seat is None or seat not in match.position.to_act():
        return []
    count = match.game.move_count(match.options)
    if count > MANY:
        return []
    dream = dream_of(match.position, seat)
    offered = set(dream.moves(seat))
    found: list[WhyNot] = []
    for move in range(count):
        if move in offered:
            continue
        reason = dream.forbids(seat, move)
        if not reason or reason == NOT_AMONG:
            continue
        try:
            words = match.game.write(dream, seat, move)
        except (IndexError, KeyError, ValueError, IllegalMove):
            continue  # a number that stands for nothing at this moment
        found.append(WhyNot(move, words, reason))
    if len(found) <= SHOWN:
        return found
    by_reason = {item.why: item for item in reversed(found)}
    return sorted(by_reason.values(), key=lambda item: item.move)[:SHOWN]


# --- a table ---


class Chairman(Struct, omit_defaults=True):
    """Who sits on a chair, as everybody may know it."""

    name: str
    kind: str
    bot: str = ""
    stand_in: str = ""
    here: bool = False
    away: int = 0
    """When the person was last seen, in milliseconds since 1970; 0 if here."""


class ClockFace(Struct, omit_defaults=True):
    rule: Clock
    left: list[int]
    """Milliseconds per seat before the present decision: one's own exactly, of the others what all can reckon."""
    until: list[int]
    """When they run out, in milliseconds since 1970; 0 for a clock that stands."""


class UndoWish(Struct):
    seat: Seat
    agreed: list[Seat]


class Numbers(Struct):
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
    seats: list[Chairman]
    options: dict[str, Value]
    listed: bool
    coach: bool
    undo: bool
    grace: int
    promise: str
    view: dict[str, Any] | None = None
    moves: list[Option] = []
    at: str = ""
    waiting: list[Seat] = []
    result: list[float] | None = None
    clock: ClockFace | None = None
    wish: UndoWish | None = None
    epoch: int = 0
    seed: str = ""
    rematch: str = ""
    numbers: Numbers | None = None
    source: str = ""


def sheet(table: Table, seat: Seat | None, host: bool, here: Sequence[bool], away: Sequence[int]) -> Sheet:
    """It changes only when something happens, never by itself as time passes."""
    match = table.match
    chairs: list[Chairman] = []
    for number, place in enumerate(table.places):
        present = here[number] or place.kind == "bot"
        since = 0 if present or place.kind == "open" else away[number]
        chairs.append(Chairman(place.name, place.kind, place.bot, table.chairs.stand_ins[number], present, since))
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
    )
    if match is None:
        return page
    seen = sight(match, seat)
    page.view, page.moves, page.waiting, page.result = seen.view, seen.options, seen.waiting, seen.result
    if seat is not None:
        page.at = table.at(seat)
    if match.over:
        page.seed = made.seed
        page.numbers = _numbers(table)
    elif made.clock is not None:
        faces = [table.clocks.face(number, seat) for number in range(len(chairs))]
        page.clock = ClockFace(made.clock, [left for left, _ in faces], [until for _, until in faces])
    if table.undo_wish is not None:
        page.wish = UndoWish(table.undo_wish.seat, sorted(table.undo_agreed))
    return page


def _numbers(table: Table) -> Numbers:
    used = table.clocks.true.used
    total = (table.last_at - table.began_at) / 1000 if table.began_at else 0.0
    return Numbers(list(table.decided), [round(ms / 1000, 1) for ms in used], round(total, 1))


def told(game: Game, names: Sequence[str], story: Sequence[Event | Line], seat: Seat | None) -> list[Told]:
    """This part of the story as the seat noticed it."""
    found: list[Told] = []
    for item in story:
        if isinstance(item, Line):
            found.append(Told(item.text, item.clause))
            continue
        seen = item.seen_by(seat)
        if seen is not None:
            found.append(_told(game, names, seen))
    return found


def _told(game: Game, names: Sequence[str], seen: Seen) -> Told:
    line = game.tell(seen, names)
    return Told(line.text, line.clause, seen.kind, seen.args)


# --- the lobby ---


class Row(Struct, omit_defaults=True):
    """A table as the lobby shows it: nothing that is not known to anybody who walks by."""

    table: str
    game: str
    title: str
    state: str
    seats: list[Chairman]
    options: dict[str, Value]
    clock: Clock | None = None


def row(id: str, game: Game, made: Made, chairs: Chairs, over: bool) -> Row:
    state = "dropped" if chairs.dropped else "over" if over else "playing" if chairs.begun else "open"
    seats = [
        Chairman(place.name, place.kind, place.bot, stand_in)
        for place, stand_in in zip(chairs.places, chairs.stand_ins, strict=True)
    ]
    return Row(id, game.name, game.title, state, seats, made.options, made.clock)


# --- replays ---


class Frame(Struct, omit_defaults=True):
    """A moment of a match: what it looked like and what had just happened."""

    number: int
    """Moves made, for going on from here; kept back while the match is on, since it counts sealed moves too."""
    view: View
    lines: list[Told]
    waiting: list[Seat]
    seat: Seat | None = None
    words: str = ""
    others: list[View] = []
    """With all cards open: the view of every seat."""


def frames(table: Table, viewer: Seat | None, everything: bool) -> Iterator[Frame]:
    """The match again, move by move, as this seat (None: an onlooker) saw it, or with all cards open.

    While the match is on, moments in which the viewer noticed nothing are left out, and so is who moved.
    """
    assert table.match is not None
    over = table.match.over
    if everything and not over:
        raise IllegalMove("All cards are shown when the game is over.")
    match = table.match_after(0)
    game, names = table.game, table.names
    seats = range(len(table.places))
    past: list[Event] = list(match.events)
    previous: tuple[View, list[Seat]] | None = None

    def frame(number: int, mover: Seat | None, words: str) -> Frame:
        position = match.position
        seen = [event.whole() for event in past] if everything else [event.seen_by(viewer) for event in past]
        return Frame(
            number,
            position.view(viewer),
            [_told(game, names, item) for item in seen if item is not None],
            position.waiting(viewer),
            mover,
            words,
            [position.view(seat) for seat in seats] if everything else [],
        )

    shown = 0
    steps = [None, *table.steps]
    offset = len(table.made.base.moves) if table.made.base else 0
    for number, step in enumerate(steps):
        words = ""
        if step is not None:
            words = game.write(match.position, step.seat, step.move) if over else ""
            past = match.play(step.seat, step.move)
        moment = frame(number + offset, step.seat if step is not None and over else None, words)
        if not over:
            if previous == (moment.view, moment.waiting) and not moment.lines:
                continue
            moment.number = shown
            previous = (moment.view, moment.waiting)
        shown += 1
        yield moment


# --- what can be made and explained ---


class FieldSheet(Struct, omit_defaults=True):
    name: str
    kind: str
    default: Value
    help: str
    clause: str
    low: int = 0
    high: int = 0
    choices: list[str] = []
    basic: bool = False


class GameSheet(Struct, omit_defaults=True):
    """A game as the lobby offers it."""

    name: str
    title: str
    blurb: str
    minutes: int
    seats: list[int]
    fields: list[FieldSheet]


def game_sheet(game: Game) -> GameSheet:
    fields = [
        FieldSheet(f.name, f.kind, f.default, f.help, f.clause, f.low, f.high, list(f.choices), f.basic)
        for f in game.fields
    ]
    return GameSheet(game.name, game.title, game.blurb, game.minutes, list(game.seat_counts()), fields)


class TopicSheet(Struct):
    name: str
    kind: str
    text: str
    clause: str


def topics(game: Game, options: Mapping[str, Value]) -> list[TopicSheet]:
    """All that can be explained at a table of this game."""
    return [TopicSheet(t.name, t.kind, t.text, t.clause) for t in game.topics(game.options(options))]
