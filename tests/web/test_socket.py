"""One WebSocket session, without a server."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, ClassVar, cast

from starlette.datastructures import URL
from starlette.websockets import WebSocket

from rumpus.service.runtime.background import cancel_all
from rumpus.service.runtime.limits import Buckets
from rumpus.service.runtime.settings import Settings
from rumpus.web.connections import Connection
from rumpus.web.socket import RATE_WAIT_SECONDS, WebSocketSession
from tests.service.test_moves import Parts, play


class Flood:
    """A socket that always has another message."""

    headers: ClassVar[dict[str, str]] = {}
    url = URL("ws://localhost/ws")

    def __init__(self, messages: int) -> None:
        self.left = messages

    async def receive(self) -> dict[str, Any]:
        self.left -= 1
        return {"type": "websocket.receive", "text": '{"do": "undo"}'} if self.left >= 0 else {"type": "none"}

    async def send_bytes(self, data: bytes) -> None:
        pass


def test_a_flood_of_refused_messages_lets_others_run(tmp_path: Path) -> None:
    async def scenario(parts: Parts) -> None:
        settings = Settings(burst=1000)
        ws = Flood(50)
        session = WebSocketSession(
            cast(WebSocket, ws), cast(Connection, NoConnection()), "here", parts.requests, settings, Buckets(1e6, 1e6)
        )
        tasks = [asyncio.create_task(session._read()), asyncio.create_task(session._write())]
        left: list[int] = []
        while ws.left > 0:
            await asyncio.sleep(0)
            left.append(ws.left)
        assert len(left) >= 50
        await cancel_all(tasks)

    play(tmp_path, scenario)


def test_no_message_is_answered_while_too_many_bytes_wait(tmp_path: Path) -> None:
    """Connections that were cut hold their bytes for a moment. New answers must not add to them."""

    async def scenario(parts: Parts) -> None:
        ws, connection = Flood(5), NoConnection()
        connection.guard.full = True
        settings = Settings(burst=1000)
        session = WebSocketSession(
            cast(WebSocket, ws), cast(Connection, connection), "here", parts.requests, settings, Buckets(1e6, 1e6)
        )
        reading = asyncio.create_task(session._read())
        await asyncio.sleep(3 * RATE_WAIT_SECONDS)
        assert session.replies == []
        connection.guard.full = False
        await asyncio.sleep(3 * RATE_WAIT_SECONDS)
        assert session.replies
        await cancel_all([reading])

    play(tmp_path, scenario)


class NoGuard:
    def __init__(self) -> None:
        self.full = False

    def is_full(self) -> bool:
        return self.full


class NoConnection:
    def __init__(self) -> None:
        self.guard = NoGuard()

    def set_queued(self, queued: int) -> None:
        pass
