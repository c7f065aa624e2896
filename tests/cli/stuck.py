"""Pigeons that cannot move, as a game installed under another name."""

from __future__ import annotations

from rumpus.core.position import Move, Seat
from rumpus.core.rng import Rng
from tests.laws.handmade import Pigeons, Square


class StuckSquare(Square):
    def apply(self, seat: Seat, move: Move, rng: Rng) -> None:
        raise ValueError("Nobody can move.")


class Stuck(Pigeons):
    square = StuckSquare


game = Stuck()
