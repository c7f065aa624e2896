"""Notation of moves: `4/1`, `keep`, `forfeit`."""

from __future__ import annotations

from rumpus.core.position import Move, Position, Seat
from rumpus.games.defend_the_city.rules.moves import FORFEIT, KEEP


def format_pair(pair: int) -> str:
    """`Offense/Defense`, for example `4/1`."""
    return f"{pair // 6}/{pair % 6}"


def format_move(position: Position, seat: Seat, move: Move) -> str:
    if move == KEEP:
        return "keep"
    if move == FORFEIT:
        return "forfeit"
    return format_pair(move)
