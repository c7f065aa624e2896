"""Figures of a set of games, each with its interval: a sum over games divided by another sum over games.

A mean is such a quotient (divided by the number of games), and so is a win rate (wins with a card by the number of
games with it). One formula gives the error of all of them, and of differences between paired games.

Where it is known what luck did in every game, that is taken off by regression (control variates): it is zero on
average, so the value stays what it was on average, and what it explains of the spread is gone from the interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from rumpus.core.game import Game
from rumpus.lab.simulation.rows import Drama, GameRow
from rumpus.stats.estimates import Z95, Estimate
from rumpus.stats.regression import ENOUGH_GAMES, POINTS, Column, Figure

NOBODY: Final = -1
NOISE = 1e-9
"""What is smaller than this comes from adding up."""


def figures_of(game: Game, rows: Sequence[GameRow]) -> list[Figure]:
    """Every figure that these games allow, headline figures first."""
    count = len(rows)
    ones = np.ones(count)
    found: list[Figure] = []

    def mean(
        group: str, name: str, unit: str, values: Sequence[float], headline: bool = False, luck: Column | None = None
    ) -> None:
        found.append(Figure(group, name, unit, np.array(values, dtype=float), ones, headline, luck))

    seats = len(rows[0].seats)
    winners = np.array([NOBODY if row.winner is None else row.winner for row in rows])
    won = (winners[:, None] == np.arange(seats)).astype(float)
    luck = _luck(rows)
    for seat in range(seats):
        own = None if luck is None else luck[:, seat]
        mean("win rate by seat", f"seat {seat}", POINTS, list(won[:, seat]), headline=True, luck=own)
    paid = [[row.seats[seat].result for row in rows] for seat in range(seats)]
    if any(value not in (-1.0, 0.0, 1.0) for column in paid for value in column):
        for seat, column in enumerate(paid):
            mean("payoff by seat", f"seat {seat}", "of the stake", column)
    found += _by_having([[seat.identity for seat in row.seats] for row in rows], won, luck)
    found += _by_having([[seat.lots for seat in row.seats] for row in rows], won, luck)
    found += _by_player(rows, won, luck)
    mean("the game", "no single winner", POINTS, list((winners == NOBODY).astype(float)), seats > 1)
    if any(row.rounds for row in rows):
        mean("the game", "length", f"{game.lab().round_word}s", [float(row.rounds) for row in rows], True)
    mean("the game", "decisions", "decisions", [float(row.decisions) for row in rows], True)
    forced, decisions = [float(row.forced) for row in rows], [float(row.decisions) for row in rows]
    found.append(Figure("the game", "forced decisions", POINTS, np.array(forced), np.array(decisions), False))
    if seats > 1 and any(row.seats[0].course for row in rows):
        mean("the game", "changes of the lead", "changes", [float(row.lead_changes) for row in rows])
        mean("the game", "comebacks", POINTS, [float(row.comeback) for row in rows])
    return found + _deciding(rows) + _by_ledger(rows, won)


def _deciding(rows: Sequence[GameRow]) -> list[Figure]:
    """What decides games, of those that were watched for it."""
    told = [row.drama or Drama(None, None, None, None) for row in rows]
    columns: list[tuple[str, str, list[float | None]]] = [
        ("changes of the lead by luck", "changes", [one.by_luck for one in told]),
        ("changes of the lead by choice", "changes", [one.by_choice for one in told]),
        ("decided after", POINTS, [one.decided for one in told]),
        ("farthest behind", POINTS, [one.behind for one in told]),
        ("options", "options", [one.options for one in told]),
        ("best less second best", POINTS, [one.stake for one in told]),
    ]
    found = []
    for name, unit, values in columns:
        known = np.array([float(value is not None) for value in values])
        if known.any():
            top = np.array([0.0 if value is None else float(value) for value in values])
            found.append(Figure("what decides", name, unit, top, known, False))
    return found


def luck_share(rows: Sequence[GameRow]) -> Estimate | None:
    """How much of who wins luck after the start explains: its share of the spread; None if too little is known."""
    watched = [row for row in rows if row.drama is not None]
    return _share(watched, [_luck(watched), _of_seats([[seat.felt for seat in row.seats] for row in watched])])


def deal_share(rows: Sequence[GameRow]) -> Estimate | None:
    """The same of the deal."""
    watched = [row for row in rows if row.drama is not None]
    return _share(watched, [_of_seats([[seat.deal for seat in row.seats] for row in watched])])


def _share(watched: Sequence[GameRow], known: Sequence[Column | None]) -> Estimate | None:
    """By least squares; the interval is Fisher's, and the last seat of a game is told by the others."""
    if len(watched) < ENOUGH_GAMES:
        return None
    won = np.array([[float(row.winner == seat) for seat in range(len(row.seats))] for row in watched])
    columns = [column.ravel() for column in known if column is not None and float(column.std()) > NOISE]
    if not columns or not won.std():
        return Estimate(0.0, 0.0, len(watched))
    luck = np.stack([column - column.mean() for column in columns], axis=1)
    lucky = luck @ np.linalg.lstsq(luck, won.ravel() - won.mean(), rcond=None)[0]
    seen = min(1 - NOISE, float(lucky.std() / won.std()))
    free = len(watched) * max(1, won.shape[1] - 1) - 3
    low, high = (max(0.0, float(np.tanh(np.arctanh(seen) + side * Z95 / free**0.5))) for side in (-1, 1))
    return Estimate(seen**2, (high**2 - low**2) / 2, len(watched))


def _luck(rows: Sequence[GameRow]) -> Column | None:
    """By game and seat; None if some of the games were not watched."""
    return _of_seats([[seat.luck for seat in row.seats] for row in rows])


def _of_seats(found: Sequence[Sequence[float | None]]) -> Column | None:
    return None if any(None in row for row in found) else np.array(found, dtype=float)


def _by_having(
    had: Sequence[Sequence[Sequence[tuple[str, str]]]], won: Column, luck: Column | None = None
) -> list[Figure]:
    """How often a seat that plays with this, or for which chance settled this, wins; `had` by game and seat."""
    names = sorted({pair for game in had for seat in game for pair in seat})
    place = {pair: index for index, pair in enumerate(names)}
    top, bottom, theirs = (np.zeros((len(names), len(had))) for _ in range(3))
    for number, game in enumerate(had):
        for seat, pairs in enumerate(game):
            for pair in pairs:
                top[place[pair], number] += won[number, seat]
                bottom[place[pair], number] += 1
                if luck is not None:
                    theirs[place[pair], number] += luck[number, seat]
    return [
        Figure(f"win rate by {kind}", name, POINTS, top[index], bottom[index], True, theirs[index])
        for index, (kind, name) in enumerate(names)
    ]


def _by_player(rows: Sequence[GameRow], won: Column, luck: Column | None) -> list[Figure]:
    """How often each bot wins, where there are several."""
    players = sorted({seat.player for row in rows for seat in row.seats})
    if len(players) < 2:
        return []
    found = []
    for player in players:
        sits = np.array([[float(seat.player == player) for seat in row.seats] for row in rows])
        theirs = None if luck is None else (luck * sits).sum(axis=1)
        top, bottom = (won * sits).sum(axis=1), sits.sum(axis=1)
        found.append(Figure("win rate by player", player, POINTS, top, bottom, True, theirs))
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
