"""The store to scale out with: any number of server processes share one PostgreSQL database."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

import asyncpg
import msgspec

from rumpus.table.entries import Entry, unpack
from rumpus.web.store import Append, Filed, Listing, News, StoreError

SCHEMA = """
CREATE TABLE IF NOT EXISTS rumpus_shelf (
    id text PRIMARY KEY, state text NOT NULL, listed boolean NOT NULL, driven boolean NOT NULL,
    row bytea NOT NULL, touched bigint NOT NULL
);
CREATE INDEX IF NOT EXISTS rumpus_shelf_touched ON rumpus_shelf (touched);
CREATE TABLE IF NOT EXISTS rumpus_book (
    id text NOT NULL, seq integer NOT NULL, at bigint NOT NULL, entry bytea NOT NULL, PRIMARY KEY (id, seq)
);
"""
FIRSTS = """
INSERT INTO rumpus_book SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[], $4::bytea[])
ON CONFLICT DO NOTHING RETURNING id, seq
"""
LIST = """
INSERT INTO rumpus_shelf SELECT * FROM unnest(
    $1::text[], $2::text[], $3::bool[], $4::bool[], $5::bytea[], $6::bigint[])
ON CONFLICT (id) DO UPDATE SET state = excluded.state, listed = excluded.listed, driven = excluded.driven,
    row = excluded.row, touched = excluded.touched
