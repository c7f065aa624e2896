"""Bots think elsewhere: so much time for each job, and for everybody a fair share.

Who has had how much of late: the measure by which jobs that wait are served.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import os
import secrets
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import msgspec

from rumpus.core.errors import RumpusError, UnknownName
from rumpus.core.extensions import STRENGTHS
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Move, Plain, Seat
from rumpus.players import player_names
from rumpus.service.bots import worker
from rumpus.table.table import Table

HALF_LIFE = 30.0
"""Seconds after which half of what somebody had is forgotten."""
MANY = 10_000


class Shares:
    """Seconds by name; what is long ago counts less and less."""

    def __init__(self) -> None:
        self._had: dict[str, tuple[float, float]] = {}

    def add(self, name: str, seconds: float) -> None:
        self._had[name] = (self.of(name) + seconds, time.monotonic())
        if len(self._had) > MANY:
            self._had = {name: had for name, had in self._had.items() if self.of(name) > 0.01}

    def of(self, name: str) -> float:
        seconds, when = self._had.get(name, (0.0, 0.0))
        return float(seconds * 0.5 ** ((time.monotonic() - when) / HALF_LIFE))


log = logging.getLogger("rumpus.bots")
LONGEST = 20.0
"""Seconds after which a job is given up, and its process ends."""
PATIENCE = 0.3
"""Seconds that a table waits for the process that knows it, before another one thinks for it."""
TOO_LATE = 20.0
"""Seconds that somebody waits for the coach's turn to come."""
DEFAULT = "normal"
STAND_IN = "hard"
"""Who plays on for somebody who is away, as well as can be in the time that a table has."""
QUICK = "greedy"
"""Who decides when somebody's time has run out."""
SURE = ("random", QUICK, *STRENGTHS)
"""Those that play every game with any options."""
MANY_CHECKED = 1000

Answer = TypeVar("Answer")


@functools.cache
def bot_names() -> tuple[str, ...]:
    """The bots that can be asked to a table: by name alone, since a budget of one's own could be without end.

    Nor by a file, and who has learnt without one is there as `hard`.
    """
    return tuple(name for name in player_names() if name not in ("search", "learned"))


class GaveUp(RumpusError):
    """A job took too long or too much, or took its process down twice."""


class BotProcess:
    """Where bots think, one job at a time: in a process of their own, or in a worker of a browser."""

    def __init__(self) -> None:
        self.tables = 0
        """Tables that are bound to it."""
        self.busy = False

    async def run(self, job: Callable[[], Answer]) -> Answer:
        """A job that dies is tried once more; one that takes too long or too much is not (`GaveUp`)."""
        raise NotImplementedError

    def forget(self, table: str) -> None:
        """In its own time: the players of this table are needed no more."""
        raise NotImplementedError

    def close(self) -> None:
        """Whatever is being thought is dropped: after the next start it is thought again."""
        raise NotImplementedError


class BotJob(Generic[Answer]):
    """Something to think about, for whom, and where it is best thought about."""

    def __init__(
        self,
        work: Callable[[], Answer],
        address: str,
        table: str = "",
        bound: BotProcess | None = None,
        elsewhere: Callable[[], Answer] | None = None,
    ) -> None:
        self.work = work
        self.address = address
        self.table = table
        self.bound = bound
        self.elsewhere = elsewhere or work
        """What another process than the bound one does instead."""
        self.since = time.monotonic()
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

    def fits(self, process: BotProcess) -> bool:
        return self.bound in (None, process) or time.monotonic() - self.since >= PATIENCE

    async def run(self, process: BotProcess) -> None:
        """Whoever asked is told, if it still waits."""
        try:
            answer = await process.run(self.work if self.bound in (None, process) else self.elsewhere)
        except Exception as error:
            if not self.answer.done():
                self.answer.set_exception(error)
        else:
            if not self.answer.done():
                self.answer.set_result(answer)


