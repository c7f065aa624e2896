"""Solves zero-sum matrix games exactly.

Three methods are tried, cheapest first: a saddle point; the simplex method after removing dominated rows and columns;
scipy's linear program. A simplex result is accepted only if its duality gap is within `GAP_TOLERANCE`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rumpus.games.defend_the_city.solver.exchange import Floats

GAP_TOLERANCE = 1e-11
ZERO_TOLERANCE = 1e-12
Index = NDArray[np.int64]


class MatrixSolution(NamedTuple):
    """Value for the row player and an optimal mixture per side."""

    value: float
    rows: Floats
    columns: Floats


def solve(matrix: Floats) -> MatrixSolution:
    found = saddle_point(matrix)
    if found is None:
        rows, columns = undominated(matrix)
        found = verified(matrix, simplex(matrix[np.ix_(rows, columns)]), rows, columns)
    if found is None:
        found = by_linear_program(matrix)
    return found


def still_solves(matrix: Floats, old: MatrixSolution) -> bool:
    """True if an older solution also solves this game."""
    return gap(matrix, old.rows, old.columns) <= GAP_TOLERANCE


def gap(matrix: Floats, rows: Floats, columns: Floats) -> float:
    """Duality gap of two mixtures; 0 exactly at an equilibrium."""
    return float((matrix @ columns).max() - (rows @ matrix).min())


def saddle_point(matrix: Floats) -> MatrixSolution | None:
    """Pure equilibrium: a cell that is row minimum and column maximum."""
    least = matrix.min(axis=1)
    greatest = matrix.max(axis=0)
    row = int(least.argmax())
    column = int(greatest.argmin())
    if least[row] < greatest[column]:
        return None
    rows = np.zeros(matrix.shape[0])
    columns = np.zeros(matrix.shape[1])
    rows[row] = 1.0
    columns[column] = 1.0
    return MatrixSolution(float(least[row]), rows, columns)


def verified(
    matrix: Floats, mixtures: tuple[Floats, Floats] | None, rows: Index, columns: Index
) -> MatrixSolution | None:
    """Extends mixtures over some rows and columns to all; None if their gap is too large."""
    if mixtures is None:
        return None
    whole_rows = np.zeros(matrix.shape[0])
    whole_columns = np.zeros(matrix.shape[1])
    whole_rows[rows] = np.where(mixtures[0] > ZERO_TOLERANCE, mixtures[0], 0.0)
    whole_columns[columns] = np.where(mixtures[1] > ZERO_TOLERANCE, mixtures[1], 0.0)
    whole_rows /= whole_rows.sum()
    whole_columns /= whole_columns.sum()
    guaranteed = float((whole_rows @ matrix).min())
    conceded = float((matrix @ whole_columns).max())
    if not conceded - guaranteed <= GAP_TOLERANCE:
        return None
    return MatrixSolution((guaranteed + conceded) / 2, whole_rows, whole_columns)


def undominated(matrix: Floats) -> tuple[Index, Index]:
    """Rows and columns left after iterated removal of dominated ones. Of equal rows the first stays."""
    rows = np.arange(matrix.shape[0])
    columns = np.arange(matrix.shape[1])
    while True:
        left = matrix[np.ix_(rows, columns)]
        keep_rows = ~dominated(left)
        left = left[keep_rows]
        keep_columns = ~dominated(-left.T)
        rows = rows[keep_rows]
        columns = columns[keep_columns]
        if keep_rows.all() and keep_columns.all():
            return rows, columns


def dominated(matrix: Floats) -> NDArray[np.bool_]:
    """Rows nowhere better than some other row."""
    covers = (matrix[:, None, :] >= matrix[None, :, :]).all(axis=2)
    twins = covers & covers.T
    count = len(matrix)
    first = np.arange(count)[:, None] < np.arange(count)[None, :]
    found: NDArray[np.bool_] = np.any((covers & ~twins) | (twins & first), axis=0)
    return found


def simplex(matrix: Floats) -> tuple[Floats, Floats] | None:
    """Optimal mixtures by the simplex method; None if it fails.

    With payoffs shifted to be positive, it solves the column player's program: maximise sum(y) subject to matrix @ y <=
    1. Its slack basis is feasible. The mixture is y / sum(y); the row player's mixture comes from the dual prices.
    """
    height, width = matrix.shape
    shift = 1.0 - float(matrix.min())
    table = np.zeros((height + 1, width + height + 1))
    table[:height, :width] = matrix + shift
    table[:height, width : width + height] = np.eye(height)
    table[:height, -1] = 1.0
    table[height, :width] = -1.0
    basis = np.arange(width, width + height)
    dantzig_steps = 20 * (height + width)  # largest coefficient first: fast, but may cycle on ties
    for step in range(3 * dantzig_steps):
        prices = table[height, :-1]
        if step < dantzig_steps:
            enter = int(prices.argmin())
            if prices[enter] >= -ZERO_TOLERANCE:
                break
        else:
            # Bland's rule: slower, but it cannot cycle.
            below = np.flatnonzero(prices < -ZERO_TOLERANCE)
            if not len(below):
                break
            enter = int(below[0])
        column = table[:height, enter]
        usable = np.flatnonzero(column > ZERO_TOLERANCE)
        if not len(usable):
            return None
        ratios = table[usable, -1] / column[usable]
        ties = usable[ratios <= ratios.min() + 1e-15]
        leave = int(ties[basis[ties].argmin()])
        table[leave] /= table[leave, enter]
        factors = table[:, enter].copy()
        factors[leave] = 0.0
        table -= factors[:, None] * table[leave]
        basis[leave] = enter
    else:
        return None
    solution = np.zeros(width + height)
    solution[basis] = table[:height, -1]
    columns = np.clip(solution[:width], 0.0, None)
    rows = np.clip(table[height, width : width + height], 0.0, None)
    if columns.sum() <= 0.0 or rows.sum() <= 0.0:
        return None
    return rows / rows.sum(), columns / columns.sum()


def by_linear_program(matrix: Floats) -> MatrixSolution:
    """The textbook linear program for each side, by scipy."""
    rows = _guarantee(matrix)
    columns = _guarantee(-matrix.T)
    value = (float((rows @ matrix).min()) + float((matrix @ columns).max())) / 2
    return MatrixSolution(value, rows, columns)


def _guarantee(matrix: Floats) -> Floats:
    """Maximin mixture of rows: maximise v subject to mixture @ column >= v for every column."""
    from scipy.optimize import linprog  # slow to import and rarely needed

    height, width = matrix.shape
    goal = np.zeros(height + 1)
    goal[-1] = -1.0
    found = linprog(
        goal,
        A_ub=np.hstack([-matrix.T, np.ones((width, 1))]),
        b_ub=np.zeros(width),
        A_eq=np.hstack([np.ones((1, height)), np.zeros((1, 1))]),
        b_eq=[1.0],
        bounds=[(0, None)] * height + [(None, None)],
        method="highs",
    )
    mixture = np.clip(found.x[:height], 0.0, None)
    whole: Floats = mixture / mixture.sum()
    return whole
