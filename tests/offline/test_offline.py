"""The house in a browser, without one: its Python with stand-ins for what the workers' scripts do."""

from __future__ import annotations

import asyncio
import json
import sys
from types import ModuleType
from typing import Any

import pytest

from rumpus.core.errors import RumpusError
from rumpus.offline import bots
from rumpus.offline.bots import BotWorker, carry_out
from rumpus.offline.browser import BrowserService
from rumpus.offline.store import REASONS, IndexedStore
from rumpus.service.bots.pool import GaveUp
from rumpus.service.runtime.clock import ServerClock
from rumpus.service.store import (
    CLOCKED_MS,
    TOUCH_MS,
    Listing,
    NotArchived,
    StoreError,
    StoreListener,
    TableDeleted,
)
from rumpus.service.store.health import StoreHealth
from rumpus.table.entries import Began, Made, Moved, Place
from tests.web.test_live import asynchronous

MADE = Made("pigeons", 1, {}, "seed", [Place("open"), Place("open")], "lock", listed=True)
TOKEN = "abcdefghijklmnopqrstuvwx"


class Js:
    def __init__(self, value: Any) -> None:
        self.value = value

    def to_py(self) -> Any:
        return [[memoryview(cell) if isinstance(cell, bytes) else cell for cell in row] for row in self.value]

    def to_bytes(self) -> bytes:
        assert isinstance(self.value, bytes)
        return self.value


@pytest.fixture(autouse=True)
def _pyodide(monkeypatch: pytest.MonkeyPatch) -> None:
    ffi = ModuleType("pyodide.ffi")
    ffi.to_js = Js  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pyodide", ModuleType("pyodide"))
    monkeypatch.setitem(sys.modules, "pyodide.ffi", ffi)


class MemoryDatabase:
    """Like database.js."""

    def __init__(self) -> None:
        self.stores: dict[str, dict[Any, Any]] = {name: {} for name in ("book", "shelf", "keepsake", "proof")}
        self.trouble = ""

    def _write(self) -> None:
        if self.trouble:
            raise RuntimeError(self.trouble)

    async def open(self) -> None:
        self._write()

    async def add(self, lines: Js, rows: Js) -> bool | None:
        self._write()
        table, seq = lines.value[0][0]
        if seq and (table, seq - 1) not in self.stores["book"]:
            return None
        if any(tuple(key) in self.stores["book"] for key, _ in lines.value):
            return False
        self.stores["book"] |= {tuple(key): line for key, line in lines.value}
        self.stores["shelf"] |= dict(rows.value)
        return True

    async def put(self, store: str, rows: Js) -> None:
        self._write()
        self.stores[store] |= {tuple(key) if isinstance(key, tuple) else key: row for key, row in rows.value}

    async def between(self, store: str, first: Js, last: Js) -> Js:
        low, high = (tuple(key.value) if isinstance(key.value, list) else key.value for key in (first, last))
        return Js([row for key, row in sorted(self.stores[store].items()) if low <= key <= high])

    async def all(self, store: str) -> Js:
        return Js(list(self.stores[store].values()))

    async def remove(self, tables: Js) -> None:
        for name in ("book", "keepsake"):
            self.stores[name] = {key: row for key, row in self.stores[name].items() if key[0] not in tables.value}
        for table in tables.value:
            del self.stores["shelf"][table]


class NearLink:
    """Runs jobs inline. May fail first, or never answer."""

    def __init__(self, failures: int = 0, silent: bool = False) -> None:
        self.failures = failures
        self.silent = silent
        self.told: list[str] = []

    async def start(self) -> None:
        self.told.append("start")

    async def ask(self, job: Js) -> Any:
        if self.silent:
            await asyncio.Event().wait()
        if self.failures:
            self.failures -= 1
            raise RuntimeError("out of memory")
        return carry_out(job)

    def stop(self) -> None:
        self.told.append("stop")


# --- the store ---


@asynchronous
async def test_the_journal_is_append_only() -> None:
    store = IndexedStore(MemoryDatabase())
    await store.open(StoreListener())
    assert await store.append("once", 0, [MADE, Began()], 1, Listing("open", True, False, b"1"))
    assert not await store.append("once", 1, [Began()], 2, None)
    assert await store.append("once", 2, [Moved(0, 3, "mid")], 3, None)
    assert [page.entry for page in await store.read("once")] == [MADE, Began(), Moved(0, 3, "mid")]
    assert [page.seq for page in await store.read("once", 2)] == [2]
    assert await store.read("nothing") == []


@asynchronous
async def test_what_is_listed_touched_kept_and_forgotten() -> None:
    store = IndexedStore(MemoryDatabase())
    await store.append("a", 0, [MADE], 10, Listing("open", True, False, b"a"))
    await store.append("b", 0, [MADE], 20, Listing("playing", True, True, b"b"))
    await store.append("c", 0, [MADE], 30, Listing("over", False, True, b"c"))
    assert await store.rows(15, 9) == [b"b"]
    await store.touch(["a"], 40)
    assert await store.rows(15, 9) == [b"a", b"b"]
    assert (await store.newest(), await store.self_running(0)) == (40, ["b"])
    assert await store.unarchived("", 9) == ["c"]
    await store.save_archive("c", [b"head", b"film"])
    await store.list_table("c", 31, Listing("over", False, False, b"c"))
    assert await store.unarchived("", 9) == []
    assert (await store.read_part("c", 1), await store.read_part("c", 2)) == (b"film", None)
    await store.save_part("c", -1, b"review")
    await store.save_part("nowhere", -1, b"review")
    assert (await store.read_part("c", -1), await store.read_part("nowhere", -1)) == (b"review", None)
    assert await store.delete_untouched(35) == 1
    assert (await store.read("c"), await store.read_part("c", 0)) == ([], None)
    assert len(await store.read("a")) == 1
    assert len(await store.read("b")) == 1, "its bots or clock may go on"
    assert await store.delete_untouched(35 + CLOCKED_MS) == 2
    assert await store.read("b") == []


