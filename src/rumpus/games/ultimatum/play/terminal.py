"""The hex map in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.contract import View


def draw(view: View, names: Sequence[str], width: int, focus: str) -> object | None:
    return None


def places(view: View) -> list[list[str]]:
    return []
