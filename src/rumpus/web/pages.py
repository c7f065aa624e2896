"""HTTP: pages, rules, records, health, metrics, and games' files from memory (no path can escape)."""

from __future__ import annotations

import asyncio
import html
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from importlib import resources
from pathlib import Path
from string import Template
from typing import Final

from msgspec import Raw, Struct
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from rumpus.core.catalogue import game_of
from rumpus.core.errors import RumpusError, UnknownName
from rumpus.core.words import as_sentence
from rumpus.service.assets import MEDIA_TYPES, files_of
from rumpus.service.info import BadQuestion, InfoHandler, game_info, how_info, topic_infos
from rumpus.service.runtime import protocol
from rumpus.service.runtime.limits import address_block
from rumpus.service.store import StoreError
from rumpus.service.tables.live import Unfinished
from rumpus.web.qr import qr_svg

SCRIPTED_BODY: Final = '<div id="page"><noscript>Rumpus needs JavaScript to show its tables.</noscript></div>'
LIVE_REGION: Final = '\n<div id="spoken" class="unseen" aria-live="polite"></div>'
ERROR_BODY: Final = Template("""<main class="lost">
<img src="/static/art/lost.svg" alt="" width="320" height="200">
<h1>$heading</h1>
<p>$sentence</p>
<p class="row"><a class="button primary" href="/">To the lobby</a> <a class="button" href="/lab">To the lab</a></p>
</main>""")


class PageTemplate(Struct, frozen=True):
    script: str
    title: str = "Rumpus"
    styles: tuple[str, ...] = ("lobby",)
    description: str = ""
    """Description for search engines. Empty: `noindex`."""
    css_class: str = ""
    body: str = SCRIPTED_BODY

    def render(self, head: str = "") -> str:
        """The page; `head` is added to its head."""
        about = '<meta name="robots" content="noindex">'
        if self.description:
            about = f'<meta name="description" content="{self.description}">'
        styles = [f'<link rel="stylesheet" href="/static/css/{name}.css">' for name in ("base", *self.styles)]
        return _PAGE.substitute(
            about=about, title=self.title, styles="\n".join(styles), script=self.script, head=head,
            look=self.css_class, inside=self.body,
        )  # fmt: skip


LOBBY: Final = PageTemplate(
    "lobby/lobby", description="Battle games for friends and bots, in the browser.", css_class="one-screen"
)
TABLE: Final = PageTemplate(
    "table/table", styles=("table", "review"), css_class="at-table", body=SCRIPTED_BODY + LIVE_REGION
)
REPLAY: Final = PageTemplate(
    "replay/replay", styles=("table", "review"), css_class="at-table", body=SCRIPTED_BODY + LIVE_REGION
)
RULES: Final = PageTemplate(
    "lobby/rules", "Rules · Rumpus", description="The rules of a Rumpus game, with contents and search."
)
PROFILE: Final = PageTemplate("profile/profile", "Profile · Rumpus", ("lobby", "profile"))
LEADERS: Final = PageTemplate("profile/leaders", "Leaderboard · Rumpus", ("lobby", "profile"))
TOURNAMENT: Final = PageTemplate("tournament/tournament", "Tournament · Rumpus", ("lobby", "profile", "tournament"))
MY_GAMES: Final = PageTemplate("profile/games", "My games · Rumpus", ("lobby", "profile"))
LAB: Final = PageTemplate(
    "lab/lab", "The lab · Rumpus", ("lobby", "lab"), "What thousands of games between bots say about the rules."
)


def manifest(description: str) -> dict[str, object]:
    """What browsers need to install the pages as an app. Paths are relative to the manifest."""
    sizes = [(f"{size}x{size}", f"static/art/icon-{size}.png", "image/png") for size in (192, 512)]
    icons = [("any", "static/art/icon.svg", "image/svg+xml"), *sizes]
    return {
        "name": "Rumpus",
        "short_name": "Rumpus",
        "description": description,
        "start_url": ".",
        "display": "standalone",
        "icons": [{"src": source, "sizes": size, "type": kind} for size, source, kind in icons],
    }


def error_page(heading: str, why: str, head: str) -> str:
    inside = ERROR_BODY.substitute(heading=heading, sentence=html.escape(as_sentence(why)))
    return PageTemplate("ui/storage", f"{heading} · Rumpus", body=inside).render(head)


_PAGE: Final = Template((resources.files("rumpus.web") / "static" / "page.html").read_text(encoding="utf-8"))

log = logging.getLogger("rumpus.pages")
PageHandler = Callable[[Request], Awaitable[Response]]
MAX_LINK_BYTES = 300
STATIC = Path(str(resources.files("rumpus.web"))) / "static"


