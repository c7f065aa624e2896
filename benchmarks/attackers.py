"""Attackers of one or several servers, all at once. Each has addresses of its own and retries for ever."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import random
import socket
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from multiprocessing.connection import Connection
from typing import Any

import uvloop
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from benchmarks.web_load import many_files

DISCONNECTED = (OSError, RuntimeError, WebSocketException, TimeoutError, asyncio.IncompleteReadError)
REPORT_SECONDS = 1.0
GROW_SECONDS = 10.0
"""Time in which a game of bots grows long enough for a large replay."""
WAIT = 0.5
PUZZLE_GAMES = ("cat_brawl", "creature_wars", "battle_puno", "ultimatum")
NAMES = (
    "\u3164",
    "A" + "\u0301" * 190,
    "\u202eAnn",
    "Ada (normal)",
    "\ud83d\ude00" * 50,
    "<b>Ann</b>",
    "\u0410nn",
    "\x00\x1b[31m",
)


class Attackers:
    """All attackers of one process, with counts of their attempts."""

    def __init__(self, ports: Sequence[int]) -> None:
        self._ports = itertools.cycle(ports)
        self.tried: Counter[str] = Counter()
        self.token = "".join(random.choices("abcdefghijklmnopqrstuvwxyz", k=30))
        self._numbers = itertools.count(1)

    # --- connections ---

    async def open(self, address: str, deaf: bool = False, **more: Any) -> ClientConnection:
        raw, port = socket.socket(), next(self._ports)
        try:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if deaf:
                raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            raw.bind((address, 0))
            raw.setblocking(False)
            await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", port))
            return await connect(
                f"ws://127.0.0.1:{port}/ws", sock=raw, compression=None, max_size=None, ping_interval=None,
                close_timeout=1, max_queue=1 if deaf else 64, open_timeout=20, **more,
            )  # fmt: skip
        except BaseException:
            raw.close()
            raise

    async def stream(self, address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", next(self._ports), local_addr=(address, 0))

    async def ask(self, ws: ClientConnection, do: str, **fields: Any) -> dict[str, Any]:
        id = str(next(self._numbers))
        await ws.send(json.dumps({"do": do, "id": id, **fields}))
        while True:
            heard: dict[str, Any] = json.loads(await asyncio.wait_for(ws.recv(), 20))
            if heard.get("id") == id:
                return heard

    async def make(self, ws: ClientConnection, game: str, bots: list[str], **more: Any) -> str:
        seats = [{"kind": "open" if bot == "open" else "bot", "bot": bot} for bot in bots]
        answer = await self.ask(ws, "make", game=game, token=self.token, chairs=seats, **more)
        return str(answer.get("table", ""))

    # --- attacks ---

    async def deaf_replays(self, number: int) -> None:
        """Requests replays and reads none of them."""
        address = f"127.66.1.{number % 2 + 1}"
        async with await self.open(address) as maker:
            table = await self.make(maker, "battle_puno", ["random"] * 8, options={"mode": "death match", "hp": 1000})
            await asyncio.sleep(GROW_SECONDS)
        ws = await self.open(address, deaf=True)
        try:
            await ws.send(json.dumps({"do": "attach", "table": table}))
            for _ in range(57):
                await ws.send('{"do":"replay","count":200}')
                self.tried["replays unread"] += 1
                await asyncio.sleep(0.06)
            await asyncio.wait_for(ws.wait_closed(), 90)
        finally:
            ws.transport.abort()

    async def deaf_lobby(self, number: int) -> None:
        """Watches the lobby and reads nothing."""
        ws = await self.open(f"127.66.2.{number % 2 + 1}", deaf=True)
        try:
            for _ in range(200):
                await ws.send('{"do":"lobby"}')
                self.tried["lobby unread"] += 1
                await asyncio.sleep(0.3)
        finally:
            ws.transport.abort()

    async def lister(self, number: int) -> None:
        """Fills the lobby with tables that have long options and change all the time."""
        async with await self.open(f"127.66.3.{number + 1}") as ws:
            seats = [{"kind": "me"}, {"kind": "open"}]
            answer = await self.ask(
                ws, "make", game="ultimatum", token=self.token, chairs=seats, listed=True, name="x" * 190,
                options={"map": "ruins" if number % 2 else "." * 40_000},
            )  # fmt: skip
            self.tried["tables listed"] += 1
            if "table" in answer:
                await self.ask(ws, "attach", table=answer["table"], token=self.token)
                for _ in range(100):
                    await self.ask(ws, "name", name=random.choice(NAMES))
                    self.tried["renames"] += 1
            await asyncio.sleep(WAIT)

    async def hog(self, number: int) -> None:
        """Adds slow bots, with options for which no solution is cached."""
        async with await self.open(f"127.66.4.{number % 3 + 1}") as ws:
            numbers = {"versus": True, "enemies": 9, "stamina": random.randint(40, 60), "die": 20, "stand_offs": 9}
            bot = random.choice(["exact", "hard"])
            await self.make(ws, "defend_the_city", [bot, bot], options=numbers)
            await self.make(ws, "creature_wars", ["hard", "hard"])
            self.tried["costly bots"] += 2
            await asyncio.sleep(10)

    async def asker(self, number: int) -> None:
        """Requests refusals, hints and replays as fast as possible."""
        async with await self.open(f"127.66.5.{number % 3 + 1}") as ws:
            seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
            answer = await self.ask(ws, "make", game="ultimatum", token=self.token, chairs=seats)
            if "table" not in answer:
                await asyncio.sleep(WAIT)
                self.tried["questions"] += 1
                return
            await self.ask(ws, "attach", table=answer["table"], token=self.token)
            for turn in range(400):
                await self.ask(ws, ("why", "hint", "replay")[turn % 3])
                self.tried["questions"] += 1
                await asyncio.sleep(0.06)

    async def silent(self, number: int) -> None:
        """Opens a connection and sends nothing, half a request, or a byte now and then."""
        reader, writer = await self.stream(f"127.66.6.{number % 4 + 1}")
        self.tried["silent connections"] += 1
        try:
            if number % 3:
                writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
            for _ in range(120):
                if number % 3 == 2:
                    writer.write(b"x")
                with contextlib.suppress(TimeoutError):
                    if not await asyncio.wait_for(reader.read(1000), 0.5):
                        return
        finally:
            writer.transport.abort()

    async def spammer(self, number: int) -> None:
        """Undoes, renames, leaves, returns and requests rematches."""
        async with await self.open(f"127.66.7.{number % 4 + 1}") as ws:
            seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
            answer = await self.ask(
                ws, "make", game="cat_brawl", token=self.token, chairs=seats, name=NAMES[number % 6]
            )
            self.tried["table requests"] += 1
            if "table" not in answer:
                await asyncio.sleep(WAIT)
                return
            await self.ask(ws, "attach", table=answer["table"], token=self.token)
            for _ in range(300):
                do: dict[str, Any] = random.choice([
                    {"do": "undo"}, {"do": "rematch"}, {"do": "leave"}, {"do": "name", "name": f"Ann {time.time()}"},
                    {"do": "back"}, {"do": "stand_in", "seat": 0, "bot": "random"}, {"do": "agree", "yes": False},
                    {"do": "sit", "token": self.token}, {"do": "fill", "seat": 1, "bot": "hard"},
                ])  # fmt: skip
                await self.ask(ws, **do)
                self.tried["table requests"] += 1
                await asyncio.sleep(0.06)

    async def invalid(self, number: int) -> None:
        """Sends invalid or huge messages."""
        async with await self.open(f"127.66.8.{number % 4 + 1}") as ws:
            self.tried["invalid messages"] += 1
            kind = random.randrange(7)
            if kind == 0:
                await ws.send(random.randbytes(200))
            elif kind == 1:
                await ws.send("x" * 10_000_000)
            elif kind == 2:
                await ws.send("[" * 60_000)
            elif kind == 3:
                ws.transport.write(b"\x81\x82\x00\x00\x00\x00{}" * 100_000)
            elif kind == 4:
                for _ in range(2000):
                    await ws.ping()
            elif kind == 5:
                ws.transport.write(b"\x01\x80\x00\x00\x00\x00" + b"\x00\x80\x00\x00\x00\x00" * 50_000)
            for _ in range(40):
                words: dict[str, object] = {
                    random.choice(["do", "id", "table", "at"]): random.choice(["move", 7, None, [], "\ud800"])
                }
                await ws.send(json.dumps(words))
                await asyncio.sleep(0.02)

    async def forger(self, number: int) -> None:
        """Uses made-up tokens, and headers of other sites and addresses."""
        address = f"127.66.9.{number % 3 + 1}"
        self.tried["forgeries"] += 1
        lies = [
            {"Origin": "https://evil.example"}, {"Host": "evil.example", "Origin": "http://evil.example"},
            {"Origin": "http://[::1"}, {"X-Forwarded-For": f"9.9.9.{number % 250}, 127.0.0.1"}, {},
        ]  # fmt: skip
        headers = dict(lies[number % len(lies)])
        origin = headers.pop("Origin", None)
        more: dict[str, Any] = {"additional_headers": headers}
        if origin:
            more["origin"] = origin
        async with await self.open(address, **more) as ws:
            await ws.send('{"do":"lobby"}')
            rows: list[dict[str, Any]] = []
            while not rows:
                rows = json.loads(await asyncio.wait_for(ws.recv(), 5)).get("tables", [{}])
            for row in rows[:20]:
                if "table" in row:
                    await self.ask(ws, "attach", table=row["table"], token=f"{random.getrandbits(200):050x}")
                    for do in ({"do": "move", "at": "0.0", "move": 0}, {"do": "leave"}, {"do": "name", "name": "x"}):
                        answer = await self.ask(ws, **do)
                        self.tried["forgeries"] += 1
                        self.tried["forgeries accepted"] += answer["is"] != "refused"

    async def reader(self, number: int) -> None:
        """Reads pages as fast as possible."""
        reader, writer = await self.stream(f"127.66.10.{number % 2 + 1}")
        paths = [
            "/",
            "/api/games",
            "/api/games/creature_wars/topics",
            "/api/games/ultimatum/rules",
            "/api/tables",
            "/x",
        ]
        try:
            for _ in range(300):
                writer.write(f"GET {random.choice(paths)} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
                self.tried["pages read"] += 1
                head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 20)
                length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r")[0] or 0)
                await reader.readexactly(length)
        finally:
            writer.transport.abort()

    async def puzzler(self, number: int) -> None:
        """Begins puzzles and lessons as fast as possible."""
        async with await self.open(f"127.66.11.{number % 2 + 1}") as ws:
            for turn in range(300):
                game = PUZZLE_GAMES[turn % len(PUZZLE_GAMES)]
                if turn % 5:
                    await self.ask(ws, "puzzle", game=game, token=self.token, puzzle=str(random.randrange(1, 60)))
                else:
                    await self.ask(ws, "learn", game=game, token=self.token)
                self.tried["puzzles"] += 1
                await asyncio.sleep(0.06)

    async def reviewer(self, number: int) -> None:
        """Asks for reviews of finished games, as thorough as can be had."""
        async with await self.open(f"127.66.12.{number % 3 + 1}") as ws:
            table = await self.make(ws, PUZZLE_GAMES[number % len(PUZZLE_GAMES)], ["random", "random"])
            if not table:
                self.tried["reviews"] += 1
                await asyncio.sleep(WAIT)
                return
            await self.ask(ws, "attach", table=table)
            for turn in range(300):
                await self.ask(ws, "review", stronger=bool(turn % 2))
                self.tried["reviews"] += 1
                await asyncio.sleep(0.2)

    async def rematcher(self, number: int) -> None:
        """Asks for the rematch of one game twice at the same time, at other servers where there are."""
        address = f"127.66.13.{number % 3 + 1}"
        async with await self.open(address) as one, await self.open(address) as other:
            table = await self.make(one, "cat_brawl", ["random", "random"])
            for _ in range(20 if table else 0):
                for ws in (one, other):
                    await self.ask(ws, "attach", table=table, token=self.token)
                answers = await asyncio.gather(*(self.ask(ws, "rematch") for ws in (one, other)))
                self.tried["rematches"] += 2
                made = {answer["table"] for answer in answers if "table" in answer}
                self.tried["rematches with two tables"] += len(made) > 1
                table = made.pop() if made else table
                await asyncio.sleep(1)
            await asyncio.sleep(WAIT)

    async def poster(self, number: int) -> None:
        """Sends the body of a POST a byte at a time, and asks for records of tables."""
        reader, writer = await self.stream(f"127.66.14.{number % 3 + 1}")
        head = "POST /api/lab/inquiries HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        try:
            writer.write(f"GET /api/tables/{random.getrandbits(60):012x}/record HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            writer.write(f"{head}Content-Length: 40000\r\n\r\n".encode())
            for _ in range(120):
                writer.write(b" ")
                self.tried["slow bodies"] += 1
                with contextlib.suppress(TimeoutError):
                    if not await asyncio.wait_for(reader.read(1000), 0.5):
                        return
        finally:
            writer.transport.abort()

    # --- loops ---

    async def repeat(self, attack: Callable[[int], Coroutine[Any, Any, None]], number: int) -> None:
        while True:
            try:
                await attack(number)
            except (*DISCONNECTED, KeyError, ValueError, InvalidHandshake):
                self.tried["cut off"] += 1
            await asyncio.sleep(WAIT * random.random())

    async def attack(self, strength: float, report: Connection) -> None:
        attacks: list[tuple[Callable[[int], Coroutine[Any, Any, None]], int]] = [
            (self.deaf_replays, 40), (self.deaf_lobby, 90), (self.lister, 10), (self.hog, 4), (self.asker, 20),
            (self.silent, 600), (self.spammer, 20), (self.invalid, 12), (self.forger, 12), (self.reader, 8),
            (self.puzzler, 20), (self.reviewer, 6), (self.rematcher, 6), (self.poster, 12),
        ]  # fmt: skip
        tasks = [
            asyncio.create_task(self.repeat(attack, number))
            for attack, count in attacks
            for number in range(max(1, int(count * strength)))
        ]
        while True:
            await asyncio.sleep(REPORT_SECONDS)
            for task in tasks:
                if task.done():
                    task.result()
            report.send((time.monotonic(), dict(self.tried)))


KINDS = (
    "replays unread", "lobby unread", "tables listed", "renames", "costly bots", "questions", "silent connections",
    "table requests", "invalid messages", "forgeries", "pages read", "puzzles", "reviews", "rematches", "slow bodies",
)  # fmt: skip


def attack(ports: Sequence[int], strength: float, report: Connection) -> None:
    """Attacks until the process is killed. At the lowest priority: real attackers do not share the servers' cores."""
    os.nice(19)
    many_files()
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        uvloop.run(Attackers(ports).attack(strength, report))
