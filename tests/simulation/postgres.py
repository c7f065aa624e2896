"""A simulated PostgreSQL with its driver: what `PostgresStore` needs of asyncpg, on a network with faults.

The database is a process of its own. A statement arrives after a delay, waits for locks, takes effect at once, and its
answer travels back. A connection can break before or after the effect, or go silent (half-open).
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import Any

import asyncpg

from rumpus.service.profiles.deletion import CHANGE_ROW
from rumpus.service.store import CLOCKED_MS, SCHEMA_VERSION
from rumpus.service.store import postgres as store
from rumpus.service.store.profiles import Statement
from tests.simulation.environment import EPOCH_MS
from tests.simulation.loop import CURRENT, Process, SimulatedLoop
from tests.simulation.plain_tables import PlainTables, changes_of

KEEPALIVE_SECONDS = 11.0
"""Seconds after which the database ends the backend of a silent connection."""
Row = dict[str, Any]
Key = tuple[Any, ...]


class Waits(Exception):
    """A statement needs a row that another transaction has locked."""

    def __init__(self, holder: Transaction) -> None:
        self.holder = holder


class Transaction:
    """Uncommitted changes of one backend, its row locks, and who waits for them."""

    def __init__(self) -> None:
        self.changes: list[Callable[[], None]] = []
        self.book: dict[Key, Row] = {}
        self.locks: set[Key] = set()
        self.deletes: set[Key] = set()
        self.plain: list[Statement] = []
        self.notifications: list[str] = []
        self.waiting: list[Callable[[], None]] = []
        self.waits_for: Transaction | None = None

    def waits_in_a_circle(self) -> bool:
        other = self.waits_for
        while other is not None and other is not self:
            other = other.waits_for
        return other is self


class Backend:
    """The database's end of a connection."""

    def __init__(self, pid: int, name: str) -> None:
        self.pid = pid
        self.name = name
        self.open: Transaction | None = None
        self.advisory: set[object] = set()
        self.listener: Connection | None = None
        self.ended = False


