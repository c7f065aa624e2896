"""A session with one visitor: messages in, replies and table updates out. Subclasses carry the bytes."""

from __future__ import annotations

import asyncio
import logging

import msgspec

import rumpus
from rumpus.core.content.rulebook import split_citation
from rumpus.core.errors import BadOption, RumpusError
from rumpus.core.words import as_sentence
from rumpus.service.profiles.passkeys import passkeys_offered
from rumpus.service.requests import Requests, Stale
from rumpus.service.runtime import protocol as m
from rumpus.service.runtime.loop_time import LoopTimer
from rumpus.service.tables.presence import Visitor

log = logging.getLogger("rumpus.talk")


class Session(Visitor):
    """Queues replies but not table updates: a slow visitor gets only the newest one."""

    def __init__(self, address: str, requests: Requests) -> None:
        super().__init__(address)
        self.requests = requests
        self.replies: list[bytes] = []
        self.news = asyncio.Event()
        """Set while there may be something to send."""
        self.lobby_version: int | None = None
        """Version of the lobby sent last."""

    async def send(self, data: bytes) -> None:
        """Sends a message. Returns when the transport has taken it."""
        raise NotImplementedError

    def add_pending_bytes(self, more: int) -> None:
        """Adds to the bytes that wait to be sent; negative after sending."""

    def wake(self) -> None:
        self.news.set()

    def greet(self) -> None:
        now, passkeys = self.requests.clock.now(), passkeys_offered(self.origin)
        self.queue_reply(m.Hello(protocol=m.PROTOCOL, now=now, server=rumpus.__version__, passkeys=passkeys))

    def tell(self, message: m.ServerMessage) -> None:
        self.queue_reply(message)

    def queue_reply(self, message: m.ServerMessage) -> None:
        reply = m.encode(message)
        self.replies.append(reply)
        self.add_pending_bytes(len(reply))
        self.news.set()

    async def send_pending(self) -> None:
        """Waits for news, then sends table update, replies and lobby."""
        timer = LoopTimer(self._send_pending(), self.requests.clock)
        await timer
        self.requests.metrics.observe_loop("sending", timer)

    async def _send_pending(self) -> None:
        lobby = self.requests.lobby
        await self.news.wait()
        # Before anything is collected: what arrives during a `send` sets it again.
        self.news.clear()
        # The table goes first: with the reply to its move, a client has the next decision already.
        if self.live is not None:
            await self.live.build_log(self.seat, self.requests.tables.executor)
        replies, self.replies = self.replies, []
        update = None if self.live is None else self.live.update_for(self)
        if update is not None:
            await self.send(update)
        for reply in replies:
            self.add_pending_bytes(-len(reply))
            await self.send(reply)
        if self.in_lobby and self.lobby_version != lobby.version:
            news = lobby.since(self.lobby_version)
            # Before the await: a poll during `send` raises the version, and its changes would never be sent.
            self.lobby_version = lobby.version
            await self.send(news)

    async def handle(self, text: str) -> None:
        timer = LoopTimer(self._handle(text), self.requests.clock)
        kind = await timer
        self.requests.metrics.observe_loop(kind, timer)

    async def _handle(self, text: str) -> str:
        """Queues the reply to a message. Returns the kind of message."""
        id, kind = "", "unreadable"
        try:
            request = m.decode(text)
            id, kind = request.id_, str(request.__struct_config__.tag)
            reply = await self.requests.answer(self, request)
            reply.id_ = id
            self.queue_reply(reply)
        except msgspec.MsgspecError as error:
            self.requests.metrics.count("bad_messages")
            self._refuse(m.Refused(id_=id or m.id_in(text), why=f"Cannot read this message: {str(error)[:200]}"))
        except (UnicodeError, RecursionError):
            self._refuse(m.Refused(id_=id or m.id_in(text), why="Cannot read this message."))
        except Stale as error:
            self._refuse(m.Refused(id_=id, why=str(error), stale=True))
        except BadOption as error:
            self._refuse(m.Refused(id_=id, why=str(error), about=error.option))
        except RumpusError as error:
            why, clause = split_citation(str(error))
            self._refuse(m.Refused(id_=id, why=why, clause=clause))
        except Exception:
            self.requests.metrics.count("failures")
            log.exception("a message could not be answered")
            self._refuse(m.Refused(id_=id, why="Something went wrong on the server. Nothing has changed."))
        return kind

    def _refuse(self, refusal: m.Refused) -> None:
        """Queues a refusal as a full sentence: inside, errors may be fragments."""
        refusal.why = as_sentence(refusal.why)
        self.queue_reply(refusal)
