"""Who is here: visitors of this process, seats that other processes report, and since when the others are away."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING
from weakref import WeakMethod

from rumpus.core.errors import RumpusError
from rumpus.core.position import Seat
from rumpus.service.runtime.clock import now

if TYPE_CHECKING:
    from rumpus.service.tables.live import LiveTable

REMOTE_SECONDS = 12.0
"""How long another process' word that somebody is here counts."""


class Visitor:
    """Whoever is at the other end of a socket: at a table as the person of a seat or as an onlooker, or at none."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.live: LiveTable | None = None
        self.seat: Seat | None = None
        self.host = False
        self.epoch = -1
        """With `lines` and `sheet`: how much of the table this visitor has been shown."""
        self.lines = 0
        self.sheet = b""
        self.in_lobby = False
        self.has_asked_coach = False

    def wake(self) -> None:
        """There may be something new to see."""

    # --- coming and going ---

    def look_at(self, live: LiveTable) -> None:
        """Be shown this table from now on, as the seat that was set before."""
        self.live = live
        self.sheet = b""
        live.presence.enter(self)
        self.wake()

    def look_away(self) -> None:
        live = self.live
        if live is not None:
            live.presence.leave(self)
            live.forget(self.seat, self.host)
            live.touch()
            self.live, self.seat, self.host = None, None, False

    def become(self, seat: Seat | None, host: bool) -> None:
        """Somebody else at the same table."""
        live, before = self.at_table(), (self.seat, self.host)
        live.presence.reseat(self, seat, host)
        live.forget(*before)
        self.epoch = -1
        self.wake()

    # --- what this visitor is ---

    def at_table(self) -> LiveTable:
        """The table that is looked at."""
        if self.live is None:
            raise RumpusError("say first which table you mean (attach)")
        return self.live

    def seated(self) -> tuple[LiveTable, Seat]:
        """The table and the seat there; refused to onlookers."""
        live = self.at_table()
        if self.seat is None or live.table.places[self.seat].kind != "person":
            raise RumpusError("you are only watching")
        return live, self.seat

    def must_be_host(self) -> None:
        if not self.host:
            raise RumpusError("only whoever made the table can do that")


class Presence:
    """Who is at one table. Seats go from process to process as a bit set; `changed` is told ours when they change.

    It does not keep its table alive, so that one that is put away leaves memory at once.
    """

    def __init__(self, seats: int, moment: int, changed: Callable[[int], None]) -> None:
        self.visitors: set[Visitor] = set()
        self.away = [moment] * seats
        """When each seat's person was last seen to come or go here."""
        self._remote: dict[str, tuple[int, float]] = {}
        self._changed = WeakMethod(changed)

    def here(self, seat: Seat) -> bool:
        return bool((self.seats() | self._remote_seats()) >> seat & 1)

    def seats(self) -> int:
        """The seats whose people are here in this process."""
        found = 0
        for visitor in self.visitors:
            if visitor.seat is not None:
                found |= 1 << visitor.seat
        return found

    def _remote_seats(self) -> int:
        found = 0
        moment = time.monotonic()
        for seats, until in self._remote.values():
            if until > moment:
                found |= seats
        return found

    def enter(self, visitor: Visitor) -> None:
        before = self.seats()
        self.visitors.add(visitor)
        self._compare(before)

    def leave(self, visitor: Visitor) -> None:
        before = self.seats()
        self.visitors.discard(visitor)
        self._compare(before)

    def reseat(self, visitor: Visitor, seat: Seat | None, host: bool) -> None:
        before = self.seats()
        visitor.seat, visitor.host = seat, host
        self._compare(before)

    def _compare(self, before: int) -> None:
        after = self.seats()
        if before == after:
            return
        moment = now()
        for seat in range(len(self.away)):
            if (before ^ after) >> seat & 1:
                self.away[seat] = moment
        changed = self._changed()
        if changed is not None:
            changed(after)

    def hear(self, process: str, seats: int) -> bool:
        """Another process says who is there; says whether that is new."""
        before = self._remote_seats()
        self._remote[process] = (seats, time.monotonic() + REMOTE_SECONDS)
        return self._remote_seats() != before

    def forget_silent(self) -> bool:
        """Processes that have said nothing for a while are gone; says whether there were any."""
        moment = time.monotonic()
        heard = {who: word for who, word in self._remote.items() if word[1] > moment}
        silent = len(heard) < len(self._remote)
        self._remote = heard
        return silent
