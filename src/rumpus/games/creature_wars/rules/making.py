"""New cards (CW-68 to CW-72); unspecified traits are rolled (R-1 to R-4)."""

from __future__ import annotations

from rumpus.core.rng import Rng
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
    NONE,
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
from rumpus.games.creature_wars.rules.state import State


class Making(State):
    """Operations that make cards; these lie nowhere at first."""

    # --- making cards ---

    def _register(self, card: Card) -> int:
        self.cards.append(card)
        return len(self.cards) - 1

    def new_creature(self, tribe: int, level: int, type_: int) -> int:
        """Makes a creature of an ordinary Tribe."""
        base = self.numbers.strengths[tribe]
        return self._register(Card(self.stamp, CREATURE, tribe, PLAIN, NO_WITCH, type_, level, base))

    def new_witch(self, witch: int, level: int) -> int:
        return self._register(Card(self.stamp, WITCH, NO_TRIBE, PLAIN, witch, NO_TYPE, level, WITCH_BASE))

    def random_creature(self, rng: Rng, tribe: int = ANY, level: int = ANY, type_: int = ANY) -> int:
        """Rolls Tribe, level and Type, in this order, unless given (CW-68, R-2)."""
        if tribe == ANY:
            tribe = rng.below(TRIBES)
        if level == ANY:
            level = 1 + rng.below(6)
        if type_ == ANY:
            type_ = rng.below(TYPES)
        return self.new_creature(tribe, level, type_)

    def random_witch(self, rng: Rng, tier: int = ANY) -> int:
        """Rolls a witch (CW-69, R-3); NONE while witches are banned."""
        if self.magic.ban:
            return NONE
        witch = self.roll_witch(self.numbers.pools, rng, tier)
        return self.named_witch(witch, rng)

    def roll_witch(self, pools: list[list[int]], rng: Rng, tier: int = ANY) -> int:
        """Rolls a witch's number: tier by weight unless given, then uniform (R-3)."""
        if tier == ANY:
            tier = rng.weighted(self.numbers.weights)
        pool = pools[tier]
        if not pool:
            return NO_WITCH
        return pool[rng.below(len(pool))]

    def named_witch(self, witch: int, rng: Rng) -> int:
        """Makes this witch at a random level; NONE while witches are banned."""
        if self.magic.ban or witch == NO_WITCH:
            return NONE
        return self.new_witch(witch, roll_level(witch // TIER, rng))

    def new_copy(self, model: int) -> int:
        """Copies the model's face, without its marks (CW-72)."""
        twin = Card(self.stamp, CREATURE, NO_TRIBE, PLAIN, NO_WITCH, NO_TYPE, 0, 0)
        twin.copy_face(self.cards[model])
        return self._register(twin)

    # --- the special cards (C0), each written down once ---

    def new_special(self, name: int, tribe: int, type_: int, base: int, level: int) -> int:
        return self._register(Card(self.stamp, CREATURE, tribe, name, NO_WITCH, type_, level, base))

    def new_oddity(self, name: int) -> int:
        return self._register(Card(self.stamp, ODDITY, NO_TRIBE, name, NO_WITCH, NO_TYPE, 0, 0))

    def new_militia(self) -> int:
        """Militia (SC-1)."""
        return self.new_special(MILITIA, NO_TRIBE, NO_TYPE, 3, 0)

    def new_butterfly(self) -> int:
        """Primordial Butterfly (SC-4)."""
        return self.new_special(PLAIN, BUTTERFLY, ANCIENT, 1, 6)

    def new_skeletor(self) -> int:
        """Skeletor (SC-5)."""
        return self.new_special(SKELETOR, SKELETON, ANCIENT, 7, 9)

    def new_grinch(self) -> int:
        """Grinch (SC-6)."""
        return self.new_special(PLAIN, GRINCH, NO_TYPE, 5, 6)

    def new_cannonball(self) -> int:
        """Cannonball (SC-7)."""
        return self.new_oddity(CANNONBALL)

    def new_wraith(self) -> int:
        """Wraith (SC-8)."""
        return self.new_oddity(WRAITH)

    def new_raven(self, beloved: int) -> int:
        """Raven mourning a Tribe (SC-9)."""
        raven = self.new_oddity(RAVEN)
        self.cards[raven].beloved = beloved
        self.cards[raven].locks = RAVENED
        return raven

    def new_changeling(self, victim: int) -> int:
        """Changeling with the victim's present base and Type (SC-10)."""
        model = self.cards[victim]
        changeling = self.new_special(PLAIN, CHANGELING, model.type, model.base, 1)
        self.cards[changeling].traits = IS_CHANGELING
        return changeling

    def new_scarecrow(self) -> int:
        """Scarecrow (SC-11)."""
        return self.new_special(PLAIN, SCARECROW, NO_TYPE, 3, 1)

    def new_stand_in(self, model: int) -> int:
        """Stand-In: a copy of level 1 without Rally marks (SC-12)."""
        twin = self.new_copy(model)
        card = self.cards[twin]
        card.level = 1
        card.bonus = 0
        card.marks = 0
        card.traits |= IS_STAND_IN
        return twin

    def new_coal(self) -> int:
        """Lump of Coal (SC-14)."""
        return self.new_special(PLAIN, COAL, NO_TYPE, 0, 0)

    def new_horsemen(self) -> list[int]:
        """Conquest, War, Famine and Death (SC-15)."""
        return [
            self.new_special(CONQUEST, HORSEMAN, HOLY, 4, 6),
            self.new_special(WAR, HORSEMAN, FIRE, 6, 6),
            self.new_special(FAMINE, HORSEMAN, ANCIENT, 2, 6),
            self.new_special(DEATH, HORSEMAN, NIGHTMARE, 8, 6),
        ]

    def new_gift(self, content: int) -> int:
        """Wrapped Gift around a new card, unseen by all (SC-13)."""
        gift = self.new_oddity(GIFT)
        card = self.cards[content]
        card.zone = INSIDE
        card.keeper = gift
        self.inside.append(content)
        return gift
