"""Gymnasium vector environment: self-play in many games, one decision in each per step.

import gymnasium, rumpus.envs
envs = gymnasium.make_vec("rumpus/PigeonsSelfPlay-v0", num_envs=256)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from gymnasium.envs.registration import EnvSpec
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from rumpus.core.errors import BadOption
from rumpus.core.game import Game
from rumpus.core.outcome import places
from rumpus.envs.arrays import feature_vector
from rumpus.envs.episode import LOSE, Episode, outcome
from rumpus.envs.vector import VectorEnv as GameBatch
from rumpus.envs.zoo import observation_space

Step = tuple[dict[str, Any], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class RumpusVectorEnv(VectorEnv[dict[str, Any], NDArray[np.int64], NDArray[Any]]):
    """Self-play in many games. A row belongs to the seat that decides next, `info["seat"]`.

    The reward of a step is that of the seat that has decided. Finished games restart in the same step:
    `info["final_obs"]` has the last observation, `info["final_info"]` what the last `info` of `RumpusEnv` has, for the
    seat that decided last.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        changes: Mapping[str, object] | None = None,
        illegal: str = LOSE,
        render_mode: None = None,
        **options: object,
    ) -> None:
        if num_envs < 1:
            raise BadOption(f"num_envs is 1 or more, not {num_envs}.")
        if render_mode is not None:
            raise BadOption("A vector environment cannot be rendered. Use RumpusEnv.")
        self.episode = Episode(game, changes, illegal, options)
        self.game = self.episode.game
        self.num_envs = num_envs
        self.render_mode = None
        self.single_observation_space = observation_space(self.episode, self.episode.space)
        self.single_action_space = Discrete(self.episode.space)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.batch: GameBatch | None = None
        self._spec: EnvSpec | None = None
        self.lengths = np.zeros(num_envs, np.int64)

    def __repr__(self) -> str:
        return f"<RumpusVectorEnv {self.num_envs} × {self.episode!r}>"

    __str__ = __repr__

    @property
    def spec(self) -> EnvSpec | None:
        return self._spec

    @spec.setter
    def spec(self, spec: EnvSpec | None) -> None:
        """Keeps the registered spec, with the bound of these options as `max_episode_steps`."""
        self._spec = spec if spec is None else replace(spec, max_episode_steps=self.episode.max_decisions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deals every game. Equal in every run with the same seed."""
        super().reset(seed=seed)
        number = int(self.np_random.integers(2**62))
        changed, illegal = self.episode.options.changed(), self.episode.illegal
        self.batch = GameBatch(self.game, changed, self.num_envs, number, illegal=illegal)
        self.lengths[:] = 0
        return self._observe()

    def step(self, actions: NDArray[np.int64]) -> Step:
        batch = self._require_batch()
        seats, positions = list(batch.batch.seats), list(batch.batch.positions)
        finished = batch.step(actions)
        self.lengths += 1
        rewards = finished.rewards[np.arange(self.num_envs), seats]
        observation, info = self._observe()
        for env in finished.indices:
            ranking = places(finished.rewards[env].tolist())
            last = {
                "observation": feature_vector(batch.episode.features, positions[env], seats[env]),
                "action_mask": np.ones(self.episode.space, np.int8),
            }
            if env in finished.illegal and self.episode.illegal == LOSE:
                last["action_mask"] = self.episode.action_mask(positions[env].moves(seats[env]))
                self.lengths[env] -= 1
            else:
                ranking = positions[env].ranking()
            final = {
                "seat": seats[env],
                **outcome(finished.rewards[env].tolist(), ranking, seats[env]),
                "length": int(self.lengths[env]),
            }
            info = self._add_info(info, {"final_obs": last, "final_info": final}, env)
        for env in finished.illegal:
            info = self._add_info(info, {"illegal": True}, env)
        self.lengths[finished.dones] = 0
        return observation, rewards, finished.dones, np.zeros(self.num_envs, np.bool_), info

    def _observe(self) -> tuple[dict[str, Any], dict[str, Any]]:
        rows, mask, seats = self._require_batch().observe()
        every = np.ones(self.num_envs, np.bool_)
        return {"observation": rows, "action_mask": mask}, {"seat": seats, "_seat": every}

    def _require_batch(self) -> GameBatch:
        if self.batch is None:
            raise BadOption("Call reset() before using the environment.")
        return self.batch

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns the legal actions, one row per game."""
        return self._require_batch().observe()[1].astype(np.bool_)

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """Returns an attribute as every game has it."""
        return self.call(name)

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Returns what each game answers, as with Gymnasium's other vector environments.

        `action_masks` is one row per game. What all games share is repeated.
        """
        if name == "action_masks":
            return tuple(self.action_masks())
        if name.startswith("_") or not hasattr(self, name):
            raise AttributeError(f"{self!r} has no attribute {name!r}.")
        value = getattr(self, name)
        return (value(*args, **kwargs) if callable(value) else value,) * self.num_envs
