"""Bots at many tables: how late they answer, and how many decisions a core makes.

    python -m benchmarks.web_bots                          # 200 tables with hard, people who think for 8 s
    python -m benchmarks.web_bots --tables 50 --bot champion
    python -m benchmarks.web_bots --decisions              # decisions per second and core, by game and bot

A real server on SQLite; at every table one person plays against one bot, the games of two in turn. A bot is waited for
from the moment at which the person is shown that it owes a decision to the one at which they are shown what it did; it
pauses for nothing. Ends with status 1 if one took longer than `--latest`.
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
from benchmarks.siege import Neighbour, share
from benchmarks.web_load import many_files
from rumpus.client import Client, Refusal
from rumpus.core.catalogue import find_game
from rumpus.core.info_state import Chair
from rumpus.core.rng import Seeded
from rumpus.players.catalogue import find_player
from tests.web.house import House

GAMES: Sequence[tuple[str, dict[str, object]]] = (
    ("battle_puno", {"players": 2}),
    ("cat_brawl", {}),
    ("creature_wars", {}),
    ("defend_the_city", {"versus": True}),
    ("ultimatum", {}),
)
TELL_SECONDS = 10.0


class Guests:
    """People at tables with a bot, and how long they waited for it."""

    def __init__(self, url: str, bot: str, pace: float) -> None:
        self.url = url
        self.bot = bot
        self.pace = pace
        self.seated = 0
        self.waits: list[tuple[str, float]] = []
        """By game, from when a bot owed a decision until it was shown."""

    async def table(self, number: int) -> None:
        """One game after the other."""
        game, options = GAMES[number % len(GAMES)]
        home = f"127.2.{number // 100 + 1}.{number % 100 + 1}"
        while True:
            async with Neighbour(self.url, home) as client:
                await client.make(game, ["me", self.bot], name=f"Ann {number}", options=options)
                self.seated += 1
                await self.game(client, game)

    async def game(self, client: Client, game: str) -> None:
        """Pages are read as they come, while somebody thinks too."""
        owed, since, decided = False, 0.0, ""
        thoughts: list[asyncio.Task[None]] = []
        async for page in client.pages():
            sheet, now = page.sheet, time.perf_counter()
            if owed:
                self.waits.append((game, now - since))
            if page.over:
                break
            if page.moves and sheet.at != decided:
                decided = sheet.at
                thoughts.append(asyncio.create_task(self.think(client, [offer.move for offer in page.moves])))
            owed, since = not page.moves and any(sheet.seats[seat].kind == "bot" for seat in sheet.waiting), now
        await asyncio.gather(*thoughts)

    async def think(self, client: Client, moves: Sequence[int]) -> None:
        await asyncio.sleep(random.expovariate(1 / self.pace))
        try:
            await client.move(random.choice(moves))
        except Refusal as refusal:
            if not refusal.stale:
                raise


async def at_tables(house: House, given: argparse.Namespace) -> bool:
    guests = Guests(house.url, given.bot, given.pace)
    people = [asyncio.create_task(guests.table(number)) for number in range(given.tables)]
    while guests.seated < given.tables:
        await asyncio.sleep(0.2)
        for task in people:
            if task.done():
                task.result()
    await asyncio.sleep(given.settle)
    print(f"{given.tables} tables with {given.bot} are up", flush=True)
    guests.waits.clear()
    began = time.monotonic()
    while time.monotonic() - began < given.seconds:
        await asyncio.sleep(min(TELL_SECONDS, given.seconds))
        for task in people:
            if task.done():
                task.result()
    seconds = time.monotonic() - began
    for task in people:
        task.cancel()
    await asyncio.gather(*people, return_exceptions=True)
    print("| game | decisions | a second | p50 | p99 | latest |\n|---|--:|--:|--:|--:|--:|")
    for game in (*(name for name, _ in GAMES), ""):
        waits = [wait for name, wait in guests.waits if game in ("", name)]
        late = " | ".join(f"{1000 * share(waits, part):.0f} ms" for part in (0.5, 0.99, 1.0))
        print(f"| {game or 'all'} | {len(waits)} | {len(waits) / seconds:.1f} | {late} |")
    return bool(guests.waits) and max(wait for _, wait in guests.waits) <= given.latest


def decisions(bot: str, seconds: float) -> None:
    """How many it makes in a second of CPU time, where there is something to decide."""
    for name, changes in GAMES:
        game = find_game(name)
        options = game.options(changes)
        luck, made, spent, number = Seeded(f"{bot} {name}"), 0, 0.0, 0
        while spent < seconds:
            position = game.start(options, luck)
            players = [find_player(bot, game, options, f"{bot} {number} {seat}", timed=False) for seat in (0, 1)]
            number += 1
            while (acting := position.to_act()) and spent < seconds:
                seat = acting[0]
                began = time.process_time()
                move = players[seat].decide(Chair(game, options, position, seat, luck))
                if len(position.moves(seat)) > 1:
                    spent += time.process_time() - began
                    made += 1
                position.apply(seat, move, luck)
        print(f"| {game.title} | {bot} | {made / spent:.1f} | {1000 * spent / made:.1f} ms |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--bot", default="hard")
    parser.add_argument("--pace", type=float, default=8.0, help="seconds that people think, on average")
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--settle", type=float, default=10.0, help="seconds before anything counts")
    parser.add_argument("--latest", type=float, default=1.0, help="seconds that a bot may take")
    parser.add_argument("--bots", type=int, default=0, help="processes in which bots think; 0: as the server chooses")
    parser.add_argument("--decisions", action="store_true")
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
        house = House(Path(folder), **settings)
        house.start()
        try:
            in_time = uvloop.run(at_tables(house, given))
        finally:
            house.kill()
    sys.exit(0 if in_time else 1)


if __name__ == "__main__":
    main()
