"""Throughput and latency of a server: live tables with a client on every seat, and idle sockets.

    python -m benchmarks.web_load                        # 1,000 tables and 5,000 idle sockets on SQLite
    python -m benchmarks.web_load --store postgresql     # the same on a PostgreSQL started for it
    python -m benchmarks.web_load --pace 2               # people who think for two seconds, on average
    python -m benchmarks.web_load --store postgresql --servers 2    # a table's two seats at two servers
    python -m benchmarks.web_load --store postgresql --servers 2 --tables 100 --pace 1 --idle 0 --profiles 3
                                                         # three runs without and three with profiles on all seats
    python -m benchmarks.web_load --store postgresql --servers 2 --tables 100 --pace 1 --idle 0 --profiles 5 --write
                                                         # writes measurements/load-with-profiles.json

Servers and database run on the first core, clients on the last one. Only acknowledged moves count: they are committed
and flushed to disk. Without `--pace` every client decides at once. Then the server is never idle, and latency is mostly
time in its queue.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import os
import random
import re
import resource
import secrets
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Coroutine, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect

import rumpus
from benchmarks.study import Row, Study, rules_of, this_machine, today, write_study
from rumpus.service.profiles.profiles import INSERT_DEVICE, INSERT_PROFILE, MAX_DEVICES
from rumpus.service.store import Store, StoreListener, open_store
from rumpus.service.store.profiles import Statement
from rumpus.table.seats import fingerprint
from tests.web.local_server import TOKEN, Postgres

encode = msgspec.json.Encoder().encode
CORES = sorted(os.sched_getaffinity(0))
OPENING_AT_ONCE = 40
"""Connections opened concurrently."""


class Tally:
    """Counts and delays of all clients of a run."""

    def __init__(self, pace: float) -> None:
        self.pace = pace
        self.delays: list[float] = []
        self.up = 0
        self.all_up = asyncio.Event()
        self.games = 0
        self.refused = 0
        self.counting = False
        self.stopping = False

    async def one_more_up(self) -> None:
        """Waits until all tables are up."""
        self.up += 1
        await self.all_up.wait()


class Seat:
    """A client that decides at random, at once or after a pause, and waits for the reply."""

    def __init__(self, ws: ClientConnection, tally: Tally) -> None:
        self.ws = ws
        self.tally = tally
        self.sent = 0.0
        self.thinking = False

    # --- overridden per kind of server ---

    over = False

    def hear(self, data: str | bytes) -> bool:
        """Handles a message. Returns True if it acknowledges our move."""
        raise NotImplementedError

    def choice(self) -> bytes | None:
        """Returns the message of a random move; None if there is no decision."""
        raise NotImplementedError

    # --- shared ---

    async def play(self) -> None:
        self.sent, self.thinking = 0.0, False
        while not self.over and not self.tally.stopping:
            if not self.sent and not self.thinking:
                await self.decide()
            if self.hear(await self.ws.recv()) and self.sent:
                if self.tally.counting:
                    self.tally.delays.append(time.perf_counter() - self.sent)
                self.sent = 0.0

    async def decide(self) -> None:
        message = self.choice()
        if message is None:
            return
        if self.tally.pace:
            self.thinking = True
            after = random.expovariate(1 / self.tally.pace)
            asyncio.get_running_loop().call_later(after, lambda: asyncio.ensure_future(self.say(message)))
        else:
            await self.say(message)

    async def say(self, message: bytes) -> None:
        self.thinking = False
        self.sent = time.perf_counter()
        await self.ws.send(message.decode())


# --- ours ---


class Option(msgspec.Struct):
    move: int


class View(msgspec.Struct):
    state: str
    at: str = ""
    moves: list[Option] = []


class Message(msgspec.Struct):
    is_: str = msgspec.field(name="is")
    id: str = ""
    table: str = ""
    view: View | None = msgspec.field(name="sheet", default=None)
    why: str = ""


read_message = msgspec.json.Decoder(Message).decode


class OurSeat(Seat):
    def __init__(self, ws: ClientConnection, tally: Tally) -> None:
        super().__init__(ws, tally)
        self.token = secrets.token_urlsafe(24)
        self.number = 0
        self.view: View | None = None

    @property
    def over(self) -> bool:  # type: ignore[override]
        return self.view is not None and self.view.state == "over"

    def hear(self, data: str | bytes) -> bool:
        message = read_message(data)
        if message.view is not None:
            self.view = message.view
        self.tally.refused += message.is_ == "refused"
        return message.is_ == "done"

    def choice(self) -> bytes | None:
        if self.view is None or not self.view.moves:
            return None
        self.number += 1
        move = random.choice(self.view.moves).move
        return encode({"do": "move", "id": str(self.number), "at": self.view.at, "move": move})

    async def ask(self, **message: object) -> Message:
        """Sends a request before the game and returns its reply."""
        self.number += 1
        await self.ws.send(encode({**message, "id": str(self.number)}).decode())
        while True:
            heard = read_message(await self.ws.recv())
            if heard.view is not None:
                self.view = heard.view
            if heard.id == str(self.number):
                if heard.is_ == "refused":
                    raise SystemExit(f"The server refused: {heard.why}")
                return heard

    async def begun(self) -> None:
        while self.view is None or self.view.state == "open":
            self.hear(await self.ws.recv())


async def our_table(
    addresses: Sequence[str], game: str, tally: Tally, opening: asyncio.Semaphore, people: Iterator[int] | None = None
) -> None:
    """Two clients play game after game, at two servers if there are several. `people`: numbers of profiles."""
    start = random.randrange(len(addresses))
    async with opening:
        first, second = [
            OurSeat(await open_socket(f"ws://{addresses[(start + seat) % len(addresses)]}/ws"), tally)
            for seat in range(2)
        ]
    for seat in (first, second):
        if people is not None:
            number = next(people)
            await seat.ask(do="sign_in", profile=profile_of(number), secret=secret_of(number))
    waiting = True
    while not tally.stopping:
        seats = [{"kind": "me"}, {"kind": "open"}]
        first.view = second.view = None
        id = (await first.ask(do="make", game=game, token=first.token, chairs=seats, coach=False)).table
        await first.ask(do="attach", table=id, token=first.token)
        await second.ask(do="attach", table=id)
        await second.ask(do="sit", token=second.token, name="B")
        await asyncio.gather(first.begun(), second.begun())
        if waiting:
            waiting = False
            await tally.one_more_up()
        await asyncio.gather(first.play(), second.play())
        tally.games += 1


def profile_of(number: int) -> str:
    return f"profile{number:07}"


def secret_of(number: int) -> str:
    return f"{number:08}-secret-of-a-profile"


async def write_profiles(store: Store, count: int) -> None:
    """Writes profiles with a device each: a server lets one address make only a few an hour."""
    now = int(time.time() * 1000)
    for start in range(0, count, 1000):
        statements: list[Statement] = []
        for number in range(start, min(count, start + 1000)):
            id = profile_of(number)
            device = (fingerprint(secret_of(number)), "Firefox on Linux", now, id, MAX_DEVICES)
            statements.append((INSERT_PROFILE, (id, f"Ann {number}", "owl", "blue", now, 0)))
            statements.append((INSERT_DEVICE, device))
        await store.change(statements)


async def with_store(place: str, work: Callable[[Store], Coroutine[Any, Any, None]]) -> None:
    """Opens a store that no server uses yet, and does something to it."""
    store = open_store(place)
    await store.open(StoreListener())
    await work(store)
    await store.close()


async def open_socket(address: str) -> ClientConnection:
    return await connect(address, compression=None, max_size=None, open_timeout=120, ping_interval=None)


def our_server(port: int, store: str) -> list[str]:
    return [
        sys.executable, "-P", "-m", "rumpus", "serve", "--no-open", "--port", str(port), "--store", store,
        "--rate", "100000", "--sockets", "1000000", "--tables", "100000000", "--bots", "1",
    ]  # fmt: skip


# --- measuring ---


class Figures(msgspec.Struct):
    """Results of one run."""

    tables: int
    moves: int
    seconds: float
    p50: float
    p99: float
    server: float
    """CPU seconds of all servers."""
    database: float
    """CPU seconds."""
    clients: float
    """CPU seconds."""
    memory: float
    """Growth of the servers in MB."""
    games: int
    refused: int

    def lines(self) -> list[tuple[str, str]]:
        def share(spent: float) -> str:
            return f"{100 * spent / self.seconds:.0f} %"

        database = f", its database {share(self.database)}" if self.database else ""
        return [
            ("tables, all live", f"{self.tables}, a client on both seats"),
            ("moves per second", f"{self.moves / self.seconds:.0f}"),
            ("moves per CPU second", f"{self.moves / self.server:.0f}"),
            ("cores", f"server {share(self.server)}{database}, clients {share(self.clients)}"),
            ("send to acknowledgement", f"p50 {1000 * self.p50:.1f} ms, p99 {1000 * self.p99:.1f} ms"),
            ("memory per table", f"{1024 * self.memory / self.tables:.0f} KB, two sockets included"),
            ("refused, games finished", f"{self.refused}, {self.games}"),
        ]


OpenTable = Callable[[Tally, asyncio.Semaphore], Coroutine[Any, Any, None]]


async def load(open_table: OpenTable, given: argparse.Namespace, pids: Sequence[int], database: int = 0) -> Figures:
    """Opens all tables, then measures for `--seconds`."""
    tally = Tally(given.pace)
    before = sum(map(memory, pids))
    opening = asyncio.Semaphore(OPENING_AT_ONCE)
    tables = [asyncio.create_task(open_table(tally, opening)) for _ in range(given.tables)]
    while tally.up < given.tables:
        await asyncio.sleep(0.2)
        for task in tables:
            if task.done():
                task.result()
    tally.all_up.set()
    await asyncio.sleep(given.warm)
    began, server, store, own = time.monotonic(), sum(map(processor, pids)), family(database), time.process_time()
    tally.counting = True
    await asyncio.sleep(given.seconds)
    tally.counting = False
    seconds = time.monotonic() - began
    server = sum(map(processor, pids)) - server
    store, own = family(database) - store, time.process_time() - own
    tally.stopping = True
    grown = sum(map(memory, pids)) - before
    for task in tables:
        task.cancel()
    await asyncio.gather(*tables, return_exceptions=True)
    delays = sorted(tally.delays)
    if not delays:
        raise SystemExit("No move was acknowledged.")
    p50, p99 = (delays[int(share * len(delays))] for share in (0.5, 0.99))
    return Figures(
        given.tables, len(delays), seconds, p50, p99, server, store, own, grown, tally.games, tally.refused
    )  # fmt: skip


async def idle_sockets(address: str, count: int, pid: int) -> tuple[str, str]:
    before = memory(pid)
    opening = asyncio.Semaphore(OPENING_AT_ONCE)

    async def one() -> ClientConnection:
        async with opening:
            ws = await open_socket(address)
            await ws.recv()
            return ws

    sockets = await asyncio.gather(*(one() for _ in range(count)))
    each = 1024 * (memory(pid) - before) / count

    async def alive(ws: ClientConnection) -> bool:
        async with opening:
            await ws.send('{"do":"ping"}')
            return b"pong" in (await ws.recv(decode=False))

    held = sum(await asyncio.gather(*(alive(ws) for ws in sockets)))
    return "idle sockets held", f"{held} of {count}, every one answers, {each:.0f} KB each"


def memory(pid: int) -> float:
    """Resident memory of a process, in MB."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) / 1024 if found else 0.0


