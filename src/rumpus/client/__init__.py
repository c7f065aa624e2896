"""Client of a Rumpus server, for bots and for the terminal.

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
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI, WebSocketException

from rumpus.core.errors import IllegalMove, RumpusError
from rumpus.table.phrases import chat_words
from rumpus.table.seat_view import LogLine, Offer
from rumpus.table.table_view import TableView

__all__ = ["ChatLine", "Client", "Offer", "Refusal", "Remote", "TablePage", "new_token", "play"]

RECONNECT_SECONDS = 20.0
"""Seconds for reconnecting to a server."""
MAX_MESSAGE_BYTES = 16_000_000
MAX_CHAT_LINES = 50
NO_ADDRESS = "{} is no address of a server. Give one such as http://localhost:8484."
OLD_SERVER = "The server at {} does not know {!r}: it speaks version {} of the protocol. It needs a newer Rumpus."
UNKNOWN_MESSAGE = "at `$.do`"
"""Part of a server's refusal of messages of a kind that it does not know."""
CLOSE_TOO_BIG = 1009

CONTROL_CHARACTERS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control characters, and those that reverse the direction of text."""

Answer = TypeVar("Answer")


class Refusal(RumpusError):
    """The server refused a request."""

    def __init__(self, why: str, stale: bool = False, about: str = "") -> None:
        super().__init__(why)
        self.stale = stale
        self.about = about


class TablePage:
    """A seat's view of the table, and the log lines that came with it."""

    def __init__(self, table_view: TableView, lines: Sequence[LogLine], log: Sequence[LogLine]) -> None:
        self.table_view = table_view
        self.lines = list(lines)
        self.log = list(log)

    @property
    def moves(self) -> list[Offer]:
        """The seat's legal moves. Empty while others decide."""
        return self.table_view.moves

    @property
    def view(self) -> dict[str, Any]:
        """The game as this seat sees it. Empty before the start."""
        return dict(self.table_view.view or {})

    @property
    def over(self) -> bool:
        """True after the end."""
        return self.table_view.state in ("over", "dropped")


class ChatLine(Struct):
    """A chat message of a seat: a phrase by its id, or a text."""

    seat: int
    name: str
    words: str
    phrase: str = ""
    after: int = 0
    """Number of log lines before it."""


class _LogMessage(Struct):
    start: int
    lines: list[LogLine]


class _TableMessage(Struct):
    sheet: TableView
    log: _LogMessage


def without_control_characters(heard: Any) -> Any:
    """Removes control characters from a server's message: they could steer a terminal."""
    if isinstance(heard, str):
        return CONTROL_CHARACTERS.sub("", heard)
    if isinstance(heard, list):
        return [without_control_characters(item) for item in heard]
    if isinstance(heard, dict):
        return {without_control_characters(key): without_control_characters(item) for key, item in heard.items()}
    return heard


def new_token() -> str:
    """Returns a new secret. Whoever knows it has the seat or profile."""
    return secrets.token_urlsafe(24)


def split_link(link: str) -> tuple[str, str, str]:
    """Splits `http://host/t/TABLE#TOKEN` into server, table and token (may be empty)."""
    parts = urlsplit(link if "://" in link else f"http://{link}")
    if parts.scheme not in ("http", "https", "ws", "wss") or not parts.netloc:
        raise RumpusError(NO_ADDRESS.format(repr(link)))
    pieces = [piece for piece in parts.path.split("/") if piece]
    table = pieces[1] if len(pieces) == 2 and pieces[0] in ("t", "r") else ""
    return f"{parts.scheme}://{parts.netloc}", table, parts.fragment


