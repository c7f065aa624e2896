"""Networks that have learnt nothing yet: small, quick, and good enough for whatever does not ask for strength."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.players.weights import AFTERSTATES, POLICY, Trained, Weights, features_print
from rumpus.training.learner import Learner
from rumpus.training.trainer import looked_at


def fresh_net(game: Game, changes: Mapping[str, object]) -> Trained:
    options = game.options(changes)
    together = looked_at(game, options).together
    arrays = Learner(everything(game, options), (8, 8), game.move_count(options) if together else 0, seed=1).give()
    method = POLICY if together else AFTERSTATES
    return Trained(method, options.changed(), features_print(game, options), arrays, {})


def everything(game: Game, options: Options) -> NDArray[np.bool_]:
    """All columns of a row are read."""
    return np.ones(len(game.bots().features(options).names), dtype=np.bool_)


def fresh_weights(path: Path, game: Game, changes: Mapping[str, object] | None = None) -> Path:
    """A file with one of them."""
    Weights(game.name, game.version, [fresh_net(game, changes or {})]).save(path)
    return path
