"""The door: every connection until its descriptor is free again, and how much waits to be sent on it."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections import Counter
from collections.abc import Callable
from ipaddress import ip_address, ip_network

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from rumpus.core.errors import RumpusError
from rumpus.service.runtime.limits import Bucket, household
from rumpus.service.runtime.metrics import Metrics
from rumpus.service.runtime.settings import Settings

HEAD_SECONDS = 10.0
"""For the head of a request, from the connection's opening or the answer before it."""
HEAD_BYTES = 65_536
STALL_SECONDS = 20.0
TRICKLE = 16_384
"""An end that takes less than these bytes in that time is gone, or means us no good."""
CLOSE_SECONDS = 5.0
"""To say goodbye; then the connection is cut."""
OVERRUN_SECONDS = 1.0
DESCRIPTORS = 65_536
RESERVE = 256
"""Descriptors kept for the store, bots and files, or a quarter if there are few."""
SLICE = 4_096
"""Bytes of a socket that are looked at before it is asked whether it has said too much."""
SMALL_RATE, SMALL_BURST = 5.0, 100.0
"""Frames a second that carry no message: pings, pongs, pieces."""
POLICY = 1008


def descriptors() -> int:
    """How many files and sockets this process may have open; as many as it can get, within reason."""
    if sys.platform == "win32":
        return DESCRIPTORS
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, DESCRIPTORS)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted if soft == resource.RLIM_INFINITY else soft
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return soft


def _later(seconds: float, work: Callable[[], None]) -> asyncio.TimerHandle:
    return asyncio.get_running_loop().call_later(seconds, work)


class Wire:
    """One connection."""

    def __init__(self, door: Door, transport: asyncio.Transport, address: str) -> None:
        self.door = door
        self.transport = transport
        self.address = address
        self.queued = 0
        """Bytes that wait to be handed to the transport."""
        self.held = 0
        """With those that the transport could not send yet."""
        self.cut = False
        self.ended: list[Callable[[], None]] = []
        """Told when the connection is gone for good."""
        self._deadline: asyncio.TimerHandle | None = None
        self._stall: asyncio.TimerHandle | None = None
        self._gone = False

    def within(self, seconds: float, patient: bool = False) -> None:
        """Cut the connection unless something better happens to it in time; `patient`: not while it takes in a lot."""
        self.rest()
        if not self._gone:
            self._deadline = _later(seconds, lambda: self._late(seconds, patient))

    def rest(self) -> None:
        """There is no hurry any more."""
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _late(self, seconds: float, patient: bool) -> None:
        if patient and self._stall is not None:
            self.within(seconds, patient)
        else:
            self.abort()

    def full(self) -> None:
        """The other end is slow: as long as it takes a little now and then, that is its right."""
        self.flowing()
        size = self.transport.get_write_buffer_size()
        self._stall = _later(STALL_SECONDS, lambda: self._stalled(size))

    def flowing(self) -> None:
        if self._stall is not None:
            self._stall.cancel()
            self._stall = None

    def _stalled(self, before: int) -> None:
        if self.transport.get_write_buffer_size() <= before - TRICKLE:
            self.full()
        else:
            self.abort()

    def hold(self, queued: int) -> None:
        """So many bytes wait for their turn now."""
        self.queued = queued
        held = 0 if self._gone else queued + self.transport.get_write_buffer_size()
        self.door.held += held - self.held
        self.held = held
        self.door.weigh()

    def abort(self) -> None:
        """At once, whatever was still to be sent."""
        if not self.cut and not self._gone:
            self.cut = True
            self.door.metrics.count("connections_cut")
            self.transport.abort()

    def gone(self) -> None:
        self.rest()
        self.flowing()
        self._gone = True
        self.door.leave(self)
        self.hold(0)
        for tell in self.ended:
            tell()


