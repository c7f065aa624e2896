"""Profiles: one identity on all devices, without a form or a password.

A device has a secret, and the store its SHA-256. The public id tells others only that two seats are one person's.
"""

from __future__ import annotations

import contextlib
import logging
import re

import msgspec

from rumpus.core.display_names import tidy_name_of
from rumpus.core.errors import BadOption, RumpusError
from rumpus.service.profiles.deletion import forget_profile, unfinished_deletions
from rumpus.service.runtime import protocol as m
from rumpus.service.runtime.limits import HOUR_SECONDS, Buckets, HourlyLimit, TooMuch
from rumpus.service.store import StoreError
from rumpus.service.store.notifications import FOLLOWERS
from rumpus.service.store.profiles import Statement
from rumpus.service.tables.live import LiveTables
from rumpus.service.tables.presence import SignedIn, Visitor
from rumpus.table.seats import fingerprint
from rumpus.table.table import Table

log = logging.getLogger("rumpus.profiles")
PROFILES_PER_ADDRESS = 30
"""Profiles made per hour and address."""
MAX_DEVICES = 20
MAX_LINKS = 5
"""Open links of one profile."""
CHANGE_RATE, CHANGE_BURST = 0.5, 30.0
"""Changes per second, at once, of one profile."""
CHECK_SECONDS = 60.0
"""Seconds between looks for devices that other servers have signed out."""
LINK_MS = 10 * 60_000
"""Milliseconds a link stays open."""
KEEP_LINKS_MS = 86_400_000
"""Milliseconds of keeping an expired link, to explain a late use."""
SEEN_MS = 60_000
"""A sign-in is noted if the last one is older than this."""
KEEP_VACATIONS_MS = 366 * 86_400_000
"""Milliseconds for which a vacation is kept after its end: its days count for a year."""
DEVICE_ID_LENGTH = 12
"""Hexadecimal digits of a device's number, the start of its secret's hash."""
WHOLE_TOKEN = re.compile(r"[0-9a-f]{64}")

UNKNOWN = "This profile is not known here. It may have been deleted, or be one of another server."
SIGNED_OUT = "This device has been signed out of its profile."
NOT_SIGNED_IN = "This needs a profile. Make one, or sign in."
NEW_SECRET = "This device is signed in to another profile already. Make a new secret for this one."
TOO_MANY_PROFILES = "{} profiles were made from your network within an hour. Try again later."
TOO_MANY_CHANGES = "Too many changes at once. Wait a few seconds."
TOO_MANY_DEVICES = f"A profile can have {MAX_DEVICES} devices. Sign one of them out first."
TOO_MANY_LINKS = f"{MAX_LINKS} links are open already. Use one of them, or wait until they expire."
INCOMPLETE_LINK = "This link is incomplete. Copy all of it, or make a new one on your other device."
UNKNOWN_LINK = "This link is not known here. Make a new one on your other device."
USED_LINK = "This link has been used already. Make a new one on your other device."
EXPIRED_LINK = "This link has expired. Make a new one on your other device."

