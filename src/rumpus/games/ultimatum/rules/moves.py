"""The flat move space: every decision of a match as an int, and ways of one's own beyond it.

First come the 12 picks and the 12 bans, then placing (character of the squad × spawn point of its seat), then, for
every character of a squad, one band: its moves by end hex, its attacks by target, its normal ability and its ultimatum
by what they name, and the end of its turn (a pass before any action, `finish` after one). Within a band the ints rise
in the order of P-9.
"""

from __future__ import annotations

from typing import Final, cast

from mypy_extensions import i64

from rumpus.games.ultimatum.rules.ground import Ground
from rumpus.games.ultimatum.rules.hexes import DIRECTIONS
from rumpus.games.ultimatum.rules.numbers import CHARACTERS

PICK: Final = 0
BAN: Final = CHARACTERS
PLACE: Final = 2 * CHARACTERS

_STEP_BASE: Final = DIRECTIONS + 1
_LONGEST_WAY_BITS: Final = 400


class HexMoves:
    """One band of moves with an int per hex, handed out for a set of hexes.

    The ints are made once and shared by all lists of moves: there are then so few that the processor keeps them near.
    """

    def __init__(self, base: int, ground: Ground) -> None:
        self.columns = ground.columns
        self._moves: list[object] = [base + place for place in range(ground.hexes)]

    def add(self, out: list[int], masks: list[int], within: list[int], first: int, last: int) -> None:
        """Append the moves of the hexes that both sets have in the mask rows `first` to `last`, in reading order."""
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
    """Where each kind of decision stands among the ints; depends only on the map, the players and the squad."""

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
        self.count = self.acts + squad * self.band
        self.moves: list[HexMoves] = []
        self.normal_hexes: list[HexMoves] = []
        self.ultimatum_hexes: list[HexMoves] = []
        for slot in range(squad):
            base = self.base(slot)
            self.moves.append(HexMoves(base, ground))
            self.normal_hexes.append(HexMoves(base + self.normal, ground))
            self.ultimatum_hexes.append(HexMoves(base + self.ultimatum, ground))

    def base(self, slot: int) -> int:
        """Where the band of a character of the squad begins."""
        return self.acts + slot * self.band

    # --- ways of one's own (UL-28): one step is a digit 1 to 6, so that every way has its own number ---

    def is_way(self, move: int) -> bool:
        return move >= self.count

    def way_move(self, slot: int, directions: list[int]) -> int:
        """The move of this character along these directions."""
        number = 0
        for direction in directions:
            number = number * _STEP_BASE + direction + 1
        return self.count + number * self.squad + slot

    def way_slot(self, move: int) -> int:
        return (move - self.count) % self.squad

    def way_directions(self, move: int) -> list[int]:
        """The directions of a way, first step first; empty if the number stands for none."""
        number = (move - self.count) // self.squad
        directions: list[int] = []
        if number.bit_length() > _LONGEST_WAY_BITS:
            return directions
        while number > 0:
            digit = number % _STEP_BASE
            if digit == 0:
                return []
            directions.append(digit - 1)
            number //= _STEP_BASE
        directions.reverse()
        return directions
