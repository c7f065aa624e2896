"""The move space: the 36 pairs of Scores, and the two answers once pairs are shown (DC-28)."""

from __future__ import annotations

from typing import Final

from rumpus.core.position import Move
from rumpus.games.defend_the_city.rules.scores import PAIRS

KEEP: Final = PAIRS
FORFEIT: Final = PAIRS + 1
MOVES: Final = PAIRS + 2

# Handed out again and again, so nobody may change them.
NOTHING: Final[list[Move]] = []
EVERY_PAIR: Final[list[Move]] = list(range(PAIRS))
ANSWERS: Final[list[Move]] = [KEEP, FORFEIT]
