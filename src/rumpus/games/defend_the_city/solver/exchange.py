"""One exchange of all pairs: deaths and costs, indexed [defender's pair, enemy's pair]."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rumpus.games.defend_the_city.rules.scores import MAX_SCORE, PAIRS, cost_of, may_forfeit, outcomes, without_offense

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MAX_COST = 2 * MAX_SCORE
LOWER = np.array([[may_forfeit(own, other) for other in range(PAIRS)] for own in range(PAIRS)])
"""True if the first pair has the lower Offense and may forfeit it."""


class Exchange:
    """Probabilities of DC-12 and costs of DC-6, for one kind of reaction (DC-10)."""

    def __init__(self, die: int, defender_forfeits: bool = False, enemy_forfeits: bool = False) -> None:
        shape = (PAIRS, PAIRS)
        self.kills = np.zeros(shape)
        self.both = np.zeros(shape)
        self.goes_on = np.zeros(shape)
        self.defender_cost = np.zeros(shape, dtype=np.int64)
        self.enemy_cost = np.zeros(shape, dtype=np.int64)
        for shown in range(PAIRS):
            for against in range(PAIRS):
                own, other = shown, against
                if defender_forfeits and may_forfeit(own, other):
                    own = without_offense(own)
                if enemy_forfeits and may_forfeit(other, own):
                    other = without_offense(other)
                kills, both, goes_on = outcomes(own, other, die)
                self.kills[shown, against] = kills
                self.both[shown, against] = both
                self.goes_on[shown, against] = goes_on
                self.defender_cost[shown, against] = cost_of(own)
                self.enemy_cost[shown, against] = cost_of(other)
        self.costs = (self.defender_cost * (MAX_COST + 1) + self.enemy_cost).ravel()
        """Both costs as one index."""
