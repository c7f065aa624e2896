"""Load test of a server under attack: honest clients play while many attackers connect.

    python -m benchmarks.siege                              # 30 minutes, 200 tables, SQLite
    python -m benchmarks.siege --servers 2 --tables 100     # two servers on a PostgreSQL started for it
    python -m benchmarks.siege --minutes 3 --tables 50

The servers have their usual limits. Honest clients think for some seconds before each move, at tables of two (each
person at another server) or against a bot. Attackers (benchmarks/attackers.py) use addresses of their own and attack
all servers. At the end the journals are read: every acknowledged move must be there once. The exit status is 1 if a
move is lost or doubled, if an honest client is turned away or waits too long, if a message holds an event loop too
long, or if memory or descriptors exceed their limits.

How long messages hold a loop is told twice: by the clock, and in processor time, which decides. By the clock, the time
for which a loop waits for a core would count. Where the system allows it, servers, database and honest clients get
priority over attackers and bots, which share the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import multiprocessing
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import uvloop
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from benchmarks.attackers import KINDS, attack
from benchmarks.web_load import many_files, memory
from rumpus.client import MAX_MESSAGE_BYTES, Client, Refusal, TablePage
from rumpus.core.errors import RumpusError
from tests.web.kill_server import Load, Promised, check_journals, read_journals
from tests.web.local_server import LocalServer, Postgres

GAMES = ("battle_puno", "cat_brawl", "creature_wars", "ultimatum")
FILES = 2048
"""File descriptors of the server: fewer than the attackers try to open."""
PRIORITY = -10
"""Niceness of the event loops, the database and the honest clients."""
LOOP_BOUND = 0.05
"""Seconds of processor time for which a message may hold an event loop at most: a bound of the histogram."""
LOOP_ROWS = (("loop_seconds", "on a loop, by the clock"), ("loop_cpu_seconds", "on a loop, processor time"))
"""Histograms of the servers, and what the report calls them."""
Rows = list[tuple[str, str]]
SAMPLE_SECONDS = 1.0
REPORT_SECONDS = 10.0


class HonestClient(Client):
    """A client that connects from an address of its own."""

    def __init__(self, url: str, source: str) -> None:
        super().__init__(url, wait=60)
        self.source = source

    async def _connect(self, first: bool) -> None:
        deadline = time.monotonic() + 60
        while True:
            try:
                self._ws = await connect(
                    self.address,
                    local_addr=(self.source, 0),
                    max_size=MAX_MESSAGE_BYTES,
                    compression=None,
                    open_timeout=20,
                )
                return
            except (OSError, TimeoutError, WebSocketException) as error:
                if time.monotonic() > deadline:
                    raise RumpusError(f"The server does not admit {self.source}: {error!r}.") from None
            await asyncio.sleep(0.5)


class HonestLoad(Load):
    """All honest clients, with their acknowledged moves and waiting times in seconds."""

    def __init__(self, urls: Sequence[str], pace: float) -> None:
        super().__init__(urls[0])
        self.urls = urls
        self.pace = pace
        self.waits: list[float] = []
        """Seconds from a move to its acknowledgement."""
        self.bot_waits: list[float] = []
        """Seconds from an acknowledgement to the next decision, against a bot."""
        self.seated = 0

    async def table(self, number: int) -> None:
        """Plays game after game. Every fourth table has a bot, the others two people."""
        alone = number % 4 == 0
        source = f"127.1.{number // 100 + 1}.{number % 100 + 1}"
        while True:
            game = GAMES[number % len(GAMES)]
            here, there = (self.urls[(number + seat) % len(self.urls)] for seat in range(2))
            async with HonestClient(here, source) as first, HonestClient(there, source) as second:
                seats = ["me", "greedy" if number % 8 else "easy"] if alone else ["me", "open"]
                table = await first.make(game, seats, name=f"Ann {number}", listed=number % 5 == 1)
                self.opened.add(table)
                clients = [first]
                if not alone:
                    await second.attach(table)
                    await second.sit(f"Bob {number}")
                    clients.append(second)
                self.seated += 1
                await asyncio.gather(*(self.game(client, alone) for client in clients))
                self.finished.add(table)

    async def game(self, client: Client, alone: bool) -> None:
        done = 0.0
        async for page in client.pages():
            if not page.moves or page.over:
                continue
            if alone and done:
                self.bot_waits.append(time.perf_counter() - done)
            await asyncio.sleep(random.expovariate(1 / self.pace))
            done = await self.decide(client, page)

    async def decide(self, client: Client, page: TablePage) -> float:
        move = random.choice(page.moves).move
        seat, number = page.table_view.you, int(page.table_view.at.partition(".")[2])
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


class ResourceMonitor:
    """Memory (MB) and file descriptors of one server, now and at most."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.initial_memory = memory(pid)
        self.max_memory = 0.0
        self.max_files = 0
        self.max_bot_memory = 0.0

    def sample(self) -> None:
        self.memory = memory(self.pid)
        self.files = len(os.listdir(f"/proc/{self.pid}/fd"))
        self.max_memory = max(self.max_memory, self.memory)
        self.max_files = max(self.max_files, self.files)
        self.max_bot_memory = max(self.max_bot_memory, sum(_memory_of(Path(f"/proc/{self.pid}/task"))))