class Door:
    """How many connections there are, and how much waits on them in all."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.metrics = metrics
        self.messages = settings.burst
        self.most = 0
        self.most_per_address = 2 * settings.sockets_per_address
        self.most_bytes = settings.waiting_bytes
        self.proxies = [ip_network(proxy, strict=False) for proxy in settings.proxies]
        self.held = 0
        self.wires: dict[asyncio.Transport, Wire] = {}
        self.idle: dict[Wire, None] = {}
        """Those that nobody is being answered on, the oldest first."""
        self.addresses: Counter[str] = Counter()
        metrics.gauges["connections"] = lambda: len(self.wires)
        metrics.gauges["bytes_waiting"] = lambda: self.held

    def open(self) -> None:
        """See how many connections there is room for."""
        files = descriptors()
        self.most = files - min(RESERVE, files // 4)

    def enter(self, transport: asyncio.Transport, peer: str) -> Wire:
        """A connection has been accepted; one too many is cut off again."""
        wire = self.wires[transport] = Wire(self, transport, household(peer))
        self.addresses[wire.address] += 1
        if self.addresses[wire.address] > self.most_per_address and not self.is_proxy(peer):
            self.metrics.count("too_many_connections")
            wire.abort()
        elif len(self.wires) > self.most:
            self.metrics.count("no_more_room")
            # Whoever has most of them open gives one up.
            victim = max(self.idle, key=lambda one: self.addresses[one.address], default=wire)
            self.idle.pop(victim, None)
            victim.abort()
        return wire

    def leave(self, wire: Wire) -> None:
        self.wires.pop(wire.transport, None)
        self.idle.pop(wire, None)
        self.addresses[wire.address] -= 1
        if not self.addresses[wire.address]:
            del self.addresses[wire.address]

    def is_proxy(self, peer: str) -> bool:
        try:
            return any(ip_address(peer) in network for network in self.proxies)
        except ValueError:
            return False

    def weigh(self) -> None:
        """If too much waits in all, those are cut on whom most waits."""
        if self.held <= self.most_bytes:
            return
        held = 0
        for wire in self.wires.values():
            now = wire.queued + wire.transport.get_write_buffer_size()
            self.held += now - wire.held
            wire.held = now
            held += 0 if wire.cut else now
        for wire in sorted(self.wires.values(), key=lambda wire: wire.held, reverse=True):
            if held <= self.most_bytes:
                return
            if not wire.cut:
                held -= wire.held
                self.metrics.count("deaf_readers")
                wire.abort()


class HttpWire(HttpToolsProtocol):
    """A connection that speaks HTTP: little time between two requests, as much as it takes to answer one."""

    door: Door

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.wire = self.door.enter(transport, self.client[0] if self.client else "")
        self.head = 0
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.wire.gone()

    def _wait(self) -> None:
        self.door.idle[self.wire] = None
        self.wire.within(HEAD_SECONDS, patient=True)

    def data_received(self, data: bytes) -> None:
        self.head += len(data)
        super().data_received(data)
        if self.head > HEAD_BYTES and not self.transport.is_closing():
            self.send_400_response("The head of this request is too long.")

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self.head = 0
        self.door.idle.pop(self.wire, None)
        if not (self.parser.should_upgrade() and self._should_upgrade()):
            self.wire.rest()

    def on_body(self, body: bytes) -> None:
        self.head = 0
        super().on_body(body)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.wire.full()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.wire.flowing()

    def on_response_complete(self) -> None:
        more = bool(self.pipeline)
        super().on_response_complete()
        if not more:
            self._wait()


class SocketWire(WebSocketsSansIOProtocol):
    """A connection that has become a WebSocket; whatever ends it, its transport is gone soon after."""

    door: Door

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.wire = self.door.wires[self.transport]
        self.small = Bucket(SMALL_RATE, SMALL_BURST)
        self.overrun = False

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.wire.gone()

    async def run_asgi(self) -> None:
        self.wire.rest()
        self.scope["state"]["wire"] = self.wire
        try:
            await super().run_asgi()
        finally:
            self.wire.within(CLOSE_SECONDS)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.wire.full()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.wire.flowing()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.wire.within(CLOSE_SECONDS)

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), SLICE):
            if self.overrun or self.transport.is_closing():
                return
            super().data_received(data[start : start + SLICE])
            if self.queue.qsize() > self.door.messages and not self.close_sent:
                self._overrun()

    def _overrun(self) -> None:
        """Nothing more is heard; the word on it must arrive before the connection is cut."""
        self.door.metrics.count("too_fast")
        self.overrun = self.close_sent = True
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": POLICY})
        self.conn.send_close(POLICY, "too many messages at once")
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.resume_reading()  # what is left unread when it ends would take the word away with it
        self.close_timer = self.loop.call_later(OVERRUN_SECONDS, self.wire.abort)

    # Frames without a message cost too, and what answers them is not for whoever does not read.

    def handle_ping(self) -> None:
        if self._small():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._small():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._small():
            super().handle_cont(event)

    def _small(self) -> bool:
        if self.writable.is_set() and self.small.take():
            return True
        self.wire.abort()
        return False


def check_proxies(words: str) -> tuple[str, ...]:
    """Addresses and networks, separated by commas."""
    found = tuple(word.strip() for word in words.split(",") if word.strip())
    for word in found:
        try:
            ip_network(word, strict=False)
        except ValueError:
            raise RumpusError(
                f"a proxy is an address or a network, such as 10.0.0.7 or 10.0.0.0/8, not {word!r}"
            ) from None
    return found
