"""Heuristic evaluation of positions and moves, for bots."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from rumpus.core.position import Move, Position, Seat


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluator:
    """Static evaluation by a game.

    It sees sampled worlds only, so it may use everything in them.
    """

    def score_move(self, position: Position, seat: Seat, move: Move) -> float:
        """Returns a static score of a move, used as the search's prior.

        Only relative size matters.
        """
        return 0.0

    def value(self, position: Position, seat: Seat) -> float:
        """Estimates the result for this seat, from -1 to 1."""
        return 0.0

    def likelihood(self, position: Position, seat: Seat) -> float:
        """Returns a world's plausibility given the others' actions, 0 to 1.

        Unlikely worlds are resampled.
        """
        return 1.0
