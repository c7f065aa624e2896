"""The cards that come from nothing (CW-68 to CW-72), by dice where it is not said which (R-1 to R-4)."""

from __future__ import annotations

from rumpus.core.rng import Luck
from rumpus.games.creature_wars.rules.cards import (
    ANCIENT,
    ANY,
    BUTTERFLY,
    CANNONBALL,
    CHANGELING,
    COAL,
    CONQUEST,
    CREATURE,
    DEATH,
    FAMINE,
    FIRE,
    GIFT,
    GRINCH,
    HOLY,
    HORSEMAN,
    INSIDE,
    IS_CHANGELING,
    IS_STAND_IN,
    MILITIA,
    NIGHTMARE,
    NO_TRIBE,
    NO_TYPE,
    NO_WITCH,
    NOBODY,
    ODDITY,
    PLAIN,
    RAVEN,
    RAVENED,
    SCARECROW,
    SKELETON,
    SKELETOR,
    TIER,
    TRIBES,
    TYPES,
    WAR,
    WITCH,
    WITCH_BASE,
    WRAITH,
    Card,
)
from rumpus.games.creature_wars.rules.chance import roll_level
from rumpus.games.creature_wars.rules.lasting import Lasting


class Making(Lasting):
    """New cards. Such a card lies nowhere until another verb puts it somewhere."""

    # --- making cards ---

    def _register(self, card: Card) -> int:
        self.cards.append(card)
        return len(self.cards) - 1

    def new_creature(self, tribe: int, level: int, type_: int) -> int:
        """A creature of one of the seven Tribes with the base strength of the table."""
        base = self.numbers.strengths[tribe]
        return self._register(Card(self.stamp, CREATURE, tribe, PLAIN, NO_WITCH, type_, level, base))

    def new_witch(self, witch: int, level: int) -> int:
        return self._register(Card(self.stamp, WITCH, NO_TRIBE, PLAIN, witch, NO_TYPE, level, WITCH_BASE))

    def random_creature(self, luck: Luck, tribe: int = ANY, level: int = ANY, type_: int = ANY) -> int:
        """A creature from nothing: Tribe, level, Type are rolled in this order unless fixed (CW-68, R-2)."""
        if tribe == ANY:
            tribe = luck.below(TRIBES)
        if level == ANY:
            level = 1 + luck.below(6)
        if type_ == ANY:
            type_ = luck.below(TYPES)
        return self.new_creature(tribe, level, type_)

    def random_witch(self, luck: Luck, tier: int = ANY) -> int:
        """A witch from nothing (CW-69, R-3); NOBODY while witches are banned."""
        if self.magic.ban:
            return NOBODY
        witch = self.roll_witch(self.numbers.pools, luck, tier)
        return self.named_witch(witch, luck)

    def roll_witch(self, pools: list[list[int]], luck: Luck, tier: int = ANY) -> int:
        """The number of a random witch: tier by weight unless fixed, then uniform inside it (R-3)."""
        if tier == ANY:
            tier = luck.weighted(self.numbers.weights)
        pool = pools[tier]
        if not pool:
            return NO_WITCH
        return pool[luck.below(len(pool))]

    def named_witch(self, witch: int, luck: Luck) -> int:
        """This witch with a random level of her tier; NOBODY while witches are banned."""
        if self.magic.ban or witch == NO_WITCH:
            return NOBODY
        return self.new_witch(witch, roll_level(witch // TIER, luck))

    def new_copy(self, model: int) -> int:
        """A new card that is what the model is, without what has been done to it (CW-72)."""
        twin = Card(self.stamp, CREATURE, NO_TRIBE, PLAIN, NO_WITCH, NO_TYPE, 0, 0)
        twin.take_after(self.cards[model])
        return self._register(twin)

    # --- the special cards (C0), each written down once ---

    def _special(self, name: int, tribe: int, type_: int, base: int, level: int) -> int:
        return self._register(Card(self.stamp, CREATURE, tribe, name, NO_WITCH, type_, level, base))

    def _oddity(self, name: int) -> int:
        return self._register(Card(self.stamp, ODDITY, NO_TRIBE, name, NO_WITCH, NO_TYPE, 0, 0))

    def new_militia(self) -> int:
        """SC-1, fielded by whoever cannot play a card."""
        return self._special(MILITIA, NO_TRIBE, NO_TYPE, 3, 0)

    def new_butterfly(self) -> int:
        """SC-4."""
        return self._special(PLAIN, BUTTERFLY, ANCIENT, 1, 6)

    def new_skeletor(self) -> int:
        """SC-5, a Skeleton who lets others fall for him."""
        return self._special(SKELETOR, SKELETON, ANCIENT, 7, 9)

    def new_grinch(self) -> int:
        """SC-6, whose sack swallows what his holder draws."""
        return self._special(PLAIN, GRINCH, NO_TYPE, 5, 6)

    def new_cannonball(self) -> int:
        """SC-7."""
        return self._oddity(CANNONBALL)

    def new_wraith(self) -> int:
        """SC-8."""
        return self._oddity(WRAITH)

    def new_raven(self, beloved: int) -> int:
        """SC-9, which can never be played and mourns a Tribe."""
        raven = self._oddity(RAVEN)
        self.cards[raven].beloved = beloved
        self.cards[raven].locks = RAVENED
        return raven

    def new_changeling(self, victim: int) -> int:
        """SC-10: level 1, with the base strength and Type that its victim has now."""
        model = self.cards[victim]
        changeling = self._special(PLAIN, CHANGELING, model.type, model.base, 1)
        self.cards[changeling].traits = IS_CHANGELING
        return changeling

    def new_scarecrow(self) -> int:
        """SC-11."""
        return self._special(PLAIN, SCARECROW, NO_TYPE, 3, 1)

    def new_stand_in(self, model: int) -> int:
        """SC-12: a copy of level 1 that never rallied."""
        twin = self.new_copy(model)
        card = self.cards[twin]
        card.level = 1
        card.bonus = 0
        card.marks = 0
        card.traits |= IS_STAND_IN
        return twin

    def new_coal(self) -> int:
        """SC-14."""
        return self._special(PLAIN, COAL, NO_TYPE, 0, 0)

    def new_horsemen(self) -> list[int]:
        """SC-15: Conquest, War, Famine and Death."""
        return [
            self._special(CONQUEST, HORSEMAN, HOLY, 4, 6),
            self._special(WAR, HORSEMAN, FIRE, 6, 6),
            self._special(FAMINE, HORSEMAN, ANCIENT, 2, 6),
            self._special(DEATH, HORSEMAN, NIGHTMARE, 8, 6),
        ]

    def new_gift(self, content: int) -> int:
        """SC-13: a Wrapped Gift around a new card, which nobody sees."""
        gift = self._oddity(GIFT)
        card = self.cards[content]
        card.zone = INSIDE
        card.keeper = gift
        self.inside.append(content)
        return gift
