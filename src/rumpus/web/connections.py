"""Limits on connections: number, deadlines and unsent bytes."""

from __future__ import annotations

import asyncio
import contextlib
import re
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from ipaddress import ip_address, ip_network

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import Frame

from rumpus.core.errors import RumpusError
from rumpus.service.runtime.limits import Bucket, address_block
from rumpus.service.runtime.metrics import Metrics
from rumpus.service.runtime.settings import Settings
from rumpus.web.middleware import POLICY_VIOLATION

HEAD_SECONDS = 10.0
"""Time limit for the head of a request, from the connection or the last response."""
HEAD_BYTES = 65_536
STALL_SECONDS = 20.0
MIN_STALL_BYTES = 16_384
"""Fewest bytes a peer must take in `STALL_SECONDS`; slower ones are cut off."""
CLOSE_SECONDS = 5.0
"""Time for the closing handshake; then the connection is cut."""
OVERRUN_SECONDS = 1.0
RELEASE_SECONDS = 1.0
"""Time from a connection's end to its release. Its last callbacks have run then."""
MAX_DESCRIPTORS = 65_536
RESERVED_DESCRIPTORS = 256
"""Descriptors left for the store, bots and files; at most a quarter of all."""
CHUNK_BYTES = 4_096
"""Bytes parsed before the message queue is checked."""
MAX_CHARACTER_BYTES = 4
"""Bytes that a received byte may take in Python's strings."""
CONTROL_FRAME_RATE, CONTROL_FRAME_BURST = 5.0, 100.0
"""Limits for frames without a message, per second: pings, pongs, continuations."""
TOO_MANY_MESSAGES = "Too many messages at once."


def descriptors() -> int:
    """Raises the limit of open files towards `MAX_DESCRIPTORS`; returns it."""
    if sys.platform == "win32":
        return MAX_DESCRIPTORS
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MAX_DESCRIPTORS)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted if soft == resource.RLIM_INFINITY else soft
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return soft


def _later(seconds: float, work: Callable[[], None]) -> asyncio.TimerHandle:
    return asyncio.get_running_loop().call_later(seconds, work)


class Connection:
    """One connection, with its deadline and buffered bytes."""

    def __init__(self, guard: ConnectionGuard, transport: asyncio.Transport, address: str) -> None:
        self.guard = guard
        self.transport = transport
        self.address = address
        self.queued = 0
        """Bytes of answers that the session still holds."""
        self.received = 0
        """Bytes of messages that the session has not taken yet."""
        self.buffered = 0
        """Bytes held for this connection, as last measured: here and in the transport."""
        self.cut = False
        self.on_close: list[Callable[[], None]] = []
        """Called as soon as the descriptor is free again."""
        self._deadline: asyncio.TimerHandle | None = None
        self._stall: asyncio.TimerHandle | None = None
        self._is_closed = False

    def set_deadline(self, seconds: float, while_sending: bool = False) -> None:
        """Cuts the connection after `seconds`; `while_sending` extends it while a slow peer still reads."""
        self.cancel_deadline()
        if not self._is_closed:
            self._deadline = _later(seconds, lambda: self._late(seconds, while_sending))

    def cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _late(self, seconds: float, while_sending: bool) -> None:
        if while_sending and self._stall is not None:
            self.set_deadline(seconds, while_sending)
        else:
            self.abort()

    def writing_paused(self) -> None:
        """Starts the stall timer: a slow peer may stay while it takes some bytes."""
        self.writing_resumed()
        size = self.transport.get_write_buffer_size()
        self._stall = _later(STALL_SECONDS, lambda: self._stalled(size))

    def writing_resumed(self) -> None:
        if self._stall is not None:
            self._stall.cancel()
            self._stall = None

    def _stalled(self, before: int) -> None:
        if self.transport.get_write_buffer_size() <= before - MIN_STALL_BYTES:
            self.writing_paused()
        else:
            self.abort()

    def set_queued(self, queued: int) -> None:
        self.queued = queued
        self.measure()
        self.guard.enforce_byte_limit()

    def set_received(self, received: int) -> None:
        self.received = received
        self.measure()
        self.guard.enforce_byte_limit()

    def measure(self) -> int:
        """Updates the counts of bytes here and in the guard. Returns the bytes held for this connection."""
        held = 0 if self._is_closed else self.queued + self.received + self.transport.get_write_buffer_size()
        self.guard.buffered += held - self.buffered
        self.buffered = held
        return held

    def abort(self) -> None:
        """Cuts the connection without sending the rest."""
        if not self.cut and not self._is_closed:
            self.cut = True
            self.guard.metrics.count("connections_cut")
            self.transport.abort()

    def closed(self) -> None:
        self.cancel_deadline()
        self.writing_resumed()
        self._is_closed = True
        self.guard.leave(self)
        self.set_queued(0)
        for callback in self.on_close:
            callback()