def _memory_of(tasks: Path) -> Iterator[float]:
    for children in tasks.glob("*/children"):
        for child in children.read_text().split():
            try:
                yield memory(int(child))
            except OSError:
                continue


def prioritise(pid: int) -> None:
    """Gives a process's main thread priority, if the system allows it: that of a server is its event loop."""
    with contextlib.suppress(PermissionError):
        os.setpriority(os.PRIO_PROCESS, pid, PRIORITY)


def quantile(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(part * len(values)))] if values else 0.0


class LoopTimes:
    """Histogram over all servers: how long each message held an event loop at most."""

    def __init__(self, name: str, metrics: Sequence[str]) -> None:
        self.bounds: Counter[float] = Counter()
        """Messages by the lowest bound of the histogram that they kept."""
        self.late: Counter[str] = Counter()
        """Messages above `LOOP_BOUND`, by kind."""
        for text in metrics:
            before: Counter[str] = Counter()
            for kind, bound, total in re.findall(
                rf'^rumpus_{name}_bucket{{kind="([^"]+)",le="(.+)"}} (\d+)$', text, re.M
            ):
                count, before[kind] = int(total) - before[kind], int(total)
                self.bounds[float(bound)] += count
                if float(bound) > LOOP_BOUND:
                    self.late[kind] += count
        self.late = +self.late

    def __str__(self) -> str:
        above = sum(count for bound, count in self.bounds.items() if bound > LOOP_BOUND)
        kinds = f" ({', '.join(f'{count} {kind}' for kind, count in self.late.most_common())})" if above else ""
        counts = [f"{count} in {bound:g} s" for bound, count in sorted(self.bounds.items()) if count]
        return f"{', '.join(counts)}; {above} above {LOOP_BOUND:g} s{kinds}"


