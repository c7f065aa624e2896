"""A vector environment: many games, one decision in each per call.

    from rumpus.envs.vector import VectorEnv
    env = VectorEnv("pigeons", num_envs=256, seed=1)
    rows, mask, seats = arrays = env.observe()
    finished = env.step(moves, observed=arrays)  # plays, and fills the arrays again

All seats play in turn (self-play); `seats` tells the deciding seat of each row. Finished games restart at once; `step`
returns their results. Compiled code lists, encodes and plays. Arrays passed in are filled in place.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from librt.vecs import vec
from mypy_extensions import i64
from numpy.typing import NDArray

from rumpus.core.errors import BadOption
from rumpus.core.features import move_features
from rumpus.core.game import Game
from rumpus.core.position import Position, Seat
from rumpus.core.rng import Rng, SeededRng
from rumpus.envs.arrays import FeatureVector, Mask, to_array, whole_numbers
from rumpus.envs.batch import EnvBatch
from rumpus.envs.episode import LOSE, REFUSE, Episode

Observed = tuple[FeatureVector, Mask, NDArray[np.int64]]
"""Observations, legal-move masks and deciding seats."""

CHUNK_NUMBERS = 1 << 14
"""Numbers written per chunk: 128 kB stay in the processor's cache."""


@dataclass(eq=False)
class Finished:
    """Games finished by a step.

    `rewards` by environment and seat are 0 for the others.
    """

    indices: list[int]
    dones: NDArray[np.bool_]
    rewards: FeatureVector
    illegal: dict[int, Seat] = field(default_factory=dict)
    """Seats that chose an illegal move, by environment."""

    @property
    def results(self) -> list[list[float]]:
        """Results by seat, one list per finished game."""
        return [self.rewards[env].tolist() for env in self.indices]


