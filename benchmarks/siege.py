"""A siege: honest people play at a server while everybody who means it no good comes at once.

    python -m benchmarks.siege                            # 30 minutes, 200 tables
    python -m benchmarks.siege --minutes 3 --tables 50

A real server with its usual limits, on SQLite. People think for some seconds before each move, at tables of two or with
a bot; attackers (benchmarks/attackers.py) come from addresses of their own. At the end the books are read: every
acknowledged move must be there once. Ends with status 1 if a move is lost or doubled, if somebody honest is turned away
or waits too long, or if memory or descriptors go past their bounds.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import random
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import uvloop
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from benchmarks.attackers import KINDS, attack
from benchmarks.web_load import many_files, memory
from rumpus.client import LARGEST, Client, Refusal, TablePage
from rumpus.core.errors import RumpusError
from tests.web.house import House
from tests.web.killing import Load, Promised, check_books, read_books

GAMES = ("battle_puno", "cat_brawl", "creature_wars", "ultimatum")
FILES = 2048
"""Descriptors of the server; fewer than the attackers would like to have."""
BEAT_SECONDS = 1.0
TELL_SECONDS = 10.0


class Neighbour(Client):
    """Somebody honest, at home at an address of their own."""

    def __init__(self, url: str, home: str) -> None:
        super().__init__(url, wait=60)
        self.home = home

    async def _connect(self, first: bool) -> None:
        deadline = time.monotonic() + 60
        while True:
            try:
                self._ws = await connect(
                    self.address, local_addr=(self.home, 0), max_size=LARGEST, compression=None, open_timeout=20
                )
                return
            except (OSError, TimeoutError, WebSocketException) as error:
                if time.monotonic() > deadline:
                    raise RumpusError(f"{self.home} is not let in: {error!r}") from None
            await asyncio.sleep(0.5)


class Town(Load):
    """All honest people: what they were promised, and how long they waited for it."""

    def __init__(self, url: str, pace: float) -> None:
        super().__init__(url)
        self.pace = pace
        self.waits: list[float] = []
        """From a move to its acknowledgement."""
        self.bots: list[float] = []
        """From there to the next decision, against a bot."""
        self.seated = 0

    async def table(self, number: int) -> None:
        """One game after the other: every fourth table with a bot, the others of two people."""
        alone = number % 4 == 0
        home = f"127.1.{number // 100 + 1}.{number % 100 + 1}"
        while True:
            game = GAMES[number % len(GAMES)]
            async with Neighbour(self.url, home) as first, Neighbour(self.url, home) as second:
                chairs = ["me", "greedy" if number % 8 else "easy"] if alone else ["me", "open"]
                table = await first.make(game, chairs, name=f"Ann {number}", listed=number % 5 == 1)
                self.opened.add(table)
                seats = [first]
                if not alone:
                    await second.attach(table)
                    await second.sit(f"Bob {number}")
                    seats.append(second)
                self.seated += 1
                await asyncio.gather(*(self.game(client, alone) for client in seats))
                self.finished.add(table)

    async def game(self, client: Client, alone: bool) -> None:
        done = 0.0
        async for page in client.pages():
            if not page.moves or page.over:
                continue
            if alone and done:
                self.bots.append(time.perf_counter() - done)
            await asyncio.sleep(random.expovariate(1 / self.pace))
            done = await self.decide(client, page)

    async def decide(self, client: Client, page: TablePage) -> float:
        move = random.choice(page.moves).move
        seat, number = page.sheet.you, int(page.sheet.at.partition(".")[2])
        assert seat is not None
        began = time.perf_counter()
        try:
            await client.move(move)
        except Refusal as refusal:
            if not refusal.stale:
                raise
            return 0.0
        self.waits.append(time.perf_counter() - began)
        self.promised.append(Promised(client.table, seat, number, move))
        return time.perf_counter()


class Gauge:
    """What the server takes, looked at once a second."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.before = memory(pid)
        self.most_memory = 0.0
        self.most_files = 0
        self.most_bots = 0.0

    def look(self) -> None:
        self.memory = memory(self.pid)
        self.files = len(os.listdir(f"/proc/{self.pid}/fd"))
        self.most_memory = max(self.most_memory, self.memory)
        self.most_files = max(self.most_files, self.files)
        self.most_bots = max(self.most_bots, sum(_memory_of(Path(f"/proc/{self.pid}/task"))))


def _memory_of(tasks: Path) -> Iterator[float]:
    for children in tasks.glob("*/children"):
        for child in children.read_text().split():
            try:
                yield memory(int(child))
            except OSError:
                continue


def share(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(part * len(values)))] if values else 0.0


