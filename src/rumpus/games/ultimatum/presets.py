"""The balanced preset, found by the lab: measurements/balanced-ultimatum.json."""

from __future__ import annotations

from typing import Final

from rumpus.core.options import Preset

PRESETS: Final = [
    Preset(
        "balanced",
        {
            "rotate_first": True,
            "bram.hp": 57,
            "wren.hp": 45,
            "amity.hp": 59,
            "nyx.hp": 59,
            "orrin.hp": 53,
            "sable.hp": 52,
            "isk.hp": 75,
            "tamsin.hp": 71,
            "ursa.hp": 70,
            "lys.hp": 69,
            "corvin.hp": 62,
            "halla.hp": 68,
        },
        "Characters win about equally often between quick bots, and the start goes round.",
    )
]
