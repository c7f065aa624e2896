"""Played matches as arrays, for imitation and offline learning.

import rumpus
from rumpus.envs import Trajectories
matches = [rumpus.play("pigeons", ["greedy", "random"], seed=str(number)) for number in range(100)]
data = Trajectories.of([match.record for match in matches])
data.save("pigeons.npz")
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadOption, BadRecord
from rumpus.core.game import Game
from rumpus.core.record import Record
from rumpus.envs.arrays import FeatureVector, Mask
from rumpus.envs.episode import Episode


@dataclass(eq=False)
class Trajectories:
    """Every decision of some matches, in order. Arrays have one row per decision."""

    game: str
    players: list[list[str]]
    """Names by seat, of every match."""
    observations: FeatureVector
    action_masks: Mask
    moves: NDArray[np.int64]
    seats: NDArray[np.int64]
    """Who decided."""
    matches: NDArray[np.int64]
    """Number of the match, from 0."""
    dones: NDArray[np.bool_]
    """True at the last decision of a match."""
    results: NDArray[np.float32]
    """What the deciding seat gets at the end of the match."""

    @staticmethod
    def of(records: Sequence[Record], game: Game | None = None) -> Trajectories:
        """Replays finished matches with equal options. Every move is checked."""
        if not records:
            raise BadOption("There are no records to replay.")
        found = game or find_game(records[0].game)
        episode = Episode(found, records[0].options)
        steps: dict[str, list[Any]] = {name: [] for name in ARRAYS}
        for number, record in enumerate(records):
            if record.options_of(found) != episode.options:
                raise BadRecord(f"Record {number} has other options than record 0. Replay them apart.")
            if record.result is None:
                raise BadRecord(f"Record {number} has no result: its match is not over.")
            _add(steps, episode, record, number)
        width, space = len(episode.features.names), episode.space
        return Trajectories(
            found.name,
            [record.players for record in records],
            np.array(steps["observations"], np.float32).reshape(-1, width),
            np.array(steps["action_masks"], np.int8).reshape(-1, space),
            **{name: np.array(steps[name], kind) for name, kind in ARRAYS.items() if kind is not None},
        )

    def save(self, path: Path | str) -> None:
        """Writes a compressed file of numpy: `numpy.load` reads it too."""
        about = json.dumps({"game": self.game, "players": self.players})
        np.savez_compressed(path, about=np.array(about), **{name: getattr(self, name) for name in ARRAYS})

    @staticmethod
    def load(path: Path | str) -> Trajectories:
        with np.load(path) as data:
            about = json.loads(str(data["about"]))
            return Trajectories(about["game"], about["players"], **{name: data[name] for name in ARRAYS})

    def __repr__(self) -> str:
        return f"<Trajectories of {self.game}: {len(self.moves):,} decisions in {len(self.players):,} matches>"


ARRAYS: dict[str, Any] = {
    "observations": None, "action_masks": None, "moves": np.int64, "seats": np.int64, "matches": np.int64,
    "dones": np.bool_, "results": np.float32,
}  # fmt: skip
"""Names of the arrays. None: those with more than one column."""


def _add(steps: dict[str, list[Any]], episode: Episode, record: Record, number: int) -> None:
    assert record.result is not None
    last = len(record.moves)
    for step in record.walk(episode.game):
        if step.number > 0:
            steps["moves"].append(step.move)
        if step.number == last:
            return
        seat = record.moves[step.number][0]
        episode.position = step.position
        steps["observations"].append(episode.feature_vector(seat))
        steps["action_masks"].append(episode.action_mask(step.position.moves(seat)))
        steps["seats"].append(seat)
        steps["matches"].append(number)
        steps["dones"].append(step.number == last - 1)
        steps["results"].append(record.result[seat])
