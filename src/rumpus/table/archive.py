"""Archives of finished tables, readable without the rules."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, field

from rumpus.core.errors import BadRecord
from rumpus.core.position import Position, Seat
from rumpus.core.words import named, spoken_names
from rumpus.table.replay import ReplayFrame
from rumpus.table.seat_view import LogLine, log_line, log_lines
from rumpus.table.table import Table
from rumpus.table.table_view import TableView, table_view

FRAMES_PER_PART = 32
"""Frames compressed together: readers need not hold a long replay in memory."""
MAX_BYTES = 8_000_000
"""Maximum size of a compressed replay. A longer one is not archived."""

Kind = TypeVar("Kind")


class ArchivedTable(Struct):
    """An archive without its frames. Lists by viewer begin with the spectator, then the seats."""

    record: str
    views: list[TableView] = field(name="sheets")
    logs: list[list[LogLine]] = field(name="stories")
    frame_count: int = field(name="moments")
    """Number of frames; 0 if the replay was too long."""


class ArchivedFrame(Struct, omit_defaults=True):
    """A frame of a replay for all viewers at once."""

    number: int
    views: list[dict[str, Any]]
    waiting: list[list[Seat]]
    lines: list[list[LogLine]]
    """Log lines by viewer: spectator, seats, and last with all secrets."""
    seat: Seat | None = None
    words: str = ""
    says: str = ""

    def frame_for(self, viewer: Seat | None, everything: bool) -> ReplayFrame:
        place = 0 if viewer is None else 1 + viewer
        lines = self.lines[-1] if everything else self.lines[place]
        others = self.views[1:] if everything else []
        return ReplayFrame(
            self.number, self.views[place], lines, self.waiting[place], self.seat, self.words, self.says, others
        )


def archived_frames(table: Table) -> Iterator[ArchivedFrame]:
    """Yields the frames of a finished table, without inherited moves."""
    game, names = table.game, spoken_names(table.names)
    viewers = [None, *range(len(table.places))]
    before: list[list[LogLine]] = [[] for _ in range(len(viewers) + 1)]
    previous: Position | None = None
    for step in table.walk():
        position = step.position
        says = ""
        if previous is not None and step.seat is not None:
            says = game.describe_move(previous, step.seat, step.move, names)
        previous = position.copy()
        events = position.take_events()
        noticed = [[event.seen_by(viewer) for event in events] for viewer in viewers]
        noticed.append([event.full() for event in events])
        lines = [[log_line(game, names, seen) for seen in some if seen is not None] for some in noticed]
        if step.number < table.inherited_moves:
            for earlier, fresh in zip(before, lines, strict=True):
                earlier.extend(fresh)
            continue
        views = [named(position.view(viewer), names) for viewer in viewers]
        frame = ArchivedFrame(step.number, views, [position.visible_to_act(viewer) for viewer in viewers], lines)
        if step.number == table.inherited_moves:
            frame.lines = [earlier + fresh for earlier, fresh in zip(before, lines, strict=True)]
        else:
            frame.seat, frame.words, frame.says = step.seat, step.words, says
        yield frame


def pack_archive(table: Table) -> list[bytes]:
    """Returns the compressed head, then the frames in parts."""
    assert table.match is not None
    parts: list[bytes] = []
    part: list[ArchivedFrame] = []
    count = size = 0
    for frame in archived_frames(table):
        part.append(frame)
        count += 1
        if len(part) == FRAMES_PER_PART:
            parts.append(_pack(part))
            size += len(parts[-1])
            part = []
        if size > MAX_BYTES:
            parts, part, count = [], [], 0
            break
    if part:
        parts.append(_pack(part))
    viewers = [None, *range(len(table.places))]
    absent = [False] * len(table.places)
    head = ArchivedTable(
        table.match.record.dumps(),
        [table_view(table, viewer, False, absent, [0] * len(absent)) for viewer in viewers],
        [log_lines(table.game, table.names, table.log, viewer) for viewer in viewers],
        count,
    )
    return [_pack(head), *parts]


def read_archive(data: bytes) -> ArchivedTable:
    return _unpack(data, ArchivedTable)


def read_part(data: bytes) -> list[ArchivedFrame]:
    """Decodes part n, counted from 1: frames from number FRAMES_PER_PART * (n - 1) on."""
    return _unpack(data, list[ArchivedFrame])


def _pack(thing: object) -> bytes:
    return zlib.compress(msgspec.json.encode(thing), 6)


def _unpack(data: bytes, kind: type[Kind]) -> Kind:
    try:
        return msgspec.json.decode(zlib.decompress(data), type=kind)
    except (zlib.error, msgspec.MsgspecError) as error:
        raise BadRecord(f"The archive of this table cannot be read: {error}.") from None
