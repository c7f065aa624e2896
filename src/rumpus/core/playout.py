"""Random play in one compiled loop, for benchmarks of speed."""

from __future__ import annotations

from rumpus.core.position import Position
from rumpus.core.rng import Rng


def play_randomly(position: Position, rng: Rng, limit: int) -> int:
    """Plays uniformly random moves to the end, at most `limit`. Returns their number."""
    made = 0
    while made < limit:
        seats = position.to_act()
        if not seats:
            break
        for seat in seats:
            position.apply(seat, position.random_move(seat, rng), rng)
            made += 1
    return made
