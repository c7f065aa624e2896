"""Blocks of numbers that compiled code wrote, as numpy arrays."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
from librt.vecs import vec
from numpy.typing import NDArray

from rumpus.core.errors import BadOption
from rumpus.core.features import Features
from rumpus.core.position import Position, Seat

Row = NDArray[np.float32]
Mask = NDArray[np.int8]
Kind = TypeVar("Kind", bound=np.generic)


def written(
    block: Any, kept: type[np.generic], shape: tuple[int, ...], out: NDArray[Kind] | None, wanted: type[Kind]
) -> NDArray[Kind]:
    """What compiled code wrote, as the caller wants it: in the array that is handed in, or in a new one."""
    if 0 in shape:
        return np.empty(shape, wanted) if out is None else out
    found = np.frombuffer(block, kept).reshape(shape)
    if out is None:
        return found.astype(wanted)
    if out.shape != shape:
        raise BadOption(f"an array of the shape {shape} is wanted here, not {out.shape}")
    np.copyto(out, found, casting="same_kind")
    return out


def row_of(features: Features, position: Position, seat: Seat) -> Row:
    """What the seat knows, as numbers."""
    width = len(features.names)
    rows = vec[float]([0.0] * width)
    features.write(position, seat, rows, 0)
    return written(rows, np.float64, (width,), None, np.float32)
