"""Everything that a seat or spectator is shown of a match is made here.

Views come from the game. Texts, explanations and refusals are made from a world sampled for the seat, so that they
cannot reveal secrets. Names replace seats here, and the reader is `you`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from rumpus.core.content.rulebook import split_citation
from rumpus.core.errors import IllegalMove
from rumpus.core.game import Game
from rumpus.core.position import Arg, Event, Move, Position, Seat, SeenEvent, View
from rumpus.core.rng import SeededRng
from rumpus.core.words import NOT_A_LEGAL_MOVE, Fact, Line, facts, named, seen_from, with_names
from rumpus.table.match import Match

MAX_MOVES_TRIED = 4096
"""Size of the move space above which refusals are not listed."""
MAX_REFUSALS = 120
"""Number of refused moves above which one stands for all with the same reason."""


class Offer(Struct):
    """A move for display: number, notation, spoken form, explanation and forecast."""

    move: Move
    words: str
    says: str
    explanation: str
    forecast: dict[str, Any]


class SeatView(Struct):
    """All that one seat may see of a match now."""

    view: View
    offers: list[Offer]
    waiting: list[Seat]
    result: list[float] | None
    """Payoffs after the end."""
    ranking: list[int] = []
    """Places after the end."""


class LogLine(Struct, omit_defaults=True):
    """A line of the log for one viewer, as text and as data (`kind`, `args`, `facts`).

    `facts` are the arguments by name, for drawings.
    """

    text: str
    clause: str = ""
    kind: str = ""
    args: list[Arg] = []
    facts: dict[str, Fact] = {}


class WhyNot(Struct, omit_defaults=True):
    """An illegal move, the reason, and the clause behind it."""

    move: Move
    words: str
    why: str
    clause: str = ""
    says: str = ""
    """The move as people say it."""


def world_for(position: Position, seat: Seat) -> Position:
    """Returns a sampled world: the same for positions that the seat cannot distinguish."""
    return position.determinize(seat, SeededRng("what a seat may know"))


def seat_view(match: Match, seat: Seat | None) -> SeatView:
    """Returns all that this seat (None: a spectator) may see now."""
    position = match.position
    offers, waiting = offers_of(match, seat), position.visible_to_act(seat)
    return SeatView(view_of(match, seat), offers, waiting, position.result(), position.ranking())


def view_of(match: Match, seat: Seat | None) -> View:
    """Returns the seat's view with people's names in its sentences."""
    return named(match.position.view(seat), seen_from(match.record.players, seat))


def offers_of(match: Match, seat: Seat | None) -> list[Offer]:
    """Returns the seat's legal moves with texts; empty for a spectator."""
    if seat is None or seat not in match.position.to_act():
        return []
    world = world_for(match.position, seat)
    game = match.game
    names = seen_from(match.record.players, seat)
    return [
        Offer(
            move,
            game.format_move(world, seat, move),
            game.describe_move(world, seat, move, names),
            game.explain_move(world, seat, move, names),
            game.forecast(world, seat, move),
        )
        for move in world.moves(seat)
    ]


def lines(match: Match, events: Sequence[Event], seat: Seat | None) -> list[Line]:
    """Describes the events visible to this seat."""
    noticed = [event.seen_by(seat) for event in events]
    names = seen_from(match.record.players, seat)
    return [match.game.describe_event(seen, names) for seen in noticed if seen is not None]


def log_lines(game: Game, names: Sequence[str], items: Sequence[Event | Line], seat: Seat | None) -> list[LogLine]:
    """Returns the part of a table's log visible to this seat."""
    found: list[LogLine] = []
    names = seen_from(names, seat)
    for item in items:
        if isinstance(item, Line):
            found.append(LogLine(item.text, item.clause))
            continue
        seen = item.seen_by(seat)
        if seen is not None:
            found.append(log_line(game, names, seen))
    return found


def log_line(game: Game, names: Sequence[str], seen: SeenEvent) -> LogLine:
    line = game.describe_event(seen, names)
    return LogLine(line.text, line.clause, seen.kind, seen.args, facts(seen, game.events))


def why_not(match: Match, seat: Seat | None, move: Move) -> str:
    """Returns why this seat may not make this move, given its knowledge; empty if it may."""
    if match.over:
        return "The game is over."
    if seat is None:
        return "You are only watching."
    if seat not in match.position.to_act():
        return "You have nothing to decide at the moment."
    if not 0 <= move < match.game.move_count(match.options):
        return NOT_A_LEGAL_MOVE
    return with_names(world_for(match.position, seat).refusal(seat, move), seen_from(match.record.players, seat))


def read(match: Match, seat: Seat, words: str) -> Move:
    """Parses a typed move. A refusal uses the seat's knowledge only."""
    if seat not in match.position.to_act():
        raise IllegalMove(why_not(match, seat, 0))
    try:
        return match.game.parse_move(world_for(match.position, seat), seat, words)
    except IllegalMove as refusal:
        raise IllegalMove(with_names(str(refusal), seen_from(match.record.players, seat))) from None


def reason_for(move: Move, words: str, reason: str, says: str = "") -> WhyNot:
    """Splits a refusal into reason and clause."""
    return WhyNot(move, words, *split_citation(reason), says)


def why_nots(match: Match, seat: Seat | None) -> list[WhyNot]:
    """Lists illegal moves that a seat to act might expect, each with its reason."""
    if seat is None or seat not in match.position.to_act():
        return []
    count = match.game.move_count(match.options)
    if count > MAX_MOVES_TRIED:
        return []
    world = world_for(match.position, seat)
    names = seen_from(match.record.players, seat)
    offered = set(world.moves(seat))
    found: list[WhyNot] = []
    given: set[str] = set()
    for move in range(count):
        if move in offered:
            continue
        reason = world.rule_against(seat, move)
        if not reason or reason == NOT_A_LEGAL_MOVE:
            continue
        if len(found) > MAX_REFUSALS and reason in given:
            continue  # another move stands for it
        try:
            words, says = match.game.format_move(world, seat, move), match.game.describe_move(world, seat, move, names)
        except (IndexError, KeyError, ValueError, IllegalMove):
            continue  # a number that stands for nothing at this moment
        given.add(reason)
        found.append(reason_for(move, words, with_names(reason, names), says))
    if len(found) <= MAX_REFUSALS:
        return found
    by_reason = {item.why: item for item in reversed(found)}
    return sorted(by_reason.values(), key=lambda item: item.move)[:MAX_REFUSALS]
