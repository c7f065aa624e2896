"""The vector environment plays what single games would play."""

from __future__ import annotations

import numpy as np
import pytest

from rumpus.core.errors import BadOption
from rumpus.core.game import Game
from rumpus.core.luck import Seeded
from rumpus.envs.vector import VectorEnv
from rumpus.testing import title
from tests.catalogue import GAMES, pigeons


@pytest.mark.parametrize("game", GAMES, ids=title)
def test_each_lane_is_the_single_game_with_its_seed(game: Game) -> None:
    options = game.options()
    env = VectorEnv(game, lanes=3, seed=7)
    lucks = [Seeded(f"lane/7/{lane}") for lane in range(3)]
    alone = [game.start(options, luck) for luck in lucks]
    chooser = np.random.default_rng(1)
    for _ in range(150):
        rows, mask, seats = env.observe()
        moves = [int(chooser.choice(np.flatnonzero(row))) for row in mask]
        for lane, position in enumerate(alone):
            assert seats[lane] == position.to_act()[0]
            assert sorted(position.moves(int(seats[lane]))) == list(np.flatnonzero(mask[lane]))
            expected = np.array(env.episode.features.of(position, int(seats[lane])), dtype=np.float32)
            assert np.array_equal(rows[lane], expected)
            position.apply(int(seats[lane]), moves[lane], lucks[lane])
        finished = env.step(moves)
        ended = [lane for lane, position in enumerate(alone) if position.result() is not None]
        assert finished.lanes == ended
        assert finished.results == [alone[lane].result() for lane in ended]
        for lane in ended:
            alone[lane] = game.start(options, lucks[lane])


def test_bad_calls_are_refused_and_nothing_is_played() -> None:
    with pytest.raises(BadOption, match="1 lane or more"):
        VectorEnv(pigeons, lanes=0)
    env = VectorEnv(pigeons, lanes=2, seed=1)
    before = [position.save() for position in env.lanes.positions]
    with pytest.raises(BadOption, match="there are 2 lanes"):
        env.step([1])
    legal = [env.lanes.positions[lane].moves(0)[0] for lane in range(2)]
    with pytest.raises(BadOption, match="lane 1 cannot play 0"):
        env.step([legal[0], 0])
    assert [position.save() for position in env.lanes.positions] == before
