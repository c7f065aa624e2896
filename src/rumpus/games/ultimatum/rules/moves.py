"""The flat move space, and custom ways beyond it.

Order: 12 picks, 12 bans, placements (slot × spawn point), then one band per slot of the squad. A band has moves by end
hex, attacks by target, the normal ability and the ultimatum by target, and the end of the turn (`pass` before any
action, `finish` after one). Within a band the order is that of P-9.
"""

from __future__ import annotations

from typing import Final, cast

from mypy_extensions import i64

from rumpus.games.ultimatum.rules.numbers import CHARACTERS
from rumpus.games.ultimatum.rules.terrain.ground import Ground
from rumpus.games.ultimatum.rules.terrain.hexes import DIRECTIONS

PICK: Final = 0
BAN: Final = CHARACTERS
PLACE: Final = 2 * CHARACTERS

_STEP_BASE: Final = DIRECTIONS + 1
_MAX_WAY_BITS: Final = 400


class HexMoves:
    """One band of moves, one int per hex. All lists share these ints, which saves cache."""

    def __init__(self, base: int, ground: Ground) -> None:
        self.columns = ground.columns
        self._moves: list[object] = [base + place for place in range(ground.hexes)]

    def add(self, out: list[int], masks: list[int], within: list[int], first: int, last: int) -> None:
        """Appends moves of hexes in both sets, mask rows `first` to `last`, in reading order."""
        found = cast("list[object]", out)
        moves = self._moves
        columns: i64 = self.columns
        for row in range(first, last + 1):
            mask: i64 = masks[row] & within[row]
            place: i64 = (row - 1) * columns
            while mask != 0:
                if mask & 1 != 0:
                    found.append(moves[place])
                mask >>= 1
                place += 1


class MoveSpace:
    """Offsets of all kinds of moves, for one map, number of players and squad size."""

    def __init__(self, ground: Ground, players: int, squad: int) -> None:
        self.squad = squad
        self.units = players * squad
        self.camp = max([len(spawns) for spawns in ground.spawns])
        self.acts = PLACE + squad * self.camp
        self.attack = ground.hexes
        self.normal = self.attack + self.units
        normal_width = max(ground.hexes, self.units * DIRECTIONS)
        self.ultimatum = self.normal + normal_width
        ultimatum_width = max(ground.hexes, self.units * self.units, squad * self.camp, DIRECTIONS)
        self.end = self.ultimatum + ultimatum_width
        self.band = self.end + 1
        self.move_count = self.acts + squad * self.band
        self.moves: list[HexMoves] = []
        self.normal_hexes: list[HexMoves] = []
        self.ultimatum_hexes: list[HexMoves] = []
        for slot in range(squad):
            base = self.base(slot)
            self.moves.append(HexMoves(base, ground))
            self.normal_hexes.append(HexMoves(base + self.normal, ground))
            self.ultimatum_hexes.append(HexMoves(base + self.ultimatum, ground))

    def base(self, slot: int) -> int:
        return self.acts + slot * self.band

    # --- custom ways (UL-28): each step is a digit 1 to 6 in base 7, so every way has its own number ---

    def is_way(self, move: int) -> bool:
        return move >= self.move_count

    def way_move(self, slot: int, directions: list[int]) -> int:
        number = 0
        for direction in directions:
            number = number * _STEP_BASE + direction + 1
        return self.move_count + number * self.squad + slot

    def way_slot(self, move: int) -> int:
        return (move - self.move_count) % self.squad

    def way_directions(self, move: int) -> list[int]:
        """Directions of a custom way, first step first; empty if the number encodes none."""
        number = (move - self.move_count) // self.squad
        directions: list[int] = []
        if number.bit_length() > _MAX_WAY_BITS:
            return directions
        while number > 0:
            digit = number % _STEP_BASE
            if digit == 0:
                return []
            directions.append(digit - 1)
            number //= _STEP_BASE
        directions.reverse()
        return directions