def processor(pid: int) -> float:
    """CPU seconds of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def family(pid: int) -> float:
    """CPU seconds of a process and its children; 0 for pid 0."""
    if not pid:
        return 0.0
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return sum(processor(int(one)) for one in [str(pid), *children])


# --- servers ---


@contextlib.contextmanager
def serving(command: Callable[[int], list[str]], ready: str, **settings: str) -> Iterator[tuple[str, int]]:
    """Runs a fresh server on the first core; yields its address and pid."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    pinned = ["taskset", "-c", str(CORES[0]), *command(port)]
    server = subprocess.Popen(pinned, stdout=subprocess.DEVNULL, env={**os.environ, **settings})
    try:
        for _ in range(600):
            if server.poll() is not None:
                raise SystemExit(f"The server exited with status {server.returncode}.")
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}{ready}", timeout=5).close()
                break
            except urllib.error.HTTPError:
                break
            except OSError:
                time.sleep(0.1)
        yield f"127.0.0.1:{port}", server.pid
    finally:
        server.terminate()
        server.wait(60)


@contextlib.contextmanager
def store_of(kind: str, folder: Path) -> Iterator[tuple[str, int]]:
    """Yields URL and pid of a fresh SQLite file, a fresh PostgreSQL on the first core, or a given URL."""
    if kind == "sqlite":
        yield str(folder / "tables.db"), 0
    elif kind == "postgresql":
        os.sched_setaffinity(0, {CORES[0]})
        database = Postgres().start()
        os.sched_setaffinity(0, {CORES[-1]})
        try:
            yield database.url, database.process.pid
        finally:
            database.close()
    else:
        yield kind, 0


