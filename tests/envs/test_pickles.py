"""Positions, luck and environments come out of a deep copy or a pickle as they went in, compiled or not."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from rumpus.core.game import Game
from rumpus.core.position import Event, Position
from rumpus.core.rng import CountingRng, EnumeratingRng, KeyedRng, Rng, ScriptedRng, SeededRng
from rumpus.envs import zoo
from rumpus.envs.gym import RumpusEnv
from rumpus.envs.gym_vector import RumpusVectorEnv
from rumpus.testing import configurations, title
from tests.catalogue import GAMES, pigeons

DECLARED = [import_module(name).game for name in ("floes", "foxes", "kuhn")]

Twin = Callable[[Any], Any]


def pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


each_way = pytest.mark.parametrize("twin", [copy.deepcopy, pickled], ids=["deepcopy", "pickle"])
each_game = pytest.mark.parametrize("game", GAMES, ids=title)


def moved(position: Position, rng: Rng, steps: int) -> list[str]:
    """Plays on, the last deciding seat first, so that sealed decisions wait. Returns the events."""
    for step in range(steps):
        acting = position.to_act()
        if acting:
            moves = position.moves(acting[-1])
            position.apply(acting[-1], moves[step % len(moves)], rng)
    return [repr(event) for event in position.take_events()]


@each_way
@pytest.mark.parametrize(("game", "changes"), [*configurations(GAMES)[::3], *configurations(DECLARED)], ids=title)
def test_a_position_goes_on_alike_with_its_luck(game: Game, changes: dict[str, object], twin: Twin) -> None:
    rng: Rng = SeededRng("pickles")
    position = game.start(game.options(changes), rng, listen=True)
    for steps in (1, 2, 9, 30):
        other, fate = twin((position, rng))
        assert other is not position
        assert other.save() == position.save()
        assert moved(other, fate, 12) == moved(twin(position), twin(rng), 12)
        assert other.save() != position.save() or not position.to_act()
        moved(position, rng, steps)


@each_way
@each_game
def test_events_that_nobody_has_taken_are_pending_in_both(game: Game, twin: Twin) -> None:
    position = game.start(game.options(), SeededRng("events"), listen=True)
    position.events = [Event("told", [1, "two"], 3, "heard", [4])]
    other = twin(position)
    for one in (position, other):
        events = one.take_events()
        assert [repr(event.seen_by(seat)) for event in events for seat in (0, 2, None)] == [
            "told(1, two)", "heard(4)", "heard(4)",
        ]  # fmt: skip


class Halved(Rng):
    def __init__(self, past: list[int]) -> None:
        super().__init__()
        self.past = past

    def below(self, n: int) -> int:
        self.past.append(n // 2)
        return n // 2


@each_way
@pytest.mark.parametrize(
    ("kind", "settings"),
    [(SeededRng, "x"), (KeyedRng, "x"), (ScriptedRng, range(60)), (CountingRng, SeededRng("x")), (Halved, [1])],
)
def test_luck_goes_on_where_it_was(kind: Callable[[Any], Rng], settings: Any, twin: Twin) -> None:
    rng = kind(copy.deepcopy(settings))
    for n in range(61, 80):
        rng.below(n)
    before, other = copy.deepcopy(rng), twin(rng)
    ahead = [other.below(n) for n in range(61, 90)]
    assert ahead == [before.below(n) for n in range(61, 90)]
    assert ahead == [rng.below(n) for n in range(61, 90)]
    if isinstance(rng, CountingRng):
        assert len(rng.draws) == 48
        assert other.draws == rng.draws


@each_way
def test_an_enumeration_goes_on_where_it_was(twin: Twin) -> None:
    rng = EnumeratingRng()
    seen: list[tuple[int, int, float]] = []
    while rng.another():
        seen.append((rng.below(3), rng.below(2), rng.probability))
        rng = twin(rng)
    assert len(set(seen)) == 6
    assert sum(chance for _, _, chance in seen) == pytest.approx(1)


def gym_steps(env: Any, steps: int) -> list[Any]:
    seen: list[Any] = []
    for _ in range(steps):
        observation, reward, over, late, _ = env.step(int(np.flatnonzero(env.action_masks())[-1]))
        seen += [observation["observation"].tolist(), reward, over]
        if over or late:
            env.reset()
    return seen


@each_way
@each_game
@pytest.mark.parametrize("opponents", ["random", "greedy", "search:3"])
def test_a_gymnasium_environment(game: Game, twin: Twin, opponents: str) -> None:
    env = RumpusEnv(game, opponents=opponents)
    env.reset(seed=4)
    gym_steps(env, 3)
    other, third = twin(env), twin(env)
    assert gym_steps(other, 4) == gym_steps(third, 4)


@each_way
@each_game
def test_a_vector_environment(game: Game, twin: Twin) -> None:
    env = RumpusVectorEnv(game, 3)
    env.reset(seed=4)

    def steps(env: RumpusVectorEnv) -> list[Any]:
        seen: list[Any] = []
        for _ in range(20):
            observation, rewards, *_ = env.step(env.action_masks().argmax(axis=1))
            seen += [observation["observation"].tolist(), rewards.tolist()]
        return seen

    other = twin(env)
    assert steps(other) == steps(env)


@each_way
@pytest.mark.parametrize("make", [zoo.env, zoo.parallel_env], ids=title)
def test_a_pettingzoo_environment(make: Callable[..., Any], twin: Twin) -> None:
    env = make(pigeons, {"players": 3})
    env.reset(seed=4)
    other = twin(env)
    assert other.episode.now is not env.episode.now
    assert other.episode.now.save() == env.episode.now.save()
    assert other.episode.rng.below(1000) == env.episode.rng.below(1000)
