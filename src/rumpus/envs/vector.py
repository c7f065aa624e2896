"""A vector environment: many games of one kind, one decision in each per call.

    from rumpus.envs.vector import VectorEnv
    env = VectorEnv("pigeons", lanes=256, seed=1)
    rows, mask, seats = env.observe()
    finished = env.step(moves)

Seats play in turn in every lane (self-play); `seats` says whose decision a lane's row is, and a finished game is dealt
anew at once. Its result for every seat is in what `step` returns. Compiled code lists, encodes and plays; arrays that
you hand in are filled in place, with one conversion and no object per lane.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from librt.vecs import vec
from mypy_extensions import i64
from numpy.typing import NDArray

from rumpus.core.errors import BadOption
from rumpus.core.game import Game
from rumpus.core.position import Seat
from rumpus.core.rng import Luck, Seeded
from rumpus.envs.arrays import Mask, Row, written
from rumpus.envs.batch import Lanes
from rumpus.envs.episode import Episode

NUMBERS_AT_ONCE = 1 << 14
"""So many numbers are written before they are handed over: 128 kB, which processors keep near and Python need not ask
the system for anew each time."""


class Finished:
    """What a step ended: which lanes, and, by lane and seat, the result; 0 where a game goes on."""

    def __init__(self, lanes: Sequence[int], dones: NDArray[np.bool_], rewards: Row) -> None:
        self.lanes = list(lanes)
        self.dones = dones
        self.rewards = rewards

    @property
    def results(self) -> list[list[float]]:
        """One list per finished lane, with a result per seat."""
        return [self.rewards[lane].tolist() for lane in self.lanes]


class VectorEnv:
    """`first` is the number of the first lane: the seed and a lane's number say how its games are dealt."""

    def __init__(
        self,
        game: str | Game,
        changes: Mapping[str, object] | None = None,
        lanes: int = 64,
        seed: int | None = None,
        first: int = 0,
    ) -> None:
        if lanes < 1:
            raise BadOption(f"a vector environment has 1 lane or more, not {lanes}")
        self.episode = Episode(game, changes)
        self.width = len(self.episode.features.names)
        self.at_once = max(1, NUMBERS_AT_ONCE // max(1, self.width))
        """So many lanes are written at a time, while they are near."""
        self.count = lanes
        self.first = first
        name = secrets.token_hex(16) if seed is None else str(seed)
        lucks: list[Luck] = [Seeded(f"lane/{name}/{lane}") for lane in range(first, first + lanes)]
        self.luck = Seeded(f"moves/{name}")
        self.lanes = Lanes(self.episode.features, self.episode.space, lucks, len(self.episode.seats))
        for luck in lucks:
            self.lanes.put(self.episode.game.start(self.episode.options, luck))

    def __getstate__(self) -> dict[str, Any]:
        """For a copy or a pickle: the compiled lanes are filled again with the same games."""
        kept = {name: value for name, value in self.__dict__.items() if name != "lanes"}
        return {**kept, "lucks": self.lanes.lucks, "positions": self.lanes.positions}

    def __setstate__(self, state: dict[str, Any]) -> None:
        lucks, positions = state.pop("lucks"), state.pop("positions")
        self.__dict__.update(state)
        self.lanes = Lanes(self.episode.features, self.episode.space, lucks, len(self.episode.seats))
        for position in positions:
            self.lanes.put(position)

    def observe(
        self, rows: Row | None = None, mask: Mask | None = None, seats: NDArray[np.int64] | None = None
    ) -> tuple[Row, Mask, NDArray[np.int64]]:
        """A row and a mask of legal moves for every lane, and the seats whose decisions they are.

        Into the arrays that are handed in, else into new ones.
        """
        return (
            self._rows(-1, rows),
            written(self.lanes.legal(), np.int8, (self.count, self.episode.space), mask, np.int8),
            written(self.lanes.who(), np.int64, (self.count,), seats, np.int64),
        )

    def rows_of(self, seat: Seat, rows: Row | None = None) -> Row:
        """What one seat knows in every lane, whoever decides there: for a critic that looks with every seat's eyes."""
        if seat not in self.episode.seats:
            raise BadOption(f"there is no seat {seat}: the seats are 0 to {len(self.episode.seats) - 1}")
        return self._rows(seat, rows)

    def _rows(self, seat: Seat, rows: Row | None) -> Row:
        """What a seat (-1: whoever decides) knows in every lane; a few lanes at a time."""
        shape = (self.count, self.width)
        if rows is None:
            rows = np.empty(shape, np.float32)
        elif rows.shape != shape:
            raise BadOption(f"an array of the shape {shape} is wanted here, not {rows.shape}")
        for first in range(0, self.count, self.at_once):
            last = min(first + self.at_once, self.count)
            block = self.lanes.rows(first, last) if seat < 0 else self.lanes.rows_of(seat, first, last)
            written(block, np.float64, (last - first, self.width), rows[first:last], np.float32)
        return rows

    def sample(self) -> NDArray[np.int64]:
        """A legal move for every lane, each as likely as the other."""
        return written(self.lanes.at_random(self.luck), np.int64, (self.count,), None, np.int64)

    def step(
        self,
        moves: Sequence[int] | NDArray[np.int64],
        dones: NDArray[np.bool_] | None = None,
        rewards: Row | None = None,
    ) -> Finished:
        """One decision in every lane; a lane whose move is illegal is named, and nothing is played anywhere."""
        wanted = np.ascontiguousarray(moves, dtype=np.int64)
        if wanted.shape != (self.count,):
            raise BadOption(f"there are {self.count} lanes, and {wanted.size} moves were given")
        stuck = self.lanes.step(vec[i64](wanted))
        if stuck >= 0:
            move = int(wanted[stuck])
            reason = self.lanes.positions[stuck].why_not(self.lanes.seats[stuck], move)
            raise BadOption(f"lane {self.first + stuck} cannot play {move}: {reason}")
        finished = Finished(
            self.lanes.finished,
            written(self.lanes.dones, np.bool_, (self.count,), dones, np.bool_),
            written(self.lanes.rewards, np.float64, (self.count, len(self.episode.seats)), rewards, np.float32),
        )
        for lane in finished.lanes:
            self.lanes.replace(lane, self.episode.game.start(self.episode.options, self.lanes.lucks[lane]))
        return finished
