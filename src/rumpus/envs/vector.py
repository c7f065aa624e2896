"""A vector environment: many games of one kind, one decision in each per call.

    from rumpus.envs.vector import VectorEnv
    env = VectorEnv("pigeons", lanes=256, seed=1)
    rows, mask, seats = env.observe()
    env.step(moves)

Seats play in turn in every lane (self-play); `seats` says whose decision a lane's row is, and a finished game is dealt
anew at once. Its result for every seat is in what `step` returns.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from rumpus.core.errors import BadOption
from rumpus.core.game import Game
from rumpus.core.luck import Luck, Seeded
from rumpus.envs.episode import Episode, Mask, Row
from rumpus.envs.lanes import Lanes


class Finished:
    """The games that ended in a step: their lanes, and one result per seat."""

    def __init__(self, lanes: Sequence[int], results: Sequence[Sequence[float]]) -> None:
        self.lanes = list(lanes)
        self.results = [list(result) for result in results]


class VectorEnv:
    def __init__(
        self, game: str | Game, changes: Mapping[str, object] | None = None, lanes: int = 64, seed: int | None = None
    ) -> None:
        if lanes < 1:
            raise BadOption(f"a vector environment has 1 lane or more, not {lanes}")
        self.episode = Episode(game, changes)
        self.width = len(self.episode.features.names)
        name = secrets.token_hex(16) if seed is None else str(seed)
        lucks: list[Luck] = [Seeded(f"lane/{name}/{lane}") for lane in range(lanes)]
        self.lanes = Lanes(self.episode.features, self.episode.space, lucks)
        for luck in lucks:
            self.lanes.put(self.episode.game.start(self.episode.options, luck))

    def observe(self) -> tuple[Row, Mask, NDArray[np.int64]]:
        """A row and a mask of legal moves for every lane, and the seats whose decisions they are."""
        count = len(self.lanes.positions)
        rows = np.frombuffer(self.lanes.rows(), dtype=np.float32).reshape(count, self.width)
        mask = np.frombuffer(self.lanes.legal(), dtype=np.int8).reshape(count, self.episode.space)
        return rows, mask, np.array(self.lanes.seats)

    def step(self, moves: Sequence[int] | NDArray[np.int64]) -> Finished:
        """One decision in every lane; a lane whose move is illegal is named, and nothing is played anywhere."""
        wanted: list[int] = np.asarray(moves, dtype=np.int64).tolist()
        if len(wanted) != len(self.lanes.positions):
            raise BadOption(f"there are {len(self.lanes.positions)} lanes, and {len(wanted)} moves were given")
        stuck = self.lanes.step(wanted)
        if stuck >= 0:
            reason = self.lanes.positions[stuck].why_not(self.lanes.seats[stuck], wanted[stuck])
            raise BadOption(f"lane {stuck} cannot play {wanted[stuck]}: {reason}")
        finished = Finished(self.lanes.finished, self.lanes.results)
        for lane in finished.lanes:
            self.lanes.replace(lane, self.episode.game.start(self.episode.options, self.lanes.lucks[lane]))
        return finished
