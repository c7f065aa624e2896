"""What luck and what decisions do to everybody's chances, told apart while a game is played.

After a decision the dice are thrown again a few times, in copies: by how much the true throw did better than those on
average is luck. Whoever decides, and however a position is valued, that is zero on average, for the true throw is one
among others; so it can be taken off what is counted without a bias, and takes the noise of the dice with it.
"""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.contract import Move, Position, Seat
from rumpus.core.faces import Lab
from rumpus.core.luck import Counted, Luck, Seeded
from rumpus.review.gauge import PlayedGauge

THROWS = 8
"""How often the dice are thrown again."""
LEVEL = -1
"""The leader while several are level."""


def sides(chances: Sequence[float]) -> Sequence[float]:
    """Who plays alone has the rest of the world against it."""
    return chances if len(chances) > 1 else [chances[0], 1.0 - chances[0]]


def leader(standing: Sequence[float]) -> int:
    best = max(standing)
    return standing.index(best) if standing.count(best) == 1 else LEVEL


class Chances:
    """Watches a game from the first decision after the openings to its end."""

    def __init__(self, gauge: PlayedGauge, lab: Lab, seed: str) -> None:
        self._gauge = gauge
        self._lab = lab
        self._dice: Luck = Seeded(f"{seed}/other throws")
        self._expected: list[float] = []
        """What was to be expected of the last decision, before the dice fell; nothing if no dice did."""
        self.course: list[list[float]] = []
        """The chance of every seat, whenever all who decide together are about to have decided, and at the end."""
        self.luck = [0.0] * gauge.seats
        """What luck did for every seat, all in all."""
        self.by_luck = 0
        """How often the lead changed by luck;"""
        self.by_choice = 0
        """and how often by what somebody decided."""

    def watch(self, position: Position, seat: Seat, move: Move) -> None:
        if len(position.to_act()) > 1 or self._lab.opening(position):
            return  # nothing is settled before the last of those who decide together has decided
        self.note(position)
        self._expected = self._throws(position, seat, move)

    def note(self, position: Position) -> None:
        """How all stand now: after the last decision, and after the dice."""
        now = self._gauge.glance(position)
        if self.course:
            self._tell(self.course[-1], self._expected or now, now)
        self.course.append(now)

    def _tell(self, before: Sequence[float], expected: Sequence[float], now: Sequence[float]) -> None:
        for seat, chance in enumerate(now):
            self.luck[seat] += chance - expected[seat]
        led, leads, leading = leader(sides(before)), leader(sides(expected)), leader(sides(now))
        self.by_choice += led != leads and LEVEL not in (led, leads)
        self.by_luck += leads != leading and LEVEL not in (leads, leading)

    def _throws(self, position: Position, seat: Seat, move: Move) -> list[float]:
        """The mean of other throws; nothing if there is nothing to throw, which the first of them shows."""
        unseen = self._lab.unseen(position)
        sums = [0.0] * self._gauge.seats
        for _ in range(THROWS):
            other, asked = position.copy(), Counted(self._dice)
            if unseen:
                self._lab.shuffle_unseen(other, self._dice)
            other.apply(seat, move, asked)
            if not asked.asked and self._lab.unseen(other) == unseen:
                return []
            for one, chance in enumerate(self._gauge.glance(other)):
                sums[one] += chance
        return [total / THROWS for total in sums]

    def decided(self, winner: int) -> float:
        """After which share of the decisions the one who won was the likeliest, and stayed it."""
        last = max(
            (number for number, chances in enumerate(self.course) if leader(sides(chances)) != winner), default=-1
        )
        return min(1.0, (last + 1) / max(1, len(self.course) - 1))

    def behind(self, winner: int) -> float:
        """How far behind the one who won ever was: the best chance of another less its own."""
        return max(max(sides(chances)) - sides(chances)[winner] for chances in self.course)


def can_be_watched(gauge: PlayedGauge) -> bool:
    """Whether a glance at a position says anything in this game."""
    return gauge.outlook.glance > 0
