"""A closed connection is freed without a garbage collection, which would hold the event loop of a large server."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from rumpus.service.runtime.settings import Settings
from rumpus.testing.server import free_port
from rumpus.web.connections import RELEASE_SECONDS, GuardedProtocol
from rumpus.web.run import Uvicorn, keep_open
from rumpus.web.server import WebServer
from rumpus.web.socket import WebSocketSession

CONNECTIONS = 10


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """A server in a thread of this process, whose garbage stays."""
    threshold = gc.get_threshold()
    settings = Settings(host="127.0.0.1", port=free_port(), store=str(tmp_path / "tables.db"), bot_workers=1)
    opened = threading.Event()
    server: list[Uvicorn] = []

    def note(one: Uvicorn) -> None:
        server.append(one)
        opened.set()

    thread = threading.Thread(target=keep_open, args=(WebServer(settings), settings, note))
    thread.start()
    assert opened.wait(60)
    gc.disable()
    try:
        yield settings.port
    finally:
        gc.enable()
        gc.set_threshold(*threshold)
        server[0].should_exit = True
        thread.join(60)
        gc.unfreeze()


def left() -> int:
    """Number of connections and sessions in memory."""
    return sum(issubclass(type(one), (GuardedProtocol, WebSocketSession)) for one in gc.get_objects())


@pytest.mark.parametrize("abrupt", [False, True])
def test_a_closed_connection_leaves_nothing(port: int, abrupt: bool) -> None:
    async def visit() -> None:
        async with connect(f"ws://127.0.0.1:{port}/ws", compression=None) as ws:
            await ws.recv()
            await ws.send('{"do": "lobby"}')
            await ws.recv()
            assert left()
            if abrupt:
                ws.transport.abort()

    async def visits() -> None:
        for _ in range(CONNECTIONS):
            await visit()
        async with asyncio.timeout(30 * RELEASE_SECONDS):
            while left():
                await asyncio.sleep(0.1)

    asyncio.run(visits())
