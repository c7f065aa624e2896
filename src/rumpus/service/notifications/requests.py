"""Requests to set targets and kinds of notifications. A refused request changes nothing."""

from __future__ import annotations

from msgspec import structs

from rumpus.core.errors import RumpusError
from rumpus.service.notifications.delivery import Delivery
from rumpus.service.notifications.preferences import WRITE, preferences_of, zone_of
from rumpus.service.notifications.push import check_keys, is_installed
from rumpus.service.notifications.vacations import Vacations
from rumpus.service.profiles.profiles import Profiles
from rumpus.service.runtime import protocol as m
from rumpus.service.runtime.limits import HourlyLimit, TooMuch
from rumpus.service.store.notifications import Notice, notification
from rumpus.service.store.profiles import Statement
from rumpus.service.tables.presence import SignedIn, Visitor

TARGETS_PER_ADDRESS = 60
"""Subscriptions and webhooks set per hour and address."""
TESTS_PER_ADDRESS = 60
"""Notifications for a test per hour and address: their targets may be anybody's."""
MAX_MUTED = 1000

NOT_OFFERED = "This server sends no notifications."
NO_PUSH = "This server sends no notifications to devices. Use a webhook."
NO_TARGET = "Nothing would get this notification. Turn on notifications on a device, or set a webhook."
TOO_MANY_TARGETS = "{} subscriptions were made from your network within an hour. Try again later."
TOO_MANY_TESTS = "{} notifications were tested from your network within an hour. Try again later."
TOO_MANY_MUTED = f"{MAX_MUTED} tables are muted already."
UNKNOWN_TABLE = "You have no seat at this table."

TARGETS = """
SELECT target.kind, target.url, target.device, target.created, device.label
FROM rumpus_target AS target LEFT JOIN rumpus_device AS device ON device.secret_hash = target.device
WHERE target.profile = $1 ORDER BY target.created, target.id
"""
DELETE_PUSH = "DELETE FROM rumpus_target WHERE kind = 'push' AND (device = $1 OR url = $2)"
DELETE_WEBHOOK = "DELETE FROM rumpus_target WHERE kind = 'webhook' AND profile = $1"
INSERT_TARGET = """
INSERT INTO rumpus_target (id, profile, device, kind, url, public_key, auth, origin, created, failures, retry_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, 0) ON CONFLICT DO NOTHING
"""
MUTED_TABLES = "SELECT id FROM rumpus_muted WHERE profile = $1 ORDER BY id"
MUTE = """
INSERT INTO rumpus_muted (id, profile) SELECT CAST($1 AS text), CAST($2 AS text)
WHERE EXISTS (SELECT 1 FROM rumpus_seat WHERE id = $1 AND profile = $2) ON CONFLICT DO NOTHING
"""
UNMUTE = "DELETE FROM rumpus_muted WHERE id = $1 AND profile = $2"


