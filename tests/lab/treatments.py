"""What every game's treatments promise, for the tests of each game."""

from __future__ import annotations

import json

from rumpus.core.game import Game
from rumpus.core.position import Position
from rumpus.core.rng import SeededRng


def start_with(game: Game, kind: str, assigned: list[list[str]], seed: str = "a deal") -> Position:
    """A position with these treatments assigned. Checks what holds for all of them."""
    options, lab = game.options(), game.lab()
    treatments = next(treatments for treatments in lab.treatments(options) if treatments.kind == kind)
    assert len(set(treatments.names)) == len(treatments.names) > 1
    assert len(assigned[0]) <= treatments.max_each
    position = lab.start_with(options, kind, assigned, SeededRng(seed))
    assert not lab.in_setup(position)
    assert game.load(options, json.loads(json.dumps(position.save()))).save() == position.save()
    for seat in position.to_act():
        assert position.determinize(seat, SeededRng("dream")).view(seat) == position.view(seat)
    assert lab.start_with(options, kind, assigned, SeededRng(seed)).save() == position.save()
    return position
