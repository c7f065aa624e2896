"""Bots run in other processes: limited seconds per job, and a fair share for every address."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import os
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import Generic, TypeVar

import msgspec

from rumpus.core.errors import RumpusError, UnknownName
from rumpus.core.extensions import STRENGTHS
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Json, Move, Seat
from rumpus.players import player_names
from rumpus.service.bots import worker
from rumpus.service.runtime.background import cancel_all
from rumpus.service.runtime.environment import SYSTEM_CLOCK, SYSTEM_RANDOM, RandomSource, TimeSource
from rumpus.table.table import Table

log = logging.getLogger("rumpus.bots")
HALF_LIFE_SECONDS = 30.0
"""Half-life of used seconds in `UsageMeter`."""
MAX_NAMES = 10_000
"""Names in a `UsageMeter` before small ones are dropped."""
MAX_SECONDS = 20.0
"""Seconds after which a job is given up and its process killed."""
HELP_AFTER_SECONDS = 0.3
"""Seconds a table waits for its own process before another one helps."""
WAIT_SECONDS = 20.0
"""Seconds a person waits for the coach or for a check of a bot."""
DEFAULT_BOT = "normal"
STAND_IN_BOT = "hard"
"""Bot that plays on for a person who is away."""
QUICK_BOT = "greedy"
"""Bot that decides when a person's time has run out."""
UNIVERSAL_BOTS = ("random", QUICK_BOT, *STRENGTHS)
"""Bots that play every game with any options."""
MAX_CHECKED = 1000

Answer = TypeVar("Answer")


class UsageMeter:
    """Seconds used per name, with exponential decay."""

    def __init__(self, clock: TimeSource = SYSTEM_CLOCK) -> None:
        self._clock = clock
        self._used: dict[str, tuple[float, float]] = {}

    def add(self, name: str, seconds: float) -> None:
        self._used[name] = (self.recent(name) + seconds, self._clock.monotonic())
        if len(self._used) > MAX_NAMES:
            self._used = {name: used for name, used in self._used.items() if self.recent(name) > 0.01}

    def recent(self, name: str) -> float:
        seconds, when = self._used.get(name, (0.0, 0.0))
        return float(seconds * 0.5 ** ((self._clock.monotonic() - when) / HALF_LIFE_SECONDS))


@functools.cache
def bot_names() -> tuple[str, ...]:
    """Bots that visitors may choose. Bots with a free budget or a file of weights are left out."""
    return tuple(name for name in player_names() if name not in ("search", "learned"))


class GaveUp(RumpusError):
    """A job exceeded its time or memory, or killed its process twice."""


class BotProcess:
    """Runs bots' jobs, one at a time: in a process, or in a browser's worker."""

    def __init__(self) -> None:
        self.tables = 0
        """Number of tables bound to this process."""
        self.reviews = 0
        """Number of reviews bound to this process."""
        self.busy = False

    async def run(self, job: Callable[[], Answer]) -> Answer:
        """Runs a job. Retries once if the process dies; raises GaveUp beyond time or memory."""
        raise NotImplementedError

    def forget(self, table: str) -> None:
        """Drops the players of a table, later."""
        raise NotImplementedError

    def close(self) -> None:
        """Ends the process and drops its job."""
        raise NotImplementedError


class JobKind(Enum):
    """What a job is for. All jobs that are no moves together leave one process for moves."""

    MOVE = "move"
    ADVICE = "advice"
    """The coach's advice, or a check of a bot."""
    REVIEW = "review"
    """A slice of a review. Every other job goes first."""


