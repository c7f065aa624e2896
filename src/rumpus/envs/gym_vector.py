"""Gymnasium's vector interface: many games of self-play, one decision in each per step.

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
from rumpus.envs.arrays import row_of
from rumpus.envs.episode import REFUSE, REPLACE, Episode
from rumpus.envs.vector import VectorEnv as Lanes
from rumpus.envs.zoo import observation_space

Step = tuple[dict[str, Any], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class RumpusVectorEnv(VectorEnv[dict[str, Any], NDArray[np.int64], NDArray[Any]]):
    """Every lane is a game in which all seats decide in turn; a row is what the seat knows whose decision is next.

    `info["seat"]` says which seat that is. The reward of a step is that of the seat which has decided. When a game is
    over, `info["final_info"]["results"]` has the results of all its seats, `info["final_obs"]` what that seat saw at
    the end, and the lane goes on with a fresh deal in the same step.
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
            raise BadOption(f"a vector environment has 1 game or more, not {num_envs}")
        if illegal not in (REFUSE, REPLACE):
            raise BadOption(f"illegal is one of {REFUSE}, {REPLACE} for many games at once, not {illegal!r}")
        if render_mode is not None:
            raise BadOption("many games at once are not drawn; RumpusEnv draws a single one")
        episode = Episode(game, changes, illegal)
        self.game, self.changes, self.illegal = episode.game, changes, illegal
        self.num_envs = num_envs
        self.render_mode = None
        self.single_observation_space = observation_space(episode, episode.space)
        self.single_action_space = Discrete(episode.space)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.lanes: Lanes | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal every lane anew; with a seed, the same deals and the same luck in every run."""
        super().reset(seed=seed)
        number = int(self.np_random.integers(2**62))
        self.lanes = Lanes(self.game, self.changes, self.num_envs, number)
        return self._seen()

    def step(self, actions: NDArray[np.int64]) -> Step:
        lanes = self._dealt()
        moves = np.asarray(actions, dtype=np.int64)
        if self.illegal == REPLACE:
            moves = self._replaced(lanes, moves)
        seats, positions = list(lanes.lanes.seats), list(lanes.lanes.positions)
        finished = lanes.step(moves)
        rewards = finished.rewards[np.arange(self.num_envs), seats]
        observation, info = self._seen()
        for lane in finished.lanes:
            row = row_of(lanes.episode.features, positions[lane], seats[lane])
            last = {"observation": row, "action_mask": lanes.episode.mask([])}
            final = {"seat": seats[lane], "results": finished.rewards[lane]}
            info = self._add_info(info, {"final_obs": last, "final_info": final}, lane)
        return observation, rewards, finished.dones, np.zeros(self.num_envs, np.bool_), info

    def _seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        rows, mask, seats = self._dealt().observe()
        every = np.ones(self.num_envs, np.bool_)
        return {"observation": rows, "action_mask": mask}, {"seat": seats, "_seat": every}

    def _dealt(self) -> Lanes:
        if self.lanes is None:
            raise BadOption("the environment must be reset before it is used")
        return self.lanes

    def _replaced(self, lanes: Lanes, moves: NDArray[np.int64]) -> NDArray[np.int64]:
        """The moves, with the first legal one where a lane's is illegal."""
        found = moves.copy()
        for lane, (position, seat) in enumerate(zip(lanes.lanes.positions, lanes.lanes.seats, strict=True)):
            legal = position.moves(seat)
            if found[lane] not in legal:
                found[lane] = legal[0]
        return found

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, one row per lane."""
        return self._dealt().observe()[1].astype(np.bool_)