class Client:
    """A client with one socket, at one table at a time. Reconnects and resends."""

    def __init__(self, url: str, token: str = "", wait: float = 0.0) -> None:
        server, table, secret = split_link(url)
        secure = server.startswith(("https", "wss"))
        self.address = f"{'wss' if secure else 'ws'}://{server.partition('://')[2]}/ws"
        self.server = f"{'https' if secure else 'http'}://{server.partition('://')[2]}"
        self.token = token or secret or new_token()
        self.table = table
        self.wait = wait
        """Seconds to wait for a server that is not up yet."""
        self.protocol = 0
        """Version of the protocol that the server speaks; 0 until it has said so."""
        self.page: TablePage | None = None
        self.chat: deque[ChatLine] = deque(maxlen=MAX_CHAT_LINES)
        """Chat messages heard at this table, oldest first. The server never repeats them."""
        self.tables: list[dict[str, Any]] = []
        """The listed tables, after `ask("lobby")`."""
        self._ids = itertools.count(1)
        self._id_prefix = secrets.token_hex(4)
        self._waiting: dict[str, tuple[dict[str, Any], asyncio.Future[dict[str, Any]]]] = {}
        self._changed = asyncio.Event()
        self._log: list[LogLine] = []
        self._new_lines: list[LogLine] = []
        self._epoch = 0
        self._in_lobby = False
        self._answered: tuple[str, str] | None = None
        self._identity: dict[str, object] = {}
        """Message that signs in, repeated after a lost connection."""
        self._seek: dict[str, object] = {}
        """Message of an unanswered search for an opponent, repeated likewise."""
        self._found: asyncio.Future[str] | None = None
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
        """Personal link. It opens this seat on another device."""
        return f"{self.server}/t/{self.table}#{self.token}"

    # --- people ---

    async def sign_in(self, secret: str, name: str = "") -> str:
        """Signs in to the profile of this device's secret, or makes one.

        Returns its id. `new_token` makes a secret. Whoever knows it has the profile.
        """
        identity = {"secret": secret, "name": name}
        answer = await self.ask("profile_new", **identity)
        self._identity = {"do": "profile_new", **identity}
        return str(answer["profile"])

    async def seek(self, game: str, preset: str = "", seats: int = 2, bot_after: int = 0, **more: object) -> TablePage:
        """Waits for opponents, then attaches to the table with them. Needs a profile.

        After `bot_after` seconds bots take the free seats; 0: never. Cancelling leaves the queue.
        """
        self.token = new_token()
        fields = {"game": game, "token": self.token, "preset": preset, "seats": seats, "bot_after": bot_after, **more}
        self._found = asyncio.get_running_loop().create_future()
        try:
            answer = await self.ask("seek", **fields)
            if answer["is"] == "seeking":
                self._seek = {"do": "seek", **fields}
                answer["table"] = await self._found
        except asyncio.CancelledError:
            with contextlib.suppress(WebSocketException):
                await self._send({"do": "seek_end"})
            raise
        finally:
            self._seek, self._found = {}, None
        return await self.attach(answer["table"])

    # --- tables ---

    async def make(
        self,
        game: str,
        seat_kinds: Sequence[str],
        name: str = "",
        options: Mapping[str, object] | None = None,
        **more: object,
    ) -> str:
        """Makes a table and attaches to it.

        A seat is "me", "open" or the name of a bot.
        """
        people = ("me", "open", "closed")
        kinds = [{"kind": one} if one in people else {"kind": "bot", "bot": one} for one in seat_kinds]
        fields = {"game": game, "token": self.token, "name": name, "chairs": kinds, "options": dict(options or {})}
        answer = await self.ask("make", **fields, **more)
        await self.attach(answer["table"])
        return self.table

    async def quick(self, game: str, bots: Sequence[str], name: str = "") -> str:
        """Makes a table against these bots."""
        return await self.make(game, ["me", *bots], name)

    async def use_profile(self, name: str, bot: bool = False) -> dict[str, Any]:
        """Signs in to the profile of this name at this server.

        It is made at first use; its secret is kept in the user's data folder. Seats taken from now on are its own.
        """
        from rumpus.client.profile import enter

        profile, self._identity = await enter(self, name, bot)
        return profile

    async def my_games(self, state: str = "playing") -> list[dict[str, Any]]:
        """The profile's tables, newest first. `state` is "playing" or "over"."""
        games: list[dict[str, Any]] = []
        before = ""
        while True:
            answer = await self.ask("my_games", state=state, before=before)
            games += answer["games"]
            before = answer.get("next", "")
            if not before:
                return games

    async def attach(self, table: str) -> TablePage:
        """Subscribes to a table, as our token's seat or as spectator."""
        self.table = table
        self.page, self._log, self._epoch = None, [], 0
        self.chat.clear()
        self._changed.clear()
        await self.ask("attach", table=table, token=self.token)
        while self.page is None:
            self._changed.clear()
            await self._wait_for_news()
        return self.page

    async def sit(self, name: str = "", seat: int | None = None) -> None:
        """Takes an open seat of the table: this one, or the first."""
        await self.ask("sit", token=self.token, name=name, seat=seat)

    async def move(self, choice: Offer | int | str) -> None:
        """Makes a move and returns after the commit.

        A string is read as the game's notation.
        """
        if self.page is None:
            raise RumpusError("You are at no table. Attach to one first.")
        key = "words" if isinstance(choice, str) else "move"
        value = choice.move if isinstance(choice, Offer) else choice
        at = self.page.table_view.at
        try:
            await self.ask("move", at=at, **{key: value})
            self._answered = (self.table, at)
        except Refusal as refusal:
            if refusal.stale:
                raise
            raise IllegalMove(str(refusal)) from None

    async def say(self, phrase: str = "", text: str = "") -> None:
        """Sends a phrase or emote of `rumpus.table.phrases`, or a text.

        Only some unlisted tables allow texts.
        """
        await self.ask("say", phrase=phrase, text=text)

    async def report(self, seat: int, reason: str = "other") -> None:
        """Reports a person to the server's host, with a reason of `rumpus.table.phrases`."""
        await self.ask("report", seat=seat, reason=reason)

    async def pages(self) -> AsyncIterator[TablePage]:
        """Yields the newest page after each change, until the end.

        Answered decisions are not repeated.
        """
        shown: TablePage | None = None
        while True:
            page = self.page
            if page is None or page is shown or (page.moves and self._answered == (self.table, page.table_view.at)):
                self._changed.clear()
                await self._wait_for_news()
                continue
            shown = page
            page.lines, self._new_lines = self._new_lines, []
            yield page
            if page.over:
                return

    async def news(self) -> None:
        """Waits for a change of the table or lobby, or a chat message."""
        await self._wait_for_news()
        self._changed.clear()

    async def _wait_for_news(self) -> None:
        if self._failure is None:
            await self._changed.wait()
        if self._failure is not None:
            raise self._failure

    # --- the wire ---

    async def ask(self, do: str, **fields: object) -> dict[str, Any]:
        """Sends a request and returns the reply. Resends after a lost connection."""
        if self._failure is not None:
            raise self._failure
        self._in_lobby = self._in_lobby or do == "lobby"
        id = f"{self._id_prefix}.{next(self._ids)}"
        message = {"do": do, "id": id, **fields}
        future: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[id] = (message, future)
        with contextlib.suppress(WebSocketException):  # the reader notices too, and says it again
            await self._send(message)
        answer = await future
        if answer["is"] == "refused":
            if UNKNOWN_MESSAGE in answer["why"]:
                raise Refusal(OLD_SERVER.format(self.server, do, self.protocol))
            raise Refusal(answer["why"], answer.get("stale", False), answer.get("about", ""))
        return answer

    async def _send(self, message: Mapping[str, object]) -> None:
        assert self._ws is not None
        await self._ws.send(msgspec.json.encode(message).decode())

    async def _connect(self, first: bool) -> None:
        wait = 0.1
        deadline = asyncio.get_running_loop().time() + (self.wait if first else max(RECONNECT_SECONDS, self.wait))
        while True:
            try:
                self._ws = await connect(self.address, max_size=MAX_MESSAGE_BYTES, compression=None, open_timeout=10)
                return
            except InvalidURI:
                raise RumpusError(NO_ADDRESS.format(self.server)) from None
            except (OSError, InvalidHandshake, TimeoutError, WebSocketException) as error:
                if asyncio.get_running_loop().time() >= deadline:
                    raise RumpusError(f"No Rumpus server answers at {self.server}: {error}") from None
            await asyncio.sleep(wait)
            wait = min(1.0, wait * 1.6)

    async def _read(self) -> None:
        while True:
            try:
                assert self._ws is not None
                async for text in self._ws:
                    self._on_message(text if isinstance(text, bytes) else text.encode())
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code == CLOSE_TOO_BIG:
                    self._refuse_longest(without_control_characters(closed.rcvd.reason))
            except WebSocketException:
                pass
            except msgspec.MsgspecError as error:
                self._give_up(RumpusError(f"The server speaks another protocol: {error}."))
                return
            try:
                await self._connect(first=False)
                if self._identity:
                    await self._send(self._identity)
                if self._in_lobby:
                    await self._send({"do": "lobby"})
                if self.table:
                    where = {"table": self.table, "token": self.token}
                    await self._send({"do": "attach", **where, "epoch": self._epoch, "lines": len(self._log)})
                for message, _ in list(self._waiting.values()):
                    await self._send(message)
                if self._seek:
                    await self._send(self._seek)
            except WebSocketException:
                continue
            except RumpusError as error:
                self._give_up(error)
                return

    def _refuse_longest(self, why: str) -> None:
        """Refuses the longest request: sent again, it would end the connection again."""
        if self._waiting:
            id = max(self._waiting, key=lambda one: len(msgspec.json.encode(self._waiting[one][0])))
            _, future = self._waiting.pop(id)
            if not future.done():
                future.set_result({"is": "refused", "why": why or "This message is too long."})

    def _give_up(self, error: RumpusError) -> None:
        self._failure = error
        for _, future in self._waiting.values():
            if not future.done():
                future.set_exception(error)
        if self._found is not None and not self._found.done():
            self._found.set_exception(error)
        self._changed.set()

    def _on_message(self, data: bytes) -> None:
        message = without_control_characters(msgspec.json.decode(data))
        if message["is"] == "table":
            self._on_table(msgspec.convert(message, type=_TableMessage))
        elif message["is"] == "hello":
            self.protocol = message["protocol"]
        elif message["is"] == "chat":
            self._on_chat(message.get("seat", 0), message.get("phrase", ""), message.get("text", ""))
        elif message["is"] == "lobby":
            self.tables = message["tables"]
            self._changed.set()
        elif message["is"] == "lobby_news":
            self._on_lobby_news(message["tables"], message["gone"])
            self._changed.set()
        elif message.get("id") in self._waiting:
            _, future = self._waiting.pop(message["id"])
            if not future.done():
                future.set_result(message)
        elif self._found is not None and not self._found.done():
            if message["is"] == "found":
                self._found.set_result(message["table"])
            elif message["is"] == "seek_over":
                self._found.set_exception(Refusal(message["why"]))

    def _on_chat(self, seat: int, phrase: str, text: str) -> None:
        seats = self.page.table_view.seats if self.page is not None else []
        name = seats[seat].name if seat < len(seats) else f"Seat {seat + 1}"
        self.chat.append(ChatLine(seat, name, chat_words(phrase, text), phrase, len(self._log)))
        self._changed.set()

    def _on_lobby_news(self, changed: list[dict[str, Any]], gone: list[str]) -> None:
        """Updates listed tables in place. New ones come first."""
        news = {row["table"]: row for row in changed}
        known = [news.pop(row["table"], row) for row in self.tables if row["table"] not in gone]
        self.tables = [*news.values(), *known]

    def _on_table(self, page: _TableMessage) -> None:
        if page.sheet.table != self.table:
            return  # of the table that we looked at before
        if page.sheet.epoch != self._epoch:
            self._log = []
        self._epoch = page.sheet.epoch
        del self._log[page.log.start :]
        self._log.extend(page.log.lines)
        self._new_lines.extend(page.log.lines)
        self.page = TablePage(page.sheet, page.log.lines, self._log)
        self._changed.set()


