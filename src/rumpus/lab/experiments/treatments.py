"""Values of treatments: cards, cats or characters given to a seat.

Each deal is played several times (arms) with common random numbers and randomly assigned treatments. A treatment's
effect is the win rate with it, minus that of the deal's other arms. Random assignment rules out confounding by the kind
of game in which it turns up.
Pairs are selected from random hands of two, then tested under fresh deals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from itertools import combinations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rumpus.core.errors import BadOption
from rumpus.core.extensions import Lab, Treatments
from rumpus.core.outcome import winners
from rumpus.core.position import Json, Seat
from rumpus.core.rng import Rng, SeededRng
from rumpus.lab.simulation.deals import DealJob, play_deals, until_precise
from rumpus.lab.simulation.plan import Plan, plan_of
from rumpus.lab.simulation.workers import Workers
from rumpus.players.playing import play_game
from rumpus.stats.estimates import Z95, Estimate
from rumpus.stats.multiple_testing import p_value, reject
from rumpus.stats.regression import Column, Measure, mean_of

MAX_ARMS = 12
"""Arms per deal at most. More hardly sharpen the mean they are compared with."""
CHUNK_DEALS = 4

Arm = list[list[int]]
"""Treatments by seat, as numbers."""


def treatments_of(plan: Plan, kind: str) -> Treatments:
    """Treatments of a kind, or a refusal."""
    found = plan.game.lab().treatments(plan.options)
    if not found:
        raise BadOption(f"{plan.game.title} does not say what a seat could be given in place of something else.")
    for treatments in found:
        if not kind or treatments.kind == kind.strip().lower():
            return treatments
    kinds = ", ".join(treatments.kind for treatments in found)
    raise BadOption(f"Nobody is given a {kind!r} in {plan.game.title}. There is {kinds}.")


def _treatments_in(text: str, kind: str) -> Treatments:
    """Job: lists the treatments of a plan. A rules patch may add some."""
    return treatments_of(plan_of(text), kind)


class Design(Struct):
    """Assigns treatments to seats in every arm of a deal. Deterministic."""

    def arms(self, deal: int) -> list[Arm]:
        raise NotImplementedError


class RandomArms(Design):
    """Assigns treatments at random, independently by seat and without repetition within a deal."""

    treatments: int
    """Number of treatments."""
    each: int
    """Treatments per seat."""
    seats: int
    seed: str

    def arms(self, deal: int) -> list[Arm]:
        # Saved experiments store winners only, so the order of draws is fixed: permutations by seat, then by place in
        # the hand, refused ones included.
        rng = SeededRng(f"{self.seed}/{deal}/gifts")
        columns = [self._columns(rng) for _ in range(self.seats)]
        return [[[order[arm] for order in seat] for seat in columns] for arm in range(min(self.treatments, MAX_ARMS))]

    def _columns(self, rng: Rng) -> list[list[int]]:
        """One permutation per place in the hand, cut to `MAX_ARMS`; no hand has a treatment twice."""
        orders: list[list[int]] = []
        while len(orders) < self.each:
            order = list(range(self.treatments))
            rng.shuffle(order)
            order = order[:MAX_ARMS]
            if all(mine != other for earlier in orders for mine, other in zip(order, earlier, strict=True)):
                orders.append(order)
        return orders


class PairArms(Design):
    """Gives one seat both, either or neither of a pair; the deal's rest stays."""

    treatments: int
    """Number of treatments."""
    pair: tuple[int, int]
    seats: int
    seed: str

    def holder(self, deal: int) -> Seat:
        return deal % self.seats

    def arms(self, deal: int) -> list[Arm]:
        rng = SeededRng(f"{self.seed}/{deal}/gifts")
        one, two = self.pair
        hands: Arm = []
        for _ in range(self.seats):
            order = [thing for thing in range(self.treatments) if thing not in self.pair]
            rng.shuffle(order)
            hands.append(order[:2])
        seat = self.holder(deal)
        third, fourth = hands[seat]
        both = [[one, two], [one, fourth], [third, two], [third, fourth]]
        return [[hand if at != seat else own for at, hand in enumerate(hands)] for own in both]


