"""Nash equilibria of two-seat zero-sum games with hidden information.

Predictive CFR+ (Farina, Kroer, Sandholm 2021; CFR+: Tammelin 2014) on the sequence form (Koller, Megiddo, von Stengel
1996). Regrets are clipped at 0, the last instantaneous regret predicts the next, seats update alternately, and the
average weights round t by t squared.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from rumpus.core.errors import BadOption
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Seat
from rumpus.core.solver import MAX_ITERATIONS, MAX_POSITIONS, PRECISION, Progress, Strategy
from rumpus.solving.enumeration import GameTree, InfoSetNode

Numbers = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]

TOLERANCE = 1e-12
FIRST_CHECK = 25
"""First round at which exploitability is computed. Later checks become rarer."""


class Treeplex:
    """Sequence-form strategy space of one seat, sequences sorted by depth."""

    def __init__(self, info_sets: Sequence[InfoSetNode], size: int) -> None:
        self.info_sets = sorted(info_sets, key=lambda one: one.depth)
        self.size = size
        self.index = np.zeros(size, dtype=np.int64)
        """Index of a sequence here, by its index in the game tree."""
        starts: list[int] = []
        # Index 0 is the empty sequence. Strategies and regrets lack it: their entry i belongs to sequence i + 1.
        at = 1
        for one in self.info_sets:
            starts.append(at)
            self.index[one.first_sequence : one.first_sequence + len(one.moves)] = range(at, at + len(one.moves))
            at += len(one.moves)
        counts = [len(one.moves) for one in self.info_sets]
        self.starts = np.array(starts, dtype=np.int64)
        self.owner = np.repeat(np.arange(len(self.info_sets)), counts)
        self.parent = self.index[np.array([one.parent_sequence for one in self.info_sets], dtype=np.int64)]
        self.levels: list[tuple[int, int, int, int]] = []
        """Per depth: range of information sets and range of sequences, as (first, end, first, end)."""
        for depth in sorted({one.depth for one in self.info_sets}):
            inside = [place for place, one in enumerate(self.info_sets) if one.depth == depth]
            first, last = inside[0], inside[-1]
            self.levels.append((first, last + 1, starts[first], starts[last] + counts[last]))

    def normalise(self, weights: Numbers) -> Numbers:
        """Normalises weights within each information set. Uniform where all are 0."""
        if not len(self.starts):
            return weights
        totals = np.add.reduceat(weights, self.starts - 1)[self.owner]
        counts = np.bincount(self.owner)[self.owner]
        return np.where(totals > 0, weights / np.where(totals > 0, totals, 1.0), 1.0 / counts)

    def realisation_plan(self, strategy: Numbers) -> Numbers:
        found = np.ones(self.size)
        for _, _, low, high in self.levels:
            own = self.owner[low - 1 : high - 1]
            found[low:high] = found[self.parent[own]] * strategy[low - 1 : high - 1]
        return found

    def instant_regrets(self, gradient: Numbers, strategy: Numbers) -> Numbers:
        """Returns instantaneous counterfactual regrets under the strategy."""
        # The gradient includes the reach of chance and the opponent but not the seat's own. So these are the
        # counterfactual values of CFR (Zinkevich et al. 2007).
        value, regrets = gradient.copy(), np.zeros(self.size - 1)
        for first, end, low, high in reversed(self.levels):
            own = self.owner[low - 1 : high - 1] - first
            values = np.bincount(own, strategy[low - 1 : high - 1] * value[low:high], end - first)
            regrets[low - 1 : high - 1] = value[low:high] - values[own]
            # `value[parent] += values` would lose all but one of the information sets with the same parent.
            np.add.at(value, self.parent[first:end], values)
        return regrets

    def best_response_value(self, gradient: Numbers) -> float:
        return float(self._best_values(gradient)[0])

    def best_response(self, gradient: Numbers) -> Numbers:
        """Returns a best response as a realisation plan. Equal moves are mixed uniformly."""
        values = self._best_values(gradient)[1:]
        if not len(self.starts):
            return self.realisation_plan(values)
        most = np.maximum.reduceat(values, self.starts - 1)[self.owner]
        return self.realisation_plan(self.normalise((values >= most - TOLERANCE).astype(np.float64)))

    def given_strategy(self) -> Numbers:
        """Returns the behaviour strategy stored in the game tree."""
        return np.array([probability for one in self.info_sets for probability in one.average_strategy])

    def _best_values(self, gradient: Numbers) -> Numbers:
        """Returns values of sequences under optimal continuation. Index 0 is the empty one."""
        value = gradient.copy()
        for first, end, low, high in reversed(self.levels):
            values = np.maximum.reduceat(value[low:high], self.starts[first:end] - low)
            np.add.at(value, self.parent[first:end], values)
        return value


class SequenceFormGame:
    """Two treeplexes and the sparse payoff matrix between them."""

    def __init__(self, tree: GameTree) -> None:
        self.seats = tree.seats
        self.sides = [Treeplex(tree.info_sets[seat], tree.sequence_counts[seat]) for seat in (0, 1)]
        pairs = np.array(list(tree.payoffs), dtype=np.int64).reshape(-1, 2)
        self._ends: list[Indices] = [self.sides[seat].index[pairs[:, seat]] for seat in (0, 1)]
        self._payoffs = np.array(list(tree.payoffs.values()))

    def gradient(self, seat: Seat, other: Numbers) -> Numbers:
        """Returns the payoff gradient of a seat against the other's realisation plan."""
        weights = self._payoffs * other[self._ends[1 - seat]]
        if seat == 1:
            weights = -weights
        return np.bincount(self._ends[seat], weights, self.sides[seat].size).astype(np.float64)

    def value(self, plans: Sequence[Numbers]) -> float:
        """Returns the expected payoff of seat 0."""
        return float(plans[0] @ self.gradient(0, plans[1]))

    def exploitability(self, plans: Sequence[Numbers]) -> float:
        """Returns the mean gain of a best response over the seats."""
        # The values of the plans sum to 0, so they cancel and need not be subtracted. A missing second seat has only
        # the empty sequence: its best-response value is minus the value of the plan.
        gains = [self.sides[seat].best_response_value(self.gradient(seat, plans[1 - seat])) for seat in (0, 1)]
        return sum(gains) / self.seats

    def given_plans(self) -> list[Numbers]:
        """Returns the realisation plans of the strategy stored in the game tree."""
        return [side.realisation_plan(side.given_strategy()) for side in self.sides]


