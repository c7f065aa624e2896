"""Decisions as people write them: `purr`, `guard +reverse`, `scratch 2 +double`, `maine coon`, `critical hit`."""

from __future__ import annotations

from typing import Final

from rumpus.games.cat_brawl.rules.abilities import ABILITIES, CRITICAL_HIT
from rumpus.games.cat_brawl.rules.cards import NO_CARD
from rumpus.games.cat_brawl.rules.cats import BREEDS
from rumpus.games.cat_brawl.rules.moves import (
    CARD,
    DECLINE,
    FIRST_STRATEGY,
    MOVEMENT,
    MOVEMENTS,
    NOBODY,
    TARGET,
    USE,
    USE_BONUS,
    USE_BOTH,
    USE_NONE,
    USE_OWN,
)

SHORT: Final = ["double", "guaranteed", "draw", "reverse", "heal", "draw", "noreverse", "noguard", "double"]
"""A chance card beside the movement of its family."""


def written(breed: int, move: int) -> str:
    """The notation of a decision by a cat of this breed."""
    if move >= FIRST_STRATEGY:
        words = MOVEMENTS[MOVEMENT[move]]
        if TARGET[move] != NOBODY:
            words += f" {TARGET[move]}"
        return words if CARD[move] == NO_CARD else f"{words} +{SHORT[CARD[move]]}"
    if move in (USE_NONE, DECLINE):
        return "decline"
    if move in (USE_OWN, USE):
        return ABILITIES[breed].lower()
    if move == USE_BONUS:
        return ABILITIES[CRITICAL_HIT].lower()
    if move == USE_BOTH:
        return f"{ABILITIES[breed]} and {ABILITIES[CRITICAL_HIT]}".lower()
    return BREEDS[move].lower()
