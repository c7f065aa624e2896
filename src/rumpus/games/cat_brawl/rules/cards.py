"""The nine kinds of chance card, three for each movement (CB-17, CB-18, CB-19)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rumpus.core.rng import Rng
from rumpus.games.cat_brawl.rules.movements import Guard, Movement, Purr, Scratch
from rumpus.games.cat_brawl.rules.numbers import Numbers, cards
from rumpus.games.cat_brawl.rules.reasons import WHY_GUARD, WHY_PURR

if TYPE_CHECKING:
    from rumpus.games.cat_brawl.rules.cats import Cat
    from rumpus.games.cat_brawl.rules.ring import Ring

DOUBLE_PURRING: Final = 0
GUARANTEED_PURRING: Final = 1
PURR_AND_DRAW: Final = 2
REVERSE_SCRATCH: Final = 3
GUARD_AND_HEAL: Final = 4
GUARD_AND_DRAW: Final = 5
CANT_REVERSE: Final = 6
CANT_GUARD: Final = 7
DOUBLE_SCRATCH: Final = 8

KIND_COUNT: Final = 9
FAMILY_SIZE: Final = 3
"""Cards per movement. Their numbers are consecutive, in the order of the movements."""

CLAWS: Final = 1 << CANT_REVERSE | 1 << CANT_GUARD
"""Bit set of the kinds that Hunting finds (CB-23)."""
CLAW_KIND_COUNT: Final = 2


class DoublePurring(Purr):
    card = DOUBLE_PURRING
    name = "Double Purring"
    short = "double"
    clause = "CB-17"
    text = "With a purr: {n.double_purring} HP in total if nobody attacks you."

    def gain(self, n: Numbers) -> int:
        return n.double_purring


class GuaranteedPurring(Purr):
    card = GUARANTEED_PURRING
    name = "Guaranteed Purring"
    short = "guaranteed"
    clause = "CB-17"
    unmoved = True
    text = "With a purr: {n.guaranteed_purring} HP in total, attacked or not; attacks on you take nothing."

    def explain(self, n: Numbers) -> str:
        return f"You +{n.guaranteed_purring}, scratched or not; scratches take nothing from you"

    def gain(self, n: Numbers) -> int:
        return n.guaranteed_purring


class PurrAndDraw(Purr):
    card = PURR_AND_DRAW
    name = "Purr and Draw"
    short = "draw"
    clause = "CB-17"
    draw_text = "by Purr and Draw"

    def sentence(self, n: Numbers) -> str:
        return f"With a purr: draw {cards(n.purr_and_draw)} when the purr gains its HP."

    def explain(self, n: Numbers) -> str:
        return f"You +{self.gain(n)} and {cards(n.purr_and_draw)}, or −{n.purr_loss} if anyone scratches you"

    def cards(self, n: Numbers) -> int:
        return n.purr_and_draw

    def settles(self, ring: Ring, cat: Cat, rng: Rng) -> None:
        if cat.attacked:
            return
        ring.gain(cat, self.gain(ring.numbers), WHY_PURR)
        if ring.is_undecided():
            ring.draw(cat, ring.numbers.purr_and_draw, WHY_PURR, rng)


class ReverseScratch(Guard):
    card = REVERSE_SCRATCH
    name = "Reverse Scratch"
    short = "reverse"
    clause = "CB-18"
    reverses = True
    text = "With a guard: every scratch you dodge hits its attacker instead."

    def explain(self, n: Numbers) -> str:
        return "Anyone who scratches you is hurt instead, except with Can't Guard or Can't Reverse"


class GuardAndHeal(Guard):
    card = GUARD_AND_HEAL
    name = "Guard and Heal"
    short = "heal"
    clause = "CB-18"
    gain_text = "Guard and Heal"
    text = "With a guard: {n.guard_and_heal} HP in total if you dodge at least one scratch."

    def explain(self, n: Numbers) -> str:
        return f"No scratch hurts you, except one with Can't Guard; dodge one and get +{n.guard_and_heal}"

    def gain(self, n: Numbers) -> int:
        return n.guard_and_heal

    def settles(self, ring: Ring, cat: Cat, rng: Rng) -> None:
        if cat.dodges > 0:
            ring.gain(cat, ring.numbers.guard_and_heal, WHY_GUARD)


class GuardAndDraw(Guard):
    card = GUARD_AND_DRAW
    name = "Guard and Draw"
    short = "draw"
    clause = "CB-18"
    draw_text = "by Guard and Draw"

    def sentence(self, n: Numbers) -> str:
        return f"With a guard: draw {cards(n.guard_and_draw)} if you dodge at least one scratch."

    def explain(self, n: Numbers) -> str:
        return f"No scratch hurts you, except one with Can't Guard; dodge one and draw {cards(n.guard_and_draw)}"

    def cards(self, n: Numbers) -> int:
        return n.guard_and_draw

    def settles(self, ring: Ring, cat: Cat, rng: Rng) -> None:
        if cat.dodges > 0:
            ring.draw(cat, ring.numbers.guard_and_draw, WHY_GUARD, rng)


class CantReverse(Scratch):
    card = CANT_REVERSE
    name = "Can't Reverse"
    short = "noreverse"
    clause = "CB-19"
    irreversible = True
    claw = True
    text = "With a scratch: Reverse Scratch can dodge it but not reflect it."

    def explain(self, n: Numbers) -> str:
        return "unless {} guards; it cannot be reflected"


class CantGuard(Scratch):
    card = CANT_GUARD
    name = "Can't Guard"
    short = "noguard"
    clause = "CB-19"
    unguardable = True
    claw = True
    text = "With a scratch: no guard dodges it, not even Reverse Scratch."

    def explain(self, n: Numbers) -> str:
        return "guard or not"


class DoubleScratch(Scratch):
    card = DOUBLE_SCRATCH
    name = "Double Scratch"
    short = "double"
    clause = "CB-19"
    text = "With a scratch: {n.double_scratch} times the points."

    def points(self, n: Numbers) -> int:
        return n.scratch * n.double_scratch


CARDS: Final[list[Movement]] = [
    DoublePurring(),
    GuaranteedPurring(),
    PurrAndDraw(),
    ReverseScratch(),
    GuardAndHeal(),
    GuardAndDraw(),
    CantReverse(),
    CantGuard(),
    DoubleScratch(),
]
"""All cards by number. Saves keep the numbers: append only."""
CARD_NAMES: Final[list[str]] = [card.name for card in CARDS]
