"""Creates notifications after entries that were marked in the store.

A mark is committed together with the entries. Whoever wrote them examines it at once, or another server later. A
decision is examined once, with the entry that began it: a later sealed move of somebody else must not show in the time.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from rumpus.core.errors import RumpusError
from rumpus.core.position import Seat
from rumpus.service.notifications.preferences import preferences_of
from rumpus.service.notifications.vacations import vacation_until
from rumpus.service.store import NewTable, StoreError
from rumpus.service.store.notifications import Notice, mark, notification
from rumpus.service.store.profiles import Statement
from rumpus.service.tables.live import LiveTable, LiveTables, TableWatcher
from rumpus.service.tables.presence import REMOTE_SECONDS
from rumpus.table.entries import Began, Entry, Made, Moved, RematchAnswered, StoodIn, UndoAnswered, UndoAsked
from rumpus.table.table import Table

log = logging.getLogger("rumpus.notifications")
EXAMINE_MS = 10_000
"""Age of a mark, in milliseconds, at which another server examines it."""
LATE_MS = 15_000
"""Milliseconds from a decision's beginning to its notification, if another server examines it."""
HEARD_SECONDS = REMOTE_SECONDS / 3
"""Seconds until a table in memory has heard from other servers who looks at it."""
GLANCE_MS = 20_000
"""Milliseconds after the start of a decision: a person who leaves earlier may not have seen it.

Longer than a lost connection goes unnoticed (10 s), and the end of another server (15 s).
"""
RETURN_MS = 5_000
"""Milliseconds for that person to come back before the notification."""
DUE = "SELECT id, first_seq, last_seq FROM rumpus_due WHERE at <= $1 ORDER BY at LIMIT 100"
FIND = "SELECT first_seq, last_seq FROM rumpus_due WHERE id = $1"
CLAIM = "UPDATE rumpus_due SET at = $2 WHERE id = $1 AND at <= $3 RETURNING first_seq, last_seq"
EXAMINED = "DELETE FROM rumpus_due WHERE id = $1 AND last_seq <= $2"
SPARED_MS = 4 * 3_600_000
"""Milliseconds added, repeatedly, while the notification of a decision cannot be sent."""
UNTOLD = """
SELECT 1 FROM rumpus_outbox AS item WHERE item.key = $1 AND item.state = ''
AND EXISTS (SELECT 1 FROM rumpus_target WHERE rumpus_target.id = item.target)
AND NOT EXISTS (SELECT 1 FROM rumpus_outbox AS other WHERE other.key = $1 AND other.state = 'sent')
"""
KNOWN = "SELECT 1 FROM rumpus_outbox WHERE key = $1 LIMIT 1"
TARGETS = "SELECT 1 FROM rumpus_target WHERE profile = $1 LIMIT 1"
MUTED = "SELECT 1 FROM rumpus_muted WHERE id = $1 AND profile = $2"
BEGINS = Began | Moved | StoodIn | UndoAsked | UndoAnswered | RematchAnswered
"""Entries that may lead to notifications."""


def turn_key(table: Table, seat: Seat) -> str:
    """Names the seat's open decision. Tells nothing about the others."""
    return f"turn.{table.id}.{seat}.{table.decision_id(seat)}"


def turn_notice(table: Table, seat: Seat) -> Notice:
    return Notice("turn", table.game.title, f"/t/{table.id}", table.id, seat, table.decision_id(seat))


def has_turn(table: Table, seat: Seat) -> bool:
    """True if a person must decide at this seat."""
    place = table.places[seat]
    if table.match is None or table.state != "playing" or place.kind != "person" or table.seats.stand_ins[seat]:
        return False
    return table.turn_began[seat] is not None


def has_seen_others(live: LiveTable) -> bool:
    """True if the table has had time to hear from other servers who looks at it."""
    return live.alone or live.clock.monotonic() - live.loaded_at >= HEARD_SECONDS


