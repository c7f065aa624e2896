"""Bots for Ultimatum: search settings tuned by play, evaluator and features."""

from __future__ import annotations

from rumpus.core.evaluator import Evaluator
from rumpus.core.extensions import Bots, SearchConfig, WinModel
from rumpus.core.features import Features
from rumpus.core.options import Options
from rumpus.games.ultimatum.evaluator import UltimatumEvaluator
from rumpus.games.ultimatum.features import UltimatumFeatures
from rumpus.games.ultimatum.maps import setting_for

CALIBRATION = (0, 2, 14, 22, 29, 35, 41, 43, 46, 50, 51, 51, 57, 61, 66, 71, 74, 80, 90, 99, 100)
"""Fitted to 5,000 games of `greedy` (`python -m benchmarks.review_calibration`)."""


class UltimatumBots(Bots):
    simulations = (20, 70, 200, 1000)
    blunder_rate = 0.15
    baseline = "search:200"
    search = SearchConfig(
        exploration=0.5, rollout_candidates=1, rollout_depth=0, sims_per_world=1, prior_weight=3.0, tree_depth=3
    )
    win_model = WinModel(rollout_candidates=3, rollout_depth=4, slope=1.1, static_slope=1.0, calibration=CALIBRATION)

    def evaluator(self, options: Options) -> Evaluator:
        return UltimatumEvaluator()

    def features(self, options: Options) -> Features:
        return UltimatumFeatures(setting_for(options))
