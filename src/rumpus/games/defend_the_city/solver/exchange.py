"""One exchange of blows for every pair against every pair: who dies with which chance, and what it costs.

Arrays are indexed [defender's pair, enemy's pair]; a forfeited Offense is simply the pair without it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rumpus.games.defend_the_city.rules.scores import PAIRS, TOP, chances, cost_of, may_forfeit, without_offense

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]

MOST_COST = 2 * TOP


class Exchange:
    """The chances of DC-12 and the costs of DC-6 for one way to react (DC-10)."""

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
                kills, both, goes_on = chances(own, other, die)
                self.kills[shown, against] = kills
                self.both[shown, against] = both
                self.goes_on[shown, against] = goes_on
                self.defender_cost[shown, against] = cost_of(own)
                self.enemy_cost[shown, against] = cost_of(other)
        self.costs = (self.defender_cost * (MOST_COST + 1) + self.enemy_cost).ravel()
        """Both costs as one number."""


def where_lower(defender: bool) -> NDArray[Any]:
    """Where that side has the lower Offense and may forfeit it."""
    pairs = range(PAIRS)
    if defender:
        return np.array([[may_forfeit(own, other) for other in pairs] for own in pairs])
    return np.array([[may_forfeit(other, own) for other in pairs] for own in pairs])
