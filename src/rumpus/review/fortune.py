"""Luck and play told apart: what every chance event and every decision did to each seat's chances.

A position is valued before and after. Whatever values it, the luck of an event is zero on average: it is what came
minus the mean of what could have come. So it sums up to nothing over many games, and so does its error.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from rumpus.core.contract import Move, Position, Seat
from rumpus.core.luck import Counted, Luck, Seeded
from rumpus.review.gauge import Gauge

AGAIN = 48
"""So often a chance event is imagined to have come otherwise; times the effort."""


class Swing(Struct):
    """A move, or the deal: what it did to the chance of every seat, by whoever decided and by chance."""

    number: int
    """Moves made after it; 0 is the deal."""
    seat: Seat | None
    play: list[float]
    luck: list[float]
    error: list[float]
    """Of the luck: the standard error of the mean of what could have come."""


def of_the_deal(gauge: Gauge, position: Position, effort: int) -> Swing:
    """How the cards were dealt, beside how they might have been."""
    game, options = gauge.game, gauge.options
    return _swing(gauge, lambda luck: game.start(options, luck), None, position, 0, None, effort)


def of_a_move(
    gauge: Gauge, before: Position, seat: Seat, move: Move, after: Position, number: int, effort: int
) -> Swing:
    """A decision, and what chance made of it."""
    gauge.reseed(f"fortune {number - 1}")
    stood = gauge.glance(before)

    def made(luck: Luck) -> Position:
        future = before.copy()
        future.apply(seat, move, luck)
        return future

    return _swing(gauge, made, stood, after, number, seat, effort)


def _swing(
    gauge: Gauge,
    play: Callable[[Luck], Position],
    stood: list[float] | None,
    after: Position,
    number: int,
    seat: Seat | None,
    effort: int,
) -> Swing:
    gauge.reseed(f"fortune {number}")
    came = gauge.glance(after)
    seats = range(len(came))
    sums = [0.0] * len(came)
    squares = [0.0] * len(came)
    count = 0
    for again in range(AGAIN * effort):
        luck = Counted(Seeded(f"fortune {number} {again}"))
        position = play(luck)
        if not luck.asked:
            # Nothing was left to chance.
            still = [0.0] * len(came)
            play_of = still if stood is None else [came[one] - stood[one] for one in seats]
            return Swing(number, seat, play_of, still, still)
        could = gauge.glance(position)
        count += 1
        for one in seats:
            sums[one] += could[one]
            squares[one] += could[one] ** 2
    means = [total / count for total in sums]
    spread = [max(0.0, squares[one] / count - means[one] ** 2) for one in seats]
    return Swing(
        number,
        seat,
        [0.0] * len(came) if stood is None else [means[one] - stood[one] for one in seats],
        [came[one] - means[one] for one in seats],
        [(spread[one] / count) ** 0.5 for one in seats],
    )
