"""Luck or skill: bots of growing strength, each against the one below."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rumpus.core.errors import RumpusError
from rumpus.lab.plan import Plan
from rumpus.lab.report import Rung
from rumpus.lab.tournament import run_tournament
from rumpus.players.catalogue import find_player

STRENGTHS: Sequence[str] = ("random", "greedy", "normal")


def rungs(plan: Plan, games: int, jobs: int) -> list[Rung]:
    """Each strength against the one below; where only one seat is played, there is nothing to compare."""
    if len(plan.players) < 2:
        return []
    found: list[Rung] = []
    for weak, strong in pairwise(STRENGTHS):
        try:
            find_player(strong, plan.game, plan.options, "check")
        except RumpusError:
            continue
        changes = plan.options.changed()
        table = run_tournament(plan.game, changes, [strong, weak], games, plan.seed, jobs)
        found.append((strong, weak, table.versus(0, 1)))
    return found
