"""Tries a game by the laws, all of them in all its variants, and lists those that are broken."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rumpus.core.errors import UnknownName
from rumpus.core.game import Game
from rumpus.testing.law import BrokenLaw, Law
from rumpus.testing.laws import LAWS

Watch = Callable[[int, int, str], None]
"""Told how many trials of how many are done, and what is tried next."""


def laws_named(words: str) -> list[Law]:
    """The laws in whose names these words stand; all of them without words."""
    wanted = " ".join(words.lower().replace("_", " ").split())
    found = [law for law in LAWS if wanted in law.name]
    if not found:
        raise UnknownName(f"there is no law {words!r}; there is {', '.join(law.name for law in LAWS)}")
    return found


def try_game(
    game: Game, laws: Sequence[Law], variants: Sequence[Mapping[str, object]], games: int, watch: Watch
) -> list[BrokenLaw]:
    """What is wrong, one finding a law at most: where one is broken, its other variants are not tried."""
    found: list[BrokenLaw] = []
    total = len(laws) * len(variants)
    for place, law in enumerate(laws):
        for number, changes in enumerate(variants):
            watch(place * len(variants) + number, total, law.name)
            try:
                law(game, game.options(changes), games)
            except BrokenLaw as broken:
                found.append(broken)
                break
    watch(total, total, "")
    return found
