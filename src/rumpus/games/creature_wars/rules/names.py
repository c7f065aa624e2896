"""The names of the witches, tier by tier. Append only: a witch's place is her number in saved games."""

from __future__ import annotations

import re
from typing import Final

from rumpus.games.creature_wars.rules.cards import TIER

LESSER_NAMES: Final = (
    "Blind Witch",
    "Invisible Witch",
    "Angry Witch",
    "Magic Witch",
    "Voodoo Witch",
    "Greedy Witch",
    "Which Witch",
    "Witcheroo",
    "Kind Witch",
    "Cocksure Witch",
    "Flamboyant Witch",
    "Envious Witch",
    "Cursed Witch",
    "Sick Witch",
    "Sacrificial Witch",
    "Snake-Eyed Witch",
    "The Witch Collector",
    "Drenched Witch",
    "Flying Witch",
    "Wilbur Witch",
    "Orville Witch",
    "The Early Witch",
    "Pick a Witch",
    "Witch in Time",
    "Overeager Witch",
    "Slumbering Witch",
    "McWitch",
)
SACRED_NAMES: Final = (
    "Witch of Despair",
    "Witch of the Hesperus",
    "Vengeful Witch",
    "Moon Charm Witch",
    "Prophetic Witch",
    "Shifting Witch",
    "Democratic Witch",
    "Scary Witch",
    "Frost Witch",
    "Hectic Witch",
    "Wicked Witch",
    "Venom Witch",
    "Feigglehorne's Witch",
    "Foreboding Witch",
    "Matchmaking Witch",
    "Sun Witch",
    "Gluttonous Witch",
    "Witch of Slothing",
    "Proud Witch",
    "Lucky Witch",
    "Wishing Witch",
    "Shamanic Witch",
    "Vortex Witch",
    "Grim Witch",
    "Hallucinating Witch",
    "The Big Bad Witch",
    "Witch of the Emperor",
    "Witch of the Bone Legion",
    "Witch of the Hired Legion",
    "Beguiling Witch",
    "Rage Witch",
    "Jesting Witch",
    "The High Witch",
    "Shady Witch",
    "Questing Witch",
    "Berserker Witch",
    "Pandora's Witch",
    "Odd Witch",
    "Witch of the Firehawks",
    "Talismanic Witch",
    "Chthonic Witch",
    "Necromancing Witch",
    "Sepulchral Witch",
    "Circe's Witch",
    "Angitia's Witch",
    "Minerva's Witch",
    "Changeling Witch",
    "Sin-Eater Witch",
    "Charlotte's Witch",
    "The Sand Witch",
    "Green Witch",
    "Wiccan Little",
    "Coven-Calling Witch",
    "Wraith Witch",
    "Lenore's Witch",
    "The Witch of the Cumaean Sibyl",
    "Medusa's Witch",
    "Chiquita Witch",
    "Midas Witch",
    "Santa Witch",
    "David's Witch",
    "Goliath Witch",
    "Juno's Witch",
    "Uncaging Witch",
    "Buried Witch",
    "Skeletal Witch",
    "Ossuary Witch",
    "Pilfering Witch",
    "Backlash Witch",
    "Benevolent Witch",
    "Prehistoric Witch",
    "Wyrm-Hatching Witch",
    "Haughty Witch",
    "Haggel & Witchel",
    "Storytime Witch",
    "Ondu's Witch",
    "The Coven of Babel",
    "Scarecrow Witch",
    "Vegetable Mask Witch",
    "Absolving Witch",
    "Arnold Layne's Witch",
    "Emily's Hiding Witch",
    "Golden Veil Witch",
    "Dark Globe Witch",
    "Gnome Witch",
    "Jugband Marching Witch",
    "Jugband Encore Witch",
    "Jugband Understudy Witch",
    "Scientific Witch",
    "Overdrive Witch",
    "Straight Witch",
    "The Madcap's Witch",
    "Clockwork Crier Witch",
    "Crow-Laughing Witch",
    "Cracked Ceremony Witch",
    "No Good Trying Witch",
    "Scarecrow's Keeper",
)
SINFUL_NAMES: Final = (
    "Cataclysmic Witch",
    "Titanomachy Witch",
    "Tiamat's Witch",
    "Witch of Endor",
    "Lycaon's Witch",
    "Witch of the Ancient Call",
    "Witch of Wrath",
    "Skeletor's Personal Witch",
    "The Beast's Witch",
    "Apocalyptic Witch",
    "Lilith's Witch",
    "Cannibalistic Witch",
    "Richard Witchson",
    "The Witch Who Stole Grinch",
    "The Witch of Tantalus",
    "Baden's Witch",
    "Witch of the Long Reprieve",
)

NAMES: Final[list[list[str]]] = [list(LESSER_NAMES), list(SACRED_NAMES), list(SINFUL_NAMES)]


def witch_name(witch: int) -> str:
    """The name behind a witch's number; empty for no witch."""
    return NAMES[witch // TIER][witch % TIER] if witch >= 0 else ""


def witch_number(name: str) -> int:
    """The number behind a witch's name; -1 if nobody is called that."""
    for tier in range(len(NAMES)):
        if name in NAMES[tier]:
            return tier * TIER + NAMES[tier].index(name)
    return -1


NOTATION: Final = re.compile(r"(?:Lvl\.(\d+) )?(.+?)(?: \{[^}]*\})?(?:: \((?:\d+|-)\))?(?: #\d+)?")
NAMED: Final = frozenset(
    ("Witcheroo", "Haggel & Witchel", "Richard Witchson", "McWitch", "Wiccan Little", "Pick a Witch")
)
"""Cards that are somebody, and so have no article."""


def card_words(text: str) -> str:
    """A card of the notation as one says it: `the level 3 Fire Dragon`, `the Blind Witch`, `Pandora's Witch`."""
    found = NOTATION.fullmatch(text)
    assert found is not None
    level, name = found[1], found[2].replace("!", "")
    if level and witch_number(name) < 0:
        return f"the level {level} {name}"
    if name.startswith("The "):
        return f"the {name[4:]}"
    return name if name in NAMED or "'s " in name else f"the {name}"


def spelled_out(text: str) -> str:
    """A witch's sentence without the notation of cards."""
    return text.replace("Lvl.", "level ")
