"""The learner on a GPU, by torch: the network, losses and optimiser of `Learner`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rumpus.core.features import EntityGroup
from rumpus.players.net import Array
from rumpus.training.learner import CLIP_RATIO, MAX_GRADIENT_NORM, NOT_TRAINED, Learner, Tensor
from rumpus.training.messages import Arrays


def make_learner(
    reads: NDArray[np.bool_], hidden: Sequence[int], moves: int, seed: int, entities: Sequence[EntityGroup]
) -> Learner:
    """Makes a learner on the GPU if torch finds one, else in numpy."""
    if find_spec("torch") is not None:
        import torch

        if torch.cuda.is_available():
            return TorchLearner(torch, "cuda", reads, hidden, moves, seed, entities)
    return Learner(reads, hidden, moves, seed, entities=entities)


class TorchLearner(Learner):
    batch_factor = 2

    def __init__(
        self,
        torch: Any,
        device: str,
        reads: NDArray[np.bool_],
        hidden: Sequence[int],
        moves: int,
        seed: int,
        entities: Sequence[EntityGroup],
    ) -> None:
        """`torch` is the module, which few machines have."""
        self.torch, self.device = torch, device
        super().__init__(reads, hidden, moves, seed, entities=entities)
        self.plain_moves = self._tensor(self.moves_without_entity)
        self.read_columns = self._tensor(self.reads)

    def _tensor(self, value: Any) -> Tensor:
        return self.torch.from_numpy(np.ascontiguousarray(value)).to(self.device)

    def load(self, arrays: Mapping[str, Array]) -> None:
        self.steps = 0
        self.trained_names = [name for name in arrays if name not in NOT_TRAINED]
        flat = np.concatenate([np.asarray(arrays[name], np.float32).ravel() for name in self.trained_names])
        self.flat = self._tensor(flat)
        self.arrays = {name: self._tensor(arrays[name]) for name in NOT_TRAINED if name in arrays}
        self.arrays |= self.views(self.flat, arrays)
        self.first_moment, self.second_moment = self.torch.zeros_like(self.flat), self.torch.zeros_like(self.flat)

    def export(self, arrays: Mapping[str, Tensor] | None = None) -> dict[str, Array]:
        found = self.arrays if arrays is None else arrays
        return {name: value.detach().cpu().numpy().copy() for name, value in found.items()}

    def to_device(self, batch: Arrays) -> dict[str, Tensor]:
        found = {name: self._tensor(value) for name, value in batch.items()}
        rows = found["rows"]
        found["rows"] = rows[:, self.read_columns]
        for number, group in enumerate(self.entities):
            features = rows[:, group.first : group.first + group.width * group.count]
            found[f"things {number}"] = features.reshape(len(rows), group.count, group.width)
        return found

    def part_of(self, batch: Mapping[str, Tensor], rows: NDArray[np.int64]) -> dict[str, Tensor]:
        where = self._tensor(rows)
        return {name: value[where] for name, value in batch.items()}

    def fit_value(self, batch: Mapping[str, Tensor], rate: float) -> None:
        weights = self._leaf()
        _, value_loss = self._losses(batch, weights)
        self._descend(value_loss, weights, rate)

    def fit_policy(
        self,
        batch: Mapping[str, Tensor],
        rate: float,
        entropy_weight: float,
        reference: Mapping[str, Tensor],
        kl_weight: float,
    ) -> None:
        torch = self.torch
        weights = self._leaf()
        log_policy, value_loss = self._losses(batch, weights)
        with torch.no_grad():
            reference_log, _ = self._losses(batch, reference)
        ratio = torch.exp(log_policy.gather(1, batch["moves"][:, None])[:, 0] - batch["log_probs"])
        advantages = batch["advantages"]
        clipped = ratio.clamp(1 - CLIP_RATIO, 1 + CLIP_RATIO)
        policy_loss = -torch.minimum(ratio * advantages, clipped * advantages).mean()
        policy = log_policy.exp()
        entropy = -(policy * log_policy).sum(dim=1).mean()
        divergence = (policy * (log_policy - reference_log)).sum(dim=1).mean()
        loss = value_loss + policy_loss - entropy_weight * entropy + kl_weight * divergence
        self._descend(loss, weights, rate)

    def imitate(self, batch: Mapping[str, Tensor], rate: float) -> None:
        weights = self._leaf()
        log_policy, value_loss = self._losses(batch, weights)
        loss = value_loss - log_policy.gather(1, batch["moves"][:, None])[:, 0].mean()
        self._descend(loss, weights, rate)

    def _leaf(self) -> dict[str, Tensor]:
        """Returns views into the flat weights, of which gradients are taken."""
        self.flat.requires_grad_(True)
        return self.views(self.flat, self.arrays)

    def _losses(self, batch: Mapping[str, Tensor], w: Mapping[str, Tensor]) -> tuple[Tensor, Tensor]:
        """Returns logarithms of the policy, by row and move, and the value head's loss."""
        torch = self.torch
        embeddings = []
        for number, group in enumerate(self.entities):
            features = batch[f"things {number}"].float()
            kinds = torch.round(features[:, :, group.kind] * group.kinds).long()
            embedding = features @ w["thing weights"][: group.width] + w["thing bias"]
            embeddings.append(torch.relu(embedding + w["kinds"][kinds]))
        top = torch.cat([batch["rows"].float(), *(embedding.sum(dim=1) for embedding in embeddings)], dim=1)
        for layer in range(self.depth):
            top = torch.relu(top @ w[f"hidden {layer} weights"] + w[f"hidden {layer} bias"])
        worth = (top @ w["worth weights"] + w["worth bias"])[:, 0]
        # Its gradient is tanh(worth) - target, as in `Learner._backward`.
        value_loss = (torch.nn.functional.softplus(2 * worth) - worth - worth * batch["targets"]).mean()
        if not self.moves:
            return value_loss, value_loss
        scores = top @ w["moves weights"] + w["moves bias"]
        if self.entities:
            query = top @ w["question weights"] + w["question bias"]
            plain, scores = scores, torch.zeros(batch["masks"].shape, device=self.device)
            scores = scores.index_copy(1, self.plain_moves, plain)
            for group, embedding in zip(self.entities, embeddings, strict=True):
                if group.moves:
                    found = (embedding @ query[:, :, None])[:, :, 0]
                    columns = torch.arange(group.move, group.move + group.count, device=self.device)
                    scores = scores.index_copy(1, columns, found)
        scores = scores.masked_fill(batch["masks"] <= 0, -1e9)
        return torch.log_softmax(scores, dim=1), value_loss

    def _descend(self, loss: Tensor, weights: Mapping[str, Tensor], rate: float) -> None:
        """Takes one step of Adam, as `Learner._adam_step`."""
        torch = self.torch
        (gradient,) = torch.autograd.grad(loss, self.flat)
        self.flat.requires_grad_(False)
        self.steps += 1
        gradient = gradient * torch.clamp(MAX_GRADIENT_NORM / (gradient.norm() + 1e-9), max=1.0)
        self.first_moment += 0.1 * (gradient - self.first_moment)
        self.second_moment += 0.001 * (gradient * gradient - self.second_moment)
        mean = self.first_moment / (1 - 0.9**self.steps)
        square = self.second_moment / (1 - 0.999**self.steps)
        self.flat -= rate * mean / (torch.sqrt(square) + 1e-8)
