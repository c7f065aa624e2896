"""The service in a browser. Pages send messages, and paths that a server would answer over HTTP."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

from rumpus.core.errors import UnknownName
from rumpus.offline.bots import BotWorker, Link
from rumpus.offline.store import BrowserDatabase, IndexedStore
from rumpus.service.bots.pool import BotJob, BotPool, GaveUp
from rumpus.service.requests import Requests
from rumpus.service.runtime import protocol
from rumpus.service.runtime.settings import Settings
from rumpus.service.service import GameService
from rumpus.service.session import Session
from rumpus.service.tables.archive_worker import ArchiveReply, ArchiveRequest, archive_table
from rumpus.service.tables.archiving import Archiver, ArchiveWorker

ADDRESS = "here"
"""Address of all pages."""
ARCHIVE_ADDRESS = "films"
"""Address charged for archiving in the bots' worker."""
SETTINGS = Settings(tables_per_address=100_000, keep_days=365)


class WorkerSession(Session):
    def __init__(self, requests: Requests, say: Callable[[str], Any]) -> None:
        super().__init__(ADDRESS, requests)
        self._say = say
        self._received: asyncio.Queue[str] = asyncio.Queue()
        self.greet()
        self._tasks = [asyncio.create_task(self._write()), asyncio.create_task(self._read())]

    async def send(self, data: bytes) -> None:
        self._say(data.decode())

    def listen(self, text: str) -> None:
        self._received.put_nowait(text)

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        self.requests.leave(self)

    async def _write(self) -> None:
        while True:
            await self.send_pending()

    async def _read(self) -> None:
        while True:
            await self.handle(await self._received.get())


class InlineArchiveWorker(ArchiveWorker):
    """Archives tables in the bots' worker."""

    def __init__(self, bots: BotPool) -> None:
        self._bots = bots

    async def archive(self, request: ArchiveRequest) -> ArchiveReply:
        try:
            return await self._bots.run(BotJob(functools.partial(archive_table, request), ARCHIVE_ADDRESS))
        except GaveUp as error:
            return ArchiveReply(trouble=str(error))


class BrowserService:
    def __init__(self, database: BrowserDatabase, link: Link) -> None:
        self.service = GameService(SETTINGS, IndexedStore(database), [BotWorker(link)])
        self.archiver = Archiver(self.service.store, self._archive_worker)

    async def open(self) -> None:
        await self.service.open()
        self.service.begin(self._archive_when_idle, sweep=False)

    async def close(self) -> None:
        await self.service.close()

    async def _archive_worker(self) -> ArchiveWorker:
        return InlineArchiveWorker(self.service.bots)

    async def _archive_when_idle(self) -> None:
        """Archives tables only while nobody plays: no bot waits."""
        lives = self.service.tables.by_id.values()
        if not any(live.table.state == "playing" and live.presence.visitors for live in lives):
            await self.archiver.archive_finished()

    def join(self, say: Callable[[str], Any]) -> WorkerSession:
        return WorkerSession(self.service.requests, say)

    async def read(self, address: str) -> str:
        """The text at a path. Constant texts are files of the export instead."""
        asked = urlsplit(address)
        words = {name: values[0] for name, values in parse_qs(asked.query).items()}
        match asked.path.strip("/").split("/"):
            case ["api", "games", game, "bots"]:
                options, seats = words.get("options", ""), words.get("seats", "")
                return protocol.to_json(await self.service.info.bots(game, options, seats, ADDRESS)).decode()
            case ["api", "tables", table, "record"]:
                return await self.service.tables.record(await self.service.tables.open(table))
        raise UnknownName(f"Not found: {asked.path}.")
