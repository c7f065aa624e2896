"""Pairs that work together: looked for where everything was held beside everything, and tested under fresh deals."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import numpy as np

from rumpus.core.contract import Plain
from rumpus.lab.arms import PairArms, PlayArms, PlayedDeals
from rumpus.lab.plan import Plan
from rumpus.lab.workers import Workers
from rumpus.lab.worth import Valuation
from rumpus.stats.estimates import Estimate
from rumpus.stats.multiple_testing import chance, claims
from rumpus.stats.regression import mean_of


class Pair:
    """Two things in one hand: what they win more together than what each of them is worth adds up to."""

    def __init__(self, one: str, two: str, together: Estimate) -> None:
        self.one = one
        self.two = two
        self.together = together
        self.claimed = False

    @property
    def chance(self) -> float:
        """That so much or more would be seen if they did nothing for each other (two-sided)."""
        return chance(self.together)

    def plain(self) -> dict[str, Plain]:
        return {
            "one": self.one,
            "two": self.two,
            "together": self.together.value,
            "plus or minus": self.together.half,
            "p": self.chance,
            "claimed": self.claimed,
        }


def suspects(found: Valuation, most: int) -> list[tuple[int, int]]:
    """The pairs that stood out most where hands were dealt two things at random, by their numbers."""
    names = found.gifts.names
    single = np.array([found.of(name).holding.value for name in names])
    given = found.played.given()
    surprise = found.more - single[given].sum(axis=3)
    sums, squares, counts = (np.zeros((len(names), len(names))) for _ in range(3))
    low, high = given.min(axis=3), given.max(axis=3)
    np.add.at(sums, (low, high), surprise)
    np.add.at(squares, (low, high), surprise**2)
    np.add.at(counts, (low, high), 1.0)
    noise = float(surprise.std())

    def standing_out(pair: tuple[int, int]) -> float:
        count = counts[pair]
        return abs(float(sums[pair])) / (noise * count**0.5) if count and noise else 0.0

    return sorted(combinations(range(len(names)), 2), key=lambda pair: -standing_out(pair))[:most]


def find_pairs(
    plan: Plan,
    found: Valuation,
    workers: Workers,
    most: int = 10,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[Pair]:
    """The likeliest pairs of a valuation with two things a hand, each tested by the plan's deals of four games."""
    names, deals = found.gifts.names, plan.games
    tested: list[Pair] = []
    wanted = suspects(found, most)
    for number, (one, two) in enumerate(wanted):
        fresh = plan.with_seed(f"{plan.seed}/pair {one} {two}")
        design = PairArms(len(names), (one, two), len(fresh.players), fresh.seed)
        played = PlayedDeals(PlayArms(fresh, found.gifts.kind, design), len(fresh.players))
        played.until(deals, workers, progress, number * deals, len(wanted) * deals)
        own = played.won()[np.arange(deals), :, [design.holder(deal) for deal in range(deals)]]
        more = own[:, 0] - own[:, 1] - own[:, 2] + own[:, 3]
        tested.append(Pair(names[one], names[two], mean_of(more)))
    for pair, claimed in zip(tested, claims([pair.chance for pair in tested]), strict=True):
        pair.claimed = claimed
    return sorted(tested, key=lambda pair: -abs(pair.together.value))
