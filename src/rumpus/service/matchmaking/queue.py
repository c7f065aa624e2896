"""The queue: seats waiting people together, exactly once, also with several servers.

Everything that matters is in the store. A server holds only its connected visitors: it renews their leases, and tells
them when they are paired. A waiting person whose lease has ended is passed over.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from rumpus.core.display_names import tidy_name_of
from rumpus.core.errors import RumpusError
from rumpus.service.bots.pool import BotPool
from rumpus.service.matchmaking import pairing
from rumpus.service.matchmaking.counting import Counting
from rumpus.service.matchmaking.rules import MatchRules, match_rules, preset_changes, read_rules
from rumpus.service.profiles.profiles import Profiles
from rumpus.service.runtime import protocol as m
from rumpus.service.runtime.limits import Buckets, HourlyLimit, TooMuch
from rumpus.service.store import StoreError
from rumpus.service.store.notifications import Notice, notification
from rumpus.service.store.profiles import Statement
from rumpus.service.tables.live import LiveTables
from rumpus.service.tables.presence import Visitor
from rumpus.table.entries import Began, Made, Place
from rumpus.table.seats import bot_name, fingerprint

log = logging.getLogger("rumpus.opponents")
POLL_SECONDS = 1.0
LEASE_MS = 15_000
"""Milliseconds a place in the queue lasts after the last renewal."""
BACK_MS = 5_000
"""Milliseconds to come back after a lost connection."""
RENEW_POLLS = 4
TOLD_MS = 60_000
"""Milliseconds for which servers look for pairings of others."""
GIVE_UP_MS = 30_000
"""Milliseconds a pairing may lack its table before its people are told."""
KEEP_MS = 3_600_000
"""Milliseconds of keeping old rows, to answer repeated messages."""
NOTICE_MS = 2_000
"""Milliseconds before a notification is sent: most people are at their table by then."""
SEEK_RATE, SEEK_BURST = 0.2, 20.0
"""Seeks per second, at once, of one profile."""
REPEAT_RATE, REPEAT_BURST = 1.0, 30.0
"""Repeated seeks per second, at once, of one profile: each takes the lock of all pairings."""
ANYBODY = 10_000
TOO_MANY = "Too many requests at once. Wait a few seconds."
ELSEWHERE = "You look for an opponent elsewhere now."
NOT_STARTED = "The server could not open your table. Please try again."
ID_LENGTH = 24

read_place = msgspec.json.Decoder(Place).decode


def seek_id(lock: str) -> str:
    """Public id of a seek. It is the same for repeated messages with one token."""
    return fingerprint(lock)[:ID_LENGTH]


class Seeker(Struct):
    """A person of a pairing."""

    id: str
    place: Place


class Matchmaker:
    """Seats waiting people together."""

    def __init__(
        self, tables: LiveTables, bots: BotPool, profiles: Profiles, counting: Counting, tables_per_hour: int
    ) -> None:
        self.tables = tables
        self.store = tables.store
        self.clock = tables.clock
        self.bots = bots
        self.profiles = profiles
        self.counting = counting
        refusal = "You have looked for {} opponents within an hour. Play with one of them first."
        self.hourly = HourlyLimit(tables_per_hour, tables.clock, refusal)
        self.limits = Buckets(SEEK_RATE, SEEK_BURST, tables.clock)
        self.repeats = Buckets(REPEAT_RATE, REPEAT_BURST, tables.clock)
        self._waiting: dict[str, dict[Visitor, None]] = {}
        """Visitors of this process by seek."""
        self._queues: dict[str, tuple[str, int, int]] = {}
        """Queue, number of seats and time for bots of each seek of this process."""
        self._making: dict[str, asyncio.Task[None]] = {}
        """Tables being made by this process."""
        self._polling = False
        self._polls = 0
        self._tidied_at = 0

    # --- requests ---

    async def seek(self, visitor: Visitor, asked: m.Seek) -> m.Seeking | m.Found:
        who = await self.profiles.require(visitor)
        rules = match_rules(asked.game, preset_changes(asked.preset), asked.seats, asked.clock)
        place = visitor.sit_down(asked.name, fingerprint(asked.token))
        id, now = seek_id(place.lock), self.clock.now()
        if not await self.store.query(pairing.STATE, id):
            self.count(visitor)
        elif not self.repeats.take(who.profile):
            raise TooMuch(TOO_MANY)
        bot_at = now + 1000 * asked.bot_after if asked.bot_after else 0
        queue = rules.queue
        texts = msgspec.json.encode(rules).decode(), msgspec.json.encode(place).decode()
        values = (id, who.profile, queue, rules.game, *texts, -ANYBODY, ANYBODY, now, now + LEASE_MS, bot_at)
        self._add(visitor, id, (queue, rules.seats, bot_at))  # before the pairing: its people are told
        try:
            await self.store.change(
                [
                    pairing.LOCK,
                    (pairing.DELETE_OTHERS, (who.profile, id)),
                    (pairing.DELETE_LAPSED, (id, now)),
                    (pairing.INSERT, values),
                    self._pair(queue, rules.seats, now),
                ]
            )
            [(table, since, bot_at)] = await self.store.query(pairing.STATE, id)
            if id in self._queues:
                self._queues[id] = (queue, rules.seats, bot_at)
        except BaseException:
            self._remove(visitor)
            raise
        self.tidy_at_times()
        if not table:
            return m.Seeking(since=since, bot_at=bot_at)
        self._remove(visitor)
        found = await self.open_table(table, visitor.address)
        return m.Found(table=table, seat=found.get(id))

    async def end(self, visitor: Visitor) -> m.Done:
        """Takes a visitor out of the queue. Somebody who is paired already stays so."""
        who = await self.profiles.require(visitor)
        self._spend(who.profile)
        await self.store.change([pairing.LOCK, (pairing.DELETE, (who.profile,))])
        self._remove(visitor)
        return m.Done()

    def left(self, visitor: Visitor) -> None:
        """Called when a visitor's session has ended: its lease ends soon, unless it comes back."""
        for id in self._remove(visitor):
            self.tables.background.spawn(self._shorten(id))

    async def _shorten(self, id: str) -> None:
        with contextlib.suppress(StoreError):
            await self.store.change([pairing.LOCK, (pairing.SHORTEN, (id, self.clock.now() + BACK_MS))])

    def count(self, visitor: Visitor) -> None:
        """Counts a new request against the limits of profile and address, or raises TooMuch."""
        assert visitor.profile is not None
        self._spend(visitor.profile.profile)
        self.hourly.take(visitor.address)

    def _spend(self, profile: str) -> None:
        if not self.limits.take(profile):
            raise TooMuch(TOO_MANY)

    def _add(self, visitor: Visitor, id: str, queue: tuple[str, int, int]) -> None:
        self._remove(visitor)
        self._waiting.setdefault(id, {})[visitor] = None
        self._queues[id] = queue
        if not self._polling:
            self._polling = True
            self.tables.background.spawn(self._poll_while_waiting())

    def _remove(self, visitor: Visitor) -> list[str]:
        """Forgets a visitor. Returns seeks of which it was the last one here."""
        ended: list[str] = []
        for id in [id for id, visitors in self._waiting.items() if visitor in visitors]:
            del self._waiting[id][visitor]
            if not self._waiting[id]:
                self._forget(id)
                ended.append(id)
        return ended

    def _forget(self, id: str) -> Sequence[Visitor]:
        self._queues.pop(id, None)
        return list(self._waiting.pop(id, ()))

    # --- pairing ---

    def _pair(self, queue: str, seats: int, now: int, with_bots: bool = False) -> Statement:
        return (pairing.PAIR_WITH_BOTS if with_bots else pairing.PAIR), (queue, self.tables.rng.id(), now, seats)

    async def _poll_while_waiting(self) -> None:
        try:
            while self._waiting:
                await self.clock.sleep(POLL_SECONDS)
                try:
                    await self._poll()
                except Exception as error:  # the next poll tries again
                    self.tables.metrics.count("round_failures")
                    log.exception("the queue cannot be looked after", extra={"facts": {"error": repr(error)[:200]}})
        finally:
            self._polling = False

    async def _poll(self) -> None:
        """Renews leases of this server's visitors, seats bots, and announces pairings."""
        now = self.clock.now()
        self._polls += 1
        if self._polls % RENEW_POLLS == 0:
            await self._renew(now)
        due = {(queue, seats) for queue, seats, bot_at in self._queues.values() if bot_at and bot_at <= now}
        if due:
            pairs = [self._pair(queue, seats, now, bots) for queue, seats in sorted(due) for bots in (False, True)]
            await self.store.change([pairing.LOCK, *pairs])
        tables: dict[str, int] = {}
        for id, table, paired in await self.store.query(pairing.PAIRED, now - TOLD_MS):
            if id in self._waiting:
                tables[table] = paired
        for table, paired in tables.items():
            await self._open_pairing(table, paired)

    async def _renew(self, now: int) -> None:
        """Renews leases, and pairs those whose leases had ended when others came."""
        ids = list(self._waiting)
        # Locked too: otherwise this and a pairing could wait for each other's rows.
        statements: list[Statement] = [pairing.LOCK, *((pairing.RENEW, (id, now + LEASE_MS)) for id in ids)]
        queues = sorted({(queue, seats) for queue, seats, _ in self._queues.values()})
        statements += [self._pair(queue, seats, now) for queue, seats in queues]
        renewed = (await self.store.change(statements))[1 : len(ids) + 1]
        for id in [id for id, rows in zip(ids, renewed, strict=True) if not rows]:
            state = await self.store.query(pairing.PAIRING, id)
            if not state:
                for visitor in self._forget(id):
                    visitor.tell(m.SeekOver(why=ELSEWHERE))
            elif state[0][0]:  # perhaps so long ago that no poll looks for it
                await self._open_pairing(*state[0])

    async def _open_pairing(self, table: str, paired: int) -> None:
        """Makes the table of a pairing, or tells its people after a while that there is none."""
        try:
            await self.open_table(table)
        except StoreError:
            raise
        except RumpusError as error:
            log.warning("a pairing has no table", extra={"facts": {"table": table, "error": str(error)}})
            if self.clock.now() - paired > GIVE_UP_MS:
                await self._tell(table, m.SeekOver(why=NOT_STARTED))

    async def open_table(self, table: str, address: str = "") -> dict[str, int]:
        """Makes the table of a pairing, if missing, and tells its people here.

        Returns the seats by seek.
        """
        rows = await self.store.query(pairing.PEOPLE, table)
        people = [Seeker(id, read_place(place)) for id, _, place in rows]
        if people:
            here = [visitor.address for seeker in people for visitor in self._waiting.get(seeker.id, ())]
            making = self._making.get(table)
            if making is None:
                work = self._make_if_missing(table, people, read_rules(rows[0][1]), address or next(iter(here), ""))
                making = self._making[table] = asyncio.create_task(work)
                making.add_done_callback(lambda done: self._made(table, done))
            await asyncio.shield(making)
        return await self._tell_seats(table, people)

    def _made(self, table: str, task: asyncio.Task[None]) -> None:
        self._making.pop(table, None)
        if not task.cancelled():
            task.exception()  # all who waited for it may have gone

    async def _make_if_missing(self, id: str, people: Sequence[Seeker], rules: MatchRules, address: str) -> None:
        if not await self.store.state(id):
            await self._make(id, people, rules, address)

    async def _make(self, id: str, people: Sequence[Seeker], rules: MatchRules, address: str) -> None:
        game, options = rules.checked()
        places = [seeker.place for seeker in people]
        if len(places) < rules.seats:
            fitting = await self.counting.fitting_bot(game.name, rules.seats, [place.profile for place in places])
            bot = await self.bots.check(fitting, game, options, address)
            places += [Place("bot", bot=bot) for _ in range(rules.seats - len(places))]
        rng = self.tables.rng
        for last in range(len(places) - 1, 0, -1):  # shuffles: nobody chooses who begins
            other = rng.below(last + 1)
            places[last], places[other] = places[other], places[last]
        taken: list[str] = []
        for seat, place in enumerate(places):
            place.name = bot_name(place.bot, seat) if place.bot else tidy_name_of(place.name, place.bot_account, taken)
            taken.append(place.name)
        made = Made(
            game.name, game.version, options.changed(), rng.match_seed(), places, people[0].place.lock,
            True, rules.clock, coach=False, undo=False,
        )  # fmt: skip
        now = self.clock.now()
        notice = Notice("opponent", game.title, f"/t/{id}", id)
        told = [
            notification(f"opponent {id}", place.profile, notice, now, now + NOTICE_MS)
            for place in places
            if place.profile
        ]
        await self.tables.create_once(id, made, [Began()] if len(people) == 1 else [], address, told)

    async def _tell_seats(self, table: str, people: Sequence[Seeker]) -> dict[str, int]:
        live = await self.tables.open(table)
        by_lock = {place.lock: seat for seat, place in enumerate(live.table.places) if place.lock}
        seats = {one.id: by_lock[one.place.lock] for one in people if one.place.lock in by_lock}
        for seeker in people:
            for visitor in self._forget(seeker.id):
                visitor.tell(m.Found(table=table, seat=seats.get(seeker.id)))
        return seats

    async def _tell(self, table: str, message: m.SeekOver) -> None:
        for id, _, _ in await self.store.query(pairing.PEOPLE, table):
            for visitor in self._forget(id):
                visitor.tell(message)

    # --- tidying ---

    def tidy_at_times(self) -> None:
        """Deletes old rows, at most every ten minutes."""
        now = self.clock.now()
        if now - self._tidied_at > KEEP_MS // 6:
            self._tidied_at = now
            self.tables.background.spawn(self._tidy(now - KEEP_MS))

    async def _tidy(self, before: int) -> None:
        with contextlib.suppress(StoreError):
            await self.store.change([pairing.LOCK, *((statement, (before,)) for statement in pairing.TIDY)])
