"""Sends the notifications of the outbox. A target without an answer delays nobody else."""

from __future__ import annotations

import asyncio
import email.utils
import logging
from collections.abc import Mapping

import msgspec

from rumpus.core.errors import BadOption, RumpusError
from rumpus.service.notifications.http import Answer, Transport
from rumpus.service.notifications.outbox import Item, Outbox
from rumpus.service.notifications.preferences import preferences_of, quiet_until
from rumpus.service.notifications.push import Vapid, push_request, vapid_of
from rumpus.service.notifications.watching import HEARD_SECONDS, MUTED, Watcher, has_seen_others, has_turn, turn_key
from rumpus.service.runtime.limits import HOUR_SECONDS
from rumpus.service.store import StoreError
from rumpus.service.tables.live import LiveTables

log = logging.getLogger("rumpus.notifications")
POLL_SECONDS = 2.0
WEBHOOK_SECONDS = 5.0
PUSH_SECONDS = 10.0
AT_ONCE = 32
"""Requests at once of one kind: to push services or webhooks, to those that answer soon and to others."""
SLOW_SECONDS = 1.0
"""A target whose last answer took longer does not answer soon."""
BACK_OFF_MS = 30_000
"""Milliseconds after a first failure. They double with every further one."""
MAX_BACK_OFF_MS = 6 * HOUR_SECONDS * 1000
GIVE_UP_MS = 3 * 24 * HOUR_SECONDS * 1000
"""Milliseconds of attempts before a notification is given up."""
TIDY_POLLS = 1800


