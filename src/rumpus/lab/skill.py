"""Luck or skill: bots of growing strength, each against the one below."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rumpus.core.errors import BadOption, RumpusError
from rumpus.lab.plan import Plan
from rumpus.lab.report import SkillStep
from rumpus.lab.tournament import run_tournament
from rumpus.lab.workers import Workers
from rumpus.players.catalogue import find_player

STRENGTHS: Sequence[str] = ("random", "greedy", "normal")


def skill_steps(plan: Plan, games: int, workers: Workers) -> list[SkillStep]:
    """Each strength against the one below; where only one seat is played, there is nothing to compare."""
    if len(plan.players) < 2:
        return []
    if plan.variant is not None:
        raise BadOption(f"a ladder is played by the rulebook, and this run by {plan.variant.name}: leave out --ladder")
    found: list[SkillStep] = []
    for weak, strong in pairwise(STRENGTHS):
        try:
            find_player(strong, plan.game, plan.options, "check")
        except RumpusError:
            continue
        changes = plan.options.changed()
        table = run_tournament(plan.game, changes, [strong, weak], games, plan.seed, workers)
        found.append(SkillStep(strong, weak, table.versus(0, 1)))
    return found