class Watcher(TableWatcher):
    """Marks entries, and examines marks. `enqueued` is called when something waits to be sent."""

    def __init__(self, tables: LiveTables, enqueued: Callable[[], None]) -> None:
        self.tables = tables
        self.clock = tables.clock
        self.store = tables.store
        self.enqueued = enqueued

    # --- callbacks of the tables ---

    def marks(self, live: LiveTable, entries: Sequence[Entry]) -> Sequence[Statement]:
        table = live.table
        if live.retired is not None or not any(place.profile for place in table.places):
            return ()
        if not any(isinstance(entry, BEGINS) for entry in entries):
            return ()
        first = table.seq + 1
        return [mark(table.id, first, first + len(entries) - 1, self.clock.now() + EXAMINE_MS)]

    def marks_of_new(self, new: NewTable) -> Sequence[Statement]:
        made = new.entries[0]
        if not isinstance(made, Made) or not any(place.profile for place in made.places) or len(new.entries) == 1:
            return ()
        return [mark(new.table, 0, len(new.entries) - 1, self.clock.now() + EXAMINE_MS)]

    def written(self, live: LiveTable, first: int) -> None:
        self.tables.background.spawn(self._examine_now(live.table.id))

    def presence_changed(self, live: LiveTable) -> None:
        table, now = live.table, self.clock.now()
        left = live.presence.take_departed()
        if live.retired is not None:
            return
        for seat in left:
            place, since = table.places[seat], table.clocks.true.since[seat]
            recent = since is not None and 0 <= now - since < GLANCE_MS
            if recent and place.profile and has_turn(table, seat):
                told = notification(
                    turn_key(table, seat), place.profile, turn_notice(table, seat), now, now + RETURN_MS
                )
                self.tables.background.spawn(self._enqueue([told]))

    async def spared_until(self, live: LiveTable, seat: Seat) -> tuple[int, bool]:
        table, profile = live.table, live.table.places[seat].profile
        if not profile or table.made.clock is None or not table.made.clock.correspondence:
            return 0, False
        now = self.clock.now()
        until = await vacation_until(self.store, table, seat, now)
        if until > now:
            return until, True
        key, began = turn_key(table, seat), table.turn_began[seat] or 0
        waiting = await self.store.query(UNTOLD, key)
        unexamined = [first for first, last in await self.store.query(FIND, table.id) if first <= began <= last]
        if not waiting and not unexamined and not await self._tell_late(live, seat, key):
            return 0, False
        return now + SPARED_MS, False

    async def _tell_late(self, live: LiveTable, seat: Seat, key: str) -> bool:
        """Notifies a person who looked at the table when the decision began, but no more. False: nobody to tell."""
        profile, now = live.table.places[seat].profile, self.clock.now()
        if live.presence.is_looking(seat) or not has_turn(live.table, seat) or await self.store.query(KNOWN, key):
            return False
        if not await self.store.query(TARGETS, profile) or await self.store.query(MUTED, live.table.id, profile):
            return False
        if not (await preferences_of(self.store, profile)).wants("turn"):
            return False
        await self._enqueue([notification(key, profile, turn_notice(live.table, seat), now)])
        return True

    # --- examination ---

    async def poll(self) -> None:
        """Examines marks that other servers have left too long."""
        for id, _, _ in await self.store.query(DUE, self.clock.now()):
            now = self.clock.now()
            claimed = (await self.store.change([(CLAIM, (id, now + EXAMINE_MS, now))]))[0]
            for first, last in claimed:
                await self._examine(id, first, last, late=True)

    async def _examine_now(self, id: str) -> None:
        try:
            for first, last in await self.store.query(FIND, id):
                await self._examine(id, first, last)
        except StoreError as error:  # the mark stays
            log.warning("a table is examined later", extra={"facts": {"table": id, "error": str(error)}})

    async def _examine(self, id: str, first: int, last: int, late: bool = False) -> None:
        statements: list[Statement] = []
        try:
            live = await self.tables.open(id)
            if live.table.seq < last:
                async with live.lock:
                    await self.tables.catch_up(live)
            statements = self._due(live, first, last, late)
        except StoreError:
            raise
        except RumpusError as error:
            log.warning("a table cannot be examined", extra={"facts": {"table": id, "error": str(error)}})
        await self._enqueue(statements, (EXAMINED, (id, last)))

    async def _enqueue(self, statements: Sequence[Statement], *others: Statement) -> None:
        await self.store.change([*statements, *others])
        if statements:
            self.enqueued()

    def _due(self, live: LiveTable, first: int, last: int, late: bool) -> list[Statement]:
        """Notifications that these entries cause: for people who must act and do not look."""
        table, now = live.table, self.clock.now()
        found: list[Statement] = []
        if live.retired is not None:
            return found
        soonest = now if has_seen_others(live) else now + round(1000 * HEARD_SECONDS)
        for seat, place in enumerate(table.places):
            if place.kind != "person" or not place.profile or live.presence.is_looking(seat):
                continue
            began = table.turn_began[seat]
            if has_turn(table, seat) and began is not None and first <= began <= last:
                since = min(table.clocks.true.since[seat] or now, now)
                due = max(soonest, since + LATE_MS) if late else soonest
                found.append(notification(turn_key(table, seat), place.profile, turn_notice(table, seat), now, due))
            elif _is_asked(table, seat):
                notice = Notice("rematch", table.game.title, f"/t/{table.id}", table.id, seat)
                found.append(notification(f"rematch.{table.id}.{seat}", place.profile, notice, now, soonest))
        return found


def _is_asked(table: Table, seat: Seat) -> bool:
    """True if somebody else wants a rematch, and this seat has not answered."""
    said = table.rematch_answers
    return bool(said) and seat not in said and not table.rematch and table.state == "over"
