"""A small client for bot authors and for the terminal: attach, see, decide; it reconnects and resends by itself.

async with Client("http://localhost:8484") as client:
    await client.quick("pigeons", bots=["normal"])
    async for page in client.pages():
        if page.moves:
            await client.move(page.moves[0])
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import re
import secrets
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI, WebSocketException

from rumpus.core.errors import IllegalMove, RumpusError
from rumpus.table.seat_view import Offer, StoryLine
from rumpus.table.table_view import Sheet

PATIENCE = 20.0
"""Seconds to try to reach a server that was there before."""
LARGEST = 16_000_000
TOO_BIG = 1009

UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""What would steer a terminal instead of standing in it: control characters, and those that turn writing round."""

Answer = TypeVar("Answer")


class Refusal(RumpusError):
    """The server said no; the sentence says why."""

    def __init__(self, why: str, stale: bool = False) -> None:
        super().__init__(why)
        self.stale = stale


class TablePage:
    """What one's seat may see of the table now, and the lines of the story that came with it."""

    def __init__(self, sheet: Sheet, lines: Sequence[StoryLine], story: Sequence[StoryLine]) -> None:
        self.sheet = sheet
        self.lines = list(lines)
        self.story = list(story)

    @property
    def moves(self) -> list[Offer]:
        return self.sheet.moves

    @property
    def view(self) -> dict[str, Any]:
        return dict(self.sheet.view or {})

    @property
    def over(self) -> bool:
        return self.sheet.state in ("over", "dropped")


class _Log(Struct):
    start: int
    lines: list[StoryLine]


class _TableMessage(Struct):
    sheet: Sheet
    log: _Log


def harmless(heard: Any) -> Any:
    """What a stranger's server said, without anything that is not there to be read."""
    if isinstance(heard, str):
        return UNSEEN.sub("", heard)
    if isinstance(heard, list):
        return [harmless(item) for item in heard]
    if isinstance(heard, dict):
        return {harmless(key): harmless(item) for key, item in heard.items()}
    return heard


def new_token() -> str:
    """A secret for one seat; whoever has it, has the seat."""
    return secrets.token_urlsafe(24)


def split_link(link: str) -> tuple[str, str, str]:
    """`http://host/t/TABLE#TOKEN` as address of the server, table and token (may be empty)."""
    parts = urlsplit(link if "://" in link else f"http://{link}")
    if parts.scheme not in ("http", "https", "ws", "wss") or not parts.netloc:
        raise RumpusError(f"{link!r} is no address of a server, such as http://localhost:8484")
    pieces = [piece for piece in parts.path.split("/") if piece]
    table = pieces[1] if len(pieces) == 2 and pieces[0] in ("t", "r") else ""
    return f"{parts.scheme}://{parts.netloc}", table, parts.fragment


