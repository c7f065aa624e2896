"""Who beats whom, and what would be picked by players who knew it: the equilibrium of the match-ups."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rumpus.core.position import Plain
from rumpus.lab.reports import charts
from rumpus.lab.reports.page import Section
from rumpus.lab.simulation.rows import GameRow
from rumpus.stats.regression import Column

RESAMPLES = 100
"""So often games are drawn again from those that were played, to see how sure a finding is."""
SURE = 0.95
"""In this share of the samples a finding must hold."""
ENOUGH_MEETINGS = 10
"""Every two must have met so often before anything is said about picks."""


class Pick:
    """One thing: how often seats would have it if both picked as well as can be, and who is always better."""

    def __init__(self, name: str, share: float, low: float, high: float, against: float, better: str) -> None:
        self.name = name
        self.share = share
        self.low = low
        """`low` and `high` hold the share in nineteen of twenty samples."""
        self.high = high
        self.against = against
        """The chance to win of whoever takes it where the other picks as well as can be."""
        self.better = better
        """What does better against everything; empty if there is nothing of that kind for sure."""

    def plain(self) -> dict[str, Plain]:
        return {
            "name": self.name,
            "picked": self.share,
            "low": self.low,
            "high": self.high,
            "against the best mixture": self.against,
            "dominated by": self.better,
        }


class Matchups:
    """Meetings of two seats that each play with one or more of a kind; a draw is half a win for both."""

    def __init__(self, rows: Sequence[GameRow], kind: str) -> None:
        self.kind = kind
        had = [[[name for k, name in seat.identity if k == kind] for seat in row.seats] for row in rows]
        self.names = sorted({name for game in had for seat in game for name in seat})
        place = {name: index for index, name in enumerate(self.names)}
        self.each = max(len(seat) for game in had for seat in game)
        """How many of the kind a seat has."""
        cells: list[int] = []
        numbers: list[int] = []
        points: list[float] = []
        for number, (row, (mine, theirs)) in enumerate(zip(rows, had, strict=True)):
            won = 0.5 if row.winner is None else float(row.winner == 0)
            for name in mine:
                for other in theirs:
                    cells += [place[name] * len(place) + place[other], place[other] * len(place) + place[name]]
                    numbers += [number, number]
                    points += [won, 1 - won]
        self._games = len(rows)
        self._cells, self._numbers, self._points = np.array(cells), np.array(numbers), np.array(points)
        self.met, self.chance = self._table(np.ones(len(rows)))

    def _table(self, weights: Column) -> tuple[Column, Column]:
        """How often each met each, and the row's chance against the column, with games counted so often."""
        size = len(self.names)
        each = weights[self._numbers]
        met: Column = np.bincount(self._cells, each, size * size).astype(float).reshape(size, size)
        won = np.bincount(self._cells, each * self._points, size * size).reshape(size, size)
        with np.errstate(invalid="ignore"):
            return met, np.where(met > 0, won / met, np.nan)

    @property
    def known(self) -> bool:
        """Whether enough is known of every two different ones."""
        return len(self.names) > 1 and bool(
            (self.met + ENOUGH_MEETINGS * np.eye(len(self.names))).min() >= ENOUGH_MEETINGS
        )

    def picks(self) -> list[Pick]:
        """What would be picked, the most picked first; of several a seat every pair of opponents counts by itself."""
        luck = np.random.default_rng(0)
        best = mixture(self.chance, self.each)
        shares: list[Column] = []
        better = np.zeros_like(self.chance)
        for _ in range(RESAMPLES):
            again = luck.multinomial(self._games, np.full(self._games, 1 / self._games)).astype(float)
            _, chance = self._table(again)
            shares.append(mixture(chance, self.each))
            better += dominations(chance)
        low, high = np.percentile(shares, (2.5, 97.5), axis=0)
        against = 0.5 + margins(self.chance) @ best / self.each
        found: list[Pick] = []
        for index, name in enumerate(self.names):
            sure = better[index] >= SURE * RESAMPLES
            other = int(np.where(sure, against, -1.0).argmax())
            found.append(
                Pick(
                    name,
                    float(best[index]),
                    float(low[index]),
                    float(high[index]),
                    float(against[index]),
                    self.names[other] if sure.any() else "",
                )
            )
        return sorted(found, key=lambda pick: (-pick.share, -pick.against))

    # --- as a page shows it ---

    def meetings(self) -> Section:
        off = np.where(np.eye(len(self.names), dtype=bool), np.nan, self.chance)
        best = np.unravel_index(np.nanargmax(off), off.shape) if np.isfinite(off).any() else (0, 0)
        sentence = (
            "Rows against columns, in percent; a draw is half a win. The most one-sided meeting: "
            f"{self.names[best[0]]} beats {self.names[best[1]]} in {self.chance[best] * 100:.0f} % of "
            f"{self.met[best]:.0f} games."
        )
        title = f"Win rate of a {self.kind} against another"
        return Section("Who beats whom?", [charts.matrix(title, self.names, self.chance)], sentence)

    def picked(self, picks: Sequence[Pick]) -> Section:
        share = "picked" if self.each == 1 else f"in a hand of {self.each}"
        bars = [
            charts.IntervalLine(
                pick.name, pick.share * 100, pick.low * 100, pick.high * 100, "flagged" if pick.better else "cool"
            )
            for pick in picks
        ]
        picture = charts.picks(f"How often each {self.kind} would be {share}", bars)
        sentence = f"If both knew all this and picked as well as can be: {picked_words(picks)}."
        if self.each > 1:
            sentence += " That is reckoned as if every pair of opponents counted by itself."
        rows = [
            [
                pick.name,
                f"{pick.share:.0%}",
                f"{pick.low:.0%} to {pick.high:.0%}",
                f"{pick.against:.1%}",
                pick.better and f"{pick.better}  ⚑",
            ]
            for pick in picks
        ]
        head = [self.kind, share, "95 % interval", "wins against that mixture", "always worse than"]
        return Section(f"Which {self.kind} would be picked?", [picture], sentence, head, rows)