class Network:
    """Delays and faults between servers and database. Faults change the attributes."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.slow = 0.0
        """Mean seconds added to each way."""
        self.lost_before = 0.0
        """Probability that a connection breaks before a statement takes effect."""
        self.lost_after = 0.0
        """Probability that it breaks after a commit, before the answer."""
        self.fails = 0.0
        """Probability that the database refuses a statement for a passing reason."""
        self.slow_news = 0.0
        """Mean seconds added to a notification."""

    def delay(self) -> float:
        seconds = 0.0005 + self.rng.random() * 0.003
        return seconds + self.rng.expovariate(1 / self.slow) if self.slow else seconds

    def happens(self, probability: float) -> bool:
        return probability > 0 and self.rng.random() < probability


class SimulatedPostgres:
    """Rows, locks and backends. `driver` gives each server its own `asyncpg`."""

    def __init__(self, loop: SimulatedLoop, rng: Random) -> None:
        self.loop = loop
        self.process = loop.add_process("database")
        self.network = Network(rng)
        self.book: dict[str, dict[int, Row]] = {}
        self.shelf: dict[str, Row] = {}
        self.keepsake: dict[Key, Row] = {}
        self.plain = PlainTables(self.shelf)
        self.locks: dict[Key, Transaction] = {}
        self.shares: dict[Key, list[Transaction]] = {}
        self.advisory: dict[object, Backend] = {}
        self.backends: dict[int, Backend] = {}
        self.connections: list[Connection] = []
        self.down = False
        self.frozen = False
        """True while statements wait: an overloaded disk, or a network that drops packets."""
        self._held: list[Callable[[], None]] = []
        self._pids = 1000
        self.committed_at: dict[Key, float] = {}
        """Virtual time at which each entry was committed."""
        self.committed_by: dict[Key, str] = {}
        """Name of the connection that wrote each entry."""

    def driver(self, name: str) -> Driver:
        return Driver(self, name)

    # --- faults ---

    def stop(self) -> None:
        """Ends all backends; connections break. No new one until `start`."""
        self.down = True
        for connection in list(self.connections):
            self.end(connection.backend)
            connection.break_off()

    def start(self) -> None:
        self.down = False

    def thaw(self) -> None:
        self.frozen = False
        held, self._held = self._held, []
        for work in held:
            work()

    def end(self, backend: Backend) -> None:
        """Ends a backend: rolls back, drops its locks."""
        if backend.ended:
            return
        backend.ended = True
        self.backends.pop(backend.pid, None)
        if backend.open is not None:
            self._finish(backend.open)
            backend.open = None
        for key in sorted(backend.advisory, key=str):
            if self.advisory.get(key) is backend:
                del self.advisory[key]
        backend.listener = None

    def crash_client(self, process: Process, power_lost: bool) -> None:
        """A server died. With its power lost, nobody tells the database."""
        for connection in [one for one in self.connections if one.process is process]:
            self.connections.remove(connection)
            delay = KEEPALIVE_SECONDS if power_lost else self.network.delay()
            self.loop.at(self.process, self.loop.now + delay, self.end, connection.backend)

    # --- transactions ---

    def new_backend(self, name: str) -> Backend:
        self._pids += 1
        backend = self.backends[self._pids] = Backend(self._pids, name)
        return backend

    def lock(self, change: Transaction, key: Key, delete: bool = False) -> None:
        """Locks a row against other changes, or raises Waits. Only a deletion waits for FOR KEY SHARE."""
        holder = self.locks.get(key)
        if holder is not None and holder is not change:
            raise Waits(holder)
        for sharer in self.shares.get(key, ()):
            if delete and sharer is not change:
                raise Waits(sharer)
        self.locks[key] = change
        change.locks.add(key)
        if delete:
            change.deletes.add(key)

    def share(self, change: Transaction, key: Key) -> None:
        """Locks a row against deletion (FOR KEY SHARE), or raises Waits."""
        holder = self.locks.get(key)
        if holder is not None and holder is not change and key in holder.deletes:
            raise Waits(holder)
        sharers = self.shares.setdefault(key, [])
        if change not in sharers:
            sharers.append(change)

    def commit(self, change: Transaction, backend: Backend) -> None:
        for apply in change.changes:
            apply()
        for key in change.book:
            self.committed_at[key] = self.loop.now
            self.committed_by[key] = backend.name
        self._finish(change)
        for payload in change.notifications:
            self._notify(payload, backend)

    def rollback(self, change: Transaction) -> None:
        self._finish(change)

    def _finish(self, change: Transaction) -> None:
        for key in change.locks:
            del self.locks[key]
        for key, sharers in list(self.shares.items()):
            if change in sharers:
                sharers.remove(change)
                if not sharers:
                    del self.shares[key]
        change.locks = set()
        waiting, change.waiting = change.waiting, []
        for retry in waiting:
            retry()

    def _notify(self, payload: str, sender: Backend) -> None:
        for backend in list(self.backends.values()):
            connection = backend.listener
            if connection is not None:
                slow = self.network.slow_news
                delay = self.network.delay() + (self.network.rng.expovariate(1 / slow) if slow else 0.0)
                when = self.loop.now + delay
                self.loop.at(connection.process, when, connection.notified, sender.pid, payload)

    def hold(self, work: Callable[[], None]) -> bool:
        """Keeps work until `thaw`. False if statements run."""
        if self.frozen:
            self._held.append(work)
        return self.frozen

    # --- statements ---

    def execute(self, backend: Backend, change: Transaction, sql: str, values: Sequence[Any]) -> Any:
        """Returns the rows of a query, else None. Unknown statements are errors of the simulation."""
        handler = handler_of(sql)
        if handler is not None:
            return handler(self, backend, change, *values)
        statement = sql, values
        if changes_of(sql):
            if values:  # nearly a row: statements of one transaction name what they change first
                self.lock(change, ("plain", values[0]))
            change.plain.append(statement)
            change.changes.append(lambda: self.plain.apply(statement))
            return self.plain.rows(change.plain[:-1], statement)
        return self.plain.rows(change.plain, statement)

    def entry(self, change: Transaction, id: str, seq: int) -> Row | None:
        """A row of a journal, as this transaction sees it."""
        return change.book.get((id, seq)) or self.book.get(id, {}).get(seq)

    def insert_entry(self, change: Transaction, row: Row) -> None:
        key = (row["id"], row["seq"])
        change.book[key] = row
        change.changes.append(lambda: self.book.setdefault(row["id"], {}).__setitem__(row["seq"], row))

    def insert_first(self, _: Backend, change: Transaction, *columns: Sequence[Any]) -> list[Row]:
        rows = [
            dict(zip(("id", "seq", "at", "entry", "mark"), line, strict=True)) for line in zip(*columns, strict=True)
        ]
        for row in rows:
            self.lock(change, ("book", row["id"], row["seq"]))
        found: list[Row] = []
        for row in rows:
            id, seq = row["id"], row["seq"]
            if self.entry(change, id, seq) is None and (seq == 0 or self.entry(change, id, seq - 1) is not None):
                self.insert_entry(change, row)
                found.append(row)
        return found

    def insert_more(self, _: Backend, change: Transaction, *line: Any) -> None:
        row = dict(zip(("id", "seq", "at", "entry", "mark"), line, strict=True))
        self.lock(change, ("book", row["id"], row["seq"]))
        if self.entry(change, row["id"], row["seq"]) is not None:
            raise asyncpg.UniqueViolationError("duplicate key")
        self.insert_entry(change, row)

    def lock_tables(self, _: Backend, change: Transaction, tables: Sequence[str]) -> list[Row]:
        there = [id for id in sorted(tables) if id in self.shelf]
        for id in there:
            self.share(change, ("shelf", id))
        return [{"id": id} for id in there]

    def find_lines(self, _: Backend, change: Transaction, ids: Sequence[str], numbers: Sequence[int]) -> list[Row]:
        found = [self.entry(change, id, seq) for id, seq in zip(ids, numbers, strict=True)]
        return [Line({name: row[name] for name in ("id", "seq", "at", "entry")}) for row in found if row is not None]

    def upsert(self, _: Backend, change: Transaction, *columns: Sequence[Any]) -> None:
        for line in zip(*columns, strict=True):
            self.list_table(change, line, insert=True)

    def update(self, _: Backend, change: Transaction, *line: Any) -> None:
        self.list_table(change, line, insert=False)

    def list_table(self, change: Transaction, line: Sequence[Any], insert: bool) -> None:
        row = dict(zip(("id", "state", "listed", "driven", "row", "touched"), line, strict=True))
        self.lock(change, ("shelf", row["id"]))

        def apply() -> None:
            if insert or row["id"] in self.shelf:
                self.shelf.setdefault(row["id"], {"kept": False}).update(row)

        change.changes.append(apply)

    def touch_old(self, _: Backend, change: Transaction, ids: Sequence[str], times: Sequence[int], age: int) -> None:
        for id, when in zip(ids, times, strict=True):
            if id in self.shelf and self.shelf[id]["touched"] < when - age:
                self.set_touched(change, id, when)

    def touch(self, _: Backend, change: Transaction, ids: Sequence[str], when: int) -> None:
        for id in ids:
            if id in self.shelf:
                self.set_touched(change, id, when)

    def set_touched(self, change: Transaction, id: str, when: int) -> None:
        change.changes.append(lambda: self.shelf[id].__setitem__("touched", when) if id in self.shelf else None)

    def notify(self, _: Backend, change: Transaction, _channel: str, payload: str) -> None:
        change.notifications.append(payload)

    def read(self, _: Backend, _change: Transaction, id: str, start: int) -> list[Row]:
        rows = self.book.get(id, {})
        return [Line(rows[seq]) for seq in sorted(rows) if seq >= start]

    def rows(self, _: Backend, _change: Transaction, since: int, limit: int) -> list[Row]:
        found = [
            row
            for row in self.shelf.values()
            if row["listed"] and row["state"] in ("open", "playing") and row["touched"] >= since
        ]
        found.sort(key=lambda row: (row["state"], -row["touched"]))
        return found[:limit]

    def self_running(self, _: Backend, _change: Transaction, since: int) -> list[Row]:
        found = [
            row
            for row in self.shelf.values()
            if row["driven"] and row["state"] == "playing" and row["touched"] >= since
        ]
        return sorted(found, key=lambda row: -row["touched"])

    def unarchived(self, _: Backend, _change: Transaction, after: str, limit: int) -> list[Row]:
        found = [row for id, row in self.shelf.items() if row["state"] == "over" and not row["kept"] and id > after]
        return sorted(found, key=lambda row: row["id"])[:limit]

    def save_parts(self, _: Backend, change: Transaction, id: str, parts: Any, data: Any, marks: Any) -> None:
        numbers, datas, marks = (x if isinstance(x, list) else [x] for x in (parts, data, marks))
        if id not in self.shelf:
            return

        def apply() -> None:
            for line in zip(numbers, datas, marks, strict=True):
                self.keepsake[id, line[0]] = dict(zip(("id", "part", "data", "mark"), (id, *line), strict=True))
            self.shelf[id]["kept"] |= numbers[0] >= 0

        change.changes.append(apply)

    def read_part(self, _: Backend, _change: Transaction, id: str, part: int) -> list[Row]:
        row = self.keepsake.get((id, part))
        return [] if row is None else [Line(row)]

    def state(self, _: Backend, _change: Transaction, id: str) -> list[Row]:
        return [self.shelf[id]] if id in self.shelf else []

    def delete_listings(self, _: Backend, change: Transaction, before: int, limit: int) -> list[Row]:
        old = [
            row
            for row in self.shelf.values()
            if row["touched"] < before
            and (row["touched"] < before - CLOCKED_MS or row["state"] != "playing" or not row["driven"])
        ][:limit]
        for row in old:
            self.lock(change, ("shelf", row["id"]), delete=True)
        ids = [row["id"] for row in old]
        self.delete(change, self.shelf, ids)
        change.changes.append(lambda: self.plain.forget_tables(ids))
        return old

    def delete_listed(self, _: Backend, change: Transaction, ids: Sequence[str]) -> None:
        self.delete(change, self.shelf, ids)
        change.changes.append(lambda: self.plain.forget_tables(ids))

    def delete_journals(self, _: Backend, change: Transaction, ids: Sequence[str]) -> None:
        self.delete(change, self.book, ids)

    def delete_archives(self, _: Backend, change: Transaction, ids: Sequence[str]) -> None:
        self.delete(change, self.keepsake, [key for key in self.keepsake if key[0] in ids])

    def change_row(self, _: Backend, change: Transaction, id: str, row: bytes, before: bytes) -> None:
        self.lock(change, ("shelf", id))
        if id in self.shelf and self.shelf[id]["row"] == before:
            change.changes.append(lambda: self.shelf[id].__setitem__("row", row))

    def delete(self, change: Transaction, rows: dict[Any, Any], keys: Sequence[Any]) -> None:
        def apply() -> None:
            for key in keys:
                rows.pop(key, None)

        change.changes.append(apply)

    def try_lock(self, backend: Backend, _: Transaction, key: object) -> list[Row]:
        holder = self.advisory.setdefault(key, backend)
        if holder is backend:
            backend.advisory.add(key)
        return [{"": holder is backend}]

    def unlock(self, backend: Backend, _: Transaction, key: object) -> list[Row]:
        if self.advisory.get(key) is backend:
            del self.advisory[key]
            backend.advisory.discard(key)
        return [{"": True}]

    def activity(self, _: Backend, _change: Transaction, pid: int, name: str) -> list[Row]:
        backend = self.backends.get(pid)
        return [{"": True}] if backend is not None and backend.name == name else []


class Line(dict[str, Any]):
    """A record: by name, and a sequence of its values as asyncpg's."""

    def __iter__(self) -> Any:
        return iter(self.values())


