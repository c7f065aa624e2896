"""Runs the server until it is stopped."""

from __future__ import annotations

import asyncio
import gc
import socket
import threading
import time
import urllib.request
import webbrowser
from collections.abc import Callable
from types import FrameType

import uvicorn

from rumpus.service.runtime.settings import Settings
from rumpus.web import logs
from rumpus.web.connections import HttpConnection, WebSocketConnection
from rumpus.web.server import STOP_SECONDS, WebServer

FIRST_REQUEST_SECONDS = 0.1
"""Time allowed between a connection and its first request, at shutdown."""


class Uvicorn(uvicorn.Server):
    """Listens once the store is open, and closes sessions before it stops."""

    service: WebServer
    on_open: Callable[[Uvicorn], None]

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await self.service.open()
        await super().startup(sockets)
        gc.freeze()  # what is loaded stays: no collection needs to look at it
        self.on_open(self)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.service.announce_restart()
        super().handle_exit(sig, frame)

    async def finish(self, seconds: float) -> None:
        """Stops listening and waits for open responses, at most `seconds`. Leaves sockets open."""
        for server in self.servers:
            server.close()
        loop = asyncio.get_running_loop()
        began = loop.time()
        while (past := loop.time() - began) < seconds and self._has_pending_requests(past < FIRST_REQUEST_SECONDS):
            await asyncio.sleep(0.005)

    def _has_pending_requests(self, soon: bool) -> bool:
        """True if a response is incomplete; `soon` also counts connections without a request."""
        connections = [
            connection for connection in self.server_state.connections if isinstance(connection, HttpConnection)
        ]
        return any(
            soon
            if connection.cycle is None
            else not connection.cycle.response_complete or connection.transport.get_write_buffer_size()
            for connection in connections
        )


def address_of(settings: Settings) -> str:
    host = "localhost" if settings.host in ("127.0.0.1", "0.0.0.0", "::") else settings.host
    return f"http://{host}:{settings.port}/"


def run(settings: Settings, level: str = "info", opened: bool = False) -> None:
    """Serves until stopped. Raises `RumpusError` if the store cannot be opened."""
    logs.set_up(level)
    address = address_of(settings)
    if opened:
        threading.Thread(target=_open_browser, args=(address,), daemon=True).start()
    banner = f"Rumpus is open at {address}  (Ctrl-C closes it)"
    keep_open(WebServer(settings), settings, lambda _: print(banner, flush=True))


def keep_open(
    service: WebServer, settings: Settings, opened: Callable[[Uvicorn], None], listening: socket.socket | None = None
) -> None:
    """Runs a server until stopped, on a listening socket if given."""
    config = uvicorn.Config(
        service.app(),
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        http=type("GuardedHttp", (HttpConnection,), {"guard": service.guard}),
        ws=type("GuardedWebSocket", (WebSocketConnection,), {"guard": service.guard}),
        ws_per_message_deflate=False,
        ws_max_size=settings.message_bytes,
        ws_ping_interval=4,
        ws_ping_timeout=6,
        timeout_graceful_shutdown=int(STOP_SECONDS),
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        server_header=False,
        date_header=False,
        backlog=4096,
    )
    # A thousand tables are a million long-lived objects. Python's default thresholds would spend a third of the time
    # on full collections and stall everybody. Housekeeping collects young objects at every beat instead.
    gc.set_threshold(50_000, 20, 50)
    server = Uvicorn(config)
    server.service, server.on_open = service, opened
    server.run(None if listening is None else [listening])


def _open_browser(address: str) -> None:
    for _ in range(100):
        time.sleep(0.1)
        try:
            with urllib.request.urlopen(address + "readyz", timeout=1):
                webbrowser.open(address)
                return
        except OSError:
            continue
