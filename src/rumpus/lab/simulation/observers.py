"""Observers watch a game and add their findings to its row.

Luck: after each decision the chance events are drawn again in copies. Luck is p(real outcome) - mean p(re-rolls), where
p is the win probability. Its mean is 0 for any players and any estimator, because the real outcome is exchangeable with
the re-rolls: cards that nobody has seen are shuffled before a re-roll. So luck can be subtracted from results as a
control variate without bias. The deal is compared with other deals in the same way.

A chance outcome is the card or roll that came up, as the game names it; its gain is the luck credited to it.

Decision gap: p(best move) - p(second best). Half of the sampled worlds select the two moves, the other half compare
them; so a move that only looked best by chance adds no bias (no winner's curse).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from rumpus.core.extensions import Lab
from rumpus.core.info_state import InfoState
from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import CountingRng, Rng, SeededRng
from rumpus.lab.simulation.plan import Plan
from rumpus.lab.simulation.rows import ChanceGain, GameRow, LeadStats
from rumpus.review.win_probability import RolloutEstimator
from rumpus.stats.estimates import column_means

REROLLS = 8
"""Re-rolled outcomes per chance event."""
NO_LEADER = -1
"""The leader while several seats are level."""
NO_SEAT = -1
UNEXPLAINED = ("chance", "of which no event tells")
"""Kind and name of a chance outcome the game does not name."""
COURSE_POINTS = 24
"""Number of stored standings per game."""
GAP_EVERY_DECISIONS = 11
"""One in this many decisions with several legal moves is measured."""
WORLDS = 8
"""Sampled worlds per measured decision: half select the moves, half compare them."""
MAX_MOVES = 24
"""Moves measured at most, evenly spread over all."""


class Observer:
    """Watches a game, then writes to its row."""

    def watch(self, position: Position, seat: Seat, move: Move) -> None:
        """Sees a decision before it is applied."""

    def write(self, row: GameRow, position: Position) -> None:
        """Writes to the row, given the final position with all events."""
        raise NotImplementedError


class StandingsObserver(Observer):
    """Records the random setup, and the standings before each decision; a joint decision counts once."""

    def __init__(self, lab: Lab, seats: int) -> None:
        self._lab = lab
        self._pending = 0
        """Undecided seats of a simultaneous decision."""
        self._seats = seats
        self.standings: list[list[float]] = []
        self.random_setup: list[list[tuple[str, str]]] = []
        """Setup by seat; empty until the setup phase is over."""

    def watch(self, position: Position, seat: Seat, move: Move) -> None:
        if not self.random_setup and not self._lab.in_setup(position):
            self.random_setup = [self._lab.random_setup(position, other) for other in range(self._seats)]
        if not self._pending:
            self.standings.append(self._lab.standing(position))
            self._pending = len(position.to_act())
        self._pending -= 1

    def write(self, row: GameRow, position: Position) -> None:
        standings = [*self.standings, self._lab.standing(position)]
        for seat_row, setup in zip(row.seats, self.random_setup, strict=False):
            seat_row.random_setup = setup
        if len(row.seats) < 2 or not standings[-1]:
            return
        leaders = [first for standing in standings if standing and (first := leader(standing)) != NO_LEADER]
        row.lead_changes = sum(1 for before, after in pairwise(leaders) if before != after)
        middle = leader(standings[len(standings) // 2])
        row.comeback = row.winner is not None and middle not in (NO_LEADER, row.winner)
        indices = [round(i * (len(standings) - 1) / (COURSE_POINTS - 1)) for i in range(COURSE_POINTS)]
        for seat, seat_row in enumerate(row.seats):
            seat_row.course = [standings[index][seat] for index in indices]


class SplitHalf:
    """Mean of several estimates, and of both halves. A single estimate is both halves.

    The product of independent halves estimates the square of the true mean without bias.
    """

    def __init__(self, estimates: Sequence[Sequence[float]]) -> None:
        half = len(estimates) // 2
        first, second = (estimates[:half], estimates[half:]) if half else (estimates[:1], estimates[:1])
        self.halves = column_means(first), column_means(second)
        self.mean = column_means(estimates)


class LuckObserver(Observer):
    """Measures luck and the lead, from the first decision after the setup."""

    def __init__(self, estimator: RolloutEstimator, lab: Lab, seed: str) -> None:
        self._estimator = estimator
        self._lab = lab
        # The order of draws from both sources is fixed: rows of stored runs depend on it.
        self._rng: Rng = SeededRng(f"{seed}/other throws")
        estimator.reseed(f"{seed}/looks")
        self._rerolls: list[Position] = []
        """Other outcomes of the last decision; empty if chance had no part in it."""
        self._events_seen = 0
        self._pending = 0
        """Undecided seats of a simultaneous decision."""
        self._had_setup = False
        self.win_probabilities: list[list[float]] = []
        """By decision and seat, before each decision and at the end."""
        self.luck = [0.0] * estimator.seats
        """Luck after the deal by seat, from static estimates."""
        self.luck_by_rollouts = [0.0] * estimator.seats
        """Luck after the deal by seat, from rollouts if the game asks for them."""
        self.deal = [0.0] * estimator.seats
        """Luck of the deal by seat."""
        self.chance_gains: dict[tuple[str, str], ChanceGain] = {}
        """Chance outcomes by kind and name."""
        self.lead_changes_by_luck = 0
        self.lead_changes_by_choice = 0

    def watch(self, position: Position, seat: Seat, move: Move) -> None:
        if not self._pending:
            self._pending = len(position.to_act())
            if self._lab.in_setup(position):
                self._had_setup = True
            else:
                self.measure(position)  # before anybody has decided: a sealed decision is no luck
        self._pending -= 1
        if not self._pending:  # the last of simultaneous decisions resolves them all
            self._rerolls = self._reroll(position, seat, move)

    def measure(self, position: Position) -> None:
        """Adds chance's effect since the last decision: p(real outcome) - mean p(re-rolled outcomes)."""
        if not self.win_probabilities and not self._had_setup:
            self._rerolls = self._other_deals()
        real = SplitHalf([self._estimator.static(position)])
        rerolled = SplitHalf([self._estimator.static(other) for other in self._rerolls]) if self._rerolls else real
        if self.win_probabilities:
            self._count_lead_changes(self.win_probabilities[-1], rerolled.mean, real.mean)
            self.luck = _add(self.luck, _subtract(real.mean, rerolled.mean))
        self.win_probabilities.append(real.mean)
        if self._rerolls:
            if rollouts := self._lab.luck_rollouts:
                real = SplitHalf([self._estimate(position) for _ in range(rollouts)])
                each = range(rollouts // REROLLS)  # as many rollouts for all re-rolls together as for the real outcome
                rerolled = SplitHalf([self._estimate(other) for other in self._rerolls for _ in each])
            self._attribute(position, real, rerolled)
        self._events_seen = len(position.events or [])

    def _attribute(self, position: Position, real: SplitHalf, rerolled: SplitHalf) -> None:
        """Credits luck to the chance outcomes since the last decision.

        Each outcome gets the whole luck of its seat. They share the squares equally, so that squares add up.
        """
        change = _subtract(real.mean, rerolled.mean)
        if len(self.win_probabilities) > 1:
            self.luck_by_rollouts = _add(self.luck_by_rollouts, change)
        else:
            self.deal = change
        first, second = (_subtract(one, other) for one, other in zip(real.halves, rerolled.halves, strict=True))
        squares = sum(one * other for one, other in zip(first, second, strict=True))
        events = (position.events or [])[self._events_seen :]
        outcomes = [one for event in events for one in self._lab.chance_gains(position, event)]
        for seat, kind, name in outcomes or [(NO_SEAT, *UNEXPLAINED)]:
            gain = self.chance_gains.setdefault((kind, name), ChanceGain(kind, name))
            gain.times += 1
            gain.luck += 0.0 if seat == NO_SEAT else change[seat]
            gain.squares += squares / max(1, len(outcomes))

    def _count_lead_changes(self, before: Sequence[float], expected: Sequence[float], after: Sequence[float]) -> None:
        """Compares the leads before the decision, after it without luck (`expected`), and with luck."""
        leaders = [leader(with_opponent(probabilities)) for probabilities in (before, expected, after)]
        self.lead_changes_by_choice += leaders[0] != leaders[1] and NO_LEADER not in leaders[:2]
        self.lead_changes_by_luck += leaders[1] != leaders[2] and NO_LEADER not in leaders[1:]

    def _other_deals(self) -> list[Position]:
        """Other deals; empty if the start is not random."""
        game, options, rng = self._estimator.game, self._estimator.options, CountingRng(self._rng)
        deals = [game.start(options, rng) for _ in range(REROLLS)]
        return deals if rng.draws else []

    def _reroll(self, position: Position, seat: Seat, move: Move) -> list[Position]:
        """Other outcomes of a move; empty during the setup, and if the first re-roll draws nothing."""
        unseen = self._lab.unseen_cards(position)
        outcomes: list[Position] = []
        for _ in range(REROLLS):
            other, rng = position.copy(), CountingRng(self._rng)
            if unseen:
                self._lab.shuffle_unseen(other, self._rng)
            other.apply(seat, move, rng)
            if (not rng.draws and self._lab.unseen_cards(other) == unseen) or self._lab.in_setup(other):
                return []
            outcomes.append(other)
        return outcomes

    def _estimate(self, position: Position) -> list[float]:
        """Win probabilities by a rollout from a copy with shuffled unseen cards."""
        copy = position.copy()
        self._lab.shuffle_unseen(copy, self._estimator.rng)
        return self._estimator.rollout(copy)

    def decided_after(self, winner: int) -> float:
        """Fraction of the decisions after which the winner was the favourite to the end."""
        leaders = [leader(with_opponent(probabilities)) for probabilities in self.win_probabilities]
        behind = max((number for number, first in enumerate(leaders, 1) if first != winner), default=0)
        return min(1.0, behind / max(1, len(leaders) - 1))

    def farthest_behind(self, winner: int) -> float:
        """Largest deficit of the winner: best win probability of another minus its own."""
        sides = [with_opponent(probabilities) for probabilities in self.win_probabilities]
        return max(max(side) - side[winner] for side in sides)

    def write(self, row: GameRow, position: Position) -> None:
        self.measure(position)
        # A lone player that lost: index 1, the rules as its opponent (`with_opponent`).
        winner = row.winner if len(row.seats) > 1 else int(row.winner is None)
        row.lead_stats = LeadStats(self.lead_changes_by_luck, self.lead_changes_by_choice, None, None, None, None)
        if winner is not None:
            row.lead_stats.decided_after = self.decided_after(winner)
            row.lead_stats.farthest_behind = self.farthest_behind(winner)
        row.lead_stats.chance_gains = [gain for _, gain in sorted(self.chance_gains.items())]
        for seat, seat_row in enumerate(row.seats):
            seat_row.luck, seat_row.deal = self.luck[seat], self.deal[seat]
            seat_row.luck_by_rollouts = self.luck_by_rollouts[seat]


class DecisionGapObserver(Observer):
    """Measures the number of legal moves, and the gap between the best two. Writes after `LuckObserver`."""

    def __init__(self, estimator: RolloutEstimator, lab: Lab, seed: str) -> None:
        self._estimator = estimator
        self._lab = lab
        self._seed = seed
        self.move_counts: list[int] = []
        """Number of legal moves of each decision with several."""
        self.gaps: list[float] = []
        """Best minus second best, of the measured decisions."""

    def watch(self, position: Position, seat: Seat, move: Move) -> None:
        if self._lab.in_setup(position):
            return
        moves = position.moves(seat)
        if len(moves) < 2:
            return
        if len(self.move_counts) % GAP_EVERY_DECISIONS == 0:
            self.gaps.append(self._gap(position, seat, moves))
        self.move_counts.append(len(moves))

    def _gap(self, position: Position, seat: Seat, moves: list[Move]) -> float:
        estimator, seed = self._estimator, f"{self._seed}/stakes {len(self.move_counts)}"
        info = InfoState(estimator.game, estimator.options, position, seat, SeededRng(seed))
        stride = max(1, -(-len(moves) // MAX_MOVES))
        measured = moves[::stride] if len(moves[::stride]) > 1 else moves[:2]
        selecting, comparing = [0.0] * len(measured), [0.0] * len(measured)
        for number in range(WORLDS):
            sums = comparing if number % 2 else selecting
            for place, move in enumerate(measured):
                estimator.reseed(f"{seed} {number}")  # common random numbers: equal worlds and chance events
                world = info.sample(estimator.rng)
                estimator.decide(world, seat, move)
                sums[place] += estimator.static(world)[seat]
        best, second = sorted(range(len(measured)), key=lambda place: -selecting[place])[:2]
        return (comparing[best] - comparing[second]) / (WORLDS // 2)

    def write(self, row: GameRow, position: Position) -> None:
        if row.lead_stats is not None and self.move_counts:
            row.lead_stats.options = sum(self.move_counts) / len(self.move_counts)
            row.lead_stats.decision_gap = sum(self.gaps) / len(self.gaps)


class LogObserver(Observer):
    """Counts the clauses cited by the game's log, and the topics (cards, abilities) that it names."""

    def __init__(self, plan: Plan, lineup: Sequence[str]) -> None:
        self._plan = plan
        self._lineup = lineup

    def write(self, row: GameRow, position: Position) -> None:
        clauses: Counter[str] = Counter()
        named: Counter[str] = Counter()
        for event in position.events or []:
            line = self._plan.game.describe_event(event.full(), self._lineup)
            clauses[line.clause] += 1
            words = line.text.lower()
            named.update(name for name in self._plan.topics if name.lower() in words)
        row.clauses, row.named = dict(sorted(clauses.items())), dict(sorted(named.items()))


def with_opponent(probabilities: Sequence[float]) -> Sequence[float]:
    """Adds an opponent to a lone player: the rules, which win if it loses."""
    return probabilities if len(probabilities) > 1 else [probabilities[0], 1.0 - probabilities[0]]


def leader(standing: Sequence[float]) -> int:
    best = max(standing)
    return standing.index(best) if standing.count(best) == 1 else NO_LEADER


def has_static_estimate(estimator: RolloutEstimator) -> bool:
    """True if the game's evaluator predicts winners without rollouts."""
    return estimator.win_model.static_slope > 0


def _subtract(one: Sequence[float], other: Sequence[float]) -> list[float]:
    return [first - second for first, second in zip(one, other, strict=True)]


def _add(one: Sequence[float], other: Sequence[float]) -> list[float]:
    return [first + second for first, second in zip(one, other, strict=True)]
