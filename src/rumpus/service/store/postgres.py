"""The store to scale out with: any number of server processes share one PostgreSQL database."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

import asyncpg
import msgspec

from rumpus.service.store import (
    KEPT,
    NEWER,
    UNREAD,
    UNWRITTEN,
    VERSION,
    Append,
    Filed,
    Listing,
    News,
    StoreError,
    filed,
    fingerprint,
    kept_part,
)
from rumpus.table.entries import Entry

FINGERPRINT = "substr(sha256(convert_to(id || ' ' || seq || ' ' || at || ' ', 'UTF8') || entry), 1, 8)"
SERVERS = 7286788
"""The lock that every server shares, and whoever replaces all tables must have alone."""
SCHEMAS = (
    """
    CREATE TABLE IF NOT EXISTS rumpus_shelf (
        id text PRIMARY KEY, state text NOT NULL, listed boolean NOT NULL, driven boolean NOT NULL,
        row bytea NOT NULL, touched bigint NOT NULL
    );
    CREATE INDEX IF NOT EXISTS rumpus_shelf_touched ON rumpus_shelf (touched);
    CREATE TABLE IF NOT EXISTS rumpus_book (
        id text NOT NULL, seq integer NOT NULL, at bigint NOT NULL, entry bytea NOT NULL, PRIMARY KEY (id, seq)
    );
    """,
    f"""
    ALTER TABLE rumpus_book ADD COLUMN mark bytea;
    UPDATE rumpus_book SET mark = {FINGERPRINT};
    ALTER TABLE rumpus_book ALTER COLUMN mark SET NOT NULL;
    ALTER TABLE rumpus_shelf ADD COLUMN kept boolean NOT NULL DEFAULT false;
    CREATE INDEX rumpus_shelf_unkept ON rumpus_shelf (id) WHERE state = 'over' AND NOT kept;
    CREATE TABLE rumpus_keepsake (
        id text NOT NULL, part integer NOT NULL, data bytea NOT NULL, mark bytea NOT NULL, PRIMARY KEY (id, part)
    );
    CREATE TABLE rumpus_store (version integer NOT NULL, proven bigint NOT NULL);
    INSERT INTO rumpus_store VALUES (0, 0);
    """,
)
"""What each version adds to the one before."""
FIRSTS = """
INSERT INTO rumpus_book SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[], $4::bytea[], $5::bytea[])
ON CONFLICT DO NOTHING RETURNING id, seq
"""
LIST = """
INSERT INTO rumpus_shelf (id, state, listed, driven, row, touched) SELECT * FROM unnest(
    $1::text[], $2::text[], $3::bool[], $4::bool[], $5::bytea[], $6::bigint[])
ON CONFLICT (id) DO UPDATE SET state = excluded.state, listed = excluded.listed, driven = excluded.driven,
    row = excluded.row, touched = excluded.touched
