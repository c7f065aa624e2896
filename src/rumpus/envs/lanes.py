"""Many games per call: the stepping, dealing and encoding of a whole batch in compiled code."""

from __future__ import annotations

from struct import Struct

from rumpus.core.contract import Features, Move, Position, Seat
from rumpus.core.luck import Luck


class Lanes:
    """Games side by side; a game that ends is replaced by a copy of a fresh deal, so every lane always has a decision.

    In each lane one seat decides at a time: of seats that decide together, the lowest first.
    """

    def __init__(self, features: Features, space: int, lucks: list[Luck]) -> None:
        self.features = features
        self.space = space
        self.lucks = lucks
        self.positions: list[Position] = []
        self.seats: list[Seat] = []
        self.finished: list[int] = []
        self.results: list[list[float]] = []
        self.pack = Struct(f"{len(features.names)}f").pack

    def put(self, position: Position) -> None:
        """A freshly dealt game for the next empty lane."""
        self.positions.append(position)
        self.seats.append(position.to_act()[0])

    def replace(self, lane: int, position: Position) -> None:
        """A freshly dealt game in the place of a finished one."""
        self.positions[lane] = position
        self.seats[lane] = position.to_act()[0]

    def step(self, moves: list[Move]) -> int:
        """One decision in every lane; `finished` then lists the lanes that ended, with their results.

        -1, or the first lane whose move is illegal: then nothing is played anywhere.
        """
        for lane in range(len(moves)):
            if moves[lane] not in self.positions[lane].moves(self.seats[lane]):
                return lane
        self.finished = []
        self.results = []
        for lane in range(len(moves)):
            position = self.positions[lane]
            position.apply(self.seats[lane], moves[lane], self.lucks[lane])
            acting = position.to_act()
            if acting:
                self.seats[lane] = acting[0]
            else:
                self.finished.append(lane)
                result = position.result()
                self.results.append([] if result is None else result)
        return -1

    def rows(self) -> bytearray:
        """What the deciding seats know, one row after another, as 32-bit floats."""
        rows = bytearray()
        for lane in range(len(self.positions)):
            rows += self.pack(*self.features.of(self.positions[lane], self.seats[lane]))
        return rows

    def legal(self) -> bytearray:
        """A mask of legal moves, one row per lane: a byte is 1 where the move is legal."""
        mask = bytearray(len(self.positions) * self.space)
        first = 0
        for lane in range(len(self.positions)):
            for move in self.positions[lane].moves(self.seats[lane]):
                mask[first + move] = 1
            first += self.space
        return mask
