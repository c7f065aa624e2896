"""A vector environment on several cores, with arrays in shared memory.

    with CoresEnv("pigeons", num_envs=512, num_workers=2, seed=1) as env:
        finished = env.step(moves)          # updates env.observations, env.action_mask and env.seats

This process is a worker too. Each worker has several parts of the environments. To keep all cores busy, choose moves
for one part while the others are played:

        for part in range(env.parts):
            env.send(part, choose(env.action_mask[env.of(part)]))
        while learning:
            part = env.receive()
            env.send(part, choose(env.action_mask[env.of(part)]))
"""

from __future__ import annotations

import os
import secrets
import signal
from collections import deque
from collections.abc import Mapping, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadOption, RumpusError
from rumpus.envs.arrays import FeatureVector, Mask, whole_numbers
from rumpus.envs.episode import Episode
from rumpus.envs.vector import Finished, Observed, VectorEnv

WORKER_ENDED: Final = "A process of this environment has ended. Create the environment again."


Part = tuple[int, int, int]
"""Number of a part, its first environment and the end."""


class SharedArrays:
    """All arrays, in one shared block of memory."""

    def __init__(self, block: Any, num_envs: int, width: int, space: int, seats: int) -> None:
        self._at = 0
        self._block = block
        self.observations: FeatureVector = self._next(np.float32, (num_envs, width))
        self.rewards: FeatureVector = self._next(np.float32, (num_envs, seats))
        self.seats: NDArray[np.int64] = self._next(np.int64, (num_envs,))
        self.moves: NDArray[np.int64] = self._next(np.int64, (num_envs,))
        self.action_mask: Mask = self._next(np.int8, (num_envs, space))
        self.dones: NDArray[np.bool_] = self._next(np.bool_, (num_envs,))

    @staticmethod
    def size(num_envs: int, width: int, space: int, seats: int) -> int:
        return num_envs * (4 * width + 4 * seats + 16 + space + 1) + 6 * 8

    def _next(self, kind: Any, shape: tuple[int, ...]) -> Any:
        self._at += -self._at % 8
        found = np.ndarray(shape, kind, self._block, self._at)
        self._at += found.nbytes
        return found


class WorkerSlice:
    """The parts of one worker."""

    def __init__(
        self, game: str, changes: Mapping[str, object], seed: int, plan: list[Part], shared: SharedArrays
    ) -> None:
        self._shared = shared
        self._parts: dict[int, tuple[VectorEnv, slice]] = {}
        for part, first, last in plan:
            env, envs = VectorEnv(game, changes, last - first, seed, first), slice(first, last)
            self._parts[part] = env, envs
            env.observe(*self._observed(envs))

    def play(self, part: int) -> None:
        """Plays one decision in every environment of a part."""
        (env, envs), shared = self._parts[part], self._shared
        env.step(shared.moves[envs], shared.dones[envs], shared.rewards[envs], self._observed(envs))

    def _observed(self, envs: slice) -> Observed:
        shared = self._shared
        return shared.observations[envs], shared.action_mask[envs], shared.seats[envs]