class BotJob(Generic[Answer]):
    """Work for a bot's process, with the address and table that pay for it."""

    def __init__(
        self,
        work: Callable[[], Answer],
        address: str,
        table: str = "",
        bound: BotProcess | None = None,
        fallback: Callable[[], Answer] | None = None,
        kind: JobKind = JobKind.MOVE,
    ) -> None:
        self.work = work
        self.address = address
        self.table = table
        self.bound = bound
        """Process with the table's players, or with a review's unfinished work. None: any."""
        self.fallback = fallback
        """Work for any other process than the bound one. None: no other process may help."""
        self.kind = kind
        self.queued_at = 0.0
        """Monotonic time of `BotPool.run`."""
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

    def may_run_on(self, process: BotProcess, now: float) -> bool:
        if self.bound is None or self.bound is process:
            return True
        return self.fallback is not None and now - self.queued_at >= HELP_AFTER_SECONDS

    async def run(self, process: BotProcess) -> None:
        """Runs the work and sets `answer`, unless its caller has gone."""
        try:
            helps = self.bound is not None and self.bound is not process
            answer = await process.run(self.fallback if helps and self.fallback is not None else self.work)
        except Exception as error:
            if not self.answer.done():
                self.answer.set_exception(error)
        else:
            if not self.answer.done():
                self.answer.set_result(answer)


