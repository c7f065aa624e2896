"""Match-ups of identities, and the equilibrium of picking them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from rumpus.core.content.matchups import MatchupRow, MatchupTable, WinRate
from rumpus.core.errors import BadOption
from rumpus.lab.reports import charts
from rumpus.lab.reports.page import Section
from rumpus.lab.reports.wording import percent
from rumpus.lab.simulation.plan import Plan
from rumpus.lab.simulation.rows import GameRow
from rumpus.stats.estimates import Rate
from rumpus.stats.regression import Column

BOOTSTRAP_SAMPLES = 100
CONFIDENCE = 0.95
"""Required fraction of agreeing bootstrap samples."""
MIN_MEETINGS = 10
"""Games every pair must have played before picks are computed."""


class Pick(Struct):
    """Equilibrium pick rate of an identity. `field(name=…)` gives the keys in JSON."""

    name: str
    fraction: float = field(name="picked")
    low: float
    """Lower end of the 95 % bootstrap interval of `fraction`."""
    high: float
    win_probability: float = field(name="against the best mixture")
    """Win probability against an opponent's equilibrium mix."""
    dominated_by: str = field(name="dominated by")
    """Identity surely better against everything; empty if none."""


class Matchups:
    """Games between two seats with one or more identities of a kind. A draw counts half."""

    def __init__(self, rows: Sequence[GameRow], kind: str) -> None:
        self.kind = kind
        had = [[[name for k, name in seat.identity if k == kind] for seat in row.seats] for row in rows]
        self.names = sorted({name for game in had for seat in game for name in seat})
        place = {name: index for index, name in enumerate(self.names)}
        self.each = max(len(seat) for game in had for seat in game)
        """Identities of the kind per seat."""
        cells: list[int] = []
        numbers: list[int] = []
        points: list[float] = []
        for number, (row, (mine, theirs)) in enumerate(zip(rows, had, strict=True)):
            won = 0.5 if row.winner is None else float(row.winner == 0)
            for name in mine:
                for other in theirs:
                    # From both sides: the table is antisymmetric around 0.5, and a mirror match is even.
                    cells += [place[name] * len(place) + place[other], place[other] * len(place) + place[name]]
                    numbers += [number, number]
                    points += [won, 1 - won]
        self._games = len(rows)
        self._cells, self._numbers, self._points = np.array(cells), np.array(numbers), np.array(points)
        self.met, self.chance = self._table(np.ones(len(rows)))

    def _table(self, weights: Column) -> tuple[Column, Column]:
        """Games between each pair, and the row's win rate, with weighted games."""
        size = len(self.names)
        each = weights[self._numbers]
        met: Column = np.bincount(self._cells, each, size * size).astype(float).reshape(size, size)
        won = np.bincount(self._cells, each * self._points, size * size).reshape(size, size)
        with np.errstate(invalid="ignore"):
            return met, np.where(met > 0, won / met, np.nan)

    @property
    def known(self) -> bool:
        """True if every pair has met `MIN_MEETINGS` times."""
        return len(self.names) > 1 and bool((self.met + MIN_MEETINGS * np.eye(len(self.names))).min() >= MIN_MEETINGS)

    def picks(self) -> list[Pick]:
        """Equilibrium picks, most frequent first. With several per seat, each pair of opponents counts separately."""
        rng = np.random.default_rng(0)
        best = equilibrium(self.chance, self.each)
        shares: list[Column] = []
        better = np.zeros_like(self.chance)
        for _ in range(BOOTSTRAP_SAMPLES):
            # Bootstrap (Efron 1979) of whole games: with several identities per seat, cells share a game's result.
            again = rng.multinomial(self._games, np.full(self._games, 1 / self._games)).astype(float)
            _, chance = self._table(again)
            shares.append(equilibrium(chance, self.each))
            better += dominance(chance)
        low, high = np.percentile(shares, (2.5, 97.5), axis=0)
        against = 0.5 + margins(self.chance) @ best / self.each
        found: list[Pick] = []
        for index, name in enumerate(self.names):
            sure = better[index] >= CONFIDENCE * BOOTSTRAP_SAMPLES
            other = int(np.where(sure, against, -1.0).argmax())
            pick = Pick(
                name=name,
                fraction=float(best[index]),
                low=float(low[index]),
                high=float(high[index]),
                win_probability=float(against[index]),
                dominated_by=self.names[other] if sure.any() else "",
            )
            found.append(pick)
        return sorted(found, key=lambda pick: (-pick.fraction, -pick.win_probability))

    def table(self, plan: Plan) -> MatchupTable:
        """The table that the game ships. Meetings of two of the same name are left out."""
        rows: list[MatchupRow] = []
        known = [
            name for one in plan.game.lab().treatments(plan.options) if one.kind == self.kind for name in one.names
        ]
        order = sorted(self.names, key=lambda name: known.index(name) if name in known else len(known))
        place = {name: index for index, name in enumerate(self.names)}
        for name in order:
            met = {other: int(self.met[place[name], place[other]]) for other in order if other != name}
            won = {other: met[other] * float(self.chance[place[name], place[other]]) for other in met}
            against = {other: win_rate(won[other], met[other]) for other in met}
            rows.append(MatchupRow(name, win_rate(sum(won.values()), sum(met.values())), against))
        return MatchupTable(run_command(plan), self.kind, plan.players[0], plan.options.changed(), plan.games, rows)

    # --- as a page shows it ---

    def matrix_section(self) -> Section:
        off = np.where(np.eye(len(self.names), dtype=bool), np.nan, self.chance)
        best = np.unravel_index(np.nanargmax(off), off.shape) if np.isfinite(off).any() else (0, 0)
        sentence = (
            "Rows against columns, in percent; a draw is half a win. The most one-sided match-up: "
            f"{self.names[best[0]]} beats {self.names[best[1]]} in {self.chance[best] * 100:.0f} % of "
            f"{self.met[best]:.0f} games."
        )
        title = f"Win rate of a {self.kind} against another"
        return Section("Who beats whom?", [charts.matrix(title, self.names, self.chance)], sentence)

    def picks_section(self, picks: Sequence[Pick]) -> Section:
        share = "picked" if self.each == 1 else f"in a hand of {self.each}"
        bars = []
        for pick in picks:
            fraction, low, high = (100 * end for end in (pick.fraction, pick.low, pick.high))
            bars.append(charts.IntervalLine(pick.name, fraction, low, high, "flagged" if pick.dominated_by else "cool"))
        picture = charts.picks(f"How often each {self.kind} would be {share}", bars)
        sentence = f"In equilibrium both pick: {picks_text(picks)}."
        if self.each > 1:
            sentence += " Every pair of opponents counts by itself here."
        rows = []
        for pick in picks:
            interval = f"{percent(pick.low)} to {percent(pick.high)}"
            dominated = pick.dominated_by and f"{pick.dominated_by}  ⚑"
            rows.append([pick.name, percent(pick.fraction), interval, percent(pick.win_probability, 1), dominated])
        head = [self.kind, share, "95 % interval", "wins against that mix", "dominated by"]
        return Section(f"Which {self.kind} would be picked?", [picture], sentence, head, rows)


