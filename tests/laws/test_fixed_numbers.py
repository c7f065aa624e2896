"""Networks count in fixed numbers: the same seed is the same game, move by move, interpreted and compiled, anywhere."""

from __future__ import annotations

import hashlib

import numpy as np
from numpy.typing import NDArray

from rumpus.core.catalogue import find_game
from rumpus.core.info_state import InfoState
from rumpus.core.rng import SeededRng
from rumpus.players.network import NetworkPlayer
from rumpus.players.weights import AFTERSTATES, TrainedNet

GAME = find_game("battle_puno")
DECISIONS = 120


def some(height: int, width: int) -> NDArray[np.float64]:
    return np.array([[((37 * i + 101 * j) % 83 - 41) / 97 for j in range(width)] for i in range(height)])


def test_a_game_of_networks_is_the_same_everywhere() -> None:
    options = GAME.options({"players": 2})
    width = len(GAME.bots().features(options).names)
    arrays = {
        "reads": np.ones(width),
        "hidden 0 weights": some(width, 24),
        "hidden 0 bias": some(1, 24)[0],
        "hidden 1 weights": some(24, 24),
        "hidden 1 bias": some(1, 24)[0],
        "worth weights": some(24, 1),
        "worth bias": some(1, 1)[0],
    }
    net = TrainedNet(AFTERSTATES, options.changed(), "", arrays, {})
    players = [NetworkPlayer("fixed", GAME, options, f"seat {seat}", net) for seat in (0, 1)]
    rng, info_rng = SeededRng("fixed"), SeededRng("chairs")
    position = GAME.start(options, rng)
    made: list[str] = []
    while (acting := position.to_act()) and len(made) < DECISIONS:
        move = players[acting[0]].decide(InfoState(GAME, options, position, acting[0], info_rng))
        made.append(GAME.format_move(position, acting[0], move))
        position.apply(acting[0], move, rng)
    assert len(made) == DECISIONS
    assert hashlib.blake2b(",".join(made).encode(), digest_size=8).hexdigest() == "71ed3ec5fb94f4f3"
