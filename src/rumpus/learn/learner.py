"""The network while it learns: layers, slopes and Adam, in numpy or whatever speaks its language (cupy on a GPU)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rumpus.learn.practice import Arrays
from rumpus.players.net import Array

CLIP = 0.2
"""How far a policy may move on one batch."""
STEEPEST = 1.0
"""The longest step of all slopes together."""

Tensor = Any
"""An array of `Learner.lib`."""


def library() -> Any:
    """cupy where there is a GPU for it, else numpy."""
    try:
        import cupy
    except ImportError:
        return np
    return cupy if cupy.cuda.runtime.getDeviceCount() else np


class Learner:
    def __init__(self, reads: NDArray[np.bool_], hidden: Sequence[int], moves: int, seed: int, lib: Any = np) -> None:
        """`reads`: which columns of a row matter. `moves`: the size of the head for moves; 0 for one that has none."""
        self.lib = lib
        self.reads = np.flatnonzero(reads)
        luck = np.random.default_rng(seed)
        self.depth = len(hidden)
        arrays: dict[str, Array] = {"reads": reads.astype(np.float32)}
        before = len(self.reads)
        for layer, size in enumerate(hidden):
            arrays[f"hidden {layer} weights"] = _normal(luck, before, size, (2 / before) ** 0.5)
            arrays[f"hidden {layer} bias"] = np.zeros(size, dtype=np.float32)
            before = size
        arrays["worth weights"] = _normal(luck, before, 1, 0.01)
        arrays["worth bias"] = np.zeros(1, dtype=np.float32)
        if moves:
            arrays["moves weights"] = _normal(luck, before, moves, 0.01)
            arrays["moves bias"] = np.zeros(moves, dtype=np.float32)
        self.take(arrays)

    def take(self, arrays: Mapping[str, Array]) -> None:
        """Go on from these weights, with a fresh memory of the slopes."""
        lib = self.lib
        self.steps = 0
        self.arrays: dict[str, Tensor] = {name: lib.asarray(value) for name, value in arrays.items()}
        self.mean = {name: lib.zeros_like(value) for name, value in self.arrays.items()}
        self.square = {name: lib.zeros_like(value) for name, value in self.arrays.items()}

    def give(self, arrays: Mapping[str, Tensor] | None = None) -> dict[str, Array]:
        """The weights as they are now, or others of that kind, as numpy knows them."""
        found = self.arrays if arrays is None else arrays
        if self.lib is np:
            return {name: value.copy() for name, value in found.items()}
        return {name: self.lib.asnumpy(value) for name, value in found.items()}

    def bring(self, batch: Arrays) -> dict[str, Tensor]:
        """A batch to where it is learnt from."""
        return {
            name: self.lib.asarray(value[:, self.reads] if name == "rows" else value) for name, value in batch.items()
        }

    # --- what it learns from ---

    def fit_worth(self, batch: Mapping[str, Tensor], rate: float) -> None:
        """One step towards these results."""
        layers = self._hidden(batch["rows"].astype(np.float32))
        self._step(self._back(layers, self._worth_slope(layers[-1], batch), None), rate)

    def fit_moves(
        self, batch: Mapping[str, Tensor], rate: float, variety: float, magnet: Mapping[str, Tensor], pull: float
    ) -> None:
        """One step towards the moves that went better than expected.

        `variety` rewards entropy; `magnet`, averaged weights, is not to be left too far behind, by `pull`.
        """
        lib = self.lib
        rows, mask, moves, advantages = self._moves_of(batch)
        each = lib.arange(len(rows))
        layers = self._hidden(rows)
        shares, logs = self._chances(layers[-1], mask, self.arrays)
        ratio = lib.exp(logs[each, moves] - batch["logs"])
        too_far = ((advantages > 0) & (ratio > 1 + CLIP)) | ((advantages < 0) & (ratio < 1 - CLIP))
        push = lib.where(too_far, 0, -advantages * ratio)
        slope = -shares * push[:, None]
        slope[each, moves] += push
        entropy = -(shares * logs).sum(axis=1, keepdims=True)
        slope += variety * shares * (logs + entropy)
        _, theirs = self._chances(self._hidden(rows, magnet)[-1], mask, magnet)
        apart = (shares * (logs - theirs)).sum(axis=1, keepdims=True)
        slope += pull * shares * (logs - theirs - apart)
        self._step(self._back(layers, self._worth_slope(layers[-1], batch), slope / len(rows)), rate)

    def imitate(self, batch: Mapping[str, Tensor], rate: float) -> None:
        """One step towards the moves that somebody else made."""
        rows, mask, moves, _ = self._moves_of(batch)
        layers = self._hidden(rows)
        slope, _ = self._chances(layers[-1], mask, self.arrays)
        slope[self.lib.arange(len(rows)), moves] -= 1
        self._step(self._back(layers, self._worth_slope(layers[-1], batch), slope / len(rows)), rate)

    # --- arithmetic ---

    def _moves_of(self, batch: Mapping[str, Tensor]) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        return batch["rows"].astype(np.float32), batch["masks"] > 0, batch["moves"], batch["advantages"]

    def _worth_slope(self, top: Tensor, batch: Mapping[str, Tensor]) -> Tensor:
        """Of the logistic loss: unlike that of squares it stays steep where the network is sure and wrong."""
        worth = self.lib.tanh(top @ self.arrays["worth weights"] + self.arrays["worth bias"])
        return (worth - batch["targets"][:, None]) / len(worth)

    def _hidden(self, rows: Tensor, arrays: Mapping[str, Tensor] | None = None) -> list[Tensor]:
        w = self.arrays if arrays is None else arrays
        layers = [rows]
        for layer in range(self.depth):
            layers.append(self.lib.maximum(layers[-1] @ w[f"hidden {layer} weights"] + w[f"hidden {layer} bias"], 0))
        return layers

    def _chances(self, top: Tensor, mask: Tensor, arrays: Mapping[str, Tensor]) -> tuple[Tensor, Tensor]:
        """Chances of the moves on offer, and their logarithms (0 where a move is not on offer)."""
        lib = self.lib
        scores = lib.where(mask, top @ arrays["moves weights"] + arrays["moves bias"], np.float32(-1e9))
        scores = scores - scores.max(axis=1, keepdims=True)
        shares = lib.exp(scores) * mask
        total = shares.sum(axis=1, keepdims=True)
        return shares / total, lib.where(mask, scores - lib.log(total), np.float32(0))

    def _back(self, layers: list[Tensor], worth: Tensor, moves: Tensor | None) -> dict[str, Tensor]:
        w, top = self.arrays, layers[-1]
        slopes = {"worth weights": top.T @ worth, "worth bias": worth.sum(axis=0)}
        back = worth @ w["worth weights"].T
        if moves is not None:
            slopes["moves weights"] = top.T @ moves
            slopes["moves bias"] = moves.sum(axis=0)
            back = back + moves @ w["moves weights"].T
        for layer in range(self.depth - 1, -1, -1):
            back = back * (layers[layer + 1] > 0)
            slopes[f"hidden {layer} weights"] = layers[layer].T @ back
            slopes[f"hidden {layer} bias"] = back.sum(axis=0)
            if layer:
                back = back @ w[f"hidden {layer} weights"].T
        return slopes

    def _step(self, slopes: dict[str, Tensor], rate: float) -> None:
        lib = self.lib
        self.steps += 1
        length = float(lib.sqrt(sum((slope * slope).sum() for slope in slopes.values())))
        shorter = min(1.0, STEEPEST / (length + 1e-9))
        for name, slope in slopes.items():
            slope = slope * shorter
            self.mean[name] += 0.1 * (slope - self.mean[name])
            self.square[name] += 0.001 * (slope * slope - self.square[name])
            mean = self.mean[name] / (1 - 0.9**self.steps)
            square = self.square[name] / (1 - 0.999**self.steps)
            self.arrays[name] -= (rate * mean / (lib.sqrt(square) + 1e-8)).astype(np.float32)


def _normal(luck: np.random.Generator, rows: int, columns: int, spread: float) -> Array:
    return luck.normal(0, spread, (rows, columns)).astype(np.float32)
