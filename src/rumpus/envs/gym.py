"""Gymnasium environment: one seat learns, the others are bots.

import gymnasium, rumpus.envs
env = gymnasium.make("rumpus/Pigeons-v0", opponents="greedy")
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import gymnasium
import numpy as np
from gymnasium.envs.registration import EnvSpec
from gymnasium.spaces import Discrete
from numpy.typing import NDArray

from rumpus.core.errors import BadOption
from rumpus.core.game import Game
from rumpus.core.info_state import InfoState
from rumpus.core.position import Seat
from rumpus.core.rng import SeededRng
from rumpus.envs.episode import LOSE, Episode, check_bound
from rumpus.envs.zoo import RENDER_MODES, check_render_mode, observation_space, render_episode
from rumpus.players.catalogue import find_player
from rumpus.players.player import Player
from rumpus.players.random_player import RandomPlayer

RESULT, DIFFERENCE = "result", "difference"
"""Rewards: the result at the end, or each change of the evaluator's estimate of it."""
MAX_DEALS = 1_000
"""Deals per reset. Games that end before the seat decides are dealt again."""


class RumpusEnv(gymnasium.Env[dict[str, Any], Any]):
    """One seat of a game. Bots have the others.

    `action_mask` is in the observation and in `info`, and never empty. `info["illegal"]` marks an illegal action.
    The last `info` has `result`, `place` and `winner`, the `results` of all seats, and the `length` in decisions.
    Options of the game are keyword arguments, or `changes` by name. With `view`, each `info["view"]` is what the seat
    sees, as JSON.

    `reward="difference"` pays the change of the evaluator's estimate, in a world sampled from what the seat knows.
    Rewards then add up to the result less the first estimate: potential-based shaping (Ng et al. 1999).
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 4}

    def __init__(
        self,
        game: str | Game,
        changes: Mapping[str, object] | None = None,
        seat: Seat = 0,
        opponents: str | Sequence[str] = "random",
        render_mode: str | None = None,
        illegal: str = LOSE,
        max_steps: int | None = None,
        reward: str = RESULT,
        view: bool = False,
        **options: object,
    ) -> None:
        check_render_mode(render_mode)
        if reward not in (RESULT, DIFFERENCE):
            raise BadOption(f"reward is one of {RESULT}, {DIFFERENCE}, not {reward!r}.")
        self.episode = Episode(game, changes, illegal, options)
        if not hasattr(seat, "__index__") or seat not in self.episode.seats:
            raise BadOption(f"seat is 0 to {len(self.episode.seats) - 1}, not {seat!r}.")
        self.seat = seat
        self.others = [other for other in self.episode.seats if other != seat]
        self.names = self._opponent_names(opponents)
        self.render_mode = render_mode
        self.max_steps = self.episode.max_decisions if max_steps is None else max_steps
        """Decisions of this seat before an episode is truncated; by default more than the rules allow."""
        check_bound("max_steps", self.max_steps)
        self.reward = reward
        self.view = view
        self.over = True
        self._spec: EnvSpec | None = None
        self.observation_space = observation_space(self.episode, self.episode.space)
        self.action_space = Discrete(self.episode.space)

    @property
    def spec(self) -> EnvSpec | None:
        return self._spec

    @spec.setter
    def spec(self, spec: EnvSpec | None) -> None:
        """Keeps the registered spec, with the bound of these options as `max_episode_steps`."""
        self._spec = spec if spec is None else replace(spec, max_episode_steps=self.max_steps)

    def __repr__(self) -> str:
        against = f" against {', '.join(self.names)}" if self.names else ""
        return f"<RumpusEnv {self.episode!r}, seat {self.seat}{against}>"

    __str__ = __repr__

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
        for _ in range(MAX_DEALS):
            # Gymnasium's generator continues between episodes, so a seeded run is reproducible as a whole.
            self._deal(int(self.np_random.integers(2**62)))
            self.over = self.episode.now.result() is not None
            if not self.over:
                break
        else:
            raise BadOption(f"Seat {self.seat} has nothing to decide in {MAX_DEALS:,} deals. Choose another seat.")
        self.steps = 0
        self.estimate = self._estimate()
        observation = self._observation()
        return observation, self._info(observation)

    def _info(self, observation: dict[str, Any]) -> dict[str, Any]:
        info = {"action_mask": observation["action_mask"]}
        return {**info, "view": self.episode.view(self.seat)} if self.view else info

    def _deal(self, number: int) -> None:
        """Starts a game and plays the others up to this seat's first decision."""
        self.episode.deal(number)
        self.players: dict[Seat, Player] = {}
        for name, other in zip(self.names, self.others, strict=True):
            seed_of = f"opponent/{number}/{other}"
            self.players[other] = find_player(name, self.episode.game, self.episode.options, seed_of)
        self.rngs = {other: SeededRng(f"opponent/{number}/{other}/chair") for other in self.others}
        self.estimate_rng = SeededRng(f"estimate/{number}")
        self._play_opponents()

    def _estimate(self) -> float:
        """Estimates the result in a sampled world, so that rewards reveal nothing hidden."""
        if self.reward == RESULT:
            return 0.0
        world = self.episode.now.determinize(self.seat, self.estimate_rng)
        return self.episode.evaluator.value(world, self.seat)

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns the legal actions, under the name used by sb3-contrib's maskable learners."""
        return self.episode.mask_of(self.seat).astype(np.bool_)

    def _observation(self) -> dict[str, Any]:
        return {
            "observation": self.episode.feature_vector(self.seat),
            "action_mask": self.episode.mask_of(self.seat),
        }

    def _play_opponents(self) -> None:
        """Plays the others until this seat decides or the game is over."""
        position = self.episode.now
        while (acting := position.to_act()) and self.seat not in acting:
            other = acting[0]
            player = self.players[other]
            if isinstance(player, RandomPlayer):
                move = player.pick(position.moves(other))
            else:
                info = InfoState(self.episode.game, self.episode.options, position, other, self.rngs[other])
                move = player.decide(info)
            position.play(other, move, self.episode.rng)
            self.episode.length += 1

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        if self.episode.now.result() is not None or self.over:
            raise BadOption("The game is over. Call reset().")
        move = self.episode.move_for(self.seat, action)
        if move is None:
            self.over = True
            info = {**self.episode.outcome(self.seat, [self.seat]), "illegal": True}
            return self._answer(-1.0, info)
        self.episode.apply(self.seat, move)
        self.steps += 1
        self._play_opponents()
        result = self.episode.now.result()
        self.over = result is not None
        late = not self.over and self.steps >= self.max_steps
        info = self.episode.outcome(self.seat) if self.over or late else {}
        if move != action:
            info["illegal"] = True
        return self._answer(0.0 if result is None else float(result[self.seat]), info, late)

    def _answer(
        self, result: float, info: dict[str, Any], late: bool = False
    ) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        observation = self._observation()
        reward = result
        if self.reward == DIFFERENCE:
            now = result if self.over else self._estimate()
            reward, self.estimate = now - self.estimate, now
        return observation, reward, self.over, late, {**self._info(observation), **info}

    def render(self) -> Any:
        return render_episode(self.episode, self.seat, self.render_mode)