class Delivery:
    """The loop of one server. Servers share the outbox: a notification is leased by one at a time."""

    def __init__(self, tables: LiveTables, transport: Transport) -> None:
        self.tables = tables
        self.clock = tables.clock
        self.store = tables.store
        self.transport = transport
        self.outbox = Outbox(tables.store)
        self.watcher = Watcher(tables, self.poke)
        self._vapid: Vapid | None = None
        self._busy: set[str] = set()
        """This server's targets of the moment."""
        self._slow: set[str] = set()
        """Targets whose last answer was slow."""
        self._pools: dict[tuple[str, bool], asyncio.Semaphore] = {}
        self._pumping = False
        self._again = False
        self._polls = 0

    async def vapid(self) -> Vapid:
        if self._vapid is None:
            self._vapid = await vapid_of(self.store, self.tables.rng)
        return self._vapid

    async def poll(self) -> None:
        """Examines tables left by other servers, and sends due notifications."""
        await self.watcher.poll()
        await self._pump()
        self._polls += 1
        if self._polls % TIDY_POLLS == 1 and self.clock.may_delete():
            self._slow.clear()
            await self.outbox.tidy(self.clock.safe_now())

    def poke(self) -> None:
        """Sends soon: something was enqueued, or a target is free."""
        self._again = True
        if not self._pumping:
            self._pumping = True
            self.tables.background.spawn(self._pump_again())

    async def _pump_again(self) -> None:
        try:
            while self._again:
                self._again = False
                await self._pump()
        except StoreError as error:  # the next poll repeats it
            log.warning("notifications wait for the store", extra={"facts": {"error": str(error)}})
        finally:
            self._pumping = False

    async def _pump(self) -> None:
        for key, target, kind, failures in await self.outbox.waiting(self.clock.now(), len(self._busy)):
            if target not in self._busy:
                self._busy.add(target)
                late = failures > 0 or target in self._slow
                self.tables.background.spawn(self._deliver(key, target, (kind, late)))

    async def _deliver(self, key: str, target: str, pool: tuple[str, bool]) -> None:
        """Sends one notification, unless another server was first or nobody wants it any more."""
        done = False
        try:
            async with self._pools.setdefault(pool, asyncio.Semaphore(AT_ONCE)):
                item = await self.outbox.claim(key, target, self.clock.now())
                if item is not None:
                    done = await self._send_if_wanted(item)
        except StoreError as error:
            log.warning("a notification waits for the store", extra={"facts": {"error": str(error)}})
        finally:
            self._busy.discard(target)
        if done:
            self.poke()

    async def _send_if_wanted(self, item: Item) -> bool:
        """True if its target may take the next one."""
        until = await self._wait(item)
        now = self.clock.now()
        if until is None:
            await self.outbox.drop(item, now)
        elif until > now:
            await self.outbox.postpone(item, until)
        else:
            await self._send(item)
        return True

    async def _wait(self, item: Item) -> int | None:
        """The time to send, perhaps past. None if this is no longer wanted."""
        notice, profile, now = item.notice, item.target.profile, self.clock.now()
        if notice.kind == "test":
            return now
        preferences = await preferences_of(self.store, profile)
        muted = notice.table and await self.store.query(MUTED, notice.table, profile)
        if muted or not preferences.wants(notice.kind):
            return None
        try:
            quiet = quiet_until(preferences.quiet, now)
        except BadOption:  # a zone that another server knows
            quiet = 0
        if quiet or not notice.table:
            return quiet or now
        try:
            live = await self.tables.open(notice.table)
        except StoreError:
            raise
        except RumpusError:
            return None
        seat = live.table.seat_of_profile(profile)
        if live.retired is not None or seat is None or live.presence.is_looking(seat):
            return None
        if notice.kind == "turn" and not (has_turn(live.table, seat) and turn_key(live.table, seat) == item.key):
            return None
        return now if has_seen_others(live) else now + round(1000 * HEARD_SECONDS)

    async def _send(self, item: Item) -> None:
        target, began = item.target, self.clock.monotonic()
        try:
            if target.kind == "push":
                headers, body = push_request(item, await self.vapid(), self.clock.now())
                answer = await self.transport.post(target.url, headers, body, PUSH_SECONDS)
            else:
                headers, body = webhook_request(item)
                answer = await self.transport.post(target.url, headers, body, WEBHOOK_SECONDS)
        except (OSError, TimeoutError, BadOption) as error:
            answer = Answer(0)
            log.info("a notification was not taken", extra={"facts": {"error": repr(error)[:200]}})
        if self.clock.monotonic() - began > SLOW_SECONDS:
            self._slow.add(target.id)
        else:
            self._slow.discard(target.id)
        await self._record(item, answer)

    async def _record(self, item: Item, answer: Answer) -> None:
        now, target, status = self.clock.now(), item.target, answer.status
        if 200 <= status < 300:
            self.tables.metrics.count("notifications_sent")
            await self.outbox.sent(item, now)
            return
        self.tables.metrics.count("notifications_refused")
        if target.kind == "push" and status in (404, 410):
            await self.outbox.remove(target)
        elif now - item.created >= GIVE_UP_MS or (300 <= status < 500 and status not in (408, 429)):
            await self.outbox.drop(item, now, "failed")
        else:
            wait = min(MAX_BACK_OFF_MS, BACK_OFF_MS * 2 ** min(target.failures, 20))
            await self.outbox.retry(item, now + max(wait, retry_after_ms(answer.retry_after, now)))


def retry_after_ms(header: str, now: int) -> int:
    """Milliseconds asked for by a header `Retry-After`, at most `MAX_BACK_OFF_MS`."""
    if header.isascii() and header.isdecimal():
        return min(MAX_BACK_OFF_MS, 1000 * int(header[:9]))
    try:
        at = email.utils.parsedate_to_datetime(header).timestamp()
    except (ValueError, TypeError, OverflowError):
        return 0
    return min(MAX_BACK_OFF_MS, max(0, round(1000 * at) - now))


def webhook_request(item: Item) -> tuple[Mapping[str, str], bytes]:
    """Headers and JSON for a webhook. `id` is the same if it is sent twice."""
    notice = item.notice
    said = {"id": item.key, "kind": notice.kind, "title": notice.title, "url": item.target.origin + notice.path}
    return {"Content-Type": "application/json"}, msgspec.json.encode(said)
