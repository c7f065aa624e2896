"""The server process of a game in development.

Standard input brings a `LaunchSpec`, then `go STORE`, then `finish`; the process exits when it ends. A pipe takes its
reports as lines of JSON: `ready`, `mistake`, `open`. It starts without a spec, so that imports take no time later.
"""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import threading
from pathlib import Path
from typing import IO, Literal

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from rumpus.core.game import Game
from rumpus.core.rng import new_seed
from rumpus.devtools.diagnostics import Mistake, mistake_of, time_limit
from rumpus.devtools.packages import VERSION, GamePackage
from rumpus.devtools.smoke import load, try_out
from rumpus.devtools.table_migration import BOT, migrate_tables
from rumpus.service.runtime import protocol
from rumpus.service.runtime.settings import Settings
from rumpus.table.entries import Began, Made, Place
from rumpus.table.seats import bot_name, fingerprint
from rumpus.web import logs
from rumpus.web.run import Uvicorn, keep_open
from rumpus.web.server import WebServer

LOAD_SECONDS = 5.0
"""Time limit for loading the game and trying a few moves."""
FINISH_SECONDS = 1.0
"""Time to answer open requests before another process takes over."""
AUTHOR = "Author"
HEAD = """<link rel="stylesheet" href="/static/dev/dev.css">
<script type="module" src="/static/dev/dev.js" data-version="{version}"></script>"""


class LaunchSpec(Struct):
    """Orders for a server process."""

    root: str
    home: str
    name: str
    target: str
    version: int
    port: int
    store: str
    news: str
    """File with the status of the author's code, shown by the pages."""
    secret: str
    """Token of the author's seat at the first table."""
    gate: bool = True
    """True: a mistake in the game ends the process. False: serves pages without the game."""

    @property
    def package(self) -> GamePackage:
        return GamePackage(Path(self.root), Path(self.home), self.name, self.target)


class ChildReport(Struct, omit_defaults=True):
    """Message of a server process to the supervisor."""

    state: Literal["ready", "mistake", "open"]
    mistake: Mistake | None = None
    table: str = ""
    """Id of the first table, if it was just created."""
    notes: dict[str, str] = {}
    """Sentences on losses of tables, by table."""


class DevServer(WebServer):
    """A `WebServer` with `dev.js` on its pages and `/dev/news`."""

    def __init__(self, settings: Settings, spec: LaunchSpec, game: Game | None, previous_store: str) -> None:
        super().__init__(settings, games=[] if game is None else [game])
        self.spec = spec
        self.game = game
        self.previous_store = previous_store
        self.report = ChildReport("open")
        self.opened: tuple[Uvicorn, asyncio.AbstractEventLoop] | None = None
        self.pages.head = HEAD.format(version=spec.version)

    def routes(self) -> list[BaseRoute]:
        return [Route("/dev/news", self.report_state), *super().routes()]

    async def report_state(self, _request: Request) -> Response:
        news = Path(self.spec.news).read_bytes()
        own = {"version": self.spec.version, "notes": self.report.notes}
        return Response(protocol.to_json({**own, **msgspec.json.decode(news)}), media_type="application/json")

    async def open(self) -> None:
        await super().open()
        if self.game is None:
            return
        if self.previous_store:
            previous, root = Path(self.previous_store), Path(self.spec.root)
            self.report.notes = await migrate_tables(previous, self.store, self.game, root)
        if not self.previous_store or not await self.store.newest():
            self.report.table = await self.create_first_table(self.game)

    def finish(self) -> None:
        """Answers open requests, then returns. Called from another thread."""
        if self.opened is not None:
            server, loop = self.opened
            asyncio.run_coroutine_threadsafe(server.finish(FINISH_SECONDS), loop).result()

    async def create_first_table(self, game: Game) -> str:
        """Creates a table of the author against bots; returns its id."""
        options = game.options()
        lock = fingerprint(self.spec.secret)
        places = [Place("bot", bot_name(BOT, seat), bot=BOT) for seat in range(game.seats(options))]
        places[0] = Place("person", AUTHOR, lock)
        made = Made(game.name, game.version, options.changed(), new_seed(), places, lock)
        return (await self.tables.create(made, [Began()])).table.id


def main(report: int, listening: int) -> int:
    """Reports on one file descriptor and listens on the other; returns the exit status."""
    with os.fdopen(report, "w") as pipe:
        line = sys.stdin.readline()
        if not line:
            return 0
        spec = msgspec.json.decode(line, type=LaunchSpec)
        root = Path(spec.root)
        os.environ[VERSION] = str(spec.version)
        game: Game | None = None
        try:
            with time_limit(LOAD_SECONDS):
                game = load(spec.package)
                try_out(game)
        except Exception as error:
            if spec.gate:
                write_report(pipe, ChildReport("mistake", mistake_of(error, root)))
                return 1
            game = None
        write_report(pipe, ChildReport("ready"))
        # The previous server has stopped, so nobody writes to its store any more.
        go, _, previous_store = sys.stdin.readline().strip().partition(" ")
        if go != "go":
            return 0
        settings = Settings(store=spec.store, port=spec.port)
        try:
            service = DevServer(settings, spec, game, previous_store)
            threading.Thread(target=exit_with_stdin, args=(service,), daemon=True).start()

            def opened(server: Uvicorn) -> None:
                service.opened = server, asyncio.get_running_loop()
                write_report(pipe, service.report)

            keep_open(service, settings, opened, socket.socket(fileno=listening))
        except Exception as error:
            write_report(pipe, ChildReport("mistake", mistake_of(error, root)))
            return 1
    return 0


def write_report(pipe: IO[str], report: ChildReport) -> None:
    pipe.write(protocol.to_json(report).decode() + "\n")
    pipe.flush()


def exit_with_stdin(service: DevServer) -> None:
    """Exits after `finish` from the supervisor, or without a supervisor."""
    if sys.stdin.readline():
        service.finish()
    os._exit(0)


if __name__ == "__main__":
    logs.set_up("warning")
    sys.exit(main(*map(int, sys.argv[1:])))
