"""Luck and play told apart: what every decision, and all that nobody decided, did to each seat's chances.

A decision is worth what it changes on average in the dreams of whoever made it. What it changed in truth, minus that,
is luck: dice and draws, and cards that could not be seen. However a position is valued, luck is zero on average then,
as far as dreams are as likely as they seem: they do not guess at cards from what the others did.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from rumpus.core.info_state import Chair
from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import Seeded
from rumpus.review.win_probability import Gauge, outcomes

DREAMS = 48
"""In so many it is tried out what a decision changes; times the effort."""

Changes = list[list[float]]
"""Samples of what something did to the chance of every seat."""


class Swing(Struct):
    """A decision (or several that were made together), or the deal: what it did to the chance of every seat."""

    number: int
    """Moves made after it; 0 is the deal."""
    seats: list[Seat]
    """Who decided;"""
    play: list[list[float]]
    """what each of those decisions was worth to every seat;"""
    luck: list[float]
    """and what came on top."""
    error: list[float]
    """Of the luck: a standard error."""
    says: list[str] = []
    """What was decided, as one says it."""


def of_the_deal(gauge: Gauge, position: Position, match: str, effort: int) -> Swing:
    """How the cards were dealt, beside how they might have been; `match`: any text, for dreams of its own."""
    samples: Changes = []
    for again in range(DREAMS * effort):
        gauge.reseed(f"{match} another deal {again}")
        samples.append(gauge.glance(gauge.game.start(gauge.options, gauge.luck)))
    gauge.reseed(f"{match} fortune 0")
    usual, errors = _mean(samples)
    return Swing(0, [], [], _minus(gauge.glance(position), usual), errors)


def of_decisions(
    gauge: Gauge,
    before: Position,
    made: Sequence[tuple[Seat, Move]],
    after: Position,
    number: int,
    match: str,
    effort: int,
) -> Swing:
    """Decisions that were made together count from what each of them did beside sensible answers of the others."""
    gauge.reseed(f"{match} fortune {number - len(made)}")
    stood = gauge.glance(before)
    gauge.reseed(f"{match} fortune {number}")
    luck = _minus(gauge.glance(after), stood)
    play: list[list[float]] = []
    variance = [0.0] * len(luck)
    for seat, move in made:
        seed = f"{match} fortune {number} {seat}"
        worth, errors = _mean(_changes(gauge, before, seat, move, len(made), seed, effort))
        play.append(worth)
        for one, error in enumerate(errors):
            luck[one] -= worth[one]
            variance[one] += error**2
    return Swing(number, [seat for seat, _ in made], play, luck, [one**0.5 for one in variance])


def _changes(gauge: Gauge, before: Position, seat: Seat, move: Move, deciders: int, seed: str, effort: int) -> Changes:
    """What this decision changes, in dreams of its seat."""
    chair = Chair(gauge.game, gauge.options, before, seat, Seeded(f"{seed} chair"))
    if gauge.exact:
        dream = chair.imagine(Seeded(seed))
        futures = outcomes(dream, seat, move)
        if futures is not None:
            stood = gauge.glance(dream)
            mean = [0.0] * len(stood)
            for chance, future in futures:
                for one, value in enumerate(gauge.glance(future)):
                    mean[one] += chance * value
            return [_minus(mean, stood)]
    samples: Changes = []
    for look in range(DREAMS * effort):
        gauge.reseed(f"{seed} {look}")
        dream = chair.imagine(gauge.luck)
        stood = gauge.glance(dream)
        usual = dream.copy() if deciders > 1 else dream
        gauge.decide(dream, seat, move)
        change = _minus(gauge.glance(dream), stood)
        if deciders > 1:
            # What would have come anyhow is shared among those who decide together.
            gauge.reseed(f"{seed} {look} usual")
            gauge.decide(usual, seat, gauge.answer(usual, seat))
            drift = _minus(gauge.glance(usual), stood)
            change = [mine - (1.0 - 1.0 / deciders) * its for mine, its in zip(change, drift, strict=True)]
        samples.append(change)
    return samples


def _minus(after: Sequence[float], before: Sequence[float]) -> list[float]:
    return [one - other for one, other in zip(after, before, strict=True)]


def _mean(samples: Changes) -> tuple[list[float], list[float]]:
    """By seat, with standard errors."""
    count = len(samples)
    means = [sum(column) / count for column in zip(*samples, strict=True)]
    errors: list[float] = []
    for mean, column in zip(means, zip(*samples, strict=True), strict=True):
        spread = sum((one - mean) ** 2 for one in column)
        errors.append((spread / max(1, count - 1) / count) ** 0.5)
    return means, errors
