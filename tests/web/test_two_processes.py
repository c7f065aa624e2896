"""Two servers on one PostgreSQL: every table at both, one winner of every race, and no table dies with a server."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from rumpus.client import Client, Refusal
from rumpus.core.errors import IllegalMove
from rumpus.service.store import READ_FAILED, WRITE_FAILED
from rumpus.table.entries import Moved, unpack
from tests.web.kill_server import Load, Promised, check_journals
from tests.web.local_server import LocalServer, Postgres
from tests.web.test_live import asynchronous, play_out, run, until, until_listed


@pytest.fixture
def servers(tmp_path: Path, postgres: Postgres) -> Iterator[tuple[LocalServer, LocalServer]]:
    left = LocalServer(tmp_path, store=postgres.url).start(wait=False)
    right = LocalServer(tmp_path, store=postgres.url).start()
    left.wait()
    yield left, right
    left.close()
    right.close()


@asynchronous
async def test_a_game_across_two_servers(servers: tuple[LocalServer, LocalServer]) -> None:
    left, right = servers

    async with Client(left.url) as ann, Client(right.url) as bob, Client(right.url) as eve:
        await eve.ask("lobby")
        table = await ann.make("pigeons", ["me", "open"], name="Ann", listed=True)
        await until_listed(eve, table)
        await bob.attach(table)
        await bob.sit("Bob")
        await until(ann, lambda page: page.table_view.seats[1].here)
        await until(bob, lambda page: page.table_view.seats[0].here)
        await asyncio.gather(play_out(ann), play_out(bob))
        assert ann.page
        assert bob.page
        assert ann.page.table_view.result == bob.page.table_view.result is not None


@asynchronous
async def test_exactly_one_of_two_racing_moves_wins(
    servers: tuple[LocalServer, LocalServer], postgres: Postgres
) -> None:
    left, right = servers

    wins = losses = 0
    for _ in range(6):
        async with Client(left.url) as ann:
            table = await ann.make("pigeons", ["me", "random"], name="Ann")
            async with Client(right.url, token=ann.token) as twin:
                await twin.attach(table)
                for hand in range(5, 1, -1):
                    here = await until(ann, lambda page, n=hand: page.moves and len(page.view["hand"]) == n)
                    there = await until(twin, lambda page, n=hand: page.moves and len(page.view["hand"]) == n)
                    outcome = await asyncio.gather(
                        ann.move(here.moves[0]), twin.move(there.moves[-1]), return_exceptions=True
                    )
                    assert sorted(isinstance(end, Refusal) for end in outcome) == [False, True]
                    wins += 1
                    losses += 1
            db = await asyncpg.connect(postgres.url)
            journal = await db.fetch("SELECT entry FROM rumpus_book WHERE id = $1 ORDER BY seq", table)
            await db.close()
            moves = [entry for entry in (unpack(row["entry"]) for row in journal) if isinstance(entry, Moved)]
            assert sum(move.seat == 0 for move in moves) == 4
    assert wins == losses == 24


@asynchronous
async def test_one_server_is_killed_and_its_tables_go_on_at_the_other(servers: tuple[LocalServer, LocalServer]) -> None:
    left, right = servers

    async with Client(left.url) as ann:
        table = await ann.make("pigeons", ["me", "greedy"], name="Ann")
        page = await until(ann, lambda page: page.moves)
        await ann.move(page.moves[0])
        token, hand = ann.token, page.view["hand"]
        watched = await ann.make("pigeons", ["random", "random", "random"])
        left.kill()
    async with Client(right.url, token=token) as again:
        page = await again.attach(table)
        assert page.table_view.you == 0
        page = await until(again, lambda page: len(page.view["hand"]) == 4)
        assert set(page.view["hand"]) < set(hand)
        page = await play_out(again)
        assert page.table_view.result is not None
        page = await again.attach(watched)
        await until(again, lambda page: page.over)


@pytest.mark.database
def test_a_restarted_database_loses_nothing(tmp_path: Path) -> None:
    postgres = Postgres().start()
    service = LocalServer(tmp_path, store=postgres.url).start()

    async def story() -> None:
        async with Client(service.url) as ann:
            await ann.quick("pigeons", ["random"], name="Ann")
            page = await until(ann, lambda page: page.moves)
            postgres.stop()
            move = asyncio.create_task(ann.move(page.moves[0]))
            await asyncio.sleep(0.5)
            assert not move.done()
            postgres.serve()
            await move
            await play_out(ann)

    try:
        run(story())
    finally:
        service.close()
        postgres.close()


class Stubborn(Load):
    """Tries another move when one is refused."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.refused: list[str] = []

    async def person(self, alone: bool) -> None:
        while not self.stopping:
            try:
                await super().person(alone)
            except Refusal as refusal:  # a table that could not be made
                self.refused.append(str(refusal))
                await asyncio.sleep(0.1)

    async def play(self, client: Client) -> None:
        async for page in client.pages():
            while client.page is page and page.moves and not page.over:
                move = random.choice(page.moves).move
                seat, number = page.table_view.you, int(page.table_view.at.partition(".")[2])
                assert seat is not None
                try:
                    await client.move(move)
                    self.promised.append(Promised(client.table, seat, number, move))
                except Refusal:
                    continue  # stale: somebody was quicker, and there is a new page
                except IllegalMove as refusal:
                    self.refused.append(str(refusal))
                    await asyncio.sleep(0.1)


@pytest.mark.database
@pytest.mark.soak
def test_a_database_that_crashes_again_and_again(tmp_path: Path) -> None:
    postgres = Postgres().start()
    service = LocalServer(tmp_path, store=postgres.url, bots=1).start()
    load = Stubborn(service.url)

    async def journals() -> dict[str, list[Any]]:
        db = await asyncpg.connect(postgres.url)
        found: dict[str, list[Any]] = {}
        for id, entry in await db.fetch("SELECT id, entry FROM rumpus_book ORDER BY id, seq"):
            found.setdefault(id, []).append(unpack(entry))
        await db.close()
        return found

    async def story() -> None:
        people = [asyncio.create_task(load.person(alone=number % 2 == 0)) for number in range(12)]
        for number in range(4):
            await asyncio.sleep(random.uniform(0.5, 1.5))
            await asyncio.to_thread(postgres.crash)
            await asyncio.sleep(random.choice([0.0, 1.0]) * number)
            await asyncio.to_thread(postgres.serve)
        load.stopping = True
        await asyncio.gather(*people)
        check_journals(load, await journals())

    try:
        run(story())
    finally:
        service.close()
        postgres.close()
    assert len(load.promised) > 50
    assert set(load.refused) <= {WRITE_FAILED, READ_FAILED}
