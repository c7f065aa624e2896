"""The suites that PettingZoo and Gymnasium publish for testing an environment pass for every game."""

from __future__ import annotations

import warnings
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec

from rumpus.core.errors import BadOption
from rumpus.core.game import Game
from rumpus.core.rng import SeededRng
from rumpus.envs import zoo
from rumpus.envs.gym import RumpusEnv
from rumpus.testing import title
from tests.catalogue import GAMES, pigeons


def decides_together(game: Game) -> bool:
    for changes in game.configurations():
        rng = SeededRng("together")
        position = game.start(game.options(changes), rng)
        for _ in range(60):
            acting = position.to_act()
            if len(acting) > 1:
                return True
            if not acting:
                break
            position.apply(acting[0], position.moves(acting[0])[0], rng)
    return False


each_game = pytest.mark.parametrize("game", GAMES, ids=title)
each_simultaneous_game = pytest.mark.parametrize("game", [g for g in GAMES if decides_together(g)], ids=title)


@each_game
def test_aec_api(game: Game) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("error", category=UserWarning)
        # A dict with a mask is PettingZoo's own habit, but its list of games that may have one is fixed.
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array|Observation space for each agent")
        warnings.filterwarnings("ignore", message="Action mask numpy array is all zeros")
        api_test(zoo.env(game), num_cycles=60)


@each_game
def test_aec_seed(game: Game) -> None:
    seed_test(lambda: zoo.env(game), num_cycles=40)


@each_game
def test_aec_render(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: zoo.env(game, render_mode=render_mode))
    assert capsys.readouterr().out


@each_simultaneous_game
def test_parallel_api(game: Game) -> None:
    parallel_api_test(zoo.parallel_env(game, simultaneous_changes(game)), num_cycles=120)


@each_simultaneous_game
def test_parallel_seed(game: Game) -> None:
    parallel_seed_test(lambda: zoo.parallel_env(game, simultaneous_changes(game), illegal="replace"), num_cycles=40)


class SeededParallel(zoo.RumpusParallel):
    """The suite deals and plays at random; here it always meets the same games, none of them too short."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        return super().reset(6 if seed is None else seed, options)


@each_simultaneous_game
def test_max_cycles(game: Game) -> None:
    changes = simultaneous_changes(game)

    def parallel(max_cycles: int) -> zoo.RumpusParallel:
        env = SeededParallel(game, changes, max_cycles=max_cycles, illegal="replace")
        for number, agent in enumerate(env.possible_agents):
            env.action_space(agent).seed(number)
        return env

    module = SimpleNamespace(parallel_env=parallel, env=lambda max_cycles: parallel_to_aec(parallel(max_cycles)))
    max_cycles_test(module)


def simultaneous_changes(game: Game) -> dict[str, object]:
    """Defend the City decides together only against a person."""
    return {"versus": True} if any(field.name == "versus" for field in game.fields) else {}


@each_game
def test_gymnasium_checker(game: Game) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*(spec|render_mode|render mode).*")
        check_env(RumpusEnv(game, illegal="replace", render_mode="ansi"), skip_render_check=False)


@each_game
def test_an_episode_by_masks_ends_with_the_result_as_reward(game: Game) -> None:
    env = RumpusEnv(game, opponents="random")
    _, info = env.reset(seed=5)
    for _ in range(20_000):
        _, reward, over, late, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        if over or late:
            break
    assert over
    result = env.episode.now.result()
    assert result is not None
    assert reward == result[0]


@each_game
def test_an_illegal_action_loses_is_replaced_or_refused(game: Game) -> None:
    def first_illegal(info: dict[str, Any]) -> int:
        return int(np.flatnonzero(info["action_mask"] == 0)[0])

    env = RumpusEnv(game)
    _, info = env.reset(seed=1)
    if info["action_mask"].all():
        return  # everything is legal here
    _, reward, over, _, info = env.step(first_illegal(info))
    assert (reward, over, info["illegal"]) == (-1.0, True, True)
    env = RumpusEnv(game, illegal="refuse")
    _, info = env.reset(seed=1)
    with pytest.raises(BadOption, match="cannot be played"):
        env.step(first_illegal(info))


@pytest.mark.parametrize("illegal", ["refuse", "lose", "replace"])
def test_all_moves_are_checked_before_any_is_played(illegal: str) -> None:
    env = zoo.parallel_env("cat_brawl", illegal=illegal)
    _, infos = env.reset(seed=1)
    before = env.episode.now.save()
    good = int(np.flatnonzero(infos["player_0"]["action_mask"])[0])
    bad = int(np.flatnonzero(infos["player_1"]["action_mask"] == 0)[0])
    actions = {"player_0": good, "player_1": bad}
    if illegal == "refuse":
        with pytest.raises(BadOption, match=f"Action {bad} cannot be played"):
            env.step(actions)
        assert env.episode.now.save() == before
        return
    _, rewards, over, _, _ = env.step(actions)
    assert rewards == {"player_0": 0.0, "player_1": -1.0 if illegal == "lose" else 0.0}
    assert over["player_1"] == (illegal == "lose")
    assert (env.episode.now.save() == before) == (illegal == "lose")


def test_bad_settings_are_refused_in_a_sentence() -> None:
    for settings in ({"illegal": "ignore"}, {"render_mode": "hologram"}, {"seat": 9}, {"opponents": ["random"] * 7}):
        with pytest.raises(BadOption):
            RumpusEnv(pigeons, **settings)
    for seat in (1.0, "1", None):
        with pytest.raises(BadOption, match=f"seat is 0 to 1, not {seat!r}"):
            RumpusEnv(pigeons, seat=seat)  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="reset"):
        zoo.env(pigeons).observe("player_0")
