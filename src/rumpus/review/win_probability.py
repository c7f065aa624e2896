"""Estimates win probabilities by rollouts, or exactly in solved games."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log

from rumpus.core.errors import RumpusError
from rumpus.core.extensions import SearchConfig, WinModel
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.outcome import win_shares
from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import EnumeratingRng, Rng, SeededRng
from rumpus.core.solver import Solution, solver_of
from rumpus.players.exact import setup_seconds_of, solution_of
from rumpus.players.tree import Tree

SOLVE_SECONDS = 4.0
"""Longest estimated time of an exact solution."""
# The slopes of all win models were fitted to logits with this margin. Fit them again if it changes.
VALUE_MARGIN = 0.02
"""Margin added to both sides of a value, so that an evaluator's 1 is not certainty."""

MAX_OUTCOMES = 1000
"""Most outcomes of a move that are enumerated."""


class WinEstimator:
    """Estimates each seat's probability of winning a position."""

    exact = False
    """True if a rollout returns the true probabilities."""

    def __init__(self, game: Game, options: Options) -> None:
        self.game = game
        self.options = options
        self.rng: Rng = SeededRng("")

    def reseed(self, seed: str) -> None:
        """Restarts the random source, so that estimates repeat."""
        self.rng = SeededRng(seed)

    def rollout(self, position: Position) -> list[float]:
        """Returns one unbiased, noisy sample. Consumes `position`."""
        raise NotImplementedError

    def calibrated(self, probabilities: Sequence[float], seat: Seat) -> list[float]:
        """Corrects a mean over worlds sampled for `seat`, which tend to be too optimistic."""
        return list(probabilities)

    def static(self, position: Position) -> list[float]:
        """Estimates without rollout: less noise, more bias. Leaves `position` unchanged."""
        return self.rollout(position.copy())

    def choose_move(self, position: Position, seat: Seat) -> Move:
        raise NotImplementedError

    def choose_moves(self, position: Position, seat: Seat) -> list[tuple[Move, float]]:
        """Returns all sensible moves with probabilities; empty if unknown."""
        return []

    def decide(self, position: Position, seat: Seat, move: Move) -> None:
        """Plays a move. In a simultaneous decision the others play `choose_move`."""
        seats = position.to_act()
        chosen = [move if one == seat else self.choose_move(position, one) for one in seats]
        for one, its in zip(seats, chosen, strict=True):
            position.apply(one, its, self.rng)


class RolloutEstimator(WinEstimator):
    """Rolls out by the game's `WinModel` and maps the evaluator's values to probabilities."""

    def __init__(self, game: Game, options: Options, win_model: WinModel | None = None, bot: str = "") -> None:
        """`bot`: name of the playing bot if known, for its own win model."""
        super().__init__(game, options)
        bots = game.bots()
        self.win_model = win_model or bots.win_model.by_bot.get(bot, bots.win_model)
        self.evaluator = bots.evaluator(options)
        self.seats = game.seats(options)
        # The curve was fitted to games with the default number of seats.
        self.calibration = self.win_model.calibration if self.seats == game.seats(game.options()) else ()
        model = self.win_model
        config = SearchConfig(rollout_candidates=model.rollout_candidates, rollout_depth=model.rollout_depth)
        self.tree = Tree(0, game.move_count(options), config, self.evaluator, self.rng, 1)

    def reseed(self, seed: str) -> None:
        super().reseed(seed)
        self.tree.rng = self.rng

    def rollout(self, position: Position) -> list[float]:
        self.tree.rollout(position)
        return self._probabilities(position, self.win_model.slope)

    def calibrated(self, probabilities: Sequence[float], seat: Seat) -> list[float]:
        if not self.calibration:
            return list(probabilities)
        own, sampled = interpolate(self.calibration, probabilities[seat]), probabilities[seat]
        left = (1.0 - own) / (1.0 - sampled) if sampled < 1.0 else 0.0
        return [own if one == seat else left * probability for one, probability in enumerate(probabilities)]

    def static(self, position: Position) -> list[float]:
        if not self.win_model.static_slope:
            return super().static(position)
        return self._probabilities(position, self.win_model.static_slope)

    def choose_move(self, position: Position, seat: Seat) -> Move:
        if self.win_model.rollout_candidates < 2:
            return position.rollout_move(seat, self.rng)
        return self.tree.best_of_candidates(position, seat, position.moves(seat))

    def _probabilities(self, position: Position, slope: float) -> list[float]:
        if position.result() is not None:
            return win_shares(position.ranking())
        return probabilities_from(self.logits(position), slope)

    def logits(self, position: Position) -> list[float]:
        """Returns the evaluator's value of every seat as a logit."""
        values = [self.evaluator.value(position, seat) for seat in range(self.seats)]
        return [log((1.0 + VALUE_MARGIN + value) / (1.0 + VALUE_MARGIN - value)) for value in values]


