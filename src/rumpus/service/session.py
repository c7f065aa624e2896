"""A conversation with one visitor, whatever carries it: messages in, answers and the newest page out."""

from __future__ import annotations

import asyncio
import logging

import msgspec

import rumpus
from rumpus.core.content.rulebook import uncited
from rumpus.core.errors import BadOption, RumpusError
from rumpus.service.requests import Requests, Stale
from rumpus.service.runtime import protocol as m
from rumpus.service.runtime.clock import now
from rumpus.service.tables.presence import Visitor

log = logging.getLogger("rumpus.talk")


class Talk(Visitor):
    """Pages are not queued: whoever is slow is shown the newest one when it can take it."""

    def __init__(self, address: str, requests: Requests) -> None:
        super().__init__(address)
        self.requests = requests
        self.answers: list[bytes] = []
        self.news = asyncio.Event()
        self.shown_lobby: int | None = None
        """The version of the lobby that was shown last."""

    async def send(self, data: bytes) -> None:
        """Say this to the visitor; returns when it is on its way."""
        raise NotImplementedError

    def hold(self, more: int) -> None:
        """So many more bytes of answers wait to be sent."""

    def wake(self) -> None:
        self.news.set()

    def greet(self) -> None:
        self.put(m.Hello(protocol=m.PROTOCOL, now=now(), server=rumpus.__version__))

    def put(self, message: m.ServerMessage) -> None:
        answer = m.tell(message)
        self.answers.append(answer)
        self.hold(len(answer))
        self.news.set()

    async def tell(self) -> None:
        """Wait for news, and say all of it."""
        lobby = self.requests.lobby
        await self.news.wait()
        self.news.clear()
        # The page first: whoever hears an answer has seen what it did, and is not asked the same again.
        answers, self.answers = self.answers, []
        page = None if self.live is None else self.live.page(self)
        if page is not None:
            await self.send(page)
        for answer in answers:
            self.hold(-len(answer))
            await self.send(answer)
        if self.in_lobby and self.shown_lobby != lobby.version:
            news = lobby.since(self.shown_lobby)
            self.shown_lobby = lobby.version
            await self.send(news)

    async def hear(self, text: str) -> None:
        """Do what is asked, and have it answered."""
        id = ""
        try:
            asked = m.hear(text)
            id = asked.id_
            answer = await self.requests.answer(self, asked)
            answer.id_ = id
            self.put(answer)
        except msgspec.MsgspecError as error:
            self.requests.metrics.count("bad_messages")
            self.put(m.Refused(id_=id or m.id_in(text), why=f"that is no message I know: {str(error)[:200]}"))
        except (UnicodeError, RecursionError):
            self.put(m.Refused(id_=id or m.id_in(text), why="that is no message I know"))
        except Stale as error:
            self.put(m.Refused(id_=id, why=str(error), stale=True))
        except BadOption as error:
            self.put(m.Refused(id_=id, why=str(error), about=error.option))
        except RumpusError as error:
            why, clause = uncited(str(error))
            self.put(m.Refused(id_=id, why=why, clause=clause))
        except Exception:
            self.requests.metrics.count("failures")
            log.exception("a message could not be answered")
            self.put(m.Refused(id_=id, why="something went wrong here; nothing has changed"))
