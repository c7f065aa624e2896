"""The nine kinds of chance card, three for each movement (CB-17, CB-18, CB-19)."""

from __future__ import annotations

from typing import Final

DOUBLE_PURRING: Final = 0
GUARANTEED_PURRING: Final = 1
PURR_AND_DRAW: Final = 2
REVERSE_SCRATCH: Final = 3
GUARD_AND_HEAL: Final = 4
GUARD_AND_DRAW: Final = 5
CANT_REVERSE: Final = 6
CANT_GUARD: Final = 7
DOUBLE_SCRATCH: Final = 8

NO_CARD: Final = -1
KINDS: Final = 9
FAMILY: Final = 3
"""Cards of one family; a family's ids follow each other, in the order of the movements."""

CLAWS: Final = 1 << CANT_REVERSE | 1 << CANT_GUARD
"""What Hunting hunts for, as a bit set of kinds (CB-23)."""
CLAW_KINDS: Final = 2

CARDS: Final = [
    "Double Purring",
    "Guaranteed Purring",
    "Purr and Draw",
    "Reverse Scratch",
    "Guard and Heal",
    "Guard and Draw",
    "Can't Reverse",
    "Can't Guard",
    "Double Scratch",
]


def is_claw(card: int) -> bool:
    return card in (CANT_REVERSE, CANT_GUARD)
