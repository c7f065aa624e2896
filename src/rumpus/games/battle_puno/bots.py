"""How bots play Battle Puno: strengths and manner found by play, its judge and its features."""

from __future__ import annotations

from rumpus.core.evaluator import Judge
from rumpus.core.extensions import Bots, Manner, Outlook
from rumpus.core.features import Features
from rumpus.core.options import Options
from rumpus.games.battle_puno.evaluator import PunoJudge
from rumpus.games.battle_puno.features import PunoFeatures

CURVE = (0, 4, 10, 16, 22, 26, 29, 34, 42, 45, 53, 57, 61, 65, 71, 77, 82, 87, 92, 96, 100)
"""Fitted to 3,700 games of `greedy` (`python -m benchmarks.review_calibration`)."""


class PunoBots(Bots):
    simulations = (10, 40, 120, 1000)
    yardstick = "search:120"
    manner = Manner(exploration=0.5, care=3, depth=12, share=2, trust=0.0)
    outlook = Outlook(care=9, depth=12, sharpness=2.7, glance=2.2, curve=CURVE)
    open_judge = True

    def judge(self, options: Options) -> Judge:
        return PunoJudge()

    def features(self, options: Options) -> Features:
        return PunoFeatures(options.number("players"))
