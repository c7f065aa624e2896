"""What all environments share: a game with its spaces, and the state of one episode."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadOption
from rumpus.core.game import Game
from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import Seeded
from rumpus.envs.arrays import Mask, Row, row_of

LOWEST, HIGHEST = -1e6, 1e6
LOSE, REPLACE, REFUSE = "lose", "replace", "refuse"
"""What happens on an illegal action: its agent loses the game; the first legal move is played; it is refused."""


class Episode:
    """A game with fixed options, and the episode that is being played."""

    def __init__(self, game: str | Game, changes: Mapping[str, object] | None = None, illegal: str = LOSE) -> None:
        if illegal not in (LOSE, REPLACE, REFUSE):
            raise BadOption(f"illegal is one of {LOSE}, {REPLACE}, {REFUSE}, not {illegal!r}")
        self.illegal = illegal
        self.game = find_game(game) if isinstance(game, str) else game
        self.options = self.game.options(changes)
        self.seats = range(self.game.seats(self.options))
        self.space = self.game.move_count(self.options)
        self.luck = Seeded("")
        self.position: Position | None = None
        self.features = self.game.bots().features(self.options)

    def __getstate__(self) -> dict[str, Any]:
        """For a copy or a pickle: the features, which may be compiled, are made again."""
        return {name: value for name, value in self.__dict__.items() if name != "features"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.features = self.game.bots().features(self.options)

    def deal(self, seed: int | None) -> Position:
        """A new episode; without a seed, of its own."""
        self.luck = Seeded(secrets.token_hex(16) if seed is None else f"episode/{seed}")
        self.position = self.game.start(self.options, self.luck)
        return self.position

    @property
    def now(self) -> Position:
        if self.position is None:
            raise BadOption("the environment must be reset before it is used")
        return self.position

    def allowed(self, seat: Seat, action: Any) -> Move | None:
        """The move that is played for this action; None if it is illegal and so loses the game."""
        moves = self.now.moves(seat)
        move = int(action)
        if move in moves:
            return move
        if self.illegal == REFUSE:
            raise BadOption(f"action {move} cannot be played: {self.now.why_not(seat, move)}")
        return moves[0] if self.illegal == REPLACE else None

    def row(self, seat: Seat) -> Row:
        """What the seat knows, as numbers."""
        return row_of(self.features, self.now, seat)

    def mask(self, moves: Sequence[Move], extra: int = 0) -> Mask:
        """Ones where a move is legal; `extra` places follow the game's own moves."""
        mask = bytearray(self.space + extra)
        for move in moves:
            mask[move] = 1
        return np.frombuffer(mask, dtype=np.int8)
