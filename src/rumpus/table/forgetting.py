"""Removes the names of deleted profiles from texts that were written before."""

from __future__ import annotations

import re
from collections.abc import Set
from typing import Any

from rumpus.table.seats import DELETED_PLAYER


def without_names(value: Any, names: Set[str]) -> Any:
    """Replaces these names, as whole words, in all texts of a JSON value. Keys stay."""
    if not names:
        return value
    words = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return _replaced(value, re.compile(rf"(?<!\w)(?:{words})(?!\w)"))


def _replaced(value: Any, words: re.Pattern[str]) -> Any:
    if isinstance(value, str):
        return words.sub(DELETED_PLAYER, value)
    if isinstance(value, list):
        return [_replaced(one, words) for one in value]
    if isinstance(value, dict):
        return {key: _replaced(one, words) for key, one in value.items()}
    return value
