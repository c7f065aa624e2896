"""Bots for Defend the City: search settings tuned by play, evaluator and features."""

from __future__ import annotations

from rumpus.core.evaluator import Evaluator
from rumpus.core.extensions import Bots, SearchConfig, WinModel
from rumpus.core.features import Features
from rumpus.core.options import Options
from rumpus.games.defend_the_city.evaluator import SiegeEvaluator
from rumpus.games.defend_the_city.features import SiegeFeatures


class SiegeBots(Bots):
    exact_cases = (("", {}),)
    simulations = (30, 100, 300, 1000)
    search = SearchConfig(
        exploration=0.1,
        rollout_candidates=1,
        rollout_depth=0,
        sims_per_world=2,
        prior_weight=60.0,
        tree_depth=1,
        regret_exploration=0.0,
    )
    win_model = WinModel(rollout_candidates=1, rollout_depth=0, slope=0.55, static_slope=0.55)

    def evaluator(self, options: Options) -> Evaluator:
        return SiegeEvaluator()

    def features(self, options: Options) -> Features:
        return SiegeFeatures()