def _answer(value: object) -> Callable[..., list[Row]]:
    return lambda *_: [{"": value}]


def _start(sql: str) -> str:
    return " ".join(sql.split())


Postgres = SimulatedPostgres
STATEMENTS: dict[str, Callable[..., Any]] = {
    _start(store.LOCK_TABLES): Postgres.lock_tables,
    _start(store.INSERT_FIRST): Postgres.insert_first,
    _start(store.FIND_LINES): Postgres.find_lines,
    _start(store.UPSERT_LISTINGS): Postgres.upsert,
    _start(store.UPDATE_LISTING): Postgres.update,
    _start(store.TOUCH_OLD): Postgres.touch_old,
    _start(store.SAVE_ARCHIVE): Postgres.save_parts,
    _start(store.SAVE_PART): Postgres.save_parts,
    _start(store.DELETE_LISTINGS): Postgres.delete_listings,
    "INSERT INTO rumpus_book VALUES": Postgres.insert_more,
    "DELETE FROM rumpus_shelf WHERE id = ANY": Postgres.delete_listed,
    "DELETE FROM rumpus_book": Postgres.delete_journals,
    "DELETE FROM rumpus_keepsake": Postgres.delete_archives,
    "UPDATE rumpus_shelf SET touched = $2": Postgres.touch,
    "UPDATE rumpus_store SET proven": _answer(None),
    "SELECT pg_notify": Postgres.notify,
    "SELECT id, seq, at, entry, mark FROM rumpus_book": Postgres.read,
    _start(CHANGE_ROW): Postgres.change_row,
    "SELECT row FROM rumpus_shelf WHERE listed": Postgres.rows,
    "SELECT max(at) FROM": lambda self, *_: [
        {"": max((row["at"] for rows in self.book.values() for row in rows.values()), default=0)}
    ],
    "SELECT id FROM rumpus_shelf WHERE driven": Postgres.self_running,
    "SELECT id FROM rumpus_shelf WHERE state = 'over'": Postgres.unarchived,
    "SELECT id, part, data, mark FROM rumpus_keepsake": Postgres.read_part,
    "SELECT state FROM rumpus_shelf": Postgres.state,
    "SELECT pg_try_advisory_lock_shared": _answer(True),
    "SELECT pg_try_advisory_lock(": Postgres.try_lock,
    "SELECT pg_advisory_unlock": Postgres.unlock,
    "SELECT pg_advisory_xact_lock": _answer(True),
    "SELECT true FROM pg_stat_activity": Postgres.activity,
    "SELECT to_regclass": _answer("rumpus_store"),
    "SELECT version FROM rumpus_store": _answer(SCHEMA_VERSION),
    "SELECT (extract(epoch FROM clock_timestamp())": lambda self, *_: [{"now": EPOCH_MS + round(self.loop.now * 1000)}],
    "SELECT 1": _answer(1),
}
"""Handlers by the start of a statement, its white space reduced."""


