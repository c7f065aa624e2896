"""Sides, phases and endings of a siege, as numbers and in a word."""

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
"""In place of a pair: not set yet."""
