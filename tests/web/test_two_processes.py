"""Two servers on one PostgreSQL: every table at both, one winner of every race, and no table dies with a server."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from rumpus.table.entries import Moved, unpack
from rumpus.web.client import Client, Refusal
from tests.web.house import House, Postgres
from tests.web.test_live import play_out, run, until


@pytest.fixture
def houses(tmp_path: Path, postgres: Postgres) -> Iterator[tuple[House, House]]:
    left = House(tmp_path, store=postgres.url).start(wait=False)
    right = House(tmp_path, store=postgres.url).start()
    left.wait()
    yield left, right
    left.close()
    right.close()


def test_a_game_across_two_servers(houses: tuple[House, House]) -> None:
    left, right = houses

    async def story() -> None:
        async with Client(left.url) as ann, Client(right.url) as bob, Client(right.url) as eve:
            await eve.ask("lobby")
            table = await ann.make("pigeons", ["me", "open"], name="Ann", listed=True)
            while table not in [row["table"] for row in eve.tables]:
                eve._fresh.clear()
                await eve._news()
            await bob.attach(table)
            await bob.sit("Bob")
            await until(ann, lambda page: page.sheet.seats[1].here)
            await until(bob, lambda page: page.sheet.seats[0].here)
            await asyncio.gather(play_out(ann), play_out(bob))
            assert ann.page
            assert bob.page
            assert ann.page.sheet.result == bob.page.sheet.result is not None

    run(story())


def test_exactly_one_of_two_racing_moves_wins(houses: tuple[House, House], postgres: Postgres) -> None:
    left, right = houses

    async def story() -> None:
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
                book = await db.fetch("SELECT entry FROM rumpus_book WHERE id = $1 ORDER BY seq", table)
                await db.close()
                moves = [entry for entry in (unpack(row["entry"]) for row in book) if isinstance(entry, Moved)]
                assert sum(move.seat == 0 for move in moves) == 4
        assert wins == losses == 24

    run(story())


def test_one_server_is_killed_and_its_tables_go_on_at_the_other(houses: tuple[House, House]) -> None:
    left, right = houses

    async def story() -> None:
        async with Client(left.url) as ann:
            table = await ann.make("pigeons", ["me", "greedy"], name="Ann")
            page = await until(ann, lambda page: page.moves)
            await ann.move(page.moves[0])
            token, hand = ann.token, page.view["hand"]
            watched = await ann.make("pigeons", ["random", "random", "random"])
            left.kill()
        async with Client(right.url, token=token) as again:
            page = await again.attach(table)
            assert page.sheet.you == 0
            page = await until(again, lambda page: len(page.view["hand"]) == 4)
            assert set(page.view["hand"]) < set(hand)
            page = await play_out(again)
            assert page.sheet.result is not None
            page = await again.attach(watched)
            await until(again, lambda page: page.over)

    run(story())


@pytest.mark.database
def test_a_restarted_database_loses_nothing(tmp_path: Path) -> None:
    postgres = Postgres().start()
    house = House(tmp_path, store=postgres.url).start()

    async def story() -> None:
        async with Client(house.url) as ann:
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
        house.close()
        postgres.close()