class Client:
    """One socket, one table at a time."""

    def __init__(self, url: str, token: str = "", wait: float = 0.0) -> None:
        server, table, secret = split_link(url)
        secure = server.startswith(("https", "wss"))
        self.address = f"{'wss' if secure else 'ws'}://{server.partition('://')[2]}/ws"
        self.server = f"{'https' if secure else 'http'}://{server.partition('://')[2]}"
        self.token = token or secret or new_token()
        self.table = table
        self.wait = wait
        """Seconds to wait for a server that is not there yet; one that was there before gets `PATIENCE` at least."""
        self.page: TablePage | None = None
        self.tables: list[dict[str, Any]] = []
        """The listed tables, once `ask("lobby")` was said."""
        self._ids = itertools.count(1)
        self._mine = secrets.token_hex(4)
        self._waiting: dict[str, tuple[dict[str, Any], asyncio.Future[dict[str, Any]]]] = {}
        self._fresh = asyncio.Event()
        self._story: list[StoryLine] = []
        self._new: list[StoryLine] = []
        self._epoch = 0
        self._in_lobby = False
        self._answered: tuple[str, str] | None = None
        self._ws: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._failure: RumpusError | None = None

    async def __aenter__(self) -> Client:
        await self._connect(first=True)
        self._reader = asyncio.create_task(self._read())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._reader is not None:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)
        if self._ws is not None:
            await self._ws.close()

    @property
    def link(self) -> str:
        """The personal link: opens this seat on another device."""
        return f"{self.server}/t/{self.table}#{self.token}"

    # --- tables ---

    async def make(
        self,
        game: str,
        chairs: Sequence[str],
        name: str = "",
        options: Mapping[str, object] | None = None,
        **more: object,
    ) -> str:
        """Make a table and sit down at it; a chair is "me", "open" or the name of a bot."""
        kinds = [
            {"kind": chair} if chair in ("me", "open", "closed") else {"kind": "bot", "bot": chair} for chair in chairs
        ]
        answer = await self.ask(
            "make", game=game, token=self.token, name=name, chairs=kinds, options=dict(options or {}), **more
        )
        await self.attach(answer["table"])
        return self.table

    async def quick(self, game: str, bots: Sequence[str], name: str = "") -> str:
        """A table against these bots, at once."""
        return await self.make(game, ["me", *bots], name)

    async def attach(self, table: str) -> TablePage:
        """Look at a table, as the seat that our token opens, or as an onlooker."""
        self.table = table
        self.page, self._story, self._epoch = None, [], 0
        self._fresh.clear()
        await self.ask("attach", table=table, token=self.token)
        while self.page is None:
            self._fresh.clear()
            await self._news()
        return self.page

    async def sit(self, name: str = "", seat: int | None = None) -> None:
        await self.ask("sit", token=self.token, name=name, seat=seat)

    async def move(self, choice: Offer | int | str) -> None:
        """Decide; returns when it is written down for good. A text is read as the game's notation."""
        if self.page is None:
            raise RumpusError("look at a table first")
        key = "words" if isinstance(choice, str) else "move"
        value = choice.move if isinstance(choice, Offer) else choice
        at = self.page.sheet.at
        try:
            await self.ask("move", at=at, **{key: value})
            self._answered = (self.table, at)
        except Refusal as refusal:
            if refusal.stale:
                raise
            raise IllegalMove(str(refusal)) from None

    async def pages(self) -> AsyncIterator[TablePage]:
        """Every change of the table that there was time to look at, until the game is over.

        A decision that `move` has answered is not offered again.
        """
        shown: TablePage | None = None
        while True:
            page = self.page
            if page is None or page is shown or (page.moves and self._answered == (self.table, page.sheet.at)):
                self._fresh.clear()
                await self._news()
                continue
            shown = page
            page.lines, self._new = self._new, []
            yield page
            if page.over:
                return

    async def _news(self) -> None:
        if self._failure is None:
            await self._fresh.wait()
        if self._failure is not None:
            raise self._failure

    # --- the wire ---

    async def ask(self, do: str, **fields: object) -> dict[str, Any]:
        """Say something and wait for the answer; said again after a broken connection."""
        if self._failure is not None:
            raise self._failure
        self._in_lobby = self._in_lobby or do == "lobby"
        id = f"{self._mine}.{next(self._ids)}"
        message = {"do": do, "id": id, **fields}
        future: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[id] = (message, future)
        with contextlib.suppress(WebSocketException):  # the reader notices too, and says it again
            await self._send(message)
        answer = await future
        if answer["is"] == "refused":
            raise Refusal(answer["why"], answer.get("stale", False))
        return answer

    async def _send(self, message: Mapping[str, object]) -> None:
        assert self._ws is not None
        await self._ws.send(msgspec.json.encode(message).decode())

    async def _connect(self, first: bool) -> None:
        wait = 0.1
        deadline = asyncio.get_running_loop().time() + (self.wait if first else max(PATIENCE, self.wait))
        while True:
            try:
                self._ws = await connect(self.address, max_size=LARGEST, compression=None, open_timeout=10)
                return
            except InvalidURI:
                raise RumpusError(f"{self.server} is no address of a server") from None
            except (OSError, InvalidHandshake, TimeoutError, WebSocketException) as error:
                if asyncio.get_running_loop().time() >= deadline:
                    raise RumpusError(f"no Rumpus server answers at {self.server}: {error}") from None
            await asyncio.sleep(wait)
            wait = min(1.0, wait * 1.6)

    async def _read(self) -> None:
        while True:
            try:
                assert self._ws is not None
                async for text in self._ws:
                    self._heard(text if isinstance(text, bytes) else text.encode())
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code == TOO_BIG:
                    self._refuse_longest(harmless(closed.rcvd.reason))
            except WebSocketException:
                pass
            except msgspec.MsgspecError as error:
                self._give_up(RumpusError(f"the server speaks another protocol: {error}"))
                return
            try:
                await self._connect(first=False)
                if self._in_lobby:
                    await self._send({"do": "lobby"})
                if self.table:
                    await self._send(
                        {
                            "do": "attach",
                            "table": self.table,
                            "token": self.token,
                            "epoch": self._epoch,
                            "lines": len(self._story),
                        }
                    )
                for message, _ in list(self._waiting.values()):
                    await self._send(message)
            except WebSocketException:
                continue
            except RumpusError as error:
                self._give_up(error)
                return

    def _refuse_longest(self, why: str) -> None:
        """Said again, it would only end the connection again."""
        if self._waiting:
            id = max(self._waiting, key=lambda one: len(msgspec.json.encode(self._waiting[one][0])))
            _, future = self._waiting.pop(id)
            if not future.done():
                future.set_result({"is": "refused", "why": why or "that message is too long"})

    def _give_up(self, error: RumpusError) -> None:
        self._failure = error
        for _, future in self._waiting.values():
            if not future.done():
                future.set_exception(error)
        self._fresh.set()

    def _heard(self, data: bytes) -> None:
        message = harmless(msgspec.json.decode(data))
        if message["is"] == "table":
            self._turn_page(msgspec.convert(message, type=_TableMessage))
        elif message["is"] == "lobby":
            self.tables = message["tables"]
            self._fresh.set()
        elif message["is"] == "lobby_news":
            self._hear_of_tables(message["tables"], message["gone"])
            self._fresh.set()
        elif message.get("id") in self._waiting:
            _, future = self._waiting.pop(message["id"])
            if not future.done():
                future.set_result(message)

    def _hear_of_tables(self, changed: list[dict[str, Any]], gone: list[str]) -> None:
        """A table that is listed already keeps its place; a new one stands first."""
        news = {row["table"]: row for row in changed}
        known = [news.pop(row["table"], row) for row in self.tables if row["table"] not in gone]
        self.tables = [*news.values(), *known]

    def _turn_page(self, page: _TableMessage) -> None:
        if page.sheet.table != self.table:
            return  # of the table that we looked at before
        if page.sheet.epoch != self._epoch:
            self._story = []
        self._epoch = page.sheet.epoch
        del self._story[page.log.start :]
        self._story.extend(page.log.lines)
        self._new.extend(page.log.lines)
        self.page = TablePage(page.sheet, page.log.lines, self._story)
        self._fresh.set()


