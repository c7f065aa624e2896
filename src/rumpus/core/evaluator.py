"""How a game tells bots what a position or a move looks like."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from rumpus.core.position import Move, Position, Seat


@mypyc_attr(allow_interpreted_subclasses=True)
class Judge:
    """A game's rough sense of what is good, for bots. It is only ever shown dreams, so it may look at everything."""

    def appraise(self, position: Position, seat: Seat, move: Move) -> float:
        """How good this move looks at a glance; only the order and rough distance of the numbers count."""
        return 0.0

    def worth(self, position: Position, seat: Seat) -> float:
        """A guess at the result for this seat, from -1 to 1."""
        return 0.0

    def likely(self, position: Position, seat: Seat) -> float:
        """How well this dream of the seat agrees with what the others did and left undone, from 0 to 1."""
        return 1.0