@asynchronous
async def test_nothing_is_appended_to_a_deleted_table() -> None:
    store = IndexedStore(MemoryDatabase())
    await store.append("gone", 0, [MADE, Began()], 10, Listing("playing", True, False, b"a"))
    await store.delete_untouched(20)
    with pytest.raises(TableDeleted, match="has been deleted"):
        await store.append("gone", 2, [Moved(0, 3)], 30, None)
    with pytest.raises(TableDeleted):
        await store.append("gone", 2, [Moved(0, 3)], 30, Listing("playing", True, False, b"a"))
    assert await store.read("gone") == []
    assert await store.newest() == 0


@asynchronous
async def test_an_append_counts_as_touching() -> None:
    store = IndexedStore(MemoryDatabase())
    await store.append("a", 0, [MADE, Began()], 10, Listing("playing", True, False, b"a"))
    assert await store.append("a", 2, [Moved(0, 3)], 10 + TOUCH_MS + 1, None)
    assert await store.newest() == 10 + TOUCH_MS + 1
    assert await store.delete_untouched(TOUCH_MS) == 0


@asynchronous
async def test_a_browser_that_stores_nothing_is_reported() -> None:
    database = MemoryDatabase()
    store = IndexedStore(database)
    assert await StoreHealth(store, ServerClock()).trouble() == ""
    for name, sentence in REASONS.items():
        database.trouble = f"{name}: no"
        with pytest.raises(NotArchived):
            await store.append("a", 0, [MADE], 1, None)
        assert await StoreHealth(store, ServerClock()).trouble() == sentence
    assert await store.read("a") == []
    database.trouble = "UnknownError: whatever"
    with pytest.raises(StoreError):
        await store.append("a", 0, [MADE], 1, None)


# --- the bots' worker ---


@asynchronous
async def test_a_failing_worker_is_replaced_and_a_silent_one_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    link = NearLink(failures=1)
    assert await BotWorker(link).run(int) == 0
    assert link.told == ["start", "stop", "start"]
    with pytest.raises(GaveUp, match="failed twice"):
        await BotWorker(NearLink(failures=2)).run(int)
    with pytest.raises(ZeroDivisionError):
        await BotWorker(NearLink()).run(_wrong)
    monkeypatch.setattr(bots, "MAX_SECONDS", 0.01)
    link = NearLink(silent=True)
    with pytest.raises(GaveUp, match="seconds"):
        await BotWorker(link).run(int)
    assert link.told == ["start", "stop"]


def _wrong() -> int:
    return 1 // 0


# --- the whole ---


@asynchronous
async def test_a_page_plays_a_whole_game_and_finds_its_table_again() -> None:
    database = MemoryDatabase()
    service = BrowserService(database, NearLink())
    await service.open()
    said: list[dict[str, Any]] = []
    pipe = service.join(lambda text: said.append(json.loads(text)))

    async def ask(**words: Any) -> dict[str, Any]:
        id = str(len(said))
        pipe.listen(json.dumps({**words, "id": id}))
        while True:
            for message in said:
                if message.get("id") == id:
                    return message
            await asyncio.sleep(0.01)

    seat_requests = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
    table = (await ask(do="make", game="pigeons", token=TOKEN, chairs=seat_requests))["table"]
    await ask(do="attach", table=table, token=TOKEN)
    with pytest.raises(RumpusError, match="once the game is over"):
        await service.read(f"/api/tables/{table}/record")
    while True:
        table_view = [message for message in said if message["is"] == "table"][-1]["sheet"]
        if table_view["state"] == "over":
            break
        if table_view.get("moves"):
            await ask(do="move", at=table_view["at"], move=table_view["moves"][0]["move"])
        await asyncio.sleep(0.01)
    assert json.loads(await service.read(f"/api/tables/{table}/record"))["game"] == "pigeons"
    while not await service.service.store.read_part(table, 0):
        await asyncio.sleep(0.05)
    pipe.close()
    again = BrowserService(database, NearLink())
    await again.open()
    assert (await again.service.tables.open(table)).table.state == "over"
    await service.close()
    await again.close()


@asynchronous
async def test_bots_are_the_only_path_read_from_the_service() -> None:
    service = BrowserService(MemoryDatabase(), NearLink())
    found = json.loads(await service.read("/api/games/pigeons/bots?options=%7B%7D&seats=2"))["bots"]
    assert {"random", "greedy", "easy", "normal", "hard"} <= set(found)
    with pytest.raises(RumpusError, match="Not found: /metrics"):
        await service.read("/metrics")
