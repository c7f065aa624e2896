"""Real people look for opponents at two servers of one PostgreSQL, which are killed meanwhile."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from pathlib import Path

import asyncpg
import pytest

from rumpus.client import Client, new_token
from rumpus.service.runtime.environment import SYSTEM_CLOCK
from rumpus.table.entries import Made, unpack
from rumpus.table.seats import fingerprint
from tests.web.local_server import LocalServer, Postgres

PEOPLE = 200
KILLS = 4
WAIT_SECONDS = 300


async def add_profiles(url: str, secrets: list[str]) -> None:
    """Writes profiles into the store: a network may make only a few within an hour."""
    db = await asyncpg.connect(url)
    now = SYSTEM_CLOCK.wall_ms()  # profiles of long ago are deleted
    profiles = [(f"profile{number:03}", f"Guest {number}", "", "", now, now, 0, 0) for number in range(len(secrets))]
    devices = [(fingerprint(secret), f"profile{number:03}", "", now, now) for number, secret in enumerate(secrets)]
    await db.copy_records_to_table("rumpus_profile", records=profiles)
    await db.copy_records_to_table("rumpus_device", records=devices)
    await db.close()


async def tables_in(url: str) -> dict[str, Made]:
    db = await asyncpg.connect(url)
    rows = await db.fetch("SELECT id, entry FROM rumpus_book WHERE seq = 0")
    await db.close()
    found = {row["id"]: unpack(row["entry"]) for row in rows}
    return {id: made for id, made in found.items() if isinstance(made, Made)}


@pytest.mark.database
@pytest.mark.soak
def test_nobody_is_seated_twice_or_forgotten_while_servers_are_killed(tmp_path: Path) -> None:
    """200 people at two servers, of which one after the other is killed. Everybody gets one table."""
    postgres = Postgres().start()
    servers = [LocalServer(tmp_path, store=postgres.url, bots=1).start() for _ in range(2)]
    secrets = [new_token() for _ in range(PEOPLE)]

    async def person(number: int) -> str:
        async with Client(servers[number % 2].url, wait=WAIT_SECONDS) as client:
            await client.sign_in(secrets[number])
            await asyncio.sleep(random.uniform(0, 6))  # arrivals are spread over the kills
            page = await client.seek("pigeons")
            assert page.table_view.you is not None
            return client.table

    async def story() -> list[str]:
        people = [asyncio.create_task(person(number)) for number in range(PEOPLE)]
        for number in range(KILLS):
            await asyncio.sleep(random.uniform(0.5, 2.0))
            server = servers[number % 2]
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
        async with asyncio.timeout(WAIT_SECONDS):
            return await asyncio.gather(*people)

    try:
        asyncio.run(add_profiles(postgres.url, secrets))
        found = asyncio.run(story())
        tables = asyncio.run(tables_in(postgres.url))
    finally:
        for server in servers:
            server.close()
        postgres.close()
    seated = Counter(place.profile for made in tables.values() for place in made.places)
    assert seated == Counter({f"profile{number:03}": 1 for number in range(PEOPLE)}), "seated twice, or forgotten"
    assert Counter(found) == Counter(dict.fromkeys(tables, 2)), "somebody is at another table"
    for number, table in enumerate(found):
        assert f"profile{number:03}" in [place.profile for place in tables[table].places]
