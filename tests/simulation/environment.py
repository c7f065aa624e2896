"""Time, randomness, threads and bots of a simulated server."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from functools import partial
from random import Random
from typing import TypeVar

import msgspec

from rumpus.core.position import Json
from rumpus.core.record import Record
from rumpus.review.review import ReviewPart, ReviewTask, review_part
from rumpus.service.bots import worker
from rumpus.service.bots.pool import BotProcess, GaveUp
from rumpus.service.runtime.environment import ID_LENGTH, ID_LETTERS
from tests.simulation.loop import SimulatedLoop

Result = TypeVar("Result")
REVIEWED_GAME = "defend_the_city"
"""A game that is solved, so that a move is reviewed within milliseconds."""
MAX_REVIEWED_MOVES = 30
"""Moves of the longest match that is reviewed, so that reviews cost little."""
EPOCH_MS = 1_700_000_000_000
"""Wall-clock time at the start of a simulation."""


def derived(*parts: object) -> Random:
    """A random stream of its own for each purpose: one more draw here changes nothing there."""
    return Random(hashlib.sha256("/".join(map(str, parts)).encode()).digest())


class SimulatedClock:
    """Virtual time of one machine. `skew_ms` is its wall clock's error; faults change it."""

    def __init__(self, loop: SimulatedLoop, skew_ms: int) -> None:
        self.loop = loop
        self.skew_ms = skew_ms

    def wall_ms(self) -> int:
        return EPOCH_MS + round(self.loop.now * 1000) + self.skew_ms

    def monotonic(self) -> float:
        return 1000.0 + self.loop.now

    def thread_time(self) -> float:
        return 0.0

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class SimulatedRandom:
    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def id(self) -> str:
        return "".join(self.rng.choice(ID_LETTERS) for _ in range(ID_LENGTH))

    def match_seed(self) -> str:
        return f"{self.rng.getrandbits(64):016x}"

    def token(self, size: int) -> str:
        return f"{self.rng.getrandbits(8 * size):0{2 * size}x}"

    def below(self, limit: int) -> int:
        return self.rng.randrange(limit)

    def uniform(self, low: float, high: float) -> float:
        return self.rng.uniform(low, high)


class SimulatedExecutor:
    """Runs work at once and returns after a random delay, as a busy thread would."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    async def run(self, work: Callable[..., Result], *arguments: object) -> Result:
        result = work(*arguments)
        await asyncio.sleep(self.rng.choice((0.001, 0.01, 0.5)))
        return result

    def close(self) -> None:
        pass


def cheaper(job: Callable[[], Result]) -> Callable[[], Result]:
    """The job with a random player instead of a strong one, and reviews of one move of a short match."""
    if not isinstance(job, partial):
        return job
    if job.func in (worker.decide, worker.decide_once):
        question, _, seed = job.args
        return partial(worker.decide_once, question, "random", seed)  # type: ignore[return-value]
    if job.func is worker.advise:
        return partial(_quick_advice, *job.args)  # type: ignore[return-value]
    if job.func is worker.review:
        return partial(_quick_review, *job.args)  # type: ignore[return-value]
    return job


def _quick_advice(question: worker.BotQuestion, seed: str) -> dict[str, Json]:
    move = worker.decide_once(question, "random", seed)
    return {"hint": f"I would choose {move}."}


def _quick_review(_name: str, task: ReviewTask, first: int) -> list[ReviewPart]:
    """A slice of a review: some moves about which nothing is found, in one game at last the real end of the match."""
    record = Record.loads(task.record)
    if len(record.moves) > MAX_REVIEWED_MOVES:
        raise GaveUp("it took more than 20 seconds")
    without_work = len(record.moves) + (record.game != REVIEWED_GAME) - first
    if without_work > 0:
        return [ReviewPart(False, [], [], [], [0] * len(record.players)) for _ in range(min(5, without_work))]
    return [review_part(msgspec.structs.replace(task, parts=MAX_REVIEWED_MOVES + 1), len(record.moves))]


class SimulatedBots(BotProcess):
    """Runs bots' jobs inline: slowly, and at times it fails or answers nonsense."""

    def __init__(self, rng: Random, failing: float) -> None:
        super().__init__()
        self.rng = rng
        self.failing = failing
        """Share of jobs that fail or return an illegal move."""
        self.closed = False

    async def run(self, job: Callable[[], Result]) -> Result:
        kind, seconds = self.rng.random(), self.rng.expovariate(4.0)
        await asyncio.sleep(min(seconds, 5.0))
        if kind < self.failing / 2:
            raise GaveUp("it took more than 20 seconds")
        answer = cheaper(job)()
        if kind < self.failing and isinstance(answer, int):
            return type(answer)(10**6)  # no game has so many moves
        return answer

    def forget(self, table: str) -> None:
        pass

    def close(self) -> None:
        self.closed = True
