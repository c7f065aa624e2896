"""Sources of luck: cards, dice and deals, and their changes of win probabilities.

The change of a chance event counts for everything drawn in it: what falls beside a thing averages out. The sum of
squares is split equally.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from rumpus.lab.experiments.measures import ROUNDING_ERROR, difference_text, percent_text
from rumpus.lab.reports import charts
from rumpus.lab.reports.page import Section
from rumpus.lab.simulation.observers import UNEXPLAINED
from rumpus.lab.simulation.rows import ChanceGain, GameRow
from rumpus.stats.regression import POINTS, Measure

LUCK_FRACTION = "share of luck"
"""Group of the measures by kind."""
UNIT = "points of chance"
"""Unit in files."""
SHOWN_UNIT = "points of win probability"
MIN_TIMES = 30
"""Times something must have been drawn to appear in charts and sentences."""
MAX_LINES, LINES_PER_END = 24, 10
"""Lines of a chart at most; of more, the best and worst `LINES_PER_END` are drawn."""


class LuckSource(Struct):
    """One chance outcome: its frequency, its mean effect, and its fraction of all luck."""

    kind: str
    name: str
    times: Measure
    luck: Measure
    fraction: Measure

    @property
    def unexplained(self) -> bool:
        return (self.kind, self.name) == UNEXPLAINED

    @property
    def enough(self) -> bool:
        return self.times.top.sum() >= MIN_TIMES and not self.unexplained


class LuckSources:
    """All sources of luck in the observed games."""

    def __init__(self, rows: Sequence[GameRow]) -> None:
        told = [
            {(gain.kind, gain.name): gain for gain in row.lead_stats.chance_gains} if row.lead_stats else {}
            for row in rows
        ]
        watched = np.array([float(row.lead_stats is not None) for row in rows])
        # `squares` are products of split halves: unbiased, but below 0 in some games. Only their sums mean something.
        total = np.array([sum(one.squares for one in game.values()) for game in told])
        pairs = sorted({pair for game in told for pair in game})
        self.kinds: list[Measure] = []
        """Fraction of luck by kind, largest first."""
        for kind in sorted({kind for kind, _ in pairs}):
            by_kind = [sum(one.squares for (its, _), one in game.items() if its == kind) for game in told]
            self.kinds.append(Measure(LUCK_FRACTION, kind, POINTS, np.array(by_kind), total, False))
        self.kinds.sort(key=lambda measure: -measure.counted)
        self.sources: list[LuckSource] = []
        for kind, name in pairs:
            fell = [game.get((kind, name), ChanceGain(kind, name)) for game in told]
            times = np.array([float(one.times) for one in fell])
            luck = np.array([100 * one.luck for one in fell])
            squares = np.array([one.squares for one in fell])
            frequency = Measure(f"{kind}: times a game", name, "times", times, watched, False)
            effect = Measure(f"{kind}: luck", name, UNIT, luck, times, False)
            fraction = Measure(f"{kind}: {LUCK_FRACTION}", name, POINTS, squares, total, False)
            self.sources.append(LuckSource(kind, name, frequency, effect, fraction))
        self.sources.sort(key=lambda source: -source.fraction.counted)

    def measures(self) -> list[Measure]:
        return self.kinds + [one for source in self.sources for one in (source.times, source.luck, source.fraction)]

    def section(self) -> list[Section]:
        """The report's section; empty if the game names no source or luck changed nothing."""
        total = sum(source.fraction.top.sum() for source in self.sources)
        if total <= ROUNDING_ERROR or all(source.unexplained for source in self.sources):
            return []
        told = ", ".join(f"{_kind_text(measure.name)} {percent_text(measure.estimate())}" for measure in self.kinds)
        sentence = f"Share of luck by source: {told}."
        known = [source for source in self.sources if source.enough]
        if known:
            most = percent_text(known[0].fraction.estimate())
            sentence += f" The largest single source is {_of_a(known[0])}: {most}."
        sure = [source for source in known if source.luck.estimate().significant]
        if sure:
            best, worst = (pick(sure, key=lambda source: source.luck.value) for pick in (max, min))
            ends = [source for source, good in ((best, True), (worst, False)) if (source.luck.value > 0) == good]
            words = "; ".join(f"{_of_a(source)} {_moved(source)}" for source in ends)
            sentence += f" Largest effects on the player who gets it: {words}."
        head = ["source", "times per game", "effect on its player", "share of luck"]
        rows = []
        for source in self.sources:
            fraction = percent_text(source.fraction.estimate())
            rows.append([_source_text(source), f"{source.times.value:.3f}", _moved(source), fraction])
        return [Section("Where does luck come from?", [self.picture(known)] if known else [], sentence, head, rows)]

    def picture(self, known: Sequence[LuckSource]) -> str:
        """Chart of the best and worst outcomes."""
        shown = sorted(known, key=lambda source: -source.luck.value)
        title = "Effect on the player who gets it"
        if len(shown) > MAX_LINES:
            shown = shown[:LINES_PER_END] + shown[-LINES_PER_END:]
            title += f": the {LINES_PER_END} best and the {LINES_PER_END} worst"
        named = [(_source_text(source), source.luck.estimate()) for source in shown]
        lines = [(name, estimate, estimate.significant) for name, estimate in named]
        return charts.differences(title, lines, SHOWN_UNIT)


def _kind_text(kind: str) -> str:
    return "other chance" if kind == UNEXPLAINED[0] else kind


def _source_text(source: LuckSource) -> str:
    return "other chance" if source.unexplained else f"{source.kind}: {source.name}"


def _of_a(source: LuckSource) -> str:
    return f"{source.name} ({source.kind})"


def _moved(source: LuckSource) -> str:
    return "" if source.unexplained else difference_text(source.luck.estimate(), SHOWN_UNIT)