class BotPool:
    """A table's bots think in one process for as long as it lasts, where their players are kept.

    Whoever has had least of late is served first: the address, then the table. No address has all processes at once.
    """

    def __init__(self, processes: Sequence[BotProcess]) -> None:
        self.processes = list(processes)
        self.shares = Shares()
        self._waiting: list[BotJob[object]] = []
        self._running: dict[asyncio.Task[None], str] = {}
        self._bound: dict[str, BotProcess] = {}
        self._checked: dict[tuple[str, str, bytes], str] = {}

    @property
    def waiting(self) -> int:
        return len(self._waiting) + len(self._running)

    async def warm(self) -> None:
        """Have them started before somebody waits for them."""
        await asyncio.gather(*(self._warm(process) for process in self.processes if not process.busy))

    async def _warm(self, process: BotProcess) -> None:
        process.busy = True
        try:
            await process.run(os.getpid)
        finally:
            process.busy = False
            self._serve()

    # --- what is asked ---

    async def check(self, bot: str, game: Game, options: Options, address: str) -> str:
        """The bot's name as it is kept; refused if it does not play this game with these options."""
        name = bot.strip().lower() or DEFAULT
        if name not in bot_names():
            raise UnknownName(f"there is no bot {bot.strip()[:40]!r}; there is {', '.join(bot_names())}")
        if name in SURE:
            return name
        key = (name, game.name, msgspec.json.encode(options.changed(), order="sorted"))
        if key not in self._checked:
            work = functools.partial(worker.check, name, game.name, options.changed())
            why = await self._patiently(BotJob(work, address), "the bots are too busy; please ask again")
            if len(self._checked) >= MANY_CHECKED:
                self._checked.clear()
            self._checked[key] = why
        if self._checked[key]:
            raise RumpusError(self._checked[key])
        return name

    async def offered(self, game: Game, options: Options, address: str) -> list[str]:
        """The bots that play this game with these options."""
        found: list[str] = []
        for name in bot_names():
            with contextlib.suppress(RumpusError):
                found.append(await self.check(name, game, options, address))
        return found

    async def decide(self, table: Table, seat: Seat, bot: str, address: str) -> Move | None:
        """The bot's move, in its turn and then within bounded time; None if it gave up."""
        # The position is sent along every time, so a player that was lost costs strength and never a move.
        words = (worker.question(table, seat), bot, secrets.token_hex(16))
        work, elsewhere = (functools.partial(way, *words) for way in (worker.decide, worker.decide_afresh))
        try:
            return await self.do(BotJob(work, address, table.id, self._process_of(table.id), elsewhere))
        except Exception as error:
            facts = {"table": table.id, "game": table.game.name, "bot": bot, "error": repr(error)[:200]}
            log.warning("a bot gave up", extra={"facts": facts})
            return None

    async def advise(self, table: Table, seat: Seat, address: str) -> dict[str, Plain]:
        """What the coach thinks of a seat's moves, from what that seat knows."""
        work = functools.partial(worker.advise, worker.question(table, seat), secrets.token_hex(16))
        return await self._patiently(BotJob(work, address), "the coach is too busy; please ask again")

    async def _patiently(self, job: BotJob[Answer], refusal: str) -> Answer:
        try:
            async with asyncio.timeout(TOO_LATE):
                return await self.do(job)
        except (GaveUp, TimeoutError):
            raise RumpusError(refusal) from None

    # --- whose turn it is ---

    async def do(self, job: BotJob[Answer]) -> Answer:
        """The job's answer, when its turn has come."""
        self._waiting.append(job)  # type: ignore[arg-type]
        self._serve()
        if not job.answer.done() and job.bound is not None:
            asyncio.get_running_loop().call_later(PATIENCE, self._serve)
        return await job.answer

    def _serve(self) -> None:
        """Give every process that is free the job that is next, if there is one for it."""
        self._waiting = [job for job in self._waiting if not job.answer.done()]  # whoever asked may have gone
        for process in self.processes:
            if not process.busy:
                self._serve_one(process)

    def _serve_one(self, process: BotProcess) -> None:
        had = Counter(self._running.values())
        most = max(1, len(self.processes) - 1)
        ready = [job for job in self._waiting if job.fits(process) and had[job.address] < most]
        if not ready:
            return
        job = min(ready, key=lambda job: (self.shares.of(job.address), self.shares.of(job.table), job.since))
        self._waiting.remove(job)
        process.busy = True
        task = asyncio.create_task(self._carry_out(job, process))
        self._running[task] = job.address
        task.add_done_callback(self._done)

    async def _carry_out(self, job: BotJob[object], process: BotProcess) -> None:
        began = time.monotonic()
        try:
            await job.run(process)
        finally:
            process.busy = False
            seconds = time.monotonic() - began
            self.shares.add(job.address, seconds)
            self.shares.add(job.table, seconds)

    def _done(self, task: asyncio.Task[None]) -> None:
        del self._running[task]
        self._serve()

    # --- where a table's players are ---

    def _process_of(self, table: str) -> BotProcess | None:
        """The one that this table is bound to, from now on the one with the fewest tables."""
        bound = self._bound.get(table)
        if bound is None and self.processes:
            bound = self._bound[table] = min(self.processes, key=lambda process: process.tables)
            bound.tables += 1
        return bound

    def forget(self, table: str) -> None:
        """Its players are needed no more: it has ended, was put away, or a move was taken back."""
        bound = self._bound.pop(table, None)
        if bound is not None:
            bound.tables -= 1
            bound.forget(table)

    async def close(self) -> None:
        for process in self.processes:
            process.close()
        running = list(self._running)
        for job in self._waiting:
            job.answer.cancel()
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