FIND_DEVICE = """
SELECT profile.id, profile.name, profile.avatar, profile.colour, profile.bot, device.seen
FROM rumpus_device AS device JOIN rumpus_profile AS profile ON profile.id = device.profile
WHERE device.secret_hash = $1 AND profile.deleted = 0
"""
INSERT_DEVICE = """
INSERT INTO rumpus_device (secret_hash, profile, label, created, seen)
SELECT CAST($1 AS text), id, CAST($2 AS text), CAST($3 AS bigint), CAST($3 AS bigint) FROM rumpus_profile
WHERE id = $4 AND deleted = 0 AND (SELECT count(*) FROM rumpus_device WHERE profile = $4) < $5 ON CONFLICT DO NOTHING
"""
INSERT_PROFILE = """
INSERT INTO rumpus_profile (id, name, avatar, colour, created, seen, deleted, bot)
VALUES ($1, $2, $3, $4, $5, $5, 0, $6)
ON CONFLICT DO NOTHING
"""
LOCK_PROFILE = "UPDATE rumpus_profile SET seen = $2 WHERE id = $1 AND deleted = 0"
"""Also serialises changes with limits per profile: PostgreSQL locks its row until the transaction ends."""
INSERT_LINK = """
INSERT INTO rumpus_link (token_hash, profile, expires, used)
SELECT CAST($1 AS text), id, CAST($3 AS bigint), '' FROM rumpus_profile WHERE id = $2 AND deleted = 0
AND (SELECT count(*) FROM rumpus_link WHERE profile = $2 AND used = '' AND expires > $4) < $5 ON CONFLICT DO NOTHING
"""
FIND_LINK = """
SELECT profile.id, profile.name, profile.avatar, profile.colour, link.expires, link.used
FROM rumpus_link AS link JOIN rumpus_profile AS profile ON profile.id = link.profile
WHERE link.token_hash = $1 AND profile.deleted = 0
"""
USE_LINK = """
UPDATE rumpus_link SET used = $2 WHERE token_hash = $1 AND used = '' AND expires > $3
AND (SELECT count(*) FROM rumpus_device WHERE rumpus_device.profile = rumpus_link.profile) < $4
AND NOT EXISTS (SELECT 1 FROM rumpus_device WHERE secret_hash = $2)
"""
INSERT_LINKED = """
INSERT INTO rumpus_device (secret_hash, profile, label, created, seen)
SELECT CAST($2 AS text), profile, CAST($3 AS text), CAST($4 AS bigint), CAST($4 AS bigint) FROM rumpus_link
WHERE token_hash = $1 AND used = $2 ON CONFLICT DO NOTHING
"""
CHANGE_PROFILE = "UPDATE rumpus_profile SET name = $2, avatar = $3, colour = $4 WHERE id = $1 AND deleted = 0"
DEVICES = "SELECT secret_hash, label, created, seen FROM rumpus_device WHERE profile = $1 ORDER BY created, secret_hash"
PASSKEYS = "SELECT credential, label, created FROM rumpus_passkey WHERE profile = $1 ORDER BY created, credential"
DELETE_DEVICE = f"DELETE FROM rumpus_device WHERE profile = $1 AND substr(secret_hash, 1, {DEVICE_ID_LENGTH}) = $2"
DELETE_OTHERS = "DELETE FROM rumpus_device WHERE profile = $1 AND secret_hash <> $2"
GONE_SINCE = """
DELETE FROM rumpus_profile WHERE seen < $1
AND NOT EXISTS (SELECT 1 FROM rumpus_seat WHERE rumpus_seat.profile = rumpus_profile.id)
"""
WITHOUT_DEVICE = """
DELETE FROM rumpus_target WHERE profile = $1 AND device <> '' AND device NOT IN (SELECT secret_hash FROM rumpus_device)
"""
OLD_LINKS = "DELETE FROM rumpus_link WHERE expires < $1"
OLD_VACATIONS = "DELETE FROM rumpus_vacation WHERE ends < $1"
WITHOUT_PROFILE = "DELETE FROM rumpus_{0} WHERE profile NOT IN (SELECT id FROM rumpus_profile)"


def device_id(secret_hash: str) -> str:
    return secret_hash[:DEVICE_ID_LENGTH]


