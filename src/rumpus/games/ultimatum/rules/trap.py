"""A hidden trap: its hex, and its possible hexes by public knowledge."""

from __future__ import annotations


class Trap:
    """Immutable; new knowledge creates a new trap.

    `maybe` has a bit for every hex possible by public knowledge: its owner's place and the free hexes as it was set,
    and hexes enemies have walked unharmed since.
    """

    def __init__(self, owner: int, place: int, maybe: int) -> None:
        self.owner = owner
        self.place = place
        self.maybe = maybe

    def not_on(self, place: int) -> Trap:
        """The trap, known not to lie there."""
        return Trap(self.owner, self.place, self.maybe & ~(1 << place))

    def moved_to(self, place: int) -> Trap:
        """The same trap on another possible hex, in a sampled world."""
        return Trap(self.owner, place, self.maybe)


def hexes_of(maybe: int) -> list[int]:
    """Hexes of a bit set, ascending."""
    return [place for place in range(maybe.bit_length()) if maybe >> place & 1]
