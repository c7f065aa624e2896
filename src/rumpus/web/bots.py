"""Bots think in processes of their own, so that no table waits for another one's bot."""

from __future__ import annotations

import asyncio
import functools
import logging
import multiprocessing
import os
import secrets
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from rumpus.core.catalogue import game_of
from rumpus.core.chair import Chair
from rumpus.core.contract import Move, Plain, Seat
from rumpus.core.errors import UnknownName
from rumpus.core.game import Game
from rumpus.core.luck import Seeded
from rumpus.core.options import Options, Value
from rumpus.players import find_player, player_names
from rumpus.players.coach import advice
from rumpus.table.table import Table

log = logging.getLogger("rumpus.bots")
LONGEST = 30.0
"""Seconds after which a bot is given up and a move is made blindly."""
DEFAULT = "normal"
QUICK = "greedy"
"""Who decides when somebody's time has run out."""

Answer = TypeVar("Answer")


@functools.cache
def bot_names() -> tuple[str, ...]:
    """The bots that can be asked to a table: by name alone, since a budget of one's own could be without end."""
    return tuple(name for name in player_names() if name != "search")


def check_bot(bot: str, game: Game, options: Options) -> str:
    """The bot's name as it is kept; refused if it does not play this game."""
    name = bot.strip().lower() or DEFAULT
    if name not in bot_names():
        raise UnknownName(f"there is no bot {bot.strip()[:40]!r}; there is {', '.join(bot_names())}")
    find_player(name, game, options, "check")
    return name


def think(game_name: str, options: dict[str, Value], saved: dict[str, Plain], seat: Seat, bot: str, seed: str) -> Move:
    """Runs in a bot's process: its move."""
    chair = _chair(game_name, options, saved, seat, seed)
    return find_player(bot, chair.game, chair.options, seed).decide(chair)


def advise(
    game_name: str, options: dict[str, Value], saved: dict[str, Plain], seat: Seat, seed: str
) -> dict[str, Plain]:
    """Runs in a bot's process: what the coach thinks."""
    return advice(_chair(game_name, options, saved, seat, seed), seed=seed).plain()


def _chair(game_name: str, options: dict[str, Value], saved: dict[str, Plain], seat: Seat, seed: str) -> Chair:
    game = game_of(game_name)
    checked = game.options(options)
    return Chair(game, checked, game.load(checked, saved), seat, Seeded(seed + "/chair"))


def _ready() -> int:
    return os.getpid()


def _quiet() -> None:
    # Ctrl-C goes to every process of the terminal; the server ends its bots itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)


class BotPool:
    """A bounded number of thinking processes; a broken one is replaced."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.waiting = 0
        self._pool = self._fresh()

    def _fresh(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.workers, mp_context=context, initializer=_quiet)

    async def warm(self) -> None:
        """Have the processes started before somebody waits for one."""
        loop = asyncio.get_running_loop()
        await asyncio.gather(*(loop.run_in_executor(self._pool, _ready) for _ in range(self.workers)))

    async def decide(self, table: Table, seat: Seat, bot: str) -> Move:
        """A move, always, within bounded time."""
        assert table.match is not None
        game, options, position = table.game, table.options, table.match.position
        seed = secrets.token_hex(16)
        job = functools.partial(think, game.name, options.changed(), position.save(), seat, bot, seed)
        try:
            return await self._aside(job)
        except Exception as error:
            log.warning("bot gave up", extra={"facts": {"bot": bot, "game": game.name, "error": repr(error)[:200]}})
            moves = position.moves(seat)
            return moves[secrets.randbelow(len(moves))]

    async def advise(self, table: Table, seat: Seat) -> dict[str, Plain]:
        """What the coach thinks of a seat's moves, from what that seat knows."""
        assert table.match is not None
        game, options, position = table.game, table.options, table.match.position
        seed = secrets.token_hex(16)
        return await self._aside(functools.partial(advise, game.name, options.changed(), position.save(), seat, seed))

    async def _aside(self, job: Callable[[], Answer]) -> Answer:
        loop = asyncio.get_running_loop()
        pool = self._pool
        self.waiting += 1
        try:
            return await asyncio.wait_for(loop.run_in_executor(pool, job), LONGEST)
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = self._fresh()
            return await asyncio.wait_for(loop.run_in_executor(self._pool, job), LONGEST)
        finally:
            self.waiting -= 1

    def close(self) -> None:
        """Whatever is being thought is dropped: after the next start it is thought again."""
        for process in list((self._pool._processes or {}).values()):
            process.terminate()
        self._pool.shutdown(wait=True, cancel_futures=True)
