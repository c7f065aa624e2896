"""The lobby: rows that show what a row shows, and changes sent as changes, seldom enough."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any, cast

import pytest
from websockets.asyncio.client import connect

from rumpus.client import Client
from rumpus.core.catalogue import find_game
from rumpus.service.runtime.background import BackgroundTasks
from rumpus.service.runtime.clock import ServerClock
from rumpus.service.runtime.metrics import Metrics
from rumpus.service.store import Store
from rumpus.service.tables import lobby
from rumpus.service.tables.lobby import LobbyPage, listing_of
from rumpus.service.tables.presence import Visitor
from rumpus.table.entries import Made, Place
from rumpus.table.table import Table
from tests.web.local_server import LocalServer, serving
from tests.web.test_live import asynchronous, until_listed


def test_a_row_is_short_however_long_the_options_are() -> None:
    game = find_game("ultimatum")
    field = next(field for field in game.fields if field.kind == "text" and field.name == "map")
    places = [Place("person", "Ann", "lock"), Place("open")]
    table = Table("abcdefgh", game, Made(game.name, game.version, {}, "seed", places, ""), 0)
    table.made.options = {field.name: "x" * 40_000, "players": 2}
    row = listing_of(table).row
    assert len(row) < 400
    assert json.loads(row)["house_rules"] is True
    table.made.options = {"players": 2}
    assert "house_rules" not in json.loads(listing_of(table).row)


def test_options_implied_by_the_number_of_seats_are_no_house_rule() -> None:
    game = find_game("defend_the_city")
    places = [Place("person", "Ann", "lock"), Place("open")]
    made = Made(game.name, game.version, game.options(seats=2).changed(), "seed", places, "")
    assert made.options
    assert "house_rules" not in json.loads(listing_of(Table("abcdefgh", game, made, 0)).row)


class FakeStore:
    """The listed rows of a store. Counts queries."""

    def __init__(self) -> None:
        self.listed: dict[str, str] = {}
        self.asked = 0

    async def rows(self, since: int, limit: int) -> list[bytes]:
        self.asked += 1
        rest = {"game": "g", "title": "G", "seats": [], "options": {"map": "#" * 99}}
        rows = [json.dumps({"table": id, "state": state, **rest}) for id, state in self.listed.items()]
        return [row.encode() for row in rows[:limit]]


def lobby_page(store: FakeStore) -> LobbyPage:
    return LobbyPage(cast(Store, store), BackgroundTasks(Metrics()), ServerClock())


def decoded(words: bytes) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(words)
    return found


@asynchronous
async def test_lobby_news_contains_only_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "MIN_POLL_SECONDS", 0.0)

    store = FakeStore()
    page = lobby_page(store)
    store.listed = {f"table{number}": "open" for number in range(100)}
    whole = decoded(await page.poll())
    assert len(whole["tables"]) == 100
    assert "options" not in whole["tables"][0], "what an older server wrote is not sent on"
    seen = page.version
    store.listed["table7"] = "playing"
    store.listed["fresh"] = "open"
    del store.listed["table3"], store.listed["table99"]
    await page.poll()
    store.listed["table8"] = "playing"
    await page.poll()
    news = decoded(page.since(seen))
    assert news["is"] == "lobby_news"
    assert {row["table"]: row["state"] for row in news["tables"]} == {
        "table7": "playing", "table8": "playing", "fresh": "open",
    }  # fmt: skip
    assert set(news["gone"]) == {"table3", "table99"}
    assert decoded(page.since(None))["is"] == "lobby"
    before = page.version
    await page.poll()
    assert page.version == before, "nothing has changed"


@asynchronous
async def test_an_outdated_version_gets_the_whole_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "MIN_POLL_SECONDS", 0.0)

    store = FakeStore()
    page = lobby_page(store)
    for number in range(3 * lobby.VERSIONS_KEPT):
        store.listed = {f"table{number}": "open"}
        await page.poll()
    assert decoded(page.since(1))["is"] == "lobby"
    assert decoded(page.since(page.version - 1)) == {
        "is": "lobby_news",
        "tables": [{"table": f"table{number}", "game": "g", "title": "G", "state": "open", "seats": []}],
        "gone": [f"table{number - 1}"],
    }
    assert len(page._changed_at) <= lobby.VERSIONS_KEPT + 1


@asynchronous
async def test_the_store_is_asked_at_a_bounded_rate() -> None:
    class Watcher(Visitor):
        woken = 0

        def wake(self) -> None:
            self.woken += 1

    store = FakeStore()
    page = lobby_page(store)
    watcher = Watcher("here")
    page.visitors[watcher] = None
    for number in range(250):
        store.listed[f"table{number}"] = "open"
        page.changed()
        await page.poll()
        await asyncio.sleep(0.01)
    assert store.asked <= 5
    assert watcher.woken <= store.asked
    await asyncio.sleep(1.3)
    assert len(decoded(page.page)["tables"]) == 100, "what came last is shown too"
    await page.background.close()


@asynchronous
async def test_a_reader_of_the_lobby_gets_it_once_and_then_news(service: LocalServer) -> None:
    async with (
        Client(service.url) as ann,
        connect(f"ws://127.0.0.1:{service.port}/ws") as reader,
        Client(service.url) as eve,
    ):
        await ann.make("pigeons", ["me", "open"], name="Ann", listed=True)
        await eve.ask("lobby")
        await reader.send('{"do":"lobby"}')
        heard: list[dict[str, Any]] = []
        while not heard or heard[-1]["is"] != "lobby":
            heard.append(json.loads(await reader.recv()))
        async with Client(service.url) as bob:
            table = await bob.make("pigeons", ["me", "open"], name="Bob", listed=True)
            news = json.loads(await reader.recv())
            while table not in [row["table"] for row in news["tables"]]:
                news = json.loads(await reader.recv())
            assert news["is"] == "lobby_news"
            await bob.ask("drop")
            while table not in news["gone"]:
                news = json.loads(await reader.recv())
            assert news["is"] == "lobby_news"
        await until_listed(eve, table, listed=False)
        assert eve.tables


@asynchronous
async def test_a_client_that_reconnects_subscribes_to_the_lobby_again(tmp_path: Path) -> None:
    with serving(tmp_path) as service:
        async with Client(service.url) as eve, Client(service.url, wait=60) as ann:
            await eve.ask("lobby")
            await asyncio.to_thread(service.kill)
            await asyncio.to_thread(service.start)
            table = await ann.make("pigeons", ["me", "open"], name="Ann", listed=True)
            await until_listed(eve, table)


class SlowStore(FakeStore):
    """Reads its rows at once, but returns them when `ready` is set."""

    def __init__(self) -> None:
        super().__init__()
        self.ready = asyncio.Event()

    async def rows(self, since: int, limit: int) -> list[bytes]:
        found = await super().rows(since, limit)
        await self.ready.wait()
        return found


@asynchronous
async def test_a_change_during_another_query_is_shown_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "DEBOUNCE_SECONDS", 0.01)
    monkeypatch.setattr(lobby, "MIN_POLL_SECONDS", 0.1)
    store = SlowStore()
    page = lobby_page(store)
    visit = asyncio.create_task(page.poll())
    await asyncio.sleep(0.01)
    store.listed["late"] = "open"  # this query has read its rows already
    page.changed()
    await asyncio.sleep(0.05)
    store.ready.set()
    await visit
    for _ in range(100):
        await asyncio.sleep(0.01)
        if b"late" in page.page:
            break
    assert b"late" in page.page
    assert store.asked == 2
    await asyncio.sleep(0.2)
    assert store.asked == 2
    await page.background.close()
