"""A hidden trap: where it lies, and where it could lie for all that the others know."""

from __future__ import annotations


class Trap:
    """Never changed; what is learnt about a trap makes a new one.

    `maybe` has a bit for every hex on which it could lie by what everybody has seen: where its owner stood when it was
    set, which hexes were free then, and where enemies have walked unharmed since.
    """

    def __init__(self, owner: int, place: int, maybe: int) -> None:
        self.owner = owner
        self.place = place
        self.maybe = maybe

    def not_on(self, place: int) -> Trap:
        """The same trap after everybody saw that it is not there."""
        return Trap(self.owner, self.place, self.maybe & ~(1 << place))

    def moved_to(self, place: int) -> Trap:
        """The same trap in a dream, on another hex where it could be."""
        return Trap(self.owner, place, self.maybe)


def hexes_of(maybe: int) -> list[int]:
    """The hexes of such a set, upwards."""
    places: list[int] = []
    place = 0
    while maybe:
        if maybe & 1:
            places.append(place)
        maybe >>= 1
        place += 1
    return places
