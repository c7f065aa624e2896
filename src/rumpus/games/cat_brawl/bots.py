"""Bots of Cat Brawl: strengths, search settings, evaluator and features."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.evaluator import Evaluator
from rumpus.core.extensions import Bots, SearchConfig, WinModel
from rumpus.core.features import Features
from rumpus.core.options import Options
from rumpus.core.position import Move, Seat
from rumpus.games.cat_brawl.evaluator import BrawlEvaluator
from rumpus.games.cat_brawl.features import BrawlFeatures
from rumpus.games.cat_brawl.rules.moves import FIRST_SCRATCH, MOVES_PER_TARGET, TARGET, move_count

CALIBRATION = (0, 2, 7, 9, 11, 25, 40, 43, 44, 48, 55, 67, 78, 86, 90, 91, 96, 99, 100, 100, 100)
"""Win rates of `greedy`, fitted to 5,000 games (`python -m benchmarks.review_calibration`)."""
EASY_CALIBRATION = (0, 5, 11, 16, 24, 30, 36, 38, 42, 47, 51, 53, 58, 62, 65, 69, 74, 82, 91, 96, 100)
"""Win rates of `easy`, fitted to 700 games."""
EASY = WinModel(rollout_candidates=3, rollout_depth=12, slope=0.9, static_slope=0.71, calibration=EASY_CALIBRATION)


class BrawlBots(Bots):
    simulations = (30, 100, 400, 2000)
    blunder_rate = 0.3
    exact_cases = (("ragdoll-ragdoll", {"max_rounds": 12}),)
    baseline = "search:150/regret=0/hindsight=0"
    search = SearchConfig(
        exploration=0.3,
        rollout_candidates=9,
        rollout_depth=12,
        sims_per_world=2,
        prior_weight=5.0,
        tree_depth=1,
        regret_exploration=0.2,
        opponent_greedy=0.4,
        prior_penalty=0.2,
        resamples=12,
    )
    win_model = WinModel(
        rollout_candidates=3,
        rollout_depth=12,
        slope=3.59,
        static_slope=3.02,
        calibration=CALIBRATION,
        by_bot={"easy": EASY},
    )

    def evaluator(self, options: Options) -> Evaluator:
        return BrawlEvaluator()

    def features(self, options: Options) -> Features:
        return BrawlFeatures(options.number("players"))

    def relative_moves(self, options: Options, seat: Seat) -> Sequence[Move]:
        """Counts the targets of Scratch from the own seat."""
        players = options.number("players")
        found = list(range(move_count(players)))
        for move in range(FIRST_SCRATCH, len(found)):
            found[move] += ((TARGET[move] - seat) % players - TARGET[move]) * MOVES_PER_TARGET
        return found