class ConnectionGuard:
    """Counts connections and buffered bytes, and enforces their limits."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.metrics = metrics
        self.max_queued_messages = settings.burst
        self.max_connections = 0
        self.max_per_address = 2 * settings.sockets_per_address
        self.max_bytes = settings.waiting_bytes
        self.proxies = [ip_network(proxy, strict=False) for proxy in settings.proxies]
        self.buffered = 0
        self.connections: dict[asyncio.Transport, Connection] = {}
        self.idle: dict[Connection, None] = {}
        """Connections without an open request, the oldest first."""
        self.addresses: Counter[str] = Counter()
        metrics.gauges["connections"] = lambda: len(self.connections)
        metrics.gauges["bytes_waiting"] = lambda: self.buffered

    def open(self) -> None:
        """Sets the limit of connections from the limit of open files."""
        files = descriptors()
        self.max_connections = files - min(RESERVED_DESCRIPTORS, files // 4)

    def enter(self, transport: asyncio.Transport, peer: str) -> Connection:
        """Registers an accepted connection; cuts one if there are too many."""
        connection = self.connections[transport] = Connection(self, transport, address_block(peer))
        self.addresses[connection.address] += 1
        if self.addresses[connection.address] > self.max_per_address and not self.is_proxy(peer):
            self.metrics.count("too_many_connections")
            connection.abort()
        elif len(self.connections) > self.max_connections:
            self.metrics.count("no_more_room")
            # The address with the most connections loses an idle one.
            victim = max(self.idle, key=lambda one: self.addresses[one.address], default=connection)
            self.idle.pop(victim, None)
            victim.abort()
        return connection

    def leave(self, connection: Connection) -> None:
        self.connections.pop(connection.transport, None)
        self.idle.pop(connection, None)
        self.addresses[connection.address] -= 1
        if not self.addresses[connection.address]:
            del self.addresses[connection.address]

    def is_proxy(self, peer: str) -> bool:
        try:
            return any(ip_address(peer) in network for network in self.proxies)
        except ValueError:
            return False

    def is_full(self) -> bool:
        """True if more bytes wait than allowed, those of connections being cut included."""
        return self.buffered > self.max_bytes

    def enforce_byte_limit(self) -> None:
        """Cuts the connections with the most buffered bytes until the total fits."""
        if not self.is_full():
            return
        held = 0
        for connection in self.connections.values():
            now = connection.measure()
            held += 0 if connection.cut else now
        for connection in sorted(self.connections.values(), key=lambda connection: connection.buffered, reverse=True):
            if held <= self.max_bytes:
                return
            if not connection.cut:
                held -= connection.buffered
                self.metrics.count("deaf_readers")
                connection.abort()


class GuardedProtocol(asyncio.Protocol):
    """Base of both protocols. `guard` is set in a subclass per server."""

    guard: ConnectionGuard
    connection: Connection

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.connection.closed()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.connection.writing_paused()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.connection.writing_resumed()


class HttpConnection(GuardedProtocol, HttpToolsProtocol):
    """HTTP protocol with a deadline between requests, but none for a response."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.connection = self.guard.enter(transport, self.client[0] if self.client else "")
        self.head_bytes = 0
        self._wait()

    def _wait(self) -> None:
        self.guard.idle[self.connection] = None
        self.connection.set_deadline(HEAD_SECONDS, while_sending=True)

    def data_received(self, data: bytes) -> None:
        self.head_bytes += len(data)
        super().data_received(data)
        if self.head_bytes > HEAD_BYTES and not self.transport.is_closing():
            self.send_400_response("The head of this request is too long.")

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self.head_bytes = 0
        self.guard.idle.pop(self.connection, None)
        if not (self.parser.should_upgrade() and self._should_upgrade()):
            self.connection.cancel_deadline()

    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        self.loop.call_soon(self._drop_parser)

    def _drop_parser(self) -> None:
        """Breaks a reference cycle: the parser calls methods of this object."""
        self.parser = None  # type: ignore[assignment]

    def on_body(self, body: bytes) -> None:
        self.head_bytes = 0
        super().on_body(body)

    def on_response_complete(self) -> None:
        more = bool(self.pipeline)
        super().on_response_complete()
        if not more:
            self._wait()


