"""Duels without cards, solved exactly."""

from rumpus.games.cat_brawl.solver.solution import DuelSolver

__all__ = ["DuelSolver"]
