"""Bots of Battle Puno: strengths, search settings, evaluator and features."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.evaluator import Evaluator
from rumpus.core.extensions import Bots, SearchConfig, WinModel
from rumpus.core.features import Features
from rumpus.core.options import Options
from rumpus.core.position import Move, Seat
from rumpus.games.battle_puno.evaluator import PunoEvaluator
from rumpus.games.battle_puno.features import PunoFeatures
from rumpus.games.battle_puno.rules.moves import MOVE_COUNT, TRADE_WITH

CALIBRATION = (0, 4, 10, 16, 22, 26, 29, 34, 42, 45, 53, 57, 61, 65, 71, 77, 82, 87, 92, 96, 100)
"""Win rates of `greedy`, fitted to 3,700 games (`python -m benchmarks.review_calibration`)."""


class PunoBots(Bots):
    simulations = (10, 40, 120, 1000)
    baseline = "search:120"
    search = SearchConfig(exploration=0.5, rollout_candidates=3, rollout_depth=12, sims_per_world=2, prior_weight=0.0)
    win_model = WinModel(rollout_candidates=9, rollout_depth=12, slope=2.7, static_slope=2.2, calibration=CALIBRATION)
    evaluator_sees_view_only = True

    def evaluator(self, options: Options) -> Evaluator:
        return PunoEvaluator()

    def features(self, options: Options) -> Features:
        return PunoFeatures(options.number("players"))

    def relative_moves(self, options: Options, seat: Seat) -> Sequence[Move]:
        """Counts the other seats of a Trade from the own one."""
        players = options.number("players")
        found = list(range(MOVE_COUNT))
        for other in range(players):
            found[TRADE_WITH + other] = TRADE_WITH + (other - seat) % players
        return found
