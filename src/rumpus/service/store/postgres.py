"""Store for several server processes with one PostgreSQL database."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

import asyncpg
import msgspec

import rumpus.service.store as base
from rumpus.service.runtime.background import cancel_all
from rumpus.service.runtime.environment import SYSTEM_CLOCK, SYSTEM_RANDOM, RandomSource, TimeSource
from rumpus.service.store import (
    SCHEMA_VERSION,
    Append,
    JournalEntry,
    Listing,
    NewTable,
    Store,
    StoreError,
    StoreListener,
)
from rumpus.service.store.chat import SCHEMA as CHAT_SCHEMA
from rumpus.service.store.chat import Said
from rumpus.service.store.matchmaking import SCHEMA as MATCHMAKING_SCHEMA
from rumpus.service.store.notifications import SCHEMA as NOTIFICATIONS_SCHEMA
from rumpus.service.store.profiles import SCHEMA as PROFILES_SCHEMA
from rumpus.service.store.profiles import Statement
from rumpus.service.store.tournaments import SCHEMA as TOURNAMENTS_SCHEMA
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
    PROFILES_SCHEMA + NOTIFICATIONS_SCHEMA + MATCHMAKING_SCHEMA + TOURNAMENTS_SCHEMA + CHAT_SCHEMA,
)
"""Changes of the schema, by version."""
NEWEST = f"""
SELECT max(at) FROM (
    SELECT max(touched) AS at FROM rumpus_shelf UNION ALL
    SELECT (SELECT at FROM rumpus_book AS book WHERE book.id = shelf.id ORDER BY seq DESC LIMIT 1)
    FROM rumpus_shelf AS shelf WHERE touched >= (SELECT max(touched) FROM rumpus_shelf) - {base.TOUCH_MS}
) AS found
"""
"""The newest entry may be later than the last touch, by less than `TOUCH_MS`."""
LOCK_TABLES = "SELECT id FROM rumpus_shelf WHERE id = ANY($1::text[]) ORDER BY id FOR KEY SHARE"
"""Keeps tables from being deleted until the transaction ends."""
TOUCH_OLD = """
UPDATE rumpus_shelf SET touched = fresh.at FROM unnest($1::text[], $2::bigint[]) AS fresh (id, at)
WHERE rumpus_shelf.id = fresh.id AND touched < fresh.at - $3
"""
INSERT_FIRST = """
INSERT INTO rumpus_book SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[], $4::bytea[], $5::bytea[])
AS line (id, seq, at, entry, mark) WHERE seq = 0
OR EXISTS (SELECT FROM rumpus_book AS before WHERE before.id = line.id AND before.seq = line.seq - 1)
ON CONFLICT DO NOTHING RETURNING id, seq
"""
FIND_LINES = """
SELECT id, seq, at, entry FROM rumpus_book WHERE (id, seq) IN (SELECT * FROM unnest($1::text[], $2::int[]))
"""
UPSERT_LISTINGS = """
INSERT INTO rumpus_shelf (id, state, listed, driven, row, touched) SELECT * FROM unnest(
    $1::text[], $2::text[], $3::bool[], $4::bool[], $5::bytea[], $6::bigint[])
ON CONFLICT (id) DO UPDATE SET state = excluded.state, listed = excluded.listed, driven = excluded.driven,
    row = excluded.row, touched = excluded.touched