class PlayArms(DealJob[list[int]]):
    """Job: winners of deals by deal and arm; -1 without a single winner."""

    def __init__(self, plan: Plan, kind: str, design: Design) -> None:
        super().__init__(plan)
        self.kind = kind
        self.design = design

    def play(self, plan: Plan, deals: range) -> list[list[int]]:
        return [[self._winner(plan, deal, arm) for arm in self.design.arms(deal)] for deal in deals]

    def _winner(self, plan: Plan, deal: int, arm: Arm) -> int:
        lab, names = _lab_of(self.text, self.kind)
        seed, assigned = plan.deal_seed(deal), [[names[thing] for thing in given] for given in arm]
        rng, info_rng = SeededRng(seed), SeededRng(f"{seed}/chairs")
        # One source deals and plays. `start_with` draws the same for any assignment, so the arms share later chance.
        begun = lab.start_with(plan.options, self.kind, assigned, rng)
        played = play_game(plan.game, plan.options, plan.seated(deal), rng, info_rng, begun=begun)
        best = winners(played.ranking)
        return best[0] if len(best) == 1 else -1


@lru_cache(maxsize=8)
def _lab_of(text: str, kind: str) -> tuple[Lab, list[str]]:
    """Lab extension of a plan's game and the names of its treatments, cached per process."""
    plan = plan_of(text)
    return plan.game.lab(), treatments_of(plan, kind).names


def sole_wins(won_by: Sequence[Sequence[int]], seats: int) -> Column:
    """1.0 for a sole winner, by deal, arm and seat."""
    wins: Column = np.equal(np.array(won_by)[:, :, None], np.arange(seats)).astype(float)
    return wins


FIRST_ANALYSIS_DEALS = 100
OUT_OF_LINE = 0.03
"""An effect is flagged if its interval lies farther than this from 0."""


class TreatmentEffect(Struct):
    """Effect of a treatment on the win rates of holder and opponents."""

    name: str
    holding: Estimate
    facing: Estimate

    @property
    def flagged(self) -> bool:
        return abs(self.holding.value) - self.holding.half_width > OUT_OF_LINE

    def to_json(self) -> dict[str, Json]:
        return {
            "name": self.name,
            "holding": self.holding.value,
            "holding, plus or minus": self.holding.half_width,
            "facing": self.facing.value,
            "facing, plus or minus": self.facing.half_width,
            "times held": self.holding.count,
            "flagged": self.flagged,
        }


class TreatmentEffects:
    """Effects of all treatments of a kind, best first. `z` scales the intervals."""

    def __init__(
        self,
        treatments: Treatments,
        players: Sequence[str],
        design: Design,
        won_by: Sequence[Sequence[int]],
        z: float = Z95,
    ) -> None:
        self.treatments = treatments
        self.players = list(players)
        self.deals = len(won_by)
        given = np.array([design.arms(deal) for deal in range(self.deals)])
        self.assigned: NDArray[np.int64] = given
        """Treatments by deal, arm, seat and place in the hand."""
        won, arms = sole_wins(won_by, len(players)), given.shape[1]
        self.games = self.deals * arms
        # Equals won - (sum - won) / (arms - 1).
        more = (won * arms - won.sum(axis=1, keepdims=True)) / (arms - 1)
        self.excess = more
        """Win minus the mean of the deal's other arms, by deal, arm and seat."""
        # Sums by deal: its arms share chance, so only deals are independent.
        holding, facing = (np.zeros((len(treatments.names), self.deals)) for _ in range(2))
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
        self.effects = [
            TreatmentEffect(name, _estimate(holding[index], held[index], z), _estimate(facing[index], faced[index], z))
            for index, name in enumerate(treatments.names)
        ]
        self.effects.sort(key=lambda effect: -effect.holding.value)

    @property
    def widest(self) -> float:
        """Largest half-width; infinite while a treatment was seen less than twice."""
        held = [effect.holding for effect in self.effects]
        return max(estimate.half_width if estimate.count > 1 else float("inf") for estimate in held)

    @property
    def flagged(self) -> list[TreatmentEffect]:
        return [effect for effect in self.effects if effect.flagged]

    def of(self, name: str) -> TreatmentEffect:
        return next(effect for effect in self.effects if effect.name == name)

    def to_json(self) -> dict[str, Json]:
        return {
            "kind": self.treatments.kind,
            "players": list[Json](self.players),
            "deals": self.deals,
            "games": self.games,
            "worth": [effect.to_json() for effect in self.effects],
        }


def _estimate(top: np.ndarray, bottom: np.ndarray, z: float) -> Estimate:
    if not bottom.any():
        return Estimate(0.0, float("inf"), 0.0)
    return Measure("worth", "", "chance", top, bottom, True).estimate(z)


