"""Visitors of a service in this process, without a transport."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from rumpus.core.catalogue import find_game
from rumpus.service.bots.pool import BotProcess
from rumpus.service.notifications.http import Transport
from rumpus.service.runtime.environment import SYSTEM_CLOCK, SYSTEM_RANDOM, RandomSource, TimeSource
from rumpus.service.runtime.settings import Settings
from rumpus.service.service import GameService
from rumpus.service.session import Session
from rumpus.service.store import open_store

T = TypeVar("T")
SECRETS = {name: name * 8 for name in ("anns-", "bens-", "phone", "other")}


class Here(BotProcess):
    """Runs bots in this process."""

    async def run(self, job: Callable[[], T]) -> T:
        return job()

    def forget(self, table: str) -> None:
        pass

    def close(self) -> None:
        pass


@asynccontextmanager
async def serving_here(
    url: str,
    clock: TimeSource = SYSTEM_CLOCK,
    transport: Transport | None = None,
    rng: RandomSource = SYSTEM_RANDOM,
) -> AsyncIterator[GameService]:
    settings, games = Settings(bot_pause=0), [find_game("pigeons")]
    service = GameService(settings, open_store(url), [Here(), Here()], games, clock=clock, rng=rng, transport=transport)
    await service.open()
    try:
        yield service
    finally:
        await service.close()


class Guest(Session):
    """A visitor that keeps all it hears."""

    def __init__(self, service: GameService, address: str = "10.0.0.1", origin: str = "") -> None:
        super().__init__(address, service.requests)
        self.origin = origin
        self.heard: list[dict[str, Any]] = []
        self.bytes: list[bytes] = []

    async def send(self, data: bytes) -> None:
        self.bytes.append(data)
        self.heard.append(json.loads(data))

    @property
    def table(self) -> dict[str, Any]:
        """The newest view of the table."""
        return next(one["sheet"] for one in reversed(self.heard) if one["is"] == "table")

    async def hear(self) -> None:
        while self.news.is_set():
            await self.send_pending()

    async def ask(self, do: str, **fields: object) -> dict[str, Any]:
        await self.handle(json.dumps({"do": do, "id": "x", **fields}))
        await self.hear()
        return next(one for one in reversed(self.heard) if one.get("id") == "x")

    async def refused(self, do: str, **fields: object) -> str:
        answer = await self.ask(do, **fields)
        assert answer["is"] == "refused", answer
        return str(answer["why"])

    def leave(self) -> None:
        self.requests.leave(self)


def run(scenario: Any) -> None:
    async def whole() -> None:
        async with asyncio.timeout(60):
            await scenario

    asyncio.run(whole())