@functools.cache
def handler_of(sql: str) -> Callable[..., Any] | None:
    """The handler of a statement; None if it is plain SQL about profiles or notifications."""
    plain = " ".join(sql.split())
    for start, handler in STATEMENTS.items():
        if plain.startswith(start):
            return handler
    return None


class Connection:
    """A server's end of a connection, like `asyncpg.Connection`."""

    def __init__(self, database: SimulatedPostgres, name: str, timeout: float | None) -> None:
        self.database = database
        self.loop = database.loop
        self.process = CURRENT.get()
        self.timeout = timeout
        self.backend = database.new_backend(name)
        self.closed = False
        self.silent = False
        """True if half-open: nothing arrives any more, in either direction, and nobody notices."""
        self.asked: list[asyncio.Future[Any]] = []
        self.listen: Callable[..., object] | None = None
        database.connections.append(self)

    # --- network ---

    def break_off(self) -> None:
        """The connection is reset: open questions fail."""
        self.loop.at(self.process, self.loop.now + self.database.network.delay(), self._broken)
        if self in self.database.connections:
            self.database.connections.remove(self)

    def _broken(self) -> None:
        self.closed = True
        for future in self.asked:
            if not future.done():
                future.set_exception(asyncpg.ConnectionDoesNotExistError("connection was closed"))

    def fall_silent(self, ends_at_once: bool) -> None:
        self.silent = True
        delay = 0.0 if ends_at_once else KEEPALIVE_SECONDS
        self.loop.at(self.database.process, self.loop.now + delay, self.database.end, self.backend)

    def notified(self, pid: int, payload: str) -> None:
        if self.listen is not None and not self.closed and not self.silent:
            self.listen(self, pid, store.CHANNEL, payload)

    async def ask(self, work: Callable[[Transaction], Any], timeout: float | None = None, commit: bool = False) -> Any:
        """Sends a statement and waits for its answer."""
        if self.closed:
            raise asyncpg.InterfaceError("connection is closed")
        answer: asyncio.Future[Any] = self.loop.create_future()
        self.asked.append(answer)
        database, network = self.database, self.database.network
        alone = self.backend.open is None
        own = Transaction()

        def arrive() -> None:
            if self.silent or self.backend.ended or database.hold(arrive):
                return
            if network.happens(network.lost_before):
                # The backend may notice later, and keeps its locks until then.
                linger = network.rng.choice((0.0, 0.0, 2.0))
                self.loop.at(database.process, self.loop.now + linger, database.end, self.backend)
                self.break_off()
                return
            change = self.backend.open or own
            before = (len(change.changes), dict(change.book), len(change.notifications), len(change.plain))
            change.waits_for = None
            try:
                if not commit and network.happens(network.fails):
                    raise asyncpg.DeadlockDetectedError("deadlock detected")
                result = work(change)
                if alone and not commit:
                    database.commit(change, self.backend)
            except Waits as waits:
                del change.changes[before[0] :], change.notifications[before[2] :], change.plain[before[3] :]
                change.book = before[1]
                change.waits_for = waits.holder
                if change.waits_in_a_circle():
                    refuse(change, asyncpg.DeadlockDetectedError("deadlock detected"))
                else:
                    waits.holder.waiting.append(arrive)
                return
            except asyncpg.PostgresError as error:
                refuse(change, error)
                return
            if (alone or commit) and network.happens(network.lost_after):
                database.end(self.backend)
                self.break_off()
                return
            reply(lambda: answer.set_result(result))

        def refuse(change: Transaction, error: asyncpg.PostgresError) -> None:
            change.waits_for = None
            if alone:
                database.rollback(change)
            reply(functools.partial(answer.set_exception, error))

        def reply(settle: Callable[[], None]) -> None:
            def land() -> None:
                if not answer.done() and not self.silent:
                    settle()

            self.loop.at(self.process, self.loop.now + network.delay(), land)

        self.loop.at(database.process, self.loop.now + network.delay(), arrive)
        try:
            async with asyncio.timeout(timeout or self.timeout):
                return await answer
        finally:
            self.asked.remove(answer)

    # --- asyncpg ---

    async def fetch(self, sql: str, *values: Any, timeout: float | None = None) -> list[Row]:
        return await self.ask(lambda change: self.database.execute(self.backend, change, sql, values), timeout) or []

    async def fetchval(self, sql: str, *values: Any) -> Any:
        rows = await self.fetch(sql, *values)
        return next(iter(dict.values(rows[0]))) if rows else None

    async def execute(self, sql: str, *values: Any, timeout: float | None = None) -> None:
        await self.fetch(sql, *values, timeout=timeout)

    async def executemany(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        def work(change: Transaction) -> None:
            for row in rows:
                self.database.execute(self.backend, change, sql, row)

        await self.ask(work)

    def transaction(self) -> ClientTransaction:
        return ClientTransaction(self)

    def get_server_pid(self) -> int:
        return self.backend.pid

    def is_closed(self) -> bool:
        return self.closed

    def terminate(self) -> None:
        self.closed = True
        if self in self.database.connections:
            self.database.connections.remove(self)
        delay = KEEPALIVE_SECONDS if self.silent else self.database.network.delay()
        self.loop.at(self.database.process, self.loop.now + delay, self.database.end, self.backend)

    async def close(self) -> None:
        self.terminate()

    async def add_listener(self, _channel: str, callback: Callable[..., object]) -> None:
        def work(_: Transaction) -> None:
            self.backend.listener = self

        self.listen = callback
        await self.ask(work)


class ClientTransaction:
    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    async def start(self) -> None:
        def work(_: Transaction) -> None:
            self.connection.backend.open = Transaction()

        await self.connection.ask(work)

    async def commit(self) -> None:
        await self._end(commit=True)

    async def rollback(self) -> None:
        await self._end(commit=False)

    async def _end(self, commit: bool) -> None:
        backend, database = self.connection.backend, self.connection.database

        def work(change: Transaction) -> None:
            backend.open = None
            if commit:
                database.commit(change, backend)
            else:
                database.rollback(change)

        await self.connection.ask(work, commit=True)

    async def __aenter__(self) -> None:
        await self.start()

    async def __aexit__(self, kind: object, *_: object) -> None:
        if kind is None:
            await self.commit()
        else:
            await self.rollback()


class Pool:
    """Like `asyncpg.Pool`."""

    def __init__(self, driver: Driver, size: int, timeout: float, name: str) -> None:
        self.driver = driver
        self.timeout = timeout
        self.name = name
        self.idle: list[Connection] = []
        self.room = asyncio.Semaphore(size)

    def acquire(self) -> Acquired:
        return Acquired(self)

    async def take(self) -> Connection:
        await self.room.acquire()
        try:
            while self.idle:
                connection = self.idle.pop()
                if not connection.closed:
                    return connection
            return await self.driver.connect("", 60.0, self.timeout, {"application_name": self.name})
        except BaseException:
            self.room.release()
            raise

    async def release(self, connection: Connection) -> None:
        self.room.release()
        if connection.closed:
            return
        if connection.backend.open is not None or connection.asked:
            connection.terminate()  # asyncpg rolls back; so does a new connection
        else:
            self.idle.append(connection)

    async def fetch(self, sql: str, *values: Any) -> list[Row]:
        async with self.acquire() as connection:
            return await connection.fetch(sql, *values)

    async def fetchval(self, sql: str, *values: Any) -> Any:
        async with self.acquire() as connection:
            return await connection.fetchval(sql, *values)

    async def execute(self, sql: str, *values: Any, timeout: float | None = None) -> None:
        async with self.acquire() as connection:
            await connection.execute(sql, *values, timeout=timeout)

    async def close(self) -> None:
        for connection in self.idle:
            await connection.close()


class Acquired:
    """Awaitable and context manager, as asyncpg's `acquire`."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.connection: Connection | None = None

    def __await__(self) -> Any:
        return self.pool.take().__await__()

    async def __aenter__(self) -> Connection:
        self.connection = await self.pool.take()
        return self.connection

    async def __aexit__(self, *_: object) -> None:
        assert self.connection is not None
        await self.pool.release(self.connection)


class Driver:
    """Like the module `asyncpg`."""

    def __init__(self, database: SimulatedPostgres, name: str) -> None:
        self.database = database
        self.name = name

    async def connect(
        self,
        _url: str,
        timeout: float = 60.0,
        command_timeout: float | None = None,
        server_settings: dict[str, str] | None = None,
    ) -> Connection:
        database = self.database
        async with asyncio.timeout(timeout):
            await asyncio.sleep(2 * database.network.delay())
            while database.frozen:
                await asyncio.sleep(0.1)
        if database.down:
            raise ConnectionRefusedError("the database is down")
        return Connection(database, (server_settings or {}).get("application_name", ""), command_timeout)

    def create_pool(
        self, _url: str, min_size: int, max_size: int, command_timeout: float, server_settings: dict[str, str]
    ) -> Awaitable[Pool]:
        async def create() -> Pool:
            pool = Pool(self, max_size, command_timeout, server_settings["application_name"])
            await pool.release(await pool.take())
            return pool

        return create()