def play(url: str, decide: Callable[[TablePage], Offer | int | str]) -> TablePage:
    """Play a seat to the end, deciding with a function: the whole life of a simple bot."""

    async def whole_game() -> TablePage:
        async with Client(url) as client:
            if client.table:
                await client.attach(client.table)
            async for page in client.pages():
                if page.moves:
                    with contextlib.suppress(Refusal):  # the clock was quicker; the next page tells
                        await client.move(decide(page))
            return page

    return asyncio.run(whole_game())


class Remote:
    """The same client for a program without an event loop: it lives in a thread of its own."""

    def __init__(self, url: str, token: str = "") -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="rumpus-client", daemon=True)
        self._thread.start()
        self.client = Client(url, token)
        self._do(self.client.__aenter__())

    def _do(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    @property
    def page(self) -> TablePage | None:
        return self.client.page

    def make(self, game: str, chairs: Sequence[str], name: str = "", **more: Any) -> str:
        return self._do(self.client.make(game, chairs, name, **more))

    def attach(self, table: str) -> TablePage:
        return self._do(self.client.attach(table))

    def sit(self, name: str = "", seat: int | None = None) -> None:
        self._do(self.client.sit(name, seat))

    def move(self, choice: Offer | int | str) -> None:
        self._do(self.client.move(choice))

    def ask(self, do: str, **fields: object) -> dict[str, Any]:
        return self._do(self.client.ask(do, **fields))

    def wait(self, seconds: float) -> bool:
        """Wait for a change of the table; False if there was none in that time."""

        async def news() -> bool:
            try:
                async with asyncio.timeout(seconds):
                    await self.client._news()
            except TimeoutError:
                return False
            self.client._fresh.clear()
            return True

        return self._do(news())

    def close(self) -> None:
        self._do(self.client.__aexit__())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout=5)
