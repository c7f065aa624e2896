"""Settings of the bots for Creature Wars."""

from __future__ import annotations

from rumpus.core.evaluator import Evaluator
from rumpus.core.extensions import Bots, SearchConfig, WinModel
from rumpus.core.features import Features
from rumpus.core.options import Options
from rumpus.games.creature_wars.evaluator import WarEvaluator
from rumpus.games.creature_wars.features import WarFeatures

CALIBRATION = (0, 6, 10, 15, 22, 25, 33, 35, 40, 45, 53, 57, 65, 67, 71, 79, 84, 85, 88, 93, 100)
"""Fitted to 5,000 games of `greedy` (`python -m benchmarks.review_calibration`)."""


class WarBots(Bots):
    simulations = (15, 100, 600, 2400)
    baseline = "search:300/regret=0"
    search = SearchConfig(
        exploration=0.5,
        rollout_candidates=4,
        rollout_depth=4,
        sims_per_world=2,
        prior_weight=0.0,
        regret_exploration=0.0,
    )
    win_model = WinModel(rollout_candidates=3, rollout_depth=12, slope=0.5, static_slope=0.49, calibration=CALIBRATION)

    def evaluator(self, options: Options) -> Evaluator:
        return WarEvaluator()

    def features(self, options: Options) -> Features:
        return WarFeatures()
