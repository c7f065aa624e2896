"""The ground of a match: one drawing of a map as tables, so that ways, discs and lines cost next to nothing.

A set of hexes is a list of row masks: one int per row with a bit per column, and an empty row above and below the map,
so that spreading by one step needs no question about the edge. Row `r` of the map is item `r + 1` of such a list.
"""

from __future__ import annotations

from typing import ClassVar, Final

from rumpus.games.ultimatum.rules.hexes import (
    DIRECTIONS,
    NE,
    NW,
    SE,
    SW,
    E,
    W,
    axial,
    distance,
    hex_name,
    neighbour,
)
from rumpus.games.ultimatum.rules.mapfile import FLOOR, WALL, Block

NOWHERE: Final = -1
"""In place of a hex: beyond the edge of the map, or not on the map at all."""


KEPT_STEPS: Final = 16
"""Ways over an empty map are remembered up to fewer steps than this."""

_NOT_YET: Final[list[int]] = []
_NOT_MEASURED: Final = b""


def _direction(q: int, r: int) -> int:
    """The direction of a hex that lies so far off in q and r; NOWHERE if on none of the six lines."""
    if r == 0:
        return E if q > 0 else W
    if q == 0:
        return SE if r > 0 else NW
    if q + r == 0:
        return NE if q > 0 else SW
    return NOWHERE


class Disc:
    """A shape around a hex, and the first and last mask row it touches."""

    def __init__(self, first: int, last: int, masks: list[int]) -> None:
        self.first = first
        self.last = last
        self.masks = masks


