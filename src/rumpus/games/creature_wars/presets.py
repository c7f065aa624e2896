"""The balanced preset, found by the lab: measurements/balanced-creature-wars.json."""

from __future__ import annotations

from typing import Final

from rumpus.core.options import Preset
from rumpus.games.creature_wars.rules.witches.catalogue import all_witches

LEFT_OUT: Final = frozenset(
    {
        "Cannibalistic Witch",
        "Changeling Witch",
        "Chiquita Witch",
        "Crow-Laughing Witch",
        "Cursed Witch",
        "Feigglehorne's Witch",
        "Frost Witch",
        "Gluttonous Witch",
        "Goliath Witch",
        "Jugband Marching Witch",
        "Lenore's Witch",
        "Lucky Witch",
        "Lycaon's Witch",
        "Matchmaking Witch",
        "Midas Witch",
        "Necromancing Witch",
        "No Good Trying Witch",
        "Odd Witch",
        "Pandora's Witch",
        "Prehistoric Witch",
        "Rage Witch",
        "Scarecrow Witch",
        "Scarecrow's Keeper",
        "Shifting Witch",
        "The Coven of Babel",
        "The Witch of Tantalus",
        "Titanomachy Witch",
        "Voodoo Witch",
        "Wishing Witch",
        "Witch of Endor",
        "Witch of Slothing",
        "Witch of the Ancient Call",
        "Witch of the Bone Legion",
        "Witch of the Hired Legion",
    }
)
"""Witches with whom a hand wins far more, or far less, than with an average one."""

PRESETS: Final = [
    Preset(
        "balanced",
        {"witches": [witch.name for witch in all_witches() if witch.name not in LEFT_OUT]},
        "Leaves out the 34 witches who most decide games, for better or worse.",
    )
]
