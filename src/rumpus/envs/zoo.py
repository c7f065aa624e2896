"""PettingZoo: `env` (AEC, any game) and `parallel_env` (for games whose decisions are simultaneous).

from rumpus.envs import zoo
env = zoo.env("pigeons", {"players": 3})
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from pettingzoo import AECEnv, ParallelEnv

from rumpus.core.errors import BadOption
from rumpus.core.game import Game
from rumpus.core.position import Move, Seat
from rumpus.envs.episode import HIGHEST, LOSE, LOWEST, Episode
from rumpus.envs.render import as_image, as_text

RENDER_MODES = ["human", "ansi", "rgb_array"]


def checked(render_mode: str | None) -> None:
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise BadOption(f"render_mode is one of {', '.join(RENDER_MODES)}, not {render_mode!r}")


def observation_space(episode: Episode, actions: int) -> Space[Any]:
    row = Box(LOWEST, HIGHEST, (len(episode.features.names),), np.float32)
    return Dict({"observation": row, "action_mask": Box(0, 1, (actions,), np.int8)})


def rendered(episode: Episode, seat: Seat | None, mode: str | None) -> Any:
    """The picture in the mode that was asked for; `human` prints it."""
    if mode == "rgb_array":
        return as_image(episode.game, episode.now, seat)
    text = as_text(episode.game, episode.now, seat)
    if mode == "ansi":
        return text
    if mode == "human":
        print(text)
    return None


class Spaces:
    """What both kinds of environment have: an episode, agents, spaces with a mask; `waits` adds an action to wait."""

    def prepare(
        self,
        game: str | Game,
        changes: Mapping[str, object] | None,
        render_mode: str | None,
        max_cycles: int,
        illegal: str,
        waits: int,
    ) -> None:
        checked(render_mode)
        self.episode = Episode(game, changes, illegal)
        self.metadata = {"name": self.episode.game.name, "render_modes": RENDER_MODES, "is_parallelizable": bool(waits)}
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.possible_agents = [f"player_{seat}" for seat in self.episode.seats]
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        space = observation_space(self.episode, self.episode.space + waits)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: Discrete(self.episode.space + waits) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self.action_spaces[agent]

    def close(self) -> None:
        """Nothing is held open."""


class RumpusAEC(Spaces, AECEnv[str, Any, Any]):
    """One agent decides at a time; those who decide together do so one after another, sealed."""

    def __init__(
        self,
        game: str | Game,
        changes: Mapping[str, object] | None = None,
        render_mode: str | None = None,
        max_cycles: int = 100_000,
        illegal: str = LOSE,
    ) -> None:
        super().__init__()
        self.prepare(game, changes, render_mode, max_cycles, illegal, waits=0)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.episode.deal(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.steps = 0
        self._turn()

    def _turn(self) -> None:
        """The agent that decides next, and the mask of its moves, in `infos` as well."""
        acting = self.episode.now.to_act()
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if acting:
            self.agent_selection = self.possible_agents[acting[0]]
            self.infos[self.agent_selection] = {"action_mask": self.episode.mask(self.episode.now.moves(acting[0]))}
        else:
            self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.seats[agent]
        row = self.episode.row(seat)
        info = self.infos.get(agent, {})
        mask = info["action_mask"] if info else self.episode.mask(self.episode.now.moves(seat))
        return {"observation": row, "action_mask": mask}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        seat, position = self.seats[agent], self.episode.now
        move = self.episode.allowed(seat, action)
        if move is None:
            self.rewards[agent] = -1.0
            self._finish(terminated=True)
            return
        position.apply(seat, move, self.episode.luck)
        self.steps += 1
        result = position.result()
        if result is not None:
            self.rewards = {agent: float(result[self.seats[agent]]) for agent in self.agents}
            self._finish(terminated=True)
        elif self.steps >= self.max_cycles * len(self.possible_agents):
            self._finish(terminated=False)
        else:
            self._turn()
            self._accumulate_rewards()

    def _finish(self, terminated: bool) -> None:
        self.terminations = dict.fromkeys(self.agents, terminated)
        self.truncations = dict.fromkeys(self.agents, not terminated)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._accumulate_rewards()

    def render(self) -> Any:
        return rendered(self.episode, self.seats[self.agent_selection], self.render_mode)

    def __str__(self) -> str:
        return self.episode.game.name


class RumpusParallel(Spaces, ParallelEnv[str, Any, Any]):
    """All agents answer in every step; one that owes nothing has one action only, the last: to wait."""

    def __init__(
        self,
        game: str | Game,
        changes: Mapping[str, object] | None = None,
        render_mode: str | None = None,
        max_cycles: int = 100_000,
        illegal: str = LOSE,
    ) -> None:
        super().__init__()
        self.prepare(game, changes, render_mode, max_cycles, illegal, waits=1)
        self.wait = self.episode.space

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
            moves = self.episode.now.moves(seat) or [self.wait]
            seen[agent] = {"observation": self.episode.row(seat), "action_mask": self.episode.mask(moves, extra=1)}
        return seen

    def _infos(self, observations: dict[str, Any]) -> dict[str, Any]:
        return {agent: {"action_mask": seen["action_mask"]} for agent, seen in observations.items()}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        position = self.episode.now
        rewards = dict.fromkeys(self.agents, 0.0)
        answers: list[tuple[Seat, Move]] = []
        over = False
        for seat in position.to_act():
            agent = self.possible_agents[seat]
            move = self.episode.allowed(seat, actions.get(agent, self.wait))
            if move is None:
                rewards[agent] = -1.0
                over = True
            else:
                answers.append((seat, move))
        if not over:
            for seat, move in answers:
                position.apply(seat, move, self.episode.luck)
        self.steps += 1
        result = position.result()
        if result is not None:
            rewards = {agent: float(result[seat]) for seat, agent in enumerate(self.possible_agents)}
        over = over or result is not None
        late = not over and self.steps >= self.max_cycles
        observations = self._observations()
        ended, cut = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, late)
        if over or late:
            self.agents = []
        return observations, rewards, ended, cut, self._infos(observations)

    def render(self) -> Any:
        return rendered(self.episode, None, self.render_mode)


def env(game: str | Game, changes: Mapping[str, object] | None = None, **settings: Any) -> RumpusAEC:
    return RumpusAEC(game, changes, **settings)


def parallel_env(game: str | Game, changes: Mapping[str, object] | None = None, **settings: Any) -> RumpusParallel:
    return RumpusParallel(game, changes, **settings)
