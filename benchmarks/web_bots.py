"""Latency and throughput of bots at many tables.

    python -m benchmarks.web_bots                          # 200 tables with hard, people who think for 8 s
    python -m benchmarks.web_bots --tables 50 --bot champion
    python -m benchmarks.web_bots --decisions              # decisions per second and core, by game and bot

The server runs on SQLite. At every table one client plays against one bot, in all two-player games in turn. The latency
is the time from the update in which a bot has to decide to the update with its move; bots do not pause. The exit status
is 1 if a bot took longer than `--latest`.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import uvloop

import rumpus
from benchmarks.siege import HonestClient, quantile
from benchmarks.web_load import many_files
from rumpus.client import Client, Refusal
from rumpus.core.catalogue import find_game
from rumpus.core.info_state import InfoState
from rumpus.core.rng import SeededRng
from rumpus.players.catalogue import find_player
from tests.web.local_server import LocalServer

GAMES: Sequence[tuple[str, dict[str, object]]] = (
    ("battle_puno", {"players": 2}),
    ("cat_brawl", {}),
    ("creature_wars", {}),
    ("defend_the_city", {"versus": True}),
    ("ultimatum", {}),
)
CHECK_SECONDS = 10.0


class BotLoad:
    """Clients at tables with a bot, and the latencies of the bots."""

    def __init__(self, url: str, bot: str, pace: float) -> None:
        self.url = url
        self.bot = bot
        self.pace = pace
        self.seated = 0
        self.waits: list[tuple[str, float]] = []
        """Game and latency in seconds, per decision of a bot."""

    async def table(self, number: int) -> None:
        game, options = GAMES[number % len(GAMES)]
        source = f"127.2.{number // 100 + 1}.{number % 100 + 1}"
        while True:
            async with HonestClient(self.url, source) as client:
                await client.make(game, ["me", self.bot], name=f"Ann {number}", options=options)
                self.seated += 1
                await self.game(client, game)

    async def game(self, client: Client, game: str) -> None:
        """Reads updates while a decision is pending, too."""
        owed, since, decided = False, 0.0, ""
        thoughts: list[asyncio.Task[None]] = []
        async for page in client.pages():
            view, now = page.table_view, time.perf_counter()
            if owed:
                self.waits.append((game, now - since))
            if page.over:
                break
            if page.moves and view.at != decided:
                decided = view.at
                thoughts.append(asyncio.create_task(self.think(client, [offer.move for offer in page.moves])))
            owed, since = not page.moves and any(view.seats[seat].kind == "bot" for seat in view.waiting), now
        await asyncio.gather(*thoughts)

    async def think(self, client: Client, moves: Sequence[int]) -> None:
        await asyncio.sleep(random.expovariate(1 / self.pace))
        try:
            await client.move(random.choice(moves))
        except Refusal as refusal:
            if not refusal.stale:
                raise


async def at_tables(service: LocalServer, given: argparse.Namespace) -> bool:
    load = BotLoad(service.url, given.bot, given.pace)
    people = [asyncio.create_task(load.table(number)) for number in range(given.tables)]
    while load.seated < given.tables:
        await asyncio.sleep(0.2)
        for task in people:
            if task.done():
                task.result()
    await asyncio.sleep(given.settle)
    print(f"{given.tables} tables with {given.bot} are up", flush=True)
    load.waits.clear()
    began = time.monotonic()
    while time.monotonic() - began < given.seconds:
        await asyncio.sleep(min(CHECK_SECONDS, given.seconds))
        for task in people:
            if task.done():
                task.result()
    seconds = time.monotonic() - began
    for task in people:
        task.cancel()
    await asyncio.gather(*people, return_exceptions=True)
    print("| game | decisions | a second | p50 | p99 | latest |\n|---|--:|--:|--:|--:|--:|")
    for game in (*(name for name, _ in GAMES), ""):
        waits = [wait for name, wait in load.waits if game in ("", name)]
        late = " | ".join(f"{1000 * quantile(waits, part):.0f} ms" for part in (0.5, 0.99, 1.0))
        print(f"| {game or 'all'} | {len(waits)} | {len(waits) / seconds:.1f} | {late} |")
    return bool(load.waits) and max(wait for _, wait in load.waits) <= given.latest


def decisions(bot: str, seconds: float) -> None:
    """Prints decisions per second of CPU time. Forced moves do not count."""
    for name, changes in GAMES:
        game = find_game(name)
        options = game.options(changes)
        rng, made, spent, number = SeededRng(f"{bot} {name}"), 0, 0.0, 0
        while spent < seconds:
            position = game.start(options, rng)
            players = [find_player(bot, game, options, f"{bot} {number} {seat}", timed=False) for seat in (0, 1)]
            number += 1
            while (acting := position.to_act()) and spent < seconds:
                seat = acting[0]
                began = time.process_time()
                move = players[seat].decide(InfoState(game, options, position, seat, rng))
                if len(position.moves(seat)) > 1:
                    spent += time.process_time() - began
                    made += 1
                position.apply(seat, move, rng)
        print(f"| {game.title} | {bot} | {made / spent:.1f} | {1000 * spent / made:.1f} ms |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--bot", default="hard")
    parser.add_argument("--pace", type=float, default=8.0, help="mean thinking time of people in seconds")
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--settle", type=float, default=10.0, help="seconds before measuring starts")
    parser.add_argument("--latest", type=float, default=1.0, help="limit of a bot's latency in seconds")
    parser.add_argument("--bots", type=int, default=0, help="processes for bots; 0: the server's default")
    parser.add_argument("--decisions", action="store_true", help="measure decisions per second, without a server")
    given = parser.parse_args()
    print(f"{'compiled' if rumpus.compiled() else 'interpreted'}, {os.cpu_count()} cores", flush=True)
    if given.decisions:
        print("| game | bot | decisions a second and core | each |\n|---|---|--:|--:|")
        for bot in ("hard", "champion"):
            decisions(bot, given.seconds)
        return
    many_files()
    with tempfile.TemporaryDirectory() as folder:
        settings = {"bots": given.bots} if given.bots else {}
        service = LocalServer(Path(folder), **settings)
        service.start()
        try:
            in_time = uvloop.run(at_tables(service, given))
        finally:
            service.kill()
    sys.exit(0 if in_time else 1)


if __name__ == "__main__":
    main()
