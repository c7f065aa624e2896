"""A chair is all that a player gets: one seat's view, moves and dreams, and never the position."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.evaluator import Judge
from rumpus.core.features import Afterstates, Features, afterstates
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Move, Position, Seat, View
from rumpus.core.rng import Luck
from rumpus.core.words import seen_from


class Chair:
    """One seat at one decision, for a bot or a coach.

    It keeps a dream in place of the real position, so there is nothing behind it to peek at: whoever takes a chair
    apart finds only what its seat knows, and a random deal of the rest.
    """

    def __init__(
        self, game: Game, options: Options, position: Position, seat: Seat, luck: Luck, names: Sequence[str] = ()
    ) -> None:
        """`names` are the people, by seat: for the words of whoever explains a decision to one of them."""
        self.game = game
        self.options = options
        self.seat = seat
        self._names = names
        self._dream = position.imagine(seat, luck)

    def view(self) -> View:
        return self._dream.view(self.seat)

    def moves(self) -> list[Move]:
        return self._dream.moves(self.seat)

    def write(self, move: Move) -> str:
        return self.game.write(self._dream, self.seat, move)

    def say(self, move: Move) -> str:
        return self.game.say(self._dream, self.seat, move, self.names())

    def explain(self, move: Move) -> str:
        return self.game.explain(self._dream, self.seat, move, self.names())

    def names(self) -> Sequence[str]:
        """The people, by seat, as this one says them; whoever has no name is a player with a number."""
        names = self._names or [f"player {number + 1}" for number in range(self.game.seats(self.options))]
        return seen_from(names, self.seat)

    def appraise(self, judge: Judge, moves: Sequence[Move]) -> list[float]:
        """How these moves look to the judge in the dream that the chair keeps."""
        return [judge.appraise(self._dream, self.seat, move) for move in moves]

    def row(self, features: Features) -> list[float]:
        """What the seat knows, as numbers: the same in any dream of it."""
        return features.of(self._dream, self.seat)

    def afterstates(self, features: Features, moves: Sequence[Move], luck: Luck) -> Afterstates:
        """What each of these moves leads to in a fresh dream, a row each."""
        return afterstates(features, self.imagine(luck), self.seat, moves, luck)

    def imagine(self, luck: Luck) -> Position:
        """A fresh dream: a whole position that this seat could not tell from the real one."""
        return self._dream.imagine(self.seat, luck)
