"""Random play in one compiled loop: the yardstick of speed."""

from __future__ import annotations

from rumpus.core.position import Position
from rumpus.core.rng import Luck


def play_randomly(position: Position, luck: Luck, limit: int) -> int:
    """Play uniformly random moves until the end or until `limit` moves are made; says how many were."""
    made = 0
    while made < limit:
        seats = position.to_act()
        if not seats:
            break
        for seat in seats:
            moves = position.moves(seat)
            position.apply(seat, moves[luck.below(len(moves))], luck)
            made += 1
    return made
