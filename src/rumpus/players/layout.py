"""Rows and moves of one table in the layout of a network that was trained on several tables.

Columns are matched by name: own seat first, then the others in turn order. Columns of absent seats stay 0 and so mask
them. Moves that name a seat are counted from the own one (`Bots.relative_moves`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rumpus.core.errors import BadOption
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Seat
from rumpus.players.net import Real

Mask = NDArray[np.int8]
Moves = NDArray[np.int64]


class NetLayout:
    """Converts rows and moves of a table to those of a network, and back."""

    def __init__(self, game: Game, options: Options, reference: Options, relative_moves: bool) -> None:
        """`reference`: the options whose columns and moves are those of the network."""
        bots = game.bots()
        names, wanted = bots.features(options).names, bots.features(reference).names
        self.width, self.space = len(wanted), game.move_count(reference)
        self._columns: Moves | None = None
        if names != wanted:
            place_of = {name: place for place, name in enumerate(wanted)}
            if any(name not in place_of for name in names):
                raise BadOption(f"{game.title} has columns with these options that the network's table lacks.")
            self._columns = np.array([place_of[name] for name in names], dtype=np.int64)
        count, seats = game.move_count(options), game.seats(options)
        if count > self.space:
            raise BadOption(f"{game.title} has moves with these options that the network's table lacks.")
        found = [list(bots.relative_moves(options, seat)) if relative_moves else [] for seat in range(seats)]
        self._net_moves = np.array([moves or range(count) for moves in found], dtype=np.int64)
        self._same_moves = count == self.space and not any(found)
        self._table_moves = np.zeros((seats, self.space), dtype=np.int64)
        np.put_along_axis(self._table_moves, self._net_moves, np.arange(count)[None, :], axis=1)

    def rows(self, rows: Real) -> Real:
        if self._columns is None:
            return rows
        out = np.zeros((len(rows), self.width), dtype=rows.dtype)
        out[:, self._columns] = rows
        return out

    def masks(self, masks: Mask, seats: Moves) -> Mask:
        """Converts masks of legal moves, each of the seat that decides."""
        if self._same_moves:
            return masks
        out = np.zeros((len(masks), self.space), dtype=masks.dtype)
        np.put_along_axis(out, self._net_moves[seats], masks, axis=1)
        return out

    def net_moves(self, seat: Seat, moves: list[int]) -> list[int]:
        """Returns the network's numbers of a seat's moves."""
        found: list[int] = self._net_moves[seat, moves].tolist()
        return found

    def table_moves(self, moves: Moves, seats: Moves) -> Moves:
        """Returns the table's numbers for the network's moves, given the deciding seats."""
        return moves if self._same_moves else self._table_moves[seats, moves]
