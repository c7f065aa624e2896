"""Many games per call, in compiled code."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from rumpus.core.features import Features, zeros
from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import Rng


class EnvBatch:
    """A batch of games with one pending decision each. Finished games are dealt again.

    Simultaneous decisions are made in turn, lowest seat first. Returned blocks (rows, masks, rewards, dones) are
    new at each call and never changed later.
    """

    def __init__(self, features: Features, space: int, rngs: list[Rng], players: int) -> None:
        self.features = features
        self.width: i64 = len(features.names)
        self.space: i64 = space
        self.players: i64 = players
        self.rngs = rngs
        self.positions: list[Position] = []
        self.seats: list[Seat] = []
        self.offers: list[list[Move]] = []
        self.action_mask: vec[u8] = vec[u8]([])
        self.listed_envs = 0
        """Number of environments with listed moves at this step."""
        self.moves: vec[i64] = vec[i64]([])
        self.rewards: vec[float] = vec[float]([])
        self.dones: vec[u8] = vec[u8]([])

    def add(self, position: Position) -> None:
        self.positions.append(position)
        self.seats.append(position.to_act()[0])
        self.listed_envs = 0

    def replace(self, env: int, position: Position) -> None:
        self.positions[env] = position
        self.seats[env] = position.to_act()[0]
        if env < self.listed_envs:
            self.listed_envs = 0

    # --- observations ---

    def observations(self, first: int, last: int) -> vec[float]:
        """Encodes the deciding seats' rows of the environments from `first` to before `last`.

        Also lists their moves, while the game is in the processor's cache. Few environments at a time stay there.
        """
        rows = zeros((last - first) * self.width)
        at: i64 = 0
        for env in range(first, last):
            if env == self.listed_envs:
                self._list_moves(env)
            self.features.write(self.positions[env], self.seats[env], rows, at)
            at += self.width
        return rows

    def observations_of(self, seat: Seat, first: int, last: int) -> vec[float]:
        """Encodes one seat's rows, deciding or not."""
        rows = zeros((last - first) * self.width)
        at: i64 = 0
        for env in range(first, last):
            self.features.write(self.positions[env], seat, rows, at)
            at += self.width
        return rows

    def legal_mask(self) -> vec[u8]:
        for env in range(self.listed_envs, len(self.positions)):
            self._list_moves(env)
        return self.action_mask

    def _list_moves(self, env: int) -> None:
        if env == 0:
            self.action_mask = vec[u8]([0] * (len(self.positions) * self.space))
            self.offers = []
        mask = self.action_mask
        at: i64 = env * self.space
        moves = self.positions[env].moves(self.seats[env])
        for move in moves:
            mask[at + move] = 1
        self.offers.append(moves)
        self.listed_envs = env + 1

    def deciding_seats(self) -> vec[i64]:
        seats = vec[i64]([0] * len(self.seats))
        for env in range(len(self.seats)):
            seats[env] = self.seats[env]
        return seats

    def random_moves(self, rng: Rng) -> vec[i64]:
        """Samples a legal move uniformly in every environment."""
        self.legal_mask()
        moves = vec[i64]([0] * len(self.offers))
        for env in range(len(self.offers)):
            offer = self.offers[env]
            moves[env] = offer[rng.below(len(offer))]
        return moves

    # --- steps ---

    def begin_step(self, moves: vec[i64]) -> int:
        """Sets the moves to play. Returns -1, or the first environment with an illegal one."""
        mask = self.legal_mask()
        at: i64 = 0
        for env in range(len(moves)):
            move = moves[env]
            if move < 0 or move >= self.space or mask[at + move] == 0:
                return env
            at += self.space
        self.moves = moves
        self.rewards = vec[float]([0.0] * (len(moves) * self.players))
        self.dones = vec[u8]([0] * len(moves))
        self.listed_envs = 0
        return -1

    def play(self, first: int, last: int) -> list[int]:
        """Plays a decision in the environments from `first` to before `last`. Returns those with finished games."""
        rewards = self.rewards
        dones = self.dones
        finished: list[int] = []
        for env in range(first, last):
            position = self.positions[env]
            position.apply(self.seats[env], int(self.moves[env]), self.rngs[env])
            acting = position.to_act()
            if acting:
                self.seats[env] = acting[0]
                continue
            finished.append(env)
            dones[env] = 1
            result = position.result()
            if result is not None:
                at: i64 = env * self.players
                for seat in range(len(result)):
                    rewards[at + seat] = result[seat]
        return finished
