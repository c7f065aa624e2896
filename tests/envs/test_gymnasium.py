"""The games by Gymnasium's names, with masks for learners, refused opponents and the vector interface."""

from __future__ import annotations

import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import (
    check_env,
    check_reset_options,
    check_reset_return_type,
    check_reset_seed_determinism,
    check_returned_data_not_reused,
)
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

from rumpus.core.catalogue import game_names
from rumpus.core.errors import BadOption, RumpusError
from rumpus.core.game import Game
from rumpus.envs.gym import RumpusEnv
from rumpus.envs.gym_vector import RumpusVectorEnv
from rumpus.envs.registration import environment_id
from rumpus.testing import title
from tests.catalogue import GAMES, pigeons

each_game = pytest.mark.parametrize("game", GAMES, ids=title)
each_name = pytest.mark.parametrize("name", game_names())


# --- by name ---


@each_name
def test_every_installed_game_is_made_by_name(name: str) -> None:
    env = gymnasium.make(environment_id(name), opponents="random", illegal="replace")
    env.reset(seed=1)
    inner = env.unwrapped
    assert isinstance(inner, RumpusEnv)
    assert inner.episode.game.name == name
    with warnings.catch_warnings():
        warnings.filterwarnings("error", category=UserWarning)
        warnings.filterwarnings("ignore", message=".*(different from the unwrapped version|no render modes).*")
        check_env(inner, skip_render_check=True)


@each_name
def test_many_of_them_are_made_by_name(name: str) -> None:
    many = gymnasium.make_vec(environment_id(name, "SelfPlay"), num_envs=3)
    assert isinstance(many.unwrapped, RumpusVectorEnv)
    for envs in (many, gymnasium.make_vec(environment_id(name), num_envs=3, vectorization_mode="sync")):
        observation, _ = envs.reset(seed=1)
        assert observation in envs.observation_space
        assert envs.num_envs == 3
        envs.close()


def test_gymnasium_imports_what_stands_before_the_colon() -> None:
    words = "import gymnasium; print(gymnasium.make('rumpus.envs:rumpus/DefendTheCity-v0').reset(seed=1)[1].keys())"
    done = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "dict_keys(['action_mask'])"


def test_names() -> None:
    assert environment_id("cat_brawl") == "rumpus/CatBrawl-v0"
    assert environment_id("somebody's-4th game", "SelfPlay") == "rumpus/SomebodyS4thGameSelfPlay-v0"


# --- masks and opponents ---


@each_game
def test_masks_have_the_names_learners_expect(game: Game) -> None:
    env = RumpusEnv(game)
    observation, _ = env.reset(seed=2)
    assert env.action_masks().dtype == np.bool_
    assert env.action_masks().tolist() == [bool(legal) for legal in observation["action_mask"]]
    assert gymnasium.Wrapper(env).get_wrapper_attr("action_masks")().any()


@pytest.mark.parametrize(
    "opponents", ["rnadom", ["random", "gredy"], "exact", "search:soon", 3, ["random"], [None, None]]
)
def test_wrong_opponents_are_refused_before_anything_is_played(opponents: Any) -> None:
    with pytest.raises(RumpusError, match=r"[a-z]{3,}.* "):
        RumpusEnv(pigeons, {"players": 3}, opponents=opponents)


def test_a_wrong_opponent_is_refused_even_where_nobody_else_sits() -> None:
    with pytest.raises(RumpusError, match=r"There is no player 'rnadom'. Did you mean 'random'"):
        RumpusEnv("defend_the_city", opponents="rnadom")


# --- many games at once ---


@each_game
def test_the_vector_environment_passes_the_checks_of_gymnasium(game: Game) -> None:
    envs: Any = RumpusVectorEnv(game, 4, illegal="replace")
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    check_reset_seed_determinism(envs)
    check_reset_options(envs)
    check_reset_return_type(envs)
    alone: Any = RumpusVectorEnv(game, 1, illegal="replace")
    check_returned_data_not_reused(alone)
    envs.action_space.seed(1)
    for _ in range(30):
        observation, rewards, over, late, _ = envs.step(envs.action_space.sample())
        assert observation in envs.observation_space
        assert (rewards.shape, over.shape, late.shape) == ((4,), (4,), (4,))
        assert (over.dtype, late.dtype) == (np.bool_, np.bool_)
    envs.close()
    envs.close()


@each_game
def test_a_finished_game_has_results_and_restarts(game: Game) -> None:
    envs = RumpusVectorEnv(game, 2)
    chooser = np.random.default_rng(1)
    _, info = envs.reset(seed=3)
    for _ in range(6000):
        seats = info["seat"]
        moves = np.array([chooser.choice(np.flatnonzero(mask)) for mask in envs.action_masks()])
        observation, rewards, over, _, info = envs.step(moves)
        assert observation["action_mask"].any(axis=1).all()
        assert ("final_info" in info) == over.any()
        for env in np.flatnonzero(over):
            final = info["final_info"]
            assert final["_results"][env]
            assert final["results"][env][seats[env]] == rewards[env]
            assert info["final_obs"][env] in envs.single_observation_space
        if over.any():
            return
    raise AssertionError("no game ended")


def test_wrappers_of_gymnasium_go_round_it() -> None:
    envs: Any = DictInfoToList(RecordEpisodeStatistics(RumpusVectorEnv(pigeons, 2, {"players": 2})))
    envs.reset(seed=1)
    lengths: list[int] = []
    for _ in range(10):
        moves = envs.unwrapped.action_masks().argmax(axis=1)
        _, _, over, _, infos = envs.step(moves)
        lengths += [int(info["episode"]["l"]) for info in infos if "episode" in info]
    assert over.all()
    assert lengths == [10, 10]
    assert sorted(infos[0]["final_info"]["results"]) == [-1, 1]


def test_bad_settings_of_many_games_are_refused() -> None:
    for settings in ({"num_envs": 0}, {"illegal": "no"}, {"render_mode": "human"}, {"changes": {"players": 9}}):
        with pytest.raises(BadOption):
            RumpusVectorEnv(pigeons, **{"num_envs": 2, **settings})  # type: ignore[arg-type]
    envs = RumpusVectorEnv(pigeons, 2, illegal="refuse")
    with pytest.raises(BadOption, match="reset"):
        envs.step(np.array([0, 0]))
    envs.reset(seed=1)
    with pytest.raises(BadOption, match="Environment 0 cannot play 0"):
        envs.step(np.array([0, 0]))
