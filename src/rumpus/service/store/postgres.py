"""Store for several server processes with one PostgreSQL database."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

import asyncpg
import msgspec

import rumpus.service.store as base
from rumpus.service.runtime.background import cancel_all
from rumpus.service.runtime.environment import SYSTEM_CLOCK, SYSTEM_RANDOM, RandomSource, TimeSource
from rumpus.service.store import SCHEMA_VERSION, Append, JournalEntry, Listing, Store, StoreError, StoreListener
from rumpus.table.entries import Entry

FINGERPRINT = "substr(sha256(convert_to(id || ' ' || seq || ' ' || at || ' ', 'UTF8') || entry), 1, 8)"
SERVERS_LOCK = 7286788
"""Advisory lock: shared by servers, exclusive for a copy that replaces all tables."""
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
"""Changes of the schema, by version."""
INSERT_FIRST = """
INSERT INTO rumpus_book SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[], $4::bytea[], $5::bytea[])
ON CONFLICT DO NOTHING RETURNING id, seq
"""
UPSERT_LISTINGS = """
INSERT INTO rumpus_shelf (id, state, listed, driven, row, touched) SELECT * FROM unnest(
    $1::text[], $2::text[], $3::bool[], $4::bool[], $5::bytea[], $6::bigint[])
ON CONFLICT (id) DO UPDATE SET state = excluded.state, listed = excluded.listed, driven = excluded.driven,
    row = excluded.row, touched = excluded.touched
