"""The house in a browser: pages come with messages, and with questions that a server answers over HTTP."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

from rumpus.core.errors import UnknownName
from rumpus.offline.bots import Link, Thinker
from rumpus.offline.store import IndexedStore, Shelf
from rumpus.service.bots.pool import BotJob, BotPool, GaveUp
from rumpus.service.requests import Requests
from rumpus.service.runtime.settings import Settings
from rumpus.service.service import House
from rumpus.service.session import Talk
from rumpus.service.tables.archive_worker import FilmAnswer, FilmWish, film
from rumpus.service.tables.archiving import PAUSE_SECONDS, Camera, Keeping

HERE = "here"
"""The one address there is."""
FILMS = "films"
"""For whom the bots' worker films."""
SETTINGS = Settings(tables_per_address=100_000, keep_days=365)


class Pipe(Talk):
    """The conversation with one page."""

    def __init__(self, requests: Requests, say: Callable[[str], Any]) -> None:
        super().__init__(HERE, requests)
        self._say = say
        self._heard: asyncio.Queue[str] = asyncio.Queue()
        self.greet()
        self._tasks = [asyncio.create_task(self._write()), asyncio.create_task(self._read())]

    async def send(self, data: bytes) -> None:
        self._say(data.decode())

    def listen(self, text: str) -> None:
        """The page says this; it is answered in its turn."""
        self._heard.put_nowait(text)

    def close(self) -> None:
        """The page has gone."""
        for task in self._tasks:
            task.cancel()
        self.requests.leave(self)

    async def _write(self) -> None:
        while True:
            await self.tell()

    async def _read(self) -> None:
        while True:
            await self.hear(await self._heard.get())


class BotsCamera(Camera):
    """In the bots' worker."""

    def __init__(self, bots: BotPool) -> None:
        self._bots = bots

    async def film(self, wish: FilmWish) -> FilmAnswer:
        try:
            return await self._bots.do(BotJob(functools.partial(film, wish), FILMS))
        except GaveUp as error:
            return FilmAnswer(trouble=str(error))


class Porch:
    """A house without a door."""

    def __init__(self, shelf: Shelf, link: Link) -> None:
        self.house = House(SETTINGS, IndexedStore(shelf), [Thinker(link)])
        self.keeping = Keeping(self.house.store, self._camera)

    async def open(self) -> None:
        await self.house.open()
        self.house.begin()
        self.house.rounds.every(PAUSE_SECONDS, "keeping films", self._keep_films)

    async def _camera(self) -> Camera:
        return BotsCamera(self.house.bots)

    async def _keep_films(self) -> None:
        """While nobody plays, so that no bot has to wait for it."""
        lives = self.house.tables.lives.values()
        if not any(live.table.state == "playing" and live.presence.visitors for live in lives):
            await self.keeping.look()

    def join(self, say: Callable[[str], Any]) -> Pipe:
        return Pipe(self.house.requests, say)

    async def read(self, address: str) -> str:
        """The text at this path; what never changes lies beside the pages as a file."""
        asked = urlsplit(address)
        words = {name: values[0] for name, values in parse_qs(asked.query).items()}
        match asked.path.strip("/").split("/"):
            case ["api", "games", game, "bots"]:
                answers = self.house.answers
                return (await answers.bots(game, words.get("options", ""), words.get("seats", ""), HERE)).decode()
            case ["api", "tables", table, "record"]:
                return await self.house.tables.record(await self.house.tables.open(table))
        raise UnknownName(f"there is nothing at {asked.path}")