def play(url: str, decide: Callable[[TablePage], Offer | int | str]) -> TablePage:
    """Plays a seat to the end with a decision function.

    Enough for a simple bot.
    """

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
    """A blocking client for programs without an event loop. It runs in a thread.

    Its methods are those of `Client`.
    """

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

    def make(self, game: str, seat_kinds: Sequence[str], name: str = "", **more: Any) -> str:
        return self._do(self.client.make(game, seat_kinds, name, **more))

    def attach(self, table: str) -> TablePage:
        return self._do(self.client.attach(table))

    def sit(self, name: str = "", seat: int | None = None) -> None:
        self._do(self.client.sit(name, seat))

    def move(self, choice: Offer | int | str) -> None:
        self._do(self.client.move(choice))

    def say(self, phrase: str = "", text: str = "") -> None:
        self._do(self.client.say(phrase, text))

    def ask(self, do: str, **fields: object) -> dict[str, Any]:
        return self._do(self.client.ask(do, **fields))

    def use_profile(self, name: str) -> dict[str, Any]:
        return self._do(self.client.use_profile(name))

    def my_games(self, state: str = "playing") -> list[dict[str, Any]]:
        return self._do(self.client.my_games(state))

    def wait(self, seconds: float) -> bool:
        """Waits for a change of the table. False if there was none in time."""

        async def news() -> bool:
            try:
                async with asyncio.timeout(seconds):
                    await self.client._wait_for_news()
            except TimeoutError:
                return False
            self.client._changed.clear()
            return True

        return self._do(news())

    def close(self) -> None:
        self._do(self.client.__aexit__())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout=5)
