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
from rumpus.core.rng import Counted, Enumerated, Keyed, Luck, Scripted, Seeded
from rumpus.envs import zoo
from rumpus.envs.gym import RumpusEnv
from rumpus.envs.gym_vector import RumpusVectorEnv
from rumpus.testing import title, variants
from tests.catalogue import GAMES, pigeons

DECLARED = [import_module(name).game for name in ("floes", "foxes", "kuhn")]

Twin = Callable[[Any], Any]


def pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


each_way = pytest.mark.parametrize("twin", [copy.deepcopy, pickled], ids=["deepcopy", "pickle"])
each_game = pytest.mark.parametrize("game", GAMES, ids=title)


def moved(position: Position, luck: Luck, steps: int) -> list[str]:
    """Play on, the last of those who owe a decision first, so that sealed answers wait; what was noted meanwhile."""
    for step in range(steps):
        acting = position.to_act()
        if acting:
            moves = position.moves(acting[-1])
            position.apply(acting[-1], moves[step % len(moves)], luck)
    return [repr(event) for event in position.take_events()]


@each_way
@pytest.mark.parametrize(("game", "changes"), [*variants(GAMES)[::3], *variants(DECLARED)], ids=title)
def test_a_position_goes_on_alike_with_its_luck(game: Game, changes: dict[str, object], twin: Twin) -> None:
    luck: Luck = Seeded("pickles")
    position = game.start(game.options(changes), luck, listen=True)
    for steps in (1, 2, 9, 30):
        other, fate = twin((position, luck))
        assert other is not position
        assert other.save() == position.save()
        assert moved(other, fate, 12) == moved(twin(position), twin(luck), 12)
        assert other.save() != position.save() or not position.to_act()
        moved(position, luck, steps)


@each_way
@each_game
def test_events_that_nobody_has_taken_are_pending_in_both(game: Game, twin: Twin) -> None:
    position = game.start(game.options(), Seeded("events"), listen=True)
    position.events = [Event("told", [1, "two"], 3, "heard", [4])]
    other = twin(position)
    for one in (position, other):
        events = one.take_events()
        assert [repr(event.seen_by(seat)) for event in events for seat in (0, 2, None)] == [
            "told(1, two)", "heard(4)", "heard(4)",
        ]  # fmt: skip


class Halved(Luck):
    """Somebody's own luck."""

    def __init__(self, past: list[int]) -> None:
        super().__init__()
        self.past = past

    def below(self, n: int) -> int:
        self.past.append(n // 2)
        return n // 2


@each_way
@pytest.mark.parametrize(
    ("kind", "settings"), [(Seeded, "x"), (Keyed, "x"), (Scripted, range(60)), (Counted, Seeded("x")), (Halved, [1])]
)
def test_luck_goes_on_where_it_was(kind: Callable[[Any], Luck], settings: Any, twin: Twin) -> None:
    luck = kind(copy.deepcopy(settings))
    for n in range(61, 80):
        luck.below(n)
    before, other = copy.deepcopy(luck), twin(luck)
    ahead = [other.below(n) for n in range(61, 90)]
    assert ahead == [before.below(n) for n in range(61, 90)]
    assert ahead == [luck.below(n) for n in range(61, 90)]
    if isinstance(luck, Counted):
        assert len(luck.asked) == 48
        assert other.asked == luck.asked


@each_way
def test_an_enumeration_goes_on_where_it_was(twin: Twin) -> None:
    luck = Enumerated()
    seen: list[tuple[int, int, float]] = []
    while luck.another():
        seen.append((luck.below(3), luck.below(2), luck.probability))
        luck = twin(luck)
    assert len(set(seen)) == 6
    assert sum(chance for _, _, chance in seen) == pytest.approx(1)


def first_legal(mask: Any) -> int:
    return int(np.flatnonzero(mask)[-1])


def gym_steps(env: Any, steps: int) -> list[Any]:
    seen: list[Any] = []
    for _ in range(steps):
        observation, reward, over, late, _ = env.step(first_legal(env.action_masks()))
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
    assert other.episode.luck.below(1000) == env.episode.luck.below(1000)
