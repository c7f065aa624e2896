"""Mixed strategy of the cunning enemy, read from a table of the exact equilibrium (DC-25).

`solver/write_tables.py` writes the table. Its states are ordered by enemies slain, stand-offs, Stamina of the enemy (1
to 30), Stamina of the defender (0 to 30; 0 includes negative values) and idle turns. Each state is a count of pairs,
then one byte for each pair and three for its weight. A count of 0 repeats the mixture with one idle turn less.
"""

from __future__ import annotations

import zlib
from importlib import resources
from typing import Final

from rumpus.core.rng import Rng

ENEMIES: Final = 5
STAND_OFFS: Final = 3
STAMINA: Final = 30
IDLE_TURNS: Final = 3
TOTAL_WEIGHT: Final = 1_000_000
"""Sum of the weights of every mixture."""
ENTRY_BYTES: Final = 4
FILE: Final = "cunning.table"


class Mixtures:
    def __init__(self, packed: bytes) -> None:
        self.packed = packed
        self.offsets: list[int] = []
        place = 0
        while place < len(packed):
            count = packed[place]
            self.offsets.append(place if count > 0 else self.offsets[-1])
            place += 1 + ENTRY_BYTES * count

    def offset(self, slain: int, stand_offs: int, enemy: int, defender: int, idle: int) -> int:
        if defender < 0:
            defender = 0
        index = (slain * STAND_OFFS + stand_offs) * STAMINA + enemy - 1
        return self.offsets[(index * (STAMINA + 1) + defender) * IDLE_TURNS + idle]

    def draw(self, start: int, rng: Rng) -> int:
        """Samples a pair with a single draw (DC-29)."""
        left = rng.below(TOTAL_WEIGHT)
        packed = self.packed
        place = start + 1
        while True:
            left -= (packed[place + 1] << 16) + (packed[place + 2] << 8) + packed[place + 3]
            if left < 0:
                return packed[place]
            place += ENTRY_BYTES

    def weights(self, start: int) -> list[int]:
        """Weights of all 36 pairs, in pair order."""
        found = [0] * 36
        packed = self.packed
        for number in range(packed[start]):
            place = start + 1 + ENTRY_BYTES * number
            found[packed[place]] = (packed[place + 1] << 16) + (packed[place + 2] << 8) + packed[place + 3]
        return found


_cache: list[Mixtures] = []


def mixtures() -> Mixtures:
    """The table of the package, read on first use."""
    if not _cache:
        packed = resources.files("rumpus.games.defend_the_city").joinpath(FILE).read_bytes()
        _cache.append(Mixtures(zlib.decompress(packed)))
    return _cache[0]
