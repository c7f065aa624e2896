"""A game with its spaces and the state of one episode, shared by all environments."""

from __future__ import annotations

import json
import operator
import secrets
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadOption
from rumpus.core.evaluator import Evaluator
from rumpus.core.game import Game
from rumpus.core.options import by_name
from rumpus.core.outcome import places, winners
from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import SeededRng
from rumpus.envs.arrays import FeatureVector, Mask, feature_vector

NOBODY = -1
"""Winner of a game that is drawn, or lost alone."""
LOSE, REPLACE, REFUSE = "lose", "replace", "refuse"
"""Handling of illegal actions: the agent loses, the first legal move is played, or an error."""


def check_bound(name: str, bound: int) -> None:
    """Refuses a bound of decisions below 1."""
    if bound < 1:
        raise BadOption(f"{name} is 1 or more, not {bound}.")


class Episode:
    """A game with fixed options, and its current episode."""

    def __init__(
        self,
        game: str | Game,
        changes: Mapping[str, object] | None = None,
        illegal: str = LOSE,
        options: Mapping[str, object] | None = None,
    ) -> None:
        """Checks everything. `options` are more changes, as keyword arguments of an environment."""
        if illegal not in (LOSE, REPLACE, REFUSE):
            raise BadOption(f"illegal is one of {LOSE}, {REPLACE}, {REFUSE}, not {illegal!r}.")
        self.illegal = illegal
        self.game = find_game(game) if isinstance(game, str) else game
        self.options = self.game.options({**by_name(changes), **(options or {})})
        self.seats = range(self.game.seats(self.options))
        self.space = self.game.move_count(self.options)
        self.max_decisions = self.game.max_decisions(self.options)
        self.rng = SeededRng("")
        self.position: Position | None = None
        self.length = 0
        """Decisions of all seats so far."""
        self.features = self.game.bots().features(self.options)

    def __repr__(self) -> str:
        changed = ", ".join(f"{name}={value!r}" for name, value in self.options.changed().items())
        return f"{self.game.name}({changed})"

    def __getstate__(self) -> dict[str, Any]:
        """Drops features and evaluator, which may be compiled. They are made again on load."""
        return {name: value for name, value in self.__dict__.items() if name not in ("features", "evaluator")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.features = self.game.bots().features(self.options)

    @cached_property
    def evaluator(self) -> Evaluator:
        return self.game.bots().evaluator(self.options)

    def deal(self, seed: int | None) -> Position:
        """Starts an episode, with a random seed by default."""
        self.rng = SeededRng(secrets.token_hex(16) if seed is None else f"episode/{seed}")
        self.position = self.game.start(self.options, self.rng)
        self.length = 0
        return self.position

    @property
    def now(self) -> Position:
        if self.position is None:
            raise BadOption("Call reset() before using the environment.")
        return self.position

    def move_for(self, seat: Seat, action: Any) -> Move | None:
        """Returns the move to play: the action, or another if it is replaced. None if it is illegal and loses."""
        moves = self.now.moves(seat)
        try:
            move = operator.index(action)
        except TypeError:
            raise BadOption(f"An action is a whole number from 0 to {self.space - 1}, not {action!r}.") from None
        if move in moves:
            return move
        if self.illegal == REFUSE:
            raise BadOption(f"Action {move} cannot be played: {self.now.refusal(seat, move)}")
        return moves[0] if self.illegal == REPLACE else None

    def apply(self, seat: Seat, move: Move) -> None:
        """Plays a checked move."""
        self.now.apply(seat, move, self.rng)
        self.length += 1

    def outcome(self, seat: Seat, losers: Sequence[Seat] = ()) -> dict[str, Any]:
        """Returns how the game ended for a seat, as data for `info`. `losers` have made an illegal move."""
        result = self.now.result()
        ranking = self.now.ranking()
        if losers:
            result = [-1.0 if one in losers else 0.0 for one in self.seats]
            ranking = places(result)
        if result is None:
            return {"length": self.length}
        return {**outcome(result, ranking, seat), "length": self.length}

    def view(self, seat: Seat) -> str:
        """Returns what the seat sees, as JSON. `view_schema` describes it."""
        return json.dumps(self.now.view(seat))

    def feature_vector(self, seat: Seat) -> FeatureVector:
        return feature_vector(self.features, self.now, seat)

    def action_mask(self, moves: Sequence[Move], extra: int = 0) -> Mask:
        """Returns 1 for legal moves. `extra` entries follow the game's moves."""
        mask = bytearray(self.space + extra)
        for move in moves:
            mask[move] = 1
        return np.frombuffer(mask, dtype=np.int8)

    def mask_of(self, seat: Seat) -> Mask:
        """Returns the legal actions of a seat, all ones at the end.

        No mask of a learner is empty, so a policy may sample from the last observation too.
        """
        if self.now.result() is not None:
            return np.ones(self.space, np.int8)
        return self.action_mask(self.now.moves(seat))


def outcome(result: Sequence[float], ranking: Sequence[int], seat: Seat) -> dict[str, Any]:
    """Returns a seat's result and place, the winner (or `NOBODY`) and all results."""
    best = winners(ranking)
    return {
        "result": float(result[seat]),
        "place": ranking[seat],
        "winner": best[0] if len(best) == 1 else NOBODY,
        "results": np.array(result, np.float32),
    }
