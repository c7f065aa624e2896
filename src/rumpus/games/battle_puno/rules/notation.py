"""A move as a person types it (BP-42)."""

from __future__ import annotations

from typing import Final

from rumpus.games.battle_puno.rules.cards import CARDS
from rumpus.games.battle_puno.rules.moves import DRAW, FACE_PLAYED, KEEP, TAKE
from rumpus.games.battle_puno.rules.numbers import Numbers

WITHOUT_A_CARD: Final = {DRAW: "draw", TAKE: "take", KEEP: "keep"}


def written(numbers: Numbers, move: int) -> str:
    """A card by its name, with its colour, its target, or what becomes of the pool."""
    if move >= DRAW:
        return WITHOUT_A_CARD[move]
    return CARDS[FACE_PLAYED[move]].written(numbers, move)
