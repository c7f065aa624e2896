"""The eight abilities: six that a cat brings along, two that are dealt in secret (CB-3, CB-4)."""

from __future__ import annotations

from typing import Final

REJUVENATION: Final = 0
GENTLEMAN: Final = 1
HUNTING: Final = 2
RECYCLING: Final = 3
LONELINESS: Final = 4
SPOTLIGHT: Final = 5
ATTACKER: Final = 6
CRITICAL_HIT: Final = 7

NO_ABILITY: Final = -1

ABILITIES: Final = [
    "Rejuvenation",
    "Gentleman",
    "Hunting",
    "Recycling",
    "Loneliness",
    "Spotlight",
    "Attacker",
    "Critical Hit",
]


def ability_name(ability: int) -> str:
    return "none" if ability == NO_ABILITY else ABILITIES[ability]
