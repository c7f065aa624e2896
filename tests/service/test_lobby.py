"""The lobby: rows that show what a row shows, and changes sent as changes, seldom enough."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

from rumpus.client import Client
from rumpus.core.catalogue import find_game
from rumpus.service.runtime.background import Aside
from rumpus.service.runtime.metrics import Metrics
from rumpus.service.store import Store
from rumpus.service.tables import lobby
from rumpus.service.tables.lobby import LobbyPage, listing_of
from rumpus.service.tables.presence import Visitor
from rumpus.table.entries import Made, Place
from rumpus.table.table import Table
from tests.web.house import House
from tests.web.test_live import run


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


def test_what_the_number_of_seats_brings_along_is_no_house_rule() -> None:
    game = find_game("defend_the_city")
    places = [Place("person", "Ann", "lock"), Place("open")]
    made = Made(game.name, game.version, game.options(seats=2).changed(), "seed", places, "")
    assert made.options
    assert "house_rules" not in json.loads(listing_of(Table("abcdefgh", game, made, 0)).row)


class Shelf:
    """Only the listed rows of a store, and how often they were asked for."""

    def __init__(self) -> None:
        self.listed: dict[str, str] = {}
        self.asked = 0

    async def rows(self, since: int, limit: int) -> list[bytes]:
        self.asked += 1
        rest = {"game": "g", "title": "G", "seats": [], "options": {"map": "#" * 99}}
        rows = [json.dumps({"table": id, "state": state, **rest}) for id, state in self.listed.items()]
        return [row.encode() for row in rows[:limit]]


def page_of(shelf: Any) -> LobbyPage:
    store: Store = shelf
    return LobbyPage(store, Aside(Metrics()))


def told(words: bytes) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(words)
    return found


def test_changes_are_told_as_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "PAUSE_SECONDS", 0.0)

    async def story() -> None:
        shelf = Shelf()
        page = page_of(shelf)
        shelf.listed = {f"table{number}": "open" for number in range(100)}
        whole = told(await page.look())
        assert len(whole["tables"]) == 100
        assert "options" not in whole["tables"][0], "what an older server wrote is not sent on"
        seen = page.version
        shelf.listed["table7"] = "playing"
        shelf.listed["fresh"] = "open"
        del shelf.listed["table3"], shelf.listed["table99"]
        await page.look()
        shelf.listed["table8"] = "playing"
        await page.look()
        news = told(page.since(seen))
        assert news["is"] == "lobby_news"
        assert {row["table"]: row["state"] for row in news["tables"]} == {
            "table7": "playing", "table8": "playing", "fresh": "open",
        }  # fmt: skip
        assert set(news["gone"]) == {"table3", "table99"}
        assert told(page.since(None))["is"] == "lobby"
        before = page.version
        await page.look()
        assert page.version == before, "nothing has changed"

    run(story())


def test_whoever_missed_too_much_is_shown_everything_and_what_is_gone_is_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lobby, "PAUSE_SECONDS", 0.0)

    async def story() -> None:
        shelf = Shelf()
        page = page_of(shelf)
        for number in range(3 * lobby.NEWS):
            shelf.listed = {f"table{number}": "open"}
            await page.look()
        assert told(page.since(1))["is"] == "lobby"
        assert told(page.since(page.version - 1)) == {
            "is": "lobby_news",
            "tables": [{"table": f"table{number}", "game": "g", "title": "G", "state": "open", "seats": []}],
            "gone": [f"table{number - 1}"],
        }
        assert len(page._touched) <= lobby.NEWS + 1

    run(story())


def test_the_store_is_asked_at_a_bounded_rate() -> None:
    class Watcher(Visitor):
        woken = 0

        def wake(self) -> None:
            self.woken += 1

    async def story() -> None:
        shelf = Shelf()
        page = page_of(shelf)
        watcher = Watcher("here")
        page.visitors.add(watcher)
        for number in range(250):
            shelf.listed[f"table{number}"] = "open"
            page.changed()
            await page.look()
            await asyncio.sleep(0.01)
        assert shelf.asked <= 5
        assert watcher.woken <= shelf.asked
        await asyncio.sleep(1.3)
        assert len(told(page.page)["tables"]) == 100, "what came last is shown too"
        await page.aside.close()

    run(story())


def test_a_reader_of_the_lobby_gets_it_once_and_then_news(house: House) -> None:
    async def story() -> None:
        async with (
            Client(house.url) as ann,
            connect(f"ws://127.0.0.1:{house.port}/ws") as reader,
            Client(house.url) as eve,
        ):
            await ann.make("pigeons", ["me", "open"], name="Ann", listed=True)
            await eve.ask("lobby")
            await reader.send('{"do":"lobby"}')
            heard: list[dict[str, Any]] = []
            while not heard or heard[-1]["is"] != "lobby":
                heard.append(json.loads(await reader.recv()))
            async with Client(house.url) as bob:
                table = await bob.make("pigeons", ["me", "open"], name="Bob", listed=True)
                news = json.loads(await reader.recv())
                while table not in [row["table"] for row in news["tables"]]:
                    news = json.loads(await reader.recv())
                assert news["is"] == "lobby_news"
                await bob.ask("drop")
                while table not in news["gone"]:
                    news = json.loads(await reader.recv())
                assert news["is"] == "lobby_news"
            while table in [row["table"] for row in eve.tables]:
                eve._fresh.clear()
                await eve._news()
            assert eve.tables

    run(story())


def test_a_client_that_reconnects_looks_at_the_lobby_again(tmp_path: Path) -> None:
    house = House(tmp_path).start()

    async def story() -> None:
        async with Client(house.url) as eve, Client(house.url, wait=60) as ann:
            await eve.ask("lobby")
            await asyncio.to_thread(house.kill)
            await asyncio.to_thread(house.start)
            table = await ann.make("pigeons", ["me", "open"], name="Ann", listed=True)
            while table not in [row["table"] for row in eve.tables]:
                eve._fresh.clear()
                await eve._news()

    try:
        run(story())
    finally:
        house.close()
