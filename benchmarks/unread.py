"""Memory of a server whose clients ask much and read nothing.

    python -m benchmarks.unread                          # 475 sockets of five addresses that ask for replays
    python -m benchmarks.unread --load                   # ... and that send long messages besides

Names of the table's players are emojis, which take four bytes per character in Python's strings. The figures are the
resident memory of the server's process, at first and at its highest, and the bytes that it counted.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
import tempfile
import time
from pathlib import Path

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from benchmarks.attackers import Attackers
from benchmarks.web_load import many_files
from rumpus.client import Client
from tests.web.local_server import LocalServer

ADDRESSES = 5
OPENING_AT_ONCE = 20
LONG = json.dumps({"do": "none", "why": "🐈" + "x" * 60_000}, ensure_ascii=False)


def memory(service: LocalServer) -> float:
    """Resident memory in MB."""
    assert service.process is not None
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{service.process.pid}/status").read_text())
    assert found
    return int(found[1]) / 1024


def counted(service: LocalServer) -> float:
    """Counted bytes in MB."""
    found = re.search(r"^rumpus_bytes_waiting (\S+)$", service.get("/metrics")[1], re.M)
    assert found
    return float(found[1]) / 1e6


async def long_table(service: LocalServer) -> str:
    async with Client(service.url) as ann:
        chairs = ["me", *["random"] * 7]
        table = await ann.make("battle_puno", chairs, name="🐈" * 8, options={"mode": "death match", "hp": 1000})
        # Not finished: such a replay is cached as a whole, so answers are cheap.
        await ann.ask("stand_in", seat=0, bot="random")
        while not (ann.page and len(ann.page.log) >= 300):
            await asyncio.sleep(0.05)
        await ann.ask("back")
        return table


async def deaf(
    attackers: Attackers, number: int, table: str, load: bool, at_once: asyncio.Semaphore
) -> ClientConnection:
    async with at_once:
        ws = await attackers.open(f"127.66.9.{number % ADDRESSES + 1}", deaf=True)
        try:
            await ws.send(json.dumps({"do": "attach", "table": table}))
            for start in range(57):
                await ws.send(json.dumps({"do": "replay", "count": 200, "start": start % 2}))
            for _ in range(4 if load else 0):
                await asyncio.wait_for(ws.send(LONG), 0.2)
        except (ConnectionClosed, TimeoutError):
            pass
        return ws


async def measure(service: LocalServer, sockets: int, load: bool, seconds: float) -> None:
    table = await long_table(service)
    attackers = Attackers([service.port])
    before = memory(service)
    most, bytes_counted = before, 0.0
    at_once = asyncio.Semaphore(OPENING_AT_ONCE)
    opening = asyncio.gather(*(deaf(attackers, number, table, load, at_once) for number in range(sockets)))
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        most = max(most, memory(service))
        bytes_counted = max(bytes_counted, await asyncio.to_thread(counted, service))
        await asyncio.sleep(0.1)
    print(f"{before:.0f} MB at first, {most:.0f} MB at most, {bytes_counted:.0f} MB counted.")
    for ws in await opening:
        ws.transport.abort()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sockets", type=int, default=475)
    parser.add_argument("--load", action="store_true", help="send long messages too")
    parser.add_argument("--seconds", type=float, default=30.0)
    args = parser.parse_args()
    many_files()
    with tempfile.TemporaryDirectory() as folder:
        service = LocalServer(Path(folder), sockets=100)
        service.start()
        try:
            asyncio.run(measure(service, args.sockets, args.load, args.seconds))
        finally:
            service.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
