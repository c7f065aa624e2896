"""Many small zero-sum matrix games at once.

Every matrix game has a pair of best mixtures that comes from a square part of the matrix (Shapley and Snow): with three
choices a side there are at most nineteen such parts, so all are tried, for all games together, and for each game the
pair is kept that proves itself, by conceding nothing beyond what it guarantees.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

CLOSE = 1e-10
"""How far a guarantee and a concession may be apart, by rounding alone."""


class Mixtures:
    """For each of many games: its value to the row player, and a best mixture for either side."""

    def __init__(self, value: Floats, rows: Floats, columns: Floats) -> None:
        self.value = value
        self.rows = rows
        self.columns = columns


def solve_all(games: Floats) -> Mixtures:
    """Games of one shape, as an array of games by rows by columns."""
    many, height, width = games.shape
    best = np.full(many, np.inf)
    rows = np.zeros((many, height))
    columns = np.zeros((many, width))
    for size in range(1, min(height, width) + 1):
        # Of equals the last is kept: to scratch, and to use an ability, which people find more natural.
        for own in combinations(reversed(range(height)), size):
            for other in combinations(reversed(range(width)), size):
                _try(games, own, other, best, rows, columns)
        if (best <= CLOSE).all():
            break
    assert (best <= CLOSE).all(), f"a game is solved only up to {best.max():.2e}"
    guaranteed = np.einsum("nr,nrc->nc", rows, games).min(axis=1)
    return Mixtures(guaranteed, rows, columns)


def _try(
    games: Floats, own: tuple[int, ...], other: tuple[int, ...], best: Floats, rows: Floats, columns: Floats
) -> None:
    """Keep the mixtures over these rows and columns wherever they are better than what was found so far."""
    part = games[:, own][:, :, other]
    row_part, column_part, usable = _levelling(part)
    row_mixture = np.zeros_like(rows)
    column_mixture = np.zeros_like(columns)
    row_mixture[:, own] = row_part
    column_mixture[:, other] = column_part
    guaranteed = np.einsum("nr,nrc->nc", row_mixture, games).min(axis=1)
    conceded = np.einsum("nrc,nc->nr", games, column_mixture).max(axis=1)
    gap = np.where(usable, conceded - guaranteed, np.inf)
    better = gap < best - CLOSE
    best[better] = gap[better]
    rows[better] = row_mixture[better]
    columns[better] = column_mixture[better]


def _levelling(part: Floats) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """The mixtures that make the opponent indifferent within a square part, and where they are mixtures at all."""
    # What the adjugate of a matrix adds up to by rows and columns does not change when a constant is added to it.
    adjugate = _adjugate(part)
    row_sums = adjugate.sum(axis=1)
    column_sums = adjugate.sum(axis=2)
    total = row_sums.sum(axis=1)
    usable = np.abs(total) > 1e-14
    safe = np.where(usable, total, 1.0)[:, None]
    own, other = row_sums / safe, column_sums / safe
    usable &= (own >= -1e-12).all(axis=1) & (other >= -1e-12).all(axis=1)
    return np.clip(own, 0.0, None), np.clip(other, 0.0, None), usable


def _adjugate(part: Floats) -> Floats:
    many, size, _ = part.shape
    if size == 1:
        return np.ones((many, 1, 1))
    adjugate = np.empty_like(part)
    for row in range(size):
        for column in range(size):
            rest = np.delete(np.delete(part, row, axis=1), column, axis=2)
            minor = rest[:, 0, 0] if size == 2 else rest[:, 0, 0] * rest[:, 1, 1] - rest[:, 0, 1] * rest[:, 1, 0]
            adjugate[:, column, row] = minor if (row + column) % 2 == 0 else -minor
    return adjugate
