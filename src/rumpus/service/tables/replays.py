"""Replays: a match again, moment by moment, worked out aside and kept until whoever asked would see another one.

Of a finished table the film that was made when it ended is shown, whatever has become of the rules since.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence

from msgspec import Raw

from rumpus.core.errors import RumpusError
from rumpus.core.position import Seat
from rumpus.service.runtime import protocol as m
from rumpus.service.runtime.settings import FILM_BYTES
from rumpus.service.store import DamagedBook, Store
from rumpus.service.tables.presence import Visitor
from rumpus.service.tables.retired import Past
from rumpus.table.archive import PART, read_part
from rumpus.table.replay import table_moments
from rumpus.table.table import Table

MOST_BYTES = 400_000
"""Of one message."""


Key = tuple[str, Seat | None, bool]
"""Table, seat, and whether all cards are open."""


class Film:
    """A replay, and what its seat had noticed of the table when it was made."""

    def __init__(self, noticed: bytes, frames: list[bytes]) -> None:
        self.noticed = noticed
        self.frames = frames
        self.size = sum(map(len, frames))


class Films:
    """The last ones, for as many bytes as there is room for; the one that nobody asked for longest goes first."""

    def __init__(self) -> None:
        self.size = 0
        self._films: OrderedDict[Key, Film] = OrderedDict()

    def find(self, key: Key, noticed: bytes) -> Film | None:
        """The film of all that was noticed, if it is here."""
        film = self._films.get(key)
        if film is None or film.noticed != noticed:
            return None
        self._films.move_to_end(key)
        return film

    def keep(self, key: Key, film: Film) -> None:
        before = self._films.pop(key, None)
        self.size += film.size - (0 if before is None else before.size)
        self._films[key] = film
        while self.size > FILM_BYTES:
            _, oldest = self._films.popitem(last=False)
            self.size -= oldest.size


class Replays:
    """As many at a time as `at_once`: each takes a core for a moment."""

    def __init__(self, store: Store, at_once: int) -> None:
        self.store = store
        self.films = Films()
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
        if live.past is not None:
            return await self._show_past(table.id, live.past, wish)
        if table.match.over:
            kept = await self._kept(table.id, 1 + len(table.steps), wish)
            if kept is not None:
                return kept
        key = (table.id, wish.seat, wish.everything)
        # By what that seat has noticed, so that the time it takes tells nothing of what others have sealed.
        film = self.films.find(key, live.noticed(wish.seat))
        if film is None:
            async with self._busy, live.lock:
                noticed = live.noticed(wish.seat)
                film = self.films.find(key, noticed)
                if film is None:
                    film = Film(noticed, await asyncio.to_thread(_film, table, wish.seat, wish.everything))
                    self.films.keep(key, film)
        return _frames(wish, len(film.frames), film.frames[wish.start : wish.start + wish.count])

    async def _show_past(self, id: str, past: Past, wish: m.Replay) -> m.Frames:
        if past.keepsake is None:
            raise RumpusError(past.why)
        if not past.keepsake.moments:
            raise RumpusError("this match was too long for its replay to be kept; its record is")
        kept = await self._kept(id, past.keepsake.moments, wish)
        if kept is None:
            raise RumpusError("this part of the replay is damaged")
        return kept

    async def _kept(self, id: str, total: int, wish: m.Replay) -> m.Frames | None:
        """From the film that was made when the table ended, a part of it at a time; None where there is none."""
        if wish.start >= total:
            return _frames(wish, total, [])
        number, skip = divmod(wish.start, PART)
        try:
            async with self._busy:
                data = await self.store.kept(id, 1 + number)
                moments = [] if data is None else await asyncio.to_thread(read_part, data)
        except DamagedBook:
            return None
        some = moments[skip : skip + wish.count]
        shown = [m.plain(moment.seen(wish.seat, wish.everything)) for moment in some]
        return _frames(wish, total, shown) if shown else None


def _frames(wish: m.Replay, total: int, moments: Sequence[bytes]) -> m.Frames:
    """As many of these as fit into one message; whoever wants more asks again from where it ended."""
    some: list[Raw] = []
    size = 0
    for moment in moments:
        size += len(moment)
        if some and size > MOST_BYTES:
            break
        some.append(Raw(moment))
    return m.Frames(start=wish.start, total=total, frames=some, seat=wish.seat, everything=wish.everything)


def _film(table: Table, seat: Seat | None, everything: bool) -> list[bytes]:
    return [m.plain(moment) for moment in table_moments(table, seat, everything)]
