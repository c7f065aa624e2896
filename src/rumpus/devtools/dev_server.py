"""The process that serves a game in development: a first look, then it waits for its turn, then it is the server.

On its input it hears an errand, later `go`, and `finish` when somebody else is to serve; on a pipe it says, in lines of
JSON, `ready`, `mistake` and `open`. It is started before it has an errand: nobody waits while it loads all else. When
its input ends, so does it.
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
from rumpus.devtools.diagnostics import Mistake, mistake_of, within
from rumpus.devtools.packages import VERSION, GamePackage
from rumpus.devtools.smoke import load, try_out
from rumpus.devtools.table_migration import BOT, carry_over
from rumpus.service.runtime import protocol
from rumpus.service.runtime.settings import Settings
from rumpus.table.entries import Began, Made, Place
from rumpus.table.seats import bot_name, fingerprint
from rumpus.web import logs
from rumpus.web.run import Uvicorn, keep_open
from rumpus.web.server import Server

PATIENCE = 5.0
"""Seconds until a game that has not loaded, or does not come back from a move, is given up."""
FINISH_SECONDS = 1.0
"""To answer whoever has asked, when somebody else is to serve."""
AUTHOR = "Author"
HEAD = """<link rel="stylesheet" href="/static/dev/dev.css">
<script type="module" src="/static/dev/dev.js" data-version="{version}"></script>"""


class Errand(Struct):
    """What such a process is to do."""

    root: str
    home: str
    name: str
    target: str
    version: int
    port: int
    store: str
    news: str
    """The file with what its pages are to show of the author's work."""
    secret: str
    """Opens the author's chair at the first table."""
    gate: bool = True
    """Whether a mistake ends it: without, whatever is there is served."""

    @property
    def package(self) -> GamePackage:
        return GamePackage(Path(self.root), Path(self.home), self.name, self.target)


class ChildReport(Struct, omit_defaults=True):
    """`table` is the first one, if it was made just now; `notes` say what of a table could not be kept."""

    state: Literal["ready", "mistake", "open"]
    mistake: Mistake | None = None
    table: str = ""
    notes: dict[str, str] = {}


class DevServer(Server):
    """An ordinary server, whose pages also load `dev.js` and ask for news of the author's work."""

    def __init__(self, settings: Settings, errand: Errand, game: Game | None, before: str) -> None:
        super().__init__(settings, games=[] if game is None else [game])
        self.errand = errand
        self.game = game
        self.before = before
        self.report = ChildReport("open")
        self.opened: tuple[Uvicorn, asyncio.AbstractEventLoop] | None = None
        self.pages.head = HEAD.format(version=errand.version)

    def routes(self) -> list[BaseRoute]:
        return [Route("/dev/news", self.tell), *super().routes()]

    async def tell(self, _request: Request) -> Response:
        told = Path(self.errand.news).read_bytes()
        own = {"version": self.errand.version, "notes": self.report.notes}
        return Response(protocol.plain({**own, **msgspec.json.decode(told)}), media_type="application/json")

    async def open(self) -> None:
        await super().open()
        if self.game is None:
            return
        if self.before:
            self.report.notes = await carry_over(Path(self.before), self.store, self.game, Path(self.errand.root))
        if not self.before or not await self.store.newest():
            self.report.table = await self.first_table(self.game)

    def finish(self) -> None:
        """From another thread: whoever has asked still gets an answer, if anybody could ask."""
        if self.opened is not None:
            server, loop = self.opened
            asyncio.run_coroutine_threadsafe(server.finish(FINISH_SECONDS), loop).result()

    async def first_table(self, game: Game) -> str:
        """The author against bots."""
        options = game.options()
        lock = fingerprint(self.errand.secret)
        places = [Place("bot", bot_name(BOT, seat), bot=BOT) for seat in range(game.seats(options))]
        places[0] = Place("person", AUTHOR, lock)
        made = Made(game.name, game.version, options.changed(), new_seed(), places, lock)
        return (await self.tables.create(made, [Began()])).table.id


def main(report: int, listening: int) -> int:
    """Say how it goes on the one descriptor, and listen on the other."""
    with os.fdopen(report, "w") as pipe:
        words = sys.stdin.readline()
        if not words:
            return 0
        errand = msgspec.json.decode(words, type=Errand)
        root = Path(errand.root)
        os.environ[VERSION] = str(errand.version)
        game: Game | None = None
        try:
            with within(PATIENCE):
                game = load(errand.package)
                try_out(game)
        except Exception as error:
            if errand.gate:
                say(pipe, ChildReport("mistake", mistake_of(error, root)))
                return 1
            game = None
        say(pipe, ChildReport("ready"))
        # The store of whoever served before: by now nobody writes there any more.
        go, _, before = sys.stdin.readline().strip().partition(" ")
        if go != "go":
            return 0
        settings = Settings(store=errand.store, port=errand.port)
        try:
            house = DevServer(settings, errand, game, before)
            threading.Thread(target=end_with_input, args=(house,), daemon=True).start()

            def opened(server: Uvicorn) -> None:
                house.opened = server, asyncio.get_running_loop()
                say(pipe, house.report)

            keep_open(house, settings, opened, socket.socket(fileno=listening))
        except Exception as error:
            say(pipe, ChildReport("mistake", mistake_of(error, root)))
            return 1
    return 0


def say(pipe: IO[str], report: ChildReport) -> None:
    pipe.write(protocol.plain(report).decode() + "\n")
    pipe.flush()


def end_with_input(house: DevServer) -> None:
    """Whoever started us has somebody else to serve, or has gone, however it went."""
    if sys.stdin.readline():
        house.finish()
    os._exit(0)


if __name__ == "__main__":
    logs.set_up("warning")
    sys.exit(main(*map(int, sys.argv[1:])))
