"""Both stores keep the same promises."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from asyncpg.transaction import Transaction

from rumpus.service.store import (
    CLOCKED_MS,
    WRITE_FAILED,
    Append,
    Listing,
    SingleProcessStore,
    Store,
    StoreError,
    StoreListener,
    open_store,
)
from rumpus.service.store import postgres as postgres_store
from rumpus.service.store.checking import ORDER
from rumpus.service.store.copying import COLUMNS
from rumpus.service.store.postgres import PostgresStore
from rumpus.service.store.sqlite import SCHEMAS, SqliteStore
from rumpus.table.entries import Began, Entry, Made, Moved, Place
from rumpus.testing.server import START_SECONDS
from tests.web.local_server import Postgres

MADE = Made("pigeons", 1, {}, "seed", [Place("open"), Place("open")], "lock", listed=True)
LISTING = Listing("open", True, False, b'{"table":"t"}')

Scenario = Callable[[Store], Coroutine[Any, Any, None]]


def with_store(url: str, scenario: Scenario) -> None:
    async def whole() -> None:
        store = open_store(url)
        await store.open(StoreListener())
        try:
            async with asyncio.timeout(START_SECONDS):
                await scenario(store)
        finally:
            await store.close()

    asyncio.run(whole())


def test_a_number_is_given_away_once(url: str) -> None:
    async def scenario(store: Store) -> None:
        assert await store.append("once", 0, [MADE, Began()], 1, LISTING)
        assert not await store.append("once", 1, [Began()], 2, None)
        assert not await store.append("once", 0, [MADE], 2, None)
        assert await store.append("once", 2, [Moved(0, 3, "mid"), Moved(1, 4)], 3, None)
        journal = await store.read("once")
        assert [page.seq for page in journal] == [0, 1, 2, 3]
        assert journal[0].entry == MADE
        assert journal[2].entry == Moved(0, 3, "mid")
        assert [page.entry for page in await store.read("once", 3)] == [Moved(1, 4)]
        assert await store.read("nothing") == []

    with_store(url, scenario)


def test_of_many_appends_at_once_only_those_that_come_too_late_are_refused(url: str) -> None:
    async def scenario(store: Store) -> None:
        assert await store.append("early", 0, [MADE, Began()], 1, LISTING)
        appends: list[tuple[str, int, list[Entry]]] = [(f"crowd{n}", 0, [MADE, Began()]) for n in range(40)]
        appends[7:7] = [("early", 1, [Began()])]
        appends[20:20] = [("crowd3", 0, [MADE])]
        done = await asyncio.gather(*(store.append(id, seq, some, 2, None) for id, seq, some in appends))
        assert [append[0] for append, won in zip(appends, done, strict=True) if not won] == ["early", "crowd3"]
        for id in ("early", "crowd0", "crowd3", "crowd39"):
            assert [page.entry for page in await store.read(id)] == [MADE, Began()]

    with_store(url, scenario)


def test_many_appends_share_a_commit(url: str) -> None:
    async def scenario(store: Store) -> None:
        before = store.commits
        done = await asyncio.gather(*(store.append(f"many{n}", 0, [MADE], 1, None) for n in range(300)))
        assert all(done)
        assert store.commits - before < 60

    with_store(url, scenario)


def test_the_lobby_shows_what_is_listed_and_lately_touched(url: str) -> None:
    async def scenario(store: Store) -> None:
        frame = 2_000_000_000_000
        await store.append("listed1", 0, [MADE], frame, Listing("open", True, False, b'{"n":1}'))
        await store.append("listed2", 0, [MADE], frame, Listing("open", False, True, b'{"n":2}'))
        await store.append("listed3", 0, [MADE], frame, Listing("playing", True, True, b'{"n":3}'))
        await store.append("listed4", 0, [MADE], frame, Listing("over", True, True, b'{"n":4}'))
        await store.append("listed5", 0, [MADE], frame - 9, Listing("open", True, False, b'{"n":5}'))
        assert set(await store.rows(frame, 10)) == {b'{"n":1}', b'{"n":3}'}
        await store.touch(["listed5"], frame)
        await store.list_table("listed1", frame, Listing("over", True, False, b'{"n":1}'))
        assert set(await store.rows(frame, 10)) == {b'{"n":3}', b'{"n":5}'}
        assert await store.self_running(frame) == ["listed3"]
        assert await store.delete_untouched(frame - 1) >= 0
        assert await store.read("listed5") != []
        await store.delete_untouched(frame + 1)
        assert await store.read("listed5") == []
        assert await store.read("listed3") != [], "its bots or clock may go on"
        await store.delete_untouched(frame + 1 + CLOCKED_MS)
        assert await store.read("listed3") == []
        await store.check_writable(frame)

    with_store(url, scenario)


def test_a_lease_has_one_holder(postgres: Postgres) -> None:
    async def scenario(store: Store) -> None:
        async def other(rival: Store) -> None:
            assert await store.lease("leased")
            assert await store.lease("leased")
            assert not await rival.lease("leased")
            await store.release("leased")
            assert await rival.lease("leased")

        second = open_store(postgres.url)
        await second.open(StoreListener())
        await other(second)
        await second.close()
        assert await store.lease("leased")

    with_store(postgres.url, scenario)


TROUBLES = [
    asyncpg.CannotConnectNowError("the database system is starting up"),
    asyncpg.AdminShutdownError("terminating connection due to administrator command"),
    asyncpg.CrashShutdownError("terminating connection because of crash of another server process"),
    asyncpg.ConnectionDoesNotExistError("connection was closed in the middle of operation"),
    asyncpg.InternalClientError("got result for unknown protocol state 3"),
    ConnectionResetError(),
]


@pytest.mark.parametrize("trouble", TROUBLES, ids=lambda trouble: type(trouble).__name__)
def test_a_database_that_goes_down_or_comes_up_is_asked_again(
    postgres: Postgres, trouble: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Transaction.commit
    tries: list[Transaction] = []

    async def troubled(change: Transaction) -> None:
        """Fails before the first commit and after the second: the caller cannot tell which."""
        tries.append(change)
        if len(tries) == 1:
            raise trouble
        await whole(change)
        if len(tries) == 2:
            raise trouble

    async def scenario(store: Store) -> None:
        table = f"again-{type(trouble).__name__}"
        monkeypatch.setattr(Transaction, "commit", troubled)
        assert await store.append(table, 0, [MADE, Began()], 1, LISTING)
        assert [page.entry for page in await store.read(table)] == [MADE, Began()]
        assert len(tries) == 2

    with_store(postgres.url, scenario)


def test_what_is_refused_was_not_written(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """An unanswered commit is looked up, however long that takes. One that never took place is refused."""
    monkeypatch.setattr(postgres_store, "RETRY_SECONDS", 0.0)
    whole = Transaction.commit
    hurdles: list[str] = []

    async def unheard(change: Transaction) -> None:
        await whole(change)
        raise asyncpg.ConnectionDoesNotExistError("connection was closed in the middle of operation")

    async def late(store: PostgresStore, backend: int) -> bool:
        hurdles.append("the database is down")
        if len(hurdles) < 6:
            raise ConnectionRefusedError
        return True

    async def gone(store: PostgresStore, db: object, appends: list[Append]) -> set[Append]:
        raise asyncpg.InternalClientError("got result for unknown protocol state 3")

    async def scenario(store: Store) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(Transaction, "commit", unheard)
            patch.setattr(PostgresStore, "_backend_ended", late)
            assert await store.append("unheard", 0, [MADE, Began()], 1, LISTING)
        assert len(hurdles) == 6
        with monkeypatch.context() as patch:
            patch.setattr(PostgresStore, "_insert", gone)
            with pytest.raises(StoreError, match="nothing has changed") as refusal:
                await store.append("unheard", 2, [Moved(0, 1)], 2, None)
            assert "protocol" not in str(refusal.value)
        assert len(await store.read("unheard")) == 2
        assert await store.append("unheard", 2, [Moved(0, 1)], 2, None)

    with_store(postgres.url, scenario)


def test_a_commit_that_is_still_under_way_is_waited_for(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection breaks while the database still commits."""
    whole = PostgresStore._commit
    slow: list[asyncio.Task[None]] = []

    async def broken(store: PostgresStore, appends: list[Append]) -> dict[Append, bool | Exception]:
        if slow:
            return await whole(store, appends)
        db = await asyncpg.connect(postgres.url, server_settings={"application_name": store.name})
        change = db.transaction()
        await change.start()
        await store._insert(db, appends)

        async def go_on() -> None:
            await asyncio.sleep(0.5)
            await change.commit()
            await db.close()

        slow.append(asyncio.create_task(go_on()))
        raise postgres_store.UnansweredCommit(db.get_server_pid())

    async def scenario(store: Store) -> None:
        monkeypatch.setattr(PostgresStore, "_commit", broken)
        assert await store.append("slow", 0, [MADE, Began()], 1, LISTING)
        assert slow[0].done()
        assert len(await store.read("slow")) == 2

    with_store(postgres.url, scenario)


