"""PettingZoo: `env` (AEC) and `parallel_env` (for simultaneous decisions).

from rumpus.envs import zoo
env = zoo.env("pigeons", {"players": 3})
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from pettingzoo import AECEnv, ParallelEnv

from rumpus.core.errors import BadOption
from rumpus.core.features import MAX_FEATURE
from rumpus.core.game import Game
from rumpus.core.position import Move, Seat
from rumpus.envs.arrays import FeatureVector, Mask
from rumpus.envs.episode import LOSE, Episode, check_bound
from rumpus.envs.render import as_image, as_text

RENDER_MODES = ["human", "ansi", "rgb_array"]


def row_space(width: int) -> Box:
    return Box(-MAX_FEATURE, MAX_FEATURE, (width,), np.float32)


def check_render_mode(render_mode: str | None) -> None:
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise BadOption(f"render_mode is one of {', '.join(RENDER_MODES)}, not {render_mode!r}.")


def observation_space(episode: Episode, actions: int) -> Space[Any]:
    row = row_space(len(episode.features.names))
    return Dict({"observation": row, "action_mask": Box(0, 1, (actions,), np.int8)})


def render_episode(episode: Episode, seat: Seat | None, mode: str | None) -> Any:
    """Renders in the given mode; `human` prints."""
    if mode == "rgb_array":
        return as_image(episode.game, episode.now, seat)
    text = as_text(episode.game, episode.now, seat)
    if mode == "ansi":
        return text
    if mode == "human":
        print(text)
    return None


class EnvBase:
    """Episode, agents and spaces of both environments."""

    waits = 0
    """1 if there is an action to wait, after the game's own."""

    def __init__(
        self,
        game: str | Game,
        changes: Mapping[str, object] | None = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        illegal: str = LOSE,
        view: bool = False,
        **options: object,
    ) -> None:
        """With `view`, the `info` of an agent that decides has what it sees as JSON."""
        super().__init__()
        check_render_mode(render_mode)
        self.episode = Episode(game, changes, illegal, options)
        name, parallel = self.episode.game.name, bool(self.waits)
        self.metadata = {"name": name, "render_modes": RENDER_MODES, "is_parallelizable": parallel}
        self.render_mode = render_mode
        self.view = view
        self.max_cycles = self.episode.max_decisions if max_cycles is None else max_cycles
        """Decisions per seat before the game is truncated; by default more than the rules allow."""
        check_bound("max_cycles", self.max_cycles)
        self.possible_agents = [f"player_{seat}" for seat in self.episode.seats]
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        actions = self.episode.space + self.waits
        self.observation_spaces = dict.fromkeys(self.possible_agents, observation_space(self.episode, actions))
        self.action_spaces = {agent: Discrete(actions) for agent in self.possible_agents}
        self.state_space = row_space(len(self.possible_agents) * len(self.episode.features.names))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.episode!r}>"

    def _info(self, seat: Seat, mask: Mask) -> dict[str, Any]:
        return {"action_mask": mask, "view": self.episode.view(seat)} if self.view else {"action_mask": mask}

    def state(self) -> FeatureVector:
        """Returns the rows of all seats, one after another: what they know together, for a centralised critic."""
        return np.concatenate([self.episode.feature_vector(seat) for seat in self.episode.seats])

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self.action_spaces[agent]

    def close(self) -> None:
        """PettingZoo requires it."""


