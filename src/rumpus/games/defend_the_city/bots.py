"""How bots play Defend the City: strengths and manner found by play, its judge and its features."""

from __future__ import annotations

from rumpus.core.evaluator import Judge
from rumpus.core.extensions import Bots, Manner, Outlook
from rumpus.core.features import Features
from rumpus.core.options import Options
from rumpus.games.defend_the_city.evaluator import SiegeJudge
from rumpus.games.defend_the_city.features import SiegeFeatures


class SiegeBots(Bots):
    simulations = (30, 100, 300, 1000)
    manner = Manner(exploration=0.1, care=1, depth=0, share=2, trust=60.0, steps=1, regret=0.0)
    outlook = Outlook(care=1, depth=0, sharpness=0.55, glance=0.55)

    def judge(self, options: Options) -> Judge:
        return SiegeJudge()

    def features(self, options: Options) -> Features:
        return SiegeFeatures()
