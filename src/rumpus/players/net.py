"""A small network in plain numpy: rows of features go in; the expected result and scores of all moves come out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
Real = NDArray[np.floating[Any]]

GRAIN = 4096.0
"""Weights, rows and hidden layers of a network that plays are whole multiples of 1 / GRAIN."""


class Net:
    """Hidden layers with rectifiers (`hidden 0`, `hidden 1`, …), a head `worth`, and a head `moves` if it has one.

    `reads` has a 1 for each column of a row that goes into the first layer.
    """

    def __init__(self, arrays: Mapping[str, Real]) -> None:
        self.arrays: dict[str, Real] = {name: self.kept(value) for name, value in arrays.items()}
        self.depth = sum(name.startswith("hidden ") and name.endswith(" weights") for name in self.arrays)
        self.reads = np.flatnonzero(self.arrays["reads"])

    def kept(self, value: Real) -> Real:
        """Weights as this network counts with them."""
        return np.ascontiguousarray(value, dtype=np.float32)

    def layer(self, rows: Real, name: str) -> Real:
        out: Real = rows @ self.arrays[f"{name} weights"]
        out += self.arrays[f"{name} bias"]
        return out

    def hidden(self, rows: Real) -> Real:
        rows = rows[:, self.reads]
        for number in range(self.depth):
            rows = self.layer(rows, f"hidden {number}")
            np.maximum(rows, 0, out=rows)
        return rows

    def worth(self, rows: Real) -> Real:
        """The expected result of each row's seat, from -1 to 1."""
        return self.worth_of(self.hidden(rows))

    def worth_of(self, hidden: Real) -> Real:
        out: Real = np.tanh(self.layer(hidden, "worth"))[:, 0]
        return out

    def scores_of(self, hidden: Real) -> Real:
        """How tempting each move of the space is; `chances` makes chances of those on offer of it."""
        return self.layer(hidden, "moves")


class FixedNet(Net):
    """Counts alike on every machine, whatever its library and in whatever order that adds up.

    All that is multiplied is a small multiple of 1 / GRAIN, so every product and sum is a whole number of fine grains
    far below 2 ** 53, and floats of 64 bits hold it exactly.
    """

    def kept(self, value: Real) -> Real:
        return grained(np.ascontiguousarray(value, dtype=np.float64))

    def layer(self, rows: Real, name: str) -> Real:
        return super().layer(grained(rows.astype(np.float64)), name)

    def worth_of(self, hidden: Real) -> Real:
        out: Real = np.round(super().worth_of(hidden), 9)
        return out


def rows_in(block: Any, width: int) -> NDArray[np.float64]:
    """Rows that compiled code wrote one after another, without a copy."""
    return np.frombuffer(block, np.float64).reshape(-1, width)


def grained(values: Real) -> Real:
    """Rounded to multiples of 1 / GRAIN."""
    out: Real = np.rint(values * values.dtype.type(GRAIN)) / values.dtype.type(GRAIN)
    return out


def chances(scores: Real, mask: NDArray[np.int8]) -> Real:
    """Scores as chances of the moves on offer."""
    out: Real = np.where(mask > 0, scores, scores.dtype.type(-1e9))
    out -= out.max(axis=1, keepdims=True)
    np.exp(out, out=out)
    out *= mask > 0
    out /= out.sum(axis=1, keepdims=True)
    return out


def drawn(shares: Real, luck: np.random.Generator) -> NDArray[np.int64]:
    """A move per row, drawn by its chances."""
    sums = np.cumsum(shares, axis=1, dtype=np.float64)
    # Below the whole sum even after rounding, so what is drawn was on offer.
    wanted = luck.random(len(shares)) * sums[:, -1] * (1 - 1e-12)
    out: NDArray[np.int64] = (sums <= wanted[:, None]).sum(axis=1)
    return out
