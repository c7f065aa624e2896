"""Reports, mutes and bans. They are in the store, so they hold at all its servers at once."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec import Struct

from rumpus.core.display_names import quoted
from rumpus.core.errors import RumpusError
from rumpus.service.runtime import protocol as m
from rumpus.service.runtime.limits import TooMuch
from rumpus.service.store.chat import Said
from rumpus.service.store.profiles import Statement
from rumpus.service.tables.live import LiveTables
from rumpus.service.tables.presence import Visitor
from rumpus.table.entries import Place
from rumpus.table.phrases import chat_words
from rumpus.table.seats import fingerprint
from rumpus.table.table import Table

log = logging.getLogger("rumpus.chat")
Kind = Literal["mute", "ban"]

MAX_REPORTS = 10_000
"""Reports in the store."""
REPORTS_PER_SOURCE = 20
"""Reports in the store from one address."""
REPORT_DAYS = 30
"""Days for which a report is kept."""
DAY_MS = 86_400_000
LISTED = 200

MUTED = "The host of this server has muted you, so you cannot chat."
BANNED = "The host of this server has banned you. You can watch, but not take a seat or chat."
REPORTS_FULL = "The host has many reports to read. Please try again later."
UNKNOWN = "Name a report, TABLE/SEAT, a profile, an address, or a personal link."

SANCTIONS = "SELECT kind FROM rumpus_sanction WHERE who IN ($1, $2, $3, $4) ORDER BY kind"
LIST = "SELECT kind, who, name, since FROM rumpus_sanction ORDER BY since DESC, who, kind LIMIT $1"
IMPOSE = "INSERT INTO rumpus_sanction (who, kind, since, name) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING"
LIFT = "DELETE FROM rumpus_sanction WHERE who = $1 AND kind = $2"
SANCTION = "SELECT 1 FROM rumpus_sanction WHERE who = $1 AND kind = $2"
STOP_SEEKING = "DELETE FROM rumpus_seek WHERE profile = $1 AND pairing = ''"
PROFILE_NAME = "SELECT name FROM rumpus_profile WHERE id = $1 AND deleted = 0"
REPORTS = """
SELECT id, at, name, profile, reason, said, reporter, source FROM rumpus_report WHERE at > $1 ORDER BY at DESC LIMIT $2
"""
FIND_REPORT = "SELECT who, name FROM rumpus_report WHERE id = $1"
INSERT_REPORT = """
INSERT INTO rumpus_report (id, at, who, name, profile, reason, said, reporter, source)
SELECT CAST($1 AS text), CAST($2 AS bigint), CAST($3 AS text), CAST($4 AS text), CAST($5 AS text), CAST($6 AS text),
    CAST($7 AS text), CAST($8 AS text), CAST($9 AS text)
WHERE EXISTS (SELECT 1 FROM rumpus_report WHERE id = $1)
    OR (SELECT count(*) FROM rumpus_report WHERE source = $9) < CAST($10 AS bigint)
    AND (SELECT count(*) FROM rumpus_report) < CAST($11 AS bigint)
ON CONFLICT (id) DO UPDATE SET at = excluded.at, who = excluded.who, name = excluded.name, profile = excluded.profile,
    reason = excluded.reason, said = excluded.said
"""
EXPIRE = "DELETE FROM rumpus_report WHERE at < $1"
RESOLVE = "DELETE FROM rumpus_report WHERE id = $1"


class SanctionedPerson(Struct):
    """Whom a mute or ban is for, as the store names it, and a name for people."""

    who: str
    name: str


class Sanction(Struct):
    kind: str
    who: str
    name: str
    since: int


class FiledReport(Struct):
    """A report. `at` is in milliseconds since 1970."""

    id: str
    at: int
    name: str
    profile: str
    reason: str
    said: list[str]
    reporter: str
    source: str


def who_sits(place: Place) -> str:
    """How mutes and bans name the person of a seat: by its profile, else by the hash of the seat's secret."""
    return f"profile:{place.profile}" if place.profile else f"seat:{place.lock}"