class BotPool:
    """Distributes jobs over processes. A table is bound to one process, which caches its players.

    The address with the least recent use goes first, then the table. No address gets all processes at once, and
    neither do jobs that are no moves. Reviews come last.
    """

    def __init__(
        self, processes: Sequence[BotProcess], clock: TimeSource = SYSTEM_CLOCK, rng: RandomSource = SYSTEM_RANDOM
    ) -> None:
        self.processes = list(processes)
        self.clock = clock
        self.rng = rng
        self.usage = UsageMeter(clock)
        self._waiting: list[BotJob[object]] = []
        self._running: dict[asyncio.Task[None], BotJob[object]] = {}
        self._bound: dict[str, BotProcess] = {}
        self._checked: dict[tuple[str, str, bytes], str] = {}

    @property
    def waiting(self) -> int:
        return len(self._waiting) + len(self._running)

    async def warm(self) -> None:
        await asyncio.gather(*(self._warm(process) for process in self.processes if not process.busy))

    async def _warm(self, process: BotProcess) -> None:
        process.busy = True
        try:
            with contextlib.suppress(GaveUp):  # the first job starts the process again
                await process.run(os.getpid)
        finally:
            process.busy = False
            self._dispatch()

    # --- requests ---

    async def check(self, bot: str, game: Game, options: Options, address: str) -> str:
        """Returns the bot's canonical name. Raises if it cannot play this game with these options."""
        name = bot.strip().lower() or DEFAULT_BOT
        if name not in bot_names():
            raise UnknownName(f"There is no bot {bot.strip()[:40]!r}. Choose one of {', '.join(bot_names())}.")
        if name in UNIVERSAL_BOTS:
            return name
        key = (name, game.name, msgspec.json.encode(options.changed(), order="sorted"))
        if key not in self._checked:
            work = functools.partial(worker.check, name, game.name, options.changed())
            job = BotJob(work, address, kind=JobKind.ADVICE)
            why = await self._wait_for(job, "The bots are too busy. Please ask again.")
            if len(self._checked) >= MAX_CHECKED:
                self._checked.clear()
            self._checked[key] = why
        if self._checked[key]:
            raise RumpusError(self._checked[key])
        return name

    async def offered(self, game: Game, options: Options, address: str) -> list[str]:
        found: list[str] = []
        for name in bot_names():
            with contextlib.suppress(RumpusError):
                found.append(await self.check(name, game, options, address))
        return found

    async def decide(self, table: Table, seat: Seat, bot: str, address: str) -> Move | None:
        """The bot's move, or None if it failed."""
        # Every job carries the position: a lost player costs strength, never a move.
        arguments = (worker.question_for(table, seat), bot, self.rng.token(16))
        work, fallback = (functools.partial(function, *arguments) for function in (worker.decide, worker.decide_once))
        try:
            return await self.run(BotJob(work, address, table.id, self._process_of(table.id), fallback))
        except Exception as error:
            facts = {"table": table.id, "game": table.game.name, "bot": bot, "error": repr(error)[:200]}
            log.warning("a bot gave up", extra={"facts": facts})
            return None

    async def advise(self, table: Table, seat: Seat, address: str) -> dict[str, Json]:
        """The coach's advice from the seat's information."""
        work = functools.partial(worker.advise, worker.question_for(table, seat), self.rng.token(16))
        job = BotJob(work, address, kind=JobKind.ADVICE)
        return await self._wait_for(job, "The coach is too busy. Please ask again.")

    @contextlib.contextmanager
    def process_for_review(self) -> Iterator[BotProcess | None]:
        """Binds a review to the process with the fewest. None if there are no processes."""
        process = min(self.processes, key=lambda one: one.reviews, default=None)
        if process is None:
            yield None
            return
        process.reviews += 1
        try:
            yield process
        finally:
            process.reviews -= 1

    async def _wait_for(self, job: BotJob[Answer], refusal: str) -> Answer:
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                return await self.run(job)
        except (GaveUp, TimeoutError):
            raise RumpusError(refusal) from None

    # --- queue ---

    async def run(self, job: BotJob[Answer]) -> Answer:
        job.queued_at = self.clock.monotonic()
        self._waiting.append(job)  # type: ignore[arg-type]
        self._dispatch()
        if not job.answer.done() and job.fallback is not None:
            asyncio.get_running_loop().call_later(HELP_AFTER_SECONDS, self._dispatch)
        return await job.answer

    def _dispatch(self) -> None:
        self._waiting = [job for job in self._waiting if not job.answer.done()]  # callers may have gone
        for process in self.processes:
            if not process.busy:
                self._dispatch_to(process)

    def _dispatch_to(self, process: BotProcess) -> None:
        now = self.clock.monotonic()
        ready = [job for job in self._waiting if job.may_run_on(process, now) and self._within_limits(job)]
        if not ready:
            return
        job = min(ready, key=self._rank)
        self._waiting.remove(job)
        process.busy = True
        task = asyncio.create_task(self._run_job(job, process))
        self._running[task] = job
        task.add_done_callback(self._on_done)

    def _within_limits(self, job: BotJob[object]) -> bool:
        limit = max(1, len(self.processes) - 1)
        running = self._running.values()
        if sum(one.address == job.address for one in running) >= limit:
            return False
        return job.kind is JobKind.MOVE or sum(one.kind is not JobKind.MOVE for one in running) < limit

    def _rank(self, job: BotJob[object]) -> tuple[bool, float, float, float]:
        """Sort key: the least goes first."""
        used = self.usage.recent
        return job.kind is JobKind.REVIEW, used(job.address), used(job.table), job.queued_at

    async def _run_job(self, job: BotJob[object], process: BotProcess) -> None:
        began = self.clock.monotonic()
        try:
            await job.run(process)
        finally:
            process.busy = False
            seconds = self.clock.monotonic() - began
            for name in filter(None, (job.address, job.table)):
                self.usage.add(name, seconds)

    def _on_done(self, task: asyncio.Task[None]) -> None:
        del self._running[task]
        self._dispatch()

    # --- tables ---

    def _process_of(self, table: str) -> BotProcess | None:
        """The table's process. Binds a new table to the process with the fewest."""
        bound = self._bound.get(table)
        if bound is None and self.processes:
            bound = self._bound[table] = min(self.processes, key=lambda process: process.tables)
            bound.tables += 1
        return bound

    def forget(self, table: str) -> None:
        """Drops a table's players: it ended, was closed, or a move was taken back."""
        bound = self._bound.pop(table, None)
        if bound is not None:
            bound.tables -= 1
            bound.forget(table)

    async def close(self) -> None:
        for process in self.processes:
            process.close()
        for job in self._waiting:
            job.answer.cancel()
        await cancel_all(self._running)
