"""The balanced preset, found by the lab: measurements/balanced-cats.json."""

from __future__ import annotations

from typing import Final

from rumpus.core.options import Preset

PRESETS: Final = [
    Preset(
        "balanced",
        {
            "persian.hp": 9,
            "exotic_shorthair.hp": 9,
            "siamese.hp": 11,
            "rejuvenation.cooldown": 50,
            "recycling.cooldown": 8,
            "hunting.rounds": 10,
            "loneliness.cooldown": 5,
        },
        "Between equal bots, every cat wins 45 to 55 % of its games.",
    )
]
