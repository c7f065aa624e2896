"""Gymnasium vector environment: self-play in many games, one decision in each per step.

import gymnasium, rumpus.envs
envs = gymnasium.make_vec("rumpus/PigeonsSelfPlay-v0", num_envs=256)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from rumpus.core.errors import BadOption
from rumpus.core.game import Game
from rumpus.envs.arrays import feature_vector
from rumpus.envs.episode import REFUSE, REPLACE, Episode
from rumpus.envs.vector import VectorEnv as GameBatch
from rumpus.envs.zoo import observation_space

Step = tuple[dict[str, Any], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class RumpusVectorEnv(VectorEnv[dict[str, Any], NDArray[np.int64], NDArray[Any]]):
    """Self-play in many games. A row belongs to the seat that decides next, `info["seat"]`.

    The reward of a step is that of the seat that has decided. Finished games restart in the same step:
    `info["final_info"]["results"]` holds the results of all seats, `info["final_obs"]` the last observation.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        changes: Mapping[str, object] | None = None,
        illegal: str = REFUSE,
        render_mode: None = None,
    ) -> None:
        if num_envs < 1:
            raise BadOption(f"num_envs is 1 or more, not {num_envs}.")
        if illegal not in (REFUSE, REPLACE):
            raise BadOption(f"illegal is one of {REFUSE}, {REPLACE} in a vector environment, not {illegal!r}.")
        if render_mode is not None:
            raise BadOption("A vector environment cannot be rendered. Use RumpusEnv.")
        episode = Episode(game, changes, illegal)
        self.game, self.changes, self.illegal = episode.game, changes, illegal
        self.num_envs = num_envs
        self.render_mode = None
        self.single_observation_space = observation_space(episode, episode.space)
        self.single_action_space = Discrete(episode.space)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.batch: GameBatch | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deals every game. Equal in every run with the same seed."""
        super().reset(seed=seed)
        number = int(self.np_random.integers(2**62))
        self.batch = GameBatch(self.game, self.changes, self.num_envs, number)
        return self._observe()

    def step(self, actions: NDArray[np.int64]) -> Step:
        batch = self._require_batch()
        moves = np.asarray(actions, dtype=np.int64)
        if self.illegal == REPLACE:
            moves = self._replace_illegal(batch, moves)
        seats, positions = list(batch.batch.seats), list(batch.batch.positions)
        finished = batch.step(moves)
        rewards = finished.rewards[np.arange(self.num_envs), seats]
        observation, info = self._observe()
        for env in finished.indices:
            row = feature_vector(batch.episode.features, positions[env], seats[env])
            last = {"observation": row, "action_mask": batch.episode.action_mask([])}
            final = {"seat": seats[env], "results": finished.rewards[env]}
            info = self._add_info(info, {"final_obs": last, "final_info": final}, env)
        return observation, rewards, finished.dones, np.zeros(self.num_envs, np.bool_), info

    def _observe(self) -> tuple[dict[str, Any], dict[str, Any]]:
        rows, mask, seats = self._require_batch().observe()
        every = np.ones(self.num_envs, np.bool_)
        return {"observation": rows, "action_mask": mask}, {"seat": seats, "_seat": every}

    def _require_batch(self) -> GameBatch:
        if self.batch is None:
            raise BadOption("Call reset() before using the environment.")
        return self.batch

    def _replace_illegal(self, batch: GameBatch, moves: NDArray[np.int64]) -> NDArray[np.int64]:
        found = moves.copy()
        for env, (position, seat) in enumerate(zip(batch.batch.positions, batch.batch.seats, strict=True)):
            legal = position.moves(seat)
            if found[env] not in legal:
                found[env] = legal[0]
        return found

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns the legal actions, one row per game."""
        return self._require_batch().observe()[1].astype(np.bool_)
