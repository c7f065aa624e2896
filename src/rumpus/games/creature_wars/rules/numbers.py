"""The numbers of one match, made from its options once and shared by all its positions."""

from __future__ import annotations

from typing import Final

RULEBOOK_STRENGTHS: Final = (0, 2, 3, 3, 4, 5, 7)
STEEP_STRENGTHS: Final = (0, 2, 3, 4, 5, 7, 9)

WITCH_BASE: Final = 3
"""Every witch's base strength (CW-45)."""
TIER_LEVELS: Final = (1, 4, 7)
"""The lowest level of each tier; three levels each (CW-6)."""


class Numbers:
    """What a match may change. `pools` lists, per tier, the numbers of the witches that can be dealt."""

    def __init__(
        self,
        hp: int,
        hand: int,
        creature_sets: int,
        witch_cards: int,
        strengths: list[int],
        weights: list[int],
        pools: list[list[int]],
        mask_pools: list[list[int]],
        turn_limit: int,
    ) -> None:
        self.hp = hp
        self.hand = hand
        self.creature_sets = creature_sets
        self.witch_cards = witch_cards
        self.strengths = strengths
        self.weights = weights
        self.pools = pools
        self.mask_pools = mask_pools
        """The pools without the witches that imitate others (CW-80)."""
        self.turn_limit = turn_limit
