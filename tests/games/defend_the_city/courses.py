"""Reference values of a siege, by enumerating every course of the game."""

from __future__ import annotations

import json
from collections.abc import Callable

from rumpus.core.position import Move, Position
from rumpus.core.rng import EnumeratingRng

Value = Callable[[Move], float]


def by_every_course(start: Position, settled: Callable[[Position, Value], float]) -> float:
    """The defender's win probability. `settled` combines the values of a position's moves."""
    known: dict[str, float] = {}

    def value(position: Position) -> float:
        result = position.result()
        if result is not None:
            return 1.0 if result[0] == 1.0 else 0.0
        plain = position.save()
        plain["turn"] = 0
        key = json.dumps(plain)
        if key not in known:
            known[key] = settled(position, lambda move: move_value(position, move))
        return known[key]

    def move_value(position: Position, move: Move) -> float:
        rng, total = EnumeratingRng(), 0.0
        while rng.another():
            future = position.copy()
            future.apply(0, move, rng)
            total += rng.probability * value(future)
        return total

    return value(start)
