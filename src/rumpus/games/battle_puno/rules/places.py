"""Places and results: equals share a place, and the next is skipped (BP-33)."""

from __future__ import annotations


def by_fewest(values: list[int]) -> list[int]:
    """Returns places from 1 by seat, the smallest value first."""
    places: list[int] = []
    for value in values:
        place = 1
        for other in values:
            if other < value:
                place += 1
        places.append(place)
    return places


def by_most(values: list[int]) -> list[int]:
    """Returns places from 1 by seat, the largest value first."""
    return by_fewest([-value for value in values])


def by_falling(inside: list[bool], fallen: list[int], hp: list[int]) -> list[int]:
    """Returns places of a Death Match: survivors by HP, then the last to fall (BP-27, BP-29)."""
    ranks: list[int] = []
    for seat in range(len(inside)):
        if inside[seat]:
            ranks.append(-hp[seat])
        else:
            ranks.append(len(fallen) - fallen.index(seat))
    return by_fewest(ranks)


def results(places: list[int], undecided: bool) -> list[float]:
    """Returns 1 for the first place, evenly down to -1. Drawn places are averaged."""
    last = len(places) - 1
    first = places.count(1)
    found: list[float] = []
    for place in places:
        rank = float(place - 1)
        if undecided and place == 1:
            rank = (first - 1) / 2.0
        found.append(1.0 - 2.0 * rank / last)
    return found