"""
UPDATE_LISTING = """
UPDATE rumpus_shelf SET state = $2, listed = $3, driven = $4, row = $5, touched = $6 WHERE id = $1
"""
SAVE_ARCHIVE = """
WITH shelved AS (UPDATE rumpus_shelf SET kept = true WHERE id = $1 RETURNING id)
INSERT INTO rumpus_keepsake SELECT shelved.id, part.* FROM shelved, unnest($2::int[], $3::bytea[], $4::bytea[]) AS part
ON CONFLICT (id, part) DO UPDATE SET data = excluded.data, mark = excluded.mark
"""
SAVE_PART = """
INSERT INTO rumpus_keepsake SELECT id, $2::int, $3::bytea, $4::bytea FROM rumpus_shelf WHERE id = $1 FOR KEY SHARE
ON CONFLICT (id, part) DO UPDATE SET data = excluded.data, mark = excluded.mark
"""
DELETE_LISTINGS = """
DELETE FROM rumpus_shelf WHERE id IN (SELECT id FROM rumpus_shelf WHERE touched < $1 AND {0} LIMIT $2)
AND touched < $1 AND {0} RETURNING id
""".format(f"(touched < $1 - {base.CLOCKED_MS} OR state <> 'playing' OR NOT driven)")
"""The condition stands twice: PostgreSQL tests the outer one again after it has waited for an append."""
DELETE_BATCH = 200
"""Tables deleted per statement."""
CHANNEL = "rumpus"
# PostgreSQL refuses payloads of 8,000 bytes or more.
MAX_PAYLOAD_BYTES = 7_500
CHAT_BATCH = 6
"""Chat messages per notification. One of 200 characters has at most 1,000 bytes."""
MAX_WAITING_CHAT = 1_000
"""Chat messages that wait for a notification. Older ones are dropped."""
MAX_BATCH = 512
CLOSE_SECONDS = 4.0
"""Seconds that closing waits for pending writes."""
LISTEN_POLL_SECONDS = 0.5
"""Seconds between checks of the listening connection."""
SILENT_SECONDS = 1.5
"""Seconds without an answer over the listening connection after which the database counts as silent."""
LISTEN_SECONDS = 3.0
"""Seconds within which the listening connection must answer. Then it counts as lost, and its leases with it."""
KEEPALIVE = {"tcp_keepalives_idle": "5", "tcp_keepalives_interval": "2", "tcp_keepalives_count": "3"}
"""Settings of the listening connection: the database frees a dead server's leases within about 11 s."""
RETRY_SECONDS = 30.0
"""Seconds for which a failed write is repeated, if it is certainly not committed."""
TRANSIENT_ERRORS = (
    asyncpg.PostgresConnectionError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError,
    asyncpg.AdminShutdownError, asyncpg.CrashShutdownError, asyncpg.CannotConnectNowError,
    asyncpg.DeadlockDetectedError, asyncpg.TooManyConnectionsError,
)  # fmt: skip
"""Errors of a database that stops, starts or is overloaded. A retry may succeed."""
DATABASE_ERRORS = (*TRANSIENT_ERRORS, asyncpg.PostgresError)
ROW_ERRORS = (asyncpg.IntegrityConstraintViolationError, asyncpg.InternalServerError, asyncpg.DataError)
"""Errors that may concern a single row or page, and spare the other tables."""

log = logging.getLogger("rumpus.store")
Answer = TypeVar("Answer")


