"""The exact report: what a solved game says about its rules, in the form of the other reports."""

from __future__ import annotations

from collections.abc import Mapping

from rumpus.core.errors import BadOption
from rumpus.core.game import Game
from rumpus.core.solver import Progress
from rumpus.lab.grid import grid_svg
from rumpus.lab.page import Section, page


def exact_html(game: Game, changes: Mapping[str, object], progress: Progress | None = None) -> tuple[str, list[str]]:
    """The page, and what is out of line."""
    solver = game.solver()
    if solver is None:
        raise BadOption(f"{game.title} is too large to be solved exactly; rumpus lab run plays it instead")
    changed = game.options(changes).changed()
    study = solver.study(changes, progress)
    words = "Changed: " + ", ".join(f"{name} = {value}" for name, value in changed.items()) + "."
    lead = [*study.lead, words if changed else "All numbers are the rulebook's."]
    sections = [
        Section(finding.question, [grid_svg(grid) for grid in finding.maps], finding.sentence)
        for finding in study.findings
    ]
    flags = [flag for finding in study.findings for flag in finding.flags]
    return page(f"{game.title}: exactly", lead, flags, sections), flags