async def besiege(house: House, given: argparse.Namespace) -> tuple[list[tuple[str, str]], list[str]]:
    """What was measured, and what went wrong."""
    assert house.process is not None
    town = Town(house.url, given.pace)
    gauge = Gauge(house.process.pid)
    people = [asyncio.create_task(town.table(number)) for number in range(given.tables)]
    while town.seated < given.tables:
        await asyncio.sleep(0.2)
        for task in people:
            if task.done():
                task.result()
    gauge.look()
    print(f"{given.tables} tables are up: {gauge.memory:.0f} MB, {gauge.files} descriptors", flush=True)
    town.waits.clear()
    town.bots.clear()
    hear, tell = multiprocessing.Pipe(duplex=False)
    gang = multiprocessing.get_context("spawn").Process(
        target=attack, args=(house.port, given.strength, tell), daemon=True
    )
    gang.start()
    tried: dict[str, int] = {}
    wrong: list[str] = []
    began = told = time.monotonic()
    heard = 0
    try:
        while time.monotonic() - began < 60 * given.minutes and not wrong:
            await asyncio.sleep(BEAT_SECONDS)
            while hear.poll():
                _, tried = hear.recv()
            if house.process.poll() is not None:
                wrong.append(f"the server ended with status {house.process.returncode}")
                break
            if not gang.is_alive():
                wrong.append("the attackers gave up")
            gauge.look()
            for task in people:
                if task.done():
                    wrong.append(f"somebody honest could not go on: {task.exception()!r}")
                    break
            if time.monotonic() - told >= TELL_SECONDS:
                told = time.monotonic()
                fresh, heard = town.waits[heard:], len(town.waits)
                print(
                    f"{told - began:5.0f} s  {len(fresh):5} moves, p50 {1000 * share(fresh, 0.5):.0f} ms, p99 "
                    f"{1000 * share(fresh, 0.99):.0f} ms; {gauge.memory:.0f} MB, {gauge.files} descriptors; "
                    f"attacks {sum(tried.values())}",
                    flush=True,
                )
        seconds = time.monotonic() - began
    finally:
        gang.kill()
        for task in people:
            task.cancel()
        await asyncio.gather(*people, return_exceptions=True)
    p50, p99, longest = (share(town.waits, part) for part in (0.5, 0.99, 1.0))
    waited = f"p50 {1000 * p50:.1f} ms, p99 {1000 * p99:.1f} ms, longest {1000 * longest:.0f} ms"
    rows = [
        ("honest tables", f"{given.tables}, a decision in {given.pace:g} s per person"),
        ("moves acknowledged", f"{len(town.waits)} in {seconds:.0f} s, {len(town.finished)} games finished"),
        ("send to acknowledgement", waited),
        ("a bot's answer", f"p50 {share(town.bots, 0.5):.1f} s, p99 {share(town.bots, 0.99):.1f} s ({len(town.bots)})"),
        ("server's memory", f"{gauge.before:.0f} MB alone, at most {gauge.most_memory:.0f} of {given.memory} MB"),
        ("its bots' memory", f"at most {gauge.most_bots:.0f} MB"),
        ("descriptors", f"at most {gauge.most_files} of {FILES}"),
        ("attacks", ", ".join(f"{tried.get(kind, 0)} {kind}" for kind in (*KINDS, "cut off"))),
    ]
    if p99 > given.p99:
        wrong.append(f"one honest move in a hundred took longer than {given.p99} s")
    if not town.waits:
        wrong.append("no honest move was acknowledged")
    if gauge.most_memory > given.memory:
        wrong.append(f"the server took more than {given.memory} MB")
    if gauge.most_files > FILES - 64:
        wrong.append("no descriptors were left")
    for kind in KINDS:
        if not tried.get(kind):
            wrong.append(f"an attack did not take place: {kind}")
    if tried.get("forgeries believed"):
        wrong.append("a forged token was believed")
    if not wrong:
        wrong += await asyncio.to_thread(afterwards, house)
        moves = check_books(town, read_books(Path(house.store)))
        rows.append(("moves in the books", f"{moves}, and every acknowledged one of {len(town.promised)} once"))
    return rows, wrong


def afterwards(house: House) -> list[str]:
    """Whether all is well once the attackers are gone; then it ends in order."""
    wrong: list[str] = []
    status, said = house.get("/readyz")
    if status != 200:
        wrong.append(f"the server is not ready: {said.strip()}")
    failed = re.search(r"^rumpus_failures_total (\S+)$", house.get("/metrics")[1], re.M)
    if failed:
        wrong.append(f"{failed[1]} requests could not be answered; see {house.log}")
    if house.stop() not in (0, -15):
        wrong.append("the server did not end in order")
    return wrong


def arguments() -> argparse.ArgumentParser:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--minutes", type=float, default=30)
    words.add_argument("--tables", type=int, default=200)
    words.add_argument("--pace", type=float, default=4, help="seconds that a person thinks on average")
    words.add_argument("--strength", type=float, default=1, help="how many attackers, 1 being some 800 connections")
    words.add_argument("--memory", type=int, default=500, help="MB that the server may take")
    words.add_argument("--p99", type=float, default=1, help="seconds that one honest move in a hundred may take")
    return words


def siege(given: argparse.Namespace) -> list[str]:
    """Prints what was measured; what went wrong comes back."""
    many_files()
    folder = Path(tempfile.mkdtemp(prefix="rumpus-siege-"))
    usual: dict[str, Any] = {"rate": 20, "sockets": 100, "tables": 60, "pause": 0.7}
    house = House(folder, files=FILES, **usual).start()
    try:
        rows, wrong = uvloop.run(besiege(house, given))
    finally:
        house.close()
    for name, value in rows:
        print(f"  {name:26} {value}", flush=True)
    for sentence in wrong:
        print(f"failed: {sentence}", flush=True)
    return wrong


if __name__ == "__main__":
    sys.exit(1 if siege(arguments().parse_args()) else 0)