def win_rate(wins: float, games: int) -> WinRate:
    """A rate with its Wilson interval, rounded for a file."""
    rate = Rate(wins, games)
    low, high = rate.interval
    return WinRate(games, round(rate.rate, 4), round(low, 4), round(high, 4))


def run_command(plan: Plan) -> str:
    """The command that plays a plan with one bot at all seats."""
    bot, options = plan.players[0], "".join(f" -o {name}={value}" for name, value in plan.options.changed().items())
    return f"rumpus lab run {plan.game.name} --games {plan.games} --strengths {bot} --seed {plan.seed}{options}"


def matchup_table(plan: Plan, rows: Sequence[GameRow]) -> MatchupTable:
    """The match-ups of a run. Refuses runs in which they cannot be measured."""
    kinds = sorted({kind for row in rows for seat in row.seats for kind, _ in seat.identity})
    if len(plan.players) != 2 or not kinds:
        raise BadOption("Match-ups need a run with two seats whose players pick something.")
    if len(set(plan.players)) > 1 or not plan.random_openings or plan.rules_patch is not None:
        raise BadOption("Match-ups need a run of one bot at both seats, with random picks and the standard rules.")
    found = Matchups(rows, kinds[0])
    if not found.known:
        raise BadOption(f"Every pair must have met {MIN_MEETINGS} times. Play more games.")
    if len(rows) < plan.games:
        raise BadOption(f"This run has {len(rows):,} of {plan.games:,} games. Repeat its command to finish it.")
    return found.table(plan)


def picks_text(picks: Sequence[Pick]) -> str:
    return ", ".join(f"{pick.name} ({percent(pick.fraction)})" for pick in picks if pick.fraction > 0.005)


def margins(chance: Column) -> Column:
    """Antisymmetric advantage of the row over the column; 0 if unknown."""
    ahead = np.nan_to_num(chance - 0.5)
    made: Column = (ahead - ahead.T) / 2
    return made


def equilibrium(chance: Column, each: int) -> Column:
    """Equilibrium pick rates with `each` different picks per seat.

    A linear programme: the opponent's best response to rates x is the `each` columns worst for x. By duality their sum
    is the maximum of `each` · t − Σ s with t − s ≤ x · margins, s ≥ 0.
    """
    from scipy.optimize import linprog

    size = len(chance)
    # Variables: rates x, then t, then s. `linprog` minimises, so the aim is negated.
    aims = np.concatenate([np.zeros(size), [-float(each)], np.ones(size)])
    limits = np.hstack([-margins(chance).T, np.ones((size, 1)), -np.eye(size)])
    whole = np.concatenate([np.ones(size), np.zeros(size + 1)])[None, :]
    # A rate is at most 1: no hand has the same pick twice.
    bounds = [(0.0, 1.0)] * size + [(None, None)] + [(0.0, None)] * size
    found = linprog(aims, limits, np.zeros(size), whole, [float(each)], bounds, method="highs")
    shares: Column = np.clip(found.x[:size], 0.0, 1.0)
    return shares


def dominance(chance: Column) -> NDArray[np.bool_]:
    """By row and column: true if the column strictly dominates the row."""
    ahead = margins(chance)
    return np.asarray((ahead[None, :, :] > ahead[:, None, :]).all(axis=2))
