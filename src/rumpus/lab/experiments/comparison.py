"""Measures the effect of changed rules by paired games.

A deal is a number: together with the experiment's seed it fixes the cards, the players' seeds and all chance. Every
deal is played twice with these common random numbers: under the baseline's rules (*before*) and under the changed rules
(*after*). As long as the moves agree, both games are equal, and what they share cancels from the difference.

After 500 pairs, and whenever their number has doubled, an analysis computes all differences. Playing stops when the
difference of every headline win rate is known to ± `precision`. Headline measures are the few shown first: win rates
and length. Bonferroni's correction over analyses and headline measures keeps the family-wise error rate at most
`alpha`, despite the repeated tests. Rates are stored as fractions and shown as percentage points (`POINTS`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from statistics import NormalDist

from msgspec import Struct, to_builtins

from rumpus.core.errors import BadOption
from rumpus.core.game import Game
from rumpus.core.position import Json
from rumpus.lab.experiments.measures import difference_text, measures_of, value_text
from rumpus.lab.simulation.deals import PlayRows, check_rules_patch, play_deals
from rumpus.lab.simulation.plan import CHUNK_GAMES, Plan
from rumpus.lab.simulation.rows import GameRow
from rumpus.lab.simulation.rules_patch import RulesPatch
from rumpus.lab.simulation.workers import Workers
from rumpus.stats.estimates import Estimate
from rumpus.stats.regression import POINTS, Measure, difference
from rumpus.stats.sequential import sequential_z

FIRST_ANALYSIS_PAIRS = 500
"""Pairs before the first analysis. Fewer make the normal approximation poor."""
FIRST_PAIRS = (50, 200)
"""Pairs that both sides play before the others of the first analysis: a stop soon finds something to compare."""


class MeasureDifference(Struct):
    """A measure under the baseline's and under the changed rules, and the difference."""

    group: str
    name: str
    unit: str
    headline: bool
    before: float
    """Value under the baseline's rules, in `unit`."""
    after: float
    """Value under the changed rules, in `unit`."""
    difference: Estimate
    """After minus before, in `unit`, with its interval; estimated from pairs, luck removed by regression."""

    @staticmethod
    def of(before: Measure, after: Measure, z: float) -> MeasureDifference:
        group, name, unit, headline = before.group, before.name, before.unit, before.headline
        return MeasureDifference(group, name, unit, headline, before.value, after.value, difference(before, after, z))

    @property
    def significant(self) -> bool:
        return self.difference.significant

    @property
    def text(self) -> str:
        return difference_text(self.difference, self.unit)

    @property
    def sentence(self) -> str:
        if not self.significant:
            return f"{self.name}: no difference seen ({self.text})"
        words = f"{value_text(self.before, self.unit)} → {value_text(self.after, self.unit)}"
        return f"{self.name}: {self.text} ({words})"

    def to_json(self) -> dict[str, Json]:
        estimate = self.difference
        interval = {
            "difference": estimate.value,
            "plus or minus": estimate.half_width,
            "seen": estimate.significant,
        }
        return {**to_builtins(self), **interval}  # the plain number replaces the struct `difference`


class Comparison:
    """Differences of all measures that two sets of games share, with intervals.

    Games pair up by index.

    Headline measures share `alpha` with each other and with all analyses (Bonferroni): the probability of any false
    claim is at most `alpha`. Every other measure is tested alone at level `alpha`, uncorrected: use them to explore.
    `analyses` is their planned number, the last included. With 0, intervals are confidence sequences, valid after every
    pair (`stats/sequential`).
    """

    def __init__(
        self, game: Game, before: Sequence[GameRow], after: Sequence[GameRow], alpha: float, analyses: int
    ) -> None:
        measures_after = {measure.key: measure for measure in measures_of(game, after)}
        shared = [measure for measure in measures_of(game, before) if measure.key in measures_after]
        headline_alpha = alpha / max(1, sum(measure.headline for measure in shared))
        if analyses:
            headline_z = NormalDist().inv_cdf(1 - headline_alpha / (2 * analyses))
            other_z = NormalDist().inv_cdf(1 - alpha / 2)
        else:
            headline_z, other_z = (sequential_z(len(before), level) for level in (headline_alpha, alpha))
        self.players = [seat.player for seat in before[0].seats]
        self.pairs = len(before)
        self.alpha = alpha
        self.analyses = analyses
        self.differences = [
            MeasureDifference.of(measure, measures_after[measure.key], headline_z if measure.headline else other_z)
            for measure in shared
        ]

    @property
    def headlines(self) -> list[MeasureDifference]:
        return [one for one in self.differences if one.headline]

    def matching(self, other: MeasureDifference) -> MeasureDifference | None:
        """The same measure in this comparison; None if it is missing."""
        return next((one for one in self.differences if (one.group, one.name) == (other.group, other.name)), None)

    @property
    def widest_half_width(self) -> float:
        """Largest half-width of the headline win rates' differences, as a fraction.

        0 without such rates.
        """
        return max((one.difference.half_width for one in self.headlines if one.unit == POINTS), default=0.0)

    @property
    def verdict(self) -> str:
        """One sentence: the three clearest headline differences, or their absence."""
        significant = [one for one in self.headlines if one.significant]
        if not significant:
            return f"No difference seen in {self.pairs:,} pairs of games."
        significant.sort(key=_clarity, reverse=True)
        return "; ".join(f"{one.name} {one.text}" for one in significant[:3]) + "."

    def to_json(self) -> dict[str, Json]:
        return {
            "players": list[Json](self.players),
            "pairs": self.pairs,
            "error": self.alpha,
            "verdict": self.verdict,
            "changes": [one.to_json() for one in self.differences],
        }


