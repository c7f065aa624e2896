"""What is answered over HTTP: pages, games and what of them can be explained, records, health and figures.

The one HTML page there is: a head, and what a script draws into it.

The files of games over HTTP: a request never touches a disk, so that no path leads anywhere else.
"""

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

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from rumpus.core.catalogue import game_of
from rumpus.core.errors import RumpusError, UnknownName
from rumpus.core.words import ended
from rumpus.service.assets import KINDS, files_of
from rumpus.service.info import Answers, BadQuestion
from rumpus.service.runtime.limits import household
from rumpus.service.store import StoreError
from rumpus.service.tables.live import Unfinished

DRAWN: Final = '<div id="page"><noscript>Rumpus needs JavaScript to draw its tables.</noscript></div>'
SPOKEN: Final = '\n<div id="spoken" class="unseen" aria-live="polite"></div>'
LOST: Final = Template("""<main class="lost">
<img src="/static/art/lost.svg" alt="" width="320" height="200">
<h1>$heading</h1>
<p>$sentence</p>
<p class="row"><a class="button primary" href="/">To the lobby</a> <a class="button" href="/lab">To the lab</a></p>
</main>""")


class Shell(Struct, frozen=True):
    script: str
    title: str = "Rumpus"
    styles: tuple[str, ...] = ("lobby",)
    about: str = ""
    """What search engines say of it; without it they are asked to say nothing."""
    look: str = ""
    """A class of the body."""
    inside: str = DRAWN

    def page(self, head: str = "") -> str:
        """The page, with this in its head besides its own."""
        about = f'name="description" content="{self.about}"' if self.about else 'name="robots" content="noindex"'
        return _PAGE.substitute(
            about=f"<meta {about}>",
            title=self.title,
            styles="\n".join(
                f'<link rel="stylesheet" href="/static/css/{name}.css">' for name in ("base", *self.styles)
            ),
            script=self.script,
            head=head,
            look=self.look,
            inside=self.inside,
        )


LOBBY: Final = Shell("lobby", about="Battle games for friends and bots, in the browser.", look="one-screen")
TABLE: Final = Shell("table", styles=("table", "review"), look="at-table", inside=DRAWN + SPOKEN)
REPLAY: Final = Shell("replay", styles=("table", "review"), look="at-table", inside=DRAWN + SPOKEN)
RULES: Final = Shell("rules", "Rules · Rumpus", about="The rules of a game of Rumpus, with contents and search.")
LAB: Final = Shell(
    "lab", "The lab · Rumpus", ("lobby", "lab"), "What thousands of games between bots say about the rules."
)


def lost(heading: str, why: str, head: str) -> str:
    """The page for somebody who asked for what is not there, or does not work."""
    inside = LOST.substitute(heading=heading, sentence=html.escape(ended(why)))
    return Shell("keep", f"{heading} · Rumpus", inside=inside).page(head)


_PAGE: Final = Template((resources.files("rumpus.web") / "static" / "page.html").read_text(encoding="utf-8"))

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
            Route("/", self._page(LOBBY)),
            Route("/t/{table}", self._table_page(TABLE)),
            Route("/learn/{game}", self._game_page(TABLE)),
            Route("/puzzle/{game}", self._game_page(TABLE)),
            Route("/r/{table}", self._table_page(REPLAY)),
            Route("/rules/{game}", self._game_page(RULES)),
            Route("/lab", self._page(LAB)),
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
        return HTMLResponse(lost(heading, why, self.head), status, headers=dict(headers))


def _json(body: bytes) -> Response:
    return Response(body, media_type="application/json")


FOR_EVER = "public, max-age=31536000, immutable"
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""A picture that is opened as a page of its own may dress itself, and do nothing else."""


def routes() -> list[BaseRoute]:
    return [Route("/games/{game}/{stamp}/{path:path}", serve)]


async def serve(request: Request) -> Response:
    """A file by its path; an address with the stamp of other files than these leads nowhere."""
    files = files_of(game_of(request.path_params["game"]))
    file = files.files.get(request.path_params["path"])
    if file is None or request.path_params["stamp"] != files.stamp:
        raise HTTPException(404, "there is no such file")
    headers = {"ETag": file.etag, "Cache-Control": FOR_EVER}
    if file.kind == KINDS[".svg"]:
        headers["Content-Security-Policy"] = PICTURE_POLICY
    if _knows(request.headers.get("if-none-match", ""), file.etag):
        return Response(status_code=304, headers=headers)
    return Response(file.body, media_type=file.kind, headers=headers)


def _knows(tags: str, etag: str) -> bool:
    return any(tag.strip().removeprefix("W/") in (etag, "*") for tag in tags.split(","))
