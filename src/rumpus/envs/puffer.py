"""PufferLib: many games of self-play as a native environment, and single ones by its emulation.

    import pufferlib.vector
    from rumpus.envs import puffer
    many = pufferlib.vector.make(puffer.PufferLanes, ["pigeons"], {"lanes": 256})
    few = pufferlib.vector.make(puffer.env, ["pigeons"], {"opponents": "greedy"}, "Serial", num_envs=64)

PufferLib asks for older versions of Gymnasium and PettingZoo than it needs; `pip install --no-deps` gets past that.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray
from pufferlib import PufferEnv
from pufferlib.emulation import GymnasiumPufferEnv, PettingZooPufferEnv

from rumpus.core.game import Game
from rumpus.envs.episode import HIGHEST, LOWEST, Episode
from rumpus.envs.gym import RumpusEnv
from rumpus.envs.vector import VectorEnv
from rumpus.envs.zoo import RumpusParallel


class PufferLanes(PufferEnv):
    """Every seat of every lane is an agent with rewards of its own; in each step one seat per lane decides.

    An observation is the seat's row followed by its mask. Who does not decide has one action, the last: to wait. An
    action that is not legal is replaced by a legal one.
    """

    def __init__(
        self,
        game: str | Game,
        changes: Mapping[str, object] | None = None,
        lanes: int = 64,
        buf: Any = None,
        seed: int = 0,
    ) -> None:
        episode = Episode(game, changes)
        self.game, self.changes, self.count = episode.game, changes, lanes
        self.seats, self.width, self.wait = len(episode.seats), len(episode.features.names), episode.space
        size = self.width + self.wait + 1
        self.single_observation_space = Box(LOWEST, HIGHEST, (size,), np.float32)
        self.single_action_space = Discrete(self.wait + 1)
        self.num_agents = lanes * self.seats
        super().__init__(buf)
        self.every = np.arange(lanes)
        self.reset(seed)

    def reset(self, seed: int | None = None) -> tuple[NDArray[np.float32], list[Any]]:
        self.lanes = VectorEnv(self.game, self.changes, self.count, seed)
        self.rewards[:], self.terminals[:], self.truncations[:] = 0, False, False
        self._see()
        return self.observations, []

    def _see(self) -> None:
        """Fill PufferLib's buffers; `masks` tells whose decision it is."""
        seen = self.observations.reshape(self.count, self.seats, -1)
        _, self.legal, self.deciding = self.lanes.observe()
        for seat in range(self.seats):
            seen[:, seat, : self.width] = self.lanes.rows_of(seat)
        seen[:, :, self.width :] = 0
        seen[:, :, -1] = 1
        seen[self.every, self.deciding, -1] = 0
        seen[self.every, self.deciding, self.width : -1] = self.legal
        self.masks[:] = False
        self.masks.reshape(self.count, self.seats)[self.every, self.deciding] = True

    def step(self, actions: NDArray[Any]) -> tuple[Any, ...]:
        moves = np.asarray(actions).reshape(self.count, self.seats)[self.every, self.deciding].astype(np.int64)
        bad = (moves == self.wait) | (self.legal[self.every, np.minimum(moves, self.wait - 1)] == 0)
        moves[bad] = self.legal[bad].argmax(axis=1)
        finished = self.lanes.step(moves)
        self.rewards[:] = finished.rewards.ravel()
        self.terminals[:] = np.repeat(finished.dones, self.seats)
        self._see()
        return self.observations, self.rewards, self.terminals, self.truncations, []

    def close(self) -> None:
        """There is nothing to close."""


def env(
    game: str | Game, changes: Mapping[str, object] | None = None, buf: Any = None, seed: int = 0, **settings: Any
) -> GymnasiumPufferEnv:
    """One seat learns, the others are bots."""
    return GymnasiumPufferEnv(RumpusEnv(game, changes, **settings), buf=buf, seed=seed)


def parallel_env(
    game: str | Game, changes: Mapping[str, object] | None = None, buf: Any = None, seed: int = 0, **settings: Any
) -> PettingZooPufferEnv:
    """All seats learn; who owes no decision has one action, to wait."""
    return PettingZooPufferEnv(RumpusParallel(game, changes, **settings), buf=buf, seed=seed)
