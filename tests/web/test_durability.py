"""Nothing is lost: an acknowledged move is there after a crash, once, and every table goes on."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from rumpus.client import Client
from rumpus.testing.server import START_SECONDS
from tests.web.kill_server import kill_again_and_again
from tests.web.local_server import LocalServer, serving
from tests.web.test_live import play_out, run, until


@pytest.mark.soak
def test_killed_at_random_moments_under_load(tmp_path: Path) -> None:
    with serving(tmp_path) as service:
        figures = asyncio.run(kill_again_and_again(service, kills=4, tables=8, longest=0.8))
    assert figures["acknowledged moves"] > 20


def test_tables_survive_a_restart_and_bots_make_their_moves_after_it(tmp_path: Path) -> None:
    service = LocalServer(tmp_path, pause=10).start()

    again = LocalServer(tmp_path, port=service.port)

    async def story() -> None:
        async with Client(service.url, wait=START_SECONDS) as ann:
            await ann.quick("pigeons", ["greedy"], name="Ann")
            page = await until(ann, lambda page: page.moves)
            hand = page.view["hand"]
            await ann.move(page.moves[0])
            # the bot is still thinking when the server goes down; the one that comes up is quicker
            assert await asyncio.to_thread(service.stop) in (0, -15)
            await asyncio.to_thread(again.start)
            page = await until(ann, lambda page: len(page.view["hand"]) == 4)
            assert set(page.view["hand"]) < set(hand)
            await play_out(ann)

    try:
        run(story())
    finally:
        service.close()
        again.close()


def test_bots_go_on_after_a_restart_though_nobody_comes_back(tmp_path: Path) -> None:
    service = LocalServer(tmp_path, pause=10).start()
    again = LocalServer(tmp_path, port=service.port)

    async def begin() -> str:
        async with Client(service.url) as ann:
            return await ann.make("pigeons", ["random", "random"])

    async def sample(table: str) -> None:
        async with Client(service.url) as ann:
            await ann.attach(table)
            assert ann.page
            assert ann.page.table_view.state == "over"

    try:
        table = asyncio.run(begin())
        service.kill()
        assert '"moved"' not in service.journal(table)
        again.start()
        # Looking at the table would wake it, so first let it go on by itself.
        deadline = time.monotonic() + START_SECONDS
        while '"moved"' not in again.journal(table):
            assert time.monotonic() < deadline, "nobody took the table up"
            time.sleep(0.1)
        asyncio.run(wait_for_record(again, table))
        asyncio.run(sample(table))
    finally:
        service.close()
        again.close()


async def wait_for_record(service: LocalServer, table: str) -> None:
    async with asyncio.timeout(START_SECONDS):
        while (await asyncio.to_thread(service.get, f"/api/tables/{table}/record"))[0] != 200:
            await asyncio.sleep(0.2)


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    service = LocalServer(tmp_path).start()
    second = LocalServer(tmp_path, store=service.store)
    try:
        second.start(wait=False)
        assert second.process is not None
        assert second.process.wait(START_SECONDS) != 0
        assert "nother server is using" in second.log.read_text()
        second.process = None
    finally:
        second.close()
        service.close()