# The wire keeps the name `shelved`: during an upgrade, servers of two versions share the database.
class Notification(msgspec.Struct, omit_defaults=True, rename={"listing_changed": "shelved"}):
    """Message between processes: its sender, written tables, present seats, those that do not look, and chat."""

    process: str
    written: dict[str, int] = {}
    listing_changed: bool = False
    present: dict[str, int] = {}
    hidden: dict[str, int] = {}
    chat: list[tuple[str, Said]] = []

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
        self.name = f"rumpus-{self.process}"
        """Name of this process's connections in the database."""
        self._queue: asyncio.Queue[Append] = asyncio.Queue()
        self._present: dict[str, tuple[int, int]] = {}
        self._chat: deque[tuple[str, Said]] = deque(maxlen=MAX_WAITING_CHAT)
        self._tasks: list[asyncio.Task[None]] = []
        self._listener: StoreListener = StoreListener()
        self._pool: asyncpg.Pool[Any] | None = None
        self._listening: asyncpg.Connection[Any] | None = None
        # asyncpg runs one query per connection. A second raises InterfaceError, which `lease` would take for a no.
        self._listening_lock = asyncio.Lock()
        self._answered_at = clock.monotonic()
        """Monotonic time of the last answer over the listening connection."""
        self._leases: set[str] = set()
        self._closing = False
        self._writing = False

    async def open(self, news: StoreListener) -> None:
        self._listener = news
        try:
            self._pool = await self.driver.create_pool(
                self.url, min_size=2, max_size=6, command_timeout=30, server_settings={"application_name": self.name}
            )
            async with self._pool.acquire() as db, db.transaction():
                # Two processes that start at once must not both create the tables.
                await db.execute("SELECT pg_advisory_xact_lock(7286787)")
                await migrate(db)
            await self._listen()
        except (*DATABASE_ERRORS, ValueError) as error:
            raise StoreError(f"The PostgreSQL store cannot be opened: {error}") from None
        self._tasks = [
            asyncio.create_task(work) for work in (self._write(), self._watch_connection(), self._announce())
        ]

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
        settings = {"application_name": self.name, **KEEPALIVE}
        db = await self.driver.connect(
            self.url, timeout=LISTEN_SECONDS, command_timeout=LISTEN_SECONDS, server_settings=settings
        )
        try:
            if not await db.fetchval("SELECT pg_try_advisory_lock_shared($1)", SERVERS_LOCK):
                raise StoreError("A copy into this PostgreSQL store is under way. Start the server when it has ended.")
            await db.add_listener(CHANNEL, self._on_notify)
        except (*DATABASE_ERRORS, StoreError):
            db.terminate()
            raise
        self._listening = db
        self._answered_at = self.clock.monotonic()

    def is_silent(self) -> bool:
        return self.clock.monotonic() - self._answered_at > SILENT_SECONDS

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
            self._listener.present(bulletin.process, table, seats, bulletin.hidden.get(table, 0))
        for table, said in bulletin.chat:
            self._listener.chatted(table, said)

    async def _watch_connection(self) -> None:
        """Replaces the listening connection if it breaks. It also holds the leases."""
        while True:
            await self.clock.sleep(LISTEN_POLL_SECONDS)
            try:
                if await self._is_listening():
                    continue
                async with self._listening_lock:
                    self._leases.clear()
                    await self._listen()
                self._listener.connection_lost()
            except (*DATABASE_ERRORS, StoreError) as error:
                log.warning("the database cannot be reached", extra={"facts": {"error": repr(error)}})

    async def _is_listening(self) -> bool:
        """Asks over the listening connection: a half-open one would stay silent for ever."""
        async with self._listening_lock:
            db = self._listening
            if db is None or db.is_closed():
                return False
            try:
                await db.fetchval("SELECT 1")
                self._answered_at = self.clock.monotonic()
            except DATABASE_ERRORS:
                db.terminate()
                return False
            return True

    async def announce(self, table: str, seats: int, hidden: int = 0) -> None:
        self._present[table] = seats, hidden

    async def share(self, table: str, said: Said) -> None:
        self._chat.append((table, said))

    async def _announce(self) -> None:
        while True:
            await self.clock.sleep(LISTEN_POLL_SECONDS)
            while self._pool is not None and (news := self._take_news()) is not None:
                # Each table announces its seats again at every beat, and chat may be lost.
                with contextlib.suppress(*DATABASE_ERRORS):
                    await self._pool.execute("SELECT pg_notify($1, $2)", CHANNEL, news.dumps())

    def _take_news(self) -> Notification | None:
        """The next notification of what need not be stored: presence, then chat."""
        if self._present:
            some = dict(list(self._present.items())[:150])
            for table in some:
                del self._present[table]
            present = {table: seats for table, (seats, _) in some.items()}
            hidden = {table: seats for table, (_, seats) in some.items() if seats}
            return Notification(self.process, present=present, hidden=hidden)
        if self._chat:
            count = min(CHAT_BATCH, len(self._chat))
            return Notification(self.process, chat=[self._chat.popleft() for _ in range(count)])
        return None

    # --- writing ---

    async def append(
        self,
        table: str,
        seq: int,
        entries: Sequence[Entry],
        when: int,
        listing: Listing | None,
        created: NewTable | None = None,
        changes: Sequence[Statement] = (),
    ) -> bool:
        if self._closing:
            raise StoreError("The server is stopping.")
        request = Append(table, seq, entries, when, listing, created, changes)
        self._queue.put_nowait(request)
        return await request.outcome

    async def _write(self) -> None:
        while True:
            appends = [await self._queue.get()]
            # No await between `get` and this line: `close` would see an empty queue and nothing being written.
            self._writing = True
            while len(appends) < MAX_BATCH and not self._queue.empty():
                appends.append(self._queue.get_nowait())
            # In one order everywhere, so that two processes cannot wait for each other.
            appends.sort(key=lambda request: (request.table, request.seq))
            await self._commit_or_refuse(appends)
            self._writing = False

    async def _commit_or_refuse(self, appends: list[Append]) -> None:
        try:
            await self._commit_surely(appends)
        except Exception as error:  # the writer must go on
            left = [request for request in appends if not request.outcome.done()]
            if len(left) > 1 and isinstance(error, ROW_ERRORS):
                for request in left:
                    await self._commit_or_refuse([request])
                return
            self.failures += len(left)
            tables = sorted({request.table for request in left})
            log.error("nothing could be written", extra={"facts": {"tables": tables, "error": repr(error)}})
            for request in left:
                request.set_outcome(StoreError(base.WRITE_FAILED))

    async def _commit_surely(self, appends: list[Append]) -> None:
        """Commits appends. An error means that nothing was written: an unknown outcome is resolved first."""
        deadline = self.clock.monotonic() + RETRY_SECONDS
        unanswered: int | None = None
        pause = 0.05
        while appends:
            try:
                if unanswered is None:
                    for request, written in (await self._commit(appends)).items():
                        request.set_outcome(written)
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
        # The name too: the system may give the number of an ended backend to another program's.
        ask = "SELECT true FROM pg_stat_activity WHERE pid = $1 AND application_name = $2"
        return not await self._pool.fetchval(ask, backend, self.name)

    async def _drop_written(self, appends: list[Append]) -> list[Append]:
        """Returns appends whose number is free. Sets the outcome of the others."""
        assert self._pool is not None
        lines = [line[:2] for request in appends for line in request.lines]
        found = {tuple(record) for record in await self._pool.fetch(FIND_LINES, *_columns(lines))}
        taken = {(table, seq) for table, seq, _, _ in found}
        left: list[Append] = []
        for request in appends:
            if (request.table, request.seq) in taken:
                # The time too: another server may have written the same entry at another time, and clocks depend on it.
                request.set_outcome(all(line[:4] in found for line in request.lines))
            else:
                left.append(request)
        return left

    async def _commit(self, appends: list[Append]) -> dict[Append, bool | Exception]:
        """Returns the outcome of each append. Any error but UnansweredCommit: nothing was written."""
        assert self._pool is not None
        db = await self._pool.acquire()
        try:
            # Not `async with`: only an error of COMMIT itself leaves the outcome unknown.
            change = db.transaction()
            await change.start()
            try:
                outcomes = await self._insert(db, appends)
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
        return outcomes

    async def _insert(self, db: Any, appends: list[Append]) -> dict[Append, bool | Exception]:
        tables = sorted({request.table for request in appends if request.seq})
        await db.fetch(LOCK_TABLES, tables)
        found = await db.fetch(INSERT_FIRST, *_columns([request.lines[0] for request in appends]))
        free = {(record["id"], record["seq"]) for record in found}
        winners: list[Append] = []
        losers: list[Append] = []
        for request in appends:
            if (request.table, request.seq) in free:
                free.discard((request.table, request.seq))  # of two that want the same number, the first has it
                winners.append(request)
            else:
                losers.append(request)
        rest = [line for request in winners for line in request.lines[1:]]
        if rest:
            await db.executemany("INSERT INTO rumpus_book VALUES ($1, $2, $3, $4, $5)", rest)
        listed = [row for request in winners for row in request.listings]
        if listed:
            await db.execute(UPSERT_LISTINGS, *_columns(listed))
        changes = [change for request in winners for change in request.changes]
        for statement, some in itertools.groupby(changes, key=lambda change: change[0]):
            await db.executemany(statement, [values for _, values in some])
        touched = [(request.table, request.when) for request in winners if request.seq]
        if touched:
            await db.execute(TOUCH_OLD, *_columns(touched), base.TOUCH_MS)
        for payload in self._notifications(winners, bool(listed)):
            await db.execute("SELECT pg_notify($1, $2)", CHANNEL, payload)
        outcomes: dict[Append, bool | Exception] = dict.fromkeys(winners, True)
        if losers:
            numbers = [(request.table, request.seq) for request in losers]
            taken = {(record["id"], record["seq"]) for record in await db.fetch(FIND_LINES, *_columns(numbers))}
            outcomes |= {one: False if (one.table, one.seq) in taken else base.TableDeleted() for one in losers}
        return outcomes

    def _notifications(self, winners: Sequence[Append], listing_changed: bool) -> list[str]:
        """One notification for the batch, or several if it is too long."""
        batches: list[dict[str, int]] = [{}]
        size = 0
        for request in winners:
            batches[-1][request.table] = request.seq + request.count - 1
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
        await self._change(UPDATE_LISTING, *base.listing_row(table, when, listing))
        news = Notification(self.process, listing_changed=True).dumps()
        await self._change("SELECT pg_notify($1, $2)", CHANNEL, news)

    async def state(self, table: str) -> str:
        found = await self._fetch("SELECT state FROM rumpus_shelf WHERE id = $1", table)
        return str(found[0]["state"]) if found else ""

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

    async def shared_time(self) -> int:
        found = await self._fetch("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now")
        return int(found[0]["now"])

    async def newest(self) -> int:
        return await self._retry(base.READ_FAILED, lambda pool: pool.fetchval(NEWEST)) or 0

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

    async def query(self, statement: str, *values: object) -> list[base.Row]:
        return [tuple(record) for record in await self._fetch(statement, *values)]

    async def change(self, statements: Sequence[Statement]) -> list[list[base.Row]]:
        async def whole(pool: asyncpg.Pool[Any]) -> list[list[base.Row]]:
            async with pool.acquire() as db, db.transaction():
                return [
                    [tuple(record) for record in await db.fetch(statement, *values)] for statement, values in statements
                ]

        return await self._retry(base.WRITE_FAILED, whole)

    async def delete_untouched(self, before: int) -> int:
        async def batch(pool: asyncpg.Pool[Any]) -> int:
            async with pool.acquire() as db, db.transaction():
                return await delete_batch(db, before)

        swept = 0
        while True:
            count = await self._retry(base.WRITE_FAILED, batch)
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


async def delete_batch(db: Any, before: int) -> int:
    """Deletes up to `DELETE_BATCH` untouched tables within the caller's transaction. Returns their number."""
    tables = [record["id"] for record in await db.fetch(DELETE_LISTINGS, before, DELETE_BATCH)]
    await delete_tables(db, tables)
    return len(tables)


async def delete_tables(db: Any, tables: list[str]) -> None:
    # One statement after the other: each sees what was committed while the one before waited for an append.
    for name in ("shelf", "book", "keepsake"):
        await db.execute(f"DELETE FROM rumpus_{name} WHERE id = ANY($1::text[])", tables)


async def delete_lost(db: Any, before: int) -> int:
    """Deletes tables that cannot be opened within the caller's transaction. Returns their number."""
    tables = [record["id"] for record in await db.fetch(base.LOST_TABLES.format("rumpus_", "$1"), before)]
    await delete_tables(db, tables)
    return len(tables)


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
