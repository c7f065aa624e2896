"""How bots play Cat Brawl: strengths and manner found by play, its judge and its features."""

from __future__ import annotations

from rumpus.core.evaluator import Judge
from rumpus.core.extensions import Bots, Manner, Outlook
from rumpus.core.features import Features
from rumpus.core.options import Options
from rumpus.games.cat_brawl.evaluator import BrawlJudge
from rumpus.games.cat_brawl.features import BrawlFeatures

CURVE = (0, 2, 7, 9, 11, 25, 40, 43, 44, 48, 55, 67, 78, 86, 90, 91, 96, 99, 100, 100, 100)
"""Fitted to 5,000 games of `greedy` (`python -m benchmarks.review_calibration`)."""
EASY_CURVE = (0, 5, 11, 16, 24, 30, 36, 38, 42, 47, 51, 53, 58, 62, 65, 69, 74, 82, 91, 96, 100)
"""Fitted to 700 games of `easy`."""
EASY = Outlook(care=3, depth=12, sharpness=0.9, glance=0.71, curve=EASY_CURVE)


class BrawlBots(Bots):
    simulations = (30, 100, 400, 2000)
    slip = 0.3
    yardstick = "search:150/regret=0/hindsight=0"
    manner = Manner(
        exploration=0.3,
        care=9,
        depth=12,
        share=2,
        trust=5.0,
        steps=1,
        regret=0.2,
        belief=0.4,
        doubt=0.2,
        hindsight=12,
    )
    outlook = Outlook(care=3, depth=12, sharpness=3.59, glance=3.02, curve=CURVE, others={"easy": EASY})

    def judge(self, options: Options) -> Judge:
        return BrawlJudge()

    def features(self, options: Options) -> Features:
        return BrawlFeatures(options.number("players"))