class Pages:
    """Routes without effect on tables."""

    def __init__(self, info: InfoHandler, metrics_token: str) -> None:
        self.info = info
        self.tables = info.tables
        self._metrics_token = metrics_token
        self.metrics = self.tables.metrics
        self.ready = False
        """True while the server is open; `/readyz` fails otherwise."""
        self.readiness_checks: list[Callable[[], Awaitable[str]]] = []
        """Further checks of `/readyz`: each returns a sentence, empty if all is well."""
        self.head = ""
        """HTML added to the head of every page."""
        self.lab_page = self._page(LAB)

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/", self._page(LOBBY)),
            Route("/t/{table}", self._page(TABLE)),
            Route("/learn/{game}", self._page(TABLE)),
            Route("/puzzle/{game}", self._page(TABLE)),
            Route("/r/{table}", self._page(REPLAY)),
            Route("/rules/{game}", self._page(RULES)),
            Route("/profile", self._page(PROFILE)),
            Route("/games", self._page(MY_GAMES)),
            Route("/leaderboard", self._page(LEADERS)),
            Route("/tournament/{tournament}", self._page(TOURNAMENT)),
            Route("/lab", self.lab_page),
            Route("/api/games", self.list_games),
            Route("/api/games/{game}/rules", self.rules),
            Route("/api/games/{game}/bots", self.list_bots),
            Route("/api/games/{game}/how", self.how),
            Route("/api/games/{game}/topics", self.topics),
            Route("/api/tables", self.list_tables),
            Route("/api/tables/{table}/record", self.record),
            Route("/api/tables/{table}/qr", self.qr_code),
            Route("/api/qr", self.link_qr, methods=["POST"]),
            Route("/service.js", self.service_worker),
            Route("/manifest.webmanifest", self.manifest),
            Route("/healthz", self.health),
            Route("/readyz", self.readiness),
            Route("/metrics", self.show_metrics),
            Mount("/static", StaticFiles(directory=STATIC, check_dir=False)),
            Route("/games/{game}/{stamp}/{path:path}", serve_game_file),
        ]

    def _page(self, shown: PageTemplate) -> PageHandler:
        """Handler of a page. 404 for an unknown game or table; the page itself shows other errors."""

        async def page(request: Request) -> Response:
            if "game" in request.path_params:
                game_of(request.path_params["game"])
            if "table" in request.path_params:
                try:
                    await self.tables.open(request.path_params["table"][:40])
                except RumpusError as error:
                    if isinstance(error, UnknownName):
                        raise
            return HTMLResponse(shown.render(self.head))

        return page

    async def list_games(self, _request: Request) -> Response:
        return json_response({"games": [game_info(game) for game in self.info.offered]})

    async def list_bots(self, request: Request) -> Response:
        address = address_block(request.client.host) if request.client else ""
        changes, seats = (request.query_params.get(name, "") for name in ("options", "seats"))
        try:
            return json_response(await self.info.bots(request.path_params["game"], changes, seats, address))
        except BadQuestion as error:
            raise HTTPException(400, str(error)) from None

    async def rules(self, request: Request) -> Response:
        text = await asyncio.to_thread(game_of(request.path_params["game"]).rules)
        return PlainTextResponse(text, media_type="text/markdown; charset=utf-8")

    async def how(self, request: Request) -> Response:
        return json_response(how_info(game_of(request.path_params["game"])))

    async def topics(self, request: Request) -> Response:
        return json_response({"topics": topic_infos(game_of(request.path_params["game"]))})

    async def list_tables(self, _request: Request) -> Response:
        return json_response(Raw(await self.tables.lobby.poll()))

    async def record(self, request: Request) -> Response:
        live = await self.tables.open(request.path_params["table"][:40])
        try:
            text = await self.tables.record(live)
        except Unfinished as error:
            raise HTTPException(409, str(error)) from None
        headers = {"Content-Disposition": f'attachment; filename="{live.table.game.name}-{live.table.id}.json"'}
        return Response(text, media_type="application/json", headers=headers)

    async def qr_code(self, request: Request) -> Response:
        """QR code of a table's link. `origin` is the page's: behind a proxy only the page knows its scheme."""
        live = await self.tables.open(request.path_params["table"][:40])
        origin = request.query_params.get("origin", "")
        if origin not in _origins(request):
            raise HTTPException(400, "The origin must be this server's, as in ?origin=https://games.example.org.")
        return _picture(qr_svg(f"{origin}/t/{live.table.id}"))

    async def link_qr(self, request: Request) -> Response:
        """QR code of the link in the body. It is a secret, so it must not be in an address, which is logged."""
        body = b""
        async for part in request.stream():
            body += part
            if len(body) > MAX_LINK_BYTES:
                raise HTTPException(413, f"A link has at most {MAX_LINK_BYTES} bytes.")
        link = body.decode("ascii", errors="replace")
        if not any(link.startswith(f"{origin}/") for origin in _origins(request)) or not link.isprintable():
            raise HTTPException(400, "The link must be one of this server, such as https://games.example.org/#/link/….")
        return _picture(qr_svg(link))

    async def service_worker(self, _request: Request) -> Response:
        """The export's service worker without files to cache. It must be at the top to speak for every page."""
        text = await asyncio.to_thread((STATIC / "offline" / "service.js").read_text, encoding="utf-8")
        return Response(f'const VERSION = "";\nconst FILES = {{}};\n\n{text}', media_type=MEDIA_TYPES[".js"])

    async def manifest(self, _request: Request) -> Response:
        about = manifest("Battle games for friends and bots, in the browser.")
        return Response(protocol.to_json(about), media_type="application/manifest+json")

    async def health(self, _request: Request) -> Response:
        """Alive: a restart would not help."""
        return PlainTextResponse("ok\n")

    async def readiness(self, _request: Request) -> Response:
        """Ready: people can play here, durable writes included."""
        troubles = [] if self.ready else ["The server is starting or stopping."]
        troubles += [trouble for need in self.readiness_checks if (trouble := await need())]
        return PlainTextResponse("\n".join([*troubles, ""]) if troubles else "ready\n", 503 if troubles else 200)

    async def show_metrics(self, request: Request) -> Response:
        """Needs the token: counts reveal secret moves."""
        given = request.headers.get("authorization", "").encode()
        wanted = f"Bearer {self._metrics_token}".encode()
        if not self._metrics_token or not secrets.compare_digest(given, wanted):
            raise HTTPException(404)
        return PlainTextResponse(self.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

    # --- refusals ---

    def exception_handlers(self) -> Mapping[type[Exception], Callable[[Request, Exception], Awaitable[Response]]]:
        return {
            HTTPException: self._refused,
            StoreError: self._unable,
            RumpusError: self._unknown,
            ClientDisconnect: self._gone,
            Exception: self._failed,
        }

    async def _refused(self, request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        nothing = error.status_code == 404 and error.detail == "Not Found"
        why = "Page not found. The link may be incomplete or its target deleted." if nothing else error.detail
        return self._error_response(request, error.status_code, why, error.headers or {})

    async def _unknown(self, request: Request, error: Exception) -> Response:
        return self._error_response(request, 404, str(error), {})

    async def _unable(self, request: Request, error: Exception) -> Response:
        return self._error_response(request, 503, str(error), {"Retry-After": "5"})

    async def _gone(self, request: Request, error: Exception) -> Response:
        """Answers a client that left before its request was read. Nobody hears it."""
        return self._error_response(request, 400, "The request is incomplete.", {})

    async def _failed(self, request: Request, error: Exception) -> Response:
        self.metrics.count("failures")
        log.error("a request failed", exc_info=error)
        return self._error_response(request, 500, "Something went wrong on the server.", {})

    def _error_response(self, request: Request, status: int, why: str, headers: Mapping[str, str]) -> Response:
        """An HTML page for browsers, one line of text for programs."""
        wants_page = "text/html" in request.headers.get("accept", "")
        if not wants_page or request.url.path.startswith(("/api/", "/static/", "/games/")):
            return PlainTextResponse(f"{as_sentence(why)}\n", status, dict(headers))
        heading = "Not found" if status == 404 else "Something went wrong"
        return HTMLResponse(error_page(heading, why, self.head), status, headers=dict(headers))


def _origins(request: Request) -> set[str]:
    """Origins that this server may have for a visitor."""
    return {f"{scheme}://{request.headers.get('host', '')}" for scheme in ("http", "https")}


def _picture(svg: bytes) -> Response:
    return Response(svg, media_type=MEDIA_TYPES[".svg"], headers={"Content-Security-Policy": PICTURE_POLICY})


def json_response(value: object, status: int = 200) -> Response:
    return Response(protocol.to_json(value), status, media_type="application/json")


IMMUTABLE = "public, max-age=31536000, immutable"
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""Policy of an SVG opened as a page: inline styles only."""


async def serve_game_file(request: Request) -> Response:
    """Serves a game's file. An address with another stamp is unknown."""
    files = files_of(game_of(request.path_params["game"]))
    file = files.files.get(request.path_params["path"])
    if file is None or request.path_params["stamp"] != files.stamp:
        raise HTTPException(404, "File not found.")
    headers = {"ETag": file.etag, "Cache-Control": IMMUTABLE}
    if file.kind == MEDIA_TYPES[".svg"]:
        headers["Content-Security-Policy"] = PICTURE_POLICY
    if _matches(request.headers.get("if-none-match", ""), file.etag):
        return Response(status_code=304, headers=headers)
    return Response(file.body, media_type=file.kind, headers=headers)


def _matches(tags: str, etag: str) -> bool:
    return any(tag.strip().removeprefix("W/") in (etag, "*") for tag in tags.split(","))
