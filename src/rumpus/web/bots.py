"""Bots think in processes of their own, so that no table waits for another one's bot."""

from __future__ import annotations

import asyncio
import contextlib
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

from rumpus.core.contract import Move, Plain, Seat
from rumpus.core.errors import RumpusError, UnknownName
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.players import find_player, player_names
from rumpus.table.table import Table
from rumpus.web import thinking

log = logging.getLogger("rumpus.bots")
LONGEST = 30.0
"""Seconds after which a job is given up, and its process with it; and the longest that one waits for its turn."""
PATIENCE = 0.3
"""Seconds that a table waits for the process that knows it, before another one thinks for it."""
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


class Busy(RumpusError):
    """A job's turn did not come in time."""


class GaveUp(RumpusError):
    """A job took too long, or took its process down twice."""


def _ready() -> int:
    return os.getpid()


def _quiet() -> None:
    # Ctrl-C goes to every process of the terminal; the server ends its bots itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)


class BotProcess:
    """One process, one job at a time, in the order in which they were asked for."""

    def __init__(self) -> None:
        self.waiting = 0
        """Jobs that are not done."""
        self.tables = 0
        """Tables that are bound to it."""
        self._free = asyncio.Lock()
        self._running: set[asyncio.Task[object]] = set()
        self._closed = False
        self._pool = self._fresh()

    def _fresh(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"), initializer=_quiet)

    async def warm(self) -> None:
        """Have it started before somebody waits for it."""
        await self.do(_ready)

    async def do(self, job: Callable[[], Answer], patience: float = LONGEST) -> Answer:
        """The job's answer; refused as `Busy` if its turn does not come within `patience` seconds."""
        self.waiting += 1
        try:
            try:
                async with asyncio.timeout(patience):
                    await self._free.acquire()
            except TimeoutError:
                raise Busy("the bots are too busy") from None
            # The process is free again only when the job is done, also if whoever asked does not wait for it.
            task = asyncio.create_task(self._run(job))
            self._running.add(task)
            task.add_done_callback(self._done)
            return await asyncio.shield(task)
        finally:
            self.waiting -= 1

    async def _run(self, job: Callable[[], Answer]) -> Answer:
        """A job whose process dies is tried once more in the next one; one that takes too long is not."""
        loop = asyncio.get_running_loop()
        for _ in range(2):
            try:
                return await asyncio.wait_for(loop.run_in_executor(self._pool, job), LONGEST)
            except BrokenProcessPool:
                self._replace()
            except TimeoutError:
                self._replace()
                raise GaveUp(f"it took more than {LONGEST:g} seconds") from None
        raise GaveUp("its process died twice")

    def _done(self, task: asyncio.Task[object]) -> None:
        self._running.discard(task)
        self._free.release()
        if not task.cancelled():
            task.exception()  # whoever asked may have gone

    def _replace(self) -> None:
        self._kill()
        if not self._closed:
            log.warning("a bots' process is replaced")
            self._pool = self._fresh()

    def _kill(self) -> None:
        for process in list((self._pool._processes or {}).values()):
            process.kill()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def forget(self, table: str) -> None:
        """In its own time; a process that has died has forgotten everything."""
        with contextlib.suppress(RuntimeError):
            self._pool.submit(thinking.forget, table)

    async def close(self) -> None:
        """Whatever is being thought is dropped: after the next start it is thought again."""
        self._closed = True
        self._kill()
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)


class BotPool:
    """A table's bots think in one process for as long as it lasts, where their players are kept."""

    def __init__(self, processes: int) -> None:
        self.processes = [BotProcess() for _ in range(processes)]
        self._patience = PATIENCE if processes > 1 else LONGEST
        self._bound: dict[str, BotProcess] = {}

    @property
    def waiting(self) -> int:
        return sum(process.waiting for process in self.processes)

    async def warm(self) -> None:
        await asyncio.gather(*(process.warm() for process in self.processes))

    async def decide(self, table: Table, seat: Seat, bot: str) -> Move | None:
        """The bot's move within bounded time; None if it gave up."""
        try:
            return await self._decide(table, seat, bot)
        except Exception as error:
            facts = {"table": table.id, "game": table.game.name, "bot": bot, "error": repr(error)[:200]}
            log.warning("a bot gave up", extra={"facts": facts})
            return None

    async def _decide(self, table: Table, seat: Seat, bot: str) -> Move:
        # The position is sent along every time, so a player that was lost costs strength and never a move.
        words = (thinking.question(table, seat), bot, secrets.token_hex(16))
        bound = self._process_of(table.id)
        with contextlib.suppress(Busy):
            return await bound.do(functools.partial(thinking.decide, *words), self._patience)
        idlest = self._idlest()
        if idlest is bound:
            return await bound.do(functools.partial(thinking.decide, *words))
        return await idlest.do(functools.partial(thinking.decide_afresh, *words))

    def _process_of(self, table: str) -> BotProcess:
        """The one that this table is bound to, from now on the one with the fewest tables."""
        bound = self._bound.get(table)
        if bound is None:
            bound = self._bound[table] = min(self.processes, key=lambda process: process.tables)
            bound.tables += 1
        return bound

    def _idlest(self) -> BotProcess:
        return min(self.processes, key=lambda process: process.waiting)

    async def advise(self, table: Table, seat: Seat) -> dict[str, Plain]:
        """What the coach thinks of a seat's moves, from what that seat knows."""
        words = (thinking.question(table, seat), secrets.token_hex(16))
        try:
            return await self._idlest().do(functools.partial(thinking.advise, *words))
        except (Busy, GaveUp):
            raise RumpusError("the coach is too busy; please ask again") from None

    def forget(self, table: str) -> None:
        """Its players are needed no more: it has ended, was put away, or a move was taken back."""
        bound = self._bound.pop(table, None)
        if bound is not None:
            bound.tables -= 1
            bound.forget(table)

    async def close(self) -> None:
        await asyncio.gather(*(process.close() for process in self.processes))
