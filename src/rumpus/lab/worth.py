"""What a card, a cat, a character is worth: the chance to win with it, less that with another in the same deal.

Every deal is played several times with the same luck, and seats are given things at random. So whatever a seat that
holds something wins more than in the other games of its deal, the thing did it, and not the kind of game in which it
turns up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from rumpus.core.contract import Plain
from rumpus.core.errors import BadOption
from rumpus.core.faces import Gifts
from rumpus.lab.arms import AskGifts, PlayArms, PlayedDeals, RandomArms, gifts_of
from rumpus.lab.plan import Plan
from rumpus.lab.workers import Workers
from rumpus.stats.estimates import Z95, Estimate
from rumpus.stats.regression import Figure

FIRST_LOOK = 100
"""Deals after which it is first seen how many more are needed."""
OUT_OF_LINE = 0.03
"""A thing is flagged when its whole interval is farther from 0 than this."""


class Worth:
    """One thing: what it does for the one who has it, and for each who meets it; in chances to win."""

    def __init__(self, name: str, holding: Estimate, facing: Estimate) -> None:
        self.name = name
        self.holding = holding
        self.facing = facing

    @property
    def flagged(self) -> bool:
        return abs(self.holding.value) - self.holding.half > OUT_OF_LINE

    @property
    def sure(self) -> int:
        """1 or -1 if its sign is certain, else 0."""
        if abs(self.holding.value) <= self.holding.half:
            return 0
        return 1 if self.holding.value > 0 else -1

    def plain(self) -> dict[str, Plain]:
        return {
            "name": self.name,
            "holding": self.holding.value,
            "holding, plus or minus": self.holding.half,
            "facing": self.facing.value,
            "facing, plus or minus": self.facing.half,
            "times held": self.holding.count,
            "flagged": self.flagged,
        }


class Valuation:
    """All things of a kind, the best first, as bots of one strength play with them; `z` widens their intervals."""

    def __init__(self, gifts: Gifts, players: Sequence[str], played: PlayedDeals, z: float = Z95) -> None:
        self.gifts = gifts
        self.players = list(players)
        self.played = played
        self.deals = played.deals
        given, won = played.given(), played.won()
        arms = given.shape[1]
        self.games = self.deals * arms
        more = (won * arms - won.sum(axis=1, keepdims=True)) / (arms - 1)
        self.more = more
        """By deal, arm and seat: how much more it won than in the other games of the deal, on average."""
        holding, facing = (np.zeros((len(gifts.names), self.deals)) for _ in range(2))
        held, faced = np.zeros_like(holding), np.zeros_like(holding)
        deals = np.broadcast_to(np.arange(self.deals)[:, None], given.shape[:2])
        seats = given.shape[2]
        for seat in range(seats):
            for place in range(given.shape[3]):
                there = (given[:, :, seat, place], deals)
                np.add.at(holding, there, more[:, :, seat])
                np.add.at(held, there, 1.0)
                for other in range(seats):
                    if other != seat:
                        np.add.at(facing, there, more[:, :, other])
                        np.add.at(faced, there, 1.0)
        self.worths = [
            Worth(name, _estimate(holding[index], held[index], z), _estimate(facing[index], faced[index], z))
            for index, name in enumerate(gifts.names)
        ]
        self.worths.sort(key=lambda worth: -worth.holding.value)

    @property
    def widest(self) -> float:
        """The largest half-width among the things; endless while one has hardly been seen."""
        halves = [worth.holding.half if worth.holding.count > 1 else float("inf") for worth in self.worths]
        return max(halves)

    @property
    def flagged(self) -> list[Worth]:
        return [worth for worth in self.worths if worth.flagged]

    def of(self, name: str) -> Worth:
        return next(worth for worth in self.worths if worth.name == name)

    def plain(self) -> dict[str, Plain]:
        return {
            "kind": self.gifts.kind,
            "players": list[Plain](self.players),
            "deals": self.deals,
            "games": self.games,
            "worth": [worth.plain() for worth in self.worths],
        }


def _estimate(top: np.ndarray, bottom: np.ndarray, z: float) -> Estimate:
    if not bottom.any():
        return Estimate(0.0, float("inf"), 0.0)
    return Figure("worth", "", "chance", top, bottom, True).estimate(z)


def check_worth(plan: Plan, kind: str, precision: float, each: int, workers: Workers) -> Gifts:
    """The gifts that are to be valued, or a refusal in words."""
    if not 0 < precision < 1:
        raise BadOption("the precision lies between 0 and 100 points")
    if plan.variant is None:
        gifts = gifts_of(plan, kind)
    else:
        [(_, told)] = workers.map(AskGifts(plan), [kind])
        gifts = Gifts(*told)
    if each > gifts.most:
        raise BadOption(f"a seat of {plan.game.title} is given one {gifts.kind} only, so there are no pairs to try")
    return gifts


def value(
    plan: Plan,
    kind: str,
    workers: Workers,
    precision: float = 0.02,
    each: int = 1,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Valuation:
    """Play deals until everything of the kind is known to ± `precision`, or until all of the plan have been played.

    With `each` a seat is given several things at once.
    """
    gifts = check_worth(plan, kind, precision, each, workers)
    seats, deals = len(plan.players), plan.games
    played = PlayedDeals(PlayArms(plan, gifts.kind, RandomArms(len(gifts.names), each, seats, plan.seed)), seats)
    target = min(deals, FIRST_LOOK)
    while True:
        played.until(target, workers, progress)
        found = Valuation(gifts, plan.players, played)
        if found.widest <= precision or target == deals:
            return found
        needed = target * min(8.0, (found.widest / precision) ** 2)
        target = min(deals, max(target + FIRST_LOOK, int(needed) + 1))
