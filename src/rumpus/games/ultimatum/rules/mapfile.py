"""Reads a map file and refuses a bad one with the number of the line (M-1, M-2, M-5)."""

from __future__ import annotations

from typing import Final

from rumpus.core.display_names import visible
from rumpus.core.errors import BadOption
from rumpus.core.words import shortened
from rumpus.games.ultimatum.rules.hexes import (
    DIRECTIONS,
    LONGEST_ROW,
    MOST_ROWS,
    hex_name,
    neighbour,
)

WALL: Final = -1
FLOOR: Final = 0
"""Signs of a row; a spawn point is the number of its seat, 1 to 4."""

FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 4


class BadMap(BadOption):
    """A map that cannot be played; the message names the line (M-5)."""


class Block:
    """One drawing of a map file and the numbers of players it serves."""

    def __init__(self, line: int, players: list[int]) -> None:
        self.line = line
        self.players = players
        self.rows: list[list[int]] = []
        self.lines: list[int] = []

    def width(self) -> int:
        return max([len(row) for row in self.rows], default=0)

    def fill_up_with_walls(self) -> None:
        """Short rows get walls at the right, so that the drawing is a whole rectangle (M-2)."""
        width = self.width()
        for row in self.rows:
            row.extend([WALL] * (width - len(row)))


class MapFile:
    """A map as it was written: a name and one or more blocks."""

    def __init__(self, name: str, blocks: list[Block]) -> None:
        self.name = name
        self.blocks = blocks

    def player_counts(self) -> list[int]:
        """The numbers of players that have a block, upwards."""
        return sorted([count for block in self.blocks for count in block.players])

    def block_for(self, players: int) -> Block:
        for block in self.blocks:
            if players in block.players:
                return block
        raise BadMap(f"no block for {players} players")


def read_map(text: str) -> MapFile:
    """The map file in this text; its blocks still have to be checked for a number of players and a squad."""
    name = ""
    blocks: list[Block] = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith(";"):
            continue
        words = line.split()
        if words[0] == "name":
            name = visible(" ".join(words[1:]))
        elif words[0] == "players":
            blocks.append(_new_block(number, words[1:], blocks))
        elif not blocks:
            raise BadMap(f"line {number}: a row before any 'players'")
        else:
            _add_row(blocks[-1], number, words)
    if not blocks:
        raise BadMap("line 1: the map has no 'players' line and no rows")
    for block in blocks:
        block.fill_up_with_walls()
    return MapFile(name, blocks)


def _new_block(number: int, words: list[str], earlier: list[Block]) -> Block:
    served = [count for block in earlier for count in block.players]
    players: list[int] = []
    for word in words:
        if len(word) != 1 or word not in "234":
            raise BadMap(
                f"line {number}: bad number of players {shortened(word)!r}, it is {FEWEST_PLAYERS} to {MOST_PLAYERS}"
            )
        count = int(word)
        if count in players or count in served:
            raise BadMap(f"line {number}: bad number of players {shortened(word)!r}, there is a block for it already")
        players.append(count)
    if not players:
        raise BadMap(f"line {number}: bad number of players, none is given")
    return Block(number, players)


def _add_row(block: Block, number: int, signs: list[str]) -> None:
    if len(signs) > LONGEST_ROW:
        raise BadMap(f"line {number}: over-long row of {len(signs)} hexes, {LONGEST_ROW} is the most")
    if len(block.rows) == MOST_ROWS:
        raise BadMap(f"line {number}: over-long block, {MOST_ROWS} rows is the most")
    row: list[int] = []
    for sign in signs:
        if sign == "#":
            row.append(WALL)
        elif sign == ".":
            row.append(FLOOR)
        elif len(sign) == 1 and sign in "1234":
            seat = int(sign)
            if seat > max(block.players):
                raise BadMap(
                    f"line {number}: spawn point of player {seat} in a block for at most {max(block.players)} players"
                )
            row.append(seat)
        else:
            raise BadMap(f"line {number}: unknown hex {shortened(sign)!r}")
    block.rows.append(row)
    block.lines.append(number)


def check_block(block: Block, players: int, squad: int) -> None:
    """Refuses a drawing on which so many players with such squads cannot start, or that falls apart (M-5)."""
    for seat in range(1, players + 1):
        points = sum([row.count(seat) for row in block.rows])
        if points == 0:
            raise BadMap(f"line {block.line}: no spawn point for player {seat}")
        if points < squad:
            raise BadMap(f"line {block.line}: player {seat} has {points} spawn points, the squad needs {squad}")
    lost = unreachable(block)
    if lost is not None:
        row, column = lost
        raise BadMap(f"line {block.lines[row]}: hex {hex_name(row, column)} cannot be reached")


def unreachable(block: Block) -> tuple[int, int] | None:
    """The first open hex, in reading order, that nobody can walk to from the first open one; None if all are joined."""
    open_hexes = [
        (row, column)
        for row in range(len(block.rows))
        for column in range(len(block.rows[row]))
        if block.rows[row][column] != WALL
    ]
    if not open_hexes:
        return None
    left = set(open_hexes)
    left.discard(open_hexes[0])
    frontier = [open_hexes[0]]
    while frontier:
        row, column = frontier.pop()
        for direction in range(DIRECTIONS):
            beside = neighbour(row, column, direction)
            if beside in left:
                left.discard(beside)
                frontier.append(beside)
    for place in open_hexes:
        if place in left:
            return place
    return None
