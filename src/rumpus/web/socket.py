"""Sockets: messages in, one at a time; answers and the newest page out, never more than the other end can take."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

import rumpus
from rumpus.core.errors import BadOption, RumpusError
from rumpus.core.rulebook import uncited
from rumpus.web import messages as m
from rumpus.web.door import Wire
from rumpus.web.hosts import Hosts
from rumpus.web.limits import Bucket, Buckets, household
from rumpus.web.presence import Visitor
from rumpus.web.requests import Requests, Stale
from rumpus.web.settings import SOCKET_BYTES, Settings
from rumpus.web.times import now

log = logging.getLogger("rumpus.sockets")
WAIT_SECONDS = 0.05
NO_TEXT, POLICY, TOO_BIG, RESTART = 1003, 1008, 1009, 1012


class Socket(Visitor):
    """Pages are not queued: whoever is slow is shown the newest one when it can take it."""

    def __init__(
        self, ws: WebSocket, wire: Wire, address: str, requests: Requests, settings: Settings, shares: Buckets
    ) -> None:
        super().__init__(address)
        self.ws = ws
        self.wire = wire
        self.requests = requests
        self.bucket = Bucket(settings.rate, settings.burst)
        self.shares = shares
        self.largest = settings.message_bytes
        self.answers: list[bytes] = []
        self.waiting = 0
        """Bytes of answers and pages that the transport has not taken yet."""
        self.room = asyncio.Event()
        self.room.set()
        self.news = asyncio.Event()
        self.shown_lobby: int | None = None
        """The version of the lobby that was shown last."""
        self.last: tuple[int, str] | None = None
        self.since = time.monotonic()

    def wake(self) -> None:
        self.news.set()

    def close_with(self, code: int, why: str) -> None:
        """Say the last word, then close."""
        self.last = (code, why)
        self.news.set()

    async def serve(self) -> None:
        await self.ws.accept()
        self._put(m.Hello(protocol=m.PROTOCOL, now=now(), server=rumpus.__version__))
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

    def _put(self, message: m.ServerMessage) -> None:
        answer = m.tell(message)
        self.answers.append(answer)
        self._hold(len(answer))
        self.news.set()

    def _hold(self, more: int) -> None:
        self.waiting += more
        self.wire.hold(self.waiting)
        if self.waiting > SOCKET_BYTES:
            self.room.clear()
        else:
            self.room.set()

    async def _write(self) -> None:
        lobby = self.requests.lobby
        try:
            while True:
                await self.news.wait()
                self.news.clear()
                # The page first: whoever hears an answer has seen what it did, and is not asked the same again.
                answers, self.answers = self.answers, []
                page = None if self.live is None else self.live.page(self)
                if page is not None:
                    await self._send(page)
                for answer in answers:
                    self._hold(-len(answer))
                    await self._send(answer)
                if self.in_lobby and self.shown_lobby != lobby.version:
                    news = lobby.since(self.shown_lobby)
                    self.shown_lobby = lobby.version
                    await self._send(news)
                if self.last is not None:
                    await self.ws.close(*self.last)
                    return
        except (WebSocketDisconnect, RuntimeError, OSError):
            return

    async def _send(self, data: bytes) -> None:
        """Returns when the transport has taken it; the connection is cut if the other end takes nothing for long."""
        self._hold(len(data))
        try:
            await self.ws.send_text(data.decode())
        finally:
            self._hold(-len(data))

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
                    await self._hear(text)
            await asyncio.Event().wait()  # until the last word is said
        except (WebSocketDisconnect, RuntimeError):
            return

    async def _hear(self, text: str) -> None:
        id = ""
        try:
            asked = m.hear(text)
            id = asked.id_
            answer = await self.requests.answer(self, asked)
            answer.id_ = id
            self._put(answer)
        except msgspec.MsgspecError as error:
            self.requests.metrics.count("bad_messages")
            self._put(m.Refused(id_=id or m.id_in(text), why=f"that is no message I know: {str(error)[:200]}"))
        except (UnicodeError, RecursionError):
            self._put(m.Refused(id_=id or m.id_in(text), why="that is no message I know"))
        except Stale as error:
            self._put(m.Refused(id_=id, why=str(error), stale=True))
        except BadOption as error:
            self._put(m.Refused(id_=id, why=str(error), about=error.option))
        except RumpusError as error:
            why, clause = uncited(str(error))
            self._put(m.Refused(id_=id, why=why, clause=clause))
        except Exception:
            self.requests.metrics.count("failures")
            log.exception("a message could not be answered")
            self._put(m.Refused(id_=id, why="something went wrong here; nothing has changed"))


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
