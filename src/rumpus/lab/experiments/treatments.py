"""The same deal several times over, each time with other gifts: what differs then was done by them.

What a card, a cat, a character is worth: the chance to win with it, less that with another in the same deal.

Every deal is played several times with the same luck, and seats are given things at random. So whatever a seat that
holds something wins more than in the other games of its deal, the thing did it, and not the kind of game in which it
turns up.

Pairs that work together: looked for where everything was held beside everything, and tested under fresh deals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from rumpus.core.errors import BadOption
from rumpus.core.extensions import Gifts, Lab
from rumpus.core.outcome import winners
from rumpus.core.position import Plain, Seat
from rumpus.core.rng import Luck, Seeded
from rumpus.lab.simulation.plan import Plan, plan_of
from rumpus.lab.simulation.rules_patch import mistakes_in
from rumpus.lab.simulation.workers import Workers
from rumpus.players.catalogue import find_player
from rumpus.players.playing import play_game
from rumpus.stats.estimates import Z95, Estimate
from rumpus.stats.multiple_testing import chance, claims
from rumpus.stats.regression import Column, Figure, mean_of

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
