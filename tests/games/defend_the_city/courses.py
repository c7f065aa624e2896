"""What following every course of a siege says, by the rules alone: what solutions and answers are held against."""

from __future__ import annotations

import json
from collections.abc import Callable

from rumpus.core.position import Move, Position
from rumpus.core.rng import Enumerated

Worth = Callable[[Move], float]


def by_every_course(start: Position, settled: Callable[[Position, Worth], float]) -> float:
    """The defender's chance; `settled`: what a position is worth by what each move is."""
    known: dict[str, float] = {}

    def value(position: Position) -> float:
        result = position.result()
        if result is not None:
            return 1.0 if result[0] == 1.0 else 0.0
        plain = position.save()
        plain["turn"] = 0
        key = json.dumps(plain)
        if key not in known:
            known[key] = settled(position, lambda move: worth(position, move))
        return known[key]

    def worth(position: Position, move: Move) -> float:
        luck, total = Enumerated(), 0.0
        while luck.another():
            future = position.copy()
            future.apply(0, move, luck)
            total += luck.probability * value(future)
        return total

    return value(start)