async def besiege(services: Sequence[LocalServer], given: argparse.Namespace) -> tuple[Rows, list[str]]:
    """Returns the measured rows and the problems."""
    load = HonestLoad([service.url for service in services], given.pace)
    monitors = [ResourceMonitor(service.process.pid) for service in services if service.process is not None]
    people = [asyncio.create_task(load.table(number)) for number in range(given.tables)]
    while load.seated < given.tables:
        await asyncio.sleep(0.2)
        for task in people:
            if task.done():
                task.result()
    for monitor in monitors:
        monitor.sample()
    print(f"{given.tables} tables are up: {_resources(monitors)}", flush=True)
    load.waits.clear()
    load.bot_waits.clear()
    reports, report = multiprocessing.Pipe(duplex=False)
    context = multiprocessing.get_context("spawn")
    ports = [service.port for service in services]
    attackers = context.Process(target=attack, args=(ports, given.strength, report), daemon=True)
    attackers.start()
    prioritise(os.getpid())  # after the attackers, which take the lowest priority
    tried: dict[str, int] = {}
    wrong: list[str] = []
    began = told = time.monotonic()
    heard = 0
    try:
        while time.monotonic() - began < 60 * given.minutes and not wrong:
            await asyncio.sleep(SAMPLE_SECONDS)
            while reports.poll():
                _, tried = reports.recv()
            wrong += [f"The server has ended; see {one.log}." for one in services if not _is_running(one)]
            if wrong:
                break
            if not attackers.is_alive():
                wrong.append("The attackers have stopped.")
            wrong += [f"An honest client failed: {task.exception()!r}." for task in people if task.done()][:1]
            for monitor in monitors:
                monitor.sample()
            if time.monotonic() - told >= REPORT_SECONDS:
                told = time.monotonic()
                fresh, heard = load.waits[heard:], len(load.waits)
                print(
                    f"{told - began:5.0f} s  {len(fresh):5} moves, p50 {1000 * quantile(fresh, 0.5):.0f} ms, p99 "
                    f"{1000 * quantile(fresh, 0.99):.0f} ms; {_resources(monitors)}; attacks {sum(tried.values())}",
                    flush=True,
                )
        seconds = time.monotonic() - began
    finally:
        attackers.kill()
        for task in people:
            task.cancel()
        await asyncio.gather(*people, return_exceptions=True)
    rows = [
        ("servers", f"{len(services)} on {'PostgreSQL' if len(services) > 1 else 'SQLite'}"),
        ("honest tables", f"{given.tables}, a decision in {given.pace:g} s per person"),
        ("moves acknowledged", f"{len(load.waits)} in {seconds:.0f} s, {len(load.finished)} games finished"),
        *figures(load, monitors, given),
        ("attacks", ", ".join(f"{tried.get(kind, 0)} {kind}" for kind in (*KINDS, "cut off"))),
    ]
    wrong += problems(load, monitors, tried, given)
    if all(_is_running(service) for service in services):
        more, late = await asyncio.to_thread(aftermath, services, load, given)
        rows += more
        wrong += late
    return rows, wrong


def figures(load: HonestLoad, monitors: Sequence[ResourceMonitor], given: argparse.Namespace) -> Rows:
    p50, p99, longest = (quantile(load.waits, part) for part in (0.5, 0.99, 1.0))
    bot_p50, bot_p99 = (quantile(load.bot_waits, part) for part in (0.5, 0.99))
    return [
        (
            "send to acknowledgement",
            f"p50 {1000 * p50:.1f} ms, p99 {1000 * p99:.1f} ms, longest {1000 * longest:.0f} ms",
        ),
        ("a bot's answer", f"p50 {bot_p50:.1f} s, p99 {bot_p99:.1f} s ({len(load.bot_waits)})"),
        ("memory at the start", _each(f"{one.initial_memory:.0f}" for one in monitors) + " MB"),
        ("memory at most", _each(f"{one.max_memory:.0f}" for one in monitors) + f" of {given.memory} MB"),
        ("memory of bots", _each(f"{one.max_bot_memory:.0f}" for one in monitors) + " MB at most"),
        ("descriptors", _each(str(one.max_files) for one in monitors) + f" of {FILES} at most"),
    ]


def problems(
    load: HonestLoad, monitors: Sequence[ResourceMonitor], tried: dict[str, int], given: argparse.Namespace
) -> list[str]:
    wrong = [f"This attack did not take place: {kind}." for kind in KINDS if not tried.get(kind)]
    if quantile(load.waits, 0.99) > given.p99:
        wrong.append(f"One honest move in a hundred took longer than {given.p99} s.")
    if not load.waits:
        wrong.append("No honest move was acknowledged.")
    if any(monitor.max_memory > given.memory for monitor in monitors):
        wrong.append(f"A server used more than {given.memory} MB.")
    if any(monitor.max_files > FILES - 64 for monitor in monitors):
        wrong.append("A server had almost no file descriptors left.")
    if tried.get("forgeries accepted"):
        wrong.append("A server accepted a forged token.")
    if tried.get("rematches with two tables"):
        wrong.append("A rematch has two tables.")
    return wrong


