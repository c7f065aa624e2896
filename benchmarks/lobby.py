"""Response times of the lobby for people with profiles, in a store with many of both.

    python -m benchmarks.lobby                         # 10,000 profiles and 100,000 finished tables on SQLite
    python -m benchmarks.lobby --store postgresql      # the same on a PostgreSQL started for it
    python -m benchmarks.lobby --write                 # both, and writes measurements/lobby-of-many.json

Each visit signs in, asks for the lobby, the running and the finished games, and for the next page of these.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import math
import os
import random
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

import rumpus
from benchmarks.study import Row, Study, this_machine, today, write_study
from benchmarks.web_load import (
    CORES,
    open_socket,
    our_server,
    profile_of,
    secret_of,
    serving,
    show,
    store_of,
    with_store,
    write_profiles,
)
from rumpus.service.store import Store, fingerprint
from rumpus.service.store.profiles import Statement
from rumpus.service.tables.lobby import LobbyRow
from rumpus.table.entries import Made, Place, pack
from rumpus.table.table_view import SeatInfo

BATCH = 500
"""Tables per transaction while the store is filled."""
LISTING = "rumpus_shelf (id, state, listed, driven, row, touched, kept)"
ENTRY = "rumpus_book (id, seq, at, entry, mark)"
SEAT = "rumpus_seat (id, profile, seat, started)"


def insertion(into: str, rows: Sequence[Sequence[object]]) -> Statement:
    """One statement for many rows."""
    numbers = itertools.count(1)
    values = ", ".join(f"({', '.join(f'${next(numbers)}' for _ in row)})" for row in rows)
    return f"INSERT INTO {into} VALUES {values}", [value for row in rows for value in row]


async def fill(store: Store, profiles: int, tables: int) -> None:
    """Writes profiles with a device each, and finished tables of two of them."""
    await write_profiles(store, profiles)
    now = int(time.time() * 1000)
    rng = random.Random(1)
    for start in range(0, tables, BATCH):
        listings: list[Sequence[object]] = []
        entries: list[Sequence[object]] = []
        taken: list[Sequence[object]] = []
        for number in range(start, min(start + BATCH, tables)):
            table, when = f"table{number:07}", now - 60_000 * (tables - number)
            pair = [profile_of(one) for one in rng.sample(range(profiles), 2)]
            infos = [
                SeatInfo(f"Ann {id[-4:]}", "person", fared=fared, profile=id, avatar="owl", colour="blue")
                for id, fared in zip(pair, ("won", "lost"), strict=True)
            ]
            row = msgspec.json.encode(LobbyRow(table, "battle_puno", "Battle Puno", "over", infos))
            places = [Place("person", info.name, "x" * 64, profile=info.profile) for info in infos]
            entry = pack(Made("battle_puno", 1, {}, "seed", places, ""))
            listings.append((table, "over", False, False, row, when, True))
            entries.append((table, 0, when, entry, fingerprint(table, 0, when, entry)))
            taken += [(table, id, seat, when) for seat, id in enumerate(pair)]
        await store.change([insertion(LISTING, listings), insertion(ENTRY, entries), insertion(SEAT, taken)])


async def visit(address: str, number: int, delays: dict[str, list[float]]) -> None:
    ws = await open_socket(f"ws://{address}/ws")
    count = 0

    async def ask(what: str, **message: object) -> dict[str, Any]:
        nonlocal count
        count += 1
        began = time.perf_counter()
        await ws.send(msgspec.json.encode({**message, "id": str(count)}).decode())
        while True:
            heard: dict[str, Any] = msgspec.json.decode(await ws.recv())
            if heard.get("id") == str(count):
                delays[what].append(time.perf_counter() - began)
                if heard["is"] == "refused":
                    raise SystemExit(f"The server refused: {heard['why']}")
                return heard

    await ask("sign in", do="sign_in", profile=profile_of(number), secret=secret_of(number))
    await ask("lobby", do="lobby")
    await ask("running games", do="my_games")
    page = await ask("finished games", do="my_games", state="over")
    if page.get("next"):
        await ask("next page", do="my_games", state="over", before=page["next"])
    await ws.close()


async def visits(address: str, given: argparse.Namespace) -> dict[str, list[float]]:
    delays: dict[str, list[float]] = defaultdict(list)
    people = iter(random.Random(2).choices(range(given.profiles), k=given.visits))

    async def one_after_the_other() -> None:
        for number in people:
            await visit(address, number, delays)

    await asyncio.gather(*(one_after_the_other() for _ in range(given.at_once)))
    return delays


def lines_of(delays: dict[str, list[float]]) -> list[tuple[str, str]]:
    lines: list[tuple[str, str]] = []
    for what, found in [*delays.items(), ("all", [one for each in delays.values() for one in each])]:
        if len(found) < 2:
            continue
        cuts = statistics.quantiles(found, n=100)
        p50, p95, p99 = (1000 * cuts[at - 1] for at in (50, 95, 99))
        lines.append((what, f"p50 {p50:.1f} ms, p95 {p95:.1f} ms, p99 {p99:.1f} ms (n = {len(found)})"))
    return lines


def measure(given: argparse.Namespace, kind: str) -> dict[str, list[float]]:
    with (
        tempfile.TemporaryDirectory(prefix="rumpus-lobby-") as folder,
        store_of(kind, Path(folder)) as (place, _),
    ):
        asyncio.run(with_store(place, lambda store: fill(store, given.profiles, given.tables)))
        with serving(lambda port: our_server(port, place), "/healthz") as (address, _):
            delays = asyncio.run(visits(address, given))
    show(f"{given.profiles} profiles and {given.tables} finished tables on {kind}", lines_of(delays))
    return delays


def quantile_row(label: str, found: Sequence[float]) -> Row:
    """The 95th percentile in ms, with a 95 % interval from order statistics (David and Nagaraja, 2003, 7.1)."""
    ordered, n = sorted(1000 * one for one in found), len(found)
    spread = 1.96 * math.sqrt(n * 0.95 * 0.05)
    value, low, high = (ordered[min(n - 1, max(0, round(0.95 * n + by)))] for by in (0, -spread, spread))
    return Row(None, label, round(value, 1), "ms", round(low, 1), round(high, 1), n)


def lobby_study(given: argparse.Namespace, measured: Mapping[str, Mapping[str, Sequence[float]]], load: float) -> Study:
    rows = [
        quantile_row(f"{kind}: {what}, p95", found)
        for kind, delays in measured.items()
        for what, found in delays.items()
    ]
    return Study(
        "lobby-of-many", "host", "How soon does the lobby answer with many profiles and finished tables?",
        "python -m benchmarks.lobby --write", {}, rumpus.__version__, today(),
        f"{this_machine()}, load {load:.0f}", "95 % interval of the quantile",
        f"{given.profiles} profiles, {given.tables} finished tables of two. Each visit signs in over a new connection "
        f"and asks for the lobby and its games, {given.at_once} visits at a time. Each side has one core.",
        rows,
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--profiles", type=int, default=10_000)
    parser.add_argument("--tables", type=int, default=100_000, help="finished tables")
    parser.add_argument("--visits", type=int, default=2000)
    parser.add_argument("--at-once", type=int, default=4, help="visitors at the same time")
    parser.add_argument("--store", default="sqlite", help="sqlite, postgresql (a fresh one) or a URL")
    parser.add_argument(
        "--write", action="store_true", help="measure both stores, write measurements/lobby-of-many.json"
    )
    given = parser.parse_args()
    os.sched_setaffinity(0, {CORES[-1]})
    kinds = ("sqlite", "postgresql") if given.write else (given.store,)
    measured = {kind: measure(given, kind) for kind in kinds}
    if given.write:
        write_study(lobby_study(given, measured, os.getloadavg()[0]))


if __name__ == "__main__":
    main()