def test_a_database_that_takes_no_writes_refuses_in_plain_words(postgres: Postgres) -> None:
    async def scenario(store: Store) -> None:
        assert await store.append("readonly", 0, [MADE, Began()], 1, LISTING)
        db = await asyncpg.connect(postgres.url)
        await db.execute("ALTER SYSTEM SET default_transaction_read_only = on")
        await db.execute("SELECT pg_reload_conf()")
        try:
            while not await refuses(store.check_writable(1)):
                await asyncio.sleep(0.05)
            assert await refuses(store.append("readonly", 2, [Moved(0, 1)], 2, None))
            assert await refuses(store.touch(["readonly"], 5))
            assert await refuses(store.delete_untouched(1))
            assert await refuses(store.list_table("readonly", 3, LISTING))
            assert len(await store.read("readonly")) == 2
        finally:
            await db.execute("SET default_transaction_read_only = off")
            await db.execute("ALTER SYSTEM RESET default_transaction_read_only")
            await db.execute("SELECT pg_reload_conf()")
            await db.close()
        while await refuses(store.check_writable(2)):
            await asyncio.sleep(0.05)
        assert await store.append("readonly", 2, [Moved(0, 1)], 2, None)

    with_store(postgres.url, scenario)


async def refuses(change: Coroutine[Any, Any, object]) -> bool:
    try:
        await change
    except StoreError as error:
        return str(error) == WRITE_FAILED
    return False