def aftermath(services: Sequence[LocalServer], load: HonestLoad, given: argparse.Namespace) -> tuple[Rows, list[str]]:
    """Reads the loops' times, stops the servers and checks the journals."""
    metrics = [service.get("/metrics")[1] for service in services]
    times = [LoopTimes(name, metrics) for name, _ in LOOP_ROWS]
    late = sum(times[-1].late.values())
    wrong: list[str] = []
    if late > given.late:
        wrong.append(f"{late} messages held an event loop longer than {LOOP_BOUND} s.")
    for service in services:
        wrong += afterwards(service)
    moves = check_journals(load, journals_of(services[0]))
    rows = [
        *((words, str(found)) for (_, words), found in zip(LOOP_ROWS, times, strict=True)),
        ("moves in the journals", f"{moves}, and every acknowledged one of {len(load.promised)} once"),
    ]
    return rows, wrong


def _is_running(service: LocalServer) -> bool:
    return service.process is not None and service.process.poll() is None


def _each(words: Iterator[str]) -> str:
    return " and ".join(words)


def _resources(monitors: Sequence[ResourceMonitor]) -> str:
    return _each(f"{one.memory:.0f} MB, {one.files} descriptors" for one in monitors)


def journals_of(service: LocalServer) -> dict[str, list[Any]]:
    """Reads all journals of a stopped server. Those of PostgreSQL are copied to a file first."""
    path = Path(service.store)
    if "://" in service.store:
        path = service.folder / "journals.db"
        command = [sys.executable, "-m", "rumpus", "store", "copy", service.store, str(path)]
        subprocess.run(command, check=True, env={**os.environ, "PYTHONPATH": service.path}, capture_output=True)
    return read_journals(path)


def afterwards(service: LocalServer) -> list[str]:
    """Returns the problems after the attack; stops the server."""
    wrong: list[str] = []
    status, said = service.get("/readyz")
    if status != 200:
        wrong.append(f"The server is not ready: {said.strip()}")
    failed = re.search(r"^rumpus_failures_total (\S+)$", service.get("/metrics")[1], re.M)
    if failed:
        wrong.append(f"{failed[1]} requests failed; see {service.log}.")
    if service.stop() not in (0, -15):
        wrong.append("The server did not stop properly.")
    return wrong


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--servers", type=int, default=1, help="1 on SQLite, or more on a PostgreSQL started for it")
    parser.add_argument("--pace", type=float, default=4, help="mean thinking time in seconds")
    parser.add_argument("--strength", type=float, default=1, help="number of attackers; 1 is about 800 connections")
    parser.add_argument("--memory", type=int, default=500, help="limit of a server's memory in MB")
    parser.add_argument("--late", type=int, default=0, help="messages that may hold a loop longer than 50 ms")
    parser.add_argument("--p99", type=float, default=1, help="limit of the 99th percentile in seconds")
    return parser


def siege(given: argparse.Namespace) -> list[str]:
    """Prints the measurements; returns the problems."""
    many_files()
    folder = Path(tempfile.mkdtemp(prefix="rumpus-siege-"))
    usual: dict[str, Any] = {"rate": 20, "sockets": 100, "tables": 60, "pause": 0.7}
    with contextlib.ExitStack() as stack:
        store = ""
        if given.servers > 1:
            postgres = Postgres().start()
            prioritise(postgres.process.pid)  # its later processes have the same
            stack.callback(postgres.close)
            store = postgres.url
        services = [LocalServer(folder, store, files=FILES, **usual) for _ in range(given.servers)]
        for service in services:
            stack.callback(service.close)
            service.start()
            assert service.process is not None
            prioritise(service.process.pid)
        rows, wrong = uvloop.run(besiege(services, given))
    for name, value in rows:
        print(f"  {name:26} {value}", flush=True)
    for sentence in wrong:
        print(f"failed: {sentence}", flush=True)
    return wrong


if __name__ == "__main__":
    sys.exit(1 if siege(arguments().parse_args()) else 0)
