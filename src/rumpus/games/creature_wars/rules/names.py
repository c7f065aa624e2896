"""Names of witches and cards in words."""

from __future__ import annotations

import re
from typing import Final

from rumpus.games.creature_wars.rules.cards import TIER

NAMES: Final[list[list[str]]] = [[], [], []]
"""Names of the witches by tier and place, filled by `catalogue`."""


def witch_name(witch: int) -> str:
    """Returns a witch's name; empty for no witch."""
    return NAMES[witch // TIER][witch % TIER] if witch >= 0 else ""


def witch_number(name: str) -> int:
    """Returns a witch's number; -1 if the name is unknown."""
    for tier in range(len(NAMES)):
        if name in NAMES[tier]:
            return tier * TIER + NAMES[tier].index(name)
    return -1


CARD_PATTERN: Final = re.compile(r"(?:Lvl\.(\d+) )?(.+?)(?: \{[^}]*\})?(?:: \((?:\d+|-)\))?(?: #\d+)?")
WITHOUT_ARTICLE: Final = frozenset(
    ("Witcheroo", "Haggel & Witchel", "Richard Witchson", "McWitch", "Wiccan Little", "Pick a Witch")
)
"""Cards named without "the"."""


def card_words(text: str) -> str:
    """Puts notation into words: `the level 3 Fire Dragon`, `Pandora's Witch`."""
    found = CARD_PATTERN.fullmatch(text)
    assert found is not None
    level, name = found[1], found[2].replace("!", "")
    if level and witch_number(name) < 0:
        return f"the level {level} {name}"
    if name.startswith("The "):
        return f"the {name[4:]}"
    return name if name in WITHOUT_ARTICLE or "'s " in name else f"the {name}"


def spell_out(text: str) -> str:
    """Replaces notation in a witch's text."""
    return text.replace("Lvl.", "level ")
