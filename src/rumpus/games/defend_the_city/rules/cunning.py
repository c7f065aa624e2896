"""The cunning enemy's mixtures: the exact equilibrium, solved once and read from a table (DC-25).

The table is what `solver/show.py` writes. States stand in the order slain, stand-offs, Stamina of the enemy (1 to 30),
Stamina of the defender (0, which stands for anything below too, to 30), idle turns; each is the count of pairs that
have weight, then every such pair with three bytes of weight. A count of 0 means the same mixture as with one idle turn
less.
"""

from __future__ import annotations

import zlib
from importlib import resources
from typing import Final

from rumpus.core.rng import Luck

SLAIN: Final = 5
STAND_OFFS: Final = 3
STAMINA: Final = 30
IDLE: Final = 3
WHOLE: Final = 1_000_000
"""What the 36 weights of every mixture add up to."""
ENTRY: Final = 4
FILE: Final = "cunning.table"


class Mixtures:
    """Every mixture of the cunning enemy, as packed numbers."""

    def __init__(self, packed: bytes) -> None:
        self.packed = packed
        self.starts: list[int] = []
        place = 0
        while place < len(packed):
            count = packed[place]
            self.starts.append(place if count > 0 else self.starts[-1])
            place += 1 + ENTRY * count

    def start(self, slain: int, stand_offs: int, enemy: int, defender: int, idle: int) -> int:
        """Where the mixture of this state stands in the table."""
        if defender < 0:
            defender = 0
        index = (slain * STAND_OFFS + stand_offs) * STAMINA + enemy - 1
        return self.starts[(index * (STAMINA + 1) + defender) * IDLE + idle]

    def draw(self, start: int, luck: Luck) -> int:
        """One pair by its weight: a single draw over all 36 (DC-29)."""
        left = luck.below(WHOLE)
        packed = self.packed
        place = start + 1
        while True:
            left -= (packed[place + 1] << 16) + (packed[place + 2] << 8) + packed[place + 3]
            if left < 0:
                return packed[place]
            place += ENTRY

    def weights(self, start: int) -> list[int]:
        """All 36 weights of a mixture, in pair order."""
        found = [0] * 36
        packed = self.packed
        for number in range(packed[start]):
            place = start + 1 + ENTRY * number
            found[packed[place]] = (packed[place + 1] << 16) + (packed[place + 2] << 8) + packed[place + 3]
        return found


_kept: list[Mixtures] = []


def mixtures() -> Mixtures:
    """The table that comes with the game, read on first use."""
    if not _kept:
        packed = resources.files("rumpus.games.defend_the_city").joinpath(FILE).read_bytes()
        _kept.append(Mixtures(zlib.decompress(packed)))
    return _kept[0]