def many_files() -> None:
    """Raises the limit of open files to the maximum. Child processes inherit it."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def measure_ours(
    given: argparse.Namespace, store: str, count: int = 1, profiles: bool = False, found: list[Figures] | None = None
) -> list[tuple[str, str]]:
    """Lines about a run. `profiles`: on all seats. The figures are added to `found`."""
    lines: list[tuple[str, str]] = []
    folder = tempfile.TemporaryDirectory(prefix="rumpus-load-")
    people = itertools.count() if profiles else None
    with folder, store_of(store, Path(folder.name)) as (place, database):
        if profiles:
            asyncio.run(with_store(place, lambda store: write_profiles(store, 2 * given.tables)))
        if given.tables:
            with contextlib.ExitStack() as stack:
                servers = [
                    stack.enter_context(
                        serving(lambda port: our_server(port, place), "/healthz", RUMPUS_METRICS_TOKEN=TOKEN)
                    )
                    for _ in range(count)
                ]
                addresses, pids = [address for address, _ in servers], [pid for _, pid in servers]

                def table(tally: Tally, opening: asyncio.Semaphore) -> Coroutine[Any, Any, None]:
                    return our_table(addresses, given.game, tally, opening, people)

                figures = uvloop.run(load(table, given, pids, database))
                lines += figures.lines()
                if found is not None:
                    found.append(figures)
                lines.append(commits(addresses))
        if given.idle:
            with serving(lambda port: our_server(port, place), "/healthz") as (address, pid):
                lines.append(uvloop.run(idle_sockets(f"ws://{address}/ws", given.idle, pid)))
    return lines


def compare_profiles(given: argparse.Namespace) -> None:
    """Measures without and with profiles in turn, and shows the ratios of each pair."""
    pairs: list[list[Figures]] = []
    for round in range(1, given.profiles + 1):
        pairs.append([])
        for profiles in (False, True):
            kind = "with" if profiles else "without"
            show(
                f"round {round}, {kind} profiles", measure_ours(given, given.store, given.servers, profiles, pairs[-1])
            )
    ratios = [pair[1].p99 / pair[0].p99 for pair in pairs]
    each = ", ".join(f"{ratio:.2f}" for ratio in ratios)
    print(f"\np99 with profiles / without: {each}; median {statistics.median(ratios):.2f} (n = {len(ratios)} pairs)")
    if given.write:
        write_study(profiles_study(given, pairs, os.getloadavg()[0]))


def profiles_study(given: argparse.Namespace, pairs: Sequence[Sequence[Figures]], load: float) -> Study:
    def row(label: str, values: Sequence[float], unit: str) -> Row:
        low, middle, high = (round(one, 2) for one in (min(values), statistics.median(values), max(values)))
        return Row(given.game, label, middle, unit, low, high, len(values))

    rows = [row("p99 with profiles, by p99 without", [pair[1].p99 / pair[0].p99 for pair in pairs], "times")]
    for profiles, kind in enumerate(("without profiles", "with profiles")):
        rows.append(row(f"{kind}: p50", [1000 * pair[profiles].p50 for pair in pairs], "ms"))
        rows.append(row(f"{kind}: p99", [1000 * pair[profiles].p99 for pair in pairs], "ms"))
    options = f"--store {given.store} --servers {given.servers} --tables {given.tables} --pace {given.pace:g} --idle 0"
    return Study(
        "load-with-profiles", "host", "What do profiles on all seats cost?",
        f"python -m benchmarks.web_load {options} --profiles {given.profiles} --write", rules_of(rows),
        rumpus.__version__, today(), f"{this_machine()}, load {load:.0f}", "median, least and most of all pairs",
        f"Time from sending a move to its acknowledgement, at {given.tables} tables with a client on every seat. "
        f"Runs of {given.seconds:g} s without and with profiles take turns.", rows,
    )  # fmt: skip


def commits(addresses: Sequence[str]) -> tuple[str, str]:
    """Acknowledged moves per commit since the start."""
    moves = written = 0.0
    for address in addresses:
        asked = urllib.request.Request(f"http://{address}/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
        with urllib.request.urlopen(asked, timeout=30) as answer:
            said = dict(line.rsplit(maxsplit=1) for line in answer.read().decode().splitlines() if line[0] != "#")
        moves += float(said["rumpus_move_seconds_count"])
        written += float(said["rumpus_store_commits"])
    return "moves per commit", f"{moves / written:.1f}, tables made included"


def arguments(about: str | None) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=20, help="duration of the measurement in seconds")
    parser.add_argument("--warm", type=float, default=3, help="seconds of play before it, once all tables are up")
    parser.add_argument("--pace", type=float, default=0, help="mean thinking time in seconds; 0: none")
    parser.add_argument("--game", default="battle_puno")
    return parser


def show(title: str, lines: list[tuple[str, str]]) -> None:
    busy = os.getloadavg()[0]
    print(f"\n{title} (load of the machine at the end: {busy:.1f})")
    for name, value in lines:
        print(f"  {name:26} {value}", flush=True)


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--idle", type=int, default=5000, help="number of idle sockets")
    parser.add_argument("--servers", type=int, default=1, help="number of servers on one PostgreSQL")
    parser.add_argument("--store", default="sqlite", help="sqlite, postgresql (a fresh one) or a URL")
    parser.add_argument("--profiles", type=int, default=0, metavar="PAIRS", help="pairs of runs without and with them")
    parser.add_argument("--write", action="store_true", help="write measurements/load-with-profiles.json")
    given = parser.parse_args()
    many_files()
    os.sched_setaffinity(0, {CORES[-1]})
    if given.profiles:
        compare_profiles(given)
        return
    show(
        f"{given.game} on {given.store}, servers {given.servers}, pace {given.pace:g} s",
        measure_ours(given, given.store, given.servers),
    )


if __name__ == "__main__":
    main()
