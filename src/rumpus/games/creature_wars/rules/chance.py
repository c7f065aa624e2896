"""What chance picks: cards of a list (R-5), and the level of a witch (R-3)."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.rng import Luck
from rumpus.games.creature_wars.rules.cards import NOBODY, TIER_LEVELS


def one_of(cards: Sequence[int], luck: Luck) -> int:
    """One random card of a list in its order; NOBODY of none."""
    if not cards:
        return NOBODY
    return cards[luck.below(len(cards))]


def some_of(cards: Sequence[int], n: int, luck: Luck) -> list[int]:
    """Random cards of a list, up to n, without putting back, in the order they were picked."""
    left = list(cards)
    chosen: list[int] = []
    while left and len(chosen) < n:
        chosen.append(left.pop(luck.below(len(left))))
    return chosen


def roll_level(tier: int, luck: Luck) -> int:
    """One of the three levels of a tier."""
    return TIER_LEVELS[tier] + luck.below(3)
