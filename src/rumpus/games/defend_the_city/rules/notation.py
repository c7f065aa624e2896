"""Decisions as people write them: `4/1`, `keep` and `forfeit`."""

from __future__ import annotations

from rumpus.core.position import Move
from rumpus.games.defend_the_city.rules.moves import FORFEIT, KEEP


def pair_words(pair: int) -> str:
    """A pair: Offense, a stroke, Defense."""
    return f"{pair // 6}/{pair % 6}"


def written(move: Move) -> str:
    """Any decision."""
    if move == KEEP:
        return "keep"
    if move == FORFEIT:
        return "forfeit"
    return pair_words(move)
