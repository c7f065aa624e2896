"""Plays a solved game by its solution: nobody does better in the long run."""

from __future__ import annotations

from functools import lru_cache

from rumpus.core.chair import Chair
from rumpus.core.contract import Move
from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.core.luck import Seeded
from rumpus.core.options import Options
from rumpus.core.solver import Solution, Solver, solver_of
from rumpus.players.player import Choice, Explanation, Player, only_choice


def solves_matches(game: Game) -> bool:
    """Whether `exact` can play it; some solvers only know small cases of their game."""
    solver = solver_of(game)
    return solver is not None and type(solver).solve_match is not Solver.solve_match


@lru_cache(maxsize=8)
def solution_of(game: Game, options: Options) -> Solution:
    """The exact solution of a match with these options: found once per process, in a second or a few minutes."""
    solver = solver_of(game)
    if solver is None:
        raise RumpusError(f"{game.title} has no exact solution for `exact` to play by")
    return solver.solve_match(options)


class ExactPlayer(Player):
    """Follows the policy; luck of its own decides where mixing is best."""

    def __init__(self, name: str, game: Game, options: Options, seed: str) -> None:
        super().__init__(name)
        if solver_of(game) is None:
            raise RumpusError(f"{game.title} has no exact solution for `exact` to play by")
        self._game = game
        self._options = options
        self._luck = Seeded(seed)

    def decide(self, chair: Chair) -> Move:
        solution = solution_of(self._game, self._options)
        view = chair.view()
        move = solution.policy(view, self._luck)
        chance = solution.chance(view)
        odds = "" if chance is None else f", which wins {100 * chance:.1f} % of the time from here"
        self._explanation = only_choice(self.name, chair) or Explanation(
            self.name, [Choice(chair, move, chance)], reason=f"{{}} belongs to the exact best play{odds}."
        )
        return move
