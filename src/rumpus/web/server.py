"""The server: puts the parts together, opens them, and closes them without losing anything."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute, WebSocketRoute

from rumpus.core.game import Game
from rumpus.lab.experiments.queue import LOOK_SECONDS
from rumpus.service.bots.process import own_processes
from rumpus.service.runtime.limits import Buckets
from rumpus.service.runtime.settings import Settings
from rumpus.service.service import House
from rumpus.service.store import Store, open_store
from rumpus.service.tables.archiving import PAUSE_SECONDS, CameraProcess, Keeping
from rumpus.service.tables.turns import SWEEP_SECONDS
from rumpus.web import pages
from rumpus.web.admin import Desk
from rumpus.web.blocklist import Blocked, KeptOut
from rumpus.web.connections import Door
from rumpus.web.lab_api import LabInquiries
from rumpus.web.lab_pages import LabPages
from rumpus.web.middleware import FairShare, Hosts, KnownHosts, SecurityHeaders
from rumpus.web.pages import Pages
from rumpus.web.socket import Sockets

log = logging.getLogger("rumpus.server")
STOP_SECONDS = 5.0
HOUR = 3600.0
"""There may be thousands of films to keep, one after the other."""


class Server(House):
    """A house behind a door."""

    def __init__(self, settings: Settings, store: Store | None = None, games: Sequence[Game] | None = None) -> None:
        super().__init__(settings, store or open_store(settings.store), own_processes(settings.bot_workers), games)
        self.door = Door(settings, self.metrics)
        self.hosts = Hosts(settings.host_names)
        self.blocked = Blocked(Path(f"{settings.admin}.blocked") if settings.admin else None)
        self.shares = Buckets(10 * settings.rate, 10 * settings.burst)
        self.keeping = Keeping(self.store, CameraProcess.start)
        self.sockets = Sockets(self.requests, settings, self.hosts, self.shares)
        desk = Path(settings.admin) if settings.admin else None
        self.desk = Desk(desk, self.tables, self.sockets, self.door, self.metrics, self.blocked)
        self.pages = Pages(self.answers, settings.metrics_token)
        self.pages.needs += [self.proof.trouble, self.rounds.trouble]
        runs = Path(settings.lab) if settings.lab else None
        self.inquiries = LabInquiries(
            runs, settings.experiments, self.bots, self.hosts, lambda: pages.LAB.page(self.pages.head)
        )
        self.lab = LabPages(runs, self.inquiries)
        self.metrics.gauges["store_commits"] = lambda: self.store.commits
        self.metrics.gauges["store_failures"] = lambda: self.store.failures
        self.metrics.gauges["bots_thinking"] = lambda: self.bots.waiting

    def routes(self) -> list[BaseRoute]:
        return [
            *self.pages.routes(),
            *pages.routes(),
            *self.lab.routes(),
            WebSocketRoute("/ws", self.sockets.serve),
        ]

    def app(self) -> Starlette:
        return Starlette(
            routes=self.routes(),
            middleware=[
                Middleware(SecurityHeaders),
                Middleware(KeptOut, blocked=self.blocked, metrics=self.metrics),
                Middleware(KnownHosts, hosts=self.hosts),
                Middleware(FairShare, shares=self.shares),
                Middleware(GZipMiddleware, minimum_size=1000),
            ],
            exception_handlers=self.pages.refusals(),
            lifespan=self.lifespan,
        )

    async def open(self) -> None:
        """Before anything else: a RumpusError says why nothing can be served."""
        await super().open()
        await self.desk.open()

    @contextlib.asynccontextmanager
    async def lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        self.door.open()
        self.begin()
        self.rounds.every(SWEEP_SECONDS, "sweep", self.keeper.sweep)
        self.rounds.every(PAUSE_SECONDS, "keeping films", self.keeping.look, late=HOUR)
        if self.inquiries.bench is not None:
            self.inquiries.bench.open()
            self.rounds.every(LOOK_SECONDS, "the lab", self.inquiries.bench.look)
        self.pages.ready = self.sockets.welcome = True
        log.info("open", extra={"facts": {"games": [game.name for game in self.answers.offered]}})
        try:
            yield
        finally:
            self.pages.ready = self.sockets.welcome = False
            await self.desk.close()
            await self.rounds.close()
            self.tables.close()
            await self.aside.close()
            await self.store.close()
            await self.bots.close()
            if self.inquiries.bench is not None:
                await self.inquiries.bench.close()
            self.lab.close()
            log.info("closed")

    def say_goodbye(self) -> None:
        """Whatever is being written is still written."""
        self.pages.ready = False
        self.sockets.say_goodbye()
