"""How bots play Ultimatum: strengths and manner found by play, its judge and its features."""

from __future__ import annotations

from rumpus.core.evaluator import Judge
from rumpus.core.extensions import Bots, Manner, Outlook
from rumpus.core.features import Features
from rumpus.core.options import Options
from rumpus.games.ultimatum.evaluator import UltimatumJudge
from rumpus.games.ultimatum.features import UltimatumFeatures
from rumpus.games.ultimatum.maps import setting_for

CURVE = (0, 2, 14, 22, 29, 35, 41, 43, 46, 50, 51, 51, 57, 61, 66, 71, 74, 80, 90, 99, 100)
"""Fitted to 5,000 games of `greedy` (`python -m benchmarks.review_calibration`)."""


class UltimatumBots(Bots):
    simulations = (20, 70, 200, 1000)
    slip = 0.15
    yardstick = "search:200"
    manner = Manner(exploration=0.5, care=1, depth=0, share=1, trust=3.0, steps=3)
    outlook = Outlook(care=3, depth=4, sharpness=1.1, glance=1.0, curve=CURVE)

    def judge(self, options: Options) -> Judge:
        return UltimatumJudge()

    def features(self, options: Options) -> Features:
        return UltimatumFeatures(setting_for(options))
