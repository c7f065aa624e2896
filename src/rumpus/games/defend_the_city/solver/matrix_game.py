"""Zero-sum matrix games, exactly: the row player's best guarantee and both optimal mixtures.

Every game is equivalent to a linear program, tackled in three tries from cheap to dear: a saddle point; the simplex
method on what is left after striking dominated rows and columns; scipy. Whatever the second finds is accepted only if
the two mixtures prove each other: what the one guarantees and what the other concedes must agree.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rumpus.games.defend_the_city.solver.exchange import Floats

CLOSE = 1e-11
TINY = 1e-12
Index = NDArray[np.int64]


class Solved:
    """The value of a matrix game for the row player, and a best mixture for either side."""

    __slots__ = ("columns", "rows", "value")

    def __init__(self, value: float, rows: Floats, columns: Floats) -> None:
        self.value = value
        self.rows = rows
        self.columns = columns


def solve(matrix: Floats) -> Solved:
    """The value and a pair of optimal mixtures."""
    found = saddle_point(matrix)
    if found is None:
        rows, columns = undominated(matrix)
        found = proven(matrix, simplex(matrix[np.ix_(rows, columns)]), rows, columns)
    if found is None:
        found = by_linear_program(matrix)
    return found


def still_solves(matrix: Floats, old: Solved) -> bool:
    """Whether an older solution is one of this game too."""
    return gap(matrix, old.rows, old.columns) <= CLOSE


def gap(matrix: Floats, rows: Floats, columns: Floats) -> float:
    """What the columns concede beyond what the rows guarantee: 0 exactly at an equilibrium."""
    return float((matrix @ columns).max() - (rows @ matrix).min())


def saddle_point(matrix: Floats) -> Solved | None:
    """A cell that is the least of its row and the greatest of its column."""
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
    return Solved(float(least[row]), rows, columns)


def proven(matrix: Floats, mixtures: tuple[Floats, Floats] | None, rows: Index, columns: Index) -> Solved | None:
    """Mixtures over some rows and columns as a solution of the whole, if they prove each other."""
    if mixtures is None:
        return None
    whole_rows = np.zeros(matrix.shape[0])
    whole_columns = np.zeros(matrix.shape[1])
    whole_rows[rows] = np.where(mixtures[0] > TINY, mixtures[0], 0.0)
    whole_columns[columns] = np.where(mixtures[1] > TINY, mixtures[1], 0.0)
    whole_rows /= whole_rows.sum()
    whole_columns /= whole_columns.sum()
    guaranteed = float((whole_rows @ matrix).min())
    conceded = float((matrix @ whole_columns).max())
    if not conceded - guaranteed <= CLOSE:
        return None
    return Solved((guaranteed + conceded) / 2, whole_rows, whole_columns)


def undominated(matrix: Floats) -> tuple[Index, Index]:
    """The rows and columns that remain when dominated ones are struck until none is left.

    Of equal rows the first stays. An equilibrium of what remains is one of the whole game.
    """
    rows = np.arange(matrix.shape[0])
    columns = np.arange(matrix.shape[1])
    while True:
        left = matrix[np.ix_(rows, columns)]
        keep_rows = ~struck(left)
        left = left[keep_rows]
        keep_columns = ~struck(-left.T)
        rows = rows[keep_rows]
        columns = columns[keep_columns]
        if keep_rows.all() and keep_columns.all():
            return rows, columns


def struck(matrix: Floats) -> NDArray[np.bool_]:
    """Which rows are nowhere better than some other row."""
    covers = (matrix[:, None, :] >= matrix[None, :, :]).all(axis=2)
    twins = covers & covers.T
    count = len(matrix)
    first = np.arange(count)[:, None] < np.arange(count)[None, :]
    found: NDArray[np.bool_] = np.any((covers & ~twins) | (twins & first), axis=0)
    return found


def simplex(matrix: Floats) -> tuple[Floats, Floats] | None:
    """Optimal mixtures by the simplex method on the column player's program, whose slack basis is feasible.

    With all payoffs made positive: maximise the sum of y with matrix @ y <= 1; the mixture is y over its sum, and
    the prices of the rows are the row player's.
    """
    height, width = matrix.shape
    shift = 1.0 - float(matrix.min())
    table = np.zeros((height + 1, width + height + 1))
    table[:height, :width] = matrix + shift
    table[:height, width : width + height] = np.eye(height)
    table[:height, -1] = 1.0
    table[height, :width] = -1.0
    basis = np.arange(width, width + height)
    careful = 20 * (height + width)
    for step in range(3 * careful):
        prices = table[height, :-1]
        if step < careful:
            enter = int(prices.argmin())
            if prices[enter] >= -TINY:
                break
        else:
            # Bland's rule: slower, but it cannot go round in circles.
            below = np.flatnonzero(prices < -TINY)
            if not len(below):
                break
            enter = int(below[0])
        column = table[:height, enter]
        usable = np.flatnonzero(column > TINY)
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


def by_linear_program(matrix: Floats) -> Solved:
    """The textbook program, once for each side, by scipy."""
    rows = _guarantee(matrix)
    columns = _guarantee(-matrix.T)
    value = (float((rows @ matrix).min()) + float((matrix @ columns).max())) / 2
    return Solved(value, rows, columns)


def _guarantee(matrix: Floats) -> Floats:
    """The mixture of rows with the greatest guarantee: maximise v with mixture @ column >= v for every column."""
    from scipy.optimize import linprog  # takes a while to load, and hardly any game needs it

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
