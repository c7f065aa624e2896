"""The best play of two against each other where something is hidden, and how much anybody could still gain.

Predictive CFR+ on the sequence form (Farina, Kroer, Sandholm 2021): regrets never fall below nothing, the last one is
expected again, seats take turns, and later rounds count more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Seat
from rumpus.core.solver import LIMIT, PRECISION, ROUNDS, Progress, Strategy
from rumpus.solving.enumeration import InfoSet, Unfolded

Numbers = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]

LEVEL = 1e-12
FIRST_LOOK = 25
"""The round after which it is first reckoned what could still be gained; later the looks become rarer."""


class Treeplex:
    """The decisions of one seat, numbered so that those which come after equally many of its own lie side by side."""

    def __init__(self, sets: Sequence[InfoSet], decisions: int) -> None:
        self.sets = sorted(sets, key=lambda one: one.depth)
        self.size = decisions
        self.number = np.zeros(decisions, dtype=np.int64)
        """The number of a decision here, by its number in the unfolded game."""
        starts: list[int] = []
        at = 1
        for one in self.sets:
            starts.append(at)
            self.number[one.first : one.first + len(one.moves)] = range(at, at + len(one.moves))
            at += len(one.moves)
        counts = [len(one.moves) for one in self.sets]
        self.starts = np.array(starts, dtype=np.int64)
        self.owner = np.repeat(np.arange(len(self.sets)), counts)
        self.parent = self.number[np.array([one.parent for one in self.sets], dtype=np.int64)]
        self.levels: list[tuple[int, int, int, int]] = []
        """Per level its sets and their decisions, as (first, end, first, end)."""
        for depth in sorted({one.depth for one in self.sets}):
            inside = [place for place, one in enumerate(self.sets) if one.depth == depth]
            first, last = inside[0], inside[-1]
            self.levels.append((first, last + 1, starts[first], starts[last] + counts[last]))

    def normal(self, weights: Numbers) -> Numbers:
        """Weights as shares of each set; where all are nothing, every move is as likely."""
        if not len(self.starts):
            return weights
        totals = np.add.reduceat(weights, self.starts - 1)[self.owner]
        counts = np.bincount(self.owner)[self.owner]
        return np.where(totals > 0, weights / np.where(totals > 0, totals, 1.0), 1.0 / counts)

    def plan(self, shares: Numbers) -> Numbers:
        """How likely each decision comes up if the others let it, by the shares."""
        found = np.ones(self.size)
        for _, _, low, high in self.levels:
            own = self.owner[low - 1 : high - 1]
            found[low:high] = found[self.parent[own]] * shares[low - 1 : high - 1]
        return found

    def gains(self, gradient: Numbers, shares: Numbers) -> Numbers:
        """How much better than its set each decision is, if one goes on by the shares."""
        worth, better = gradient.copy(), np.zeros(self.size - 1)
        for first, end, low, high in reversed(self.levels):
            own = self.owner[low - 1 : high - 1] - first
            values = np.bincount(own, shares[low - 1 : high - 1] * worth[low:high], end - first)
            better[low - 1 : high - 1] = worth[low:high] - values[own]
            np.add.at(worth, self.parent[first:end], values)
        return better

    def most(self, gradient: Numbers) -> float:
        """What the best answer gets."""
        return float(self._worths(gradient)[0])

    def best(self, gradient: Numbers) -> Numbers:
        """The best answer, as a plan; of moves that are equally good, all."""
        worths = self._worths(gradient)[1:]
        if not len(self.starts):
            return self.plan(worths)
        most = np.maximum.reduceat(worths, self.starts - 1)[self.owner]
        return self.plan(self.normal((worths >= most - LEVEL).astype(np.float64)))

    def given(self) -> Numbers:
        """The shares of the strategy that the game was unfolded with."""
        return np.array([share for one in self.sets for share in one.shares])

    def _worths(self, gradient: Numbers) -> Numbers:
        """What each decision is worth, if one goes on with the best; the first is not having decided yet."""
        worth = gradient.copy()
        for first, end, low, high in reversed(self.levels):
            values = np.maximum.reduceat(worth[low:high], self.starts[first:end] - low)
            np.add.at(worth, self.parent[first:end], values)
        return worth


class Contest:
    """Two treeplexes and what their decisions are worth to each other."""

    def __init__(self, unfolded: Unfolded) -> None:
        self.seats = unfolded.seats
        self.sides = [Treeplex(unfolded.sets[seat], unfolded.decisions[seat]) for seat in (0, 1)]
        pairs = np.array(list(unfolded.worth), dtype=np.int64).reshape(-1, 2)
        self._ends: list[Indices] = [self.sides[seat].number[pairs[:, seat]] for seat in (0, 1)]
        self._worth = np.array(list(unfolded.worth.values()))

    def gradient(self, seat: Seat, other: Numbers) -> Numbers:
        """What each decision of this seat is worth to it where it is the last, against that plan of the other."""
        weights = self._worth * other[self._ends[1 - seat]]
        if seat == 1:
            weights = -weights
        return np.bincount(self._ends[seat], weights, self.sides[seat].size).astype(np.float64)

    def value(self, plans: Sequence[Numbers]) -> float:
        """What seat 0 gets."""
        return float(plans[0] @ self.gradient(0, plans[1]))

    def exploitability(self, plans: Sequence[Numbers]) -> float:
        """What a seat could gain on average, if it knew the other's plan and answered it best."""
        return sum(self.sides[seat].most(self.gradient(seat, plans[1 - seat])) for seat in (0, 1)) / self.seats


