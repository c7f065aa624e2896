"""The map of a match as lookup tables for ways, discs and lines.

A set of hexes is a list of row masks: one int per row with a bit per column. An empty row above and below the map saves
edge checks. Row `r` of the map is item `r + 1` of the list.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from rumpus.games.ultimatum.rules.terrain.hexes import (
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
from rumpus.games.ultimatum.rules.terrain.mapfile import FLOOR, WALL, Block

NOWHERE: Final = -1
"""Placeholder for a hex: beyond the edge, or not on the map."""


CACHED_STEPS: Final = 16
"""Reach over an empty map is cached for fewer steps than this."""

_NOT_CACHED: Final[list[int]] = []
_NOT_MEASURED: Final = b""


def _direction(q: int, r: int) -> int:
    if r == 0:
        return E if q > 0 else W
    if q == 0:
        return SE if r > 0 else NW
    if q + r == 0:
        return NE if q > 0 else SW
    return NOWHERE


class Disc:
    """A set of hexes around a hex, with its first and last mask row."""

    def __init__(self, first: int, last: int, masks: list[int]) -> None:
        self.first = first
        self.last = last
        self.masks = masks


class Ground:
    """Immutable; shared by all positions of a match."""

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
        self.steps: list[int] = []
        self._discs: dict[int, Disc] = {}
        self._stars: dict[int, Disc] = {}
        self._far = [_NOT_MEASURED] * self.hexes
        self._towards = [_NOT_MEASURED] * self.hexes
        self._open_reach: list[list[int]] = [_NOT_CACHED] * (self.hexes * CACHED_STEPS)
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
        """The next hex in a direction, or NOWHERE."""
        return self.steps[place * DIRECTIONS + direction]

    def distance(self, a: int, b: int) -> int:
        """Hex distance, ignoring walls (UL-2)."""
        far = self._far[a]
        if not far:
            far = self._measure(a)
        return far[b]

    def direction(self, a: int, b: int) -> int:
        """Direction of `b` from `a`; NOWHERE if on none of the six lines."""
        towards = self._towards[a]
        if not towards:
            self._measure(a)
            towards = self._towards[a]
        return towards[b] - 1

    def _measure(self, a: int) -> bytes:
        """Caches distances and directions (plus 1) from one hex, a byte each."""
        q = self.q[a]
        r = self.r[a]
        self._far[a] = bytes([distance(q, r, self.q[b], self.r[b]) for b in range(self.hexes)])
        self._towards[a] = bytes([_direction(self.q[b] - q, self.r[b] - r) + 1 for b in range(self.hexes)])
        return self._far[a]

    def disc(self, place: int, radius: int) -> Disc:
        """Hexes within `radius`, including walls (UL-21)."""
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
        """Hexes within `radius` on the six lines (UL-21)."""
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
        """The empty set, as row masks."""
        return [0] * (self.rows + 2)

    def among(self, masks: list[int]) -> list[int]:
        """Hexes of a set in reading order."""
        return [place for place in range(self.hexes) if masks[self.mask_row[place]] & self.mask_bit[place]]

    def along(self, start: int, directions: list[int]) -> list[int]:
        """Hexes reached by these steps; stops at the edge of the map."""
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
        """Adds, in place, all passable neighbours of a set within mask rows `first` to `last`."""
        above: i64 = 0
        here: i64 = masks[first]
        for row in range(first, last + 1):
            below: i64 = masks[row + 1]
            across = above | below
            if row & 1:  # an unshifted row (M-3): neighbours above and below are half a hex to either side
                across |= across << 1
            else:
                across |= across >> 1
            masks[row] = int((here | here << 1 | here >> 1 | across) & passable[row])
            above = here
            here = below

    def reach(self, start: int, steps: int, passable: list[int], clear: int) -> list[int]:
        """Hexes within `steps` over passable hexes, including the start. Do not modify.

        The first `clear` steps are known to meet no enemy, so they are looked up; 0 is always safe.
        """
        masks = self.open_reach(start, clear)
        if clear == steps:
            return masks
        masks = masks[:]
        row = self.mask_row[start]
        first = row - clear if row > clear else 1
        last = row + clear if row + clear < self.rows else self.rows
        for i in range(first, last + 1):
            mask: i64 = masks[i]
            left = mask & passable[i]
            if left != mask:
                masks[i] = int(left)
        for _ in range(steps - clear):
            if first > 1:
                first -= 1
            if last < self.rows:
                last += 1
            self.spread(masks, first, last, passable)
        return masks

    def open_reach(self, start: int, steps: int) -> list[int]:
        """`reach` over an empty map. Shared, never modified."""
        kept = steps if steps < CACHED_STEPS else CACHED_STEPS - 1
        key = start * CACHED_STEPS + kept
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
        """The default way of UL-28 without the start; empty if there is none.

        Of the shortest ways it takes the first in direction order E, NE, NW, W, SW, SE: it measures rings from the end,
        then walks greedily.
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
