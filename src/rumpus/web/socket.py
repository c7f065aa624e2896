"""WebSockets: reads one message at a time and limits unsent data."""

from __future__ import annotations

import asyncio
import time
from collections import Counter

from starlette.websockets import WebSocket, WebSocketDisconnect

from rumpus.service.requests import Requests
from rumpus.service.runtime.background import cancel_all
from rumpus.service.runtime.limits import Bucket, Buckets, address_block
from rumpus.service.runtime.settings import Settings
from rumpus.service.session import Session
from rumpus.web.blocklist import BLOCKED
from rumpus.web.connections import TOO_MANY_MESSAGES, Connection
from rumpus.web.middleware import POLICY_VIOLATION, AllowedHosts

RATE_WAIT_SECONDS = 0.05
NO_TEXT, TOO_BIG, RESTART = 1003, 1009, 1012


class WebSocketSession(Session):
    """Session over a WebSocket; closes flooding or stalled clients."""

    def __init__(
        self,
        ws: WebSocket,
        connection: Connection,
        address: str,
        requests: Requests,
        settings: Settings,
        buckets: Buckets,
    ) -> None:
        super().__init__(address, requests)
        self.ws = ws
        self.connection = connection
        self.bucket = Bucket(settings.rate, settings.burst)
        self.buckets = buckets
        self.max_message_bytes = settings.message_bytes
        self.waiting = 0
        """Bytes of answers not yet taken by the transport."""
        self.all_sent = asyncio.Event()
        """Set while no answer waits."""
        self.all_sent.set()
        self.closing: tuple[int, str] | None = None
        self.connected_at = time.monotonic()
        self.origin = ws.headers.get("origin", "")
        self.site = f"{'https' if ws.url.scheme == 'wss' else 'http'}://{ws.headers.get('host', '')}"

    def close_with(self, code: int, why: str) -> None:
        """Closes after the pending messages."""
        self.closing = (code, why)
        self.news.set()

    async def serve(self) -> None:
        await self.ws.accept()
        self.greet()
        writer = asyncio.create_task(self._write())
        reader = asyncio.create_task(self._read())
        try:
            await asyncio.wait({writer, reader}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await cancel_all((writer, reader))
            self.requests.leave(self)

    # --- out ---

    def add_pending_bytes(self, more: int) -> None:
        self.waiting += more
        self.connection.set_queued(self.waiting)
        if self.waiting:
            self.all_sent.clear()
        else:
            self.all_sent.set()

    async def _write(self) -> None:
        try:
            while True:
                await self.send_pending()
                if self.closing is not None:
                    await self.ws.close(*self.closing)
                    return
        except (WebSocketDisconnect, RuntimeError, OSError):
            return

    async def send(self, data: bytes) -> None:
        """Waits until the transport has taken `data`; stalled connections are cut."""
        self.add_pending_bytes(len(data))
        try:
            await self.ws.send_bytes(data)  # as text: see `WebSocketConnection.send`
        finally:
            self.add_pending_bytes(-len(data))

    # --- in ---

    async def _read(self) -> None:
        try:
            while self.closing is None:
                await self.all_sent.wait()
                message = await self.ws.receive()
                if message["type"] == "websocket.disconnect":
                    return
                # Connections that are cut hold their bytes until the event loop has closed them.
                while self.connection.guard.is_full() or not self.buckets.take(self.address):
                    await asyncio.sleep(RATE_WAIT_SECONDS)
                text = message.get("text")
                if text is None:
                    self.requests.metrics.count("bad_messages")
                    self.close_with(NO_TEXT, "Messages must be text.")
                elif len(text) > self.max_message_bytes:
                    self.close_with(TOO_BIG, "This message is too long.")
                elif not self.bucket.take():
                    self.requests.metrics.count("too_fast")
                    self.close_with(POLICY_VIOLATION, TOO_MANY_MESSAGES)
                else:
                    await self.handle(text)
                    await asyncio.sleep(0)  # `receive` and `handle` may return at once: others go on in between
            await asyncio.Event().wait()  # until the close frame is sent
        except (WebSocketDisconnect, RuntimeError):
            return


class Sockets:
    """All open sessions: checks origins and limits them per address."""

    def __init__(self, requests: Requests, settings: Settings, hosts: AllowedHosts, buckets: Buckets) -> None:
        self.requests = requests
        self.buckets = buckets
        self.settings = settings
        self.hosts = hosts
        self.metrics = requests.metrics
        self.accepting = False
        self._open: set[WebSocketSession] = set()
        self._addresses: Counter[str] = Counter()
        self.metrics.gauges["sockets"] = lambda: self._addresses.total()

    async def serve(self, ws: WebSocket) -> None:
        address = address_block(ws.client.host if ws.client else "unknown")
        refused = not self._is_allowed_origin(ws) or not self.accepting
        if not refused and self._addresses[address] >= self.settings.sockets_per_address:
            self.metrics.count("too_many_sockets")
            refused = True
        if refused:
            await ws.close(POLICY_VIOLATION)
            return
        connection: Connection = ws.state.connection
        socket = WebSocketSession(ws, connection, address, self.requests, self.settings, self.buckets)
        self._open.add(socket)
        self._addresses[address] += 1
        connection.on_close.append(lambda: self._closed(address))
        try:
            await socket.serve()
        finally:
            self._open.discard(socket)

    def _closed(self, address: str) -> None:
        self._addresses[address] -= 1
        if not self._addresses[address]:
            del self._addresses[address]

    def _is_allowed_origin(self, ws: WebSocket) -> bool:
        """Refuses pages of other sites; programs send no origin."""
        origin = ws.headers.get("origin")
        host = ws.headers.get("host", "")
        if origin is None or origin in self.settings.origins or self.hosts.allows_origin(origin, host):
            return True
        self.metrics.count("foreign_origins")
        return False

    def sessions(self) -> list[WebSocketSession]:
        return list(self._open)

    def disconnect(self, address: str) -> int:
        """Closes all sessions of an address; returns their number."""
        found = [socket for socket in self._open if socket.address == address]
        for socket in found:
            socket.close_with(POLICY_VIOLATION, BLOCKED)
        return len(found)

    def close_all(self) -> None:
        """Asks every visitor to reconnect; pending writes are completed."""
        self.accepting = False
        for socket in list(self._open):
            socket.close_with(RESTART, "The server is restarting.")