class Equilibrium:
    """The play that was found."""

    def __init__(self, unfolded: Unfolded, contest: Contest, plans: Sequence[Numbers], rounds: int) -> None:
        self.unfolded = unfolded
        self.rounds = rounds
        self.value = contest.value(plans)
        self.exploitability = max(0.0, contest.exploitability(plans))
        for side, plan in zip(contest.sides, plans, strict=True):
            shares = side.normal(plan[1:])
            for one, start in zip(side.sets, side.starts, strict=True):
                one.shares = [float(share) for share in shares[start - 1 : start - 1 + len(one.moves)]]


def find_equilibrium(
    unfolded: Unfolded, precision: float = PRECISION, rounds: int = ROUNDS, progress: Progress | None = None
) -> Equilibrium:
    """Round after round, until nobody could gain more than the precision, or the rounds are over."""
    contest = Contest(unfolded)
    sides = contest.sides
    regrets = [np.zeros(side.size - 1) for side in sides]
    plans = [side.plan(side.normal(none)) for side, none in zip(sides, regrets, strict=True)]
    shares = [side.normal(none) for side, none in zip(sides, regrets, strict=True)]
    totals: list[Any] = [np.zeros(side.size) for side in sides]
    look = FIRST_LOOK
    for number in range(1, rounds + 1):
        for seat in (0, 1):
            side = sides[seat]
            gains = side.gains(contest.gradient(seat, plans[1 - seat]), shares[seat])
            regrets[seat] = np.maximum(regrets[seat] + gains, 0.0)
            shares[seat] = side.normal(np.maximum(regrets[seat] + gains, 0.0))
            plans[seat] = side.plan(shares[seat])
            totals[seat] += number * number * plans[seat]
        if number in (look, rounds):
            look += max(FIRST_LOOK, look // 4)
            found = [total / total[0] for total in totals]
            gain = contest.exploitability(found)
            if progress is not None:
                progress(number / rounds, f"round {number:,}: {gain:.1e} to gain")
            if gain <= precision:
                break
    return Equilibrium(unfolded, contest, [total / total[0] for total in totals], number)


def exploitability(
    game: Game, options: Options, strategy: Strategy, limit: int = LIMIT, progress: Progress | None = None
) -> float:
    """What a seat could gain on average by answering this strategy best, in payoffs: 0 for play that cannot be beaten.

    For one seat, or two whose payoffs add up to nothing; the strategy is asked once per situation that a seat can tell
    apart. Refused (`TooLarge`) where there are too many positions.
    """
    unfolded = Unfolded(game, options, limit, progress, strategy)
    contest = Contest(unfolded)
    plans = [side.plan(side.given()) for side in contest.sides]
    return max(0.0, contest.exploitability(plans))
