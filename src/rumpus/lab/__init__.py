"""The lab: plays games by the ten thousand and measures the rules, with error bars.

with working(jobs=2) as workers:
    found = compare(game, {}, {"hp": 9}, ["greedy"], workers, max_pairs=2000)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rumpus.core.system.lazy import lazy_names

if TYPE_CHECKING:
    from rumpus.lab.experiments.comparison import Comparison, MeasureDifference, compare
    from rumpus.lab.experiments.restriction import RestrictionEffect, restrict
    from rumpus.lab.experiments.sensitivity import FactorEffect, Sensitivity, sensitivity
    from rumpus.lab.experiments.treatments import TreatmentEffect, TreatmentEffects, value
    from rumpus.lab.experiments.tuning import Target, Tuning, tune
    from rumpus.lab.reports.exact import PolicyCheck, simulate
    from rumpus.lab.reports.run_report import Report, report_of
    from rumpus.lab.simulation.plan import Plan
    from rumpus.lab.simulation.rows import GameRow, SeatRow
    from rumpus.lab.simulation.rules_patch import RulesPatch, changed
    from rumpus.lab.simulation.runs import Run
    from rumpus.lab.simulation.workers import Workers, working
    from rumpus.lab.strength.tournament import Crosstable, Entrant, run_tournament

__all__ = [
    "Comparison",
    "Crosstable",
    "Entrant",
    "FactorEffect",
    "GameRow",
    "MeasureDifference",
    "Plan",
    "PolicyCheck",
    "Report",
    "RestrictionEffect",
    "RulesPatch",
    "Run",
    "SeatRow",
    "Sensitivity",
    "Target",
    "TreatmentEffect",
    "TreatmentEffects",
    "Tuning",
    "Workers",
    "changed",
    "compare",
    "report_of",
    "restrict",
    "run_tournament",
    "sensitivity",
    "simulate",
    "tune",
    "value",
    "working",
]

if not TYPE_CHECKING:  # Type checkers would accept any name.
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "rumpus.lab.experiments.comparison": ["Comparison", "MeasureDifference", "compare"],
            "rumpus.lab.experiments.restriction": ["RestrictionEffect", "restrict"],
            "rumpus.lab.experiments.sensitivity": ["FactorEffect", "Sensitivity", "sensitivity"],
            "rumpus.lab.experiments.treatments": ["TreatmentEffect", "TreatmentEffects", "value"],
            "rumpus.lab.experiments.tuning": ["Target", "Tuning", "tune"],
            "rumpus.lab.reports.exact": ["PolicyCheck", "simulate"],
            "rumpus.lab.reports.run_report": ["Report", "report_of"],
            "rumpus.lab.simulation.plan": ["Plan"],
            "rumpus.lab.simulation.rows": ["GameRow", "SeatRow"],
            "rumpus.lab.simulation.rules_patch": ["RulesPatch", "changed"],
            "rumpus.lab.simulation.runs": ["Run"],
            "rumpus.lab.simulation.workers": ["Workers", "working"],
            "rumpus.lab.strength.tournament": ["Crosstable", "Entrant", "run_tournament"],
        },
    )
