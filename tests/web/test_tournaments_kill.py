"""A tournament of eight, four of them bots, whose servers are killed while it runs."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rumpus.client import Client, Refusal
from rumpus.service.store import StoreListener, open_store
from rumpus.service.tournaments.entries import Paired, Played, TournamentEntry, unpack
from rumpus.service.tournaments.journal import READ
from rumpus.table.entries import Made
from tests.service.test_tournaments import check, tables_of
from tests.web.local_server import LocalServer, Postgres
from tests.web.test_live import asynchronous

KILLS = 3
MOVE_SECONDS = 0.3
PEOPLE = ("Ann", "Ben", "Cat", "Dan")


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.database)])
def servers(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[LocalServer]]:
    """One server of a file, or two of a database. The first one is killed."""
    if request.param == "sqlite":
        started = [LocalServer(tmp_path)]
    else:
        postgres: Postgres = request.getfixturevalue("postgres")
        started = [LocalServer(tmp_path / side, store=postgres.url) for side in ("left", "right")]
    for server in started:
        server.start()
    yield started
    for server in started:
        server.close()


async def play(client: Client, profile: str, id: str) -> dict[str, Any]:
    """Plays at one's tables until the tournament is over."""
    while True:
        view = await client.ask("tournament", tournament=id)
        if view["state"] in ("over", "cancelled"):
            return view
        [own] = [one["player"] for one in view["players"] if one.get("profile") == profile]
        for table in tables_of(view, own):
            try:
                await client.attach(table)
            except Refusal:
                continue  # the round has begun, and the table is not there yet
            async for page in client.pages():
                if page.moves:
                    await asyncio.sleep(random.uniform(0, MOVE_SECONDS))  # long enough for all kills
                    try:
                        await client.move(random.choice(page.moves))
                    except Refusal as refusal:
                        if not refusal.stale:
                            raise
        await asyncio.sleep(0.1)


async def kill(server: LocalServer, playing: asyncio.Task[Any]) -> int:
    """Kills a server again and again. Returns how often it did so before the end of the tournament."""
    for number in range(KILLS):
        await asyncio.sleep(random.uniform(0.2, 0.7))
        if playing.done():
            return number
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
    return KILLS


@pytest.mark.long
@asynchronous
async def test_a_tournament_runs_to_its_end_through_kills(servers: list[LocalServer]) -> None:
    clients = [Client(servers[number % len(servers)].url, wait=60) for number in range(len(PEOPLE))]
    ann = clients[0]
    for client in clients:
        await client.__aenter__()
    try:
        profiles = [
            await client.sign_in(f"{name}-secret-" * 4, name) for client, name in zip(clients, PEOPLE, strict=True)
        ]
        made = await ann.ask(
            "tournament_new", game="pigeons", token="t" * 30, format="swiss", rounds=4, start_with=8,
            clock={"kind": "game", "seconds": 600}, bots=["random", "greedy", "random", "easy"],
        )  # fmt: skip
        id = made["tournament"]
        for client in clients[1:]:
            await client.ask("tournament_join", tournament=id)
        async with asyncio.timeout(120):
            playing = asyncio.gather(*(play(*one, id) for one in zip(clients, profiles, strict=True)))
            kills = await kill(servers[0], playing)  # type: ignore[arg-type]
            views = await playing
    finally:
        for client in clients:
            await client.__aexit__()
    assert kills == KILLS
    assert views[0]["state"] == "over"
    assert all(view["players"] == views[0]["players"] for view in views)
    assert len(views[0]["players"]) == 8
    assert sum(bool(one.get("bot")) for one in views[0]["players"]) == 4
    check(views[0])
    for server in servers:
        assert await asyncio.to_thread(server.stop) in (0, -15)
    await check_store(servers[0].store, id, views[0])


async def check_store(url: str, id: str, view: dict[str, Any]) -> None:
    """Every pairing and every table is there once, and no game was given away by a kill."""
    store = open_store(url)
    await store.open(StoreListener())
    try:
        entries: list[TournamentEntry] = [unpack(text) for text, _ in await store.query(READ, id, 0)]
        rounds = [entry.pairs for entry in entries if isinstance(entry, Paired)]
        met = Counter(frozenset(pair) for pairs in rounds for pair in pairs)
        assert len(rounds) == 4
        assert len(met) == sum(met.values()) == 16
        played = [entry for entry in entries if isinstance(entry, Played)]
        assert len(played) == 16
        assert {entry.reason for entry in played} == {""}
        shown = {game["table"] for some in view["pairings"] for pairing in some for game in pairing["games"]}
        found: set[str] = set()
        for (table,) in await store.query("SELECT id FROM rumpus_shelf"):
            first = (await store.read(table))[0].entry
            if isinstance(first, Made) and first.tournament == id:
                found.add(table)
        assert found == shown
    finally:
        await store.close()
