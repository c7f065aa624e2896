"""What every game's gifts promise, for the tests of each game."""

from __future__ import annotations

import json

from rumpus.core.game import Game
from rumpus.core.position import Position
from rumpus.core.rng import Seeded


def start_with(game: Game, kind: str, given: list[list[str]], seed: str = "a deal") -> Position:
    """A position with these gifts, after a look at what holds for all of them."""
    options, lab = game.options(), game.lab()
    gifts = next(gifts for gifts in lab.gifts(options) if gifts.kind == kind)
    assert len(set(gifts.names)) == len(gifts.names) > 1
    assert len(given[0]) <= gifts.most
    position = lab.start_with(options, kind, given, Seeded(seed))
    assert not lab.opening(position)
    assert game.load(options, json.loads(json.dumps(position.save()))).save() == position.save()
    for seat in position.to_act():
        assert position.imagine(seat, Seeded("dream")).view(seat) == position.view(seat)
    assert lab.start_with(options, kind, given, Seeded(seed)).save() == position.save()
    return position