"""
SAVE_ARCHIVE = """
WITH shelved AS (UPDATE rumpus_shelf SET kept = true WHERE id = $1 RETURNING id)
INSERT INTO rumpus_keepsake SELECT shelved.id, part.* FROM shelved, unnest($2::int[], $3::bytea[], $4::bytea[]) AS part
ON CONFLICT (id, part) DO UPDATE SET data = excluded.data, mark = excluded.mark
"""
SAVE_PART = """
INSERT INTO rumpus_keepsake SELECT id, $2::int, $3::bytea, $4::bytea FROM rumpus_shelf WHERE id = $1
ON CONFLICT (id, part) DO UPDATE SET data = excluded.data, mark = excluded.mark
"""
DELETE_UNTOUCHED = """
WITH gone AS (
    DELETE FROM rumpus_shelf WHERE id IN (SELECT id FROM rumpus_shelf WHERE touched < $1 LIMIT $2) RETURNING id
), books AS (
    DELETE FROM rumpus_book WHERE id IN (SELECT id FROM gone)
), keepsakes AS (
    DELETE FROM rumpus_keepsake WHERE id IN (SELECT id FROM gone)
)
SELECT count(*) FROM gone
"""
DELETE_BATCH = 200
"""Tables deleted per statement."""
CHANNEL = "rumpus"
# PostgreSQL refuses payloads of 8,000 bytes or more.
MAX_PAYLOAD_BYTES = 7_500
MAX_BATCH = 512
CLOSE_SECONDS = 4.0
"""Seconds that closing waits for pending writes."""
LISTEN_POLL_SECONDS = 0.5
"""Seconds between checks of the listening connection."""
RETRY_SECONDS = 30.0
"""Seconds for which a failed write is repeated, if it is certainly not committed."""
TRANSIENT_ERRORS = (
    asyncpg.PostgresConnectionError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError,
    asyncpg.AdminShutdownError, asyncpg.CrashShutdownError, asyncpg.CannotConnectNowError,
    asyncpg.DeadlockDetectedError, asyncpg.TooManyConnectionsError,
)  # fmt: skip
"""Errors of a database that stops, starts or is overloaded. A retry may succeed."""
DATABASE_ERRORS = (*TRANSIENT_ERRORS, asyncpg.PostgresError)

log = logging.getLogger("rumpus.store")
Answer = TypeVar("Answer")


# The wire keeps the name `shelved`: during an upgrade, servers of two versions share the database.
class Notification(msgspec.Struct, omit_defaults=True, rename={"listing_changed": "shelved"}):
    """Message between processes: its sender, written tables, present seats."""

    process: str
    written: dict[str, int] = {}
    listing_changed: bool = False
    present: dict[str, int] = {}

    def dumps(self) -> str:
        return msgspec.json.encode(self).decode()


class UnansweredCommit(Exception):
    """The connection was lost during a commit. Its outcome is unknown until the backend has ended."""

    def __init__(self, backend: int) -> None:
        self.backend = backend


class PostgresStore(Store):
    """Commits appends of many tables together. A unique key decides races."""

    def __init__(
        self, url: str, driver: Any = asyncpg, clock: TimeSource = SYSTEM_CLOCK, rng: RandomSource = SYSTEM_RANDOM
    ) -> None:
        self.url = url
        self.driver = driver
        """Module `asyncpg`, or a simulation of it that raises its exceptions."""
        self.clock = clock
        self.process = rng.token(4)
        self._queue: asyncio.Queue[Append] = asyncio.Queue()
        self._present: dict[str, int] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._listener: StoreListener = StoreListener()
        self._pool: asyncpg.Pool[Any] | None = None
        self._listening: asyncpg.Connection[Any] | None = None
        # asyncpg runs one query per connection. A second raises InterfaceError, which `lease` would take for a no.
        self._listening_lock = asyncio.Lock()
        self._leases: set[str] = set()
        self._closing = False
        self._writing = False

    async def open(self, news: StoreListener) -> None:
        self._listener = news
        try:
            self._pool = await self.driver.create_pool(self.url, min_size=2, max_size=6, command_timeout=30)
            async with self._pool.acquire() as db, db.transaction():
                # Two processes that start at once must not both create the tables.
                await db.execute("SELECT pg_advisory_xact_lock(7286787)")
                await migrate(db)
            await self._listen()
        except (*DATABASE_ERRORS, ValueError) as error:
            raise StoreError(f"The PostgreSQL store cannot be opened: {error}") from None
        self._tasks = [asyncio.create_task(self._write()), asyncio.create_task(self._watch_connection())]

    async def close(self) -> None:
        self._closing = True
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                while self._writing or not self._queue.empty():
                    await self.clock.sleep(0.01)
        await cancel_all(self._tasks)
        if self._listening is not None:
            with contextlib.suppress(*DATABASE_ERRORS):
                await self._listening.close()
        if self._pool is not None:
            await self._pool.close()

    # --- hearing from the others ---

    async def _listen(self) -> None:
        # Not from the pool: asyncpg drops advisory locks and listeners when a connection returns there.
        self._listening = await self.driver.connect(self.url)
        if not await self._listening.fetchval("SELECT pg_try_advisory_lock_shared($1)", SERVERS_LOCK):
            await self._listening.close()
            raise StoreError("A copy into this PostgreSQL store is under way. Start the server when it has ended.")
        await self._listening.add_listener(CHANNEL, self._on_notify)

    def _on_notify(self, _db: object, _pid: int, _channel: str, payload: str) -> None:
        try:
            bulletin = msgspec.json.decode(payload, type=Notification)
        except msgspec.MsgspecError:
            return
        if bulletin.process == self.process:
            return
        if bulletin.written:
            self._listener.written(bulletin.written)
        if bulletin.listing_changed:
            self._listener.listing_changed()
        for table, seats in bulletin.present.items():
            self._listener.present(bulletin.process, table, seats)

    async def _watch_connection(self) -> None:
        """Replaces the listening connection if it breaks. It also holds the leases."""
        while True:
            await self.clock.sleep(LISTEN_POLL_SECONDS)
            try:
                if self._listening is None or self._listening.is_closed():
                    async with self._listening_lock:
                        self._leases.clear()
                        await self._listen()
                    self._listener.connection_lost()
                await self._send_present()
            except (*DATABASE_ERRORS, StoreError) as error:
                log.warning("the database cannot be reached", extra={"facts": {"error": repr(error)}})

    async def announce(self, table: str, seats: int) -> None:
        self._present[table] = seats

    async def _send_present(self) -> None:
        while self._present and self._pool is not None:
            some = dict(list(self._present.items())[:150])
            for table in some:
                del self._present[table]
            payload = Notification(self.process, present=some).dumps()
            await self._pool.execute("SELECT pg_notify($1, $2)", CHANNEL, payload)

    # --- writing ---

    async def append(self, table: str, seq: int, entries: Sequence[Entry], when: int, listing: Listing | None) -> bool:
        if self._closing:
            raise StoreError("The server is stopping.")
        request = Append(table, seq, entries, when, listing)
        self._queue.put_nowait(request)
        return bool(await request.outcome)

    async def _write(self) -> None:
        while True:
            appends = [await self._queue.get()]
            # No await between `get` and this line: `close` would see an empty queue and nothing being written.
            self._writing = True
            while len(appends) < MAX_BATCH and not self._queue.empty():
                appends.append(self._queue.get_nowait())
            # In one order everywhere, so that two processes cannot wait for each other.
            appends.sort(key=lambda request: (request.table, request.seq))
            try:
                await self._commit_surely(appends)
            except Exception as error:  # the writer must go on
                left = [request for request in appends if not request.outcome.done()]
                self.failures += len(left)
                tables = sorted({request.table for request in left})
                log.error("nothing could be written", extra={"facts": {"tables": tables, "error": repr(error)}})
                for request in left:
                    request.outcome.set_exception(StoreError(base.WRITE_FAILED))
            self._writing = False

    async def _commit_surely(self, appends: list[Append]) -> None:
        """Commits appends. An error means that nothing was written: an unknown outcome is resolved first."""
        deadline = self.clock.monotonic() + RETRY_SECONDS
        unanswered: int | None = None
        pause = 0.05
        while appends:
            try:
                if unanswered is None:
                    _set_outcomes(appends, await self._commit(appends))
                    return
                if await self._backend_ended(unanswered):
                    appends = await self._drop_written(appends)
                    unanswered = None
                    continue
            except UnansweredCommit as trouble:
                unanswered = trouble.backend
                log.warning("a commit was not answered", extra={"facts": {"error": repr(trouble.__cause__)}})
            except DATABASE_ERRORS as error:
                lasting = not isinstance(error, TRANSIENT_ERRORS) or self.clock.monotonic() > deadline
                # Refused means not played: while an outcome is unknown, nothing is refused, however long that takes.
                if unanswered is None and lasting:
                    raise
                log.warning("the database is asked again", extra={"facts": {"error": repr(error)}})
            await self.clock.sleep(pause)
            pause = min(1.0, 2 * pause)

    async def _backend_ended(self, backend: int) -> bool:
        """True if this backend of the database has ended, and with it its transaction."""
        assert self._pool is not None
        return not await self._pool.fetchval("SELECT true FROM pg_stat_activity WHERE pid = $1", backend)

    async def _drop_written(self, appends: list[Append]) -> list[Append]:
        """Returns appends whose number is free. Sets the outcome of the others: an equal entry counts as ours."""
        assert self._pool is not None
        ask = "SELECT id, seq, entry FROM rumpus_book WHERE (id, seq) IN (SELECT * FROM unnest($1::text[], $2::int[]))"
        tables, numbers = [request.table for request in appends], [request.seq for request in appends]
        found = await self._pool.fetch(ask, tables, numbers)
        there = {(record["id"], record["seq"]): record["entry"] for record in found}
        taken = [request for request in appends if (request.table, request.seq) in there]
        _set_outcomes(taken, {request for request in taken if there[request.table, request.seq] == request.entries[0]})
        return [request for request in appends if request not in taken]

    async def _commit(self, appends: list[Append]) -> set[Append]:
        """Returns the appends that got their number. Any error but UnansweredCommit: nothing was written."""
        assert self._pool is not None
        db = await self._pool.acquire()
        try:
            # Not `async with`: only an error of COMMIT itself leaves the outcome unknown.
            change = db.transaction()
            await change.start()
            try:
                winners = await self._insert(db, appends)
            except DATABASE_ERRORS:
                with contextlib.suppress(*DATABASE_ERRORS):
                    await change.rollback()
                raise
            backend = db.get_server_pid()
            try:
                await change.commit()
            except DATABASE_ERRORS as error:
                # Back in the pool, this backend would live on, and `_backend_ended` would keep waiting.
                db.terminate()
                raise UnansweredCommit(backend) from error
        finally:
            with contextlib.suppress(*DATABASE_ERRORS):
                await self._pool.release(db)
        self.commits += 1
        return winners

    async def _insert(self, db: Any, appends: list[Append]) -> set[Append]:
        firsts = [request.lines[0] for request in appends]
        found = await db.fetch(INSERT_FIRST, *_columns(firsts))
        free = {(record["id"], record["seq"]) for record in found}
        winners: list[Append] = []
        for request in appends:
            if (request.table, request.seq) in free:
                free.discard((request.table, request.seq))  # of two that want the same number, the first has it
                winners.append(request)
        rest = [line for request in winners for line in request.lines[1:]]
        if rest:
            await db.executemany("INSERT INTO rumpus_book VALUES ($1, $2, $3, $4, $5)", rest)
        listed = [base.listing_row(one.table, one.when, one.listing) for one in winners if one.listing is not None]
        if listed:
            await db.execute(UPSERT_LISTINGS, *_columns(listed))
        for payload in self._notifications(winners, bool(listed)):
            await db.execute("SELECT pg_notify($1, $2)", CHANNEL, payload)
        return set(winners)

    def _notifications(self, winners: Sequence[Append], listing_changed: bool) -> list[str]:
        """One notification for the batch, or several if it is too long."""
        batches: list[dict[str, int]] = [{}]
        size = 0
        for request in winners:
            batches[-1][request.table] = request.seq + len(request.entries) - 1
            size += len(request.table) + 16
            if size > MAX_PAYLOAD_BYTES:
                batches.append({})
                size = 0
        return [Notification(self.process, written, listing_changed).dumps() for written in batches if written]

    # --- reading ---

    async def _retry(self, refusal: str, ask: Callable[[asyncpg.Pool[Any]], Awaitable[Answer]]) -> Answer:
        """Repeats an idempotent query after transient errors."""
        assert self._pool is not None
        for _ in range(20):
            try:
                return await ask(self._pool)
            except DATABASE_ERRORS as error:
                trouble = error
                if not isinstance(error, TRANSIENT_ERRORS):
                    break
                await self.clock.sleep(0.2)
        self.failures += refusal == base.WRITE_FAILED
        log.error(refusal, extra={"facts": {"error": repr(trouble)}})
        raise StoreError(refusal)

    async def _fetch(self, ask: str, *values: object) -> list[Any]:
        return await self._retry(base.READ_FAILED, lambda pool: pool.fetch(ask, *values))

    async def _change(self, ask: str, *values: object) -> None:
        await self._retry(base.WRITE_FAILED, lambda pool: pool.execute(ask, *values))

    async def check_writable(self, when: int) -> None:
        try:
            assert self._pool is not None
            await self._pool.execute("UPDATE rumpus_store SET proven = $1", when, timeout=3)
        except DATABASE_ERRORS as error:
            self.failures += 1
            log.error("nothing could be written", extra={"facts": {"error": repr(error)}})
            raise StoreError(base.WRITE_FAILED) from None

    async def list_table(self, table: str, when: int, listing: Listing) -> None:
        await self._change(UPSERT_LISTINGS, *_columns([base.listing_row(table, when, listing)]))
        news = Notification(self.process, listing_changed=True).dumps()
        await self._change("SELECT pg_notify($1, $2)", CHANNEL, news)

    async def read(self, table: str, start: int = 0) -> list[JournalEntry]:
        ask = "SELECT id, seq, at, entry, mark FROM rumpus_book WHERE id = $1 AND seq >= $2 ORDER BY seq"
        return base.checked_entries([tuple(record) for record in await self._fetch(ask, table, start)], start)

    async def rows(self, since: int, limit: int) -> list[bytes]:
        ask = (
            "SELECT row FROM rumpus_shelf WHERE listed AND state IN ('open', 'playing') AND touched >= $1 "
            "ORDER BY state, touched DESC LIMIT $2"
        )
        return [bytes(record["row"]) for record in await self._fetch(ask, since, limit)]

    async def touch(self, tables: Sequence[str], when: int) -> None:
        ask = "UPDATE rumpus_shelf SET touched = $2 WHERE id = ANY($1::text[])"
        await self._change(ask, sorted(tables), when)

    async def newest(self) -> int:
        ask = "SELECT max(touched) FROM rumpus_shelf"
        return await self._retry(base.READ_FAILED, lambda pool: pool.fetchval(ask)) or 0

    async def self_running(self, since: int) -> list[str]:
        ask = "SELECT id FROM rumpus_shelf WHERE driven AND state = 'playing' AND touched >= $1 ORDER BY touched DESC"
        return [record["id"] for record in await self._fetch(ask, since)]

    async def unarchived(self, after: str, limit: int) -> list[str]:
        ask = "SELECT id FROM rumpus_shelf WHERE state = 'over' AND NOT kept AND id > $1 ORDER BY id LIMIT $2"
        return [record["id"] for record in await self._fetch(ask, after, limit)]

    async def save_archive(self, table: str, parts: Sequence[bytes]) -> None:
        rows = [base.part_row(table, part, data)[1:] for part, data in enumerate(parts)]
        await self._change(SAVE_ARCHIVE, table, *_columns(rows))

    async def save_part(self, table: str, part: int, data: bytes) -> None:
        await self._change(SAVE_PART, *base.part_row(table, part, data))

    async def read_part(self, table: str, part: int) -> bytes | None:
        ask = "SELECT id, part, data, mark FROM rumpus_keepsake WHERE id = $1 AND part = $2"
        found = await self._fetch(ask, table, part)
        return base.checked_part(*found[0]) if found else None

    async def delete_untouched(self, before: int) -> int:
        swept = 0
        batch = (DELETE_UNTOUCHED, before, DELETE_BATCH)
        while True:
            count = int(await self._retry(base.WRITE_FAILED, lambda pool: pool.fetchval(*batch)))
            swept += count
            if count < DELETE_BATCH:
                return swept

    # --- who plays the bots ---

    async def lease(self, table: str) -> bool:
        async with self._listening_lock:
            if self._listening is None or self._listening.is_closed():
                return False
            # Advisory locks count. `sweep` and `TurnScheduler._lease` both ask, but only one release follows.
            if table in self._leases:
                return True
            ask = "SELECT pg_try_advisory_lock(hashtextextended($1, 7286787))"
            try:
                if await self._listening.fetchval(ask, table):
                    self._leases.add(table)
            except DATABASE_ERRORS:
                return False
            return table in self._leases

    async def release(self, table: str) -> None:
        async with self._listening_lock:
            if self._listening is None or table not in self._leases:
                return
            self._leases.discard(table)
            with contextlib.suppress(*DATABASE_ERRORS):
                await self._listening.fetchval("SELECT pg_advisory_unlock(hashtextextended($1, 7286787))", table)


def _columns(rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]


def _set_outcomes(appends: Sequence[Append], won: set[Append]) -> None:
    for request in appends:
        if not request.outcome.done():
            request.outcome.set_result(request in won)


async def schema_version(db: Any) -> int:
    """Version of the database's schema; 0 if there is none."""
    if await db.fetchval("SELECT to_regclass('rumpus_store')") is not None:
        return int(await db.fetchval("SELECT version FROM rumpus_store"))
    return 0 if await db.fetchval("SELECT to_regclass('rumpus_book')") is None else 1


async def migrate(db: Any) -> None:
    """Migrates the schema within the caller's transaction."""
    version = await schema_version(db)
    if version > SCHEMA_VERSION:
        raise StoreError(f"The store cannot be opened: {base.WRITTEN_BY_NEWER}.")
    if version < SCHEMA_VERSION:
        if version:
            base.log_migration(version)
        await db.execute("".join(SCHEMAS[version:]))
        await db.execute("UPDATE rumpus_store SET version = $1", SCHEMA_VERSION)