class Ground:
    """Never changed after it is made; shared by all positions of a match."""

    REMEMBERED: ClassVar = ("_discs", "_stars", "_far", "_towards", "_open_reach")

    def __init__(self, name: str, block: Block, players: int) -> None:
        self.name = name
        self.rows = len(block.rows)
        self.columns = block.width()
        self.hexes = self.rows * self.columns
        self.names: list[str] = []
        self.q: list[int] = []
        self.r: list[int] = []
        self.mask_row: list[int] = []
        self.mask_bit: list[int] = []
        self.open: list[bool] = []
        self.spawn_seat: list[int] = []
        self.open_masks: list[int] = [0] * (self.rows + 2)
        self.floor_masks: list[int] = [0] * (self.rows + 2)
        self.spawns: list[list[int]] = [[] for _ in range(players)]
        self.camp_place: list[int] = []
        self.steps: list[int] = []
        self._discs: dict[int, Disc] = {}
        self._stars: dict[int, Disc] = {}
        self._far = [_NOT_MEASURED] * self.hexes
        self._towards = [_NOT_MEASURED] * self.hexes
        self._open_reach: list[list[int]] = [_NOT_YET] * (self.hexes * KEPT_STEPS)
        for row in range(self.rows):
            for column in range(self.columns):
                self._add_hex(row, column, block.rows[row][column], players)

    def _add_hex(self, row: int, column: int, sign: int, players: int) -> None:
        place = len(self.names)
        if sign > players:
            sign = FLOOR  # UL-27: a spawn point of a seat nobody plays
        self.names.append(hex_name(row, column))
        self.q.append(axial(row, column))
        self.r.append(row)
        self.mask_row.append(row + 1)
        self.mask_bit.append(1 << column)
        self.open.append(sign != WALL)
        self.spawn_seat.append(sign - 1 if sign > 0 else NOWHERE)
        self.camp_place.append(len(self.spawns[sign - 1]) if sign > 0 else NOWHERE)
        if sign != WALL:
            self.open_masks[row + 1] |= 1 << column
        if sign == FLOOR:
            self.floor_masks[row + 1] |= 1 << column
        if sign > 0:
            self.spawns[sign - 1].append(place)
        for direction in range(DIRECTIONS):
            r, c = neighbour(row, column, direction)
            inside = 0 <= r < self.rows and 0 <= c < self.columns
            self.steps.append(r * self.columns + c if inside else NOWHERE)

    # --- nouns ---

    def step(self, place: int, direction: int) -> int:
        """The next hex that way, or NOWHERE."""
        return self.steps[place * DIRECTIONS + direction]

    def distance(self, a: int, b: int) -> int:
        """Hex distance, walls ignored (UL-2)."""
        far = self._far[a]
        if not far:
            far = self._measure(a)
        return far[b]

    def direction(self, a: int, b: int) -> int:
        """In which of the six directions `b` lies seen from `a`; NOWHERE if on none of the lines."""
        towards = self._towards[a]
        if not towards:
            self._measure(a)
            towards = self._towards[a]
        return towards[b] - 1

    def _measure(self, a: int) -> bytes:
        """All distances and directions (plus 1) from one hex, a byte each, when they are first asked for."""
        q = self.q[a]
        r = self.r[a]
        self._far[a] = bytes([distance(q, r, self.q[b], self.r[b]) for b in range(self.hexes)])
        self._towards[a] = bytes([_direction(self.q[b] - q, self.r[b] - r) + 1 for b in range(self.hexes)])
        return self._far[a]

    def disc(self, place: int, radius: int) -> Disc:
        """All hexes of the map within `radius` of this one, walls too (UL-21)."""
        key = radius * self.hexes + place
        found = self._discs.get(key)
        if found is None:
            found = self._make_disc(place, radius)
            self._discs[key] = found
        return found

    def _make_disc(self, place: int, radius: int) -> Disc:
        first = max(0, self.r[place] - radius)
        last = min(self.rows - 1, self.r[place] + radius)
        masks = self.no_hexes()
        for row in range(first, last + 1):
            for column in range(self.columns):
                if self.distance(place, row * self.columns + column) <= radius:
                    masks[row + 1] |= 1 << column
        return Disc(first + 1, last + 1, masks)

    def star(self, place: int, radius: int) -> Disc:
        """All hexes within `radius` on the six lines from this one, walls too (UL-21)."""
        key = radius * self.hexes + place
        found = self._stars.get(key)
        if found is None:
            found = self._make_star(place, radius)
            self._stars[key] = found
        return found

    def _make_star(self, place: int, radius: int) -> Disc:
        masks = self.no_hexes()
        for direction in range(DIRECTIONS):
            for there in self.along(place, [direction] * radius):
                masks[self.mask_row[there]] |= self.mask_bit[there]
        row = self.mask_row[place]
        return Disc(max(1, row - radius), min(self.rows, row + radius), masks)

    def no_hexes(self) -> list[int]:
        """The empty set of hexes, as row masks."""
        return [0] * (self.rows + 2)

    def among(self, masks: list[int]) -> list[int]:
        """The hexes of a set in reading order."""
        return [place for place in range(self.hexes) if masks[self.mask_row[place]] & self.mask_bit[place]]

    def along(self, start: int, directions: list[int]) -> list[int]:
        """The hexes that these steps lead to; it ends where they would leave the map."""
        way: list[int] = []
        place = start
        for direction in directions:
            place = self.steps[place * DIRECTIONS + direction]
            if place < 0:
                break
            way.append(place)
        return way

    # --- ways ---

    def spread(self, masks: list[int], first: int, last: int, passable: list[int]) -> None:
        """Add, in place, every passable hex that touches the set; its bits lie in the mask rows `first` to `last`."""
        above = 0
        here = masks[first]
        for row in range(first, last + 1):
            below = masks[row + 1]
            across = above | below
            if row & 1:  # an unshifted row (M-3): its neighbours above and below stand half a hex to either side
                across |= across << 1
            else:
                across |= across >> 1
            masks[row] = (here | here << 1 | here >> 1 | across) & passable[row]
            above = here
            here = below

    def reach(self, start: int, steps: int, passable: list[int], clear: int) -> list[int]:
        """Where somebody can be after at most so many steps over passable hexes, of which the start is one.

        The first `clear` steps are known to meet nobody, so that they can be looked up; 0 is always true. The answer
        is not to be changed.
        """
        masks = self.open_reach(start, clear)
        if clear == steps:
            return masks
        masks = masks[:]
        row = self.mask_row[start]
        first = row - clear if row > clear else 1
        last = row + clear if row + clear < self.rows else self.rows
        for i in range(first, last + 1):
            if masks[i] & ~passable[i]:
                masks[i] &= passable[i]
        for _ in range(steps - clear):
            if first > 1:
                first -= 1
            if last < self.rows:
                last += 1
            self.spread(masks, first, last, passable)
        return masks

    def open_reach(self, start: int, steps: int) -> list[int]:
        """The same with nobody else on the map; handed out and never changed."""
        kept = steps if steps < KEPT_STEPS else KEPT_STEPS - 1
        key = start * KEPT_STEPS + kept
        masks = self._open_reach[key]
        if not masks:
            if kept == 0:
                masks = self.no_hexes()
                masks[self.mask_row[start]] = self.mask_bit[start]
            else:
                masks = self.open_reach(start, kept - 1)[:]
                self.spread(masks, 1, self.rows, self.open_masks)
            self._open_reach[key] = masks
        if steps > kept:
            masks = masks[:]
            for _ in range(steps - kept):
                self.spread(masks, 1, self.rows, self.open_masks)
        return masks

    def default_way(self, start: int, end: int, passable: list[int]) -> list[int]:
        """The way of UL-28, hex by hex without the start; empty if there is none.

        A search in rings that looks E, NE, NW, W, SW, SE and keeps what it found first finds, among the shortest ways,
        the one whose directions come first in that order. So: measure from the end, then walk greedily.
        """
        rings: list[list[int]] = []
        masks = self.no_hexes()
        row = self.mask_row[end]
        masks[row] = self.mask_bit[end]
        first = row
        last = row
        while not masks[self.mask_row[start]] & self.mask_bit[start]:
            if rings and rings[-1] == masks:
                return []
            rings.append(masks[:])
            if first > 1:
                first -= 1
            if last < self.rows:
                last += 1
            self.spread(masks, first, last, passable)
        return self._walk(start, rings)

    def _walk(self, start: int, rings: list[list[int]]) -> list[int]:
        way: list[int] = []
        place = start
        for index in range(len(rings) - 1, -1, -1):
            ring = rings[index]
            for direction in range(DIRECTIONS):
                beside = self.steps[place * DIRECTIONS + direction]
                if beside >= 0 and ring[self.mask_row[beside]] & self.mask_bit[beside]:
                    place = beside
                    way.append(place)
                    break
        return way
