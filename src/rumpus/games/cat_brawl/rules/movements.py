"""The three movements: their gains, and their defence against scratches (CB-13 to CB-16)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rumpus.core.position import Event
from rumpus.core.rng import Rng
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
    """A movement, or a chance card played with it (CB-7). The base class sits out."""

    kind = NO_MOVEMENT
    word = ""
    """The word of the notation."""
    verb = ""
    """The verb of the log."""
    clause = "CB-16"

    # What a chance card adds.
    card = NO_CARD
    """Number of the card, or `NO_CARD`."""
    name = ""
    short = ""
    """Notation of the card after the movement and a plus sign."""
    text = ""
    """The card's effect as a sentence; `{n.scratch}` is a number of the match."""
    gain_text = ""
    """Reason in the log when it gains HP."""
    draw_text = ""
    """Reason in the log when it draws cards."""
    unmoved = False
    """True if attacks on it take nothing."""
    reverses = False
    """True if it returns dodged points to the attacker."""
    irreversible = False
    """True if its points cannot be returned."""
    unguardable = False
    """True if it cannot be dodged."""
    claw = False
    """True if Hunting finds it (CB-23)."""

    def sentence(self, n: Numbers) -> str:
        return self.text.format(n=n)

    def explain(self, n: Numbers) -> str:
        """Returns its effect, for a newcomer."""
        return ""

    def points(self, n: Numbers) -> int:
        return 0

    def gain(self, n: Numbers) -> int:
        """Returns the HP it may gain."""
        return 0

    def cards(self, n: Numbers) -> int:
        """Returns the cards it may draw."""
        return 0

    def scratched(self, ring: Ring, cat: Cat, by: Cat, points: int) -> None:
        """Takes the hit in full (CB-16)."""
        ring.hit(cat, by, points, "hit")

    def settles(self, ring: Ring, cat: Cat, rng: Rng) -> None:
        """Gains HP, then draws cards, after all scratches (CB-11)."""


class Purr(Movement):
    kind = PURR
    word = "purr"
    verb = "purrs"
    clause = "CB-14"
    gain_text = "purring"

    def explain(self, n: Numbers) -> str:
        return f"You +{self.gain(n)}, or −{n.purr_loss} if anyone scratches you"

    def gain(self, n: Numbers) -> int:
        return n.purr_gain

    def scratched(self, ring: Ring, cat: Cat, by: Cat, points: int) -> None:
        """Loses HP to the first attack only (CB-14), or to none if unmoved."""
        first = not cat.attacked
        cat.attacked = True
        if not first or self.unmoved:
            if ring.events is not None:
                kind = "unmoved" if self.unmoved else "startled_already"
                ring.events.append(Event(kind, [by.seat, cat.seat]))
            return
        ring.hit(cat, by, ring.numbers.purr_loss, "startled")

    def settles(self, ring: Ring, cat: Cat, rng: Rng) -> None:
        """Gains HP if undisturbed (CB-14)."""
        if not cat.attacked or self.unmoved:
            ring.gain(cat, self.gain(ring.numbers), WHY_PURR)


class Guard(Movement):
    kind = GUARD
    word = "guard"
    verb = "guards"
    clause = "CB-15"

    def explain(self, n: Numbers) -> str:
        return "No scratch hurts you, except one with Can't Guard"

    def scratched(self, ring: Ring, cat: Cat, by: Cat, points: int) -> None:
        """Dodges, and may return the points (CB-15, CB-18, CB-19, CB-34)."""
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

    def explain(self, n: Numbers) -> str:
        """Returns the effect of a guard; {} stands for the target."""
        return "unless {} guards"

    def points(self, n: Numbers) -> int:
        return n.scratch


IDLE: Final = Movement()
"""The play of a cat that sits out."""
MOVEMENTS: Final[list[Movement]] = [Purr(), Guard(), Scratch()]
"""The movements without a card."""