class NotificationRequests:
    """Requests about notifications. `delivery` is None if the server sends none."""

    def __init__(self, profiles: Profiles, delivery: Delivery | None) -> None:
        self.profiles = profiles
        self.store = profiles.store
        self.clock = profiles.clock
        self.rng = profiles.rng
        self.delivery = delivery
        self.vacations = Vacations(profiles)
        self.limit = HourlyLimit(TARGETS_PER_ADDRESS, profiles.clock, TOO_MANY_TARGETS)
        self.tests = HourlyLimit(TESTS_PER_ADDRESS, profiles.clock, TOO_MANY_TESTS)

    async def answer(self, visitor: Visitor, asked: m.AnyNotificationMessage) -> m.ServerMessage:
        if self.delivery is None:
            raise RumpusError(NOT_OFFERED)
        who = await self.profiles.require(visitor)
        match asked:
            case m.PushOn():
                await self._push_on(visitor, who, asked, self.delivery)
            case m.PushOff():
                await self.profiles.change_profile(who, (DELETE_PUSH, (who.device, "")))
            case m.WebhookSet(url=url):
                await self._set_webhook(visitor, who, url, self.delivery)
            case m.NotificationsChange():
                await self._change(who, asked)
            case m.Mute():
                await self._mute(who, asked)
            case m.VacationSet(days=days):
                await self.vacations.change(who, days)
            case m.NotificationTest():
                await self._test(visitor, who, self.delivery)
        return await self.reply(who, self.delivery)

    async def reply(self, who: SignedIn, delivery: Delivery) -> m.Notifications:
        preferences = await preferences_of(self.store, who.profile)
        devices: list[m.PushDevice] = []
        webhook = ""
        for kind, url, device, created, label in await self.store.query(TARGETS, who.profile):
            if kind == "webhook":
                webhook = url
            else:
                devices.append(m.PushDevice(label or "", created, device == who.device))
        return m.Notifications(
            push_key=(await delivery.vapid()).public if is_installed() else "",
            turn=preferences.turn, rematch=preferences.rematch, opponent=preferences.opponent,
            round=preferences.round, quiet=preferences.quiet, devices=devices, webhook=webhook,
            vacation=await self.vacations.until(who.profile), vacation_days=await self.vacations.left(who.profile),
            muted=[id for (id,) in await self.store.query(MUTED_TABLES, who.profile)],
        )  # fmt: skip

    async def _push_on(self, visitor: Visitor, who: SignedIn, asked: m.PushOn, delivery: Delivery) -> None:
        if not is_installed():
            raise RumpusError(NO_PUSH)
        check_keys(asked.p256dh, asked.auth)
        self.limit.take(visitor.address)
        await delivery.transport.check(asked.endpoint)
        await self.profiles.change_profile(
            who,
            (DELETE_PUSH, (who.device, asked.endpoint)),
            self._target(visitor, who, "push", asked.endpoint, who.device, asked.p256dh, asked.auth),
        )

    async def _set_webhook(self, visitor: Visitor, who: SignedIn, url: str, delivery: Delivery) -> None:
        statements: list[Statement] = [(DELETE_WEBHOOK, (who.profile,))]
        if url:
            self.limit.take(visitor.address)
            await delivery.transport.check(url)
            statements.append(self._target(visitor, who, "webhook", url))
        await self.profiles.change_profile(who, *statements)

    def _target(
        self, visitor: Visitor, who: SignedIn, kind: str, url: str, device: str = "", key: str = "", auth: str = ""
    ) -> Statement:
        site = visitor.origin or visitor.site
        return INSERT_TARGET, (self.rng.id(), who.profile, device, kind, url, key, auth, site, self.clock.now())

    async def _change(self, who: SignedIn, asked: m.NotificationsChange) -> None:
        if asked.quiet is not None:
            zone_of(asked.quiet.zone)
        fields = {name: value for name, value in structs.asdict(asked).items() if name != "id_" and value is not None}
        preferences = structs.replace(await preferences_of(self.store, who.profile), **fields)
        await self.profiles.change_profile(who, (WRITE, (who.profile, m.to_json(preferences).decode())))

    async def _mute(self, who: SignedIn, asked: m.Mute) -> None:
        seats = await self.store.query(
            "SELECT 1 FROM rumpus_seat WHERE id = $1 AND profile = $2", asked.table, who.profile
        )
        if asked.muted and not seats:
            raise RumpusError(UNKNOWN_TABLE)
        if asked.muted and len(await self.store.query(MUTED_TABLES, who.profile)) >= MAX_MUTED:
            raise TooMuch(TOO_MANY_MUTED)
        await self.profiles.change_profile(who, (MUTE if asked.muted else UNMUTE, (asked.table, who.profile)))

    async def _test(self, visitor: Visitor, who: SignedIn, delivery: Delivery) -> None:
        if not await self.store.query(TARGETS, who.profile):
            raise RumpusError(NO_TARGET)
        self.tests.take(visitor.address)
        notice = Notice("test", "", "/")
        await self.profiles.change_profile(
            who, notification(f"test.{self.rng.id()}", who.profile, notice, self.clock.now())
        )
        delivery.poke()