class WebSocketConnection(GuardedProtocol, WebSocketsSansIOProtocol):
    """WebSocket protocol; its transport is cut soon after the end."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.connection = self.guard.connections[self.transport]
        self.control_frames = Bucket(CONTROL_FRAME_RATE, CONTROL_FRAME_BURST)
        self.overrun = False
        self.is_lost = self.is_answered = False
        """True once the transport is lost, and once the application has ended."""
        self.unread = 0
        """Bytes received since the application had taken every message."""

    async def run_asgi(self) -> None:
        self.connection.cancel_deadline()
        self.scope["state"]["connection"] = self.connection
        try:
            await super().run_asgi()
        finally:
            self.connection.set_deadline(CLOSE_SECONDS)
            self.is_answered = True
            self._end()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.is_lost = True
        self._end()

    def _end(self) -> None:
        if self.is_lost and self.is_answered:
            self.loop.call_later(RELEASE_SECONDS, self._release)

    def _release(self) -> None:
        """Breaks reference cycles. Memory is then free without a collection, which would hold the loop."""
        vars(self.conn).clear()
        vars(self).clear()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.connection.set_deadline(CLOSE_SECONDS)

    async def send(self, message: ASGISendEvent) -> None:
        """Sends bytes as text, and waits until the transport has room again.

        As a `str` an answer would take up to four times as much memory while it waits.
        """
        data = message["bytes"] if message["type"] == "websocket.send" else None
        if data is None:
            await super().send(message)
            return
        await self.writable.wait()
        if self.disconnected or self.close_sent:
            raise ClientDisconnected
        try:
            self.conn.send_text(data)
        except InvalidState:
            raise ClientDisconnected from None
        self.transport.write(b"".join(self.conn.data_to_send()))
        await self.writable.wait()

    async def receive(self) -> ASGIReceiveEvent:
        message = await super().receive()
        if self.unread and self.queue.empty():
            self._set_unread(0)
        return message

    def _set_unread(self, unread: int) -> None:
        self.unread = unread
        self.connection.set_received(MAX_CHARACTER_BYTES * unread)

    def data_received(self, data: bytes) -> None:
        self._set_unread(self.unread + len(data))
        for start in range(0, len(data), CHUNK_BYTES):
            if self.overrun or self.transport.is_closing():
                return
            super().data_received(data[start : start + CHUNK_BYTES])
            if self.queue.qsize() > self.guard.max_queued_messages and not self.close_sent:
                self._overrun()

    def _overrun(self) -> None:
        """Stops reading and sends the close frame before the connection is cut."""
        self.guard.metrics.count("too_fast")
        self.overrun = self.close_sent = True
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": POLICY_VIOLATION})
        self.conn.send_close(POLICY_VIOLATION, TOO_MANY_MESSAGES)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.resume_reading()  # unread data at the end would discard the close frame
        self.close_timer = self.loop.call_later(OVERRUN_SECONDS, self.connection.abort)

    # Control frames cost too; replies to them would pile up for a client that does not read.

    def handle_ping(self) -> None:
        if self._allow_control_frame():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._allow_control_frame():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._allow_control_frame():
            super().handle_cont(event)

    def _allow_control_frame(self) -> bool:
        if self.writable.is_set() and self.control_frames.take():
            return True
        self.connection.abort()
        return False


def check_proxies(words: str) -> tuple[str, ...]:
    """Parses addresses and networks, separated by commas."""
    found = tuple(word.strip() for word in words.split(",") if word.strip())
    for word in found:
        try:
            ip_network(word, strict=False)
        except ValueError:
            known = "Write an address or a network: 10.0.0.7 or 10.0.0.0/8."
            raise RumpusError(f"Cannot read the proxy {word!r}. {known}") from None
    return found


def check_origins(origins: Sequence[str]) -> tuple[str, ...]:
    """Checks origins as browsers send them: scheme, host and port."""
    for origin in origins:
        if not re.fullmatch(r"https?://[a-z0-9.:\[\]-]+", origin):
            raise RumpusError(f"Cannot use the origin {origin!r}. Write it like https://games.example.org.")
    return tuple(origins)
