"""Any of its moves, all alike."""

from __future__ import annotations

from rumpus.core.chair import Chair
from rumpus.core.contract import Move
from rumpus.core.luck import Seeded
from rumpus.players.contract import Player


class RandomPlayer(Player):
    name = "random"

    def __init__(self, seed: str) -> None:
        self.luck = Seeded(seed)

    def decide(self, chair: Chair) -> Move:
        moves = chair.moves()
        return moves[self.luck.below(len(moves))]
