"""Every witch by her number. Append only: a place in a tier's list is a number in saved games."""

from __future__ import annotations

from typing import Final

from rumpus.games.creature_wars.rules.cards import LESSER, TIER
from rumpus.games.creature_wars.rules.names import NAMES, witch_number
from rumpus.games.creature_wars.rules.witches.base import Witch
from rumpus.games.creature_wars.rules.witches.lesser import LESSER_WITCHES
from rumpus.games.creature_wars.rules.witches.sacred_a import SACRED_A
from rumpus.games.creature_wars.rules.witches.sacred_b import SACRED_B
from rumpus.games.creature_wars.rules.witches.sinful import SINFUL_WITCHES

SACRED_WITCHES: Final[list[Witch]] = SACRED_A + SACRED_B
CATALOGUE: Final[list[list[Witch]]] = [LESSER_WITCHES, SACRED_WITCHES, SINFUL_WITCHES]


def witch_of(number: int) -> Witch:
    """The witch behind a number: her tier times TIER plus her place in its list."""
    return CATALOGUE[number // TIER][number % TIER]


def put_witch(witch: Witch, tier: int = LESSER) -> None:
    """In place of the one of her name, or as another of this tier; for variants, before anything is dealt."""
    number = witch_number(witch.name)
    if number >= 0:
        CATALOGUE[number // TIER][number % TIER] = witch
    else:
        CATALOGUE[tier].append(witch)
        NAMES[tier].append(witch.name)


def all_witches() -> list[Witch]:
    """All that can be dealt, in catalogue order."""
    return LESSER_WITCHES + SACRED_WITCHES + SINFUL_WITCHES
