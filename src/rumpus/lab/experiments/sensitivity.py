"""Effect of +1 on every number of the rules, for all numbers at once.

A two-level random design with fold-over. For each deal a coin per number decides between one more and one less; the
second game has the opposite table and common random numbers. Least squares splits the differences among the numbers.
The number of games does not grow with the number of factors, and the fold-over cancels two-factor interactions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rumpus.core.errors import BadOption
from rumpus.core.options import INT, Field
from rumpus.core.position import Json
from rumpus.core.rng import SeededRng
from rumpus.lab.experiments.measures import measures_of
from rumpus.lab.experiments.tuning import Target, rms
from rumpus.lab.simulation.deals import DealJob, PlayRows, play_deals, play_row
from rumpus.lab.simulation.plan import CHUNK_GAMES, Plan
from rumpus.lab.simulation.rows import GameRow
from rumpus.lab.simulation.workers import Workers
from rumpus.stats.estimates import Z95, Estimate
from rumpus.stats.multiple_testing import p_value, reject
from rumpus.stats.regression import Column, Measure
from rumpus.stats.sequential import sequential_p_value, sequential_z

CHUNK_DEALS = 10
MAX_COIN_TOSSES = 50
"""Attempts to find a table the rules accept."""
MIN_DEALS_PER_FACTOR = 4
MAX_STEPS = 4
"""Steps at most in a proposed change. Farther away the linear model says little."""


class Factor:
    """A number of the rules and its two levels: ±1, clipped to the allowed range."""

    def __init__(self, field: Field, baseline: int) -> None:
        self.name = field.name
        self.baseline = baseline
        self.lowest, self.highest = field.low, field.high
        self.less = max(field.low, baseline - 1)
        self.more = min(field.high, baseline + 1)

    @property
    def half_range(self) -> float:
        """Half the distance between the levels."""
        return (self.more - self.less) / 2


def factors_of(plan: Plan, names: Sequence[str]) -> list[Factor]:
    """The named numbers; by default all without effect on the number of seats."""
    known = {field.name: field for field in plan.game.fields}
    for name in names:
        if name not in known or known[name].kind != INT:
            raise BadOption(
                f"{plan.game.title} has no number {name!r}. `rumpus games {plan.game.name}` lists them all.", name
            )
    found: list[Factor] = []
    for field in plan.game.fields:
        if field.kind != INT or (names and field.name not in names):
            continue
        factor = Factor(field, plan.options.number(field.name))
        if _allowed(plan, {field.name: factor.less}) and _allowed(plan, {field.name: factor.more}):
            found.append(factor)
        elif names:
            raise BadOption(
                f"{field.name} cannot be one more and one less here with all else as it is. Leave it out.", field.name
            )
    return found


def _allowed(plan: Plan, changes: Mapping[str, int]) -> bool:
    """True if the rules accept the changes, with the same number of seats."""
    try:
        options = plan.game.options({**plan.options.changed(), **changes})
    except BadOption:
        return False
    return plan.game.seats(options) == len(plan.players)


Opposites = tuple[list[int], GameRow, GameRow]
"""The coins of a deal and both its games."""


class PlayOpposites(DealJob[Opposites]):
    """Job: plays deals, each with a random table and with its opposite."""

    def __init__(self, plan: Plan, factors: Sequence[Factor]) -> None:
        super().__init__(plan)
        self.values = [(factor.name, factor.less, factor.more) for factor in factors]

    def play(self, plan: Plan, deals: range) -> list[Opposites]:
        return [self._opposites(plan, deal) for deal in deals]

    def _opposites(self, plan: Plan, deal: int) -> Opposites:
        coins, *tables = self.tables(plan, deal)
        one, other = (play_row(plan.with_changes(table), deal) for table in tables)
        return coins, one, other

    def tables(self, plan: Plan, deal: int) -> tuple[list[int], dict[str, int], dict[str, int]]:
        """Draws coins (±1 per number) until the rules accept the table and its opposite."""
        # Saved experiments do not store coins, so the order of draws is fixed: one per number, in the order of the
        # game's fields, and all of them again after a refusal.
        rng = SeededRng(f"{plan.seed}/{deal}/coins")
        for _ in range(MAX_COIN_TOSSES):
            coins = [2 * rng.below(2) - 1 for _ in self.values]
            table, opposite = (self._table(coins, sign) for sign in (1, -1))
            if _allowed(plan, table) and _allowed(plan, opposite):
                return coins, table, opposite
        raise BadOption("These numbers cannot be changed together: the rules refuse almost every table. Name fewer.")

    def _table(self, coins: Sequence[int], sign: int) -> dict[str, int]:
        pairs = zip(coins, self.values, strict=True)
        return {name: more if coin == sign else less for coin, (name, less, more) in pairs}


class FactorEffect(Struct):
    """Effect of +1 of a number on a measure."""

    number: str
    group: str
    measure: str
    unit: str
    headline: bool
    per_step: Estimate
    claimed: bool = False

    @property
    def clarity(self) -> float:
        """Distance from 0, in half-widths of the interval."""
        return abs(self.per_step.value) / self.per_step.half_width if self.per_step.half_width else 0.0

    def to_json(self) -> dict[str, Json]:
        effect = {"per step": self.per_step.value, "plus or minus": self.per_step.half_width, "claimed": self.claimed}
        return {"number": self.number, "group": self.group, "figure": self.measure, "unit": self.unit, **effect}


class Proposal(Struct):
    """A single change towards a target, with its predicted and its measured distance."""

    number: str
    before: int
    after: int
    expected: float
    """Distance from the target predicted by the linear model (root mean square)."""
    measures: list[Measure] = []
    """Measures of the target, played with the change."""
    distance: float = float("nan")
    """Distance measured under fresh deals."""

    def to_json(self) -> dict[str, Json]:
        distances = {"expected to be off by": self.expected, "off by": self.distance}
        return {"number": self.number, "before": self.before, "after": self.after, **distances}


class Sensitivity:
    """Effects of all factors, clearest first. `watched`: valid at any time (sequential)."""

    def __init__(
        self, plan: Plan, factors: Sequence[Factor], played: Sequence[Opposites], watched: bool = False
    ) -> None:
        self.plan = plan
        self.players = plan.players
        self.factors = list(factors)
        self.deals = count = len(played)
        # First games, then opposites: the influences are cut there again below.
        rows = [one for _, one, _ in played] + [other for _, _, other in played]
        self.measures = [measure for measure in measures_of(plan.game, rows) if _is_studied(measure)]
        strides = np.array([factor.half_range for factor in factors])
        table = np.array([coins for coins, _, _ in played], dtype=float) * strides
        inverse = np.linalg.pinv(table.T @ table)
        z = sequential_z(count) if watched else Z95
        self.slopes = np.zeros((len(self.measures), len(factors)))
        self.effects: list[FactorEffect] = []
        for place, measure in enumerate(self.measures):
            moved = measure.influence()
            # The constant and effects of even order are equal in both games and cancel: the fit needs no intercept.
            halves = (moved[:count] - moved[count:]) / 2
            slopes, errors = _least_squares(table, inverse, halves)
            self.slopes[place] = slopes
            shown = (measure.group, measure.name, measure.unit, measure.headline)
            for factor, slope, error in zip(factors, slopes, errors, strict=True):
                self.effects.append(FactorEffect(factor.name, *shown, Estimate(float(slope), z * float(error), count)))
        chances = [(sequential_p_value if watched else p_value)(one.per_step) for one in self.effects]
        for effect, claimed in zip(self.effects, reject(chances), strict=True):
            effect.claimed = claimed
        self._by_name = {(one.number, one.group, one.measure): one for one in self.effects}
        self.effects.sort(key=lambda effect: -effect.clarity)

    @property
    def claimed(self) -> list[FactorEffect]:
        return [effect for effect in self.effects if effect.claimed]

    def of(self, number: str, measure: Measure) -> FactorEffect:
        return self._by_name[number, measure.group, measure.name]

    def proposals(self, target: Target, most: int) -> list[Proposal]:
        """Single changes predicted to come nearest to the target, best first."""
        wanted = target.measures(self.measures)
        places = [self.measures.index(measure) for measure in wanted]
        values = np.array([measure.value for measure in wanted])
        found: list[Proposal] = []
        for column, factor in enumerate(self.factors):
            tried: list[Proposal] = []
            for steps in range(-MAX_STEPS, MAX_STEPS + 1):
                after = factor.baseline + steps
                inside = factor.lowest <= after <= factor.highest
                if steps and inside and _allowed(self.plan, {factor.name: after}):
                    off = target.distances_of(list(values + steps * self.slopes[places, column]))
                    tried.append(Proposal(factor.name, factor.baseline, after, rms(off)))
            if tried:
                found.append(min(tried, key=lambda one: (one.expected, abs(one.after - one.before))))
        return sorted(found, key=lambda one: one.expected)[:most]

    def to_json(self) -> dict[str, Json]:
        return {
            "players": list[Json](self.players),
            "deals": self.deals,
            "effects": [effect.to_json() for effect in self.effects],
        }


def _is_studied(measure: Measure) -> bool:
    """True for win rates and measures of the game; false for counts of single cards."""
    return measure.group.startswith("win rate by ") or measure.group == "the game"


def _least_squares(table: Column, inverse: Column, halves: Column) -> tuple[Column, Column]:
    """Slopes and their heteroscedasticity-robust standard errors (sandwich, HC1)."""
    slopes = inverse @ (table.T @ halves)
    left = halves - table @ slopes
    count, numbers = table.shape
    weighted: NDArray[np.float64] = table * left[:, None]
    # White (1980); the last factor makes it HC1 (MacKinnon and White 1985).
    spread = inverse @ (weighted.T @ weighted) @ inverse * (count / max(1, count - numbers))
    return slopes, np.sqrt(np.maximum(0.0, np.diag(spread)))


def sensitivity(
    plan: Plan,
    factors: Sequence[Factor],
    workers: Workers,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Sensitivity:
    """Plays as many deals as the plan has games, two games each."""
    check_deals(plan, factors)
    job = PlayOpposites(plan, factors)
    played = play_deals(job, range(plan.games), workers, CHUNK_DEALS, lambda done: progress(done, plan.games))
    return Sensitivity(plan, factors, list(played))


def check_deals(plan: Plan, factors: Sequence[Factor]) -> None:
    if not factors:
        raise BadOption(f"{plan.game.title} has no number that could be one more or less here.")
    needed = MIN_DEALS_PER_FACTOR * len(factors) + 2
    if plan.games < needed:
        raise BadOption(
            f"{len(factors)} numbers at once need at least {needed} deals, not {plan.games}. "
            "Raise --deals, or name fewer numbers with --numbers."
        )


def try_out(
    found: Sensitivity,
    target: Target,
    proposals: Sequence[Proposal],
    workers: Workers,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> None:
    """Plays each proposal under fresh deals, the same for all."""
    for number, proposal in enumerate(proposals):
        plan = found.plan.with_seed(f"{found.plan.seed}/fresh").with_changes({proposal.number: proposal.after})

        def count(done: int, before: int = number * plan.games, total: int = len(proposals) * plan.games) -> None:
            progress(before + done, total)

        rows = list(play_deals(PlayRows(plan), range(plan.games), workers, CHUNK_GAMES, count))
        proposal.measures = target.measures(measures_of(plan.game, rows))
        proposal.distance = rms(target.distances(proposal.measures))