class VectorEnv:
    """A batch of games, one decision in each per call.

    The seed and `first` + index determine the deals of an environment.

    An illegal move plays nothing and raises an error. With `illegal="replace"` the first legal move is played instead;
    with `"lose"` that game ends: -1 for its seat, 0 for the others.
    """

    def __init__(
        self,
        game: str | Game,
        changes: Mapping[str, object] | None = None,
        num_envs: int = 64,
        seed: int | None = None,
        first: int = 0,
        illegal: str = REFUSE,
        **options: object,
    ) -> None:
        if num_envs < 1:
            raise BadOption(f"num_envs is 1 or more, not {num_envs}.")
        self.episode = Episode(game, changes, illegal, options)
        self.width = len(self.episode.features.names)
        self.chunk_envs = max(1, CHUNK_NUMBERS // max(1, self.width))
        """Environments per chunk."""
        self.count = num_envs
        self.first = first
        self.reset(seed)

    def __repr__(self) -> str:
        return f"<VectorEnv {self.count} × {self.episode!r}>"

    def reset(self, seed: int | None = None) -> None:
        """Deals every game anew, with a random seed by default."""
        name = secrets.token_hex(16) if seed is None else str(seed)
        rngs: list[Rng] = [SeededRng(f"lane/{name}/{env}") for env in range(self.first, self.first + self.count)]
        self.rng = SeededRng(f"moves/{name}")
        self._fill_batch(rngs, [self.episode.game.start(self.episode.options, rng) for rng in rngs])

    def _fill_batch(self, rngs: list[Rng], positions: list[Position]) -> None:
        self.batch = EnvBatch(self.episode.features, self.episode.space, rngs, len(self.episode.seats))
        for position in positions:
            self.batch.add(position)

    def __getstate__(self) -> dict[str, Any]:
        """Keeps the games of the compiled batch. It is filled with them on load."""
        return {**self.__dict__, "batch": (self.batch.rngs, self.batch.positions)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._fill_batch(*state["batch"])

    def observe(
        self, rows: FeatureVector | None = None, mask: Mask | None = None, seats: NDArray[np.int64] | None = None
    ) -> Observed:
        """Returns observations, legal-move masks and deciding seats. Fills the given arrays, else new ones."""
        return self._observations(-1, rows), *self._decisions(mask, seats)

    def _decisions(self, mask: Mask | None, seats: NDArray[np.int64] | None) -> tuple[Mask, NDArray[np.int64]]:
        return (
            to_array(self.batch.legal_mask(), np.int8, (self.count, self.episode.space), mask, np.int8),
            to_array(self.batch.deciding_seats(), np.int64, (self.count,), seats, np.int64),
        )

    def observations_of(self, seat: Seat, rows: FeatureVector | None = None) -> FeatureVector:
        """Returns one seat's observations, deciding or not: for a critic of all seats."""
        if seat not in self.episode.seats:
            raise BadOption(f"There is no seat {seat}. Seats are 0 to {len(self.episode.seats) - 1}.")
        return self._observations(seat, rows)

    def _observations(self, seat: Seat, rows: FeatureVector | None) -> FeatureVector:
        """Encodes rows of a seat (-1: the deciding one), chunk by chunk."""
        rows = self._checked(rows)
        for first in range(0, self.count, self.chunk_envs):
            self._fill(rows, seat, first, min(first + self.chunk_envs, self.count))
        return rows

    def _checked(self, rows: FeatureVector | None) -> FeatureVector:
        """Returns the given array, or a new one."""
        shape = (self.count, self.width)
        if rows is None:
            return np.empty(shape, np.float32)
        if rows.shape != shape:
            raise BadOption(f"The array needs the shape {shape}, not {rows.shape}.")
        return rows

    def _fill(self, rows: FeatureVector, seat: Seat, first: int, last: int) -> None:
        """Encodes the rows of a chunk."""
        block = self.batch.observations(first, last) if seat < 0 else self.batch.observations_of(seat, first, last)
        to_array(block, np.float64, (last - first, self.width), rows[first:last], np.float32)

    def move_features(self) -> FeatureVector:
        """Returns a row per legal move, in the order of `numpy.nonzero(mask)`.

        The game describes moves in the columns `features.move_names`. Without those, rows are one-hot.
        """
        episode, batch = self.episode, self.batch
        batch.legal_mask()
        width = len(episode.features.move_names) or episode.space
        rows = np.empty((sum(len(moves) for moves in batch.offers), width), np.float32)
        first = 0
        for position, seat, moves in zip(batch.positions, batch.seats, batch.offers, strict=True):
            last = first + len(moves)
            block = move_features(episode.features, position, seat, sorted(moves), episode.space)
            to_array(block, np.float64, (last - first, width), rows[first:last], np.float32)
            first = last
        return rows

    def sample(self) -> NDArray[np.int64]:
        """Samples a legal move uniformly in every environment."""
        return to_array(self.batch.random_moves(self.rng), np.int64, (self.count,), None, np.int64)

    def step(
        self,
        moves: Sequence[int] | NDArray[np.int64],
        dones: NDArray[np.bool_] | None = None,
        rewards: FeatureVector | None = None,
        observed: Observed | None = None,
    ) -> Finished:
        """Plays one decision in every environment.

        The arrays `observed` are filled as by `observe`. In one pass, each game comes into the cache only once.
        """
        wanted = whole_numbers(moves)
        if wanted.shape != (self.count,):
            raise BadOption(f"{self.count} environments need as many moves, not {wanted.size}.")
        rows = None if observed is None else self._checked(observed[0])
        illegal = self._begin(wanted)
        losers = illegal if self.episode.illegal == LOSE else {}
        ended: list[int] = []
        for first in range(0, self.count, self.chunk_envs):
            last = min(first + self.chunk_envs, self.count)
            over = self.batch.play(first, last)
            if losers:
                over = sorted({*over, *(env for env in losers if first <= env < last)})
            for env in over:
                self.batch.replace(env, self.episode.game.start(self.episode.options, self.batch.rngs[env]))
            ended += over
            if rows is not None:
                self._fill(rows, -1, first, last)
        if observed is not None:
            self._decisions(observed[1], observed[2])
        finished = Finished(
            ended,
            to_array(self.batch.dones, np.bool_, (self.count,), dones, np.bool_),
            to_array(self.batch.rewards, np.float64, (self.count, len(self.episode.seats)), rewards, np.float32),
            illegal,
        )
        self._punish(finished, losers)
        return finished

    def _begin(self, wanted: NDArray[np.int64]) -> dict[int, Seat]:
        """Sets the moves, the first legal one for each that is illegal. Returns the seats that wanted those."""
        batch = self.batch
        stuck = batch.begin_step(vec[i64](wanted.tolist()))
        if stuck < 0:
            return {}
        if self.episode.illegal == REFUSE:
            reason = batch.positions[stuck].refusal(batch.seats[stuck], int(wanted[stuck]))
            raise BadOption(f"Environment {self.first + stuck} cannot play {wanted[stuck]}: {reason}")
        moves, illegal = wanted.tolist(), {}
        for env, offer in enumerate(batch.offers):
            if moves[env] not in offer:
                moves[env] = offer[0]
                illegal[env] = batch.seats[env]
                if self.episode.illegal == LOSE:  # Callers may still look at the position that ended.
                    batch.positions[env] = batch.positions[env].copy()
        batch.begin_step(vec[i64](moves))
        return illegal

    @staticmethod
    def _punish(finished: Finished, losers: Mapping[int, Seat]) -> None:
        """Gives the results of games that end with an illegal move."""
        for env, seat in losers.items():
            finished.dones[env] = True
            finished.rewards[env] = 0.0
            finished.rewards[env, seat] = -1.0