class ComparisonStopped(KeyboardInterrupt):
    """An interrupted comparison. `result` compares the pairs so far, by confidence sequences."""

    def __init__(self, result: Comparison) -> None:
        super().__init__()
        self.result = result


def _clarity(one: MeasureDifference) -> float:
    """Returns a difference in units of its half-width. Infinite if all pairs differ by the same."""
    half_width = one.difference.half_width
    return abs(one.difference.value) / half_width if half_width else math.inf


def pairs_at_analyses(max_pairs: int) -> list[int]:
    """Returns the number of pairs at each analysis: 500, 1,000, 2,000 … `max_pairs`. Fewer than 500 give one."""
    pairs = [FIRST_ANALYSIS_PAIRS]
    while pairs[-1] < max_pairs:
        pairs.append(min(max_pairs, pairs[-1] * 2))
    return [min(one, max_pairs) for one in pairs]


def compare(
    game: Game,
    baseline: Mapping[str, object],
    changes: Mapping[str, object],
    players: Sequence[str],
    workers: Workers,
    max_pairs: int = 16_000,
    seed: str = "compare",
    alpha: float = 0.05,
    precision: float = 0.015,
    progress: Callable[[int, int], None] = lambda done, total: None,
    changed_seed: str = "",
    rules_patch: RulesPatch | None = None,
    patch_workers: Workers | None = None,
) -> Comparison:
    """Plays pairs until every headline difference is known to ± `precision`.

    A game without headline win rates has one analysis. `changes`: options that differ from `baseline`. `precision`: a
    fraction; 0.015 is 1.5 percentage points. `changed_seed`: if not empty, the changed rules play independent deals
    with this seed; intervals get wider. `rules_patch`: changed rules as Python source. `patch_workers`: processes with
    the patch; `workers` stay unpatched. `progress` gets the games played in both sides, and their maximum. An
    interrupt becomes `ComparisonStopped` if there is a pair to compare.
    """
    if not changes and rules_patch is None:
        raise BadOption(
            "There is nothing to compare. Name a change, --change OPTION=VALUE; "
            f"`rumpus games {game.name}` lists the options."
        )
    if not 0 < alpha < 1 or not 0 < precision < 1:
        raise BadOption(f"Error and precision must lie between 0 and 1, not {alpha:g} and {precision:g}.")
    before = Plan(game, baseline, players, max_pairs, seed)
    # Only the workers' processes load the patch. This process plans with the unpatched game, extended by the names of
    # the options that the patch adds: otherwise `changes` could not set them.
    planned_game = game if rules_patch is None else rules_patch.baseline_game(game)
    changed = {**baseline, **changes}
    after = Plan(planned_game, changed, players, max_pairs, changed_seed or seed, rules_patch=rules_patch)
    if len(before.players) != len(after.players):
        raise BadOption("A change of the number of players cannot be compared in pairs. Play two runs instead.")
    check_rules_patch(after, patch_workers or workers)
    rows_before: list[GameRow] = []
    rows_after: list[GameRow] = []
    sides = (
        (before, rows_before, rows_after, workers),
        (after, rows_after, rows_before, patch_workers or workers),
    )
    analyses = pairs_at_analyses(max_pairs)
    try:
        for pairs in [*(few for few in FIRST_PAIRS if few < analyses[0]), *analyses]:
            for plan, rows, other_rows, side_workers in sides:

                def count(done: int, played_by_other: int = len(other_rows)) -> None:
                    progress(done + played_by_other, 2 * max_pairs)

                rows += play_deals(PlayRows(plan), range(len(rows), pairs), side_workers, CHUNK_GAMES, count)
            if pairs >= analyses[0]:
                result = Comparison(game, rows_before, rows_after, alpha, len(analyses))
                if result.widest_half_width <= precision:
                    break
    except KeyboardInterrupt:
        pairs = min(len(rows_before), len(rows_after))
        if not pairs:
            raise
        raise ComparisonStopped(Comparison(game, rows_before[:pairs], rows_after[:pairs], alpha, 0)) from None
    return result
