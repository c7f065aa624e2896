"""Measures of a set of games with intervals: ratios of two sums over games.

A mean divides by the number of games, a win rate by the number of games with a card. One formula gives the error of all
of them, and of differences between paired games.
Known luck is removed by regression (control variates). Its mean is 0, so the estimate stays unbiased and the interval
shrinks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from rumpus.core.game import Game
from rumpus.lab.simulation.rows import GameRow
from rumpus.stats.estimates import Z95, Estimate
from rumpus.stats.regression import MIN_GAMES, POINTS, Column, Measure

NO_WINNER: Final = -1
ROUNDING_ERROR = 1e-9
"""Numbers below this are rounding errors."""


def measures_of(game: Game, rows: Sequence[GameRow]) -> list[Measure]:
    """Every measure of these games, headlines first."""
    count = len(rows)
    ones = np.ones(count)
    found: list[Measure] = []

    def mean(
        group: str, name: str, unit: str, values: Sequence[float], headline: bool = False, luck: Column | None = None
    ) -> None:
        found.append(Measure(group, name, unit, np.array(values, dtype=float), ones, headline, luck))

    seats = len(rows[0].seats)
    winners = np.array([NO_WINNER if row.winner is None else row.winner for row in rows])
    won = (winners[:, None] == np.arange(seats)).astype(float)
    luck = _luck(rows)
    for seat in range(seats):
        own = None if luck is None else luck[:, seat]
        mean("win rate by seat", f"seat {seat}", POINTS, list(won[:, seat]), headline=True, luck=own)
    paid = [[row.seats[seat].result for row in rows] for seat in range(seats)]
    # Payoffs of -1, 0 and 1 repeat the win rates.
    if any(value not in (-1.0, 0.0, 1.0) for column in paid for value in column):
        for seat, column in enumerate(paid):
            mean("payoff by seat", f"seat {seat}", "of the stake", column)
    found += _by_having([[seat.identity for seat in row.seats] for row in rows], won, luck)
    found += _by_having([[seat.random_setup for seat in row.seats] for row in rows], won, luck)
    found += _by_player(rows, won, luck)
    mean("the game", "no single winner", POINTS, list((winners == NO_WINNER).astype(float)), seats > 1)
    if any(row.rounds for row in rows):
        mean("the game", "length", f"{game.lab().round_word}s", [float(row.rounds) for row in rows], True)
    mean("the game", "decisions", "decisions", [float(row.decisions) for row in rows], True)
    forced, decisions = [float(row.forced) for row in rows], [float(row.decisions) for row in rows]
    found.append(Measure("the game", "forced decisions", POINTS, np.array(forced), np.array(decisions), False))
    if seats > 1 and any(row.seats[0].course for row in rows):
        mean("the game", "changes of the lead", "changes", [float(row.lead_changes) for row in rows])
        mean("the game", "comebacks", POINTS, [float(row.comeback) for row in rows])
    return found + _lead_measures(rows) + _by_ledger(rows, won)


def _lead_measures(rows: Sequence[GameRow]) -> list[Measure]:
    """Measures of leads, options and decision gaps, from the observed games."""
    found, stats = [], [row.lead_stats for row in rows]
    for name, unit, field in (
        ("changes of the lead by luck", "changes", "lead_changes_by_luck"),
        ("changes of the lead by choice", "changes", "lead_changes_by_choice"),
        ("decided after", POINTS, "decided_after"),
        ("farthest behind", POINTS, "farthest_behind"),
        ("options", "options", "options"),
        ("best less second best", POINTS, "decision_gap"),
    ):
        values = [None if one is None else getattr(one, field) for one in stats]
        known = np.array([float(value is not None) for value in values])
        if known.any():
            # Games without a value have 0 in both sums, so the ratio leaves them out.
            top = np.array([0.0 if value is None else float(value) for value in values])
            found.append(Measure("what decides", name, unit, top, known, False))
    return found


def luck_fraction(rows: Sequence[GameRow]) -> Estimate | None:
    """Fraction of the variance of winning explained by luck after the deal; None if unknown."""
    watched = [row for row in rows if row.lead_stats is not None]
    by_rollouts = _by_game_and_seat([[seat.luck_by_rollouts for seat in row.seats] for row in watched])
    return _fraction(watched, [_luck(watched), by_rollouts])


def deal_fraction(rows: Sequence[GameRow]) -> Estimate | None:
    """Fraction of the variance of winning explained by the deal; None if unknown."""
    watched = [row for row in rows if row.lead_stats is not None]
    return _fraction(watched, [_by_game_and_seat([[seat.deal for seat in row.seats] for row in watched])])


def _fraction(watched: Sequence[GameRow], known: Sequence[Column | None]) -> Estimate | None:
    """R² by least squares, with Fisher's interval. One seat per game is redundant."""
    if len(watched) < MIN_GAMES:
        return None
    won = np.array([[float(row.winner == seat) for seat in range(len(row.seats))] for row in watched])
    columns = [column.ravel() for column in known if column is not None and float(column.std()) > ROUNDING_ERROR]
    if not columns or not won.std():
        return Estimate(0.0, 0.0, len(watched))
    luck = np.stack([column - column.mean() for column in columns], axis=1)
    lucky = luck @ np.linalg.lstsq(luck, won.ravel() - won.mean(), rcond=None)[0]
    # arctanh(1) is infinite.
    seen = min(1 - ROUNDING_ERROR, float(lucky.std() / won.std()))
    # Fisher (1921): arctanh of a correlation has a variance of about 1 / (n - 3).
    free = len(watched) * max(1, won.shape[1] - 1) - 3
    low, high = (max(0.0, float(np.tanh(np.arctanh(seen) + side * Z95 / free**0.5))) for side in (-1, 1))
    return Estimate(seen**2, (high**2 - low**2) / 2, len(watched))


