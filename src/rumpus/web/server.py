"""The web server: assembles its parts, opens and closes them."""

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
from rumpus.lab.experiments.queue import POLL_SECONDS
from rumpus.lab.experiments.saved import EXPERIMENTS
from rumpus.service.bots.process import own_processes
from rumpus.service.notifications.http import HttpTransport
from rumpus.service.runtime.limits import Buckets
from rumpus.service.runtime.settings import Settings
from rumpus.service.service import GameService
from rumpus.service.store import Store, open_store
from rumpus.service.tables.archiving import ArchiveProcess, Archiver
from rumpus.web.admin import AdminHandler
from rumpus.web.blocklist import Blocklist, BlocklistCheck
from rumpus.web.connections import ConnectionGuard
from rumpus.web.lab_api import LabApi
from rumpus.web.lab_pages import LabPages
from rumpus.web.middleware import AllowedHosts, BodyDeadline, HostCheck, RateLimit, SecurityHeaders
from rumpus.web.pages import Pages
from rumpus.web.socket import Sockets

log = logging.getLogger("rumpus.server")
STOP_SECONDS = 5.0


class WebServer(GameService):
    """A `GameService` over HTTP and WebSockets."""

    def __init__(self, settings: Settings, store: Store | None = None, games: Sequence[Game] | None = None) -> None:
        super().__init__(
            settings, store or open_store(settings.store), own_processes(settings.bot_workers), games,
            transport=HttpTransport(settings.private_targets),
        )  # fmt: skip
        self.guard = ConnectionGuard(settings, self.metrics)
        self.hosts = AllowedHosts(settings.host_names)
        self.blocklist = Blocklist(Path(f"{settings.admin}.blocked") if settings.admin else None, self.clock)
        self.buckets = Buckets(10 * settings.rate, 10 * settings.burst)
        self.archiver = Archiver(self.store, ArchiveProcess.start, self.requests.counting.count_journal)
        self.sockets = Sockets(self.requests, settings, self.hosts, self.buckets)
        admin = Path(settings.admin) if settings.admin else None
        moderation = self.requests.moderation
        self.admin = AdminHandler(admin, self.tables, self.sockets, self.guard, self.blocklist, moderation)
        self.pages = Pages(self.info, settings.metrics_token)
        self.pages.readiness_checks += [self.health.trouble, self.periodic.trouble]
        runs = Path(settings.lab) if settings.lab else None
        limited = not settings.for_this_machine
        experiments = runs or (EXPERIMENTS if settings.experiments else None)
        self.lab_api = LabApi(experiments, settings.experiments, limited, self.bots, self.hosts, self.pages.lab_page)
        self.lab = LabPages(runs, self.lab_api)
        self.metrics.gauges["store_commits"] = lambda: self.store.commits
        self.metrics.gauges["store_failures"] = lambda: self.store.failures
        self.metrics.gauges["bots_thinking"] = lambda: self.bots.waiting

    def routes(self) -> list[BaseRoute]:
        return [*self.pages.routes(), *self.lab.routes(), WebSocketRoute("/ws", self.sockets.serve)]

    def app(self) -> Starlette:
        return Starlette(
            routes=self.routes(),
            middleware=[
                Middleware(SecurityHeaders),
                Middleware(BlocklistCheck, blocked=self.blocklist, metrics=self.metrics),
                Middleware(HostCheck, hosts=self.hosts),
                Middleware(RateLimit, buckets=self.buckets),
                Middleware(GZipMiddleware, minimum_size=1000),
                Middleware(BodyDeadline),
            ],
            exception_handlers=self.pages.exception_handlers(),
            lifespan=self.lifespan,
        )

    async def open(self) -> None:
        """Opens the store and the admin socket. Raises `RumpusError` if that fails."""
        await super().open()
        await self.admin.open()

    @contextlib.asynccontextmanager
    async def lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        self.guard.open()
        self.begin(self.archiver.archive_finished)
        if self.lab_api.queue is not None:
            self.lab_api.queue.open()
            self.periodic.every(POLL_SECONDS, "the lab", self.lab_api.queue.poll)
        self.pages.ready = self.sockets.accepting = True
        log.info("open", extra={"facts": {"games": [game.name for game in self.info.offered]}})
        try:
            yield
        finally:
            self.pages.ready = self.sockets.accepting = False
            await self.admin.close()
            await self.close(self.archiver.archive_rest)
            if self.lab_api.queue is not None:
                await self.lab_api.queue.close()
            self.lab.close()
            log.info("closed")

    def announce_restart(self) -> None:
        """Closes all sessions; pending writes are completed."""
        self.pages.ready = False
        self.sockets.close_all()
