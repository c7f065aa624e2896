"""The network while it learns: layers, slopes and Adam, in numpy or whatever speaks its language (cupy on a GPU)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rumpus.core.features import Things
from rumpus.players.net import THINGS, Array, lines_of, nameless, things_columns
from rumpus.training.messages import Arrays

CODE = 48
"""Numbers in which the encoder says what a thing is."""
NO_WEIGHTS = ("reads", THINGS)
"""Arrays that say what a network reads, and are not learnt."""
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

        return cupy if cupy.cuda.runtime.getDeviceCount() else np
    except (ImportError, RuntimeError):
        # It says by an error, too, that there is no GPU or no driver.
        return np


class Pass:
    """One way up through the layers, for the way back down."""

    def __init__(self, layers: list[Tensor], codes: list[Tensor], question: Tensor | None) -> None:
        self.layers = layers
        self.codes = codes
        """For each stretch of things, by row and thing, what the encoder said."""
        self.question = question
        """By row, what the things that can be named are asked; None if none can."""

    @property
    def top(self) -> Tensor:
        return self.layers[-1]


class Learner:
    def __init__(
        self,
        reads: NDArray[np.bool_],
        hidden: Sequence[int],
        moves: int,
        seed: int,
        lib: Any = np,
        things: Sequence[Things] = (),
    ) -> None:
        """`reads`: which columns of a row matter. `moves`: the size of the move space; 0 for a network without."""
        self.lib = lib
        self.things = list(things)
        reads = reads.copy()
        reads[things_columns(things)] = False
        self.reads = np.flatnonzero(reads)
        self.moves = moves
        self.nameless = lib.asarray(nameless(things, moves))
        luck = np.random.default_rng(seed)
        self.depth = len(hidden)
        arrays: dict[str, Array] = {"reads": reads.astype(np.float32)}
        before = len(self.reads)
        if things:
            width = max(one.width for one in things)
            arrays[THINGS] = lines_of(things)
            arrays["thing weights"] = _normal(luck, width, CODE, 0.3)
            arrays["thing bias"] = np.zeros(CODE, dtype=np.float32)
            arrays["kinds"] = _normal(luck, things[0].kinds + 1, CODE, 0.3)
            before += CODE * len(things)
        for layer, size in enumerate(hidden):
            arrays[f"hidden {layer} weights"] = _normal(luck, before, size, (2 / before) ** 0.5)
            arrays[f"hidden {layer} bias"] = np.zeros(size, dtype=np.float32)
            before = size
        arrays["worth weights"] = _normal(luck, before, 1, 0.01)
        arrays["worth bias"] = np.zeros(1, dtype=np.float32)
        if moves:
            arrays["moves weights"] = _normal(luck, before, len(self.nameless), 0.01)
            arrays["moves bias"] = np.zeros(len(self.nameless), dtype=np.float32)
            if things:
                arrays["question weights"] = _normal(luck, before, CODE, 0.01)
                arrays["question bias"] = np.zeros(CODE, dtype=np.float32)
        self.take(arrays)

    def take(self, arrays: Mapping[str, Array]) -> None:
        """Go on from these weights, with a fresh memory of the slopes."""
        lib = self.lib
        self.steps = 0
        self.learnt = [name for name in arrays if name not in NO_WEIGHTS]
        self.line = lib.concatenate([lib.asarray(arrays[name]).ravel() for name in self.learnt])
        """All weights one after another, so that a step takes a few calls and not a few for each array."""
        self.arrays: dict[str, Tensor] = {name: lib.asarray(arrays[name]) for name in NO_WEIGHTS if name in arrays}
        self.arrays |= self.cut(self.line, arrays)
        self.mean, self.square = lib.zeros_like(self.line), lib.zeros_like(self.line)

    def cut(self, line: Tensor, shapes: Mapping[str, Tensor]) -> dict[str, Tensor]:
        """The arrays that lie one after another in a line; whatever happens to it happens to them."""
        found, start = {}, 0
        for name in self.learnt:
            shape = shapes[name].shape
            end = start + int(np.prod(shape))
            found[name] = line[start:end].reshape(shape)
            start = end
        return found

    def give(self, arrays: Mapping[str, Tensor] | None = None) -> dict[str, Array]:
        """The weights as they are now, or others of that kind, as numpy knows them."""
        found = self.arrays if arrays is None else arrays
        if self.lib is np:
            return {name: value.copy() for name, value in found.items()}
        return {name: self.lib.asnumpy(value) for name, value in found.items()}

    def bring(self, batch: Arrays) -> dict[str, Tensor]:
        """A batch to where it is learnt from: of its rows what is read as it is, and each stretch of things."""
        rows = batch["rows"]
        brought = {name: self.lib.asarray(value) for name, value in batch.items() if name != "rows"}
        brought["rows"] = self.lib.asarray(rows[:, self.reads])
        for number, one in enumerate(self.things):
            told = rows[:, one.first : one.first + one.width * one.count]
            brought[f"things {number}"] = self.lib.asarray(told.reshape(len(rows), one.count, one.width))
        return brought

    # --- what it learns from ---

    def fit_worth(self, batch: Mapping[str, Tensor], rate: float) -> None:
        """One step towards these results."""
        up = self._up(batch, self.arrays)
        self._step(self._back(batch, up, self._worth_slope(up.top, batch), None), rate)

    def fit_moves(
        self, batch: Mapping[str, Tensor], rate: float, variety: float, magnet: Mapping[str, Tensor], pull: float
    ) -> None:
        """One step towards the moves that went better than expected.

        `variety` rewards entropy; `magnet`, averaged weights, is not to be left too far behind, by `pull`.
        """
        lib = self.lib
        mask, moves, advantages = batch["masks"] > 0, batch["moves"], batch["advantages"]
        each = lib.arange(len(moves))
        up = self._up(batch, self.arrays)
        shares, logs = self._chances(up, mask, self.arrays)
        ratio = lib.exp(logs[each, moves] - batch["logs"])
        too_far = ((advantages > 0) & (ratio > 1 + CLIP)) | ((advantages < 0) & (ratio < 1 - CLIP))
        push = lib.where(too_far, 0, -advantages * ratio)
        slope = -shares * push[:, None]
        slope[each, moves] += push
        entropy = -(shares * logs).sum(axis=1, keepdims=True)
        slope += variety * shares * (logs + entropy)
        _, theirs = self._chances(self._up(batch, magnet), mask, magnet)
        apart = (shares * (logs - theirs)).sum(axis=1, keepdims=True)
        slope += pull * shares * (logs - theirs - apart)
        self._step(self._back(batch, up, self._worth_slope(up.top, batch), slope / len(moves)), rate)

    def imitate(self, batch: Mapping[str, Tensor], rate: float) -> None:
        """One step towards the moves that somebody else made."""
        moves = batch["moves"]
        up = self._up(batch, self.arrays)
        slope, _ = self._chances(up, batch["masks"] > 0, self.arrays)
        slope[self.lib.arange(len(moves)), moves] -= 1
        self._step(self._back(batch, up, self._worth_slope(up.top, batch), slope / len(moves)), rate)

    # --- arithmetic ---

    def _worth_slope(self, top: Tensor, batch: Mapping[str, Tensor]) -> Tensor:
        """Of the logistic loss: unlike that of squares it stays steep where the network is sure and wrong."""
        worth = self.lib.tanh(top @ self.arrays["worth weights"] + self.arrays["worth bias"])
        return (worth - batch["targets"][:, None]) / len(worth)

    def _up(self, batch: Mapping[str, Tensor], w: Mapping[str, Tensor]) -> Pass:
        lib = self.lib
        codes = []
        for number, one in enumerate(self.things):
            told = batch[f"things {number}"].astype(np.float32)
            code = told @ w["thing weights"][: one.width] + w["thing bias"] + w["kinds"][self._kinds(told, one)]
            codes.append(lib.maximum(code, 0))
        rows = batch["rows"].astype(np.float32)
        layers = [lib.concatenate([rows, *(code.sum(axis=1) for code in codes)], axis=1)]
        for layer in range(self.depth):
            layers.append(lib.maximum(layers[-1] @ w[f"hidden {layer} weights"] + w[f"hidden {layer} bias"], 0))
        question = None
        if self.things and self.moves:
            question = layers[-1] @ w["question weights"] + w["question bias"]
        return Pass(layers, codes, question)

    def _kinds(self, told: Tensor, one: Things) -> Tensor:
        return self.lib.rint(told[:, :, one.kind] * one.kinds).astype(np.int64)

    def _chances(self, up: Pass, mask: Tensor, arrays: Mapping[str, Tensor]) -> tuple[Tensor, Tensor]:
        """Chances of the moves on offer, and their logarithms (0 where a move is not on offer)."""
        lib = self.lib
        scores = up.top @ arrays["moves weights"] + arrays["moves bias"]
        if up.question is not None:
            plain, scores = scores, lib.zeros(mask.shape, dtype=np.float32)
            scores[:, self.nameless] = plain
            for one, code in zip(self.things, up.codes, strict=True):
                if one.moves:
                    scores[:, one.move : one.move + one.count] = (code @ up.question[:, :, None])[:, :, 0]
        scores = lib.where(mask, scores, np.float32(-1e9))
        scores = scores - scores.max(axis=1, keepdims=True)
        shares = lib.exp(scores) * mask
        total = shares.sum(axis=1, keepdims=True)
        return shares / total, lib.where(mask, scores - lib.log(total), np.float32(0))

    def _back(self, batch: Mapping[str, Tensor], up: Pass, worth: Tensor, moves: Tensor | None) -> dict[str, Tensor]:
        w, top = self.arrays, up.top
        slopes = {"worth weights": top.T @ worth, "worth bias": worth.sum(axis=0)}
        back = worth @ w["worth weights"].T
        asked: list[Tensor | None] = [None] * len(self.things)
        if moves is not None:
            plain = moves[:, self.nameless] if self.things else moves
            slopes["moves weights"] = top.T @ plain
            slopes["moves bias"] = plain.sum(axis=0)
            back = back + plain @ w["moves weights"].T
        if moves is not None and up.question is not None:
            question = self.lib.zeros_like(up.question)
            for number, one in enumerate(self.things):
                if one.moves:
                    named = moves[:, one.move : one.move + one.count, None]
                    question += (named * up.codes[number]).sum(axis=1)
                    asked[number] = named * up.question[:, None, :]
            slopes["question weights"] = top.T @ question
            slopes["question bias"] = question.sum(axis=0)
            back = back + question @ w["question weights"].T
        for layer in range(self.depth - 1, -1, -1):
            back = back * (up.layers[layer + 1] > 0)
            slopes[f"hidden {layer} weights"] = up.layers[layer].T @ back
            slopes[f"hidden {layer} bias"] = back.sum(axis=0)
            if layer:
                back = back @ w[f"hidden {layer} weights"].T
        if self.things:
            pooled = back @ w["hidden 0 weights"][len(self.reads) :].T
            self._back_to_things(batch, up, pooled, asked, slopes)
        return slopes

    def _back_to_things(
        self,
        batch: Mapping[str, Tensor],
        up: Pass,
        pooled: Tensor,
        asked: Sequence[Tensor | None],
        slopes: dict[str, Tensor],
    ) -> None:
        """Into the encoder: by the sums that the first layer read, and by the questions."""
        lib = self.lib
        for name in ("thing weights", "thing bias", "kinds"):
            slopes[name] = lib.zeros_like(self.arrays[name])
        for number, one in enumerate(self.things):
            back = pooled[:, None, number * CODE : (number + 1) * CODE]
            asking = asked[number]
            back = (back if asking is None else back + asking) * (up.codes[number] > 0)
            back = back.reshape(-1, CODE)
            told = batch[f"things {number}"].astype(np.float32)
            kinds = self._kinds(told, one).reshape(-1)
            slopes["thing weights"][: one.width] += told.reshape(-1, one.width).T @ back
            slopes["thing bias"] += back.sum(axis=0)
            lines = lib.zeros((len(kinds), one.kinds + 1), dtype=np.float32)
            lines[lib.arange(len(kinds)), kinds] = 1
            slopes["kinds"] += lines.T @ back

    def _step(self, slopes: dict[str, Tensor], rate: float) -> None:
        lib = self.lib
        self.steps += 1
        slope = lib.concatenate([slopes[name].ravel() for name in self.learnt])
        slope *= lib.minimum(1.0, STEEPEST / (lib.sqrt((slope * slope).sum()) + 1e-9)).astype(np.float32)
        self.mean += 0.1 * (slope - self.mean)
        self.square += 0.001 * (slope * slope - self.square)
        mean = self.mean / (1 - 0.9**self.steps)
        square = self.square / (1 - 0.999**self.steps)
        self.line -= (rate * mean / (lib.sqrt(square) + 1e-8)).astype(np.float32)


def _normal(luck: np.random.Generator, rows: int, columns: int, spread: float) -> Array:
    return luck.normal(0, spread, (rows, columns)).astype(np.float32)
