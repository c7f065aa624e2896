"""PufferLib: self-play as a native environment, and single games by emulation.

    import pufferlib.vector
    from rumpus.envs import puffer
    many = pufferlib.vector.make(puffer.PufferBatch, ["pigeons"], {"num_envs": 256})
    few = pufferlib.vector.make(puffer.env, ["pigeons"], {"opponents": "greedy"}, "Serial", num_envs=64)

PufferLib pins older versions of Gymnasium and PettingZoo than it needs: install it with `pip install --no-deps`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Discrete
from numpy.typing import NDArray
from pufferlib import PufferEnv
from pufferlib.emulation import GymnasiumPufferEnv, PettingZooPufferEnv

from rumpus.core.game import Game
from rumpus.envs.episode import REPLACE, Episode
from rumpus.envs.gym import RumpusEnv
from rumpus.envs.vector import VectorEnv
from rumpus.envs.zoo import RumpusParallel, row_space


class PufferBatch(PufferEnv):
    """Self-play in many games. Every seat of every game is an agent.

    One seat per game decides in each step. An observation is the seat's row followed by its mask. Other agents have
    one legal action, the last: to wait. Illegal actions are replaced by default: PufferLib's own learner reads no mask.
    """

    def __init__(
        self,
        game: str | Game,
        changes: Mapping[str, object] | None = None,
        num_envs: int = 64,
        buf: Any = None,
        seed: int = 0,
        illegal: str = REPLACE,
        **options: object,
    ) -> None:
        episode = Episode(game, changes, illegal, options)
        self.game, self.changes, self.count = episode.game, episode.options.changed(), num_envs
        self.illegal = illegal
        self.seats, self.width, self.wait = len(episode.seats), len(episode.features.names), episode.space
        size = self.width + self.wait + 1
        self.single_observation_space = row_space(size)
        self.single_action_space = Discrete(self.wait + 1)
        self.num_agents = num_envs * self.seats
        super().__init__(buf)
        self.every = np.arange(num_envs)
        self.reset(seed)

    def reset(self, seed: int | None = None) -> tuple[NDArray[np.float32], list[Any]]:
        self.batch = VectorEnv(self.game, self.changes, self.count, seed, illegal=self.illegal)
        self.rewards[:], self.terminals[:], self.truncations[:] = 0, False, False
        self._fill_buffers()
        return self.observations, []

    def _fill_buffers(self) -> None:
        """Fills PufferLib's buffers; `masks` marks the deciding agents."""
        seen = self.observations.reshape(self.count, self.seats, -1)
        _, self.legal, self.deciding = self.batch.observe()
        for seat in range(self.seats):
            seen[:, seat, : self.width] = self.batch.observations_of(seat)
        seen[:, :, self.width :] = 0
        seen[:, :, -1] = 1
        seen[self.every, self.deciding, -1] = 0
        seen[self.every, self.deciding, self.width : -1] = self.legal
        self.masks[:] = False
        self.masks.reshape(self.count, self.seats)[self.every, self.deciding] = True

    def step(self, actions: NDArray[Any]) -> tuple[Any, ...]:
        moves = np.asarray(actions).reshape(self.count, self.seats)[self.every, self.deciding].astype(np.int64)
        if self.illegal == REPLACE:
            bad = (moves == self.wait) | (self.legal[self.every, np.minimum(moves, self.wait - 1)] == 0)
            moves[bad] = self.legal[bad].argmax(axis=1)
        finished = self.batch.step(moves)
        self.rewards[:] = finished.rewards.ravel()
        self.terminals[:] = np.repeat(finished.dones, self.seats)
        self._fill_buffers()
        return self.observations, self.rewards, self.terminals, self.truncations, []

    def close(self) -> None:
        """Does nothing; PufferLib requires it."""


def env(
    game: str | Game, changes: Mapping[str, object] | None = None, buf: Any = None, seed: int = 0, **settings: Any
) -> GymnasiumPufferEnv:
    """One seat learns, the others are bots."""
    return GymnasiumPufferEnv(RumpusEnv(game, changes, **settings), buf=buf, seed=seed)


def parallel_env(
    game: str | Game, changes: Mapping[str, object] | None = None, buf: Any = None, seed: int = 0, **settings: Any
) -> PettingZooPufferEnv:
    """All seats learn; the others can only wait."""
    return PettingZooPufferEnv(RumpusParallel(game, changes, **settings), buf=buf, seed=seed)
