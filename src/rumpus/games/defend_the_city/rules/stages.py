"""Sides, phases and endings, as numbers and words."""

from __future__ import annotations

from typing import Final

DEFENDER: Final = 0
ENEMY: Final = 1

DECISION: Final = 0
REACTION: Final = 1
OVER: Final = 2
PHASES: Final = ["decision", "reaction", "over"]

GOES_ON: Final = 0
SAVED: Final = 1
FALLEN: Final = 2
BROKEN: Final = 3
ENDINGS: Final = ["", "saved", "fallen", "line broken"]

UNSET: Final = -1
"""Placeholder for a pair not set yet."""
