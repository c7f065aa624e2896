"""Exact solutions of duels without cards."""

from rumpus.games.cat_brawl.solver.solution import DuelSolver

__all__ = ["DuelSolver"]
