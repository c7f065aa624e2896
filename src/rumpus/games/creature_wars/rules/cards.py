"""The card, and constants of all rules modules."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i32, mypyc_attr

# --- kinds (CW-70) ---
CREATURE: Final = 0
WITCH: Final = 1
ODDITY: Final = 2

# --- tribes: the seven in table order (CW-4), then the special ones by name ---
NO_TRIBE: Final = -1
SERPENT: Final = 0
WOLF: Final = 1
SKELETON: Final = 2
PIRATE: Final = 3
GIANT: Final = 4
VAMPIRE: Final = 5
DRAGON: Final = 6
BUTTERFLY: Final = 7
CHANGELING: Final = 8
COAL: Final = 9
GRINCH: Final = 10
HORSEMAN: Final = 11
PHANTOM: Final = 12
SCARECROW: Final = 13
WEREWOLF: Final = 14
TRIBES: Final = 7
ALL_TRIBES: Final = 15

# --- power types (CW-5) ---
NO_TYPE: Final = -1
ANCIENT: Final = 0
FIRE: Final = 1
NIGHTMARE: Final = 2
HOLY: Final = 3
TYPES: Final = 4

# --- cards with a name of their own (C0) ---
PLAIN: Final = 0
MILITIA: Final = 1
SKELETOR: Final = 2
CONQUEST: Final = 3
WAR: Final = 4
FAMINE: Final = 5
DEATH: Final = 6
CANNONBALL: Final = 7
WRAITH: Final = 8
RAVEN: Final = 9
GIFT: Final = 10

# --- tiers (CW-6); a witch's number is her tier times TIER plus her place in the tier's list ---
LESSER: Final = 0
SACRED: Final = 1
SINFUL: Final = 2
TIER: Final = 1000
TIER_LEVELS: Final = (1, 4, 7)
"""Lowest of the three levels by tier (CW-6)."""
WITCH_BASE: Final = 3
"""Every witch's base strength (CW-45)."""
NO_WITCH: Final = -1
ANY: Final = -2
"""Argument of random cards: not fixed, to be rolled."""

# --- zones (CW-10) ---
DECK: Final = 0
HAND: Final = 1
"""The hand of seat p is HAND + p."""
SLOT: Final = 3
"""The duel slot of seat p is SLOT + p."""
GRAVEYARD: Final = 5
REMOVED: Final = 6
INSIDE: Final = 7
OFFERED: Final = 8
NOWHERE: Final = 9
"""Not yet placed, or vanished: Militias, declined offers, opened wrappings."""

# --- fates (CW-37, CW-48): those up to SOURED are written into the graveyard ---
NO_FATE: Final = 0
SLAIN: Final = 1
RETIRED: Final = 2
KILLED: Final = 3
FLED: Final = 4
DISCARDED: Final = 5
EXPLODED: Final = 6
SOURED: Final = 7
OUT: Final = 8
"""The card goes to the removed pile."""
BACK: Final = 9
"""The card returns to hand without cooldown."""
BACK_TIRED: Final = 10
"""The card returns to hand with cooldown 1."""
VANISHED: Final = 11

# --- reasons of a permanent lock (CW-41), a bit each ---
SLOTHED: Final = 1
WEBBED: Final = 2
PETRIFIED: Final = 4
OUTCAST: Final = 8
RAVENED: Final = 16

# --- rally marks (CW-92), a bit each ---
TRIBE_MARK: Final = 1
TYPE_MARK: Final = 2
WITCH_MARK: Final = 4

# --- traits (C0), a bit each ---
IS_CHANGELING: Final = 1
IS_STAND_IN: Final = 2

NONE: Final = -1
"""No card, or no player."""
BOTH: Final = 3
"""Bit set of both seats."""
EVERYBODY: Final = 7
"""Bit set of both seats and the spectators."""


@mypyc_attr(acyclic=True)
class Stamp:
    """Copy-on-write token: a position changes only cards with its own stamp."""


@mypyc_attr(acyclic=True)
class Card:
    """One card, shared by positions until changed (`State.writable`). Fields are narrow, to save cache lines."""

    def __init__(
        self, stamp: Stamp, kind: int, tribe: int, name: int, witch: int, type_: int, level: int, printed: int
    ) -> None:
        self.stamp = stamp
        self.kind: i16 = kind
        self.tribe: i16 = tribe
        self.witch: i16 = witch
        self.type: i16 = type_
        self.zone: i16 = NOWHERE
        self.seen: i16 = 0
        self.name: i16 = name
        self.cooldown: i32 = 0
        self.level: i32 = level
        self.printed: i32 = printed
        self.extra: i32 = 0
        self.locks: i16 = 0
        self.fate: i16 = NO_FATE
        self.fate_of: i16 = NONE
        self.barred = False
        self.first = False
        self.sprung = False
        self.shifty = False
        self.gilded = False
        self.bonus: i32 = 0
        self.marks: i16 = 0
        self.doomed: i16 = NONE
        self.rings: i32 = 0
        self.fuse: i32 = 0
        self.deal_due: i32 = 0
        self.harm_fixed: i32 = -1
        self.traits: i16 = 0
        self.keeper: i32 = NONE
        self.beloved: i16 = NO_TRIBE

    @property
    def base(self) -> int:
        """Printed and added strength, at least 0 (CW-33)."""
        total = self.printed + self.extra
        return total if total > 0 else 0

    @property
    def fixed_shape(self) -> bool:
        """True if its Tribe cannot change (CW-71)."""
        return self.name != PLAIN or self.tribe in (GRINCH, SCARECROW, COAL, HORSEMAN)

    def copy(self, stamp: Stamp) -> Card:
        twin = Card(stamp, self.kind, self.tribe, self.name, self.witch, self.type, self.level, self.printed)
        twin.extra = self.extra
        twin.zone = self.zone
        twin.seen = self.seen
        twin.bonus = self.bonus
        twin.marks = self.marks
        twin.barred = self.barred
        twin.cooldown = self.cooldown
        twin.locks = self.locks
        twin.doomed = self.doomed
        twin.rings = self.rings
        twin.fuse = self.fuse
        twin.deal_due = self.deal_due
        twin.first = self.first
        twin.sprung = self.sprung
        twin.shifty = self.shifty
        twin.gilded = self.gilded
        twin.harm_fixed = self.harm_fixed
        twin.traits = self.traits
        twin.keeper = self.keeper
        twin.beloved = self.beloved
        twin.fate = self.fate
        twin.fate_of = self.fate_of
        return twin

    def copy_face(self, model: Card) -> None:
        """Takes over the model's face, without its marks (CW-72)."""
        self.kind = model.kind
        self.tribe = model.tribe
        self.name = model.name
        self.witch = model.witch
        self.type = model.type
        self.level = max(0, model.level - 2 * model.rings)
        self.printed = model.printed
        self.extra = model.extra
        self.bonus = model.bonus
        self.marks = model.marks
        self.barred = model.barred
        self.gilded = model.gilded
        self.harm_fixed = model.harm_fixed
        self.traits = model.traits
