"""Plays a solved game by its solution: nobody does better in the long run."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache

from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.core.info_state import Chair
from rumpus.core.options import Options
from rumpus.core.position import Move
from rumpus.core.rng import Seeded
from rumpus.core.solver import Solution, solver_of
from rumpus.players.player import Choice, Explanation, Player, only_choice


def effort_of(game: Game, options: Options) -> float:
    """About how many seconds the solution of a match takes; infinite where `exact` cannot play it."""
    solver = solver_of(game)
    return math.inf if solver is None else solver.effort(options)


def solves_matches(game: Game) -> bool:
    """Whether `exact` can play it; some solvers only know small cases of their game."""
    return math.isfinite(effort_of(game, game.options()))


@lru_cache(maxsize=8)
def solution_of(game: Game, options: Options) -> Solution:
    """The exact solution of a match with these options: found once per process, in a second or a few minutes."""
    solver = solver_of(game)
    if solver is None:
        raise RumpusError(f"{game.title} has no solver of its own for `exact` to play by")
    return solver.solve_match(options)


class ExactPlayer(Player):
    """Follows the policy; luck of its own decides where mixing is best."""

    def __init__(self, name: str, game: Game, options: Options, seed: str) -> None:
        super().__init__(name)
        self._effort = effort_of(game, options)
        if math.isinf(self._effort):
            raise RumpusError(f"{game.title} has no solver of its own for `exact` to play by, or none for such a match")
        self._game = game
        self._options = options
        self._luck = Seeded(seed)

    def effort(self) -> float:
        return self._effort

    def decide(self, chair: Chair) -> Move:
        solution = solution_of(self._game, self._options)
        view = chair.view()
        move = solution.policy(view, self._luck)
        chance = solution.chance(view)
        odds = "" if chance is None else f", which wins {100 * chance:.1f} % of the time from here"
        self._explanation = only_choice(self.name, chair) or Explanation(
            self.name, self._choices(chair, move, solution), reason=f"{{}} belongs to the exact best play{odds}."
        )
        return move

    def shares(self, chair: Chair) -> Mapping[Move, float]:
        return dict(solution_of(self._game, self._options).mixture(chair.view()))

    def _choices(self, chair: Chair, move: Move, solution: Solution) -> list[Choice]:
        """The move that was made, then the others, the best first."""
        view = chair.view()
        worths = solution.worths(view)
        others = sorted((other for other in worths if other != move), key=lambda other: -worths[other])
        first = Choice(chair, move, worths.get(move, solution.chance(view)))
        return [first, *(Choice(chair, other, worths[other]) for other in others)]
