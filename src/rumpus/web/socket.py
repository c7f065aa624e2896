"""Sockets: messages in, one at a time; answers and the newest page out, never more than the other end can take."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from urllib.parse import urlsplit

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

import rumpus
from rumpus.core.errors import RumpusError
from rumpus.web import messages as m
from rumpus.web.limits import Bucket
from rumpus.web.presence import Visitor
from rumpus.web.requests import Requests, Stale
from rumpus.web.settings import Settings
from rumpus.web.times import now

log = logging.getLogger("rumpus.sockets")
ANSWERS = 64
SEND_SECONDS = 20.0
POLICY, TOO_BIG, TROUBLE, RESTART = 1008, 1009, 1011, 1012


class Socket(Visitor):
    """Pages are not queued: whoever is slow is shown the newest one when it can take it."""

    def __init__(self, ws: WebSocket, address: str, requests: Requests, settings: Settings) -> None:
        super().__init__(address)
        self.ws = ws
        self.requests = requests
        self.bucket = Bucket(settings.rate, settings.burst)
        self.largest = settings.message_bytes
        self.answers: list[bytes] = []
        self.news = asyncio.Event()
        self.shown_lobby: int | None = None
        """The version of the lobby that was shown last."""
        self.last: tuple[int, str] | None = None

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
        self.answers.append(m.tell(message))
        self.news.set()

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
                    await self._send(answer)
                if self.in_lobby and self.shown_lobby != lobby.version:
                    news = lobby.since(self.shown_lobby)
                    self.shown_lobby = lobby.version
                    await self._send(news)
                if self.last is not None:
                    await self.ws.close(*self.last)
                    return
        except (WebSocketDisconnect, RuntimeError, OSError, TimeoutError):
            return

    async def _send(self, data: bytes) -> None:
        # An end that takes nothing for so long is gone, or means us no good.
        async with asyncio.timeout(SEND_SECONDS):
            await self.ws.send_text(data.decode())

    # --- in ---

    async def _read(self) -> None:
        try:
            while self.last is None:
                text = await self.ws.receive_text()
                if len(text) > self.largest:
                    self.close_with(TOO_BIG, "that message is too long")
                elif not self.bucket.take():
                    self.requests.metrics.count("too_fast")
                    self.close_with(POLICY, "too many messages at once")
                else:
                    await self._hear(text)
                while len(self.answers) > ANSWERS:
                    await asyncio.sleep(0.01)
            await asyncio.Event().wait()  # until the last word is said
        except (WebSocketDisconnect, KeyError, RuntimeError):
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
            self._put(m.Refused(id_=id, why=f"that is no message I know: {str(error)[:200]}"))
        except (UnicodeError, RecursionError):
            self._put(m.Refused(id_=id, why="that is no message I know"))
        except Stale as error:
            self._put(m.Refused(id_=id, why=str(error), stale=True))
        except RumpusError as error:
            self._put(m.Refused(id_=id, why=str(error)))
        except Exception:
            self.requests.metrics.count("failures")
            log.exception("a message could not be answered")
            self._put(m.Refused(id_=id, why="something went wrong here; nothing has changed"))


class Sockets:
    """All that are open: only for our own pages and for programs, and not too many from one address."""

    def __init__(self, requests: Requests, settings: Settings) -> None:
        self.requests = requests
        self.settings = settings
        self.metrics = requests.metrics
        self.welcome = False
        self._open: set[Socket] = set()
        self._addresses: Counter[str] = Counter()
        self.metrics.gauges["sockets"] = lambda: len(self._open)

    async def serve(self, ws: WebSocket) -> None:
        address = ws.client.host if ws.client else "unknown"
        if not self._ours(ws) or not self.welcome:
            await ws.close(POLICY)
            return
        if self._addresses[address] >= self.settings.sockets_per_address:
            self.metrics.count("too_many_sockets")
            await ws.close(POLICY)
            return
        socket = Socket(ws, address, self.requests, self.settings)
        self._open.add(socket)
        self._addresses[address] += 1
        try:
            await socket.serve()
        finally:
            self._open.discard(socket)
            self._addresses[address] -= 1
            if not self._addresses[address]:
                del self._addresses[address]

    def _ours(self, ws: WebSocket) -> bool:
        """A page of another site may not speak for its reader; programs send no origin."""
        origin = ws.headers.get("origin")
        if origin is None or origin in self.settings.origins:
            return True
        if urlsplit(origin).netloc == ws.headers.get("host"):
            return True
        self.metrics.count("foreign_origins")
        return False

    def say_goodbye(self) -> None:
        """Ask every visitor to come back in a moment; whatever is being written is still written."""
        self.welcome = False
        for socket in list(self._open):
            socket.close_with(RESTART, "the server is restarting")
