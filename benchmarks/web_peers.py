"""Compares our server with boardgame.io's: tables for two, with a client on every seat.

    python -m benchmarks.web_peers --tables 1000 --seconds 20

boardgame.io is installed from npm once, in the peers' cache. Its game is crazy eights, ours is Battle Puno for two:
both have hidden hands and one move per turn. Its server stores matches in memory by default. "files" is its FlatFile
store: it writes after the players are notified, without a flush. Ours notifies them after the commit.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import secrets
import shutil
import subprocess
import tempfile
from typing import Any

import msgspec
import uvloop

from benchmarks.__main__ import CACHE, PEERS
from benchmarks.web_load import (
    CORES,
    OpenTable,
    Seat,
    Tally,
    arguments,
    encode,
    load,
    many_files,
    measure_ours,
    open_socket,
    serving,
    show,
)
from bootstrap import ROOT

HOME = CACHE / "boardgameio"
FILES = "node-persist@3.1.3"
"""Dependency of its FlatFile store."""
ROOM = "/eights,"
"""The game's socket.io namespace."""


class Cards(msgspec.Struct):
    hands: list[list[int] | int]
    pile: list[int]


class Turn(msgspec.Struct):
    currentPlayer: str
    gameover: object = None


class State(msgspec.Struct):
    G: Cards
    ctx: Turn
    number: int = msgspec.field(name="_stateID")


class Sync(msgspec.Struct):
    state: State


class TheirSeat(Seat):
    """Speaks socket.io like their own client."""

    def __init__(self, ws: Any, tally: Tally, seat: str) -> None:
        super().__init__(ws, tally)
        self.seat = seat
        self.match = ""
        self.state: State | None = None

    @property
    def over(self) -> bool:  # type: ignore[override]
        return self.state is not None and self.state.ctx.gameover is not None

    def hear(self, data: str | bytes) -> bool:
        """A new state after our own turn is the acknowledgement: there is no other."""
        text = data if isinstance(data, str) else data.decode()
        if text == "2":
            self.pong = asyncio.ensure_future(self.ws.send("3"))  # ping, pong
            return False
        if not text.startswith("42" + ROOM):
            return False
        kind, match, *rest = msgspec.json.decode(text[len("42" + ROOM) :], type=list[msgspec.Raw])
        if msgspec.json.decode(match) != self.match:
            return False
        if bytes(kind) == b'"sync"':
            self.state = msgspec.json.decode(rest[0], type=Sync).state
            return False
        if bytes(kind) != b'"update"':
            return False
        before, self.state = self.state, msgspec.json.decode(rest[0], type=State)
        return before is not None and before.ctx.currentPlayer == self.seat

    def choice(self) -> bytes | None:
        state = self.state
        if state is None or state.ctx.currentPlayer != self.seat or state.ctx.gameover is not None:
            return None
        hand, top = state.G.hands[int(self.seat)], state.G.pile[-1]
        assert isinstance(hand, list)
        fits = [card for card in hand if card % 13 in (7, top % 13) or card // 13 == top // 13]
        kind, args = ("play", [random.choice(fits)]) if fits else ("draw", [])
        payload = {"type": kind, "args": args, "playerID": self.seat, "credentials": None}
        action = {"type": "MAKE_MOVE", "payload": payload}
        return b"42" + ROOM.encode() + encode(["update", action, state.number, self.match, self.seat])

    async def enter(self) -> None:
        await self.ws.recv()
        await self.ws.send("40" + ROOM)
        await self.ws.recv()

    async def sit(self, match: str) -> None:
        self.match, self.state = match, None
        await self.ws.send("42" + ROOM + encode(["sync", match, self.seat, None, 2]).decode())
        while self.state is None:
            self.hear(await self.ws.recv())

    async def stay(self) -> None:
        """Answers pings until all tables are up, or the server disconnects us."""
        while not self.tally.all_up.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(1):
                    self.hear(await self.ws.recv())


async def their_table(address: str, tally: Tally, opening: asyncio.Semaphore) -> None:
    url = f"ws://{address}/socket.io/?EIO=4&transport=websocket"
    async with opening:
        seats = [TheirSeat(await open_socket(url), tally, str(seat)) for seat in range(2)]
        for seat in seats:
            await seat.enter()
    waiting = True
    while not tally.stopping:
        match = secrets.token_hex(6)
        for seat in seats:
            await seat.sit(match)
        if waiting:
            waiting = False
            await asyncio.gather(tally.one_more_up(), *(seat.stay() for seat in seats))
        await asyncio.gather(*(seat.play() for seat in seats))
        tally.games += 1


def install() -> None:
    if not shutil.which("node"):
        raise SystemExit("boardgame.io needs node, which is not installed.")
    if not (HOME / "node_modules" / "node-persist").exists():
        HOME.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "init", "-y"], cwd=HOME, check=True, capture_output=True)
        subprocess.run(["npm", "install", *PEERS["boardgameio"], FILES], cwd=HOME, check=True, capture_output=True)


def measure_theirs(given: argparse.Namespace, store: str) -> list[tuple[str, str]]:
    script = str(ROOT / "benchmarks" / "peers" / "boardgameio_server.cjs")
    settings = {"BOARDGAMEIO": str(HOME), "NODE_ENV": "production"}
    with tempfile.TemporaryDirectory(prefix="boardgameio-") as folder:
        place = folder if store == "files" else store
        with serving(lambda port: ["node", script, str(port), place], "/games", **settings) as (address, pid):
            table: OpenTable = lambda tally, opening: their_table(address, tally, opening)  # noqa: E731
            return uvloop.run(load(table, given, [pid])).lines()


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--stores", default="memory,files", help="stores of boardgame.io, separated by commas")
    given = parser.parse_args()
    given.idle = 0
    install()
    many_files()
    os.sched_setaffinity(0, {CORES[-1]})
    show(f"rumpus, {given.game}, SQLite", measure_ours(given, "sqlite"))
    for store in given.stores.split(","):
        show(f"{PEERS['boardgameio'][0]}, crazy eights, {store}", measure_theirs(given, store))


if __name__ == "__main__":
    main()
