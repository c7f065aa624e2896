"""The application: pages, a few facts over HTTP, and the socket."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable
from importlib import resources
from pathlib import Path
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from rumpus.core.errors import RumpusError
from rumpus.web import game_files, messages
from rumpus.web.bots import Bots
from rumpus.web.games import all_games, game_of, strengths
from rumpus.web.lab_pages import LabPages
from rumpus.web.live import Hall
from rumpus.web.metrics import Metrics
from rumpus.web.pages import game_sheet, topics
from rumpus.web.requests import Desk
from rumpus.web.settings import Settings
from rumpus.web.socket import POLICY, RESTART, Socket
from rumpus.web.store import Store, open_store
from rumpus.web.turns import TableDriver

log = logging.getLogger("rumpus.server")
STATIC = Path(str(resources.files("rumpus.web"))) / "static"
STOP_SECONDS = 5.0


class Headers_:
    """What every answer says about itself: no foreign script, no frame, no guessing."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        host = Headers(scope=scope).get("host", "")
        safe = host if all(c.isalnum() or c in ".-:[]" for c in host) else ""
        policy = (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
            f"connect-src 'self' ws://{safe} wss://{safe}; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
            "frame-ancestors 'none'"
        )

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.setdefault("Content-Security-Policy", policy)
                headers["X-Content-Type-Options"] = "nosniff"
                headers["Referrer-Policy"] = "no-referrer"
                headers["Cross-Origin-Opener-Policy"] = "same-origin"
                headers.setdefault("Cache-Control", "no-cache")
            await send(message)

        await self.app(scope, receive, with_headers)


class Server:
    """Puts the parts together, opens them, and closes them without losing anything."""

    def __init__(self, settings: Settings, store: Store | None = None) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.store = store or open_store(settings.store)
        self.sockets: set[Socket] = set()
        self.addresses: Counter[str] = Counter()
        self.ready = False
        self.lab = LabPages(Path(settings.lab))
        self.metrics.gauges["sockets"] = lambda: len(self.sockets)
        self.metrics.gauges["store_commits"] = lambda: getattr(self.store, "commits", 0)

    def app(self) -> Starlette:
        return Starlette(
            routes=[
                Route("/", self._page("lobby.html")),
                Route("/t/{table}", self._page("table.html")),
                Route("/r/{table}", self._page("replay.html")),
                Route("/lab", self._page("lab.html")),
                *self.lab.routes(),
                *game_files.routes(),
                Route("/api/games", self.games),
                Route("/api/games/{game}/rules", self.rules),
                Route("/api/games/{game}/topics", self.topics),
                Route("/api/tables", self.tables),
                Route("/api/tables/{table}/record", self.record),
                Route("/healthz", self.health),
                Route("/metrics", self.show_metrics),
                WebSocketRoute("/ws", self.socket),
                Mount("/static", StaticFiles(directory=STATIC, check_dir=False)),
            ],
            middleware=[Middleware(Headers_), Middleware(GZipMiddleware, minimum_size=1000)],
            exception_handlers={HTTPException: self._refused, RumpusError: self._unknown, Exception: self._failed},
            lifespan=self.lifespan,
        )

    @contextlib.asynccontextmanager
    async def lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        self.bots = Bots(self.settings.bot_workers)
        self.hall = Hall(self.store, self.settings, self.metrics)
        self.metrics.gauges["bots_thinking"] = lambda: self.bots.waiting
        driver = TableDriver(self.hall, self.bots, self.settings.bot_pause)
        self.hall.driver = driver
        self.desk = Desk(self.hall, self.bots, self.settings, self.metrics)
        await self.store.open(self.hall)
        aside = [asyncio.create_task(work()) for work in (self.hall.keep_house, driver.sweep, self.bots.warm)]
        self.ready = True
        log.info("open", extra={"facts": {"games": [game.name for game in all_games()]}})
        try:
            yield
        finally:
            self.ready = False
            for task in aside:
                task.cancel()
            await asyncio.gather(*aside, return_exceptions=True)
            await self.hall.close()
            await self.store.close()
            self.bots.close()
            self.lab.close()
            log.info("closed")

    def say_goodbye(self) -> None:
        """Ask every visitor to come back in a moment; whatever is being written is still written."""
        self.ready = False
        for socket in list(self.sockets):
            socket.close_with(RESTART, "the server is restarting")

    # --- pages ---

    def _page(self, name: str) -> Callable[[Request], FileResponse]:
        def page(_request: Request) -> FileResponse:
            return FileResponse(STATIC / name, media_type="text/html; charset=utf-8")

        return page

    def _json(self, value: object) -> Response:
        return Response(messages.plain(value), media_type="application/json")

    async def games(self, _request: Request) -> Response:
        shortest_first = sorted(all_games(), key=lambda game: (game.minutes, game.title))
        return self._json({"games": [game_sheet(game) for game in shortest_first], "bots": strengths()})

    async def rules(self, request: Request) -> Response:
        text = await asyncio.to_thread(game_of(request.path_params["game"]).rules)
        return PlainTextResponse(text, media_type="text/markdown; charset=utf-8")

    async def topics(self, request: Request) -> Response:
        game = game_of(request.path_params["game"])
        return self._json({"topics": topics(game, {})})

    async def tables(self, _request: Request) -> Response:
        return Response(await self.hall.look_into_lobby(), media_type="application/json")

    async def record(self, request: Request) -> Response:
        """The record, once the game is over: it holds the seed, and with it every card."""
        live = await self.hall.live(request.path_params["table"][:40])
        match = live.table.match
        if match is None or not match.over:
            raise HTTPException(409, "the record can be had when the game is over")
        name = f"{live.table.game.name}-{live.table.id}.json"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(match.record.dumps(), media_type="application/json", headers=headers)

    async def health(self, _request: Request) -> Response:
        well = self.ready and await self.store.healthy()
        return PlainTextResponse("ok\n" if well else "not ready\n", 200 if well else 503)

    async def show_metrics(self, _request: Request) -> Response:
        return PlainTextResponse(self.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

    # --- refusals ---

    async def _refused(self, _request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        return PlainTextResponse(f"{error.detail}\n", error.status_code, dict(error.headers or {}))

    async def _unknown(self, _request: Request, error: Exception) -> Response:
        return PlainTextResponse(f"{error}\n", 404)

    async def _failed(self, _request: Request, error: Exception) -> Response:
        self.metrics.count("failures")
        log.error("a request failed", exc_info=error)
        return PlainTextResponse("something went wrong here\n", 500)

    # --- the socket ---

    async def socket(self, ws: WebSocket) -> None:
        address = ws.client.host if ws.client else "unknown"
        if not self._welcome(ws) or not self.ready:
            await ws.close(POLICY)
            return
        if self.addresses[address] >= self.settings.sockets_per_address:
            self.metrics.count("too_many_sockets")
            await ws.close(POLICY)
            return
        socket = Socket(ws, address, self.desk, self.settings)
        self.sockets.add(socket)
        self.addresses[address] += 1
        try:
            await socket.serve()
        finally:
            self.sockets.discard(socket)
            self.addresses[address] -= 1
            if not self.addresses[address]:
                del self.addresses[address]

    def _welcome(self, ws: WebSocket) -> bool:
        """A page of another site may not speak for its reader; programs send no origin."""
        origin = ws.headers.get("origin")
        if origin is None or origin in self.settings.origins:
            return True
        if urlsplit(origin).netloc == ws.headers.get("host"):
            return True
        self.metrics.count("foreign_origins")
        return False