def picked_words(picks: Sequence[Pick]) -> str:
    return ", ".join(f"{pick.name} ({pick.share:.0%})" for pick in picks if pick.share > 0.005)


def margins(chance: Column) -> Column:
    """By how much the row is ahead of the column; 0 where nothing is known. What one is ahead, the other is behind."""
    ahead = np.nan_to_num(chance - 0.5)
    made: Column = (ahead - ahead.T) / 2
    return made


def mixture(chance: Column, each: int) -> Column:
    """How often each is picked, `each` different ones a seat, so that no picks of the other side do better than even.

    A linear programme: the other side's best answer to shares x is the `each` columns that are worst for x, and by
    duality their sum is the most that `each` · t − Σ s reaches with t − s ≤ x · margins, s ≥ 0.
    """
    from scipy.optimize import linprog

    size = len(chance)
    aims = np.concatenate([np.zeros(size), [-float(each)], np.ones(size)])
    limits = np.hstack([-margins(chance).T, np.ones((size, 1)), -np.eye(size)])
    whole = np.concatenate([np.ones(size), np.zeros(size + 1)])[None, :]
    bounds = [(0.0, 1.0)] * size + [(None, None)] + [(0.0, None)] * size
    found = linprog(aims, limits, np.zeros(size), whole, [float(each)], bounds, method="highs")
    shares: Column = np.clip(found.x[:size], 0.0, 1.0)
    return shares


def dominations(chance: Column) -> NDArray[np.bool_]:
    """By row and column: whether the column does better than the row, whatever it meets."""
    ahead = margins(chance)
    return np.asarray((ahead[None, :, :] > ahead[:, None, :]).all(axis=2))
