"""Small untrained networks for tests that need no strength."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.players.weights import AFTERSTATES, POLICY, TrainedNet, Weights, features_fingerprint
from rumpus.training.learner import Learner
from rumpus.training.trainer import sample_random_play


def fresh_net(game: Game, changes: Mapping[str, object]) -> TrainedNet:
    options = game.options(changes)
    together = sample_random_play(game, options).simultaneous
    arrays = Learner(everything(game, options), (8, 8), game.move_count(options) if together else 0, seed=1).export()
    method = POLICY if together else AFTERSTATES
    return TrainedNet(method, options.changed(), features_fingerprint(game, options), arrays, {})


def everything(game: Game, options: Options) -> NDArray[np.bool_]:
    return np.ones(len(game.bots().features(options).names), dtype=np.bool_)


def fresh_weights(path: Path, game: Game, changes: Mapping[str, object] | None = None) -> Path:
    Weights(game.name, game.version, [fresh_net(game, changes or {})]).save(path)
    return path
