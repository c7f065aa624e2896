"""Move space: 36 pairs of Scores, then `keep` and `forfeit` (DC-28)."""

from __future__ import annotations

from typing import Final

from rumpus.core.position import Move
from rumpus.games.defend_the_city.rules.scores import PAIRS

KEEP: Final = PAIRS
FORFEIT: Final = PAIRS + 1
MOVE_COUNT: Final = PAIRS + 2

# Shared by all positions: do not modify.
NO_MOVES: Final[list[Move]] = []
EVERY_PAIR: Final[list[Move]] = list(range(PAIRS))
ANSWERS: Final[list[Move]] = [KEEP, FORFEIT]
