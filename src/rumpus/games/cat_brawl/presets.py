"""The balanced preset, found by the lab: measurements/balanced-cat-brawl.json."""

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
            "draw_every": 6,
            "rejuvenation.cooldown": 20,
            "gentleman.points": 3,
            "hunting.rounds": 10,
            "recycling.cooldown": 9,
            "loneliness.cooldown": 50,
            "spotlight.cooldown": 1,
        },
        "Every cat wins 45 to 55 % of games between bots, and few games are long.",
    )
]
