"""The vector environment on several cores: every process plays a share of the lanes, in memory that they all share.

    with CoresEnv("pigeons", lanes=512, cores=2, seed=1) as env:
        finished = env.step(moves)          # env.rows, env.mask and env.seats then hold what comes next

This process has a share too, so that it is never idle while the others play, and for two cores there are two processes.
Each keeps its lanes in several parts. Whoever chooses moves for one part while the others are being played keeps all
cores busy:

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
from collections import deque
from collections.abc import Mapping, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadOption, RumpusError
from rumpus.envs.arrays import Mask, Row
from rumpus.envs.episode import Episode
from rumpus.envs.vector import Finished, VectorEnv

ENDED: Final = "a process of this environment has ended"


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


class Share:
    """The parts that one process plays: which they are, and the first lane of each and of what comes after it."""

    def __init__(
        self, game: str, changes: Mapping[str, object], seed: int, plan: list[tuple[int, int, int]], shared: Shared
    ) -> None:
        self._shared = shared
        self._parts: dict[int, tuple[VectorEnv, slice]] = {}
        for part, first, last in plan:
            self._parts[part] = VectorEnv(game, changes, last - first, seed, first), slice(first, last)
            self._observe(part)

    def play(self, part: int) -> None:
        """One decision in every lane of a part, and what comes of it."""
        env, lanes = self._parts[part]
        env.step(self._shared.moves[lanes], self._shared.dones[lanes], self._shared.rewards[lanes])
        self._observe(part)

    def _observe(self, part: int) -> None:
        env, lanes = self._parts[part]
        env.observe(self._shared.rows[lanes], self._shared.mask[lanes], self._shared.seats[lanes])


class CoresEnv:
    """Lane by lane the same games as a `VectorEnv` with the same seed; `cores` counts this process too."""

    def __init__(
        self,
        game: str,
        changes: Mapping[str, object] | None = None,
        lanes: int = 512,
        cores: int = 0,
        seed: int | None = None,
        parts_each: int = 3,
    ) -> None:
        cores = cores or os.cpu_count() or 1
        self.parts = cores * parts_each
        if lanes < self.parts:
            raise BadOption(f"{cores} cores with {parts_each} parts each need {self.parts} lanes or more, not {lanes}")
        episode = Episode(find_game(game), changes)
        self._cuts = [lanes * part // self.parts for part in range(self.parts + 1)]
        sizes = (lanes, len(episode.features.names), episode.space, len(episode.seats))
        context = get_context("spawn")
        block = context.RawArray("b", Shared.size(*sizes))
        shared = Shared(block, *sizes)
        self.rows, self.mask, self.seats = shared.rows, shared.mask, shared.seats
        self.dones, self.rewards = shared.dones, shared.rewards
        self._moves = shared.moves
        plans = [
            [(part, self._cuts[part], self._cuts[part + 1]) for part in range(first, first + parts_each)]
            for first in range(0, self.parts, parts_each)
        ]
        name = secrets.randbits(63) if seed is None else seed
        self._orders: list[Connection] = []
        self._answers: list[Connection] = []
        self._processes = []
        for plan in plans[1:]:
            orders, order = context.Pipe(duplex=False)
            answers, answer = context.Pipe(duplex=False)
            process = context.Process(
                target=_work, args=(game, dict(changes or {}), name, plan, block, sizes, orders, answer), daemon=True
            )
            process.start()
            orders.close()
            answer.close()
            self._orders.append(order)
            self._answers.append(answers)
            self._processes.append(process)
        self._parts_each = parts_each
        self._own = Share(game, changes or {}, name, plans[0], shared)
        self._own_orders: deque[int] = deque()
        self._done: deque[int] = deque()
        for _ in range(self.parts - parts_each):
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
        core = part // self._parts_each
        if core == 0:
            self._own_orders.append(part)
            return
        try:
            self._orders[core - 1].send_bytes(bytes([part]))
        except BrokenPipeError:
            raise RumpusError(ENDED) from None

    def receive(self) -> int:
        """A part that is done: its slices of rows, mask, seats, dones and rewards are new.

        While no other process has anything to tell, this one plays what was sent to its own parts.
        """
        while not self._done:
            for answers in wait(self._answers, 0 if self._own_orders else None):
                self._done.append(_answer(answers))
            if not self._done and self._own_orders:
                self._own.play(self._own_orders[0])
                self._done.append(self._own_orders.popleft())
        return self._done.popleft()

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
        for part in reversed(range(self.parts)):  # the others' parts first, our own while they play
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


def _answer(answers: Any) -> int:
    """The part that another process has played; one that has ended says nothing any more."""
    try:
        return int(answers.recv_bytes()[0])
    except (EOFError, ConnectionResetError):
        raise RumpusError(ENDED) from None


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
    share = Share(game, changes, seed, plan, Shared(block, *sizes))
    for part, _, _ in plan:
        answer.send_bytes(bytes([part]))
    while True:
        try:
            part = orders.recv_bytes()[0]
        except EOFError:
            return
        share.play(part)
        answer.send_bytes(bytes([part]))