"""
CHANNEL = "rumpus"
PAYLOAD = 7_500
AT_ONCE = 512
PATIENCE = 0.5
GONE = (
    asyncpg.PostgresConnectionError, asyncpg.InterfaceError, ConnectionError, OSError,
    asyncpg.AdminShutdownError, asyncpg.CrashShutdownError, asyncpg.CannotConnectNowError,
)  # fmt: skip
"""What a database says, or does, that is going down or coming up."""

log = logging.getLogger("rumpus.store")
Answer = TypeVar("Answer")


class Bulletin(msgspec.Struct, omit_defaults=True, rename={"listing_changed": "shelved"}):
    """What goes over the wire between processes: where it comes from, what was written, who is here."""

    process: str
    written: dict[str, int] = {}
    listing_changed: bool = False
    present: dict[str, int] = {}


class PostgresStore:
    """Appends of many tables go into one commit with one notification; a unique key decides races."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.process = secrets.token_hex(4)
        self.commits = 0
        self._wanted: asyncio.Queue[Append] = asyncio.Queue()
        self._present: dict[str, int] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._news: News = News()
        self._pool: asyncpg.Pool[Any] | None = None
        self._ears: asyncpg.Connection[Any] | None = None
        self._ears_free = asyncio.Lock()
        self._held: set[str] = set()
        self._closing = False

    async def open(self, news: News) -> None:
        self._news = news
        try:
            self._pool = await asyncpg.create_pool(self.url, min_size=2, max_size=6, command_timeout=30)
            async with self._pool.acquire() as db, db.transaction():
                # Two processes that start at once must not both create the tables.
                await db.execute("SELECT pg_advisory_xact_lock(7286787)")
                await db.execute(SCHEMA)
            await self._listen()
        except (*GONE, asyncpg.PostgresError, ValueError) as error:
            raise StoreError(f"the PostgreSQL store cannot be opened: {error}") from None
        self._tasks = [asyncio.create_task(self._write()), asyncio.create_task(self._keep_listening())]

    async def close(self) -> None:
        self._closing = True
        while not self._wanted.empty():
            await asyncio.sleep(0.01)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._ears is not None:
            with contextlib.suppress(*GONE):
                await self._ears.close()
        if self._pool is not None:
            await self._pool.close()

    # --- hearing from the others ---

    async def _listen(self) -> None:
        self._ears = await asyncpg.connect(self.url)
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
            await asyncio.sleep(PATIENCE)
            try:
                if self._ears is None or self._ears.is_closed():
                    async with self._ears_free:
                        self._held.clear()
                        await self._listen()
                    self._news.cut_off()
                await self._send_present()
            except (*GONE, asyncpg.PostgresError) as error:
                log.warning("the store cannot be reached: %s", error)

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
            while len(wishes) < AT_ONCE and not self._wanted.empty():
                wishes.append(self._wanted.get_nowait())
            # In one order everywhere, so that two processes cannot wait for each other.
            wishes.sort(key=lambda wish: (wish.table, wish.seq))
            try:
                await self._settle(wishes)
            except Exception as error:
                for wish in wishes:
                    if not wish.outcome.done():
                        wish.outcome.set_exception(StoreError(f"the store could not write: {error}"))

    async def _settle(self, wishes: list[Append]) -> None:
        """Try until the database has said yes or no: a broken connection leaves open which it was."""
        unsure = False
        for attempt in range(40):
            try:
                if unsure:
                    wishes = await self._still_open(wishes)
                if wishes:
                    won = await self._commit(wishes)
                    for wish in wishes:
                        if not wish.outcome.done():
                            wish.outcome.set_result(wish in won)
                return
            except (*GONE, asyncpg.DeadlockDetectedError, asyncpg.TooManyConnectionsError, TimeoutError) as error:
                log.warning("writing again after: %s", error)
                unsure = True
                await asyncio.sleep(min(1.0, 0.05 * 2**attempt))
        raise StoreError("the database cannot be reached")

    async def _still_open(self, wishes: list[Append]) -> list[Append]:
        """Settle those that the database has an answer to; an equal entry is as good as our own."""
        assert self._pool is not None
        left: list[Append] = []
        for wish in wishes:
            there = await self._pool.fetchval(
                "SELECT entry FROM rumpus_book WHERE id = $1 AND seq = $2", wish.table, wish.seq
            )
            if there is None:
                left.append(wish)
            elif not wish.outcome.done():
                wish.outcome.set_result(bytes(there) == wish.entries[0])
        return left

    async def _commit(self, wishes: list[Append]) -> set[Append]:
        assert self._pool is not None
        async with self._pool.acquire() as db, db.transaction():
            firsts = await db.fetch(
                FIRSTS,
                [wish.table for wish in wishes],
                [wish.seq for wish in wishes],
                [wish.when for wish in wishes],
                [wish.entries[0] for wish in wishes],
            )
            free = {(record["id"], record["seq"]) for record in firsts}
            winners: list[Append] = []
            for wish in wishes:
                if (wish.table, wish.seq) in free:
                    free.discard((wish.table, wish.seq))  # of two that want the same number, the first has it
                    winners.append(wish)
            rest = [line for wish in winners for line in wish.lines[1:]]
            if rest:
                await db.executemany("INSERT INTO rumpus_book VALUES ($1, $2, $3, $4)", rest)
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
        self.commits += 1
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

    async def _patiently(self, ask: Callable[[], Awaitable[Answer]]) -> Answer:
        for _ in range(20):
            try:
                return await ask()
            except GONE:
                await asyncio.sleep(0.2)
        raise StoreError("the database cannot be reached")

    async def healthy(self) -> bool:
        if self._pool is None:
            return False
        try:
            return bool(await self._pool.fetchval("SELECT true", timeout=3))
        except (*GONE, asyncpg.PostgresError, TimeoutError):
            return False

    async def list_table(self, table: str, when: int, listing: Listing) -> None:
        pool = self._pool
        assert pool is not None
        fields = ([table], [listing.state], [listing.listed], [listing.driven], [listing.row], [when])
        news = msgspec.json.encode(Bulletin(self.process, listing_changed=True)).decode()
        await self._patiently(lambda: pool.execute(LIST, *fields))
        await self._patiently(lambda: pool.execute("SELECT pg_notify($1, $2)", CHANNEL, news))

    async def read(self, table: str, start: int = 0) -> list[Filed]:
        pool = self._pool
        assert pool is not None
        ask = "SELECT seq, at, entry FROM rumpus_book WHERE id = $1 AND seq >= $2 ORDER BY seq"
        found = await self._patiently(lambda: pool.fetch(ask, table, start))
        return [Filed(record["seq"], record["at"], unpack(record["entry"])) for record in found]

    async def rows(self, since: int, limit: int) -> list[bytes]:
        pool = self._pool
        assert pool is not None
        ask = (
            "SELECT row FROM rumpus_shelf WHERE listed AND state IN ('open', 'playing') AND touched >= $1 "
            "ORDER BY state, touched DESC LIMIT $2"
        )
        return [bytes(record["row"]) for record in await self._patiently(lambda: pool.fetch(ask, since, limit))]

    async def touch(self, tables: Sequence[str], when: int) -> None:
        pool = self._pool
        assert pool is not None
        ask = "UPDATE rumpus_shelf SET touched = $2 WHERE id = ANY($1::text[])"
        await self._patiently(lambda: pool.execute(ask, sorted(tables), when))

    async def driven(self, since: int) -> list[str]:
        pool = self._pool
        assert pool is not None
        ask = "SELECT id FROM rumpus_shelf WHERE driven AND state = 'playing' AND touched >= $1 ORDER BY touched DESC"
        return [record["id"] for record in await self._patiently(lambda: pool.fetch(ask, since))]

    async def sweep(self, before: int) -> int:
        pool = self._pool
        assert pool is not None
        async with pool.acquire() as db, db.transaction():
            await db.execute(
                "DELETE FROM rumpus_book WHERE id IN (SELECT id FROM rumpus_shelf WHERE touched < $1)", before
            )
            done = await db.execute("DELETE FROM rumpus_shelf WHERE touched < $1", before)
        return int(done.rpartition(" ")[2])

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
            except (*GONE, asyncpg.PostgresError):
                return False
            return table in self._held

    async def release(self, table: str) -> None:
        async with self._ears_free:
            if self._ears is None or table not in self._held:
                return
            self._held.discard(table)
            with contextlib.suppress(*GONE, asyncpg.PostgresError):
                await self._ears.fetchval("SELECT pg_advisory_unlock(hashtextextended($1, 7286787))", table)
