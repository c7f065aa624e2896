"""The yardstick: any move, each as likely as the other."""

from __future__ import annotations

from rumpus.core.game import Game
from rumpus.core.info_state import Chair
from rumpus.core.options import Options
from rumpus.core.position import Move
from rumpus.core.rng import Seeded
from rumpus.players.player import Choice, Explanation, Player, only_choice


class RandomPlayer(Player):
    """Picks blindly among its options."""

    def __init__(self, name: str, game: Game, options: Options, seed: str) -> None:
        super().__init__(name)
        self._luck = Seeded(seed)

    def decide(self, chair: Chair) -> Move:
        moves = chair.moves()
        move = moves[self._luck.below(len(moves))]
        reason = f"{{}} was picked blindly among {len(moves)} options."
        self._explanation = only_choice(self.name, chair) or Explanation(
            self.name, [Choice(chair, move)], reason=reason
        )
        return move