class RumpusAEC(EnvBase, AECEnv[str, Any, Any]):
    """AEC environment; simultaneous decisions are made in turn, sealed."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.episode.deal(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.steps = 0
        self._select_agent()

    def _select_agent(self) -> None:
        """Selects the next agent and puts its mask in `infos`."""
        acting = self.episode.now.to_act()
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if acting:
            self.agent_selection = self.possible_agents[acting[0]]
            mask = self.episode.action_mask(self.episode.now.moves(acting[0]))
            self.infos[self.agent_selection] = self._info(acting[0], mask)
        else:
            self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.seats[agent]
        row = self.episode.feature_vector(seat)
        info = self.infos.get(agent, {})
        if "action_mask" in info:
            return {"observation": row, "action_mask": info["action_mask"]}
        over = self.episode.now.result() is not None
        mask = self.episode.mask_of(seat) if over else self.episode.action_mask(self.episode.now.moves(seat))
        return {"observation": row, "action_mask": mask}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        seat, position = self.seats[agent], self.episode.now
        move = self.episode.move_for(seat, action)
        if move is None:
            self.rewards[agent] = -1.0
            self._finish(terminated=True, losers=[seat])
            return
        self.episode.apply(seat, move)
        self.steps += 1
        result = position.result()
        if result is not None:
            self.rewards = {agent: float(result[self.seats[agent]]) for agent in self.agents}
            self._finish(terminated=True)
        elif self.steps >= self.max_cycles * len(self.possible_agents):
            self._finish(terminated=False)
        else:
            self._select_agent()
            self._accumulate_rewards()
        if move != action:
            self.infos[agent]["illegal"] = True

    def _finish(self, terminated: bool, losers: Sequence[Seat] = ()) -> None:
        self.terminations = dict.fromkeys(self.agents, terminated)
        self.truncations = dict.fromkeys(self.agents, not terminated)
        self.infos = {agent: self.episode.outcome(self.seats[agent], losers) for agent in self.agents}
        for seat in losers:
            self.infos[self.possible_agents[seat]]["illegal"] = True
        self.agent_selection = self.agents[0]
        self._accumulate_rewards()

    def render(self) -> Any:
        return render_episode(self.episode, self.seats[self.agent_selection], self.render_mode)

    def __str__(self) -> str:
        return self.episode.game.name


class RumpusParallel(EnvBase, ParallelEnv[str, Any, Any]):
    """Parallel environment: all agents act in every step.

    Seats that decide simultaneously do so in one step. In a turn, the others can only wait: the last action. Nobody
    sees another's action of the same step. An agent that waits gets its reward in the step that ends the game.
    """

    waits = 1

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        self.episode.deal(seed)
        self.agents = self.possible_agents[:]
        self.steps = 0
        observations = self._observations()
        return observations, self._infos(observations)

    def _observations(self) -> dict[str, Any]:
        seen: dict[str, Any] = {}
        for seat, agent in enumerate(self.possible_agents):
            mask = self.episode.action_mask(self.episode.now.moves(seat) or [self.episode.space], extra=1)
            seen[agent] = {"observation": self.episode.feature_vector(seat), "action_mask": mask}
        return seen

    def _infos(self, observations: dict[str, Any]) -> dict[str, Any]:
        return {agent: self._info(self.seats[agent], seen["action_mask"]) for agent, seen in observations.items()}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        position = self.episode.now
        rewards = dict.fromkeys(self.agents, 0.0)
        answers: list[tuple[Seat, Move]] = []
        losers: list[Seat] = []
        illegal: list[str] = []
        for seat in position.to_act():
            agent = self.possible_agents[seat]
            action = actions.get(agent, self.episode.space)
            move = self.episode.move_for(seat, action)
            if move != action:
                illegal.append(agent)
            if move is None:
                rewards[agent] = -1.0
                losers.append(seat)
            else:
                answers.append((seat, move))
        if not losers:
            for seat, move in answers:
                self.episode.apply(seat, move)
        self.steps += 1
        result = position.result()
        if result is not None:
            rewards = {agent: float(result[seat]) for seat, agent in enumerate(self.possible_agents)}
        over = bool(losers) or result is not None
        late = not over and self.steps >= self.max_cycles
        observations = self._observations()
        ended, cut = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, late)
        infos = self._infos(observations)
        if over or late:
            for agent in self.agents:
                infos[agent] |= self.episode.outcome(self.seats[agent], losers)
            self.agents = []
        for agent in illegal:
            infos[agent]["illegal"] = True
        return observations, rewards, ended, cut, infos

    def render(self) -> Any:
        return render_episode(self.episode, None, self.render_mode)


def env(game: str | Game, changes: Mapping[str, object] | None = None, **settings: Any) -> RumpusAEC:
    return RumpusAEC(game, changes, **settings)


def parallel_env(game: str | Game, changes: Mapping[str, object] | None = None, **settings: Any) -> RumpusParallel:
    return RumpusParallel(game, changes, **settings)
