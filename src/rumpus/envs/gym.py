"""Gymnasium environment: one seat learns, the others are bots.

import gymnasium, rumpus.envs
env = gymnasium.make("rumpus/Pigeons-v0", opponents="greedy")
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete
from numpy.typing import NDArray

from rumpus.core.errors import BadOption
from rumpus.core.game import Game
from rumpus.core.info_state import InfoState
from rumpus.core.position import Seat
from rumpus.core.rng import SeededRng
from rumpus.envs.episode import LOSE, Episode
from rumpus.envs.zoo import RENDER_MODES, check_render_mode, observation_space, render_episode
from rumpus.players.catalogue import find_player
from rumpus.players.player import Player


class RumpusEnv(gymnasium.Env[dict[str, Any], Any]):
    """Pays the result at the end. `action_mask` is in the observation and in `info`."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": 4}

    def __init__(
        self,
        game: str | Game,
        changes: Mapping[str, object] | None = None,
        seat: Seat = 0,
        opponents: str | Sequence[str] = "random",
        render_mode: str | None = None,
        illegal: str = LOSE,
        max_steps: int = 100_000,
    ) -> None:
        check_render_mode(render_mode)
        self.episode = Episode(game, changes, illegal)
        if seat not in self.episode.seats:
            raise BadOption(f"seat is 0 to {len(self.episode.seats) - 1}, not {seat}.")
        self.seat = seat
        self.others = [other for other in self.episode.seats if other != seat]
        self.names = self._opponent_names(opponents)
        self.render_mode = render_mode
        self.max_steps = max_steps
        self.observation_space = observation_space(self.episode, self.episode.space)
        self.action_space = Discrete(self.episode.space)

    def _opponent_names(self, opponents: str | Sequence[str]) -> list[str]:
        names = [opponents] if isinstance(opponents, str) else opponents
        if not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
            raise BadOption(f"opponents are names of players, as in 'random' or 'search:200', not {opponents!r}.")
        for name in names:
            find_player(name, self.episode.game, self.episode.options, "opponents")
        if isinstance(opponents, str):
            return [opponents] * len(self.others)
        if len(names) != len(self.others):
            raise BadOption(f"{self.episode.game.title} has {len(self.others)} other seats here, not {len(names)}.")
        return list(names)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        # Gymnasium's generator continues between episodes, so a seeded run is reproducible as a whole.
        number = int(self.np_random.integers(2**62))
        self.episode.deal(number)
        self.steps = 0
        self.players: dict[Seat, Player] = {}
        for name, other in zip(self.names, self.others, strict=True):
            seed_of = f"opponent/{number}/{other}"
            self.players[other] = find_player(name, self.episode.game, self.episode.options, seed_of)
        self.rngs = {other: SeededRng(f"opponent/{number}/{other}/chair") for other in self.others}
        self._play_opponents()
        observation = self._observation()
        return observation, {"action_mask": observation["action_mask"]}

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns the legal actions, under the name used by sb3-contrib's maskable learners."""
        return self.episode.action_mask(self.episode.now.moves(self.seat)).astype(np.bool_)

    def _observation(self) -> dict[str, Any]:
        mask = self.episode.action_mask(self.episode.now.moves(self.seat))
        return {"observation": self.episode.feature_vector(self.seat), "action_mask": mask}

    def _play_opponents(self) -> None:
        """Plays the others until this seat decides or the game is over."""
        position = self.episode.now
        while position.result() is None and self.seat not in position.to_act():
            other = position.to_act()[0]
            info = InfoState(self.episode.game, self.episode.options, position, other, self.rngs[other])
            position.play(other, self.players[other].decide(info), self.episode.rng)

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        position = self.episode.now
        if position.result() is not None:
            raise BadOption("The game is over. Call reset().")
        move = self.episode.move_for(self.seat, action)
        if move is None:
            observation = self._observation()
            return observation, -1.0, True, False, {"action_mask": observation["action_mask"], "illegal": True}
        position.apply(self.seat, move, self.episode.rng)
        self.steps += 1
        self._play_opponents()
        result = position.result()
        observation = self._observation()
        reward = 0.0 if result is None else float(result[self.seat])
        late = result is None and self.steps >= self.max_steps
        return observation, reward, result is not None, late, {"action_mask": observation["action_mask"]}

    def render(self) -> Any:
        return render_episode(self.episode, self.seat, self.render_mode)
