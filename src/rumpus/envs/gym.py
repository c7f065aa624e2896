"""Gymnasium: one seat learns, the others are bots.

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
from rumpus.core.info_state import Chair
from rumpus.core.position import Seat
from rumpus.core.rng import Seeded
from rumpus.envs.episode import LOSE, Episode
from rumpus.envs.zoo import RENDER_MODES, checked, observation_space, rendered
from rumpus.players.catalogue import find_player
from rumpus.players.player import Player


class RumpusEnv(gymnasium.Env[dict[str, Any], Any]):
    """The reward is the result at the end; `action_mask` stands in the observation and in `info`."""

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
        checked(render_mode)
        self.episode = Episode(game, changes, illegal)
        if seat not in self.episode.seats:
            raise BadOption(f"seat is 0 to {len(self.episode.seats) - 1}, not {seat}")
        self.seat = seat
        self.others = [other for other in self.episode.seats if other != seat]
        self.names = self._named(opponents)
        self.render_mode = render_mode
        self.max_steps = max_steps
        self.observation_space = observation_space(self.episode, self.episode.space)
        self.action_space = Discrete(self.episode.space)

    def _named(self, opponents: str | Sequence[str]) -> list[str]:
        """One name for each of the other seats, in their order; a name that means no player of this game is refused."""
        names = [opponents] if isinstance(opponents, str) else opponents
        if not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
            raise BadOption(f"opponents are players by name, as in 'random' or 'search:200', not {opponents!r}")
        for name in names:
            find_player(name, self.episode.game, self.episode.options, "opponents")
        if isinstance(opponents, str):
            return [opponents] * len(self.others)
        if len(names) != len(self.others):
            raise BadOption(f"{self.episode.game.title} has {len(self.others)} other seats here, not {len(names)}")
        return list(names)

    def _players(self, seed: str) -> dict[Seat, Player]:
        """New opponents by seat."""
        players: dict[Seat, Player] = {}
        for name, other in zip(self.names, self.others, strict=True):
            players[other] = find_player(name, self.episode.game, self.episode.options, f"{seed}/{other}")
        return players

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        # Gymnasium's own generator carries on from one episode to the next, so a seeded run is reproducible as a whole.
        number = int(self.np_random.integers(2**62))
        self.episode.deal(number)
        self.steps = 0
        self.players = self._players(f"opponent/{number}")
        self.lucks = {other: Seeded(f"opponent/{number}/{other}/chair") for other in self.others}
        self._let_the_others_play()
        observation = self._observation()
        return observation, {"action_mask": observation["action_mask"]}

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, under the name by which learners with masks look for it."""
        return self.episode.mask(self.episode.now.moves(self.seat)).astype(np.bool_)

    def _observation(self) -> dict[str, Any]:
        mask = self.episode.mask(self.episode.now.moves(self.seat))
        return {"observation": self.episode.row(self.seat), "action_mask": mask}

    def _let_the_others_play(self) -> None:
        """Until this seat owes a decision again, or the game is over."""
        position = self.episode.now
        while position.result() is None and self.seat not in position.to_act():
            other = position.to_act()[0]
            chair = Chair(self.episode.game, self.episode.options, position, other, self.lucks[other])
            position.play(other, self.players[other].decide(chair), self.episode.luck)

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        position = self.episode.now
        if position.result() is not None:
            raise BadOption("the game is over: reset the environment")
        move = self.episode.allowed(self.seat, action)
        if move is None:
            observation = self._observation()
            return observation, -1.0, True, False, {"action_mask": observation["action_mask"], "illegal": True}
        position.apply(self.seat, move, self.episode.luck)
        self.steps += 1
        self._let_the_others_play()
        result = position.result()
        observation = self._observation()
        reward = 0.0 if result is None else float(result[self.seat])
        late = result is None and self.steps >= self.max_steps
        return observation, reward, result is not None, late, {"action_mask": observation["action_mask"]}

    def render(self) -> Any:
        return rendered(self.episode, self.seat, self.render_mode)
