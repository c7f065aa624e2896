"""The eight abilities: six of the breeds, two dealt in secret (CB-3, CB-4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rumpus.core.position import Event
from rumpus.core.rng import Rng
from rumpus.games.cat_brawl.rules.cards import CANT_REVERSE, CLAW_KIND_COUNT
from rumpus.games.cat_brawl.rules.numbers import Numbers, cards, rounds
from rumpus.games.cat_brawl.rules.reasons import WHY_ATTACKER, WHY_GENTLEMAN, WHY_LONELINESS, WHY_REJUVENATION

if TYPE_CHECKING:
    from rumpus.games.cat_brawl.rules.cats import Cat
    from rumpus.games.cat_brawl.rules.ring import Ring


class Ability:
    """An ability, stateless: its effects are stored on the cat. Its methods are moments of a round."""

    number = -1
    name = "none"
    clause = ""
    use_text = ""
    """Predicate of the log when it is used."""
    gain_text = ""
    """Reason in the log when it gains HP."""
    draw_text = ""
    """Reason in the log when it draws cards."""
    mood = ""
    """Face of a cat that uses it; a key of `portraits.MOODS`."""
    prelude = False
    """True if its owner is asked in the prelude (CB-6)."""
    postlude = False
    """True if its owner is asked in the postlude (CB-12)."""
    sits_out = False
    """True if its user has no strategy this round."""

    def sentence(self, n: Numbers) -> str:
        """Returns its moment and effect as a sentence."""
        return ""

    def certain_gains(self, n: Numbers) -> tuple[int, int]:
        """Returns the HP and cards that every use brings."""
        return 0, 0

    def is_possible(self, ring: Ring) -> bool:
        return True

    def use(self, ring: Ring, cat: Cat, rng: Rng) -> None:
        """Applies its use."""

    def sit_out(self, ring: Ring, cat: Cat, rng: Rng) -> None:
        """Acts for a cat sitting out, after the prelude."""

    def earn(self, ring: Ring, cat: Cat, rng: Rng) -> None:
        """Step 8 of a round: rewards points dodged and taken (CB-41)."""

    def hunt(self, ring: Ring, cat: Cat, rng: Rng) -> None:
        """Step 9 of a round: looks for claws (CB-41)."""


class Rejuvenation(Ability):
    number = 0
    name = "Rejuvenation"
    clause = "CB-21"
    use_text = "curls up for Rejuvenation"
    gain_text = "Rejuvenation"
    postlude = True

    def sentence(self, n: Numbers) -> str:
        return f"After a round: gain {n.rejuvenation} HP, then rest {rounds(n.rejuvenation_rest)}."

    def certain_gains(self, n: Numbers) -> tuple[int, int]:
        return n.rejuvenation, 0

    def use(self, ring: Ring, cat: Cat, rng: Rng) -> None:
        ring.rest_own(cat, ring.numbers.rejuvenation_rest)
        ring.gain(cat, ring.numbers.rejuvenation, WHY_REJUVENATION)


class Gentleman(Ability):
    number = 1
    name = "Gentleman"
    clause = "CB-22"
    draw_text = "as a Gentleman"

    def sentence(self, n: Numbers) -> str:
        draw = cards(n.gentleman_cards)
        return f"Always: draw {draw} in a round in which you dodge {n.gentleman_points} points or more."

    def earn(self, ring: Ring, cat: Cat, rng: Rng) -> None:
        if cat.dodged >= ring.numbers.gentleman_points:
            ring.draw(cat, ring.numbers.gentleman_cards, WHY_GENTLEMAN, rng)


class Hunting(Ability):
    number = 2
    name = "Hunting"
    clause = "CB-23"

    def sentence(self, n: Numbers) -> str:
        lean = rounds(n.hunting_rounds)
        return f"Always: after {lean} in a row without Can't Guard or Can't Reverse, get one of them."

    def hunt(self, ring: Ring, cat: Cat, rng: Rng) -> None:
        """Counts postludes without claws, and finds one when they are enough."""
        cat.lean = 1 if cat.play.claw else cat.lean + 1
        cat.hunger = 0 if cat.has_claws() else cat.hunger + 1
        if cat.hunger >= ring.numbers.hunting_rounds:
            self.find_claw(ring, cat, rng)
        elif cat.lean >= ring.numbers.hunting_rounds and cat.claws == 0:
            # Without claws it would have found some just now, so everybody knows that it holds one.
            cat.claws = 1

    def find_claw(self, ring: Ring, cat: Cat, rng: Rng) -> None:
        card = CANT_REVERSE + rng.below(CLAW_KIND_COUNT)
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
    use_text = "rummages in the used cards (Recycling)"
    postlude = True

    def sentence(self, n: Numbers) -> str:
        return f"After a round: take a random used card, whoever played it, then rest {rounds(n.recycling_rest)}."

    def certain_gains(self, n: Numbers) -> tuple[int, int]:
        return 0, 1

    def is_possible(self, ring: Ring) -> bool:
        return len(ring.pile) > 0

    def use(self, ring: Ring, cat: Cat, rng: Rng) -> None:
        """Takes a random card of the pile. An empty pile does not count as a use (CB-35)."""
        if not ring.pile:
            if ring.events is not None:
                ring.events.append(Event("nothing_left", [cat.seat]))
            return
        ring.rest_own(cat, ring.numbers.recycling_rest)
        card = ring.pile.pop(rng.below(len(ring.pile)))
        cat.take_openly(card)
        if ring.events is not None:
            ring.events.append(Event("recycled", [cat.seat, card]))


class Loneliness(Ability):
    number = 4
    name = "Loneliness"
    clause = "CB-25"
    use_text = "walks off alone for this round (Loneliness)"
    draw_text = "by Loneliness"
    mood = "alone"
    prelude = True
    sits_out = True

    def sentence(self, n: Numbers) -> str:
        draw = cards(n.loneliness_cards)
        return f"Before a round: sit the round out and draw {draw}, then rest {rounds(n.loneliness_rest)}."

    def certain_gains(self, n: Numbers) -> tuple[int, int]:
        return 0, n.loneliness_cards

    def use(self, ring: Ring, cat: Cat, rng: Rng) -> None:
        cat.skips = True
        ring.rest_own(cat, ring.numbers.loneliness_rest)

    def sit_out(self, ring: Ring, cat: Cat, rng: Rng) -> None:
        ring.draw(cat, ring.numbers.loneliness_cards, WHY_LONELINESS, rng)


class Spotlight(Ability):
    number = 5
    name = "Spotlight"
    clause = "CB-26"
    use_text = "steps into the Spotlight and will act first"
    prelude = True

    def sentence(self, n: Numbers) -> str:
        return f"Before a round: act first in it, then rest {rounds(n.spotlight_rest)}."

    def use(self, ring: Ring, cat: Cat, rng: Rng) -> None:
        cat.spotlit = True
        ring.rest_own(cat, ring.numbers.spotlight_rest)


class Attacker(Ability):
    number = 6
    name = "Attacker"
    clause = "CB-27"
    draw_text = "as an Attacker"

    def sentence(self, n: Numbers) -> str:
        draw = cards(n.attacker_cards)
        return f"Always: draw {draw} in a round in which you take {n.attacker_points} points or more."

    def earn(self, ring: Ring, cat: Cat, rng: Rng) -> None:
        if cat.taken >= ring.numbers.attacker_points:
            cat.shown = True
            ring.draw(cat, ring.numbers.attacker_cards, WHY_ATTACKER, rng)


class CriticalHit(Ability):
    number = 7
    name = "Critical Hit"
    clause = "CB-28"
    use_text = "goes for a Critical Hit"
    mood = "fierce"
    prelude = True

    def sentence(self, n: Numbers) -> str:
        return (
            f"Before a round: multiply your scratch by {n.critical_factor} for {n.critical_cost} HP, "
            f"then rest {rounds(n.critical_rest)}."
        )

    def use(self, ring: Ring, cat: Cat, rng: Rng) -> None:
        cat.critical = True
        cat.shown = True
        ring.rest_bonus(cat, ring.numbers.critical_rest)

    def earn(self, ring: Ring, cat: Cat, rng: Rng) -> None:
        """Reveals the ability: an Attacker would have drawn a card for these points (CB-27)."""
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
"""All abilities by number. Saves keep the numbers: append only. The first six belong to the breeds."""
BONUSES: Final[list[Ability]] = [ATTACKER, CRITICAL_HIT]
"""The abilities of the deal, in the order of its draw (CB-40)."""
