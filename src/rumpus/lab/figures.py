"""Figures of a set of games, each with its interval: a sum over games divided by another sum over games.

A mean is such a quotient (divided by the number of games), and so is a win rate (wins with a card by the number of
games with it). One formula gives the error of all of them, and of differences between paired games.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rumpus.core.game import Game
from rumpus.lab.rows import GameRow
from rumpus.lab.tournament import Z95

POINTS: Final = "points"
"""Shown in percent; differences in percentage points."""

Column = NDArray[np.float64]
NOBODY: Final = -1


class Estimate:
    """A value and half the width of its interval."""

    def __init__(self, value: float, half: float, count: float) -> None:
        self.value = value
        self.half = half
        self.count = count

    @property
    def low(self) -> float:
        return self.value - self.half

    @property
    def high(self) -> float:
        return self.value + self.half


class Figure:
    """What is counted (`top`) per what it is counted in (`bottom`), game by game."""

    def __init__(self, group: str, name: str, unit: str, top: Column, bottom: Column, headline: bool) -> None:
        self.group = group
        self.name = name
        self.unit = unit
        self.top = top
        self.bottom = bottom
        self.headline = headline

    @property
    def key(self) -> str:
        return f"{self.group}: {self.name}"

    @property
    def value(self) -> float:
        total = float(self.bottom.sum())
        return float(self.top.sum()) / total if total else float("nan")

    def influence(self) -> Column:
        """How far each game moves the quotient from its value (first order); its spread gives the error."""
        mean = float(self.bottom.mean())
        return (self.top - self.value * self.bottom) / mean if mean else np.zeros_like(self.top)

    def estimate(self, z: float = Z95) -> Estimate:
        count = len(self.top)
        half = z * float(self.influence().std(ddof=1)) / count**0.5 if count > 1 else float("nan")
        # Rates of 0 or 1 have no spread, and yet are not certain: the interval is at least that of one game more.
        total = float(self.bottom.sum())
        if self.unit == POINTS and total:
            half = max(half, z * z / (2 * (total + z * z)) if self.value in (0.0, 1.0) else 0.0)
        return Estimate(self.value, half, total)


def difference(before: Figure, after: Figure, z: float = Z95) -> Estimate:
    """After minus before, of games paired by number: what they share cancels out."""
    count = len(before.top)
    spread = float((after.influence() - before.influence()).std(ddof=1)) if count > 1 else float("nan")
    return Estimate(after.value - before.value, z * spread / count**0.5, count)


def figures_of(game: Game, rows: Sequence[GameRow]) -> list[Figure]:
    """Every figure that these games allow, headline figures first."""
    count = len(rows)
    ones = np.ones(count)
    found: list[Figure] = []

    def mean(group: str, name: str, unit: str, values: Sequence[float], headline: bool = False) -> None:
        found.append(Figure(group, name, unit, np.array(values, dtype=float), ones, headline))

    seats = len(rows[0].seats)
    winners = np.array([NOBODY if row.winner is None else row.winner for row in rows])
    won = (winners[:, None] == np.arange(seats)).astype(float)
    for seat in range(seats):
        mean("win rate by seat", f"seat {seat}", POINTS, list(won[:, seat]), headline=True)
    paid = [[row.seats[seat].result for row in rows] for seat in range(seats)]
    if any(value not in (-1.0, 0.0, 1.0) for column in paid for value in column):
        for seat, column in enumerate(paid):
            mean("payoff by seat", f"seat {seat}", "of the stake", column)
    found += _by_having([[seat.identity for seat in row.seats] for row in rows], won)
    found += _by_having([[seat.lots for seat in row.seats] for row in rows], won)
    found += _by_player(rows, won)
    mean("the game", "no single winner", POINTS, list((winners == NOBODY).astype(float)), seats > 1)
    if any(row.rounds for row in rows):
        mean("the game", "length", f"{game.lab().round_word}s", [float(row.rounds) for row in rows], True)
    mean("the game", "decisions", "decisions", [float(row.decisions) for row in rows], True)
    forced, decisions = [float(row.forced) for row in rows], [float(row.decisions) for row in rows]
    found.append(Figure("the game", "forced decisions", POINTS, np.array(forced), np.array(decisions), False))
    if seats > 1 and any(row.seats[0].course for row in rows):
        mean("the game", "changes of the lead", "changes", [float(row.lead_changes) for row in rows])
        mean("the game", "comebacks", POINTS, [float(row.comeback) for row in rows])
    return found + _by_ledger(rows, won)


def _by_having(had: Sequence[Sequence[Sequence[tuple[str, str]]]], won: Column) -> list[Figure]:
    """How often a seat that plays with this, or for which chance settled this, wins; `had` by game and seat."""
    names = sorted({pair for game in had for seat in game for pair in seat})
    place = {pair: index for index, pair in enumerate(names)}
    top, bottom = np.zeros((len(names), len(had))), np.zeros((len(names), len(had)))
    for number, game in enumerate(had):
        for seat, pairs in enumerate(game):
            for pair in pairs:
                top[place[pair], number] += won[number, seat]
                bottom[place[pair], number] += 1
    return [
        Figure(f"win rate by {kind}", name, POINTS, top[index], bottom[index], True)
        for index, (kind, name) in enumerate(names)
    ]


def _by_player(rows: Sequence[GameRow], won: Column) -> list[Figure]:
    """How often each bot wins, where there are several."""
    players = sorted({seat.player for row in rows for seat in row.seats})
    if len(players) < 2:
        return []
    found = []
    for player in players:
        sits = np.array([[float(seat.player == player) for seat in row.seats] for row in rows])
        found.append(Figure("win rate by player", player, POINTS, (won * sits).sum(axis=1), sits.sum(axis=1), True))
    return found


def _by_ledger(rows: Sequence[GameRow], won: Column) -> list[Figure]:
    """How often each thing is done in a game, and how often a seat that did it wins."""
    entries = sorted({entry for row in rows for seat in row.seats for entry in seat.ledger})
    place = {entry: index for index, entry in enumerate(entries)}
    times, did, wins = (np.zeros((len(entries), len(rows))) for _ in range(3))
    for number, row in enumerate(rows):
        for seat, seat_row in enumerate(row.seats):
            for entry, count in seat_row.ledger.items():
                times[place[entry], number] += count
                did[place[entry], number] += 1
                wins[place[entry], number] += won[number, seat]
    ones = np.ones(len(rows))
    found: list[Figure] = []
    for index, (action, topic) in enumerate(entries):
        found.append(Figure(f"times {action} per game", topic, "times", times[index], ones, False))
        found.append(Figure(f"win rate when {action}", topic, POINTS, wins[index], did[index], False))
    return found


def shown(value: float, unit: str) -> str:
    """As a person reads it."""
    return f"{value * 100:.1f} %" if unit == POINTS else f"{value:.2f} {unit}"


def shown_difference(estimate: Estimate, unit: str) -> str:
    """With sign and error: +3.1 ± 0.8 points."""
    scale, digits = (100, 1) if unit == POINTS else (1, 2)
    value, half = estimate.value * scale, estimate.half * scale
    return f"{value:+.{digits}f} ± {half:.{digits}f} {unit}".replace("-", "−")