class CoresEnv:
    """Plays the same games as a `VectorEnv` with this seed. `num_workers` counts this process."""

    def __init__(
        self,
        game: str,
        changes: Mapping[str, object] | None = None,
        num_envs: int = 512,
        num_workers: int = 0,
        seed: int | None = None,
        parts_each: int = 3,
    ) -> None:
        num_workers = num_workers or os.cpu_count() or 1
        self.parts = num_workers * parts_each
        if num_envs < self.parts:
            raise BadOption(
                f"{num_workers} workers with {parts_each} parts each need at least {self.parts} envs, not {num_envs}."
            )
        self._episode = episode = Episode(find_game(game), changes)
        self._cuts = [num_envs * part // self.parts for part in range(self.parts + 1)]
        sizes = (num_envs, len(episode.features.names), episode.space, len(episode.seats))
        context = get_context("spawn")
        block = context.RawArray("b", SharedArrays.size(*sizes))
        shared = SharedArrays(block, *sizes)
        self.observations, self.action_mask, self.seats = shared.observations, shared.action_mask, shared.seats
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
            args = (game, dict(changes or {}), name, plan, block, sizes, orders, answer)
            process = context.Process(target=_run_worker, args=args, daemon=True)
            process.start()
            orders.close()
            answer.close()
            self._orders.append(order)
            self._answers.append(answers)
            self._processes.append(process)
        self._parts_each = parts_each
        self._own = WorkerSlice(game, changes or {}, name, plans[0], shared)
        self._own_orders: deque[int] = deque()
        self._done: deque[int] = deque()
        for _ in range(self.parts - parts_each):
            self.receive()

    def __repr__(self) -> str:
        return f"<CoresEnv {len(self.seats)} × {self._episode!r}, {self.parts // self._parts_each} workers>"

    def of(self, part: int) -> slice:
        return slice(self._cuts[part], self._cuts[part + 1])

    def send(self, part: int, moves: Sequence[int] | NDArray[np.int64]) -> None:
        """Starts a step of a part. `receive` returns the part when done."""
        envs = self.of(part)
        self._moves[envs] = self._checked(moves, envs)
        self._order(part)

    def _order(self, part: int) -> None:
        core = part // self._parts_each
        if core == 0:
            self._own_orders.append(part)
            return
        try:
            self._orders[core - 1].send_bytes(bytes([part]))
        except BrokenPipeError:
            raise RumpusError(WORKER_ENDED) from None

    def receive(self) -> int:
        """Waits for a finished part; its slices of arrays are new. Plays this process's parts until then."""
        while not self._done:
            for answers in wait(self._answers, 0 if self._own_orders else None):
                try:
                    self._done.append(cast("Connection", answers).recv_bytes()[0])
                except (EOFError, ConnectionResetError):
                    raise RumpusError(WORKER_ENDED) from None
            if not self._done and self._own_orders:
                self._own.play(self._own_orders[0])
                self._done.append(self._own_orders.popleft())
        return self._done.popleft()

    def _checked(self, moves: Sequence[int] | NDArray[np.int64], envs: slice) -> NDArray[np.int64]:
        wanted = whole_numbers(moves)
        mask = self.action_mask[envs]
        if wanted.shape != (len(mask),):
            raise BadOption(f"{len(mask)} environments need as many moves, not {wanted.size}.")
        within = wanted.clip(0, mask.shape[1] - 1)
        legal = (within == wanted) & (mask[np.arange(len(mask)), within] == 1)
        if not legal.all():
            env = int(np.argmin(legal))
            raise BadOption(f"Environment {envs.start + env} cannot play {wanted[env]}: the move is illegal.")
        return wanted

    def step(self, moves: Sequence[int] | NDArray[np.int64]) -> Finished:
        """Plays one decision in every environment. Nothing is played if a move is illegal."""
        self._moves[:] = self._checked(moves, slice(0, len(self.seats)))
        for part in reversed(range(self.parts)):  # other workers first: they play while this process does
            self._order(part)
        for _ in range(self.parts):
            self.receive()
        return Finished(np.flatnonzero(self.dones).tolist(), self.dones, self.rewards)

    def close(self) -> None:
        for order in self._orders:
            order.close()
        for process in self._processes:
            process.join(5)
            process.kill()
        self._processes = []

    def __enter__(self) -> CoresEnv:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _run_worker(
    game: str,
    changes: dict[str, object],
    seed: int,
    plan: list[Part],
    block: Any,
    sizes: tuple[int, int, int, int],
    orders: Connection,
    answer: Connection,
) -> None:
    """Plays requested parts until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is handled by the parent process
    share = WorkerSlice(game, changes, seed, plan, SharedArrays(block, *sizes))
    for part, _, _ in plan:
        answer.send_bytes(bytes([part]))
    while True:
        try:
            part = orders.recv_bytes()[0]
        except EOFError:
            return
        share.play(part)
        answer.send_bytes(bytes([part]))
