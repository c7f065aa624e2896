"""A small network in plain numpy: feature vectors in, values and move scores out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rumpus.core.features import EntityGroup

Array = NDArray[np.float32]
Real = NDArray[np.floating[Any]]

ENTITIES = "things"
"""Name of the array with one row per `EntityGroup`. It holds no weights."""


def entity_table(groups: Sequence[EntityGroup]) -> NDArray[np.float32]:
    table = [(one.first, one.width, one.count, one.kind, one.kinds, one.move, one.moves) for one in groups]
    return np.array(table, dtype=np.float32)


def fault_in(arrays: Mapping[str, Real], columns: int, entities: Sequence[EntityGroup], moves: int) -> str:
    """Says what is wrong with the arrays of a network for rows of this layout. Empty if nothing is.

    `columns` is the width of a row. `moves` is the number of moves; 0 for no policy head.
    """
    reads = arrays.get("reads", np.zeros(0))
    if reads.shape != (columns,) or not np.isin(reads, (0, 1)).all():
        return f"its array 'reads' does not mark the {columns} columns of the game's features"
    if ENTITIES in arrays and not np.array_equal(arrays[ENTITIES], entity_table(entities)):
        return f"its array {ENTITIES!r} is not the game's list of entities"
    shapes = _shapes_of(arrays, int(np.count_nonzero(reads)), entities if ENTITIES in arrays else (), moves)
    for name in [*shapes, *arrays]:
        if name not in arrays:
            return f"the array {name!r} is missing"
        if name not in shapes:
            return f"the array {name!r} belongs to no layer"
        if arrays[name].shape != shapes[name]:
            return f"its array {name!r} has the shape {arrays[name].shape} instead of {shapes[name]}"
    return ""


def _shapes_of(
    arrays: Mapping[str, Real], inputs: int, entities: Sequence[EntityGroup], moves: int
) -> dict[str, tuple[int, ...]]:
    """Returns the shapes that the arrays must have. The sizes of layers are those of the biases."""
    shapes: dict[str, tuple[int, ...]] = {"reads": arrays["reads"].shape}

    def add_layer(name: str, inputs: int, outputs: int) -> None:
        shapes[f"{name} weights"], shapes[f"{name} bias"] = (inputs, outputs), (outputs,)

    def size_of(name: str) -> int:
        bias = arrays.get(f"{name} bias")
        return 1 if bias is None else max(1, bias.size)

    embedding = size_of("thing")
    if entities:
        shapes[ENTITIES] = arrays[ENTITIES].shape
        shapes["kinds"] = (entities[0].kinds + 1, embedding)
        add_layer("thing", max(group.width for group in entities), embedding)
        inputs += embedding * len(entities)
    for layer in range(depth_of(arrays)):
        outputs = size_of(f"hidden {layer}")
        add_layer(f"hidden {layer}", inputs, outputs)
        inputs = outputs
    add_layer("worth", inputs, 1)
    if moves:
        add_layer("moves", inputs, len(moves_without_entity(entities, moves)))
    if moves and entities:
        add_layer("question", inputs, embedding)
    return shapes


def depth_of(arrays: Mapping[str, Any]) -> int:
    """Counts the hidden layers."""
    return sum(name.startswith("hidden ") and name.endswith(" weights") for name in arrays)


def entities_in(arrays: Mapping[str, Any]) -> list[EntityGroup]:
    """Reads the groups written by `entity_table`, if any."""
    if ENTITIES not in arrays:
        return []
    return [EntityGroup(*(int(number) for number in line)) for line in arrays[ENTITIES].tolist()]


def entity_columns(groups: Sequence[EntityGroup]) -> NDArray[np.int64]:
    found = [np.arange(group.first, group.first + group.width * group.count) for group in groups]
    return np.concatenate([np.zeros(0, dtype=np.int64), *found])


def moves_without_entity(groups: Sequence[EntityGroup], space: int) -> NDArray[np.int64]:
    with_entity = [np.arange(group.move, group.move + group.moves) for group in groups]
    return np.setdiff1d(np.arange(space), np.concatenate([np.zeros(0, dtype=np.int64), *with_entity]))


# A power of 2, so that dividing by it is exact. A change alters the moves of shipped networks in seeded games.
QUANTA_PER_UNIT = 4096.0
"""Inverse of the quantum: `FixedNet` rounds all factors to multiples of 1 / 4096."""


@dataclass(eq=False)
class Hidden:
    """Output of the hidden layers."""

    top: Real
    embeddings: list[Real]
    """Embeddings by group, row and entity."""


class Net:
    """Multi-layer perceptron with rectifiers, a value head and, optionally, a policy head.

    - `reads` marks the columns that enter the first layer directly.
    - Entities (`things`) pass through a shared encoder (`thing`, and an embedding table `kinds`). The sum over a group
      enters the first layer, as in Deep Sets.
    - A move that names an entity scores the dot product of its embedding and a query (`question`) from the top layer.
    - `worth` is the value head, `moves` the policy head. Array names are part of the file format.
    """

    def __init__(self, arrays: Mapping[str, Real]) -> None:
        self.arrays: dict[str, Real] = {name: self.convert(value) for name, value in arrays.items()}
        self.depth = depth_of(self.arrays)
        self.reads = np.flatnonzero(self.arrays["reads"])
        self.entities = entities_in(self.arrays)
        with_entity = sum(group.moves for group in self.entities)
        self.space = with_entity + len(self.arrays["moves bias"]) if "moves bias" in self.arrays else 0
        self.moves_without_entity = moves_without_entity(self.entities, self.space)

    def convert(self, value: Real) -> Real:
        return np.ascontiguousarray(value, dtype=np.float32)

    def matmul(self, rows: Real, weights: Real) -> Real:
        out: Real = rows @ weights
        return out

    def layer(self, rows: Real, name: str) -> Real:
        out = self.matmul(rows, self.arrays[f"{name} weights"])
        out += self.arrays[f"{name} bias"]
        return out

    def hidden(self, rows: Real) -> Hidden:
        embeddings = [self.embeddings(rows, group) for group in self.entities]
        rows = np.concatenate([rows[:, self.reads], *(embedding.sum(axis=1) for embedding in embeddings)], axis=1)
        for number in range(self.depth):
            rows = self.layer(rows, f"hidden {number}")
            np.maximum(rows, 0, out=rows)
        return Hidden(rows, embeddings)

    def embeddings(self, rows: Real, group: EntityGroup) -> Real:
        """Embeds a group, indexed by row and entity."""
        end = group.first + group.width * group.count
        features = rows[:, group.first : end].reshape(len(rows) * group.count, group.width)
        kinds = np.rint(features[:, group.kind] * group.kinds).astype(np.int64)
        # All groups begin with the same columns: a narrower one uses the first rows of the shared encoder.
        out = self.matmul(features, self.arrays["thing weights"][: group.width])
        out += self.arrays["thing bias"]
        out += self.arrays["kinds"][kinds]
        np.maximum(out, 0, out=out)
        return out.reshape(len(rows), group.count, -1)

    def values(self, rows: Real) -> Real:
        """Returns the expected result of each row's seat, from -1 to 1."""
        return self.value_head(self.hidden(rows))

    def value_head(self, hidden: Hidden) -> Real:
        out: Real = np.tanh(self.layer(hidden.top, "worth"))[:, 0]
        return out

    def policy_head(self, hidden: Hidden) -> Real:
        """Returns logits of all moves. `masked_softmax` restricts them to the legal ones."""
        plain = self.layer(hidden.top, "moves")
        if not self.entities:
            return plain
        scores = np.zeros((len(plain), self.space), dtype=plain.dtype)
        scores[:, self.moves_without_entity] = plain
        # `FixedNet.matmul` rounds only its left factor. The query is the right one, so it is rounded here.
        query = self.convert(self.layer(hidden.top, "question"))[:, :, None]
        for group, embeddings in zip(self.entities, hidden.embeddings, strict=True):
            if group.moves:
                # A group may have more moves than entities. The surplus keeps the score 0.
                scores[:, group.move : group.move + group.count] = self.matmul(embeddings, query)[:, :, 0]
        return scores


