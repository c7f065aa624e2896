"""Checks a game by laws in all its configurations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rumpus.core.errors import UnknownName
from rumpus.core.game import Game
from rumpus.testing.law import BrokenLaw, Law, Tally, tallied
from rumpus.testing.laws import LAWS

Progress = Callable[[int, int, str], None]
"""Called with finished and total checks, and the next law."""


def find_laws(words: str) -> list[Law]:
    """Returns the laws whose names contain these words."""
    wanted = " ".join(words.lower().replace("_", " ").split())
    found = [law for law in LAWS if wanted in law.name]
    if not found:
        raise UnknownName(f"There is no law {words!r}; there is {', '.join(law.name for law in LAWS)}.")
    return found


def check_game(
    game: Game,
    laws: Sequence[Law],
    configurations: Sequence[Mapping[str, object]],
    games: int,
    progress: Progress,
    tallies: dict[str, Tally] | None = None,
) -> list[BrokenLaw]:
    """Returns at most one finding per law. After one, its other configurations are skipped.

    `tallies` receives by name what each law has played and compared.
    """
    found: list[BrokenLaw] = []
    total = len(laws) * len(configurations)
    for place, law in enumerate(laws):
        for number, changes in enumerate(configurations):
            progress(place * len(configurations) + number, total, law.name)
            with tallied() as tally:
                try:
                    law(game, game.options(changes), games)
                except BrokenLaw as broken:
                    found.append(broken)
            if tallies is not None:
                tallies.setdefault(law.name, Tally()).add(tally)
            if found and found[-1].law == law.name:
                break
    progress(total, total, "")
    return found
