"""Which stretches of a row describe things of one kind, as a network keeps it beside its weights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rumpus.core.contract import Things

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
