"""Sockets: one message at a time in, and never more out than the other end can take."""

from __future__ import annotations

import asyncio
import time
from collections import Counter

from starlette.websockets import WebSocket, WebSocketDisconnect

from rumpus.service.requests import Requests
from rumpus.service.runtime.limits import Bucket, Buckets, household
from rumpus.service.runtime.settings import SOCKET_BYTES, Settings
from rumpus.service.session import Talk
from rumpus.web.connections import Wire
from rumpus.web.middleware import Hosts

WAIT_SECONDS = 0.05
NO_TEXT, POLICY, TOO_BIG, RESTART = 1003, 1008, 1009, 1012


class Socket(Talk):
    """One that sends too much, or takes nothing, is closed."""

    def __init__(
        self, ws: WebSocket, wire: Wire, address: str, requests: Requests, settings: Settings, shares: Buckets
    ) -> None:
        super().__init__(address, requests)
        self.ws = ws
        self.wire = wire
        self.bucket = Bucket(settings.rate, settings.burst)
        self.shares = shares
        self.largest = settings.message_bytes
        self.waiting = 0
        """Bytes of answers and pages that the transport has not taken yet."""
        self.room = asyncio.Event()
        self.room.set()
        self.last: tuple[int, str] | None = None
        self.since = time.monotonic()

    def close_with(self, code: int, why: str) -> None:
        """Say the last word, then close."""
        self.last = (code, why)
        self.news.set()

    async def serve(self) -> None:
        await self.ws.accept()
        self.greet()
        writer = asyncio.create_task(self._write())
        reader = asyncio.create_task(self._read())
        try:
            await asyncio.wait({writer, reader}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (writer, reader):
                task.cancel()
            await asyncio.gather(writer, reader, return_exceptions=True)
            self.requests.leave(self)

    # --- out ---

    def hold(self, more: int) -> None:
        self.waiting += more
        self.wire.hold(self.waiting)
        if self.waiting > SOCKET_BYTES:
            self.room.clear()
        else:
            self.room.set()

    async def _write(self) -> None:
        try:
            while True:
                await self.tell()
                if self.last is not None:
                    await self.ws.close(*self.last)
                    return
        except (WebSocketDisconnect, RuntimeError, OSError):
            return

    async def send(self, data: bytes) -> None:
        """Returns when the transport has taken it; the connection is cut if the other end takes nothing for long."""
        self.hold(len(data))
        try:
            await self.ws.send_text(data.decode())
        finally:
            self.hold(-len(data))

    # --- in ---

    async def _read(self) -> None:
        try:
            while self.last is None:
                await self.room.wait()
                heard = await self.ws.receive()
                if heard["type"] == "websocket.disconnect":
                    return
                while not self.shares.take(self.address):
                    await asyncio.sleep(WAIT_SECONDS)
                text = heard.get("text")
                if text is None:
                    self.requests.metrics.count("bad_messages")
                    self.close_with(NO_TEXT, "messages are text here")
                elif len(text) > self.largest:
                    self.close_with(TOO_BIG, "that message is too long")
                elif not self.bucket.take():
                    self.requests.metrics.count("too_fast")
                    self.close_with(POLICY, "too many messages at once")
                else:
                    await self.hear(text)
            await asyncio.Event().wait()  # until the last word is said
        except (WebSocketDisconnect, RuntimeError):
            return


class Sockets:
    """All that are open: only for our own pages and for programs, and not too many from one address."""

    def __init__(self, requests: Requests, settings: Settings, hosts: Hosts, shares: Buckets) -> None:
        self.requests = requests
        self.shares = shares
        self.settings = settings
        self.hosts = hosts
        self.metrics = requests.metrics
        self.welcome = False
        self._open: set[Socket] = set()
        self._addresses: Counter[str] = Counter()
        self.metrics.gauges["sockets"] = lambda: self._addresses.total()

    async def serve(self, ws: WebSocket) -> None:
        address = household(ws.client.host if ws.client else "unknown")
        if not self._ours(ws) or not self.welcome:
            await ws.close(POLICY)
            return
        if self._addresses[address] >= self.settings.sockets_per_address:
            self.metrics.count("too_many_sockets")
            await ws.close(POLICY)
            return
        wire: Wire = ws.state.wire
        socket = Socket(ws, wire, address, self.requests, self.settings, self.shares)
        self._open.add(socket)
        self._addresses[address] += 1
        wire.ended.append(lambda: self._gone(address))
        try:
            await socket.serve()
        finally:
            self._open.discard(socket)

    def _gone(self, address: str) -> None:
        """Only now: one that is being closed still has its descriptor."""
        self._addresses[address] -= 1
        if not self._addresses[address]:
            del self._addresses[address]

    def _ours(self, ws: WebSocket) -> bool:
        """A page of another site may not speak for its reader; programs send no origin."""
        origin = ws.headers.get("origin")
        if origin is None or origin in self.settings.origins:
            return True
        if self.hosts.has_page(origin, ws.headers.get("host", "")):
            return True
        self.metrics.count("foreign_origins")
        return False

    def everybody(self) -> list[Socket]:
        return list(self._open)

    def turn_out(self, address: str) -> int:
        """Close what this address has open; says how many that were."""
        found = [socket for socket in self._open if socket.address == address]
        for socket in found:
            socket.close_with(POLICY, "whoever keeps this server has blocked your address")
        return len(found)

    def say_goodbye(self) -> None:
        """Ask every visitor to come back in a moment; whatever is being written is still written."""
        self.welcome = False
        for socket in list(self._open):
            socket.close_with(RESTART, "the server is restarting")
