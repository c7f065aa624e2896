"""Runs the server until it is told to stop."""

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
from rumpus.web.connections import HttpWire, SocketWire
from rumpus.web.server import STOP_SECONDS, Server

QUESTION_SECONDS = 0.1
"""Between a connection and what is asked on it, as a rule much less."""


class Uvicorn(uvicorn.Server):
    """Listens once the store is open, and tells the visitors before it stops listening to them."""

    house: Server
    opened: Callable[[Uvicorn], None]

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await self.house.open()
        await super().startup(sockets)
        self.opened(self)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.house.say_goodbye()
        super().handle_exit(sig, frame)

    async def finish(self, seconds: float) -> None:
        """Take in nobody new and answer whoever has asked, for at most so long; sockets are left as they are."""
        for server in self.servers:
            server.close()
        loop = asyncio.get_running_loop()
        began = loop.time()
        while (past := loop.time() - began) < seconds and self._waited_for(past < QUESTION_SECONDS):
            await asyncio.sleep(0.005)

    def _waited_for(self, soon: bool) -> bool:
        """Whether anybody has not got all of an answer; or may ask `soon`, having just come in."""
        wires = [wire for wire in self.server_state.connections if isinstance(wire, HttpWire)]
        return any(
            soon if wire.cycle is None else not wire.cycle.response_complete or wire.transport.get_write_buffer_size()
            for wire in wires
        )


def address_of(settings: Settings) -> str:
    """Where a browser on this machine finds the server."""
    host = "localhost" if settings.host in ("127.0.0.1", "0.0.0.0", "::") else settings.host
    return f"http://{host}:{settings.port}/"


def run(settings: Settings, level: str = "info", opened: bool = False) -> None:
    """Serve until told to stop; a store that cannot be opened is refused in a sentence."""
    logs.set_up(level)
    address = address_of(settings)
    if opened:
        threading.Thread(target=_open_browser, args=(address,), daemon=True).start()
    said = f"Rumpus is open at {address}  (Ctrl-C closes it)"
    keep_open(Server(settings), settings, lambda _: print(said, flush=True))


def keep_open(
    house: Server, settings: Settings, opened: Callable[[Uvicorn], None], listening: socket.socket | None = None
) -> None:
    """Serve this house until told to stop, on a socket that listens already if there is one."""
    config = uvicorn.Config(
        house.app(),
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        http=type("OurHttpWire", (HttpWire,), {"door": house.door}),
        ws=type("OurSocketWire", (SocketWire,), {"door": house.door}),
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
    # A thousand tables are a million objects that stay. To look through all of them for rubbish as often as Python
    # does by itself takes a third of the time, and makes everybody wait meanwhile. Upkeep does it once a minute.
    gc.set_threshold(50_000, 20, 50)
    server = Uvicorn(config)
    server.house, server.opened = house, opened
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
