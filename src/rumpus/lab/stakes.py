"""How much decisions matter: the best option less the second best, in points of the chance to win.

Which two are best is seen in some dreams of whoever decides, and by how much they differ in others: so what only
looked best by luck does not count as better.
"""

from __future__ import annotations

from rumpus.core.chair import Chair
from rumpus.core.contract import Move, Position, Seat
from rumpus.core.faces import Lab
from rumpus.core.luck import Seeded
from rumpus.review.win_probability import PlayedGauge

EVERY = 11
"""Of the decisions with several options, one in so many is looked at closely."""
DREAMS = 8
"""Of these half choose, and half say by how much."""
MOST_OPTIONS = 24
"""Of more options so many are tried, spread evenly over all."""


class Stakes:
    """Watches a game: how many options there are, and what it costs to take the second best."""

    def __init__(self, gauge: PlayedGauge, lab: Lab, seed: str) -> None:
        self._gauge = gauge
        self._lab = lab
        self._seed = seed
        self.options: list[int] = []
        """How many there were, wherever there was something to decide."""
        self.margins: list[float] = []
        """Best less second best, where it was looked at."""

    def watch(self, position: Position, seat: Seat, move: Move) -> None:
        if self._lab.opening(position):
            return
        moves = position.moves(seat)
        if len(moves) < 2:
            return
        if len(self.options) % EVERY == 0:
            self.margins.append(self._margin(position, seat, moves))
        self.options.append(len(moves))

    def _margin(self, position: Position, seat: Seat, moves: list[Move]) -> float:
        gauge, seed = self._gauge, f"{self._seed}/stakes {len(self.options)}"
        chair = Chair(gauge.game, gauge.options, position, seat, Seeded(seed))
        stride = max(1, -(-len(moves) // MOST_OPTIONS))
        tried = moves[::stride] if len(moves[::stride]) > 1 else moves[:2]
        choosing, telling = [0.0] * len(tried), [0.0] * len(tried)
        for dream in range(DREAMS):
            sums = telling if dream % 2 else choosing
            for place, move in enumerate(tried):
                gauge.reseed(f"{seed} {dream}")  # the same dream and the same dice for every option
                future = chair.imagine(gauge.luck)
                gauge.decide(future, seat, move)
                sums[place] += gauge.glance(future)[seat]
        best, second = sorted(range(len(tried)), key=lambda place: -choosing[place])[:2]
        return (telling[best] - telling[second]) / (DREAMS // 2)
