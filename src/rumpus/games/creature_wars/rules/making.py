"""Chance (R-1 to R-7) and the cards that come from nothing (CW-68 to CW-72)."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.games.creature_wars.rules.cards import (
    ANY,
    CREATURE,
    NO_TRIBE,
    NO_TYPE,
    NO_WITCH,
    NOBODY,
    ODDITY,
    PLAIN,
    TIER,
    TRIBES,
    TYPES,
    WITCH,
    Card,
)
from rumpus.games.creature_wars.rules.lasting import Lasting
from rumpus.games.creature_wars.rules.numbers import TIER_LEVELS, WITCH_BASE


class Making(Lasting):
    """Dice and new cards. A new card lies nowhere until another verb puts it somewhere."""

    # --- chance (B-R) ---

    def pick(self, n: int) -> int:
        """A uniform number below n."""
        return self.luck.below(n)

    def one_of(self, cards: Sequence[int]) -> int:
        """One random card of a list in its order (R-5); NOBODY of none."""
        if not cards:
            return NOBODY
        return cards[self.luck.below(len(cards))]

    def some_of(self, cards: Sequence[int], n: int) -> list[int]:
        """Random cards of a list, up to n, without putting back (R-5), in the order they were picked."""
        left = list(cards)
        chosen: list[int] = []
        while left and len(chosen) < n:
            chosen.append(left.pop(self.luck.below(len(left))))
        return chosen

    def even_chance(self) -> bool:
        """Heads (R-6)."""
        return self.luck.below(2) == 0

    # --- making cards ---

    def _register(self, card: Card) -> int:
        self.cards.append(card)
        return len(self.cards) - 1

    def new_creature(self, tribe: int, level: int, type_: int) -> int:
        """A creature of one of the seven Tribes with the base strength of the table."""
        base = self.numbers.strengths[tribe]
        return self._register(Card(self.stamp, CREATURE, tribe, PLAIN, NO_WITCH, type_, level, base))

    def new_special(self, name: int, tribe: int, type_: int, base: int, level: int) -> int:
        """A creature that is not of the deck (C0), by its own name, its Tribe, or both."""
        return self._register(Card(self.stamp, CREATURE, tribe, name, NO_WITCH, type_, level, base))

    def new_oddity(self, name: int) -> int:
        """A Cannonball, Wraith, Raven or Wrapped Gift."""
        return self._register(Card(self.stamp, ODDITY, NO_TRIBE, name, NO_WITCH, NO_TYPE, 0, 0))

    def new_witch(self, witch: int, level: int) -> int:
        return self._register(Card(self.stamp, WITCH, NO_TRIBE, PLAIN, witch, NO_TYPE, level, WITCH_BASE))

    def random_creature(self, tribe: int = ANY, level: int = ANY, type_: int = ANY) -> int:
        """A creature from nothing: Tribe, level, Type are rolled in this order unless fixed (CW-68, R-2)."""
        if tribe == ANY:
            tribe = self.luck.below(TRIBES)
        if level == ANY:
            level = 1 + self.luck.below(6)
        if type_ == ANY:
            type_ = self.luck.below(TYPES)
        return self.new_creature(tribe, level, type_)

    def random_witch(self, tier: int = ANY) -> int:
        """A witch from nothing (CW-69, R-3); NOBODY while witches are banned."""
        if self.magic.ban:
            return NOBODY
        witch = self.roll_witch(self.numbers.pools, tier)
        return self.named_witch(witch)

    def roll_witch(self, pools: list[list[int]], tier: int = ANY) -> int:
        """The number of a random witch: tier by weight unless fixed, then uniform inside it (R-3)."""
        if tier == ANY:
            tier = self.luck.weighted(self.numbers.weights)
        pool = pools[tier]
        if not pool:
            return NO_WITCH
        return pool[self.luck.below(len(pool))]

    def named_witch(self, witch: int) -> int:
        """This witch with a random level of her tier; NOBODY while witches are banned."""
        if self.magic.ban or witch == NO_WITCH:
            return NOBODY
        return self.new_witch(witch, self.roll_level(witch // TIER))

    def roll_level(self, tier: int) -> int:
        return TIER_LEVELS[tier] + self.luck.below(3)

    def new_copy(self, model: int) -> int:
        """A new card that is what the model is, without what has been done to it (CW-72)."""
        twin = Card(self.stamp, CREATURE, NO_TRIBE, PLAIN, NO_WITCH, NO_TYPE, 0, 0)
        twin.take_after(self.cards[model])
        return self._register(twin)
