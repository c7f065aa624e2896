"""Verdicts on decisions: the move made against the best alternative, from the seat's information."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import NamedTuple

from msgspec import Struct

from rumpus.core.info_state import InfoState
from rumpus.core.position import Move, Seat
from rumpus.core.rng import SeededRng
from rumpus.core.system.pausable import Pausable
from rumpus.players.catalogue import budget_for
from rumpus.players.greedy import GreedyPlayer
from rumpus.players.search import SearchPlayer
from rumpus.players.search_text import Budget
from rumpus.review.win_probability import WinEstimator, futures_of
from rumpus.stats.estimates import MeanEstimate, estimate

EQUAL_WITHIN = 0.02
"""Differences below this are no difference."""
DOUBTFUL_LOSS = 0.05
MISTAKE_LOSS = 0.12
BLUNDER_LOSS = 0.2
Z_SURE = 2.5
"""Standard errors by which a difference counts as sure."""
UNCLEAR_LOSS = 0.1
"""Possible loss that makes a difference unclear."""
ALTERNATIVES = 3
"""Moves preferred by the search that compete to be the alternative."""
ROLLOUTS = 24
"""Rollouts per batch. After each it is checked if more are needed."""
BATCHES = 4
"""Usual number of batches, times the effort."""
UNCLEAR_FACTOR = 5
"""Factor on the batches while the verdict is unclear."""
RECHECK_FACTOR = 4
"""Factor on the search's budget for a second opinion on a bad move."""
EXACT_FACTOR = 8
"""Factor on the effort in solved games, where a rollout is cheap."""

BEST, FINE, DOUBT, MISTAKE_VERDICT, UNCLEAR = "best", "fine", "doubtful", "mistake", "unclear"
WORDS = {BEST: "best", FINE: "good", DOUBT: "inaccuracy", MISTAKE_VERDICT: "mistake", UNCLEAR: "unclear"}
"""Words of chess sites, for readers. Stored reviews keep the verdicts above."""
BLUNDER = "blunder"


class Verdict(Struct, omit_defaults=True):
    """Verdict on one decision, in win probability from the seat's information."""

    number: int
    """Number of moves before it. A replay or retry begins there."""
    seat: Seat
    verdict: str
    words: str
    says: str
    chance: float
    """Win probability of the move made."""
    gain: float
    """Win probability minus that of the best alternative. Negative if that was better."""
    error: float
    """Standard error of the gain."""
    other: str = ""
    """Description of the best alternative."""
    other_words: str = ""


def verdict_word(verdict: Verdict) -> str:
    """Returns the word for a reader. A large mistake is a blunder."""
    return BLUNDER if verdict.verdict == MISTAKE_VERDICT and verdict.gain <= -BLUNDER_LOSS else WORDS[verdict.verdict]


class MoveComparison(NamedTuple):
    """Two moves compared in the same worlds."""

    win_probability: MeanEstimate
    gain: MeanEstimate
    """Win probability of the first move minus the second's."""


def verdict_on(
    estimator: WinEstimator, info: InfoState, move: Move, number: int, effort: int
) -> Pausable[Verdict | None]:
    """Compares a decision with its best alternative. None if obvious, proven best or without stakes."""
    seed = f"review {number} {info.seat}"
    alternatives, preferred = yield from _alternatives(estimator, info, move, seed, effort)
    if not alternatives:
        return None
    other = alternatives[0]
    if len(alternatives) > 1:
        other = yield from _best_of(estimator, info, alternatives, seed)
    comparison = yield from compare_moves(estimator, info, move, other, seed, effort)
    gain = comparison.gain
    if abs(gain.value) + Z_SURE * gain.error < EQUAL_WITHIN:
        return None
    verdict = classify(gain, preferred)
    if verdict in (DOUBT, MISTAKE_VERDICT) and not estimator.exact:
        # A longer search gives a second opinion before a move is called wrong.
        again = yield from moves_by_visits(info, f"{seed} once more", effort * RECHECK_FACTOR)
        preferred = again[0] == move
        verdict = classify(gain, preferred)
    return Verdict(
        number, info.seat, verdict, info.format_move(move), info.describe_move(move), comparison.win_probability.value,
        gain.value, gain.error, info.describe_move(other), info.format_move(other),
    )  # fmt: skip


def classify(gain: MeanEstimate, preferred: bool) -> str:
    """Returns the verdict. A move the search chose too (`preferred`) is not called wrong."""
    if gain.value + Z_SURE * gain.error < 0.0:
        if preferred and -gain.value >= DOUBTFUL_LOSS:
            return UNCLEAR
        lost = -gain.value
        return MISTAKE_VERDICT if lost >= MISTAKE_LOSS else DOUBT if lost >= DOUBTFUL_LOSS else FINE
    if gain.value - Z_SURE * gain.error > 0.0 or (preferred and gain.value >= -EQUAL_WITHIN):
        return BEST
    return UNCLEAR if gain.value - Z_SURE * gain.error < -UNCLEAR_LOSS else FINE


