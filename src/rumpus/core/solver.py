"""Interface for exact solutions of small games, and the reports about them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rumpus.core.errors import UnknownName
from rumpus.core.extras import missing_extra
from rumpus.core.options import Options
from rumpus.core.position import Json, Move, View
from rumpus.core.rng import Rng

if TYPE_CHECKING:
    from rumpus.core.game import Game
    from rumpus.core.info_state import InfoState


class Grid(NamedTuple):
    """A heat map of values from 0 to 1, shown in per cent unless `words` are given."""

    title: str
    rows: Sequence[str]
    columns: Sequence[str]
    values: Sequence[Sequence[float]]
    row_word: str = ""
    column_word: str = ""
    words: Sequence[Sequence[str]] | None = None
    """Texts of the cells, instead of percentages."""
    colours: Sequence[Sequence[str]] | None = None
    """Colours of the cells (#rrggbb), instead of the scale."""
    top: float = 1.0
    """Value at the end of the colour scale."""


class Finding(NamedTuple):
    """A question, its heat maps, the answer in a sentence, and remarkable exceptions."""

    question: str
    maps: Sequence[Grid]
    sentence: str
    flags: Sequence[str] = ()


class Study(NamedTuple):
    """A report on exact solutions of a game."""

    summary: Sequence[str]
    findings: Sequence[Finding]


MAX_POSITIONS = 300_000
"""Number of positions above which a game is too large for the generic solver."""
PRECISION = 1e-7
"""A game is solved if no seat can gain more than this payoff by deviating."""
MAX_ITERATIONS = 10_000
"""Maximum number of solver iterations."""

Progress = Callable[[float, str], None]
"""Called with the finished fraction, from 0 to 1, and the current step."""


Strategy = Callable[["InfoState"], Mapping[Move, float]]
"""Returns the probability of each move at an information state. Missing moves have probability 0."""
Samples = Sequence[Strategy]
"""Repeated queries of one player. The best response is chosen by the first, and valued by the last."""


class BestResponseValue(NamedTuple):
    """Win probability of a player in one seat against opponents who play a best response."""

    seated: str
    """The seat in words, as in "as the defender"."""
    value: float
    optimum: float
    """Win probability of optimal play in this seat."""
    against: str
    """The opponents in words, as in "against the best answer"."""


class Solution:
    """A solved game: its value for one seat, and a policy that achieves it."""

    name = ""
    """The solved part of the game, as in `Solver.names`."""
    seat = 0
    """The seat of the policy."""
    value = 0.0
    """Win probability of this seat under the policy."""
    options: Options
    """Options of the match with this value."""

    def figures(self) -> dict[str, Json]:
        """Returns the result as JSON data."""
        raise NotImplementedError

    def sentences(self) -> list[str]:
        raise NotImplementedError

    def picture(self) -> bytes:
        """Returns a picture of the policy as PNG data."""
        raise NotImplementedError

    def sample_move(self, view: View, rng: Rng) -> Move:
        """Samples a move of the policy for the seat with this view."""
        raise NotImplementedError

    def policy(self, view: View) -> list[tuple[Move, float]]:
        """Returns moves and probabilities for the seat with this view; empty if not stored."""
        return []

    def action_values(self, view: View) -> Mapping[Move, float]:
        """Returns the win probability of each move if all follow the policy later; empty if not stored."""
        return {}

    def win_probability(self, view: View) -> float | None:
        """Returns the win probability of the seat to act with this view; None if not stored."""
        return None


class Solver:
    """Exact solver of a game."""

    def names(self) -> Sequence[str]:
        """Returns the parts of the game that can be solved, the usual one first."""
        raise NotImplementedError

    def solve(self, name: str, progress: Progress | None = None) -> Solution:
        raise NotImplementedError

    def setup_seconds(self, options: Options) -> float:
        """Estimates the duration of `solve_match` for these options; infinite without a solution."""
        return math.inf

    def solve_match(self, options: Options, progress: Progress | None = None) -> Solution:
        """Solves a match with these options. Raises UnknownName if there is no solution."""
        raise UnknownName("A match with these options cannot be solved exactly.")

    def solve_rest(self, options: Options, view: View) -> Solution | None:
        """Solves the rest of a match from this view, if possible; else None."""
        return None

    def best_response(
        self, what: str, options: Options, samples: Samples, progress: Progress | None = None
    ) -> Sequence[BestResponseValue] | None:
        """Values a player against best responses in the part `what`. None if it is too large."""
        return None

    def study(self, changes: Mapping[str, object], progress: Progress | None = None) -> Study:
        """Reports on all solutions together, with these numbers of the rules changed."""
        raise UnknownName("There is no exact report of this game.")

    def checked(self, name: str) -> str:
        """Returns the normalised name. Raises UnknownName if it is not in `names`."""
        wanted = name.strip().lower()
        if wanted not in self.names():
            raise UnknownName(f"There is no {name.strip()!r} to solve; there is {', '.join(self.names())}.")
        return wanted


def solver_of(game: Game) -> Solver | None:
    """Returns the game's solver, if any. Raises MissingExtra if it needs a missing library."""
    try:
        return game.solver()
    except ModuleNotFoundError as error:
        raise missing_extra(error) from None
