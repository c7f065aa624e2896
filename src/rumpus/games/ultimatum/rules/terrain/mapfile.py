"""Reads map files; errors name the line (M-1, M-2, M-5)."""

from __future__ import annotations

from typing import Final

from rumpus.core.display_names import visible
from rumpus.core.errors import BadOption
from rumpus.core.words import shortened
from rumpus.games.ultimatum.rules.terrain.hexes import DIRECTIONS, MAX_COLUMNS, MAX_ROWS, hex_name, neighbour

WALL: Final = -1
FLOOR: Final = 0
"""Open hex without spawn point. A spawn point is the number of its seat, 1 to 4."""

SIGNS: Final = "#.1234"
"""Signs of a map file, from `WALL` up."""
MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 4


class BadMap(BadOption):
    """An unplayable map; the message names the line (M-5)."""


class Block:
    """One drawing of a map file and its numbers of players."""

    def __init__(self, line: int, players: list[int]) -> None:
        self.line = line
        self.players = players
        self.rows: list[list[int]] = []
        self.lines: list[int] = []

    def width(self) -> int:
        return max([len(row) for row in self.rows], default=0)

    def pad_with_walls(self) -> None:
        """Pads short rows with walls on the right (M-2)."""
        width = self.width()
        for row in self.rows:
            row.extend([WALL] * (width - len(row)))


class MapFile:
    """A map file: a name and its blocks."""

    def __init__(self, name: str, blocks: list[Block]) -> None:
        self.name = name
        self.blocks = blocks

    def player_counts(self) -> list[int]:
        """Numbers of players with a block, ascending."""
        return sorted([count for block in self.blocks for count in block.players])

    def block_for(self, players: int) -> Block:
        for block in self.blocks:
            if players in block.players:
                return block
        raise BadMap(f"no block for {players} players")


def read_map(text: str) -> MapFile:
    """Parses a map file. Blocks are not yet checked for players and squads."""
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
    for block in blocks:
        block.pad_with_walls()
    return MapFile(name, blocks)


def _new_block(number: int, words: list[str], earlier: list[Block]) -> Block:
    served = [count for block in earlier for count in block.players]
    players: list[int] = []
    for word in words:
        if len(word) != 1 or word not in "234":
            what = shortened(word)
            raise BadMap(f"line {number}: bad number of players {what!r}, it is {MIN_PLAYERS} to {MAX_PLAYERS}")
        count = int(word)
        if count in players or count in served:
            raise BadMap(f"line {number}: bad number of players {shortened(word)!r}, there is a block for it already")
        players.append(count)
    if not players:
        raise BadMap(f"line {number}: bad number of players, none is given")
    return Block(number, players)


def _add_row(block: Block, number: int, signs: list[str]) -> None:
    if len(signs) > MAX_COLUMNS:
        raise BadMap(f"line {number}: over-long row of {len(signs)} hexes, {MAX_COLUMNS} is the most")
    if len(block.rows) == MAX_ROWS:
        raise BadMap(f"line {number}: over-long block, {MAX_ROWS} rows is the most")
    most = max(block.players)
    row: list[int] = []
    for sign in signs:
        if len(sign) != 1 or sign not in SIGNS:
            raise BadMap(f"line {number}: unknown hex {shortened(sign)!r}")
        seat = SIGNS.index(sign) - 1
        if seat > most:
            raise BadMap(f"line {number}: spawn point of player {seat} in a block for at most {most} players")
        row.append(seat)
    block.rows.append(row)
    block.lines.append(number)


def check_block(block: Block, players: int, squad: int) -> None:
    """Refuses a block without enough spawn points or with unreachable hexes (M-5)."""
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
    """First open hex unreachable from the first open one; None if all are connected."""
    rows = block.rows
    open_hexes = [(r, c) for r in range(len(rows)) for c in range(len(rows[r])) if rows[r][c] != WALL]
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
