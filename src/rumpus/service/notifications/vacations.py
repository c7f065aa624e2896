"""Vacations stop a profile's clocks of a day or more, at all its tables."""

from __future__ import annotations

import logging

from rumpus.core.errors import BadOption, RumpusError
from rumpus.core.position import Seat
from rumpus.service.profiles.profiles import Profiles
from rumpus.service.store import Store, StoreError
from rumpus.service.tables.presence import SignedIn
from rumpus.table.entries import Paused
from rumpus.table.table import Table

log = logging.getLogger("rumpus.notifications")
DAY_MS = 86_400_000
VACATION_DAYS = 30
"""Days of vacation in any 365 days."""
YEAR_MS = 365 * DAY_MS
TOO_LONG = "A vacation of {} days is too long: {} of " + f"{VACATION_DAYS} days a year are left."
RUNNING = "A vacation is running already. End it first."

CURRENT = "SELECT max(ends) FROM rumpus_vacation WHERE profile = $1 AND ends > $2"
USED = f"""
SELECT COALESCE(sum(CASE WHEN ends - begins < {DAY_MS} THEN {DAY_MS} ELSE ends - begins END), 0)
FROM rumpus_vacation WHERE profile = $1 AND ends > $2
"""
"""A vacation counts as a day at least: everybody at its tables reads of each."""
BEGIN = """
INSERT INTO rumpus_vacation (profile, begins, ends)
SELECT CAST($1 AS text), CAST($2 AS bigint), CAST($3 AS bigint)
WHERE NOT EXISTS (SELECT 1 FROM rumpus_vacation WHERE profile = $1 AND ends > $2) ON CONFLICT DO NOTHING
"""
END = "UPDATE rumpus_vacation SET ends = $2 WHERE profile = $1 AND ends > $2"
PLAYING = """
SELECT seat.id FROM rumpus_seat AS seat JOIN rumpus_shelf AS shelf ON shelf.id = seat.id
WHERE seat.profile = $1 AND shelf.state = 'playing' ORDER BY seat.id
"""
AT = "SELECT begins, ends FROM rumpus_vacation WHERE profile = $1 AND ends > $2 AND begins <= $3 ORDER BY begins"


async def vacation_until(store: Store, table: Table, seat: Seat, now: int) -> int:
    """End of a vacation for a seat's clock, also before its journal has it. 0: none."""
    since, paused = table.clocks.true.since[seat], table.clocks.true.paused[seat]
    if since is None:
        return 0
    missing = 0
    for begins, ends in await store.query(AT, table.places[seat].profile, max(since, paused), now):
        missing += max(0, ends - max(begins, since, paused))
    return now + missing if missing else 0


class Vacations:
    """Requests about vacations. The days of a profile count over 365 days."""

    def __init__(self, profiles: Profiles) -> None:
        self.profiles = profiles
        self.tables = profiles.tables
        self.store = profiles.store
        self.clock = profiles.clock

    async def until(self, profile: str) -> int:
        [(ends,)] = await self.store.query(CURRENT, profile, self.clock.now())
        return ends or 0

    async def left(self, profile: str) -> int:
        """Whole days left."""
        [(used,)] = await self.store.query(USED, profile, self.clock.now() - YEAR_MS)
        return max(0, (VACATION_DAYS * DAY_MS - int(used)) // DAY_MS)

    async def change(self, who: SignedIn, days: int) -> None:
        """Begins a vacation, or ends it. Its tables follow now; those that fail, when their time has run out."""
        now = self.clock.now()
        if days:
            left = await self.left(who.profile)
            if await self.until(who.profile):
                raise RumpusError(RUNNING)
            if days > left:
                raise BadOption(TOO_LONG.format(days, left), "days")
            await self.profiles.change_profile(who, (BEGIN, (who.profile, now, now + days * DAY_MS)))
        else:
            await self.profiles.change_profile(who, (END, (who.profile, now)))
        self.tables.background.spawn(self._tell_tables(who.profile, now))

    async def _tell_tables(self, profile: str, now: int) -> None:
        until = await self.until(profile) or now
        for (id,) in await self.store.query(PLAYING, profile):
            try:
                await self._pause(id, profile, until)
            except StoreError:
                raise
            except RumpusError as error:
                log.warning("a table has no vacation", extra={"facts": {"table": id, "error": str(error)}})

    async def _pause(self, id: str, profile: str, until: int) -> None:
        live = await self.tables.open(id)
        async with live.lock:
            while True:
                table, seat, now = live.table, live.table.seat_of_profile(profile), self.clock.now()
                clock = table.made.clock
                if seat is None or live.retired is not None or table.state != "playing":
                    return
                if clock is None or not clock.correspondence:
                    return
                # A pause of `spared_until` is not cut: only a vacation that runs is ended.
                if max(table.clocks.true.paused[seat], now) == max(until, now):
                    return
                if await self.tables.append(live, [Paused(seat, until, vacation=True)]):
                    return
