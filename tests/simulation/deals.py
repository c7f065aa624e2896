"""Pairs of deals that one seat cannot tell apart."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from rumpus.core.catalogue import game_of
from rumpus.core.position import Seat
from rumpus.table.match import Match

DEALT_GAME: tuple[str, dict[str, Any], int] = ("creature_wars", {"hp": 8, "hand": 1, "witch_cards": 1}, 2)
"""Game, options and seats. With one card and one witch in a hand, many deals look the same to their seat."""
TRIES = 600


class Deals(NamedTuple):
    """Seeds of two deals between which `seat` sees no difference."""

    seat: Seat
    first: str
    second: str


@functools.cache
def indistinguishable_deals() -> Sequence[Deals]:
    """Returns pairs of deals of `DEALT_GAME`, found by trying seeds."""
    name, options, seats = DEALT_GAME
    game = game_of(name)
    found: list[Deals] = []
    seen: dict[bytes, tuple[str, bytes]] = {}
    for number in range(TRIES):
        seed = f"{number:016x}"
        match = Match(game, game.options(options), seed, [""] * seats)
        whole = msgspec.json.encode(match.position.save())
        for seat in range(seats):
            events = [repr(event.seen_by(seat)) for event in match.events]
            key = msgspec.json.encode([seat, match.position.view(seat), events])
            first, other = seen.setdefault(key, (seed, whole))
            if other != whole:
                found.append(Deals(seat, first, seed))
    return found