class Profiles:
    """All operations on profiles. A refused one changes nothing."""

    def __init__(self, tables: LiveTables, keep_days: int) -> None:
        self.tables = tables
        self.store = tables.store
        self.clock = tables.clock
        self.rng = tables.rng
        self.keep_ms = keep_days * 86_400_000
        self.limit = HourlyLimit(PROFILES_PER_ADDRESS, tables.clock, TOO_MANY_PROFILES)
        self.changes = Buckets(CHANGE_RATE, CHANGE_BURST, tables.clock)
        self._visitors: dict[str, dict[Visitor, None]] = {}
        """Visitors of this process by profile."""
        self._tidied_at: float | None = None

    # --- signing in and out ---

    async def new(self, visitor: Visitor, asked: m.ProfileNew) -> m.ProfileReply:
        secret_hash = fingerprint(asked.secret)
        if not await self._find(visitor, secret_hash):
            self.limit.take(visitor.address)
            id, now = self.rng.id(), self.clock.now()
            name = tidy_name_of(asked.name, asked.bot)
            await self.store.change(
                [
                    (INSERT_PROFILE, (id, name, asked.avatar, asked.colour, now, int(asked.bot))),
                    (INSERT_DEVICE, (secret_hash, asked.device, now, id, MAX_DEVICES)),
                ]
            )
            await self._find(visitor, secret_hash)
        return await self.reply(visitor)

    async def sign_in(self, visitor: Visitor, asked: m.SignIn) -> m.ProfileReply:
        secret_hash = fingerprint(asked.secret)
        if not await self._find(visitor, secret_hash, asked.profile):
            known = await self.store.query("SELECT 1 FROM rumpus_profile WHERE id = $1 AND deleted = 0", asked.profile)
            raise BadOption(SIGNED_OUT, "device") if known else BadOption(UNKNOWN, "profile")
        return await self.reply(visitor)

    async def _find(self, visitor: Visitor, secret_hash: str, profile: str = "") -> bool:
        """Signs a visitor in by its device. False if the device, or the profile asked for, is not the one known."""
        found = await self.store.query(FIND_DEVICE, secret_hash)
        if not found or (profile and found[0][0] != profile):
            return False
        id, name, avatar, colour, bot, seen = found[0]
        if visitor.profile is None or visitor.profile.profile != id:
            self.sign_out(visitor)
        visitor.profile = SignedIn(id, name, avatar, colour, secret_hash, bool(bot))
        self._visitors.setdefault(id, {})[visitor] = None
        now = self.clock.now()
        if now - seen > SEEN_MS:
            with contextlib.suppress(StoreError):  # people sign in while nothing can be written
                await self.store.change(
                    [
                        (LOCK_PROFILE, (id, now)),
                        ("UPDATE rumpus_device SET seen = $2 WHERE secret_hash = $1", (secret_hash, now)),
                    ]
                )
        self._tidy_at_times()
        return True

    def sign_out(self, visitor: Visitor) -> None:
        """Signs a visitor out, also of a seat that it holds by its profile."""
        who, visitor.profile = visitor.profile, None
        if who is None:
            return
        others = self._visitors.get(who.profile, {})
        others.pop(visitor, None)
        if not others:
            self._visitors.pop(who.profile, None)
        if visitor.live is not None and visitor.by_profile:
            visitor.change_seat(None, False)

    def left(self, visitor: Visitor) -> None:
        """Called at the end of a visitor's session, after it has left its table."""
        self.sign_out(visitor)

    async def require(self, visitor: Visitor) -> SignedIn:
        """Returns a visitor's profile as the store has it now. Refuses visitors without one."""
        who = visitor.profile
        if who is None:
            raise RumpusError(NOT_SIGNED_IN)
        if not await self.store.query(FIND_DEVICE, who.device):
            self.sign_out(visitor)
            raise BadOption(SIGNED_OUT, "device")
        return who

    async def confirm(self, visitor: Visitor, table: Table) -> None:
        """Signs a visitor out if another server has signed out its device.

        Checked only if its profile opens a seat of this table."""
        who = visitor.profile
        if who is not None and table.seat_of_profile(who.profile) is not None:
            with contextlib.suppress(BadOption):
                await self.require(visitor)

    async def change_profile(self, who: SignedIn, *statements: Statement) -> list[list[tuple[object, ...]]]:
        if not self.changes.take(who.profile):
            raise TooMuch(TOO_MANY_CHANGES)
        lock: Statement = (LOCK_PROFILE, (who.profile, self.clock.now()))
        return (await self.store.change([lock, *statements]))[1:]

    async def reply(self, visitor: Visitor) -> m.ProfileReply:
        who = await self.require(visitor)
        devices = [
            m.DeviceInfo(device_id(secret_hash), label, created, seen)
            for secret_hash, label, created, seen in await self.store.query(DEVICES, who.profile)
        ]
        passkeys = [m.PasskeyInfo(*row) for row in await self.store.query(PASSKEYS, who.profile)]
        return m.ProfileReply(
            profile=who.profile, name=who.name, avatar=who.avatar, colour=who.colour, device=device_id(who.device),
            devices=devices, passkeys=passkeys, bot=who.bot,
        )  # fmt: skip

    # --- changes ---

    async def change(self, visitor: Visitor, asked: m.ProfileChange) -> m.ProfileReply:
        who = await self.require(visitor)
        name = who.name if asked.name is None else tidy_name_of(asked.name, who.bot)
        avatar = who.avatar if asked.avatar is None else asked.avatar
        colour = who.colour if asked.colour is None else asked.colour
        await self.change_profile(who, (CHANGE_PROFILE, (who.profile, name, avatar, colour)))
        for other in self._visitors.get(who.profile, ()):
            if other.profile is not None:
                other.profile.name, other.profile.avatar, other.profile.colour = name, avatar, colour
        return await self.reply(visitor)

    async def sign_device_out(self, visitor: Visitor, asked: m.DeviceOut) -> m.ServerMessage:
        who = await self.require(visitor)
        out: Statement = (DELETE_DEVICE, (who.profile, asked.device))
        if asked.device == "others":
            out = (DELETE_OTHERS, (who.profile, who.device))
        await self.change_profile(who, out, (WITHOUT_DEVICE, (who.profile,)))
        await self.check_devices(who.profile)
        return await self.reply(visitor) if visitor.profile else m.Done()

    async def check_devices(self, profile: str) -> None:
        """Signs out visitors of this process with a signed-out device."""
        left = {row[0] for row in await self.store.query(DEVICES, profile)}
        for visitor in list(self._visitors.get(profile, ())):
            if visitor.profile is not None and visitor.profile.device not in left:
                self.sign_out(visitor)

    async def check_all_devices(self) -> None:
        """Signs out visitors whose device another server has signed out."""
        for profile in list(self._visitors):
            await self.check_devices(profile)

    async def delete(self, visitor: Visitor) -> m.Done:
        """Deletes a profile. Its tables follow before the answer, or soon if the server stops in between."""
        who = await self.require(visitor)
        now = self.clock.now()
        await self.store.change(
            [
                ("UPDATE rumpus_profile SET deleted = $2, name = '', avatar = '', colour = '' WHERE id = $1",
                 (who.profile, now)),
                *((f"DELETE FROM rumpus_{table} WHERE profile = $1", (who.profile,))
                  for table in ("device", "link", "passkey", "report", *FOLLOWERS)),
                ("DELETE FROM rumpus_seek WHERE profile = $1 AND pairing = ''", (who.profile,)),
            ]
        )  # fmt: skip
        for other in list(self._visitors.get(who.profile, ())):
            self.sign_out(other)
        await forget_profile(self.tables, who.profile)
        return m.Done()

    # --- links ---

    async def new_link(self, visitor: Visitor) -> m.LinkReply:
        who = await self.require(visitor)
        token, now = self.rng.token(32), self.clock.now()
        expires, token_hash = now + LINK_MS, fingerprint(token)
        *_, found = await self.change_profile(
            who,
            ("DELETE FROM rumpus_link WHERE profile = $1 AND expires < $2", (who.profile, now - KEEP_LINKS_MS)),
            (INSERT_LINK, (token_hash, who.profile, expires, now, MAX_LINKS)),
            (FIND_LINK, (token_hash,)),
        )
        if not found:
            raise TooMuch(TOO_MANY_LINKS)
        return m.LinkReply(token=token, expires=expires)

    async def look_at_link(self, asked: m.LinkLook) -> m.LinkOwner:
        profile, name, avatar, colour = await self._link(asked.token, "")
        return m.LinkOwner(profile=profile, name=name, avatar=avatar, colour=colour)

    async def use_link(self, visitor: Visitor, asked: m.LinkUse) -> m.ProfileReply:
        secret_hash, now = fingerprint(asked.secret), self.clock.now()
        profile, *_ = await self._link(asked.token, secret_hash)
        token_hash = fingerprint(asked.token)
        await self.store.change(
            [
                (LOCK_PROFILE, (profile, now)),
                (USE_LINK, (token_hash, secret_hash, now, MAX_DEVICES)),
                (INSERT_LINKED, (token_hash, secret_hash, asked.device, now)),
            ]
        )
        await self.enter(visitor, secret_hash, profile, asked.token)
        return await self.reply(visitor)

    async def enter(self, visitor: Visitor, secret_hash: str, profile: str, token: str = "") -> None:
        """Signs a visitor in by a device just added, or refuses with the reason."""
        if await self._find(visitor, secret_hash, profile):
            return
        if await self.store.query(FIND_DEVICE, secret_hash):
            raise RumpusError(NEW_SECRET)
        if token:
            await self._link(token, secret_hash)  # somebody else may have used it
        raise TooMuch(TOO_MANY_DEVICES)

    async def _link(self, token: str, secret_hash: str) -> tuple[str, str, str, str]:
        """The profile behind a link, for this device; refused if the link is no longer open."""
        if not WHOLE_TOKEN.fullmatch(token):
            raise RumpusError(INCOMPLETE_LINK)
        found = await self.store.query(FIND_LINK, fingerprint(token))
        if not found:
            raise RumpusError(UNKNOWN_LINK)
        profile, name, avatar, colour, expires, used = found[0]
        if used and used != secret_hash:
            raise RumpusError(USED_LINK)
        if not used and expires <= self.clock.now():
            raise RumpusError(EXPIRED_LINK)
        return profile, name, avatar, colour

    # --- tidying ---

    def _tidy_at_times(self) -> None:
        """Tidies at most once an hour, and only on servers with profiles."""
        now = self.clock.monotonic()
        if self._tidied_at is None or now - self._tidied_at > HOUR_SECONDS:
            self._tidied_at = now
            self.tables.background.spawn(self.tidy())

    async def tidy(self) -> None:
        """Finishes interrupted deletions; deletes profiles without tables that nobody has used long."""
        try:
            for profile in await unfinished_deletions(self.store):
                await forget_profile(self.tables, profile)
            if self.clock.may_delete():
                now = self.clock.safe_now()
                # The outbox has many rows without a name, and deletes them by their age.
                names = ["device", "link", "passkey", *(name for name in FOLLOWERS if name != "outbox")]
                followers = [(WITHOUT_PROFILE.format(name), ()) for name in names]
                old = [(OLD_LINKS, (now - KEEP_LINKS_MS,)), (OLD_VACATIONS, (now - KEEP_VACATIONS_MS,))]
                await self.store.change([(GONE_SINCE, (now - self.keep_ms,)), *followers, *old])
        except StoreError as error:
            log.warning("profiles are not tidied", extra={"facts": {"error": str(error)}})


def to_json(value: object) -> msgspec.Raw:
    return msgspec.Raw(m.to_json(value))
