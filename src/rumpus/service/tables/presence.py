"""Presence of visitors at tables, in this process and in others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING
from weakref import WeakMethod

from msgspec import Struct

from rumpus.core.display_names import tidy_name, tidy_name_of
from rumpus.core.errors import RumpusError
from rumpus.core.position import Seat
from rumpus.service.runtime.clock import ServerClock
from rumpus.service.runtime.protocol import ServerMessage
from rumpus.table.entries import Place
from rumpus.table.table import Table

if TYPE_CHECKING:
    from rumpus.service.tables.live import LiveTable

# Four beats of `Housekeeping`, which announces at each: a lost notification makes nobody absent.
REMOTE_SECONDS = 12.0
"""Seconds for which another process's announcement counts."""


class SignedIn(Struct):
    """The profile of a visitor, and the hash of its device's secret. `bot`: it is the account of a bot."""

    profile: str
    name: str
    avatar: str
    colour: str
    device: str
    bot: bool = False


class Visitor:
    """The person or program at the other end of a session: seated, spectator, or at no table."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.live: LiveTable | None = None
        self.seat: Seat | None = None
        self.host = False
        self.epoch = -1
        """Epoch of the last table view sent. -1: none."""
        self.lines = 0
        """Log lines sent so far."""
        self.last_view = b""
        """The last table view sent."""
        self.origin = ""
        """Origin of the page, such as https://example.org; empty for programs."""
        self.site = ""
        """Origin of the server as the visitor reached it, for programs without a page."""
        self.profile: SignedIn | None = None
        self.by_profile = False
        """True if the visitor has its seat by its profile alone, without a token."""
        self.looking = True
        """False while the visitor's page is hidden, as in a tab in the background."""
        self.in_lobby = False
        self.has_asked_coach = False

    def wake(self) -> None:
        """Called if there may be something new to send."""

    def tell(self, message: ServerMessage) -> None:
        """Sends a message that answers no request."""

    # --- coming and going ---

    def watch(self, live: LiveTable) -> None:
        """Attaches to a table, as the seat set before."""
        self.live = live
        self.last_view = b""
        live.presence.enter(self)
        self.wake()

    def unwatch(self) -> None:
        live = self.live
        if live is not None:
            live.presence.leave(self)
            live.drop_caches(self.seat, self.host)
            live.touch()
            self.live, self.seat, self.host = None, None, False

    def change_seat(self, seat: Seat | None, host: bool) -> None:
        live, before = self.at_table(), (self.seat, self.host)
        live.presence.reseat(self, seat, host)
        live.drop_caches(*before)
        self.epoch = -1
        self.wake()

    def claim(self, table: Table, token: str | None) -> tuple[Seat | None, bool]:
        """The visitor's seat, by its token or else its profile, and whether it is the host."""
        seat = table.seat_of(token) if token else None
        host = table.is_host(token) if token else False
        own = table.seat_of_profile(self.profile.profile) if self.profile else None
        self.by_profile = seat is None and own is not None
        if own is not None:
            seat = own if seat is None else seat
            host = host or table.places[own].lock == table.made.host
        return seat, host

    def sit_down(self, name: str, lock: str, taken: Sequence[str] = ()) -> Place:
        """The visitor's place at a table: that of its profile, if it has one."""
        who = self.profile
        if who is None:
            return Place("person", tidy_name(name, taken), lock)
        name = tidy_name_of(name or who.name, who.bot, taken)
        look = {"avatar": who.avatar, "colour": who.colour}
        return Place("person", name, lock, profile=who.profile, **look, bot_account=who.bot)

    # --- checks ---

    def at_table(self) -> LiveTable:
        if self.live is None:
            raise RumpusError("You are at no table. Attach to one first.")
        return self.live

    def seated(self) -> tuple[LiveTable, Seat]:
        """Returns table and seat. Spectators are refused."""
        live = self.at_table()
        if self.seat is None or live.table.places[self.seat].kind != "person":
            raise RumpusError("You are only watching.")
        return live, self.seat

    def must_be_host(self) -> None:
        if not self.host:
            raise RumpusError("Only the host of the table can do that.")


class Presence:
    """Visitors of one table; processes exchange bit sets of seats. Holds `changed` weakly."""

    def __init__(self, seats: int, when: int, changed: Callable[[int], None], clock: ServerClock) -> None:
        self.visitors: dict[Visitor, None] = {}  # in order of arrival: messages go out in this order
        self.away = [when] * seats
        """Time of each seat's last arrival or departure here."""
        self._looked = 0
        """Bit set of the seats looking at the table at the last call of `take_departed`."""
        self._clock = clock
        self._remote: dict[str, tuple[int, int, float]] = {}
        """By process: seats present there, those not looking, and the time this expires."""
        # A strong reference would be a cycle: unloaded tables would stay in memory until a garbage collection.
        self._changed = WeakMethod(changed)

    def is_here(self, seat: Seat) -> bool:
        return bool((self.seats() | self._remote_seats()) >> seat & 1)

    def seats(self) -> int:
        """Bit set of the seats present in this process."""
        found = 0
        for visitor in self.visitors:
            if visitor.seat is not None:
                found |= 1 << visitor.seat
        return found

    def hidden(self) -> int:
        """Bit set of the seats present in this process, but not looking."""
        looking = 0
        for visitor in self.visitors:
            if visitor.seat is not None and visitor.looking:
                looking |= 1 << visitor.seat
        return self.seats() & ~looking

    def take_departed(self) -> list[Seat]:
        """Seats that nobody looks from any more, since the last call, in any process."""
        looking = self._looking()
        left, self._looked = self._looked & ~looking, looking
        return [seat for seat in range(len(self.away)) if left >> seat & 1]

    def is_looking(self, seat: Seat) -> bool:
        """True if somebody of this seat looks at the table, in any process."""
        return bool(self._looking() >> seat & 1)

    def _looking(self) -> int:
        found = self.seats() & ~self.hidden()
        now = self._clock.monotonic()
        for seats, hidden, until in self._remote.values():
            if until > now:
                found |= seats & ~hidden
        return found

    def _remote_seats(self) -> int:
        found = 0
        now = self._clock.monotonic()
        for seats, _, until in self._remote.values():
            if until > now:
                found |= seats
        return found

    def enter(self, visitor: Visitor) -> None:
        before = self.seats()
        self.visitors[visitor] = None
        self._compare(before)

    def leave(self, visitor: Visitor) -> None:
        before = self.seats()
        self.visitors.pop(visitor, None)
        self._compare(before)

    def reseat(self, visitor: Visitor, seat: Seat | None, host: bool) -> None:
        before = self.seats()
        visitor.seat, visitor.host = seat, host
        self._compare(before)

    def _compare(self, before: int) -> None:
        after = self.seats()
        if before == after:
            return
        now = self._clock.now()
        for seat in range(len(self.away)):
            if (before ^ after) >> seat & 1:
                self.away[seat] = now
        changed = self._changed()
        if changed is not None:
            changed(after)

    def set_remote(self, process: str, seats: int, hidden: int = 0) -> bool:
        """Stores another process's announcement. True if presence changed."""
        before = self._remote_seats()
        self._remote[process] = (seats, hidden, self._clock.monotonic() + REMOTE_SECONDS)
        return self._remote_seats() != before

    def drop_silent(self) -> bool:
        """Drops processes without a recent announcement. True if there were any."""
        now = self._clock.monotonic()
        heard = {process: word for process, word in self._remote.items() if word[2] > now}
        silent = len(heard) < len(self._remote)
        self._remote = heard
        return silent
