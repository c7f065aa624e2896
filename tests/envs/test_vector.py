"""The vector environment plays what single games would play, in one process or several."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rumpus.core.errors import BadOption, RumpusError
from rumpus.core.features import move_features
from rumpus.core.game import Game
from rumpus.core.rng import SeededRng
from rumpus.envs.cores import CoresEnv
from rumpus.envs.vector import VectorEnv
from rumpus.testing import title
from tests.catalogue import GAMES, pigeons


@pytest.mark.parametrize("game", GAMES, ids=title)
def test_each_environment_is_the_single_game_with_its_seed(game: Game) -> None:
    options = game.options()
    env = VectorEnv(game, num_envs=3, seed=7)
    rngs = [SeededRng(f"lane/7/{index}") for index in range(3)]
    alone = [game.start(options, rng) for rng in rngs]
    chooser = np.random.default_rng(1)
    for _ in range(150):
        rows, mask, seats = env.observe()
        moves = [int(chooser.choice(np.flatnonzero(row))) for row in mask]
        every = [env.observations_of(seat) for seat in env.episode.seats]
        for index, position in enumerate(alone):
            assert seats[index] == position.to_act()[0]
            assert sorted(position.moves(int(seats[index]))) == list(np.flatnonzero(mask[index]))
            for seat in env.episode.seats:
                expected = np.array(env.episode.features.of(position, seat), dtype=np.float32)
                assert np.array_equal(every[seat][index], expected)
            assert np.array_equal(rows[index], every[seats[index]][index])
            position.apply(int(seats[index]), moves[index], rngs[index])
        finished = env.step(moves)
        ended = [index for index, position in enumerate(alone) if position.result() is not None]
        assert finished.indices == ended == np.flatnonzero(finished.dones).tolist()
        assert np.allclose(finished.results, [alone[index].result() or [] for index in ended])
        assert not finished.rewards[~finished.dones].any()
        for index in ended:
            alone[index] = game.start(options, rngs[index])


def test_arrays_that_are_handed_in_are_filled_and_others_stay_as_they_were() -> None:
    env = VectorEnv("cat_brawl", num_envs=8, seed=3)
    kept, kept_mask, _ = env.observe()
    before = kept.copy(), kept_mask.copy()
    rows, mask = np.ones_like(kept), np.ones_like(kept_mask)
    seats, dones, rewards = np.full(8, 9), np.ones(8, np.bool_), np.ones((8, 2), np.float32)
    for _ in range(200):
        assert env.observe(rows, mask, seats)[0] is rows
        fresh = env.observe()
        assert np.array_equal(fresh[0], rows)
        assert np.array_equal(fresh[1], mask)
        assert np.array_equal(fresh[2], seats)
        finished = env.step(env.sample(), dones, rewards)
        assert finished.dones is dones
        assert finished.rewards is rewards
        assert np.array_equal(dones, np.abs(rewards).any(axis=1))
    assert np.array_equal(kept, before[0])
    assert np.array_equal(kept_mask, before[1])
    with pytest.raises(BadOption, match=r"needs the shape \(8, 2\)"):
        env.step(env.sample(), dones, np.ones((8, 3), np.float32))


@pytest.mark.parametrize("illegal", ["refuse", "replace", "lose"])
def test_a_step_that_observes_gives_what_observing_after_it_gives(illegal: str) -> None:
    one, two = (VectorEnv("cat_brawl", num_envs=300, seed=5, illegal=illegal) for _ in range(2))
    observed = one.observe()
    for step in range(120):
        rows, mask, seats = two.observe()
        assert np.array_equal(observed[0], rows)
        assert np.array_equal(observed[1], mask)
        assert np.array_equal(observed[2], seats)
        moves = two.sample()
        if illegal != "refuse":
            moves[step] = np.argmin(mask[step])
        first, second = one.step(moves, observed=observed), two.step(moves)
        assert first.indices == second.indices
        assert first.illegal == second.illegal
        assert np.array_equal(first.rewards, second.rewards)
        assert np.array_equal(first.dones, second.dones)


def test_arrays_of_a_wrong_shape_are_refused_before_a_step() -> None:
    env = VectorEnv("cat_brawl", num_envs=4, seed=5)
    rows, mask, seats = env.observe()
    with pytest.raises(BadOption, match="needs the shape"):
        env.step(env.sample(), observed=(rows[:3], mask, seats))
    assert np.array_equal(env.observe()[0], rows)


def test_samples_are_legal_and_reach_every_move() -> None:
    env = VectorEnv("cat_brawl", num_envs=64, seed=3)
    _, mask, _ = env.observe()
    seen = np.zeros_like(mask)
    for _ in range(100):
        moves = env.sample()
        seen[np.arange(64), moves] = 1
    assert np.array_equal(seen, mask)


@pytest.mark.parametrize("game", GAMES, ids=title)
def test_moves_are_described_in_the_order_of_the_mask(game: Game) -> None:
    env = VectorEnv(game, num_envs=5, seed=3)
    features, space = env.episode.features, env.episode.space
    for _ in range(20):
        rows = env.move_features()
        _, masks, seats = env.observe()
        width = len(features.move_names) or space
        expected = np.zeros((int(masks.sum()), width), np.float32)
        for row, (index, move) in zip(expected, np.argwhere(masks), strict=True):
            if features.move_names:
                position = env.batch.positions[index]
                block: Any = move_features(features, position, int(seats[index]), [int(move)], space)
                row[:] = np.frombuffer(block, np.float64)
            else:
                row[move] = 1.0
        assert (rows == expected).all()
        env.step(env.sample())


def test_bad_calls_are_refused_and_nothing_is_played() -> None:
    with pytest.raises(BadOption, match="num_envs is 1 or more"):
        VectorEnv(pigeons, num_envs=0)
    env = VectorEnv(pigeons, num_envs=2, seed=1)
    before = [position.save() for position in env.batch.positions]
    with pytest.raises(BadOption, match="2 environments need as many moves"):
        env.step([1])
    with pytest.raises(BadOption, match="no seat 9"):
        env.observations_of(9)
    legal = [env.batch.positions[index].moves(0)[0] for index in range(2)]
    for move in (0, -1, env.episode.space):
        with pytest.raises(BadOption, match=f"Environment 1 cannot play {move}"):
            env.step([legal[0], move])
    assert [position.save() for position in env.batch.positions] == before


def test_processes_play_the_same_games_in_shared_memory() -> None:
    alone = VectorEnv("cat_brawl", {"players": 3}, num_envs=7, seed=5)
    with CoresEnv("cat_brawl", {"players": 3}, num_envs=7, num_workers=2, seed=5) as env:
        for _ in range(60):
            rows, mask, seats = alone.observe()
            assert np.array_equal(env.observations, rows)
            assert np.array_equal(env.action_mask, mask)
            assert np.array_equal(env.seats, seats)
            moves = alone.sample()
            expected, finished = alone.step(moves), env.step(moves)
            assert finished.indices == expected.indices
            assert finished.results == expected.results
        env.send(3, alone.sample()[env.of(3)])
        assert env.receive() == 3
        before = env.observations.copy()
        legal = env.action_mask.argmax(axis=1)
        for index, move in ((0, 999), (6, -1), (3, int(env.action_mask[3].argmin()))):
            moves = legal.copy()
            moves[index] = move
            with pytest.raises(BadOption, match=f"Environment {index} cannot play {move}"):
                env.step(moves)
        with pytest.raises(BadOption, match="7 environments need as many moves"):
            env.step([1])
        assert np.array_equal(env.observations, before)
        env.step(legal)
        env._processes[0].kill()
        env._processes[0].join()
        for _ in range(2):
            with pytest.raises(RumpusError, match="has ended"):
                env.step(env.action_mask.argmax(axis=1))


def test_too_few_environments_for_the_workers_are_refused() -> None:
    with pytest.raises(BadOption, match="need at least 6 envs"):
        CoresEnv("cat_brawl", num_envs=3, num_workers=2)


def test_a_reset_deals_anew_and_equally_for_equal_seeds() -> None:
    env = VectorEnv("battle_puno", num_envs=3, seed=4)
    first = env.observe()[0].copy()
    for _ in range(5):
        env.step(env.sample())
    env.reset(5)
    assert not np.array_equal(env.observe()[0], first)
    env.reset(4)
    assert np.array_equal(env.observe()[0], first)
