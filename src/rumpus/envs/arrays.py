"""Converts blocks written by compiled code to numpy arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from rumpus.core.errors import BadOption
from rumpus.core.features import Features, feature_matrix
from rumpus.core.position import Position, Seat

FeatureVector = NDArray[np.float32]
Mask = NDArray[np.int8]
Kind = TypeVar("Kind", bound=np.generic)


def to_array(
    block: Any, kept: type[np.generic], shape: tuple[int, ...], out: NDArray[Kind] | None, wanted: type[Kind]
) -> NDArray[Kind]:
    """Copies a block to `out`, or to a new array."""
    if 0 in shape:
        return np.empty(shape, wanted) if out is None else out
    found = np.frombuffer(block, kept).reshape(shape)
    if out is None:
        return found.astype(wanted)
    if out.shape != shape:
        raise BadOption(f"The array needs the shape {shape}, not {out.shape}.")
    np.copyto(out, found, casting="same_kind")
    return out


def whole_numbers(moves: Sequence[int] | NDArray[Any]) -> NDArray[np.int64]:
    """Returns moves as an array. Refuses fractions, which numpy would cut."""
    found = np.asarray(moves)
    if found.dtype.kind not in "iu":
        raise BadOption(f"Moves are whole numbers, not {found.dtype}.")
    return np.ascontiguousarray(found, np.int64)


def feature_vector(features: Features, position: Position, seat: Seat) -> FeatureVector:
    # Compiled code makes the block: a list of zeros made here would cost more than the features.
    block: Any = feature_matrix(features, [position], [seat])
    return to_array(block, np.float64, (len(features.names),), None, np.float32)