def check_value(plan: Plan, kind: str, precision: float, each: int, workers: Workers) -> Treatments:
    """The treatments to value, or a refusal."""
    if not 0 < precision < 1:
        raise BadOption(f"The precision must lie between 0 and 100 points, not {precision * 100:g}.")
    if plan.rules_patch is None:
        treatments = treatments_of(plan, kind)
    else:
        [(_, treatments)] = workers.map(partial(_treatments_in, plan.manifest().text()), [kind])
    if each > treatments.max_each:
        raise BadOption(
            f"A seat of {plan.game.title} is given one {treatments.kind} only, so there are no pairs to try."
        )
    check_count(treatments, each)
    return treatments


def check_count(treatments: Treatments, each: int = 1) -> None:
    """Refuses too few treatments: every one needs others to compare with."""
    # The four arms of a pair need two more treatments.
    count, needed = len(treatments.names), 2 if each == 1 else 4
    if count < needed:
        has = f"There is only 1 {treatments.kind}" if count == 1 else f"There are only {count} {treatments.kind}s"
        raise BadOption(f"{has} with these options. To compare them takes at least {needed}.")


def value(
    plan: Plan,
    kind: str,
    workers: Workers,
    precision: float = 0.02,
    each: int = 1,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> TreatmentEffects:
    """Plays deals until effects are known to ± `precision`.

    It plays at most the plan's games. `each` is the number of treatments per seat.
    """
    treatments = check_value(plan, kind, precision, each, workers)
    design = RandomArms(len(treatments.names), each, len(plan.players), plan.seed)
    job = PlayArms(plan, treatments.kind, design)
    won_by: list[list[int]] = []

    def analyse(deals: int) -> TreatmentEffects:
        numbers = range(len(won_by), deals)
        won_by.extend(play_deals(job, numbers, workers, CHUNK_DEALS, lambda done: progress(done, plan.games)))
        return TreatmentEffects(treatments, plan.players, design, won_by)

    return until_precise(analyse, lambda found: found.widest, FIRST_ANALYSIS_DEALS, plan.games, precision)


class Pair(Struct):
    """Interaction of two treatments in one hand: effect together minus both single effects."""

    one: str
    two: str
    together: Estimate
    claimed: bool = False

    @property
    def p_value(self) -> float:
        """Two-sided p-value of the hypothesis of no interaction."""
        return p_value(self.together)

    def to_json(self) -> dict[str, Json]:
        effect = {"together": self.together.value, "plus or minus": self.together.half_width, "p": self.p_value}
        return {"one": self.one, "two": self.two, **effect, "claimed": self.claimed}


def candidate_pairs(found: TreatmentEffects, most: int) -> list[tuple[int, int]]:
    """Pairs with the most significant interaction among random hands, as numbers."""
    names = found.treatments.names
    single = np.array([found.of(name).holding.value for name in names])
    surprise = found.excess - single[found.assigned].sum(axis=3)
    sums, counts = (np.zeros((len(names), len(names))) for _ in range(2))
    hands = (found.assigned.min(axis=3), found.assigned.max(axis=3))
    np.add.at(sums, hands, surprise)
    np.add.at(counts, hands, 1.0)
    noise = float(surprise.std())

    def standing_out(pair: tuple[int, int]) -> float:
        count = counts[pair]
        return abs(float(sums[pair])) / (noise * count**0.5) if count and noise else 0.0

    return sorted(combinations(range(len(names)), 2), key=lambda pair: -standing_out(pair))[:most]


def find_pairs(
    plan: Plan,
    found: TreatmentEffects,
    workers: Workers,
    most: int = 10,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[Pair]:
    """Tests the candidate pairs, each on the plan's deals with four arms."""
    names, deals, seats = found.treatments.names, plan.games, len(plan.players)
    tested: list[Pair] = []
    wanted = candidate_pairs(found, most)
    for number, (one, two) in enumerate(wanted):

        def count(done: int, before: int = number * deals) -> None:
            progress(before + done, len(wanted) * deals)

        fresh = plan.with_seed(f"{plan.seed}/pair {one} {two}")
        design = PairArms(len(names), (one, two), seats, fresh.seed)
        job = PlayArms(fresh, found.treatments.kind, design)
        won_by = list(play_deals(job, range(deals), workers, CHUNK_DEALS, count))
        own = sole_wins(won_by, seats)[np.arange(deals), :, [design.holder(deal) for deal in range(deals)]]
        # The interaction contrast of a 2 × 2 design: both single effects cancel.
        more = own[:, 0] - own[:, 1] - own[:, 2] + own[:, 3]
        tested.append(Pair(names[one], names[two], mean_of(more)))
    for pair, claimed in zip(tested, reject([pair.p_value for pair in tested]), strict=True):
        pair.claimed = claimed
    return sorted(tested, key=lambda pair: -abs(pair.together.value))
