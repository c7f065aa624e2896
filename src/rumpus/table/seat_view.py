"""The one funnel: whatever a seat or an onlooker is shown of a match is made here, and nowhere else.

Views are the game's own, built up from nothing. Words, explanations and reasons are made from a dream of the seat's,
so that they cannot know more than it does. Here people's names come into what a position says of its seats,
and whoever looks is `you`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from rumpus.core.content.rulebook import uncited
from rumpus.core.errors import IllegalMove
from rumpus.core.game import Game
from rumpus.core.position import Arg, Event, Move, Position, Seat, Seen, View
from rumpus.core.rng import Seeded
from rumpus.core.words import Fact, Line, facts, named, seen_from, with_names
from rumpus.table.match import Match

NOT_AMONG = "That is not among your options now."
MANY = 4096
"""More moves than this are not tried out one by one to say why they cannot be made."""
SHOWN = 120
"""Where more cannot be made than a person would read, one move stands for all with the same reason."""


class Offer(Struct):
    """A move as a person sees it.

    Its number in the list, its notation, the same as one says it aloud, what it would do in a sentence, and as facts.
    """

    move: Move
    words: str
    says: str
    explanation: str
    forecast: dict[str, Any]


class Sight(Struct):
    """All that one seat may see of a match at this moment."""

    view: View
    offers: list[Offer]
    waiting: list[Seat]
    result: list[float] | None
    """What each seat got, after the end."""
    ranking: list[int] = []
    """Their places, after the end."""


class StoryLine(Struct, omit_defaults=True):
    """A line of the story as one seat noticed it; `kind`, `args` and `facts` are the same as data.

    `facts` are the arguments by the names that the game gives them, for a drawing.
    """

    text: str
    clause: str = ""
    kind: str = ""
    args: list[Arg] = []
    facts: dict[str, Fact] = {}


class WhyNot(Struct, omit_defaults=True):
    """A move that cannot be made now, the reason, and the clause behind it."""

    move: Move
    words: str
    why: str
    clause: str = ""
    says: str = ""
    """The move as one says it aloud."""


def dream_of(position: Position, seat: Seat) -> Position:
    """Always the same dream for positions that the seat cannot tell apart."""
    return position.imagine(seat, Seeded("what a seat may know"))


def sight(match: Match, seat: Seat | None) -> Sight:
    """What this seat (None: an onlooker) may see now."""
    position = match.position
    offers, waiting = offers_of(match, seat), position.waiting(seat)
    return Sight(view_of(match, seat), offers, waiting, position.result(), position.ranking())


def view_of(match: Match, seat: Seat | None) -> View:
    """The seat's view, with people's names in its sentences."""
    return named(match.position.view(seat), seen_from(match.record.players, seat))


def offers_of(match: Match, seat: Seat | None) -> list[Offer]:
    """What this seat may decide now, with words; nothing for an onlooker."""
    if seat is None or seat not in match.position.to_act():
        return []
    dream = dream_of(match.position, seat)
    game = match.game
    names = seen_from(match.record.players, seat)
    return [
        Offer(
            move,
            game.write(dream, seat, move),
            game.say(dream, seat, move, names),
            game.explain(dream, seat, move, names),
            game.forecast(dream, seat, move),
        )
        for move in dream.moves(seat)
    ]


def lines(match: Match, events: Sequence[Event], seat: Seat | None) -> list[Line]:
    """These events in words, as far as this seat noticed them."""
    noticed = [event.seen_by(seat) for event in events]
    names = seen_from(match.record.players, seat)
    return [match.game.tell(seen, names) for seen in noticed if seen is not None]


def story(game: Game, names: Sequence[str], items: Sequence[Event | Line], seat: Seat | None) -> list[StoryLine]:
    """This part of a table's story as the seat noticed it."""
    found: list[StoryLine] = []
    names = seen_from(names, seat)
    for item in items:
        if isinstance(item, Line):
            found.append(StoryLine(item.text, item.clause))
            continue
        seen = item.seen_by(seat)
        if seen is not None:
            found.append(story_line(game, names, seen))
    return found


def story_line(game: Game, names: Sequence[str], seen: Seen) -> StoryLine:
    line = game.tell(seen, names)
    return StoryLine(line.text, line.clause, seen.kind, seen.args, facts(seen, game.events))


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
    return with_names(dream_of(match.position, seat).why_not(seat, move), seen_from(match.record.players, seat))


def read(match: Match, seat: Seat, words: str) -> Move:
    """The move that a person of this seat typed; refused in words that only use what the seat knows."""
    if seat not in match.position.to_act():
        raise IllegalMove(why_not(match, seat, 0))
    try:
        return match.game.read(dream_of(match.position, seat), seat, words)
    except IllegalMove as refusal:
        raise IllegalMove(with_names(str(refusal), seen_from(match.record.players, seat))) from None


def because(move: Move, words: str, reason: str, says: str = "") -> WhyNot:
    """A move with the reason against it, and the clause on its own."""
    return WhyNot(move, words, *uncited(reason), says)


def why_nots(match: Match, seat: Seat | None) -> list[WhyNot]:
    """The moves that a seat that owes a decision might expect but may not make, each with its reason."""
    if seat is None or seat not in match.position.to_act():
        return []
    count = match.game.move_count(match.options)
    if count > MANY:
        return []
    dream = dream_of(match.position, seat)
    names = seen_from(match.record.players, seat)
    offered = set(dream.moves(seat))
    found: list[WhyNot] = []
    given: set[str] = set()
    for move in range(count):
        if move in offered:
            continue
        reason = dream.forbids(seat, move)
        if not reason or reason == NOT_AMONG:
            continue
        if len(found) > SHOWN and reason in given:
            continue  # another move stands for it
        try:
            words, says = match.game.write(dream, seat, move), match.game.say(dream, seat, move, names)
        except (IndexError, KeyError, ValueError, IllegalMove):
            continue  # a number that stands for nothing at this moment
        given.add(reason)
        found.append(because(move, words, with_names(reason, names), says))
    if len(found) <= SHOWN:
        return found
    by_reason = {item.why: item for item in reversed(found)}
    return sorted(by_reason.values(), key=lambda item: item.move)[:SHOWN]