def moves_by_visits(info: InfoState, seed: str, effort: int) -> Pausable[list[Move]]:
    """Ranks moves by visits of a search with a multiple of `hard`'s budget; its own choice may be random."""
    # A budget in simulations, without a time limit: every machine ranks alike.
    simulations = budget_for("hard", info.game, timed=False).simulations
    assert simulations is not None
    search = SearchPlayer("review", info.game, info.options, seed, Budget(simulations * effort))
    yield from search.decide_pausable(info)
    explanation = search.explanation()
    assert explanation is not None
    return [choice.move for choice in sorted(explanation.choices, key=lambda choice: -choice.visits)]


def _alternatives(
    estimator: WinEstimator, info: InfoState, made: Move, seed: str, effort: int
) -> Pausable[tuple[list[Move], bool]]:
    """Returns alternatives (none if search and greedy, or the solution, agree), and the search's agreement."""
    if estimator.exact:
        estimator.reseed(seed)
        best = estimator.choose_move(info.sample(estimator.rng), info.seat)
        return [best] if best != made else [], best == made
    order = yield from moves_by_visits(info, f"{seed} search", effort)
    preferred = order[0] == made
    greedy = GreedyPlayer("glance", info.game, info.options, f"{seed} glance")
    if preferred and greedy.decide(info) == made:
        return [], True
    return [move for move in order if move != made][:ALTERNATIVES], preferred


def _best_of(estimator: WinEstimator, info: InfoState, moves: Sequence[Move], seed: str) -> Pausable[Move]:
    """Picks the best by rollouts, in worlds not used again: the maximum is biased upwards."""
    values = [0.0] * len(moves)
    for again in range(ROLLOUTS):
        for place, move in enumerate(moves):
            values[place] += rollout_after(estimator, info, move, f"{seed} first {again}")
        yield
    return moves[values.index(max(values))]


def compare_moves(
    estimator: WinEstimator, info: InfoState, move: Move, other: Move, seed: str, effort: int
) -> Pausable[MoveComparison]:
    """Compares two moves in common worlds and random numbers. Exactly in solved games."""
    if estimator.exact:
        mine, its = exact_value(estimator, info, move, seed), exact_value(estimator, info, other, seed)
        if mine is not None and its is not None:
            return MoveComparison(MeanEstimate(mine, 0.0), MeanEstimate(mine - its, 0.0))
        effort *= EXACT_FACTOR
    probabilities: list[float] = []
    gains: list[float] = []
    usual = ROLLOUTS * BATCHES * effort
    for again in range(usual * UNCLEAR_FACTOR):
        mine_now = rollout_after(estimator, info, move, f"{seed} {again}")
        gains.append(mine_now - rollout_after(estimator, info, other, f"{seed} {again}"))
        probabilities.append(mine_now)
        yield
        if (again + 1) % ROLLOUTS == 0:
            gain = estimate(gains)
            # A sure loss does not stop early: its size decides between doubtful and mistake.
            if abs(gain.value) + Z_SURE * gain.error < EQUAL_WITHIN or gain.value - Z_SURE * gain.error > 0.0:
                break
            if again + 1 >= usual and classify(gain, False) != UNCLEAR:
                break
    # Not calibrated, so the win probability of a move can differ from the curve's.
    return MoveComparison(estimate(probabilities), estimate(gains))


def rollout_after(estimator: WinEstimator, info: InfoState, move: Move, seed: str) -> float:
    """Plays the move in a sampled world. Returns one rollout's win probability."""
    # Callers leave the move out of the seed: all moves meet the same worlds and chance events, which cancel from
    # differences (common random numbers).
    estimator.reseed(seed)
    world = info.sample(estimator.rng)
    estimator.decide(world, info.seat, move)
    return estimator.rollout(world)[info.seat]


def exact_value(estimator: WinEstimator, info: InfoState, move: Move, seed: str) -> float | None:
    """Returns a move's exact win probability; others follow the solution. None: too many outcomes."""
    world = info.sample(SeededRng(seed))
    others = [one for one in world.to_act() if one != info.seat]
    answers = [estimator.choose_moves(world, one) for one in others]
    total = 0.0
    for together in product(*answers):
        share = prod(share for _, share in together)
        decisions = sorted([(info.seat, move), *zip(others, (its for its, _ in together), strict=True)])
        futures = futures_of(world, decisions) if share else []
        if futures is None:
            return None
        total += share * sum(probability * estimator.rollout(future)[info.seat] for probability, future in futures)
    # An empty policy is unknown. The product was empty then, and the total says nothing.
    return total if all(answers) else None
