"""A game with its spaces and the state of one episode, shared by all environments."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadOption
from rumpus.core.game import Game
from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import SeededRng
from rumpus.envs.arrays import FeatureVector, Mask, feature_vector

LOWEST, HIGHEST = -1e6, 1e6
LOSE, REPLACE, REFUSE = "lose", "replace", "refuse"
"""Handling of illegal actions: the agent loses, the first legal move is played, or an error."""


class Episode:
    """A game with fixed options, and its current episode."""

    def __init__(self, game: str | Game, changes: Mapping[str, object] | None = None, illegal: str = LOSE) -> None:
        if illegal not in (LOSE, REPLACE, REFUSE):
            raise BadOption(f"illegal is one of {LOSE}, {REPLACE}, {REFUSE}, not {illegal!r}.")
        self.illegal = illegal
        self.game = find_game(game) if isinstance(game, str) else game
        self.options = self.game.options(changes)
        self.seats = range(self.game.seats(self.options))
        self.space = self.game.move_count(self.options)
        self.rng = SeededRng("")
        self.position: Position | None = None
        self.features = self.game.bots().features(self.options)

    def __getstate__(self) -> dict[str, Any]:
        """Drops the features, which may be compiled. They are made again on load."""
        return {name: value for name, value in self.__dict__.items() if name != "features"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.features = self.game.bots().features(self.options)

    def deal(self, seed: int | None) -> Position:
        """Starts an episode, with a random seed by default."""
        self.rng = SeededRng(secrets.token_hex(16) if seed is None else f"episode/{seed}")
        self.position = self.game.start(self.options, self.rng)
        return self.position

    @property
    def now(self) -> Position:
        if self.position is None:
            raise BadOption("Call reset() before using the environment.")
        return self.position

    def move_for(self, seat: Seat, action: Any) -> Move | None:
        """Returns the move to play. None if the action is illegal and loses."""
        moves = self.now.moves(seat)
        move = int(action)
        if move in moves:
            return move
        if self.illegal == REFUSE:
            raise BadOption(f"Action {move} cannot be played: {self.now.refusal(seat, move)}")
        return moves[0] if self.illegal == REPLACE else None

    def feature_vector(self, seat: Seat) -> FeatureVector:
        return feature_vector(self.features, self.now, seat)

    def action_mask(self, moves: Sequence[Move], extra: int = 0) -> Mask:
        """Returns 1 for legal moves. `extra` entries follow the game's moves."""
        mask = bytearray(self.space + extra)
        for move in moves:
            mask[move] = 1
        return np.frombuffer(mask, dtype=np.int8)
