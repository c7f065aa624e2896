"""Reads numbers that a person typed: ASCII digits only.

`int` also accepts digits of other scripts, underscores and spaces, and `str.isdigit` even "²", which `int` refuses.
"""

from __future__ import annotations

import re
from typing import Final

MAX_DIGITS: Final = 18
"""Most digits of a number; more are no number of ours, and slow to read."""
_WHOLE: Final = re.compile(rf"-?[0-9]{{1,{MAX_DIGITS}}}")
_DECIMAL: Final = re.compile(rf"-?[0-9]{{1,{MAX_DIGITS}}}(\.[0-9]{{1,{MAX_DIGITS}}})?")


def parse_int(text: str) -> int | None:
    """Returns the whole number that this text is; None for other text."""
    return int(text) if _WHOLE.fullmatch(text) else None


def parse_float(text: str) -> float | None:
    """Returns the number in decimal notation that this text is; None for other text."""
    return float(text) if _DECIMAL.fullmatch(text) else None
