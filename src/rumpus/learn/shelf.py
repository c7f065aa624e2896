"""Files of weights: begun, gone on with, and put together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from rumpus.core.errors import BadOption
from rumpus.core.game import Game
from rumpus.learn.training import Plans, Point, Training
from rumpus.players.weights import Trained, Weights, load_weights


def train_on(path: Path, game: Game, changes: Mapping[str, object], plans: Plans) -> Trained:
    """Train a network for these changes of the options; the file keeps its other networks, and goes on with this one.

    It is written whenever the curve has a new point, so little is lost whatever happens.
    """
    if not path.parent.is_dir():
        raise BadOption(f"there is no folder {path.parent}")
    weights = load_weights(path) if path.exists() else Weights(game.name, game.version, [])
    if (weights.game, weights.version) != (game.name, game.version):
        raise BadOption(f"{path} is about {weights.game}, version {weights.version} of its rules; name another file")
    before = weights.net_for(game, game.options(changes))
    others = [net for net in weights.nets if net is not before]

    def keep(point: Point) -> None:
        weights.nets = [*others, training.trained()]
        weights.save(path)
        plans.pointed(point)

    training = Training(game, changes, replace(plans, pointed=keep))
    if before is not None:
        training.go_on_from(before)
    trained = training.run()
    weights.nets = [*others, trained]
    weights.save(path)
    return trained
