"""The trainable network: forward and backward passes and Adam."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rumpus.core.features import EntityGroup
from rumpus.players.net import ENTITIES, Array, entity_columns, entity_table, moves_without_entity
from rumpus.training.messages import Arrays

EMBEDDING_SIZE = 48
"""Size of an entity's embedding."""
NOT_TRAINED = ("reads", ENTITIES)
"""Arrays that describe the input and are not trained."""
CLIP_RATIO = 0.2
"""PPO's clip range of the probability ratio."""
MAX_GRADIENT_NORM = 1.0
"""Norm to which gradients are clipped."""

Tensor = Any
"""An array of numpy, or of torch in `TorchLearner`."""


@dataclass(eq=False)
class ForwardPass:
    """Activations of a forward pass, for the backward pass."""

    layers: list[Tensor]
    embeddings: list[Tensor]
    """Embeddings by entity group, indexed by row and entity."""
    query: Tensor | None
    """Query vectors by row. None if no move names an entity."""

    @property
    def top(self) -> Tensor:
        return self.layers[-1]


class Learner:
    batch_factor = 1
    """Factor on the rows of a gradient step."""

    def __init__(
        self,
        reads: NDArray[np.bool_],
        hidden: Sequence[int],
        moves: int,
        seed: int,
        entities: Sequence[EntityGroup] = (),
    ) -> None:
        """`reads` marks the useful columns. `moves` is the number of moves; 0 for no policy head."""
        self.entities = list(entities)
        reads = reads.copy()
        reads[entity_columns(entities)] = False
        self.reads = np.flatnonzero(reads)
        self.moves = moves
        self.moves_without_entity = moves_without_entity(entities, moves)
        rng = np.random.default_rng(seed)
        self.depth = len(hidden)
        arrays: dict[str, Array] = {"reads": reads.astype(np.float32)}
        before = len(self.reads)
        if entities:
            width = max(group.width for group in entities)
            arrays[ENTITIES] = entity_table(entities)
            arrays["thing weights"] = _normal(rng, width, EMBEDDING_SIZE, 0.3)
            arrays["thing bias"] = np.zeros(EMBEDDING_SIZE, dtype=np.float32)
            # One table serves all groups, so their `kinds` must be equal.
            arrays["kinds"] = _normal(rng, entities[0].kinds + 1, EMBEDDING_SIZE, 0.3)
            before += EMBEDDING_SIZE * len(entities)
        for layer, size in enumerate(hidden):
            # Variance 2 / inputs keeps the scale through rectifiers (He et al. 2015).
            arrays[f"hidden {layer} weights"] = _normal(rng, before, size, (2 / before) ** 0.5)
            arrays[f"hidden {layer} bias"] = np.zeros(size, dtype=np.float32)
            before = size
        # Small heads: the first values are near 0, and the first policy is nearly uniform.
        arrays["worth weights"] = _normal(rng, before, 1, 0.01)
        arrays["worth bias"] = np.zeros(1, dtype=np.float32)
        if moves:
            arrays["moves weights"] = _normal(rng, before, len(self.moves_without_entity), 0.01)
            arrays["moves bias"] = np.zeros(len(self.moves_without_entity), dtype=np.float32)
            if entities:
                arrays["question weights"] = _normal(rng, before, EMBEDDING_SIZE, 0.01)
                arrays["question bias"] = np.zeros(EMBEDDING_SIZE, dtype=np.float32)
        self.load(arrays)

    def load(self, arrays: Mapping[str, Array]) -> None:
        """Loads weights and resets the optimiser."""
        self.steps = 0
        self.trained_names = [name for name in arrays if name not in NOT_TRAINED]
        self.flat: Tensor = np.concatenate([arrays[name].ravel() for name in self.trained_names])
        """All weights in one array, so that an optimiser step takes few calls."""
        self.arrays: dict[str, Tensor] = {name: arrays[name] for name in NOT_TRAINED if name in arrays}
        self.arrays |= self.views(self.flat, arrays)
        self.first_moment: Tensor = np.zeros_like(self.flat)
        self.second_moment: Tensor = np.zeros_like(self.flat)

    def copy_weights(self) -> tuple[Tensor, dict[str, Tensor]]:
        """Copies the weights, as a flat array and as views into it."""
        flat = 1 * self.flat
        return flat, {**self.arrays, **self.views(flat, self.arrays)}

    def part_of(self, batch: Mapping[str, Tensor], rows: NDArray[np.int64]) -> dict[str, Tensor]:
        return {name: value[rows] for name, value in batch.items()}

    def views(self, flat: Tensor, shapes: Mapping[str, Tensor]) -> dict[str, Tensor]:
        found, start = {}, 0
        for name in self.trained_names:
            shape = shapes[name].shape
            end = start + int(np.prod(shape))
            found[name] = flat[start:end].reshape(shape)
            start = end
        return found

    def export(self, arrays: Mapping[str, Tensor] | None = None) -> dict[str, Array]:
        """Copies weights to numpy, by default the current ones."""
        found = self.arrays if arrays is None else arrays
        return {name: value.copy() for name, value in found.items()}

    def to_device(self, batch: Arrays) -> dict[str, Tensor]:
        """Splits off the entities' columns."""
        rows = batch["rows"]
        found = {name: value for name, value in batch.items() if name != "rows"}
        found["rows"] = rows[:, self.reads]
        for number, group in enumerate(self.entities):
            features = rows[:, group.first : group.first + group.width * group.count]
            found[f"things {number}"] = features.reshape(len(rows), group.count, group.width)
        return found

    # --- gradient steps ---

    def fit_value(self, batch: Mapping[str, Tensor], rate: float) -> None:
        """Takes one gradient step of the value head."""
        self._adam_step(self._backward(batch, self._forward(batch, self.arrays), None), rate)

    def fit_policy(
        self,
        batch: Mapping[str, Tensor],
        rate: float,
        entropy_weight: float,
        reference: Mapping[str, Tensor],
        kl_weight: float,
    ) -> None:
        """Takes one gradient step of PPO's clipped objective (Schulman et al. 2017).

        `entropy_weight` scales an entropy bonus; `kl_weight` a penalty KL(policy || reference), where
        `reference` are averaged weights. Gradients are with respect to the logits.
        """
        mask, moves, advantages = batch["masks"] > 0, batch["moves"], batch["advantages"]
        each = np.arange(len(moves))
        forward = self._forward(batch, self.arrays)
        policy, log_policy = self._policy(forward, mask, self.arrays)
        # min(ratio A, clip(ratio) A) has no gradient once the ratio is clipped on the side A pushes to.
        ratio = np.exp(log_policy[each, moves] - batch["log_probs"])
        too_far = ((advantages > 0) & (ratio > 1 + CLIP_RATIO)) | ((advantages < 0) & (ratio < 1 - CLIP_RATIO))
        weight = np.where(too_far, 0, -advantages * ratio)
        gradient = -policy * weight[:, None]
        gradient[each, moves] += weight
        # By the logits, -H has the gradient p (log p + H), and KL(p || q) has p (log p - log q - KL).
        entropy = -(policy * log_policy).sum(axis=1, keepdims=True)
        gradient += entropy_weight * policy * (log_policy + entropy)
        _, reference_log = self._policy(self._forward(batch, reference), mask, reference)
        divergence = (policy * (log_policy - reference_log)).sum(axis=1, keepdims=True)
        gradient += kl_weight * policy * (log_policy - reference_log - divergence)
        self._adam_step(self._backward(batch, forward, gradient / len(moves)), rate)

    def imitate(self, batch: Mapping[str, Tensor], rate: float) -> None:
        """Takes one gradient step of cross-entropy towards the given moves."""
        moves = batch["moves"]
        forward = self._forward(batch, self.arrays)
        gradient, _ = self._policy(forward, batch["masks"] > 0, self.arrays)
        gradient[np.arange(len(moves)), moves] -= 1
        self._adam_step(self._backward(batch, forward, gradient / len(moves)), rate)

    # --- arithmetic ---

    def _forward(self, batch: Mapping[str, Tensor], w: Mapping[str, Tensor]) -> ForwardPass:
        embeddings = []
        for number, group in enumerate(self.entities):
            features = batch[f"things {number}"].astype(np.float32)
            embedding = features @ w["thing weights"][: group.width] + w["thing bias"]
            embeddings.append(np.maximum(embedding + w["kinds"][self._kinds(features, group)], 0))
        rows = batch["rows"].astype(np.float32)
        layers = [np.concatenate([rows, *(embedding.sum(axis=1) for embedding in embeddings)], axis=1)]
        for layer in range(self.depth):
            layers.append(np.maximum(layers[-1] @ w[f"hidden {layer} weights"] + w[f"hidden {layer} bias"], 0))
        query = None
        if self.entities and self.moves:
            query = layers[-1] @ w["question weights"] + w["question bias"]
        return ForwardPass(layers, embeddings, query)

    def _kinds(self, features: Tensor, group: EntityGroup) -> Tensor:
        # Rows arrive as float16, so the product need not be whole. `astype` alone would truncate to the kind below.
        return np.rint(features[:, :, group.kind] * group.kinds).astype(np.int64)

    def _policy(self, forward: ForwardPass, mask: Tensor, arrays: Mapping[str, Tensor]) -> tuple[Tensor, Tensor]:
        """Returns probabilities of legal moves and their logarithms. 0 for illegal ones."""
        scores = forward.top @ arrays["moves weights"] + arrays["moves bias"]
        if forward.query is not None:
            without_entity, scores = scores, np.zeros(mask.shape, dtype=np.float32)
            scores[:, self.moves_without_entity] = without_entity
            for group, embedding in zip(self.entities, forward.embeddings, strict=True):
                if group.moves:
                    scores[:, group.move : group.move + group.count] = (embedding @ forward.query[:, :, None])[:, :, 0]
        scores = np.where(mask, scores, np.float32(-1e9))
        scores = scores - scores.max(axis=1, keepdims=True)
        policy = np.exp(scores) * mask
        total = policy.sum(axis=1, keepdims=True)
        return policy / total, np.where(mask, scores - np.log(total), np.float32(0))

    def _backward(self, batch: Mapping[str, Tensor], forward: ForwardPass, moves: Tensor | None) -> dict[str, Tensor]:
        """Returns the gradients of all weights. `moves` are those of the logits, None without a policy loss."""
        w, top = self.arrays, forward.top
        # The logistic loss: unlike squared error its gradient, value - target, stays steep at saturated errors.
        value = np.tanh(top @ w["worth weights"] + w["worth bias"])
        value = (value - batch["targets"][:, None]) / len(value)
        gradients = {"worth weights": top.T @ value, "worth bias": value.sum(axis=0)}
        back = value @ w["worth weights"].T
        from_queries: list[Tensor | None] = [None] * len(self.entities)
        if moves is not None:
            without_entity = moves[:, self.moves_without_entity] if self.entities else moves
            gradients["moves weights"] = top.T @ without_entity
            gradients["moves bias"] = without_entity.sum(axis=0)
            back = back + without_entity @ w["moves weights"].T
        if moves is not None and forward.query is not None:
            query = np.zeros_like(forward.query)
            for number, group in enumerate(self.entities):
                if group.moves:
                    with_entity = moves[:, group.move : group.move + group.count, None]
                    query += (with_entity * forward.embeddings[number]).sum(axis=1)
                    from_queries[number] = with_entity * forward.query[:, None, :]
            gradients["question weights"] = top.T @ query
            gradients["question bias"] = query.sum(axis=0)
            back = back + query @ w["question weights"].T
        for layer in range(self.depth - 1, -1, -1):
            back = back * (forward.layers[layer + 1] > 0)
            gradients[f"hidden {layer} weights"] = forward.layers[layer].T @ back
            gradients[f"hidden {layer} bias"] = back.sum(axis=0)
            if layer:
                back = back @ w[f"hidden {layer} weights"].T
        if self.entities:
            pooled = back @ w["hidden 0 weights"][len(self.reads) :].T
            self._backward_entities(batch, forward, pooled, from_queries, gradients)
        return gradients

    def _backward_entities(
        self,
        batch: Mapping[str, Tensor],
        forward: ForwardPass,
        pooled: Tensor,
        from_queries: Sequence[Tensor | None],
        gradients: dict[str, Tensor],
    ) -> None:
        """Backpropagates into the encoder, through the pooled sums and the queries."""
        for name in ("thing weights", "thing bias", "kinds"):
            gradients[name] = np.zeros_like(self.arrays[name])
        for number, group in enumerate(self.entities):
            back = pooled[:, None, number * EMBEDDING_SIZE : (number + 1) * EMBEDDING_SIZE]
            from_query = from_queries[number]
            back = (back if from_query is None else back + from_query) * (forward.embeddings[number] > 0)
            back = back.reshape(-1, EMBEDDING_SIZE)
            features = batch[f"things {number}"].astype(np.float32)
            kinds = self._kinds(features, group).reshape(-1)
            gradients["thing weights"][: group.width] += features.reshape(-1, group.width).T @ back
            gradients["thing bias"] += back.sum(axis=0)
            one_hot = np.zeros((len(kinds), group.kinds + 1), dtype=np.float32)
            one_hot[np.arange(len(kinds)), kinds] = 1
            gradients["kinds"] += one_hot.T @ back

    def _adam_step(self, gradients: dict[str, Tensor], rate: float) -> None:
        # Adam (Kingma, Ba 2015) with its usual constants, after clipping by the global norm.
        self.steps += 1
        gradient = np.concatenate([gradients[name].ravel() for name in self.trained_names])
        norm = np.sqrt((gradient * gradient).sum())
        gradient *= np.minimum(1.0, MAX_GRADIENT_NORM / (norm + 1e-9)).astype(np.float32)
        self.first_moment += 0.1 * (gradient - self.first_moment)
        self.second_moment += 0.001 * (gradient * gradient - self.second_moment)
        mean = self.first_moment / (1 - 0.9**self.steps)
        square = self.second_moment / (1 - 0.999**self.steps)
        self.flat -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


def _normal(rng: np.random.Generator, rows: int, columns: int, spread: float) -> Array:
    return rng.normal(0, spread, (rows, columns)).astype(np.float32)
