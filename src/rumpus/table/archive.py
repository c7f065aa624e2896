"""What a finished table shows for ever, whatever becomes of the rules: kept with it when it ends."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from rumpus.core.errors import BadRecord
from rumpus.core.position import Position, Seat
from rumpus.core.words import named
from rumpus.table.replay import Moment
from rumpus.table.seat_view import StoryLine, story, story_line
from rumpus.table.table import Table
from rumpus.table.table_view import Sheet, sheet

PART = 32
"""Moments that are packed together, so that nobody needs the whole of a long film in memory."""
MOST_BYTES = 8_000_000
"""Of a packed film; of a longer one only the head is kept."""

Kind = TypeVar("Kind")


class Keepsake(Struct):
    """The head: all but the film. Of what differs by viewer, first the onlooker's and then every seat's."""

    record: str
    sheets: list[Sheet]
    stories: list[list[StoryLine]]
    moments: int
    """How many the film has; 0 if it was too long to keep."""


class KeptMoment(Struct, omit_defaults=True):
    """A moment of a replay through everybody's eyes at once."""

    number: int
    views: list[dict[str, Any]]
    waiting: list[list[Seat]]
    lines: list[list[StoryLine]]
    """Last, after the onlooker's and every seat's: with all that was secret."""
    seat: Seat | None = None
    words: str = ""
    says: str = ""

    def seen(self, eyes: Seat | None, everything: bool) -> Moment:
        place = 0 if eyes is None else 1 + eyes
        lines = self.lines[-1] if everything else self.lines[place]
        others = self.views[1:] if everything else []
        return Moment(
            self.number, self.views[place], lines, self.waiting[place], self.seat, self.words, self.says, others
        )


def kept_moments(table: Table) -> Iterator[KeptMoment]:
    """The match of a finished table, from where it began here."""
    game, names = table.game, table.names
    viewers = [None, *range(len(table.places))]
    before: list[list[StoryLine]] = [[] for _ in range(len(viewers) + 1)]
    stood: Position | None = None
    for step in table.walk():
        position = step.position
        says = "" if stood is None or step.seat is None else game.say(stood, step.seat, step.move, names)
        stood = position.copy()
        events = position.take_events()
        noticed = [[event.seen_by(eyes) for event in events] for eyes in viewers]
        noticed.append([event.whole() for event in events])
        lines = [[story_line(game, names, seen) for seen in some if seen is not None] for some in noticed]
        if step.number < table.past:
            for earlier, fresh in zip(before, lines, strict=True):
                earlier.extend(fresh)
            continue
        views = [named(position.view(eyes), names) for eyes in viewers]
        moment = KeptMoment(step.number, views, [position.waiting(eyes) for eyes in viewers], lines)
        if step.number == table.past:
            moment.lines = [earlier + fresh for earlier, fresh in zip(before, lines, strict=True)]
        else:
            moment.seat, moment.words, moment.says = step.seat, step.words, says
        yield moment


def pack_keepsake(table: Table) -> list[bytes]:
    """The head, and then the film in parts."""
    assert table.match is not None
    parts: list[bytes] = []
    some: list[KeptMoment] = []
    count = size = 0
    for moment in kept_moments(table):
        some.append(moment)
        count += 1
        if len(some) == PART:
            parts.append(_pack(some))
            size += len(parts[-1])
            some = []
        if size > MOST_BYTES:
            parts, some, count = [], [], 0
            break
    if some:
        parts.append(_pack(some))
    viewers = [None, *range(len(table.places))]
    nobody = [False] * len(table.places)
    head = Keepsake(
        table.match.record.dumps(),
        [sheet(table, eyes, False, nobody, [0] * len(nobody)) for eyes in viewers],
        [story(table.game, table.names, table.story, eyes) for eyes in viewers],
        count,
    )
    return [_pack(head), *parts]


def read_keepsake(data: bytes) -> Keepsake:
    return _unpack(data, Keepsake)


def read_part(data: bytes) -> list[KeptMoment]:
    """Part n of a film holds the moments from number PART * (n - 1) on."""
    return _unpack(data, list[KeptMoment])


def _pack(thing: object) -> bytes:
    return zlib.compress(msgspec.json.encode(thing), 6)


def _unpack(data: bytes, kind: type[Kind]) -> Kind:
    try:
        return msgspec.json.decode(zlib.decompress(data), type=kind)
    except (zlib.error, msgspec.MsgspecError) as error:
        raise BadRecord(f"what was kept of this table cannot be read: {error}") from None