def test_a_store_that_cannot_be_opened_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for url in (str(tmp_path / "file" / "tables.db"), "postgresql://nobody@127.0.0.1:1/none"):
        store = open_store(url)
        with pytest.raises(StoreError):
            asyncio.run(store.open(StoreListener()))
    (tmp_path / "bad.db").write_bytes(b"this is no database, however long one looks at it" * 100)
    with pytest.raises(StoreError):
        asyncio.run(open_store(str(tmp_path / "bad.db")).open(StoreListener()))
    with pytest.raises(StoreError):
        open_store("mysql://somewhere")


def test_every_column_is_copied() -> None:
    db = sqlite3.connect(":memory:")
    db.create_function("fingerprint", 4, lambda *_: b"")
    db.executescript("".join(SCHEMAS))
    names = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")} - {"proof"}
    columns = {name: {row[1] for row in db.execute(f"PRAGMA table_info({name})")} for name in names}
    assert {name: set(found) for name, found in COLUMNS.items()} == columns
    assert set(ORDER) == names


def test_only_stores_of_one_process_have_a_lease_without_asking() -> None:
    assert issubclass(SqliteStore, SingleProcessStore)
    assert not issubclass(PostgresStore, SingleProcessStore)

    class Misspelt(PostgresStore):
        lease = Store.lease

    with pytest.raises(TypeError, match="abstract method"):
        Misspelt("postgresql://nowhere")
