"""Collects what an ability may name, as moves: a character's file says what is allowed, this knows the ints."""

from __future__ import annotations

from rumpus.games.ultimatum.rules.ground import Disc
from rumpus.games.ultimatum.rules.hexes import DIRECTIONS
from rumpus.games.ultimatum.rules.moves import HexMoves, MoveSpace


class Aims:
    """The listing of one decision: `base` is where the moves of the ability at hand begin.

    `enemies` are all on the map, `in_sight` those that can be named (UL-32); `passable` and `free` are the hexes to go
    through and to stop on, once somebody walks. All are the same for the whole decision.
    """

    def __init__(self, space: MoveSpace, enemies: list[int], in_sight: list[int]) -> None:
        self.out: list[int] = []
        self.space = space
        self.base = 0
        self.hexes_of: HexMoves = space.moves[0]
        self.enemies = enemies
        self.in_sight = in_sight
        self.may_walk = False
        self.passable: list[int] = []
        self.free: list[int] = []

    def nothing(self) -> None:
        """It names nothing, and can be used."""
        self.out.append(self.base)

    def character(self, unit: int) -> None:
        self.out.append(self.base + unit)

    def direction(self, direction: int) -> None:
        self.out.append(self.base + direction)

    def character_and_side(self, unit: int, side: int) -> None:
        """A character and one of the hexes next to it; `side` counts them in reading order."""
        self.out.append(self.base + unit * DIRECTIONS + side)

    def pair(self, first: int, second: int) -> None:
        self.out.append(self.base + first * self.space.units + second)

    def fallen_and_camp(self, slot: int, camp: int) -> None:
        """One of the squad and a spawn point of its seat, counted in reading order."""
        self.out.append(self.base + slot * self.space.camp + camp)

    def hexes(self, masks: list[int], disc: Disc) -> None:
        """Those hexes of the set that lie in the disc, in reading order."""
        self.hexes_of.add(self.out, masks, disc.masks, disc.first, disc.last)
