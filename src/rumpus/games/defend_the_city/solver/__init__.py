"""Exact solutions of Defend the City, against house enemies and at equilibrium."""

from rumpus.games.defend_the_city.solver.solution import SiegeSolution, SiegeSolver

__all__ = ["SiegeSolution", "SiegeSolver"]
