"""Solves many small zero-sum matrix games at once.

Every matrix game has an optimal pair of mixed strategies supported on a square submatrix (Shapley and Snow, 1950). With
three moves per side there are nineteen. All are tried on all games together; each game keeps the pair with no gap
between guaranteed and conceded value.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

TOLERANCE = 1e-10
"""Largest gap between guaranteed and conceded value, due to rounding."""


class MatrixSolutions(NamedTuple):
    """For each game: the row player's value and both optimal strategies."""

    value: Floats
    rows: Floats
    columns: Floats


def solve_matrices(games: Floats) -> MatrixSolutions:
    """Solves games of one shape, given as an array (games, rows, columns)."""
    many, height, width = games.shape
    best = np.full(many, np.inf)
    rows = np.zeros((many, height))
    columns = np.zeros((many, width))
    for size in range(1, min(height, width) + 1):
        # Of equals the last is kept: to scratch, and to use an ability, which people find more natural.
        for own in combinations(reversed(range(height)), size):
            for other in combinations(reversed(range(width)), size):
                _try_support(games, own, other, best, rows, columns)
        if (best <= TOLERANCE).all():
            break
    assert (best <= TOLERANCE).all(), f"a game is solved only up to {best.max():.2e}"
    guaranteed = np.einsum("nr,nrc->nc", rows, games).min(axis=1)
    return MatrixSolutions(guaranteed, rows, columns)


def _try_support(
    games: Floats, own: tuple[int, ...], other: tuple[int, ...], best: Floats, rows: Floats, columns: Floats
) -> None:
    """Keeps the strategies on these rows and columns if their gap is smaller."""
    part = games[:, own][:, :, other]
    row_part, column_part, usable = _equalising(part)
    row_mixture = np.zeros_like(rows)
    column_mixture = np.zeros_like(columns)
    row_mixture[:, own] = row_part
    column_mixture[:, other] = column_part
    guaranteed = np.einsum("nr,nrc->nc", row_mixture, games).min(axis=1)
    conceded = np.einsum("nrc,nc->nr", games, column_mixture).max(axis=1)
    gap = np.where(usable, conceded - guaranteed, np.inf)
    better = gap < best - TOLERANCE
    best[better] = gap[better]
    rows[better] = row_mixture[better]
    columns[better] = column_mixture[better]


def _equalising(part: Floats) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Returns the equalising strategies of a square submatrix, and the games with valid ones."""
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
