"""The exact solution of Defend the City: best play against every house enemy, and against the best of enemies."""

from rumpus.games.defend_the_city.solver.solution import SiegeSolution, SiegeSolver

__all__ = ["SiegeSolution", "SiegeSolver"]
