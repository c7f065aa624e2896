"""Plays a solved game by its exact solution."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache

from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.core.info_state import InfoState
from rumpus.core.options import Options
from rumpus.core.position import Move
from rumpus.core.rng import SeededRng
from rumpus.core.solver import Solution, solver_of
from rumpus.players.player import Choice, Explanation, Player


def setup_seconds_of(game: Game, options: Options) -> float:
    """Estimates the seconds needed to solve a match. Infinite if `exact` cannot play it."""
    solver = solver_of(game)
    return math.inf if solver is None else solver.setup_seconds(options)


def solves_matches(game: Game) -> bool:
    """True if `exact` can play whole matches. Some solvers only handle small cases."""
    return math.isfinite(setup_seconds_of(game, game.options()))


@lru_cache(maxsize=8)
def solution_of(game: Game, options: Options) -> Solution:
    """Solves a match, once per process. Takes between a second and a few minutes."""
    solver = solver_of(game)
    if solver is None:
        raise RumpusError(f"{game.title} has no solver, so `exact` cannot play it. Choose another player.")
    return solver.solve_match(options)


class ExactPlayer(Player):
    """Samples moves from the solution's policy."""

    def __init__(self, name: str, game: Game, options: Options, seed: str) -> None:
        super().__init__(name)
        self._setup_seconds = setup_seconds_of(game, options)
        if math.isinf(self._setup_seconds):
            raise RumpusError(
                f"{game.title} has no solver for a match with these options, so `exact` cannot play it. "
                "Choose another player."
            )
        self._game = game
        self._options = options
        self._rng = SeededRng(seed)

    def setup_seconds(self) -> float:
        return self._setup_seconds

    def engine(self) -> str:
        return "exact solution"

    def decide(self, info: InfoState) -> Move:
        solution = solution_of(self._game, self._options)
        view = info.view()
        move = solution.sample_move(view, self._rng)
        if self.forced_move(info) is None:
            probability = solution.win_probability(view)
            odds = "" if probability is None else f" ({100 * probability:.1f} % to win)"
            reason = f"Best move (exact): {{}}{odds}."
            self._explanation = Explanation(self.name, self._choices(info, move, solution), reason=reason, exact=True)
        return move

    def policy(self, info: InfoState) -> Mapping[Move, float]:
        return dict(solution_of(self._game, self._options).policy(info.view()))

    def _choices(self, info: InfoState, move: Move, solution: Solution) -> list[Choice]:
        """Lists the chosen move, then the others by value."""
        view = info.view()
        values = solution.action_values(view)
        others = sorted((other for other in values if other != move), key=lambda other: -values[other])
        # Solutions may store no action values. The position's value serves as well: all moves of optimal play have it.
        first = Choice(info, move, values.get(move, solution.win_probability(view)))
        return [first, *(Choice(info, other, values[other]) for other in others)]