class Equilibrium:
    """An approximate Nash equilibrium."""

    def __init__(
        self, game_tree: GameTree, sequence_form: SequenceFormGame, plans: Sequence[Numbers], rounds: int
    ) -> None:
        self.game_tree = game_tree
        self.rounds = rounds
        self.value = sequence_form.value(plans)
        self.exploitability = max(0.0, sequence_form.exploitability(plans))
        for side, plan in zip(sequence_form.sides, plans, strict=True):
            strategy = side.normalise(plan[1:])
            for one, start in zip(side.info_sets, side.starts, strict=True):
                one.average_strategy = strategy[start - 1 : start - 1 + len(one.moves)].tolist()


def find_equilibrium(
    tree: GameTree, precision: float = PRECISION, rounds: int = MAX_ITERATIONS, progress: Progress | None = None
) -> Equilibrium:
    """Iterates until exploitability is at most `precision` or `rounds` are over."""
    if rounds < 1:
        raise BadOption(f"Cannot find an equilibrium in {rounds} rounds. Allow at least 1.")
    sequence_form = SequenceFormGame(tree)
    sides = sequence_form.sides
    regrets = [np.zeros(side.size - 1) for side in sides]
    strategy = [side.normalise(none) for side, none in zip(sides, regrets, strict=True)]
    plans = [side.realisation_plan(uniform) for side, uniform in zip(sides, strategy, strict=True)]
    totals: list[Any] = [np.zeros(side.size) for side in sides]
    next_check = FIRST_CHECK
    for number in range(1, rounds + 1):
        for seat in (0, 1):
            side = sides[seat]
            instant = side.instant_regrets(sequence_form.gradient(seat, plans[1 - seat]), strategy[seat])
            # The second addition predicts that the next instantaneous regret equals the last.
            regrets[seat] = np.maximum(regrets[seat] + instant, 0.0)
            strategy[seat] = side.normalise(np.maximum(regrets[seat] + instant, 0.0))
            plans[seat] = side.realisation_plan(strategy[seat])
            # Quadratic averaging of realisation plans.
            # An average of behaviour strategies would ignore how likely the seat is to reach each information set.
            totals[seat] += number * number * plans[seat]
        if number in (next_check, rounds):
            # A check costs about one round. Gaps of a quarter keep checks rare and waste few rounds.
            next_check += max(FIRST_CHECK, next_check // 4)
            # Every plan has 1 at the empty sequence, so `total[0]` is the sum of the weights.
            found = [total / total[0] for total in totals]
            gap = sequence_form.exploitability(found)
            if progress is not None:
                progress(number / rounds, f"round {number:,}: {gap:.1e} to gain")
            if gap <= precision:
                break
    return Equilibrium(tree, sequence_form, [total / total[0] for total in totals], number)


def exploitability(
    game: Game, options: Options, strategy: Strategy, limit: int = MAX_POSITIONS, progress: Progress | None = None
) -> float:
    """Returns the exploitability of a strategy in payoffs. 0 for a Nash equilibrium.

    For one seat, or two with payoffs that sum to 0. The strategy is asked once per information set. Raises `TooLarge`.
    """
    sequence_form = SequenceFormGame(GameTree(game, options, limit, progress, strategy))
    return max(0.0, sequence_form.exploitability(sequence_form.given_plans()))
