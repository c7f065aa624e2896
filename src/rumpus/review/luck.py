"""Splits changes of win probability into skill and luck.

The skill of a decision is its mean effect in worlds sampled for its seat. The rest of the change is luck: dice, draws
and hidden cards. For any evaluation of positions, luck has mean 0 if sampled worlds are unbiased. They are not quite:
they ignore what the others' moves reveal.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from rumpus.core.info_state import InfoState
from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import SeededRng
from rumpus.core.system.pausable import Pausable
from rumpus.review.win_probability import WinEstimator, outcomes
from rumpus.stats.estimates import column_means

WORLDS = 48
"""Worlds per decision, times the effort."""

Changes = list[list[float]]
"""Changes of all seats' win probabilities, one list per sample."""


class Swing(Struct):
    """Effect of a turn, or of the deal, on the win probability of every seat."""

    number: int
    """Moves made after it. 0 for the deal."""
    seats: list[Seat]
    """Deciding seats."""
    play: list[list[float]]
    """Skill of each decision, for every seat."""
    luck: list[float]
    error: list[float]
    """Standard error of the luck, by seat."""
    says: list[str] = []
    """Descriptions of the moves, one per deciding seat."""


def luck_of_deal(estimator: WinEstimator, position: Position, match_seed: str, effort: int) -> Pausable[Swing]:
    """Compares the deal with random deals. `match_seed` is any text that identifies the match."""
    samples: Changes = []
    for again in range(WORLDS * effort):
        estimator.reseed(f"{match_seed} another deal {again}")
        samples.append(estimator.static(estimator.game.start(estimator.options, estimator.rng)))
        yield
    # The seed of `before` in the first turn: the estimate is the same there, and luck and play sum to the result.
    estimator.reseed(f"{match_seed} fortune 0")
    baseline, errors = _means_and_errors(samples)
    return Swing(0, [], [], _subtract(estimator.static(position), baseline), errors)


def luck_of_decisions(
    estimator: WinEstimator,
    before: Position,
    decisions: Sequence[tuple[Seat, Move]],
    after: Position,
    number: int,
    match_seed: str,
    effort: int,
) -> Pausable[Swing]:
    """Splits the change of win probability over a turn into skill and luck.

        skill(d) = mean change that decision d makes in worlds sampled for its seat
        luck = p(after) - p(before) - sum of skill(d)      # mean 0 if the sampled worlds are unbiased

    In a simultaneous turn the others' decisions are sampled.
    """
    # A position's seed is its move number. So `after` of one turn and `before` of the next have equal estimates, and
    # all changes sum to the result minus the prior.
    estimator.reseed(f"{match_seed} fortune {number - len(decisions)}")
    start = estimator.static(before)
    estimator.reseed(f"{match_seed} fortune {number}")
    luck = _subtract(estimator.static(after), start)
    play: list[list[float]] = []
    variance = [0.0] * len(luck)
    for seat, move in decisions:
        seed = f"{match_seed} fortune {number} {seat}"
        samples = yield from _sample_changes(estimator, before, seat, move, len(decisions), seed, effort)
        value, errors = _means_and_errors(samples)
        play.append(value)
        for one, error in enumerate(errors):
            luck[one] -= value[one]
            # The seeds of decisions differ, so their errors are independent and the variances add up.
            variance[one] += error**2
    return Swing(number, [seat for seat, _ in decisions], play, luck, [one**0.5 for one in variance])


def _sample_changes(
    estimator: WinEstimator, before: Position, seat: Seat, move: Move, deciders: int, seed: str, effort: int
) -> Pausable[Changes]:
    """Samples the change a decision makes in worlds of its seat."""
    info = InfoState(estimator.game, estimator.options, before, seat, SeededRng(f"{seed} chair"))
    if estimator.exact:
        world = info.sample(SeededRng(seed))
        futures = outcomes(world, seat, move)
        if futures is not None:
            start = estimator.static(world)
            mean = [0.0] * len(start)
            for probability, future in futures:
                for one, value in enumerate(estimator.static(future)):
                    mean[one] += probability * value
            # A single sample has no spread, so `_means_and_errors` gives it an error of 0.
            return [_subtract(mean, start)]
    samples: Changes = []
    for again in range(WORLDS * effort):
        estimator.reseed(f"{seed} {again}")
        world = info.sample(estimator.rng)
        start = estimator.static(world)
        baseline = world.copy() if deciders > 1 else world
        estimator.decide(world, seat, move)
        change = _subtract(estimator.static(world), start)
        if deciders > 1:
            # The drift under sensible play is shared equally among the deciding seats.
            # Each change contains the whole drift, which would otherwise count once per decider.
            estimator.reseed(f"{seed} {again} usual")
            estimator.decide(baseline, seat, estimator.choose_move(baseline, seat))
            drift = _subtract(estimator.static(baseline), start)
            change = [mine - (1.0 - 1.0 / deciders) * other for mine, other in zip(change, drift, strict=True)]
        samples.append(change)
        yield
    return samples


def _subtract(after: Sequence[float], before: Sequence[float]) -> list[float]:
    return [one - other for one, other in zip(after, before, strict=True)]


def _means_and_errors(samples: Changes) -> tuple[list[float], list[float]]:
    # No floor on the errors, and ** 0.5 instead of sqrt: unlike `estimate`, whose last digits would differ.
    count = len(samples)
    means = column_means(samples)
    errors: list[float] = []
    for mean, column in zip(means, zip(*samples, strict=True), strict=True):
        spread = sum((one - mean) ** 2 for one in column)
        errors.append((spread / max(1, count - 1) / count) ** 0.5)
    return means, errors
