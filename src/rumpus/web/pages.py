"""What is answered over HTTP: pages, games and what of them can be explained, records, health and figures."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from importlib import resources
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from rumpus.core.catalogue import game_of
from rumpus.core.errors import RumpusError, UnknownName
from rumpus.web import shell
from rumpus.web.answers import Answers, BadQuestion
from rumpus.web.limits import household
from rumpus.web.live import Unfinished
from rumpus.web.shell import Shell
from rumpus.web.store import StoreError

log = logging.getLogger("rumpus.pages")
Handler = Callable[[Request], Awaitable[Response]]
STATIC = Path(str(resources.files("rumpus.web"))) / "static"


class Pages:
    """Nothing here changes a table that can go on."""

    def __init__(self, answers: Answers, metrics_token: str) -> None:
        self.answers = answers
        self.tables = answers.tables
        self._metrics_token = metrics_token
        self.metrics = self.tables.metrics
        self.ready = False
        """Whether the server is open: until then, and when it is closing, nobody should be sent here."""
        self.needs: list[Callable[[], Awaitable[str]]] = []
        """What has to be well besides: each says in a sentence what is not."""
        self.head = ""
        """What every page has in its head besides its own."""

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/", self._page(shell.LOBBY)),
            Route("/t/{table}", self._table_page(shell.TABLE)),
            Route("/learn/{game}", self._game_page(shell.TABLE)),
            Route("/puzzle/{game}", self._game_page(shell.TABLE)),
            Route("/r/{table}", self._table_page(shell.REPLAY)),
            Route("/rules/{game}", self._game_page(shell.RULES)),
            Route("/lab", self._page(shell.LAB)),
            Route("/api/games", self.list_games),
            Route("/api/games/{game}/rules", self.rules),
            Route("/api/games/{game}/bots", self.list_bots),
            Route("/api/games/{game}/how", self.how),
            Route("/api/games/{game}/topics", self.topics),
            Route("/api/tables", self.list_tables),
            Route("/api/tables/{table}/record", self.record),
            Route("/healthz", self.health),
            Route("/readyz", self.readiness),
            Route("/metrics", self.show_metrics),
            Mount("/static", StaticFiles(directory=STATIC, check_dir=False)),
        ]

    def _page(self, shown: Shell) -> Handler:
        async def page(_request: Request) -> Response:
            return HTMLResponse(shown.page(self.head))

        return page

    async def list_games(self, _request: Request) -> Response:
        return _json(self.answers.games())

    def _game_page(self, shown: Shell) -> Handler:
        page = self._page(shown)

        async def answer(request: Request) -> Response:
            game_of(request.path_params["game"])
            return await page(request)

        return answer

    def _table_page(self, shown: Shell) -> Handler:
        """Only of a table there is; what else is wrong with one, its page says."""
        page = self._page(shown)

        async def answer(request: Request) -> Response:
            try:
                await self.tables.open(request.path_params["table"][:40])
            except RumpusError as error:
                if isinstance(error, UnknownName):
                    raise
            return await page(request)

        return answer

    async def list_bots(self, request: Request) -> Response:
        address = household(request.client.host) if request.client else ""
        wish, seats = (request.query_params.get(name, "") for name in ("options", "seats"))
        try:
            return _json(await self.answers.bots(request.path_params["game"], wish, seats, address))
        except BadQuestion as error:
            raise HTTPException(400, str(error)) from None

    async def rules(self, request: Request) -> Response:
        text = await asyncio.to_thread(game_of(request.path_params["game"]).rules)
        return PlainTextResponse(text, media_type="text/markdown; charset=utf-8")

    async def how(self, request: Request) -> Response:
        return _json(self.answers.how(request.path_params["game"]))

    async def topics(self, request: Request) -> Response:
        return _json(self.answers.topics(request.path_params["game"]))

    async def list_tables(self, _request: Request) -> Response:
        return Response(await self.tables.lobby.look(), media_type="application/json")

    async def record(self, request: Request) -> Response:
        live = await self.tables.open(request.path_params["table"][:40])
        try:
            text = await self.tables.record(live)
        except Unfinished as error:
            raise HTTPException(409, str(error)) from None
        headers = {"Content-Disposition": f'attachment; filename="{live.table.game.name}-{live.table.id}.json"'}
        return Response(text, media_type="application/json", headers=headers)

    async def health(self, _request: Request) -> Response:
        """Alive: to start it anew would mend nothing."""
        return PlainTextResponse("ok\n")

    async def readiness(self, _request: Request) -> Response:
        """Whether people can play here now, a durable write included."""
        troubles = [] if self.ready else ["The server is opening or closing."]
        troubles += [trouble for need in self.needs if (trouble := await need())]
        return PlainTextResponse("\n".join([*troubles, ""]) if troubles else "ready\n", 503 if troubles else 200)

    async def show_metrics(self, request: Request) -> Response:
        """Only for whoever watches over the server: counts tell of moves that are still secret."""
        given = request.headers.get("authorization", "").encode()
        wanted = f"Bearer {self._metrics_token}".encode()
        if not self._metrics_token or not secrets.compare_digest(given, wanted):
            raise HTTPException(404)
        return PlainTextResponse(self.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

    # --- refusals ---

    def refusals(self) -> Mapping[type[Exception], Callable[[Request, Exception], Awaitable[Response]]]:
        """How an error becomes an answer of one sentence."""
        return {
            HTTPException: self._refused,
            StoreError: self._unable,
            RumpusError: self._unknown,
            Exception: self._failed,
        }

    async def _refused(self, request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        nothing = error.status_code == 404 and error.detail == "Not Found"
        why = "there is no such page; a link may be cut short, or what it led to is gone" if nothing else error.detail
        return self._sorry(request, error.status_code, why, error.headers or {})

    async def _unknown(self, request: Request, error: Exception) -> Response:
        return self._sorry(request, 404, str(error), {})

    async def _unable(self, request: Request, error: Exception) -> Response:
        return self._sorry(request, 503, str(error), {"Retry-After": "5"})

    async def _failed(self, request: Request, error: Exception) -> Response:
        self.metrics.count("failures")
        log.error("a request failed", exc_info=error)
        return self._sorry(request, 500, "something went wrong here", {})

    def _sorry(self, request: Request, status: int, why: str, headers: Mapping[str, str]) -> Response:
        """A page for a person with a browser, one line for a program."""
        wants_page = "text/html" in request.headers.get("accept", "")
        if not wants_page or request.url.path.startswith(("/api/", "/static/", "/games/")):
            return PlainTextResponse(f"{why}\n", status, dict(headers))
        heading = "There is nothing here" if status == 404 else "That did not work"
        return HTMLResponse(shell.lost(heading, why, self.head), status, headers=dict(headers))


def _json(body: bytes) -> Response:
    return Response(body, media_type="application/json")