class FixedNet(Net):
    """Gives bit-identical results on every machine.

    All factors are small multiples of 1 / 4096. Products and sums are therefore integers times 2 ** -24, far below
    2 ** 53, and exact in float64 in any order of summation.
    """

    def convert(self, value: Real) -> Real:
        return quantised(np.ascontiguousarray(value, dtype=np.float64))

    def matmul(self, rows: Real, weights: Real) -> Real:
        return super().matmul(quantised(rows.astype(np.float64)), weights)

    def value_head(self, hidden: Hidden) -> Real:
        # `tanh` is not exact: its last bits depend on the platform.
        out: Real = np.round(super().value_head(hidden), 9)
        return out


def as_matrix(block: Any, width: int) -> NDArray[np.float64]:
    return np.frombuffer(block, np.float64).reshape(-1, width)


def quantised(values: Real) -> Real:
    """Rounds to multiples of 1 / 4096."""
    out: Real = np.rint(values * values.dtype.type(QUANTA_PER_UNIT)) / values.dtype.type(QUANTA_PER_UNIT)
    return out


def masked_softmax(scores: Real, mask: NDArray[np.int8]) -> Real:
    """Softmax over legal moves; illegal ones get 0."""
    out: Real = np.where(mask > 0, scores, scores.dtype.type(-1e9))
    out -= out.max(axis=1, keepdims=True)
    np.exp(out, out=out)
    out *= mask > 0
    out /= out.sum(axis=1, keepdims=True)
    return out


def sample_moves(probabilities: Real, rng: np.random.Generator) -> NDArray[np.int64]:
    sums = np.cumsum(probabilities, axis=1, dtype=np.float64)
    # Stays below the total despite rounding, so the sampled move is legal.
    threshold = rng.random(len(probabilities)) * sums[:, -1] * (1 - 1e-12)
    out: NDArray[np.int64] = (sums <= threshold[:, None]).sum(axis=1)
    return out