class Moderation:
    """Checks visitors, and carries out what the host of the server asks for."""

    def __init__(self, tables: LiveTables) -> None:
        self.tables = tables
        self.store = tables.store
        self.clock = tables.clock

    # --- checks ---

    async def check_seat(self, visitor: Visitor, token: str = "") -> None:
        """Refuses a banned visitor that wants a seat."""
        if "ban" in await self._sanctions(visitor, token and fingerprint(token), _place_of(visitor)):
            raise RumpusError(BANNED)

    async def check_chat(self, visitor: Visitor, place: Place) -> None:
        """Refuses a muted or banned visitor that wants to chat."""
        found = await self._sanctions(visitor, "", place)
        if found:
            raise RumpusError(BANNED if "ban" in found else MUTED)

    async def _sanctions(self, visitor: Visitor, lock: str, place: Place | None) -> list[str]:
        """Kinds of sanctions on a visitor, by address, profile or seat."""
        if not self.store.keeps_profiles:
            return []
        profile = visitor.profile.profile if visitor.profile else place.profile if place else ""
        own = who_sits(place) if place else ""
        whos = (f"address:{visitor.address}", f"profile:{profile}", f"seat:{lock}", own)
        return [kind for (kind,) in await self.store.query(SANCTIONS, *whos)]

    # --- reports ---

    async def report(self, visitor: Visitor, table: Table, asked: m.ReportSeat, excerpt: Sequence[Said]) -> None:
        assert visitor.seat is not None
        place, now = table.places[asked.seat], self.clock.now()
        id = f"{table.id}/{asked.seat + 1}/{visitor.seat + 1}"
        said = msgspec.json.encode([chat_words(one.phrase, one.text) for one in excerpt]).decode()
        values = (
            id, now, who_sits(place), place.name, place.profile, asked.reason, said, table.names[visitor.seat],
            visitor.address, REPORTS_PER_SOURCE, MAX_REPORTS,
        )  # fmt: skip
        expire = EXPIRE, (now - REPORT_DAYS * DAY_MS,)
        *_, found = await self.store.change([expire, (INSERT_REPORT, values), (FIND_REPORT, (id,))])
        if not found:
            raise TooMuch(REPORTS_FULL)
        log.warning("a player was reported", extra={"facts": {"report": id, "reason": asked.reason}})

    async def reports(self) -> list[FiledReport]:
        """The newest reports."""
        rows = await self.store.query(REPORTS, self.clock.now() - REPORT_DAYS * DAY_MS, LISTED)
        return [
            FiledReport(id, at, name, profile, reason, msgspec.json.decode(said), reporter, source)
            for id, at, name, profile, reason, said, reporter, source in rows
        ]

    async def resolve(self, id: str) -> None:
        """Deletes a report that the host has dealt with."""
        if not await self.store.query(FIND_REPORT, id):
            raise RumpusError(f"There is no report {quoted(id)}.")
        await self.store.change([(RESOLVE, (id,))])

    # --- mutes and bans ---

    async def sanctions(self) -> list[Sanction]:
        """The newest mutes and bans."""
        return [Sanction(*row) for row in await self.store.query(LIST, LISTED)]

    async def impose(self, kind: Kind, person: SanctionedPerson) -> None:
        now = self.clock.now()
        statements: list[Statement] = [(IMPOSE, (person.who, kind, now, person.name))]
        if kind == "ban":
            statements.append((STOP_SEEKING, (person.who.removeprefix("profile:"),)))
        await self.store.change(statements)

    async def lift(self, kind: Kind, person: SanctionedPerson) -> None:
        if not await self.store.query(SANCTION, person.who, kind):
            raise RumpusError(f"{person.name or person.who} is not {'muted' if kind == 'mute' else 'banned'}.")
        await self.store.change([(LIFT, (person.who, kind))])

    async def find(self, words: str) -> SanctionedPerson:
        """Whom the host means: a report, TABLE/SEAT, a personal link, a profile, or a name as in the list of bans."""
        if words.startswith(("profile:", "seat:", "address:")):
            return SanctionedPerson(words, "")
        found = await self.store.query(FIND_REPORT, words)
        if found:
            return SanctionedPerson(*found[0])
        named = await self.store.query(PROFILE_NAME, words)
        if named:
            return SanctionedPerson(f"profile:{words}", named[0][0])
        link, _, token = words.partition("#")
        if token:
            return await self._seat(link.rstrip("/").rpartition("/")[2], token=token)
        table, slash, seat = words.partition("/")
        if slash and seat.isascii() and seat.isdigit() and len(seat) <= 2:
            return await self._seat(table, int(seat) - 1)
        raise RumpusError(f"Cannot find {quoted(words)}. {UNKNOWN}")

    async def _seat(self, id: str, seat: int | None = None, token: str = "") -> SanctionedPerson:
        table = (await self.tables.open(id)).table
        if token:
            seat = table.seat_of(token)
        if seat is None or not 0 <= seat < len(table.places) or table.places[seat].kind != "person":
            raise RumpusError(f"Nobody sits there at table {id}.")
        return SanctionedPerson(who_sits(table.places[seat]), table.names[seat])


def _place_of(visitor: Visitor) -> Place | None:
    """The visitor's seat at its table, if it has one."""
    return None if visitor.live is None or visitor.seat is None else visitor.live.table.places[visitor.seat]
