"""A small network in plain numpy: rows of features go in; the expected result and scores of all moves come out.

Which stretches of a row describe things of one kind, as a network keeps it beside its weights.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rumpus.core.features import Things

THINGS = "things"
"""The array with a line for each stretch; it is no weight."""


def lines_of(things: Sequence[Things]) -> NDArray[np.float32]:
    lines = [(one.first, one.width, one.count, one.kind, one.kinds, one.move, one.moves) for one in things]
    return np.array(lines, dtype=np.float32)


def things_in(arrays: Mapping[str, Any]) -> list[Things]:
    """Those that `lines_of` wrote down; none in a network without."""
    if THINGS not in arrays:
        return []
    return [Things(*(int(number) for number in line)) for line in arrays[THINGS].tolist()]


def things_columns(things: Sequence[Things]) -> NDArray[np.int64]:
    """All columns that tell a thing."""
    found = [np.arange(one.first, one.first + one.width * one.count) for one in things]
    return np.concatenate([np.zeros(0, dtype=np.int64), *found])


def nameless(things: Sequence[Things], space: int) -> NDArray[np.int64]:
    """The moves of the space that name no thing."""
    named = [np.arange(one.move, one.move + one.moves) for one in things]
    return np.setdiff1d(np.arange(space), np.concatenate([np.zeros(0, dtype=np.int64), *named]))


Array = NDArray[np.float32]
Real = NDArray[np.floating[Any]]

GRAIN = 4096.0
"""Weights, rows and hidden layers of a network that plays are whole multiples of 1 / GRAIN."""


class Hidden:
    """What the layers below the heads have made of some rows."""

    def __init__(self, top: Real, codes: list[Real]) -> None:
        self.top = top
        self.codes = codes
        """For each stretch of things, by row and thing, what the encoder says of it."""


class Net:
    """Hidden layers with rectifiers (`hidden 0`, `hidden 1`, …), a head `worth`, and a head `moves` if it has one.

    `reads` has a 1 for each column of a row that goes into the first layer as it is. Things of one kind (`things`) go
    through one encoder (`thing`, and a table `kinds`), and the sum of what it says of a stretch into the first layer.
    Moves that name a thing are scored by how well what it says fits the question (`question`) that the top layer asks.
    """

    def __init__(self, arrays: Mapping[str, Real]) -> None:
        self.arrays: dict[str, Real] = {name: self.kept(value) for name, value in arrays.items()}
        self.depth = sum(name.startswith("hidden ") and name.endswith(" weights") for name in self.arrays)
        self.reads = np.flatnonzero(self.arrays["reads"])
        self.things = things_in(self.arrays)
        named = sum(things.moves for things in self.things)
        self.space = named + len(self.arrays["moves bias"]) if "moves bias" in self.arrays else 0
        self.nameless = nameless(self.things, self.space)

    def kept(self, value: Real) -> Real:
        """Weights as this network counts with them."""
        return np.ascontiguousarray(value, dtype=np.float32)

    def product(self, rows: Real, weights: Real) -> Real:
        out: Real = rows @ weights
        return out

    def layer(self, rows: Real, name: str) -> Real:
        out = self.product(rows, self.arrays[f"{name} weights"])
        out += self.arrays[f"{name} bias"]
        return out

    def hidden(self, rows: Real) -> Hidden:
        codes = [self.codes(rows, things) for things in self.things]
        rows = np.concatenate([rows[:, self.reads], *(code.sum(axis=1) for code in codes)], axis=1)
        for number in range(self.depth):
            rows = self.layer(rows, f"hidden {number}")
            np.maximum(rows, 0, out=rows)
        return Hidden(rows, codes)

    def codes(self, rows: Real, things: Things) -> Real:
        """By row and thing, what the encoder says of it."""
        end = things.first + things.width * things.count
        told = rows[:, things.first : end].reshape(len(rows) * things.count, things.width)
        kinds = np.rint(told[:, things.kind] * things.kinds).astype(np.int64)
        out = self.product(told, self.arrays["thing weights"][: things.width])
        out += self.arrays["thing bias"]
        out += self.arrays["kinds"][kinds]
        np.maximum(out, 0, out=out)
        return out.reshape(len(rows), things.count, -1)

    def worth(self, rows: Real) -> Real:
        """The expected result of each row's seat, from -1 to 1."""
        return self.worth_of(self.hidden(rows))

    def worth_of(self, hidden: Hidden) -> Real:
        out: Real = np.tanh(self.layer(hidden.top, "worth"))[:, 0]
        return out

    def scores_of(self, hidden: Hidden) -> Real:
        """How tempting each move of the space is; `chances` makes chances of those on offer of it."""
        plain = self.layer(hidden.top, "moves")
        if not self.things:
            return plain
        scores = np.zeros((len(plain), self.space), dtype=plain.dtype)
        scores[:, self.nameless] = plain
        question = self.kept(self.layer(hidden.top, "question"))[:, :, None]
        for things, codes in zip(self.things, hidden.codes, strict=True):
            if things.moves:
                scores[:, things.move : things.move + things.count] = self.product(codes, question)[:, :, 0]
        return scores


class FixedNet(Net):
    """Counts alike on every machine, whatever its library and in whatever order that adds up.

    All that is multiplied is a small multiple of 1 / GRAIN, so every product and sum is a whole number of fine grains
    far below 2 ** 53, and floats of 64 bits hold it exactly.
    """

    def kept(self, value: Real) -> Real:
        return grained(np.ascontiguousarray(value, dtype=np.float64))

    def product(self, rows: Real, weights: Real) -> Real:
        return super().product(grained(rows.astype(np.float64)), weights)

    def worth_of(self, hidden: Hidden) -> Real:
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
