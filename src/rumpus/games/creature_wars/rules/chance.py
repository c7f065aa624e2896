"""Random picks of cards (R-5) and levels (R-3)."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.rng import Rng
from rumpus.games.creature_wars.rules.cards import NONE, TIER_LEVELS


def one_of(cards: Sequence[int], rng: Rng) -> int:
    """Picks a random card; NONE if there is none."""
    if not cards:
        return NONE
    return cards[rng.below(len(cards))]


def some_of(cards: Sequence[int], n: int, rng: Rng) -> list[int]:
    """Picks up to n random cards without replacement, in the order picked."""
    left = list(cards)
    chosen: list[int] = []
    while left and len(chosen) < n:
        chosen.append(left.pop(rng.below(len(left))))
    return chosen


def roll_level(tier: int, rng: Rng) -> int:
    """Picks one of the three levels of a tier."""
    return TIER_LEVELS[tier] + rng.below(3)
