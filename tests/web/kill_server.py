"""Kill the server again and again while people play, then read the journals.

The tests do it a few times. `python -m tests.web.kill_server --kills 200` is the long run; it prints its figures.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sqlite3
import tempfile
import time
from pathlib import Path
from typing import Any

from rumpus.client import Client, Refusal
from rumpus.core.errors import RumpusError
from rumpus.table.entries import Made, Moved, unpack
from tests.web.local_server import LocalServer, install_pigeons


class Promised:
    """An acknowledged move: decision `number` of a seat."""

    def __init__(self, table: str, seat: int, number: int, move: int) -> None:
        self.table = table
        self.seat = seat
        self.number = number
        self.move = move


class Load:
    """People who play game after game and note acknowledged moves."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.promised: list[Promised] = []
        self.finished: set[str] = set()
        self.opened: set[str] = set()
        self.stopping = False

    async def person(self, alone: bool) -> None:
        """Plays with a bot, or with a second person who moves at the same time."""
        while not self.stopping:
            async with Client(self.url, wait=180) as first, Client(self.url, wait=180) as second:
                table = await first.make("pigeons", ["me", "random"] if alone else ["me", "open"], name="Ann")
                self.opened.add(table)
                seats = [first]
                if not alone:
                    await second.attach(table)
                    await second.sit("Bob")
                    seats.append(second)
                await asyncio.gather(*(self.play(client) for client in seats))
                self.finished.add(table)

    async def play(self, client: Client) -> None:
        async for page in client.pages():
            if not page.moves or page.over:
                continue
            move = random.choice(page.moves).move
            seat, number = page.table_view.you, int(page.table_view.at.partition(".")[2])
            assert seat is not None
            try:
                await client.move(move)
            except Refusal as refusal:
                if not refusal.stale:
                    raise
                continue
            self.promised.append(Promised(client.table, seat, number, move))


def read_journals(store: Path) -> dict[str, list[Any]]:
    journals: dict[str, list[Any]] = {}
    with sqlite3.connect(store) as db:
        for id, seq, entry in db.execute("SELECT id, seq, entry FROM book ORDER BY id, seq"):
            journal = journals.setdefault(id, [])
            assert len(journal) == seq, f"entry {seq} of {id} does not follow the one before"
            journal.append(unpack(entry))
    return journals


def check_journals(load: Load, journals: dict[str, list[Any]]) -> int:
    """Checks that no acknowledged move is missing or there twice. Returns the number of moves."""
    moves = 0
    decisions: dict[tuple[str, int], list[Moved]] = {}
    for id, journal in journals.items():
        assert isinstance(journal[0], Made)
        ids = [entry.mid for entry in journal if isinstance(entry, Moved) and entry.mid]
        assert len(ids) == len(set(ids)), f"a move of {id} was played twice"
        for entry in journal:
            if isinstance(entry, Moved):
                decisions.setdefault((id, entry.seat), []).append(entry)
                moves += 1
    for promised in load.promised:
        made = decisions[promised.table, promised.seat]
        assert promised.number < len(made), f"an acknowledged move of {promised.table} is missing"
        assert made[promised.number].move == promised.move, f"another move of {promised.table} stands in its place"
    return moves


async def kill_again_and_again(service: LocalServer, kills: int, tables: int, longest: float) -> dict[str, float]:
    load = Load(service.url)
    people = [asyncio.create_task(load.person(alone=number % 2 == 0)) for number in range(tables)]
    began = time.monotonic()
    back: list[float] = []
    for _ in range(kills):
        await asyncio.sleep(random.uniform(0.05, longest))
        for task in people:
            if task.done():
                task.result()
        await asyncio.to_thread(service.kill)
        moment = time.monotonic()
        await asyncio.to_thread(service.start)
        back.append(time.monotonic() - moment)
    load.stopping = True
    async with asyncio.timeout(300):
        await asyncio.gather(*people)
    assert await asyncio.to_thread(service.stop) in (0, -15)
    moves = check_journals(load, read_journals(Path(service.store)))
    assert load.opened <= load.finished, "a table did not go on"
    return {
        "kills": kills,
        "tables finished": len(load.finished),
        "acknowledged moves": len(load.promised),
        "moves in the journals": moves,
        "seconds": round(time.monotonic() - began, 1),
        "seconds until back, median": round(sorted(back)[len(back) // 2], 2),
    }


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--kills", type=int, default=200)
    words.add_argument("--tables", type=int, default=20)
    words.add_argument("--longest", type=float, default=1.5, help="seconds between two kills, at most")
    given = words.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="rumpus-kill-"))
    install_pigeons(folder / "packages")
    service = LocalServer(folder).start()
    try:
        figures = asyncio.run(kill_again_and_again(service, given.kills, given.tables, given.longest))
    except RumpusError as error:
        raise SystemExit(f"failed: {error}") from None
    finally:
        service.close()
    for name, value in figures.items():
        print(f"{name:28} {value}")
    print("no acknowledged move is missing, none is there twice, every table went on")


if __name__ == "__main__":
    main()
