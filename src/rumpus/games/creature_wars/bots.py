"""How bots play Creature Wars: strengths and manner found by play, its judge and its features."""

from __future__ import annotations

from rumpus.core.evaluator import Judge
from rumpus.core.extensions import Bots, Manner, Outlook
from rumpus.core.features import Features
from rumpus.core.options import Options
from rumpus.games.creature_wars.evaluator import WarJudge
from rumpus.games.creature_wars.features import WarFeatures

CURVE = (0, 6, 10, 15, 22, 25, 33, 35, 40, 45, 53, 57, 65, 67, 71, 79, 84, 85, 88, 93, 100)
"""Fitted to 5,000 games of `greedy` (`python -m benchmarks.review_calibration`)."""


class WarBots(Bots):
    simulations = (15, 100, 600, 2400)
    yardstick = "search:300/regret=0"
    manner = Manner(exploration=0.5, care=4, depth=4, share=2, trust=0.0, regret=0.0)
    outlook = Outlook(care=3, depth=12, sharpness=0.5, glance=0.49, curve=CURVE)

    def judge(self, options: Options) -> Judge:
        return WarJudge()

    def features(self, options: Options) -> Features:
        return WarFeatures()
