"""What luck is made of: which cards, dice and deals moved the chances, on average and all in all.

What a throw did for a seat counts for everything that fell in it. What fell beside it is as often good as bad, so on
average only its own is left; and of how much luck moved, everything in a throw has an equal share.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rumpus.lab.experiments.measures import NOISE, shown_difference
from rumpus.lab.reports import charts
from rumpus.lab.reports.page import Section
from rumpus.lab.simulation.observers import UNTOLD, Windfall
from rumpus.lab.simulation.rows import GameRow
from rumpus.stats.regression import POINTS, Figure

SHARES = "share of luck"
"""The group of figures by kind."""
CHANCE = "points of chance"
ENOUGH_FALLS = 30
"""So often something must have fallen to be drawn and named."""
MOST_LINES, EITHER_END = 24, 10
"""Of more things than this, so many of the best and of the worst are drawn."""


class Fall:
    """One thing that chance gives: how often, what it does for whoever it falls to, and its part of all luck."""

    def __init__(self, kind: str, name: str, times: Figure, luck: Figure, share: Figure) -> None:
        self.kind = kind
        self.name = name
        self.times = times
        self.luck = luck
        self.share = share

    @property
    def figures(self) -> list[Figure]:
        return [self.times, self.luck, self.share]

    @property
    def untold(self) -> bool:
        return (self.kind, self.name) == UNTOLD

    @property
    def enough(self) -> bool:
        return self.times.top.sum() >= ENOUGH_FALLS and not self.untold


class Windfalls:
    """All that chance gave in the games that were watched."""

    def __init__(self, rows: Sequence[GameRow]) -> None:
        told = [{} if row.drama is None else row.drama.windfalls for row in rows]
        watched = np.array([float(row.drama is not None) for row in rows])
        total = np.array([sum(one.squares for one in game.values()) for game in told])
        pairs = sorted({pair for game in told for pair in game})
        self.kinds: list[Figure] = []
        """How much of luck came with each kind, the largest first."""
        for kind in sorted({kind for kind, _ in pairs}):
            squares = [sum(one.squares for (its, _), one in game.items() if its == kind) for game in told]
            self.kinds.append(Figure(SHARES, kind, POINTS, np.array(squares), total, False))
        self.kinds.sort(key=lambda figure: -figure.counted)
        self.falls: list[Fall] = []
        for kind, name in pairs:
            fell = [game.get((kind, name), Windfall()) for game in told]
            times = np.array([float(one.times) for one in fell])
            luck = np.array([100 * one.luck for one in fell])
            squares = [one.squares for one in fell]
            self.falls.append(
                Fall(
                    kind,
                    name,
                    Figure(f"{kind}: times a game", name, "times", times, watched, False),
                    Figure(f"{kind}: luck", name, CHANCE, luck, times, False),
                    Figure(f"{kind}: {SHARES}", name, POINTS, np.array(squares), total, False),
                )
            )
        self.falls.sort(key=lambda fall: -fall.share.counted)

    def figures(self) -> list[Figure]:
        return [*self.kinds, *(figure for fall in self.falls for figure in fall.figures)]

    def section(self) -> list[Section]:
        """A picture, a sentence and a table; nothing where no event tells what fell, or luck moved nothing."""
        if sum(fall.share.top.sum() for fall in self.falls) <= NOISE or all(fall.untold for fall in self.falls):
            return []
        told = ", ".join(f"{_of(figure.name)} {_percent(figure)}" for figure in self.kinds)
        sentence = f"All that luck moved, by what fell: {told}."
        known = [fall for fall in self.falls if fall.enough]
        if known:
            sentence += f" Of single things {_of_a(known[0])} had most of it: {_percent(known[0].share)}."
        sure = [fall for fall in known if abs(fall.luck.value) > fall.luck.estimate().half]
        if sure:
            best, worst = (pick(sure, key=lambda fall: fall.luck.value) for pick in (max, min))
            ends = [fall for fall, good in ((best, True), (worst, False)) if (fall.luck.value > 0) == good]
            words = "; ".join(f"{_of_a(fall)} {_moved(fall)}" for fall in ends)
            sentence += f" What it does for whoever it falls to, at the ends: {words}."
        head = ["what fell", "times a game", "for whoever it fell to", "share of luck"]
        rows = [
            [f"{fall.kind}: {fall.name}", f"{fall.times.value:.3f}", _moved(fall), _percent(fall.share)]
            for fall in self.falls
        ]
        return [Section("What is luck made of?", [self.picture(known)] if known else [], sentence, head, rows)]

    def picture(self, known: Sequence[Fall]) -> str:
        """The best and the worst that chance gives."""
        falls = sorted(known, key=lambda fall: -fall.luck.value)
        title = "What it does for whoever it falls to"
        if len(falls) > MOST_LINES:
            falls = falls[:EITHER_END] + falls[-EITHER_END:]
            title += f": the {EITHER_END} best and the {EITHER_END} worst"
        estimates = [fall.luck.estimate() for fall in falls]
        seen = [abs(estimate.value) > estimate.half for estimate in estimates]
        names = [f"{fall.kind}: {fall.name}" for fall in falls]
        return charts.differences(title, names, estimates, seen, CHANCE)


def _of(kind: str) -> str:
    return " ".join(UNTOLD) if kind == UNTOLD[0] else kind


def _of_a(fall: Fall) -> str:
    return f"{fall.name} ({fall.kind})"


def _percent(figure: Figure) -> str:
    estimate = figure.estimate()
    return f"{estimate.value * 100:.1f} ± {estimate.half * 100:.1f} %"


def _moved(fall: Fall) -> str:
    return "" if fall.untold else shown_difference(fall.luck.estimate(), CHANCE)
