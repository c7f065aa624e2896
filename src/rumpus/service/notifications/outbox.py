"""The outbox: notifications wait in the store, are leased, sent, and recorded.

A key names what is told, and the store takes it once per target. A server that dies between sending and recording
sends again, with the same topic and tag: a device shows one.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from rumpus.service.store import Store
from rumpus.service.store.notifications import Notice, read_notice

LEASE_MS = 30_000
"""Milliseconds of a lease; then another server may send the notification."""
BATCH = 200
"""Notifications per query."""
KEEP_DONE_MS = 120 * 86_400_000
"""Milliseconds of keeping a key after its notification: longer than any decision."""
WAITING = """
SELECT key, target, kind, failures FROM (
    SELECT item.key, item.target, item.due, target.kind, target.failures,
        row_number() OVER (PARTITION BY item.target ORDER BY item.due, item.key) AS place
    FROM rumpus_outbox AS item JOIN rumpus_target AS target ON target.id = item.target
    WHERE item.state = '' AND item.due <= $1 AND item.leased <= $1 AND target.retry_at <= $1
) AS waiting WHERE place = 1
ORDER BY CASE WHEN failures > 0 THEN 1 ELSE 0 END, due, key LIMIT $2
"""
"""The first notification of each target, so that many for one delay nobody. Failing targets come last."""
CLAIM = """
UPDATE rumpus_outbox SET leased = $3, tries = tries + 1
WHERE key = $1 AND target = $2 AND state = '' AND leased <= $4 AND due <= $4
RETURNING notice, created, tries
"""
FIND_TARGET = """
SELECT target.id, target.profile, target.kind, target.url, target.public_key, target.auth, target.origin,
    target.failures
FROM rumpus_target AS target WHERE target.id = $1
"""
FINISH = "UPDATE rumpus_outbox SET state = $3, leased = $4 WHERE key = $1 AND target = $2 AND state = ''"
"""Records an outcome, and its time in `leased`."""
POSTPONE = "UPDATE rumpus_outbox SET due = $3, leased = 0 WHERE key = $1 AND target = $2 AND state = ''"
SUCCEEDED = "UPDATE rumpus_target SET failures = 0, retry_at = 0 WHERE id = $1 AND failures > 0"
FAILED = "UPDATE rumpus_target SET failures = failures + 1, retry_at = $2 WHERE id = $1"
REMOVE_TARGET = "DELETE FROM rumpus_target WHERE id = $1"
REMOVE_WAITING = "DELETE FROM rumpus_outbox WHERE target = $1 AND state = ''"
TIDY = (
    "DELETE FROM rumpus_outbox WHERE created < $1 AND state <> ''",
    "DELETE FROM rumpus_outbox WHERE state = '' AND target NOT IN (SELECT id FROM rumpus_target)",
)
STATES = "SELECT state, due, leased FROM rumpus_outbox WHERE key = $1"


class NotificationTarget(Struct):
    """A device with a push subscription, or a webhook."""

    id: str
    profile: str
    kind: str
    url: str
    public_key: str
    auth: str
    origin: str
    failures: int


class Item(Struct):
    """A leased notification."""

    key: str
    target: NotificationTarget
    notice: Notice
    created: int
    tries: int


class Outbox:
    """Notifications waiting in the store."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def waiting(self, now: int, busy: int) -> list[tuple[str, str, str, int]]:
        """Notifications due now, earliest first: key, target, its kind and its failures. `busy`: targets in work."""
        rows = await self.store.query(WAITING, now, BATCH + busy)
        return [(key, target, kind, failures) for key, target, kind, failures in rows]

    async def claim(self, key: str, target: str, now: int) -> Item | None:
        """Leases a notification. None if another server was first, or it is gone."""
        found = (await self.store.change([(CLAIM, (key, target, now + LEASE_MS, now))]))[0]
        targets = await self.store.query(FIND_TARGET, target)
        if not found or not targets:
            return None
        notice, created, tries = found[0]
        return Item(key, NotificationTarget(*targets[0]), read_notice(notice), created, tries)

    async def sent(self, item: Item, now: int) -> None:
        await self.store.change(
            [(FINISH, (item.key, item.target.id, "sent", now)), (SUCCEEDED, (item.target.id,))],
        )

    async def drop(self, item: Item, now: int, state: str = "dropped") -> None:
        """Drops a notification: nobody wants it any more, or (`failed`) nobody takes it."""
        await self.store.change([(FINISH, (item.key, item.target.id, state, now))])

    async def postpone(self, item: Item, until: int) -> None:
        await self.store.change([(POSTPONE, (item.key, item.target.id, until))])

    async def retry(self, item: Item, at: int) -> None:
        """Frees a notification after a failure. Its target takes nothing before `at`."""
        await self.store.change(
            [(FAILED, (item.target.id, at)), (POSTPONE, (item.key, item.target.id, at))],
        )

    async def remove(self, target: NotificationTarget) -> None:
        """Deletes a target with all its waiting notifications."""
        await self.store.change([(REMOVE_TARGET, (target.id,)), (REMOVE_WAITING, (target.id,))])

    async def outcomes(self, key: str) -> Sequence[tuple[str, int, int]]:
        """State, due time and time of the outcome, per target."""
        return [(state, due, at) for state, due, at in await self.store.query(STATES, key)]

    async def tidy(self, now: int) -> None:
        await self.store.change([(TIDY[0], (now - KEEP_DONE_MS,)), (TIDY[1], ())])
