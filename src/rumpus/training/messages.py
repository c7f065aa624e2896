"""Requests to actor processes and their replies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from rumpus.core.game import Game
from rumpus.players.layout import NetLayout
from rumpus.players.net import Real

Arrays = dict[str, NDArray[Any]]
"""Training data: named arrays with one entry per row."""


@dataclass(frozen=True)
class TrainingTables:
    """Options of the tables that a network learns to play at."""

    changes: Sequence[dict[str, Any]]
    """Changes of the default options, by table. The first table is evaluated."""
    reference: dict[str, Any]
    """Changes with the most columns and moves: the network has their layout."""
    relative_moves: bool = True

    @staticmethod
    def of(game: Game, changes: Sequence[Mapping[str, object]]) -> TrainingTables:
        """Checks the options; the widest of them are the reference."""
        bots = game.bots()
        tables = [game.options(one) for one in changes]
        widest = max(tables, key=lambda options: (len(bots.features(options).names), game.move_count(options)))
        for options in tables:
            NetLayout(game, options, widest, relative_moves=True)
        return TrainingTables([dict(options.changed()) for options in tables], dict(widest.changed()))


@dataclass(frozen=True)
class Opponent:
    """A fixed opponent in a fraction of the games and in all evaluations. `others` skip evaluations."""

    name: str = "greedy"
    fraction: float = 1 / 8
    others: Sequence[Opponent] = ()

    def by_env(self, num_envs: int, fraction: float = 0.0) -> list[str | None]:
        """Assigns opponents to environments; None is self-play. `fraction` can raise this one's."""
        opponents: list[str | None] = []
        for opponent in self.others:
            opponents += [opponent.name] * int(num_envs * opponent.fraction)
        evaluated = min(int(num_envs * max(fraction, self.fraction)), num_envs - len(opponents))
        # Self-play comes first: `PpoActor` gives the first environments to past selves.
        return [None] * (num_envs - len(opponents) - evaluated) + [self.name] * evaluated + opponents

    @property
    def is_only_opponent(self) -> bool:
        """True if all games are against it, as in an attack."""
        return self.fraction == 1


@dataclass(eq=False)
class PlayRequest:
    """Request for training games. Without weights, of the greedy bot."""

    arrays: dict[str, Real] | None
    exploration: float
    seconds: float
    """Seconds after which a partial batch is sent."""
    past_arrays: dict[str, Real] | None = None
    """Weights of a past self, met as an opponent."""
    opponent_fraction: float = 0.0
    """Fraction of games against the opponent, if above its own."""
    table: int = 0
    """Number of the options to play with; 0 are the first ones."""


@dataclass(eq=False)
class PlayBatch:
    batch: Arrays
    games: int
    imitation: bool
    """True for games of the greedy bot."""


@dataclass(eq=False)
class EvalRequest:
    """Request for evaluation games (by seed) against the opponent. `point` is of the curve."""

    point: int
    method: str
    arrays: dict[str, Real]
    games: range
    seconds: float
    rollout_depth: int = 0
    """Decisions of a rollout before a move is valued."""
    seed: str = ""
    """Seed of the deals. Equal at all points of a curve."""


@dataclass(eq=False)
class EvalResult:
    """Points of the learner by game. Ties for first place are divided."""

    point: int
    method: str
    points: list[float]
