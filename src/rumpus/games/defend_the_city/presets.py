"""The balanced preset, found exactly: measurements/balanced-defend-the-city.json."""

from __future__ import annotations

from typing import Final

from rumpus.core.options import Preset

PRESETS: Final = [
    Preset(
        "balanced",
        {"enemies": 1, "stand_offs": 2},
        "For two players: one enemy decides, and perfect play wins as often on either side.",
    )
]
