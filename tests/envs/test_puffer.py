"""PufferLib's native interface, its emulation and its vectors, on every game; only where PufferLib is installed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest

from rumpus.core.game import Game
from rumpus.testing import title
from tests.catalogue import GAMES, pigeons

vector = pytest.importorskip("pufferlib.vector")
puffer = import_module("rumpus.envs.puffer")
each_game = pytest.mark.parametrize("game", GAMES, ids=title)


def played(many: Any, steps: int) -> list[Any]:
    """Random actions, seeded: what was seen, step by step."""
    many.action_space.seed(1)
    seen: list[Any] = [np.array(many.reset(seed=7)[0])]
    for _ in range(steps):
        rows, rewards, over, *_ = many.step(many.action_space.sample())
        seen += [np.array(rows), np.array(rewards), np.array(over)]
    many.close()
    return seen


@each_game
@pytest.mark.parametrize("backend", ["Serial", "Multiprocessing"])
def test_one_seat_learns(game: Game, backend: str) -> None:
    def make() -> Any:
        settings = {"num_workers": 2} if backend == "Multiprocessing" else {}
        return vector.make(puffer.env, [game], {"illegal": "replace"}, backend=backend, num_envs=2, **settings)

    first, again = played(make(), 30), played(make(), 30)
    assert first[0].shape[0] == 2
    assert all(np.array_equal(one, other) for one, other in zip(first, again, strict=True))


@each_game
def test_all_seats_learn(game: Game) -> None:
    many = vector.make(puffer.parallel_env, [game], {"illegal": "replace"}, backend="Serial", num_envs=2)
    assert many.num_agents == 2 * many.driver_env.num_agents
    seen = played(many, 30)
    assert any(step.any() for step in seen)


@each_game
def test_the_batch_is_a_native_environment(game: Game) -> None:
    many = vector.make(puffer.PufferBatch, [game], {"num_envs": 5})
    first, again = played(many, 40), played(many, 40)
    assert all(np.array_equal(one, other) for one, other in zip(first, again, strict=True))
    several = vector.make(puffer.PufferBatch, [game], {"num_envs": 2}, backend="Serial", num_envs=3)
    assert several.num_agents == 6 * many.seats
    played(several, 10)


def test_one_agent_decides_per_game_and_the_end_pays_all() -> None:
    env = puffer.PufferBatch(pigeons, {"players": 3}, num_envs=4)
    env.reset(seed=1)
    for _ in range(15):
        assert env.masks.reshape(4, 3).sum(axis=1).tolist() == [1, 1, 1, 1]
        legal = env.observations[:, env.width :]
        assert (legal[~env.masks].argmax(axis=1) == env.wait).all()
        assert legal[env.masks, -1].tolist() == [0, 0, 0, 0]
        env.step(legal.argmax(axis=1))
    assert env.terminals.all()
    results = env.rewards.reshape(4, 3).tolist()
    assert all(sorted(result) in ([-1, -1, 1], [-1, 0, 0], [0, 0, 0]) for result in results)