"""
KEEP = """
WITH shelved AS (UPDATE rumpus_shelf SET kept = true WHERE id = $1 RETURNING id)
INSERT INTO rumpus_keepsake SELECT shelved.id, part.* FROM shelved, unnest($2::int[], $3::bytea[], $4::bytea[]) AS part
ON CONFLICT (id, part) DO UPDATE SET data = excluded.data, mark = excluded.mark
"""
ADD = """
INSERT INTO rumpus_keepsake SELECT id, $2::int, $3::bytea, $4::bytea FROM rumpus_shelf WHERE id = $1
ON CONFLICT (id, part) DO UPDATE SET data = excluded.data, mark = excluded.mark
"""
SWEEP = """
WITH gone AS (
    DELETE FROM rumpus_shelf WHERE id IN (SELECT id FROM rumpus_shelf WHERE touched < $1 LIMIT $2) RETURNING id
), books AS (
    DELETE FROM rumpus_book WHERE id IN (SELECT id FROM gone)
), keepsakes AS (
    DELETE FROM rumpus_keepsake WHERE id IN (SELECT id FROM gone)
)
SELECT count(*) FROM gone
"""
SWEPT = 200
"""Tables forgotten at a time."""
CHANNEL = "rumpus"
PAYLOAD = 7_500
AT_ONCE = 512
CLOSING = 4.0
"""Seconds for which a store that closes waits for what is being written."""
LISTENING = 0.5
"""Seconds between two looks at the connection that listens."""
PATIENCE = 30.0
"""Seconds for which whatever was certainly not written is tried again."""
GONE = (
    asyncpg.PostgresConnectionError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError,
    asyncpg.AdminShutdownError, asyncpg.CrashShutdownError, asyncpg.CannotConnectNowError,
    asyncpg.DeadlockDetectedError, asyncpg.TooManyConnectionsError,
)  # fmt: skip
"""What a database says, or does, that is going down, coming up or crowded: it may be otherwise in a moment."""
TROUBLE = (*GONE, asyncpg.PostgresError)
"""All that can happen to somebody who asks a database."""

log = logging.getLogger("rumpus.store")
Answer = TypeVar("Answer")


class Bulletin(msgspec.Struct, omit_defaults=True, rename={"listing_changed": "shelved"}):
    """What goes over the wire between processes: where it comes from, what was written, who is here."""

    process: str
    written: dict[str, int] = {}
    listing_changed: bool = False
    present: dict[str, int] = {}


class Unanswered(Exception):
    """Whether a commit took place is known only when the process of the database that was asked has ended."""

    def __init__(self, backend: int) -> None:
        self.backend = backend


class PostgresStore:
    """Appends of many tables go into one commit with one notification; a unique key decides races."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.process = secrets.token_hex(4)
        self.commits = 0
        self.failures = 0
        self._wanted: asyncio.Queue[Append] = asyncio.Queue()
        self._present: dict[str, int] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._news: News = News()
        self._pool: asyncpg.Pool[Any] | None = None
        self._ears: asyncpg.Connection[Any] | None = None
        self._ears_free = asyncio.Lock()
        self._held: set[str] = set()
        self._closing = False
        self._settling = False

    async def open(self, news: News) -> None:
        self._news = news
        try:
            self._pool = await asyncpg.create_pool(self.url, min_size=2, max_size=6, command_timeout=30)
            async with self._pool.acquire() as db, db.transaction():
                # Two processes that start at once must not both create the tables.
                await db.execute("SELECT pg_advisory_xact_lock(7286787)")
                await bring_up_to_date(db)
            await self._listen()
        except (*TROUBLE, ValueError) as error:
            raise StoreError(f"the PostgreSQL store cannot be opened: {error}") from None
        self._tasks = [asyncio.create_task(self._write()), asyncio.create_task(self._keep_listening())]

    async def close(self) -> None:
        self._closing = True
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSING):
                while self._settling or not self._wanted.empty():
                    await asyncio.sleep(0.01)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._ears is not None:
            with contextlib.suppress(*TROUBLE):
                await self._ears.close()
        if self._pool is not None:
            await self._pool.close()

    # --- hearing from the others ---

    async def _listen(self) -> None:
        self._ears = await asyncpg.connect(self.url)
        if not await self._ears.fetchval("SELECT pg_try_advisory_lock_shared($1)", SERVERS):
            await self._ears.close()
            raise StoreError("the PostgreSQL store is just being filled from elsewhere")
        await self._ears.add_listener(CHANNEL, self._heard)

    def _heard(self, _db: object, _pid: int, _channel: str, payload: str) -> None:
        try:
            bulletin = msgspec.json.decode(payload, type=Bulletin)
        except msgspec.MsgspecError:
            return
        if bulletin.process == self.process:
            return
        if bulletin.written:
            self._news.written(bulletin.written)
        if bulletin.listing_changed:
            self._news.listing_changed()
        for table, seats in bulletin.present.items():
            self._news.present(bulletin.process, table, seats)

    async def _keep_listening(self) -> None:
        """The listening connection also holds the leases; when it breaks, both are taken up anew."""
        while True:
            await asyncio.sleep(LISTENING)
            try:
                if self._ears is None or self._ears.is_closed():
                    async with self._ears_free:
                        self._held.clear()
                        await self._listen()
                    self._news.cut_off()
                await self._send_present()
            except (*TROUBLE, StoreError) as error:
                log.warning("the database cannot be reached", extra={"facts": {"error": repr(error)}})

    async def announce(self, table: str, seats: int) -> None:
        self._present[table] = seats

    async def _send_present(self) -> None:
        while self._present and self._pool is not None:
            some = dict(list(self._present.items())[:150])
            for table in some:
                del self._present[table]
            payload = msgspec.json.encode(Bulletin(self.process, present=some)).decode()
            await self._pool.execute("SELECT pg_notify($1, $2)", CHANNEL, payload)

    # --- writing ---

    async def append(self, table: str, seq: int, entries: Sequence[Entry], when: int, listing: Listing | None) -> bool:
        if self._closing:
            raise StoreError("the server is stopping")
        wish = Append(table, seq, entries, when, listing)
        self._wanted.put_nowait(wish)
        return await wish.outcome

    async def _write(self) -> None:
        while True:
            wishes = [await self._wanted.get()]
            self._settling = True
            while len(wishes) < AT_ONCE and not self._wanted.empty():
                wishes.append(self._wanted.get_nowait())
            # In one order everywhere, so that two processes cannot wait for each other.
            wishes.sort(key=lambda wish: (wish.table, wish.seq))
            try:
                await self._settle(wishes)
            except Exception as error:  # whatever it is, the next ones are to be written
                left = [wish for wish in wishes if not wish.outcome.done()]
                self.failures += len(left)
                tables = sorted({wish.table for wish in left})
                log.error("nothing could be written", extra={"facts": {"tables": tables, "error": repr(error)}})
                for wish in left:
                    wish.outcome.set_exception(StoreError(UNWRITTEN))
            self._settling = False

    async def _settle(self, wishes: list[Append]) -> None:
        """Commit them. What fails is certainly not written: where that is not known, it is found out first."""
        deadline = time.monotonic() + PATIENCE
        unanswered: int | None = None
        pause = 0.05
        while wishes:
            try:
                if unanswered is None:
                    won = await self._commit(wishes)
                    _answer(wishes, won)
                    return
                if await self._ended(unanswered):
                    wishes = await self._unwritten(wishes)
                    unanswered = None
                    continue
            except Unanswered as trouble:
                unanswered = trouble.backend
                log.warning("a commit was not answered", extra={"facts": {"error": repr(trouble.__cause__)}})
            except TROUBLE as error:
                lasting = not isinstance(error, GONE) or time.monotonic() > deadline
                if unanswered is None and lasting:
                    raise
                log.warning("the database is asked again", extra={"facts": {"error": repr(error)}})
            await asyncio.sleep(pause)
            pause = min(1.0, 2 * pause)

    async def _ended(self, backend: int) -> bool:
        """Whether this process of the database is gone, and with it whatever it had begun."""
        assert self._pool is not None
        return not await self._pool.fetchval("SELECT true FROM pg_stat_activity WHERE pid = $1", backend)

    async def _unwritten(self, wishes: list[Append]) -> list[Append]:
        """Those whose number is still free; the others are answered: an equal entry is as good as our own."""
        assert self._pool is not None
        ask = "SELECT id, seq, entry FROM rumpus_book WHERE (id, seq) IN (SELECT * FROM unnest($1::text[], $2::int[]))"
        found = await self._pool.fetch(ask, [wish.table for wish in wishes], [wish.seq for wish in wishes])
        there = {(record["id"], record["seq"]): record["entry"] for record in found}
        taken = [wish for wish in wishes if (wish.table, wish.seq) in there]
        _answer(taken, {wish for wish in taken if there[wish.table, wish.seq] == wish.entries[0]})
        return [wish for wish in wishes if wish not in taken]

    async def _commit(self, wishes: list[Append]) -> set[Append]:
        """Those that got their number; any error but Unanswered means that nothing was written."""
        assert self._pool is not None
        db = await self._pool.acquire()
        try:
            change = db.transaction()
            await change.start()
            try:
                winners = await self._insert(db, wishes)
            except TROUBLE:
                with contextlib.suppress(*TROUBLE):
                    await change.rollback()
                raise
            backend = db.get_server_pid()
            try:
                await change.commit()
            except TROUBLE as error:
                db.terminate()
                raise Unanswered(backend) from error
        finally:
            with contextlib.suppress(*TROUBLE):
                await self._pool.release(db)
        self.commits += 1
        return winners

    async def _insert(self, db: Any, wishes: list[Append]) -> set[Append]:
        firsts = [wish.lines[0] for wish in wishes]
        found = await db.fetch(FIRSTS, *(list(column) for column in zip(*firsts, strict=True)))
        free = {(record["id"], record["seq"]) for record in found}
        winners: list[Append] = []
        for wish in wishes:
            if (wish.table, wish.seq) in free:
                free.discard((wish.table, wish.seq))  # of two that want the same number, the first has it
                winners.append(wish)
        rest = [line for wish in winners for line in wish.lines[1:]]
        if rest:
            await db.executemany("INSERT INTO rumpus_book VALUES ($1, $2, $3, $4, $5)", rest)
        listed = [(wish.table, wish.listing, wish.when) for wish in winners if wish.listing is not None]
        if listed:
            await db.execute(
                LIST,
                [table for table, _, _ in listed],
                [listing.state for _, listing, _ in listed],
                [listing.listed for _, listing, _ in listed],
                [listing.driven for _, listing, _ in listed],
                [listing.row for _, listing, _ in listed],
                [when for _, _, when in listed],
            )
        for payload in self._bulletins(winners, bool(listed)):
            await db.execute("SELECT pg_notify($1, $2)", CHANNEL, payload)
        return set(winners)

    def _bulletins(self, winners: Sequence[Append], listing_changed: bool) -> list[str]:
        """One notification for the whole batch, unless it is too long for one."""
        payloads: list[str] = []
        written: dict[str, int] = {}
        size = 0
        for wish in winners:
            written[wish.table] = wish.seq + len(wish.entries) - 1
            size += len(wish.table) + 16
            if size > PAYLOAD:
                payloads.append(msgspec.json.encode(Bulletin(self.process, written, listing_changed)).decode())
                written, size = {}, 0
        if written:
            payloads.append(msgspec.json.encode(Bulletin(self.process, written, listing_changed)).decode())
        return payloads

    # --- reading ---

    async def _ask(self, refusal: str, ask: Callable[[asyncpg.Pool[Any]], Awaitable[Answer]]) -> Answer:
        """Patiently: what is asked may be asked twice."""
        assert self._pool is not None
        for _ in range(20):
            try:
                return await ask(self._pool)
            except TROUBLE as error:
                trouble = error
                if not isinstance(error, GONE):
                    break
                await asyncio.sleep(0.2)
        self.failures += refusal == UNWRITTEN
        log.error(refusal, extra={"facts": {"error": repr(trouble)}})
        raise StoreError(refusal)

    async def prove(self, when: int) -> None:
        try:
            assert self._pool is not None
            await self._pool.execute("UPDATE rumpus_store SET proven = $1", when, timeout=3)
        except TROUBLE as error:
            self.failures += 1
            log.error("nothing could be written", extra={"facts": {"error": repr(error)}})
            raise StoreError(UNWRITTEN) from None

    async def list_table(self, table: str, when: int, listing: Listing) -> None:
        fields = ([table], [listing.state], [listing.listed], [listing.driven], [listing.row], [when])
        news = msgspec.json.encode(Bulletin(self.process, listing_changed=True)).decode()
        await self._ask(UNWRITTEN, lambda pool: pool.execute(LIST, *fields))
        await self._ask(UNWRITTEN, lambda pool: pool.execute("SELECT pg_notify($1, $2)", CHANNEL, news))

    async def read(self, table: str, start: int = 0) -> list[Filed]:
        ask = "SELECT id, seq, at, entry, mark FROM rumpus_book WHERE id = $1 AND seq >= $2 ORDER BY seq"
        found = await self._ask(UNREAD, lambda pool: pool.fetch(ask, table, start))
        return filed([tuple(record) for record in found], start)

    async def rows(self, since: int, limit: int) -> list[bytes]:
        ask = (
            "SELECT row FROM rumpus_shelf WHERE listed AND state IN ('open', 'playing') AND touched >= $1 "
            "ORDER BY state, touched DESC LIMIT $2"
        )
        return [bytes(record["row"]) for record in await self._ask(UNREAD, lambda pool: pool.fetch(ask, since, limit))]

    async def touch(self, tables: Sequence[str], when: int) -> None:
        ask = "UPDATE rumpus_shelf SET touched = $2 WHERE id = ANY($1::text[])"
        await self._ask(UNWRITTEN, lambda pool: pool.execute(ask, sorted(tables), when))

    async def newest(self) -> int:
        ask = "SELECT max(touched) FROM rumpus_shelf"
        return await self._ask(UNREAD, lambda pool: pool.fetchval(ask)) or 0

    async def driven(self, since: int) -> list[str]:
        ask = "SELECT id FROM rumpus_shelf WHERE driven AND state = 'playing' AND touched >= $1 ORDER BY touched DESC"
        return [record["id"] for record in await self._ask(UNREAD, lambda pool: pool.fetch(ask, since))]

    async def unkept(self, after: str, limit: int) -> list[str]:
        ask = "SELECT id FROM rumpus_shelf WHERE state = 'over' AND NOT kept AND id > $1 ORDER BY id LIMIT $2"
        return [record["id"] for record in await self._ask(UNREAD, lambda pool: pool.fetch(ask, after, limit))]

    async def keep(self, table: str, parts: Sequence[bytes]) -> None:
        marks = [fingerprint(table, part, KEPT, data) for part, data in enumerate(parts)]
        fields = (table, list(range(len(parts))), list(parts), marks)
        await self._ask(UNWRITTEN, lambda pool: pool.execute(KEEP, *fields))

    async def add(self, table: str, part: int, data: bytes) -> None:
        mark = fingerprint(table, part, KEPT, data)
        await self._ask(UNWRITTEN, lambda pool: pool.execute(ADD, table, part, data, mark))

    async def kept(self, table: str, part: int) -> bytes | None:
        ask = "SELECT id, part, data, mark FROM rumpus_keepsake WHERE id = $1 AND part = $2"
        found = await self._ask(UNREAD, lambda pool: pool.fetchrow(ask, table, part))
        return None if found is None else kept_part(*found)

    async def sweep(self, before: int) -> int:
        swept = 0
        while True:
            count = int(await self._ask(UNWRITTEN, lambda pool: pool.fetchval(SWEEP, before, SWEPT)))
            swept += count
            if count < SWEPT:
                return swept

    # --- who plays the bots ---

    async def lease(self, table: str) -> bool:
        async with self._ears_free:
            if self._ears is None or self._ears.is_closed():
                return False
            if table in self._held:
                return True
            ask = "SELECT pg_try_advisory_lock(hashtextextended($1, 7286787))"
            try:
                if await self._ears.fetchval(ask, table):
                    self._held.add(table)
            except TROUBLE:
                return False
            return table in self._held

    async def release(self, table: str) -> None:
        async with self._ears_free:
            if self._ears is None or table not in self._held:
                return
            self._held.discard(table)
            with contextlib.suppress(*TROUBLE):
                await self._ears.fetchval("SELECT pg_advisory_unlock(hashtextextended($1, 7286787))", table)


def _answer(wishes: Sequence[Append], won: set[Append]) -> None:
    for wish in wishes:
        if not wish.outcome.done():
            wish.outcome.set_result(wish in won)


async def version_of(db: Any) -> int:
    """Which schema this database has, 0 if it has none of ours."""
    if await db.fetchval("SELECT to_regclass('rumpus_store')") is not None:
        return int(await db.fetchval("SELECT version FROM rumpus_store"))
    return 0 if await db.fetchval("SELECT to_regclass('rumpus_book')") is None else 1


async def bring_up_to_date(db: Any) -> None:
    """In the transaction of whoever asks."""
    version = await version_of(db)
    if version > VERSION:
        raise StoreError(f"the store cannot be opened: {NEWER}")
    if version < VERSION:
        if version:
            log.warning("an older store is brought up to date", extra={"facts": {"from": version, "to": VERSION}})
        await db.execute("".join(SCHEMAS[version:]))
        await db.execute("UPDATE rumpus_store SET version = $1", VERSION)
