"""How much a server carries: live tables with clients on every seat, and idle sockets.

    python benchmarks/web_load.py --tables 1000 --seconds 20 --idle 5000

The server runs on the first core, the clients on the second (where the machine lets us choose). Every move counted was
acknowledged, that is, committed to the store with synchronous=FULL. `--store postgresql://…` measures that one.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import secrets
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect


class Option(msgspec.Struct):
    move: int


class Sheet(msgspec.Struct):
    state: str
    at: str = ""
    moves: list[Option] = []


class Message(msgspec.Struct):
    is_: str = msgspec.field(name="is")
    id: str = ""
    table: str = ""
    sheet: Sheet | None = None
    why: str = ""


decoder = msgspec.json.Decoder(Message)
encoder = msgspec.json.Encoder()


class Tally:
    def __init__(self) -> None:
        self.delays: list[float] = []
        self.counting = False
        self.stopping = False
        self.refused = 0
        self.games = 0


class Seat:
    """One client: looks, decides at random, waits for the acknowledgement."""

    def __init__(self, ws: ClientConnection, token: str, tally: Tally) -> None:
        self.ws = ws
        self.token = token
        self.tally = tally
        self.sheet: Sheet | None = None
        self.sent = 0.0
        self.number = 0
        self.answered: set[str] = set()

    async def say(self, **message: object) -> None:
        await self.ws.send(encoder.encode(message).decode())

    async def until(self, kind: str) -> Message:
        while True:
            message = decoder.decode(await self.ws.recv())
            if message.is_ == "refused":
                raise SystemExit(f"refused: {message.why}")
            if message.sheet is not None:
                self.sheet = message.sheet
            if message.is_ == kind:
                return message

    async def decide(self) -> None:
        sheet = self.sheet
        if sheet is not None and sheet.moves and sheet.at not in self.answered:
            self.answered.add(sheet.at)
            self.number += 1
            self.sent = time.perf_counter()
            await self.say(do="move", id=str(self.number), at=sheet.at, move=random.choice(sheet.moves).move)

    async def play(self) -> None:
        """One game, to its end."""
        self.answered = set()
        await self.decide()
        while self.sheet is None or self.sheet.state != "over":
            message = decoder.decode(await self.ws.recv())
            if message.sheet is not None:
                self.sheet = message.sheet
            elif message.is_ == "done" and self.sent:
                if self.tally.counting:
                    self.tally.delays.append(time.perf_counter() - self.sent)
                self.sent = 0.0
            elif message.is_ == "refused":
                self.tally.refused += 1
            if not self.sent:
                await self.decide()
            if self.tally.stopping:
                return


async def table(address: str, game: str, tally: Tally, ready: asyncio.Semaphore) -> None:
    async with ready:
        first = await connect(address, compression=None, max_size=None, open_timeout=60)
        second = await connect(address, compression=None, max_size=None, open_timeout=60)
    seats = [Seat(ws, secrets.token_urlsafe(24), tally) for ws in (first, second)]
    while not tally.stopping:
        await seats[0].say(
            do="make", game=game, token=seats[0].token, chairs=[{"kind": "me"}, {"kind": "open"}], coach=False
        )
        id = (await seats[0].until("made")).table
        await seats[0].say(do="attach", table=id, token=seats[0].token)
        await seats[0].until("table")
        await seats[1].say(do="attach", table=id)
        await seats[1].until("table")
        await seats[1].say(do="sit", token=seats[1].token, name="B")
        await seats[1].until("done")
        for seat in seats:
            while seat.sheet is None or seat.sheet.state == "open":
                await seat.until("table")
        await asyncio.gather(*(seat.play() for seat in seats))
        tally.games += 1
    for seat in seats:
        await seat.ws.close()


def memory(pid: int) -> float:
    """Resident memory of the server itself, in MB."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) / 1024 if found else 0.0


def processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def idle_sockets(address: str, count: int, pid: int) -> None:
    before = memory(pid)
    gate = asyncio.Semaphore(50)

    async def one() -> ClientConnection:
        async with gate:
            ws = await connect(address, compression=None, open_timeout=60, ping_interval=None)
            await ws.recv()
            return ws

    sockets = await asyncio.gather(*(one() for _ in range(count)))
    await asyncio.sleep(2)
    each = 1024 * (memory(pid) - before) / count
    await sockets[0].send('{"do":"ping"}')
    await sockets[0].recv()
    gone = sum(ws.close_code is not None for ws in sockets)
    print(f"idle sockets held            {count - gone} at {each:.1f} KB each")
    await asyncio.gather(*(ws.close() for ws in sockets))


async def load(address: str, given: argparse.Namespace, pid: int) -> None:
    tally = Tally()
    before = memory(pid)
    ready = asyncio.Semaphore(40)
    tables = [asyncio.create_task(table(address, given.game, tally, ready)) for _ in range(given.tables)]
    await asyncio.sleep(given.warm)
    for task in tables:
        if task.done():
            task.result()
    grown = memory(pid) - before
    tally.counting = True
    spent = processor_seconds(pid)
    await asyncio.sleep(given.seconds)
    tally.counting = False
    spent = processor_seconds(pid) - spent
    tally.stopping = True
    delays = sorted(tally.delays)
    if not delays:
        raise SystemExit("no move was acknowledged")
    p50, p99 = (1000 * delays[int(share * len(delays))] for share in (0.5, 0.99))
    load = 100 * spent / given.seconds
    print(f"tables, all live             {given.tables} of {given.game}, a client on both seats")
    print(f"durable moves per second     {len(delays) / given.seconds:.0f} (server at {load:.0f} % of a core)")
    print(f"durable moves per CPU second {len(delays) / spent:.0f}")
    print(f"send to acknowledgement      p50 {p50:.1f} ms, p99 {p99:.1f} ms")
    print(f"memory per table             {1024 * grown / given.tables:.0f} KB, two sockets included")
    print(f"refused                      {tally.refused}; games finished {tally.games}")
    for task in tables:
        task.cancel()
    await asyncio.gather(*tables, return_exceptions=True)


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--tables", type=int, default=1000)
    words.add_argument("--seconds", type=float, default=20)
    words.add_argument("--warm", type=float, default=20, help="seconds to let all tables come up")
    words.add_argument("--idle", type=int, default=5000)
    words.add_argument("--game", default="battle_puno")
    words.add_argument("--store", default="")
    given = words.parse_args()
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[-1]})
    if given.tables:
        with_server(given.store, cores[0], lambda address, pid: load(address, given, pid))
    if given.idle:
        with_server(given.store, cores[0], lambda address, pid: idle_sockets(address, given.idle, pid))


def with_server(store: str, core: int, work: Callable[[str, int], Coroutine[Any, Any, None]]) -> None:
    """A fresh server on a core of its own, for as long as the work takes."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    folder = tempfile.mkdtemp(prefix="rumpus-load-")
    command = [
        "taskset", "-c", str(core), sys.executable, "-m", "rumpus.web", "--no-open", "--port", str(port),
        "--store", store or f"{folder}/t.db", "--rate", "100000", "--sockets", "1000000", "--tables", "100000000",
    ]  # fmt: skip
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        for _ in range(300):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2).close()
                break
            except OSError:
                time.sleep(0.1)
        uvloop.run(work(f"ws://127.0.0.1:{port}/ws", server.pid))
    finally:
        server.terminate()
        server.wait(20)


if __name__ == "__main__":
    main()