def _luck(rows: Sequence[GameRow]) -> Column | None:
    """Luck by game and seat; None if some games were not observed."""
    return _by_game_and_seat([[seat.luck for seat in row.seats] for row in rows])


def _by_game_and_seat(found: Sequence[Sequence[float | None]]) -> Column | None:
    return None if any(None in row for row in found) else np.array(found, dtype=float)


def _by_having(
    had: Sequence[Sequence[Sequence[tuple[str, str]]]], won: Column, luck: Column | None = None
) -> list[Measure]:
    """Win rates by identity or random setup; `had` lists them by game and seat."""
    names = sorted({pair for game in had for seat in game for pair in seat})
    place = {pair: index for index, pair in enumerate(names)}
    # Without luck `theirs` stays 0: a control variate without spread, which `remove_luck` ignores.
    top, bottom, theirs = (np.zeros((len(names), len(had))) for _ in range(3))
    for number, game in enumerate(had):
        for seat, pairs in enumerate(game):
            for pair in pairs:
                top[place[pair], number] += won[number, seat]
                bottom[place[pair], number] += 1
                if luck is not None:
                    theirs[place[pair], number] += luck[number, seat]
    return [
        Measure(f"win rate by {kind}", name, POINTS, top[index], bottom[index], True, theirs[index])
        for index, (kind, name) in enumerate(names)
    ]


def _by_player(rows: Sequence[GameRow], won: Column, luck: Column | None) -> list[Measure]:
    """Win rates by bot, if there are several."""
    players = sorted({seat.player for row in rows for seat in row.seats})
    if len(players) < 2:
        return []
    found = []
    for player in players:
        sits = np.array([[float(seat.player == player) for seat in row.seats] for row in rows])
        theirs = None if luck is None else (luck * sits).sum(axis=1)
        top, bottom = (won * sits).sum(axis=1), sits.sum(axis=1)
        found.append(Measure("win rate by player", player, POINTS, top, bottom, True, theirs))
    return found


def _by_ledger(rows: Sequence[GameRow], won: Column) -> list[Measure]:
    """Times per game of each action, and win rates of the seats after it."""
    entries = sorted({entry[:2] for row in rows for seat in row.seats for entry in seat.ledger})
    place = {entry: index for index, entry in enumerate(entries)}
    times, did, wins = (np.zeros((len(entries), len(rows))) for _ in range(3))
    for number, row in enumerate(rows):
        for seat, seat_row in enumerate(row.seats):
            for action, topic, count in seat_row.ledger:
                index = place[action, topic]
                times[index, number] += count
                did[index, number] += 1
                wins[index, number] += won[number, seat]
    ones = np.ones(len(rows))
    found: list[Measure] = []
    for index, (action, topic) in enumerate(entries):
        found.append(Measure(f"times {action} per game", topic, "times", times[index], ones, False))
        found.append(Measure(f"win rate when {action}", topic, POINTS, wins[index], did[index], False))
    return found


def value_text(value: float, unit: str) -> str:
    return f"{value * 100:.1f} %" if unit == POINTS else f"{value:.2f} {unit}"


def rate_text(rate: Estimate) -> str:
    """Formats a rate: 52.1 % (± 0.8)."""
    return f"{rate.value * 100:.1f} % (± {rate.half_width * 100:.1f})"


def percent_text(rate: Estimate) -> str:
    """Formats a rate in tables: 52.1 ± 0.8 %."""
    return f"{rate.value * 100:.1f} ± {rate.half_width * 100:.1f} %"


def difference_text(estimate: Estimate, unit: str) -> str:
    """Formats a difference: +3.1 ± 0.8 points."""
    scale, digits = (100, 1) if unit == POINTS else (1, 2)
    value, half = estimate.value * scale, estimate.half_width * scale
    return f"{value:+.{digits}f} ± {half:.{digits}f} {unit}".replace("-", "−")