def interpolate(curve: Sequence[int], probability: float) -> float:
    """Interpolates a calibration curve, given in per cent at evenly spaced points."""
    steps = len(curve) - 1
    at = min(int(probability * steps), steps - 1)
    return (curve[at] + (curve[at + 1] - curve[at]) * (probability * steps - at)) / 100.0


def probabilities_from(logits: Sequence[float], slope: float) -> list[float]:
    """Softmax of slope * logit. Logistic for a single seat."""
    # The factor 2 equals a softmax over two seats with opposite logits: a slope means the same for one seat and two.
    if len(logits) == 1:
        return [1.0 / (1.0 + exp(-2.0 * slope * logits[0]))]
    high = max(logits)
    weights = [exp(slope * (logit - high)) for logit in logits]
    total = sum(weights)
    return [weight / total for weight in weights]


class ExactEstimator(WinEstimator):
    """Reads probabilities from the exact solution, and from rollouts before it begins (setup)."""

    exact = True

    def __init__(self, game: Game, options: Options, solution: Solution) -> None:
        super().__init__(game, options)
        self.solution = solution
        self.seats = game.seats(options)
        self.fallback = RolloutEstimator(game, options)

    def reseed(self, seed: str) -> None:
        super().reseed(seed)
        self.fallback.reseed(seed)

    def rollout(self, position: Position) -> list[float]:
        while position.result() is None:
            seat = position.to_act()[0]
            # `determinize` takes back the others' sealed decisions: equal numbers mean that none is pending.
            if len(position.determinize(seat, self.rng).to_act()) == len(position.to_act()):
                probability = self.solution.win_probability(position.view(seat))
                if probability is None:
                    return self.fallback.rollout(position)
                # Solved matches have one or two seats.
                return [probability if one == seat else 1.0 - probability for one in range(self.seats)]
            # A sealed decision is pending. The solution covers positions after all have decided.
            position.apply(seat, self.choose_move(position, seat), self.rng)
        return win_shares(position.ranking())

    def choose_move(self, position: Position, seat: Seat) -> Move:
        return self.solution.sample_move(position.view(seat), self.rng)

    def choose_moves(self, position: Position, seat: Seat) -> list[tuple[Move, float]]:
        return self.solution.policy(position.view(seat))


def win_estimator(game: Game, options: Options, end: Position | None = None, bot: str = "") -> WinEstimator:
    """Returns an exact estimator if the match is solved quickly, else one by rollouts.

    `end`: final position, for games solved once their setup is known. `bot`: name of the playing bot, if known.
    """
    try:
        if setup_seconds_of(game, options) <= SOLVE_SECONDS and game.seats(options) <= 2:
            solution = solution_of(game, options)
            start = game.start(options, SeededRng("a first look"))
            if solution.win_probability(start.view(start.to_act()[0])) is not None:
                return ExactEstimator(game, options, solution)
        solver = solver_of(game)
        rest = None if end is None or solver is None else solver.solve_rest(options, end.view(0))
        if rest is not None:
            return ExactEstimator(game, options, rest)
    except RumpusError:
        # The solver's libraries are missing, or it refuses these options.
        pass
    return RolloutEstimator(game, options, bot=bot)


def outcomes(position: Position, seat: Seat, move: Move) -> list[tuple[float, Position]] | None:
    """Enumerates outcomes of a move. None if too many, or a simultaneous decision."""
    if position.to_act() != [seat]:
        return None
    return futures_of(position, [(seat, move)])


def futures_of(position: Position, decisions: Sequence[tuple[Seat, Move]]) -> list[tuple[float, Position]] | None:
    """Enumerates outcomes of decisions with probabilities. None if too many."""
    rng = EnumeratingRng()
    found: list[tuple[float, Position]] = []
    while rng.another():
        if len(found) == MAX_OUTCOMES:
            return None
        future = position.copy()
        for seat, move in decisions:
            future.apply(seat, move, rng)
        found.append((rng.probability, future))
    return found
