"""Collects the legal targets of abilities as moves."""

from __future__ import annotations

from rumpus.games.ultimatum.rules.moves import HexMoves, MoveSpace
from rumpus.games.ultimatum.rules.terrain.ground import Disc
from rumpus.games.ultimatum.rules.terrain.hexes import DIRECTIONS


class Aims:
    """The moves listed for one decision.

    `base`: first move of the current ability; `enemies`: all on the map; `in_sight`: enemies that can be named (UL-32);
    `passable`, `free`: hexes to walk through and to stop on. All but `base` are the same for the whole decision.
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
        """The ability is usable without a target."""
        self.out.append(self.base)

    def character(self, unit: int) -> None:
        self.out.append(self.base + unit)

    def direction(self, direction: int) -> None:
        self.out.append(self.base + direction)

    def character_and_side(self, unit: int, side: int) -> None:
        """A character and a hex next to it; `side` counts in reading order."""
        self.out.append(self.base + unit * DIRECTIONS + side)

    def pair(self, first: int, second: int) -> None:
        self.out.append(self.base + first * self.space.units + second)

    def fallen_and_camp(self, slot: int, camp: int) -> None:
        """A slot of the squad and a spawn point of its seat, in reading order."""
        self.out.append(self.base + slot * self.space.camp + camp)

    def hexes(self, masks: list[int], disc: Disc) -> None:
        """Hexes of the set within the disc."""
        self.hexes_of.add(self.out, masks, disc.masks, disc.first, disc.last)
