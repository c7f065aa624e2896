"""Replays: a match again, moment by moment, worked out aside and kept until whoever asked would see another one."""

from __future__ import annotations

import asyncio

from msgspec import Raw

from rumpus.core.contract import Seat
from rumpus.core.errors import RumpusError
from rumpus.table.moments import table_moments
from rumpus.table.table import Table
from rumpus.web import messages as m
from rumpus.web.live import Film
from rumpus.web.presence import Visitor

MOST_BYTES = 400_000
"""Of one message; whoever wants more asks again from where it ended."""
MOST_FILMS = 3
"""Of one table after its end, when everybody may see everything."""


class Replays:
    """As many at a time as `at_once`: each takes a core for a moment."""

    def __init__(self, at_once: int) -> None:
        self._busy = asyncio.Semaphore(at_once)

    async def show(self, visitor: Visitor, wish: m.Replay) -> m.Frames:
        live = visitor.at_table()
        table = live.table
        if table.match is None:
            raise RumpusError("the game has not begun yet")
        if wish.seat is not None and wish.seat >= len(table.places):
            raise RumpusError("there is no such seat")
        if not table.match.over and (wish.everything or wish.seat not in (None, visitor.seat)):
            raise RumpusError("other seats' views, and all cards, are shown when the game is over")
        key = (wish.seat, wish.everything)
        # By what that seat has noticed, so that the time it takes tells nothing of what others have sealed.
        if key not in live.films or live.films[key].noticed != live.noticed(wish.seat):
            async with self._busy, live.lock:
                if table.match.over and len(live.films) > MOST_FILMS:
                    live.films.clear()
                noticed = live.noticed(wish.seat)
                frames = await asyncio.to_thread(_frames, table, wish.seat, wish.everything)
                live.films[key] = Film(noticed, frames)
        film = live.films[key].frames
        some: list[bytes] = []
        size = 0
        for moment in film[wish.start : wish.start + wish.count]:
            size += len(moment)
            if some and size > MOST_BYTES:
                break
            some.append(moment)
        return m.Frames(
            start=wish.start,
            total=len(film),
            frames=[Raw(moment) for moment in some],
            seat=wish.seat,
            everything=wish.everything,
        )


def _frames(table: Table, seat: Seat | None, everything: bool) -> list[bytes]:
    return [m.plain(moment) for moment in table_moments(table, seat, everything)]
