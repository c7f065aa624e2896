"""The information state of one seat: all that a player receives."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.evaluator import Evaluator
from rumpus.core.features import Afterstates, Features, afterstates
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Move, Position, Seat, View
from rumpus.core.rng import Rng
from rumpus.core.words import seen_from


class InfoState:
    """One seat's knowledge at one decision (OpenSpiel: information state).

    It contains a sampled world instead of the real position: inspecting it reveals nothing hidden.
    """

    def __init__(
        self, game: Game, options: Options, position: Position, seat: Seat, rng: Rng, names: Sequence[str] = ()
    ) -> None:
        """`names` are the people by seat, for `describe_move` and `explain_move`."""
        self.game = game
        self.options = options
        self.seat = seat
        self._names = names
        self._world = position.determinize(seat, rng)

    def view(self) -> View:
        """Returns what the seat sees, as JSON."""
        return self._world.view(self.seat)

    def moves(self) -> list[Move]:
        """Returns the seat's legal moves."""
        return self._world.moves(self.seat)

    def format_move(self, move: Move) -> str:
        return self.game.format_move(self._world, self.seat, move)

    def describe_move(self, move: Move) -> str:
        return self.game.describe_move(self._world, self.seat, move, self.names())

    def explain_move(self, move: Move) -> str:
        return self.game.explain_move(self._world, self.seat, move, self.names())

    def justify_move(self, move: Move) -> str:
        return self.game.justify_move(self._world, self.seat, move, self.names())

    def names(self) -> Sequence[str]:
        """Returns the names by seat, this seat as "you". Nameless seats are numbered players."""
        names = self._names or [f"player {number + 1}" for number in range(self.game.seats(self.options))]
        return seen_from(names, self.seat)

    def score_moves(self, evaluator: Evaluator, moves: Sequence[Move]) -> list[float]:
        """Scores these moves with the evaluator, in the world kept here."""
        return [evaluator.score_move(self._world, self.seat, move) for move in moves]

    def feature_vector(self, features: Features) -> list[float]:
        """Returns the seat's knowledge as numbers: the same in every world."""
        return features.of(self._world, self.seat)

    def afterstates(self, features: Features, moves: Sequence[Move], rng: Rng) -> Afterstates:
        """Returns features and results after each of these moves, in a freshly sampled world."""
        return afterstates(features, self.sample(rng), self.seat, moves, rng)

    def sample(self, rng: Rng) -> Position:
        """Samples a full position consistent with the seat's knowledge: a determinization."""
        return self._world.determinize(self.seat, rng)
