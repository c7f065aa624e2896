"""What a learner meets at the end of an episode and with illegal actions, alike in all environments."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from pettingzoo.test.state_test import state_test

from rumpus.core.errors import BadOption
from rumpus.core.features import MAX_FEATURE
from rumpus.core.game import Game
from rumpus.core.info_state import InfoState
from rumpus.core.outcome import winners
from rumpus.core.rng import SeededRng
from rumpus.envs import zoo
from rumpus.envs.cores import CoresEnv
from rumpus.envs.gym import RumpusEnv
from rumpus.envs.gym_vector import RumpusVectorEnv
from rumpus.envs.vector import VectorEnv
from rumpus.testing import title
from tests.catalogue import GAMES, pigeons

each_game = pytest.mark.parametrize("game", GAMES, ids=title)
chooser = np.random.default_rng(1)


def plain_policy(masks: Any) -> Any:
    """A masked categorical policy, as of CleanRL: it fails where nothing is legal."""
    logits = np.where(np.atleast_2d(masks), 0.0, -np.inf)
    chances = np.exp(logits - logits.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    return np.array([chooser.choice(len(row), p=row) for row in chances])


def first_illegal(mask: Any) -> int:
    return int(np.flatnonzero(mask == 0)[0])


# --- the end ---


@pytest.mark.parametrize("mode", AutoresetMode)
def test_a_plain_policy_never_meets_an_empty_mask(mode: AutoresetMode) -> None:
    envs = gymnasium.make_vec(
        "rumpus/CatBrawl-v0", num_envs=4, vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode}
    )
    observation, _ = envs.reset(seed=1)
    ended = 0
    with np.errstate(invalid="raise"):
        for _ in range(150):
            observation, _, over, late, info = envs.step(plain_policy(observation["action_mask"]))
            assert observation["action_mask"].any(axis=1).all()
            assert not late.any()
            ended += over.sum()
            final = info["final_info"] if mode is AutoresetMode.SAME_STEP and over.any() else info
            if over.any():
                assert final["_winner"].tolist() == over.tolist()
                assert (final["result"][over] == final["results"][over, 0]).all()
                assert (final["length"][over] > 3).all()
            if mode is AutoresetMode.DISABLED and over.any():
                observation, _ = envs.reset(options={"reset_mask": over})
    assert ended > 3


@each_game
def test_the_last_info_says_how_it_ended(game: Game) -> None:
    env = RumpusEnv(game, opponents="random")
    _, info = env.reset(seed=3)
    over, own = False, 0
    while not over:
        assert set(info) == {"action_mask"}
        _, reward, over, _, info = env.step(plain_policy(info["action_mask"])[0])
        own += 1
    position = env.episode.now
    best = winners(position.ranking())
    assert info["result"] == reward
    assert info["results"].tolist() == pytest.approx(position.result())
    assert info["place"] == position.ranking()[0]
    assert info["winner"] == (best[0] if len(best) == 1 else -1)
    assert own <= info["length"] <= env.episode.max_decisions
    assert info["action_mask"].all()
    with pytest.raises(BadOption, match="The game is over"):
        env.step(0)


@pytest.mark.parametrize("make", [zoo.env, zoo.parallel_env])
def test_the_last_info_of_every_agent_says_how_it_ended(make: Any) -> None:
    env = make("cat_brawl", max_rounds=3)
    env.reset(seed=2)
    agents, infos = env.possible_agents, {}
    if make is zoo.env:
        while not env.terminations[env.agent_selection]:
            env.step(plain_policy(env.infos[env.agent_selection]["action_mask"])[0])
        infos = env.infos
        assert env.observe(agents[1])["action_mask"].all()
    else:
        _, infos = env.reset(seed=2)
        while env.agents:
            _, _, _, _, infos = env.step({agent: plain_policy(infos[agent]["action_mask"])[0] for agent in env.agents})
    results = env.episode.now.result()
    assert [infos[agent]["result"] for agent in agents] == results
    assert [infos[agent]["place"] for agent in agents] == env.episode.now.ranking()
    assert len({infos[agent]["winner"] for agent in agents}) == 1
    assert infos[agents[0]]["length"] == env.episode.length > 3


def test_games_that_end_before_the_first_decision_are_dealt_again() -> None:
    env = RumpusEnv("cat_brawl", {"players": 3}, opponents="random")
    deals: list[int] = []
    deal = env._deal

    def over_at_once(number: int) -> None:
        deal(number)
        deals.append(number)
        while len(deals) < 3 and (acting := env.episode.now.to_act()):
            env.episode.apply(acting[0], env.episode.now.moves(acting[0])[0])

    env._deal = over_at_once  # type: ignore[method-assign]
    _, info = env.reset(seed=1)
    assert len(deals) == len(set(deals)) == 3
    assert 0 in env.episode.now.to_act()
    assert info["action_mask"].any()


@each_game
def test_random_opponents_choose_as_with_an_info_state(game: Game) -> None:
    quick, slow = RumpusEnv(game), RumpusEnv(game)
    slow.rngs = {}

    def play_opponents() -> None:
        episode = slow.episode
        while (acting := episode.now.to_act()) and 0 not in acting:
            info = InfoState(game, episode.options, episode.now, acting[0], SeededRng("any world"))
            episode.apply(acting[0], slow.players[acting[0]].decide(info))

    slow._play_opponents = play_opponents  # type: ignore[method-assign]
    _, info = quick.reset(seed=8)
    slow.reset(seed=8)
    for _ in range(60):
        assert quick.episode.now.save() == slow.episode.now.save()
        if quick.over:
            break
        action = int(info["action_mask"].argmax())
        _, _, _, _, info = quick.step(action)
        slow.step(action)
    assert quick.episode.length == slow.episode.length > 2


# --- rewards ---


@each_game
def test_differences_add_up_to_the_result(game: Game) -> None:
    env, plain = RumpusEnv(game, reward="difference"), RumpusEnv(game)
    _, info = env.reset(seed=4)
    _, other = plain.reset(seed=4)
    start, rewards, over = env.estimate, [], False
    while not over:
        assert np.array_equal(info["action_mask"], other["action_mask"])
        action = plain_policy(info["action_mask"])[0]
        _, reward, over, _, info = env.step(action)
        _, result, _, _, other = plain.step(action)
        rewards.append(reward)
    assert sum(rewards) + start == pytest.approx(result)
    if game.name == "cat_brawl":
        assert np.count_nonzero(rewards) > 3


def test_the_estimate_knows_no_more_than_the_seat() -> None:
    """Two worlds that the seat cannot tell apart get the same estimate."""
    env = RumpusEnv("battle_puno", reward="difference")
    env.reset(seed=4)
    estimates = set()
    for number in range(5):
        twin = RumpusEnv("battle_puno", reward="difference")
        twin.reset(seed=4)
        twin.episode.position = env.episode.now.determinize(0, SeededRng(f"world {number}"))
        estimates.add(twin._estimate())
    assert len(estimates) == 1


def test_an_unknown_reward_is_refused() -> None:
    with pytest.raises(BadOption, match="reward is one of result, difference, not 'sparse'"):
        RumpusEnv(pigeons, reward="sparse")


# --- settings ---


def test_options_are_keyword_arguments_everywhere() -> None:
    single: Any = gymnasium.make("rumpus/CatBrawl-v0", players=3, max_rounds=5).unwrapped
    many: Any = gymnasium.make_vec("rumpus/CatBrawlSelfPlay-v0", num_envs=2, players=3, max_rounds=5).unwrapped
    for env in (
        single, many, zoo.env("cat_brawl", players=3, max_rounds=5), VectorEnv("cat_brawl", players=3, max_rounds=5)
    ):  # fmt: skip
        assert env.episode.options.changed() == {"players": 3, "max_rounds": 5}
        assert "cat_brawl(players=3, max_rounds=5)" in repr(env)
    assert str(single) == "<RumpusEnv cat_brawl(players=3, max_rounds=5), seat 0 against random, random>"
    with pytest.raises(BadOption, match="There is no option 'playerz'; did you mean 'players'"):
        gymnasium.make("rumpus/CatBrawl-v0", playerz=3)


def test_the_spec_knows_the_longest_episode_of_the_options() -> None:
    for rounds in (3, 12):
        env: Any = gymnasium.make("rumpus/CatBrawl-v0", max_rounds=rounds)
        game = env.unwrapped.episode.game
        assert env.spec.max_episode_steps == game.max_decisions(game.options({"max_rounds": rounds}))
        many: Any = gymnasium.make_vec("rumpus/CatBrawlSelfPlay-v0", num_envs=2, max_rounds=rounds)
        assert many.spec.max_episode_steps == env.spec.max_episode_steps
    assert RumpusEnv(pigeons, max_steps=2).max_steps == 2
    with pytest.raises(BadOption, match="max_steps is 1 or more, not 0"):
        RumpusEnv(pigeons, max_steps=0)
    with pytest.raises(BadOption, match="max_cycles is 1 or more, not -3"):
        zoo.env(pigeons, max_cycles=-3)


def test_an_id_of_many_games_says_how_to_make_them() -> None:
    with pytest.raises(BadOption, match=r"gymnasium.make_vec\('rumpus/CatBrawlSelfPlay-v0', num_envs=64\)"):
        gymnasium.make("rumpus/CatBrawlSelfPlay-v0", players=3)


def test_names_of_environments_tell_what_they_play() -> None:
    assert repr(VectorEnv(pigeons, num_envs=3)) == "<VectorEnv 3 × pigeons()>"
    assert repr(RumpusVectorEnv(pigeons, 3, {"players": 4})) == "<RumpusVectorEnv 3 × pigeons(players=4)>"
    assert repr(zoo.parallel_env(pigeons)) == "<RumpusParallel pigeons()>"
    with CoresEnv("cat_brawl", num_envs=3, num_workers=1) as env:
        assert repr(env) == "<CoresEnv 3 × cat_brawl(), 1 workers>"


def test_vector_environments_answer_for_each_game() -> None:
    envs = RumpusVectorEnv("cat_brawl", 3)
    envs.reset(seed=1)
    assert np.array_equal(envs.call("action_masks"), envs.action_masks())
    assert envs.get_attr("single_action_space") == (envs.single_action_space,) * 3
    with pytest.raises(AttributeError, match="has no attribute 'score'"):
        envs.get_attr("score")


@each_game
def test_bounds_of_observations_are_tight(game: Game) -> None:
    space: Any = RumpusEnv(game).observation_space
    assert space["observation"].high.max() == MAX_FEATURE == -space["observation"].low.min()


# --- illegal actions ---


@pytest.mark.parametrize("illegal", ["lose", "replace", "refuse"])
def test_illegal_actions_are_handled_alike(illegal: str) -> None:
    single = RumpusEnv("cat_brawl", illegal=illegal)
    single.reset(seed=1)
    many = RumpusVectorEnv("cat_brawl", 2, illegal=illegal)
    _, info = many.reset(seed=1)
    aec = zoo.env("cat_brawl", illegal=illegal)
    aec.reset(seed=1)
    masks = many.action_masks()
    moves = [first_illegal(masks[0]), int(masks[1].argmax())]
    if illegal == "refuse":
        with pytest.raises(BadOption, match="cannot be played"):
            single.step(first_illegal(single.action_masks()))
        with pytest.raises(BadOption, match="cannot be played"):
            aec.step(first_illegal(aec.infos["player_0"]["action_mask"]))
        with pytest.raises(BadOption, match="cannot play"):
            many.step(np.array(moves))
        return
    lost = illegal == "lose"
    _, reward, over, _, info = single.step(first_illegal(single.action_masks()))
    assert (reward, over, info["illegal"]) == (-1.0 if lost else 0.0, lost, True)
    single.reset(seed=1)
    assert "illegal" not in single.step(single.action_masks().argmax())[4]
    aec.step(first_illegal(aec.infos["player_0"]["action_mask"]))
    assert aec.terminations["player_0"] == lost
    assert aec.infos["player_0"]["illegal"]
    assert lost or "illegal" not in aec.infos["player_1"]
    together = zoo.parallel_env("cat_brawl", illegal=illegal)
    _, infos = together.reset(seed=1)
    actions = {agent: int(info["action_mask"].argmax()) for agent, info in infos.items()}
    actions["player_1"] = first_illegal(infos["player_1"]["action_mask"])
    _, _, terminated, _, infos = together.step(actions)
    assert (terminated["player_1"], infos["player_1"]["illegal"]) == (lost, True)
    assert "illegal" not in infos["player_0"]
    _, rewards, ended, _, info = many.step(np.array(moves))
    assert ended.tolist() == [lost, False]
    assert rewards.tolist() == [-1.0 if lost else 0.0, 0.0]
    assert info["_illegal"].tolist() == [True, False]
    if lost:
        final = info["final_info"]
        assert (final["result"][0], final["place"][0], final["winner"][0], final["length"][0]) == (-1.0, 2, 1, 0)
        assert aec.infos["player_0"] | {"results": None} == {
            "result": -1.0, "place": 2, "winner": 1, "results": None, "length": 0, "illegal": True
        }  # fmt: skip
        assert np.array_equal(info["final_obs"][0]["action_mask"], masks[0])
        assert many.lengths.tolist() == [0, 1]


@pytest.mark.parametrize("action", ["draw", None, 1.5, np.array([3]), np.float32(2)])
@pytest.mark.parametrize("illegal", ["lose", "replace", "refuse"])
def test_an_action_that_is_no_number_is_refused_and_nothing_is_played(action: Any, illegal: str) -> None:
    single, aec = RumpusEnv("cat_brawl", illegal=illegal), zoo.env("cat_brawl", illegal=illegal)
    for env in (single, aec):
        env.reset(seed=1)
        before = env.episode.now.save()
        with pytest.raises(BadOption, match="An action is a whole number from 0 to 27, not"):
            env.step(action)
        assert env.episode.now.save() == before
    single.step(np.int64(single.action_masks().argmax()))


def test_fractions_are_no_moves_of_many_games() -> None:
    envs, many = RumpusVectorEnv("cat_brawl", 2), VectorEnv("cat_brawl", num_envs=2)
    envs.reset(seed=1)
    for env in (envs, many):
        with pytest.raises(BadOption, match="Moves are whole numbers, not float64"):
            env.step(np.array([0.5, 1.0]))


# --- centralised critics ---


@each_game
def test_the_state_is_what_all_seats_know(game: Game) -> None:
    env = zoo.env(game)
    state_test(env, zoo.parallel_env(game))
    env.reset(seed=1)
    rows = [env.observe(agent)["observation"] for agent in env.possible_agents]
    assert np.array_equal(env.state(), np.concatenate(rows))
    assert env.state() in env.state_space
