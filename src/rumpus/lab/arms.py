"""The same deal several times over, each time with other gifts: what differs then was done by them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from rumpus.core.contract import Seat
from rumpus.core.errors import BadOption
from rumpus.core.faces import Gifts, Lab
from rumpus.core.luck import Luck, Seeded
from rumpus.core.outcome import winners
from rumpus.lab.plan import Plan, plan_of
from rumpus.lab.variant import mistakes_in
from rumpus.lab.workers import Workers
from rumpus.players.catalogue import find_player
from rumpus.players.playing import play_game
from rumpus.stats.regression import Column

MOST_ARMS = 12
"""Games of one deal: with more of them the average they are measured by is hardly sharper."""
PIECE = 4
"""Deals per piece of work."""

Arm = list[list[int]]
"""By seat, the numbers of what it is given."""


def gifts_of(plan: Plan, kind: str) -> Gifts:
    """The gifts of that kind; refused in words if the game has none."""
    found = plan.game.lab().gifts(plan.options)
    if not found:
        raise BadOption(f"{plan.game.title} does not say what a seat could be given in place of something else")
    for gifts in found:
        if not kind or gifts.kind == kind.strip().lower():
            return gifts
    kinds = ", ".join(gifts.kind for gifts in found)
    raise BadOption(f"nobody is given a {kind!r} in {plan.game.title}; there is {kinds}")


class AskGifts:
    """A job for any process: the gifts of a plan where it is played, for a variant may have others."""

    def __init__(self, plan: Plan) -> None:
        self.text = plan.manifest().text()

    def __call__(self, kind: str) -> tuple[str, list[str], int]:
        gifts = gifts_of(plan_of(self.text), kind)
        return gifts.kind, gifts.names, gifts.most


class Design:
    """Says what is given to whom in every game of a deal; the same for the same number."""

    def arms(self, deal: int) -> list[Arm]:
        raise NotImplementedError


class RandomArms(Design):
    """Every seat is given things at random and apart from the others, never the same twice in a deal."""

    def __init__(self, things: int, each: int, seats: int, seed: str) -> None:
        self.things = things
        self.each = each
        self.seats = seats
        self.seed = seed
        self.count = min(things, MOST_ARMS)

    def arms(self, deal: int) -> list[Arm]:
        luck = Seeded(f"{self.seed}/{deal}/gifts")
        columns = [self._columns(luck) for _ in range(self.seats)]
        return [[[order[arm] for order in seat] for seat in columns] for arm in range(self.count)]

    def _columns(self, luck: Luck) -> list[list[int]]:
        """One order for each thing in a hand; no hand holds the same thing twice."""
        orders: list[list[int]] = []
        while len(orders) < self.each:
            order = list(range(self.things))
            luck.shuffle(order)
            order = order[: self.count]
            if all(mine != other for earlier in orders for mine, other in zip(order, earlier, strict=True)):
                orders.append(order)
        return orders


class PairArms(Design):
    """One seat has both, either and neither of two things, and others in their place; all else stays the same."""

    def __init__(self, things: int, pair: tuple[int, int], seats: int, seed: str) -> None:
        self.things = things
        self.pair = pair
        self.seats = seats
        self.seed = seed

    def holder(self, deal: int) -> Seat:
        return deal % self.seats

    def arms(self, deal: int) -> list[Arm]:
        luck = Seeded(f"{self.seed}/{deal}/gifts")
        one, two = self.pair
        hands: Arm = []
        for _ in range(self.seats):
            order = [thing for thing in range(self.things) if thing not in self.pair]
            luck.shuffle(order)
            hands.append(order[:2])
        seat = self.holder(deal)
        third, fourth = hands[seat]
        both = [[one, two], [one, fourth], [third, two], [third, fourth]]
        return [[hand if at != seat else own for at, hand in enumerate(hands)] for own in both]


class PlayArms:
    """A job for any process: the winners of every game of some deals, by deal and arm; -1 where nobody has won."""

    def __init__(self, plan: Plan, kind: str, design: Design) -> None:
        self.text = plan.manifest().text()
        self.kind = kind
        self.design = design

    def __call__(self, deals: range) -> list[list[int]]:
        plan = plan_of(self.text)
        with mistakes_in(plan.variant):
            return [[self._winner(plan, deal, arm) for arm in self.design.arms(deal)] for deal in deals]

    def _winner(self, plan: Plan, deal: int, arm: Arm) -> int:
        game, options = plan.game, plan.options
        lab, names = _lab_of(self.text, self.kind)
        seed = f"{plan.seed}/{deal}"
        players = [
            find_player(name, game, options, f"{seed}/player {seat}", timed=False)
            for seat, name in enumerate(plan.lineup(deal))
        ]
        luck = Seeded(seed)
        begun = lab.start_with(options, self.kind, [[names[thing] for thing in given] for given in arm], luck)
        best = winners(play_game(game, options, players, luck, Seeded(f"{seed}/chairs"), begun=begun).ranking)
        return best[0] if len(best) == 1 else -1


@lru_cache(maxsize=8)
def _lab_of(text: str, kind: str) -> tuple[Lab, list[str]]:
    """In whatever process: the face of that plan's game, which keeps what it made of the options, and its gifts."""
    plan = plan_of(text)
    return plan.game.lab(), gifts_of(plan, kind).names


class PlayedDeals:
    """Deals that have been played: who was given what, and who won."""

    def __init__(self, job: PlayArms, seats: int) -> None:
        self._job = job
        self._seats = seats
        self.deals = 0
        self._won: list[list[int]] = []

    def until(
        self,
        deals: int,
        workers: Workers,
        progress: Callable[[int, int], None],
        before: int = 0,
        total: int = 0,
    ) -> None:
        """Play on until there are so many, in order of their numbers whoever was faster.

        `before` others of a `total` were played already, where this is one of several.
        """
        pieces = [range(first, min(first + PIECE, deals)) for first in range(self.deals, deals, PIECE)]
        done: list[tuple[range, list[list[int]]]] = []
        for piece, won in workers.map(self._job, pieces):
            done.append((piece, won))
            progress(before + self.deals + sum(len(some) for some, _ in done), total or deals)
        for _, won in sorted(done, key=lambda piece: piece[0].start):
            self.add(won)

    def add(self, won: list[list[int]]) -> None:
        """Further deals, next by their numbers."""
        self._won += won
        self.deals = len(self._won)

    def given(self) -> NDArray[np.int64]:
        """By deal, arm, seat and place."""
        return np.array([self._job.design.arms(deal) for deal in range(self.deals)])

    def won(self) -> Column:
        """By deal, arm and seat: 1 for the one who has won alone."""
        alone: Column = np.equal(np.array(self._won)[:, :, None], np.arange(self._seats)).astype(float)
        return alone
