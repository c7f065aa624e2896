"""The three movements: how each takes a scratch, and what it brings (CB-13 to CB-16)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rumpus.core.position import Event
from rumpus.core.rng import Luck
from rumpus.games.cat_brawl.rules.numbers import Numbers
from rumpus.games.cat_brawl.rules.reasons import WHY_PURR

if TYPE_CHECKING:
    from rumpus.games.cat_brawl.rules.cats import Cat
    from rumpus.games.cat_brawl.rules.ring import Ring

PURR: Final = 0
GUARD: Final = 1
SCRATCH: Final = 2
NO_MOVEMENT: Final = -1

NO_CARD: Final = -1


class Movement:
    """What a cat does in a round. Bare, it does nothing, as when a cat sits out; a chance card does more (CB-7)."""

    kind = NO_MOVEMENT
    word = ""
    """As people write it."""
    verb = ""
    """As it is told."""
    clause = "CB-16"

    # What a chance card adds.
    card = NO_CARD
    """Its number."""
    name = ""
    short = ""
    """Beside the movement."""
    gaining = ""
    """As its HP are told."""
    drawing = ""
    """As its cards are told."""
    unmoved = False
    """Attacks on it take nothing."""
    reverses = False
    """What it dodges goes back to the attacker."""
    irreversible = False
    """It is not handed back."""
    unguardable = False
    """It is not dodged."""
    claw = False
    """Hunting looks for it (CB-23)."""

    def sentence(self, n: Numbers) -> str:
        """What the card does, with the numbers of a match."""
        return ""

    def explained(self, n: Numbers) -> str:
        """What comes of it, for a newcomer who is about to choose it."""
        return ""

    def points(self, n: Numbers) -> int:
        """What its scratch deals."""
        return 0

    def gain(self, n: Numbers) -> int:
        """HP that it may bring."""
        return 0

    def cards(self, n: Numbers) -> int:
        """Cards that it may bring."""
        return 0

    def scratched(self, ring: Ring, cat: Cat, by: Cat, points: int) -> None:
        """No cover: hit in full (CB-16)."""
        ring.hit(cat, by, points, "hit")

    def settles(self, ring: Ring, cat: Cat, luck: Luck) -> None:
        """Its gain and then its draw, now that it is known who was attacked (CB-11)."""


class Purr(Movement):
    kind = PURR
    word = "purr"
    verb = "purrs"
    clause = "CB-14"
    gaining = "purring"

    def explained(self, n: Numbers) -> str:
        return f"You +{self.gain(n)}, or −{n.purr_loss} if anybody scratches you"

    def gain(self, n: Numbers) -> int:
        return n.purr_gain

    def scratched(self, ring: Ring, cat: Cat, by: Cat, points: int) -> None:
        """The first attack takes all that attacks can take (CB-14); none takes anything if it is unmoved."""
        first = not cat.attacked
        cat.attacked = True
        if not first or self.unmoved:
            if ring.events is not None:
                kind = "unmoved" if self.unmoved else "startled_already"
                ring.events.append(Event(kind, [by.seat, cat.seat]))
            return
        ring.hit(cat, by, ring.numbers.purr_loss, "startled")

    def settles(self, ring: Ring, cat: Cat, luck: Luck) -> None:
        """What an undisturbed purr brings (CB-14)."""
        if not cat.attacked or self.unmoved:
            ring.gain(cat, self.gain(ring.numbers), WHY_PURR)


class Guard(Movement):
    kind = GUARD
    word = "guard"
    verb = "guards"
    clause = "CB-15"

    def explained(self, n: Numbers) -> str:
        return "No scratch hurts you, except one with Can't Guard"

    def scratched(self, ring: Ring, cat: Cat, by: Cat, points: int) -> None:
        """It dodges, and may hand the points back (CB-15, CB-18, CB-19, CB-34)."""
        if by.play.unguardable:
            ring.hit(cat, by, points, "unguarded")
            return
        cat.dodges += 1
        cat.dodged += points
        if not self.reverses or by.play.irreversible:
            if ring.events is not None:
                kind = "not_reversed" if self.reverses else "dodged"
                ring.events.append(Event(kind, [by.seat, cat.seat, points]))
            return
        if ring.events is not None:
            ring.events.append(Event("reversed", [by.seat, cat.seat, points, by.hp - points]))
        ring.lose(by, points)


class Scratch(Movement):
    kind = SCRATCH
    word = "scratch"
    verb = "scratches"
    clause = "CB-13"

    def explained(self, n: Numbers) -> str:
        """What a guard does to it; {} is the target."""
        return "unless {} guards"

    def points(self, n: Numbers) -> int:
        return n.scratch


IDLE: Final = Movement()
"""Sitting the round out."""
MOVEMENTS: Final[list[Movement]] = [Purr(), Guard(), Scratch()]
"""Without a card."""
