"""What is answered over HTTP: pages, games and what of them can be explained, records, health and figures."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from importlib import resources
from pathlib import Path

import msgspec
from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from rumpus.core.catalogue import game_of
from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.core.lesson import lesson_of
from rumpus.core.options import Value
from rumpus.core.rulebook import topics_in_play
from rumpus.web import messages
from rumpus.web.bots import BotPool, bot_names
from rumpus.web.game_files import ANY_PICTURE, DRAWING, PICTURE, STYLE, files_of
from rumpus.web.limits import household
from rumpus.web.live import LiveTables, Unfinished
from rumpus.web.store import StoreError

log = logging.getLogger("rumpus.pages")
STATIC = Path(str(resources.files("rumpus.web"))) / "static"


class FieldSheet(Struct, omit_defaults=True):
    name: str
    kind: str
    default: Value
    help: str
    clause: str
    low: int = 0
    high: int = 0
    choices: list[str] = []
    basic: bool = False


class GameSheet(Struct, omit_defaults=True):
    """A game as the lobby offers it."""

    name: str
    title: str
    blurb: str
    minutes: int
    seats: list[int]
    fields: list[FieldSheet]
    bots: list[str]
    """Who can be asked to a table of it, unless its options are changed."""
    picture: str
    """The address of its picture in the lobby."""
    drawing: str = ""
    """The address of its drawing, a module; without one the generic drawing shows it."""
    style: str = ""
    """The address of the drawing's stylesheet."""
    accent: str = ""
    """A CSS colour of its own."""
    lesson: int = 0
    """Minutes that its lesson takes; 0 if it has none."""


def game_sheet(game: Game, bots: list[str]) -> GameSheet:
    fields = [
        FieldSheet(f.name, f.kind, f.default, f.help, f.clause, f.low, f.high, list(f.choices), f.basic)
        for f in game.fields
    ]
    files = files_of(game)
    lesson = lesson_of(game)
    return GameSheet(
        game.name,
        game.title,
        game.blurb,
        game.minutes,
        list(game.seat_counts()),
        fields,
        bots,
        picture=files.address(PICTURE) or ANY_PICTURE,
        drawing=files.address(DRAWING),
        style=files.address(STYLE),
        accent=game.web().accent,
        lesson=0 if lesson is None else lesson.minutes,
    )


class TopicSheet(Struct):
    name: str
    kind: str
    text: str
    clause: str


def topics(game: Game, options: Mapping[str, Value]) -> list[TopicSheet]:
    """All that can be explained at a table of this game."""
    return [TopicSheet(t.name, t.kind, t.text, t.clause) for t in topics_in_play(game, game.options(options))]


class Pages:
    """Nothing here changes a table that can go on."""

    def __init__(self, tables: LiveTables, bots: BotPool, games: Sequence[Game], metrics_token: str) -> None:
        self.tables = tables
        self.bots = bots
        self._metrics_token = metrics_token
        self.games = games
        self.metrics = tables.metrics
        self.ready = False
        """Whether the server is open: until then, and when it is closing, nobody should be sent here."""
        self.needs: list[Callable[[], Awaitable[str]]] = []
        """What has to be well besides: each says in a sentence what is not."""

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/", _page("lobby.html")),
            Route("/t/{table}", _page("table.html")),
            Route("/learn/{game}", _page("table.html")),
            Route("/r/{table}", _page("replay.html")),
            Route("/lab", _page("lab.html")),
            Route("/api/games", self.list_games),
            Route("/api/games/{game}/rules", self.rules),
            Route("/api/games/{game}/bots", self.list_bots),
            Route("/api/games/{game}/topics", self.topics),
            Route("/api/tables", self.list_tables),
            Route("/api/tables/{table}/record", self.record),
            Route("/healthz", self.health),
            Route("/readyz", self.readiness),
            Route("/metrics", self.show_metrics),
            Mount("/static", StaticFiles(directory=STATIC, check_dir=False)),
        ]

    async def list_games(self, _request: Request) -> Response:
        sheets = [game_sheet(game, await self.bots.offered(game, game.options(), "")) for game in self.games]
        return _json({"games": sheets, "bots": bot_names()})

    async def list_bots(self, request: Request) -> Response:
        """Those that play it with the options of the query, such as ?options={"versus":true}."""
        try:
            wish = msgspec.json.decode(request.query_params.get("options", "{}"), type=dict[str, Value])
        except msgspec.MsgspecError as error:
            raise HTTPException(400, f"these are no options: {error}") from None
        game = game_of(request.path_params["game"])
        address = household(request.client.host) if request.client else ""
        return _json({"bots": await self.bots.offered(game, game.options(wish), address)})

    async def rules(self, request: Request) -> Response:
        text = await asyncio.to_thread(game_of(request.path_params["game"]).rules)
        return PlainTextResponse(text, media_type="text/markdown; charset=utf-8")

    async def topics(self, request: Request) -> Response:
        return _json({"topics": topics(game_of(request.path_params["game"]), {})})

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

    async def _refused(self, _request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        return PlainTextResponse(f"{error.detail}\n", error.status_code, dict(error.headers or {}))

    async def _unknown(self, _request: Request, error: Exception) -> Response:
        return PlainTextResponse(f"{error}\n", 404)

    async def _unable(self, _request: Request, error: Exception) -> Response:
        return PlainTextResponse(f"{error}\n", 503, {"Retry-After": "5"})

    async def _failed(self, _request: Request, error: Exception) -> Response:
        self.metrics.count("failures")
        log.error("a request failed", exc_info=error)
        return PlainTextResponse("something went wrong here\n", 500)


def _page(name: str) -> Callable[[Request], FileResponse]:
    def page(_request: Request) -> FileResponse:
        return FileResponse(STATIC / name, media_type="text/html; charset=utf-8")

    return page


def _json(value: object) -> Response:
    return Response(messages.plain(value), media_type="application/json")
