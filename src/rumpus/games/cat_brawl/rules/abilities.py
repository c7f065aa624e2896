"""The eight abilities: six that a cat brings along, two that are dealt in secret (CB-3, CB-4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rumpus.core.position import Event
from rumpus.core.rng import Luck
from rumpus.games.cat_brawl.rules.cards import CANT_REVERSE, CLAW_KINDS
from rumpus.games.cat_brawl.rules.numbers import Numbers, cards, rounds
from rumpus.games.cat_brawl.rules.reasons import (
    WHY_ATTACKER,
    WHY_GENTLEMAN,
    WHY_LONELINESS,
    WHY_REJUVENATION,
)

if TYPE_CHECKING:
    from rumpus.games.cat_brawl.rules.cats import Cat
    from rumpus.games.cat_brawl.rules.ring import Ring


class Ability:
    """Stateless: what of it lasts is on the cat. Its methods are the moments at which it may do something."""

    number = -1
    name = "none"
    clause = ""
    told = ""
    """As its use is told."""
    gaining = ""
    """As its HP are told."""
    drawing = ""
    """As its cards are told."""
    mood = ""
    """How a cat looks while it is in use."""
    prelude = False
    """Whoever has it is asked in the prelude (CB-6)."""
    postlude = False
    """Whoever has it is asked in the postlude (CB-12)."""
    sits_out = False
    """Whoever uses it has no strategy this round."""

    def sentence(self, n: Numbers) -> str:
        """Its moment and what it does, with the numbers of a match."""
        return ""

    def brings(self, n: Numbers) -> tuple[int, int]:
        """HP and cards that its use is sure to bring."""
        return 0, 0

    def possible(self, ring: Ring) -> bool:
        """There is something for it to do."""
        return True

    def use(self, ring: Ring, cat: Cat, luck: Luck) -> None:
        """Its owner said so."""

    def while_out(self, ring: Ring, cat: Cat, luck: Luck) -> None:
        """All uses of the prelude are announced, and this cat sits out."""

    def earn(self, ring: Ring, cat: Cat, luck: Luck) -> None:
        """Step 8 of a round: what was dodged and taken pays off (CB-41)."""

    def hunt(self, ring: Ring, cat: Cat, luck: Luck) -> None:
        """Step 9 of a round (CB-41)."""


class Rejuvenation(Ability):
    number = 0
    name = "Rejuvenation"
    clause = "CB-21"
    told = "curls up for Rejuvenation"
    gaining = "Rejuvenation"
    postlude = True

    def sentence(self, n: Numbers) -> str:
        return f"After a round: gain {n.rejuvenation} HP, then rest {rounds(n.rejuvenation_rest)}."

    def brings(self, n: Numbers) -> tuple[int, int]:
        return n.rejuvenation, 0

    def use(self, ring: Ring, cat: Cat, luck: Luck) -> None:
        ring.rest_own(cat, ring.numbers.rejuvenation_rest)
        ring.gain(cat, ring.numbers.rejuvenation, WHY_REJUVENATION)


class Gentleman(Ability):
    number = 1
    name = "Gentleman"
    clause = "CB-22"
    drawing = "as a Gentleman"

    def sentence(self, n: Numbers) -> str:
        draw = cards(n.gentleman_cards)
        return f"Always: draw {draw} in a round in which you dodge {n.gentleman_points} points or more."

    def earn(self, ring: Ring, cat: Cat, luck: Luck) -> None:
        if cat.dodged >= ring.numbers.gentleman_points:
            ring.draw(cat, ring.numbers.gentleman_cards, WHY_GENTLEMAN, luck)


class Hunting(Ability):
    number = 2
    name = "Hunting"
    clause = "CB-23"

    def sentence(self, n: Numbers) -> str:
        lean = rounds(n.hunting_rounds)
        return f"Always: after {lean} running without Can't Guard and Can't Reverse, find one of them."

    def hunt(self, ring: Ring, cat: Cat, luck: Luck) -> None:
        """Without claws for the second postlude running, it finds one."""
        cat.lean = 1 if cat.play.claw else cat.lean + 1
        cat.hunger = 0 if cat.has_claws() else cat.hunger + 1
        if cat.hunger >= ring.numbers.hunting_rounds:
            self.find_claws(ring, cat, luck)
        elif cat.lean >= ring.numbers.hunting_rounds and cat.claws == 0:
            # Without claws it would have found some just now, so everybody knows that it holds one.
            cat.claws = 1

    def find_claws(self, ring: Ring, cat: Cat, luck: Luck) -> None:
        card = CANT_REVERSE + luck.below(CLAW_KINDS)
        cat.claws = 1
        cat.tame = cat.size
        cat.take(card)
        cat.hunger = 0
        cat.lean = 0
        if ring.events is not None:
            ring.events.append(Event("hunted", [cat.seat, card], 1 << cat.seat, "hunts", [cat.seat]))


class Recycling(Ability):
    number = 3
    name = "Recycling"
    clause = "CB-24"
    told = "rummages in the used cards (Recycling)"
    postlude = True

    def sentence(self, n: Numbers) -> str:
        return f"After a round: take back a random used card, anybody's, then rest {rounds(n.recycling_rest)}."

    def brings(self, n: Numbers) -> tuple[int, int]:
        return 0, 1

    def possible(self, ring: Ring) -> bool:
        return len(ring.pile) > 0

    def use(self, ring: Ring, cat: Cat, luck: Luck) -> None:
        """Any card of the pile comes back; from an emptied one nothing does, and that is no use (CB-35)."""
        if not ring.pile:
            if ring.events is not None:
                ring.events.append(Event("nothing_left", [cat.seat]))
            return
        ring.rest_own(cat, ring.numbers.recycling_rest)
        card = ring.pile.pop(luck.below(len(ring.pile)))
        cat.take_openly(card)
        if ring.events is not None:
            ring.events.append(Event("recycled", [cat.seat, card]))


class Loneliness(Ability):
    number = 4
    name = "Loneliness"
    clause = "CB-25"
    told = "walks off alone for this round (Loneliness)"
    drawing = "all alone, by Loneliness"
    mood = "alone"
    prelude = True
    sits_out = True

    def sentence(self, n: Numbers) -> str:
        draw = cards(n.loneliness_cards)
        return f"Before a round: sit it out and draw {draw}, then rest {rounds(n.loneliness_rest)}."

    def brings(self, n: Numbers) -> tuple[int, int]:
        return 0, n.loneliness_cards

    def use(self, ring: Ring, cat: Cat, luck: Luck) -> None:
        cat.skips = True
        ring.rest_own(cat, ring.numbers.loneliness_rest)

    def while_out(self, ring: Ring, cat: Cat, luck: Luck) -> None:
        ring.draw(cat, ring.numbers.loneliness_cards, WHY_LONELINESS, luck)


class Spotlight(Ability):
    number = 5
    name = "Spotlight"
    clause = "CB-26"
    told = "steps into the Spotlight and will settle first"
    prelude = True

    def sentence(self, n: Numbers) -> str:
        return f"Before a round: be first in it, then rest {rounds(n.spotlight_rest)}."

    def use(self, ring: Ring, cat: Cat, luck: Luck) -> None:
        cat.spotlit = True
        ring.rest_own(cat, ring.numbers.spotlight_rest)


class Attacker(Ability):
    number = 6
    name = "Attacker"
    clause = "CB-27"
    drawing = "as an Attacker"

    def sentence(self, n: Numbers) -> str:
        draw = cards(n.attacker_cards)
        return f"Always: draw {draw} in a round in which you take {n.attacker_points} points or more."

    def earn(self, ring: Ring, cat: Cat, luck: Luck) -> None:
        if cat.taken >= ring.numbers.attacker_points:
            cat.shown = True
            ring.draw(cat, ring.numbers.attacker_cards, WHY_ATTACKER, luck)


class CriticalHit(Ability):
    number = 7
    name = "Critical Hit"
    clause = "CB-28"
    told = "goes for a Critical Hit"
    mood = "fierce"
    prelude = True

    def sentence(self, n: Numbers) -> str:
        return (
            f"Before a round: multiply your scratch by {n.critical_factor} at a price of {n.critical_cost} HP, "
            f"then rest {rounds(n.critical_rest)}."
        )

    def use(self, ring: Ring, cat: Cat, luck: Luck) -> None:
        cat.critical = True
        cat.shown = True
        ring.rest_bonus(cat, ring.numbers.critical_rest)

    def earn(self, ring: Ring, cat: Cat, luck: Luck) -> None:
        """It took the points and draws no card, so it is no Attacker: everybody can tell what it is instead (CB-27)."""
        if cat.taken >= ring.numbers.attacker_points and not cat.shown:
            cat.shown = True
            if ring.events is not None:
                ring.events.append(Event("concluded", [cat.seat]))


NO_ABILITY: Final = Ability()
REJUVENATION: Final = Rejuvenation()
GENTLEMAN: Final = Gentleman()
HUNTING: Final = Hunting()
LONELINESS: Final = Loneliness()
ATTACKER: Final = Attacker()
CRITICAL_HIT: Final = CriticalHit()

ABILITIES: Final[list[Ability]] = [
    REJUVENATION,
    GENTLEMAN,
    HUNTING,
    Recycling(),
    LONELINESS,
    Spotlight(),
    ATTACKER,
    CRITICAL_HIT,
]
"""By number, which saves keep: append only. The first six are those of the breeds."""
BONUSES: Final[list[Ability]] = [ATTACKER, CRITICAL_HIT]
"""Those that are dealt, in the order of the deal (CB-40)."""
