"""Many games per call: the stepping, masking and encoding of a whole batch in compiled code."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from rumpus.core.features import Features
from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import Luck


class Lanes:
    """Games side by side; a game that ends is replaced by a fresh deal, so every lane always has a decision.

    In each lane one seat decides at a time: of seats that decide together, the lowest first. What is handed out (rows,
    masks, rewards, dones) lies in memory as one block, is made anew each time and never changed afterwards.
    """

    def __init__(self, features: Features, space: int, lucks: list[Luck], players: int) -> None:
        self.features = features
        self.width: i64 = len(features.names)
        self.space: i64 = space
        self.players: i64 = players
        self.lucks = lucks
        self.positions: list[Position] = []
        self.seats: list[Seat] = []
        self.offers: list[list[Move]] = []
        self.mask: vec[u8] = vec[u8]([])
        self.listed = 0
        """So many lanes have listed the moves of the open decision."""
        self.finished: list[int] = []
        self.rewards: vec[float] = vec[float]([])
        self.dones: vec[u8] = vec[u8]([])

    def put(self, position: Position) -> None:
        """A freshly dealt game for the next empty lane."""
        self.positions.append(position)
        self.seats.append(position.to_act()[0])
        self.listed = 0

    def replace(self, lane: int, position: Position) -> None:
        """A freshly dealt game in the place of a finished one."""
        self.positions[lane] = position
        self.seats[lane] = position.to_act()[0]
        self.listed = 0

    # --- what is seen ---

    def rows(self, first: int, last: int) -> vec[float]:
        """What the deciding seats of the lanes from `first` to before `last` know, one row after another.

        Their moves are listed on the way, while each game is at hand. Few lanes at a time stay near the processor.
        """
        rows = vec[float]([0.0] * ((last - first) * self.width))
        at: i64 = 0
        for lane in range(first, last):
            if lane == self.listed:
                self._list_moves(lane)
            self.features.write(self.positions[lane], self.seats[lane], rows, at)
            at += self.width
        return rows

    def rows_of(self, seat: Seat, first: int, last: int) -> vec[float]:
        """What one seat knows in those lanes, whoever decides there."""
        rows = vec[float]([0.0] * ((last - first) * self.width))
        at: i64 = 0
        for lane in range(first, last):
            self.features.write(self.positions[lane], seat, rows, at)
            at += self.width
        return rows

    def legal(self) -> vec[u8]:
        """A mask of legal moves, one row per lane; the moves are asked for once per decision."""
        for lane in range(self.listed, len(self.positions)):
            self._list_moves(lane)
        return self.mask

    def _list_moves(self, lane: int) -> None:
        if lane == 0:
            self.mask = vec[u8]([0] * (len(self.positions) * self.space))
            self.offers = []
        mask = self.mask
        at: i64 = lane * self.space
        moves = self.positions[lane].moves(self.seats[lane])
        for move in moves:
            mask[at + move] = 1
        self.offers.append(moves)
        self.listed = lane + 1

    def who(self) -> vec[i64]:
        """The seats whose decisions these are."""
        seats = vec[i64]([0] * len(self.seats))
        for lane in range(len(self.seats)):
            seats[lane] = self.seats[lane]
        return seats

    def at_random(self, luck: Luck) -> vec[i64]:
        """A legal move for every lane, each as likely as the other."""
        self.legal()
        moves = vec[i64]([0] * len(self.offers))
        for lane in range(len(self.offers)):
            offer = self.offers[lane]
            moves[lane] = offer[luck.below(len(offer))]
        return moves

    # --- what is done ---

    def step(self, moves: vec[i64]) -> int:
        """One decision in every lane; `finished`, `dones` and `rewards` (by lane and seat) say what ended, and how.

        -1, or the first lane whose move is illegal: then nothing is played anywhere.
        """
        mask = self.legal()
        at: i64 = 0
        for lane in range(len(moves)):
            move = moves[lane]
            if move < 0 or move >= self.space or mask[at + move] == 0:
                return lane
            at += self.space
        rewards = vec[float]([0.0] * (len(moves) * self.players))
        dones = vec[u8]([0] * len(moves))
        finished: list[int] = []
        for lane in range(len(moves)):
            position = self.positions[lane]
            position.apply(self.seats[lane], int(moves[lane]), self.lucks[lane])
            acting = position.to_act()
            if acting:
                self.seats[lane] = acting[0]
                continue
            finished.append(lane)
            dones[lane] = 1
            result = position.result()
            if result is not None:
                first: i64 = lane * self.players
                for seat in range(len(result)):
                    rewards[first + seat] = result[seat]
        self.finished = finished
        self.rewards = rewards
        self.dones = dones
        self.listed = 0
        return -1
