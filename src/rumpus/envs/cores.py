"""The vector environment on several cores: lanes in worker processes, arrays in memory that all of them share.

    with CoresEnv("pigeons", lanes=512, workers=2, seed=1) as env:
        finished = env.step(moves)          # env.rows, env.mask and env.seats then hold what comes next

Each worker keeps its lanes in several parts. Whoever chooses moves for one part while the workers are at the others
keeps all cores busy:

        for part in range(env.parts):
            env.send(part, choose(env.mask[env.of(part)]))
        while learning:
            part = env.receive()
            env.send(part, choose(env.mask[env.of(part)]))
"""

from __future__ import annotations

import os
import secrets
import signal
from collections.abc import Mapping, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadOption, RumpusError
from rumpus.envs.arrays import Mask, Row
from rumpus.envs.episode import Episode
from rumpus.envs.vector import Finished, VectorEnv


class Shared:
    """One block of memory with all arrays in it; a worker gets the block and sees the same numbers."""

    def __init__(self, block: Any, lanes: int, width: int, space: int, seats: int) -> None:
        self._at = 0
        self._block = block
        self.rows: Row = self._next(np.float32, (lanes, width))
        self.rewards: Row = self._next(np.float32, (lanes, seats))
        self.seats: NDArray[np.int64] = self._next(np.int64, (lanes,))
        self.moves: NDArray[np.int64] = self._next(np.int64, (lanes,))
        self.mask: Mask = self._next(np.int8, (lanes, space))
        self.dones: NDArray[np.bool_] = self._next(np.bool_, (lanes,))

    @staticmethod
    def size(lanes: int, width: int, space: int, seats: int) -> int:
        return lanes * (4 * width + 4 * seats + 16 + space + 1) + 6 * 8

    def _next(self, kind: Any, shape: tuple[int, ...]) -> Any:
        self._at += -self._at % 8
        found = np.ndarray(shape, kind, self._block, self._at)
        self._at += found.nbytes
        return found


class CoresEnv:
    """Lane by lane the same games as a `VectorEnv` with the same seed."""

    def __init__(
        self,
        game: str,
        changes: Mapping[str, object] | None = None,
        lanes: int = 512,
        workers: int = 0,
        seed: int | None = None,
        parts_each: int = 2,
    ) -> None:
        workers = workers or os.cpu_count() or 1
        self.parts = workers * parts_each
        if lanes < self.parts:
            raise BadOption(
                f"{workers} workers with {parts_each} parts each need {self.parts} lanes or more, not {lanes}"
            )
        episode = Episode(find_game(game), changes)
        self._cuts = [lanes * part // self.parts for part in range(self.parts + 1)]
        sizes = (lanes, len(episode.features.names), episode.space, len(episode.seats))
        context = get_context("spawn")
        block = context.RawArray("b", Shared.size(*sizes))
        shared = Shared(block, *sizes)
        self.rows, self.mask, self.seats = shared.rows, shared.mask, shared.seats
        self.dones, self.rewards = shared.dones, shared.rewards
        self._moves = shared.moves
        self._answers, answer = context.Pipe(duplex=False)
        self._orders: list[Connection] = []
        self._processes = []
        name = secrets.randbits(63) if seed is None else seed
        for worker in range(workers):
            orders, order = context.Pipe(duplex=False)
            mine = range(worker * parts_each, (worker + 1) * parts_each)
            plan = [(part, self._cuts[part], self._cuts[part + 1]) for part in mine]
            process = context.Process(
                target=_work, args=(game, dict(changes or {}), name, plan, block, sizes, orders, answer), daemon=True
            )
            process.start()
            orders.close()
            self._orders.append(order)
            self._processes.append(process)
        answer.close()
        for _ in range(self.parts):
            self.receive()

    def of(self, part: int) -> slice:
        """The lanes of a part."""
        return slice(self._cuts[part], self._cuts[part + 1])

    def send(self, part: int, moves: Sequence[int] | NDArray[np.int64]) -> None:
        """One decision in every lane of a part; `receive` says when it is done."""
        lanes = self.of(part)
        self._moves[lanes] = self._judged(moves, lanes)
        self._order(part)

    def _order(self, part: int) -> None:
        self._orders[part * len(self._orders) // self.parts].send_bytes(bytes([part]))

    def receive(self) -> int:
        """A part that is done: its slices of rows, mask, seats, dones and rewards are new."""
        ready = wait([self._answers, *[process.sentinel for process in self._processes]])
        if self._answers not in ready:
            raise RumpusError("a worker of this environment has ended")
        return self._answers.recv_bytes()[0]

    def _judged(self, moves: Sequence[int] | NDArray[np.int64], lanes: slice) -> NDArray[np.int64]:
        """The moves of these lanes, all of them legal."""
        wanted = np.asarray(moves, dtype=np.int64)
        mask = self.mask[lanes]
        if wanted.shape != (len(mask),):
            raise BadOption(f"there are {len(mask)} lanes, and {wanted.size} moves were given")
        within = wanted.clip(0, mask.shape[1] - 1)
        legal = (within == wanted) & (mask[np.arange(len(mask)), within] == 1)
        if not legal.all():
            lane = int(np.argmin(legal))
            raise BadOption(f"lane {lanes.start + lane} cannot play {wanted[lane]}: it is not legal there now")
        return wanted

    def step(self, moves: Sequence[int] | NDArray[np.int64]) -> Finished:
        """One decision in every lane; a lane whose move is illegal is named, and nothing is played anywhere."""
        self._moves[:] = self._judged(moves, slice(0, len(self.seats)))
        for part in range(self.parts):
            self._order(part)
        for _ in range(self.parts):
            self.receive()
        return Finished(np.flatnonzero(self.dones).tolist(), self.dones, self.rewards)

    def close(self) -> None:
        """End the workers."""
        for order in self._orders:
            order.close()
        for process in self._processes:
            process.join(5)
            process.kill()
        self._processes = []

    def __enter__(self) -> CoresEnv:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _work(
    game: str,
    changes: dict[str, object],
    seed: int,
    plan: list[tuple[int, int, int]],
    block: Any,
    sizes: tuple[int, int, int, int],
    orders: Connection,
    answer: Connection,
) -> None:
    """Plays parts as they are ordered, until nobody orders any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started it
    shared = Shared(block, *sizes)
    parts: dict[int, tuple[VectorEnv, slice]] = {}
    for part, first, last in plan:
        lanes = slice(first, last)
        env = VectorEnv(game, changes, last - first, seed, first)
        parts[part] = env, lanes
        env.observe(shared.rows[lanes], shared.mask[lanes], shared.seats[lanes])
        answer.send_bytes(bytes([part]))
    while True:
        try:
            part = orders.recv_bytes()[0]
        except EOFError:
            return
        env, lanes = parts[part]
        env.step(shared.moves[lanes], shared.dones[lanes], shared.rewards[lanes])
        env.observe(shared.rows[lanes], shared.mask[lanes], shared.seats[lanes])
        answer.send_bytes(bytes([part]))
