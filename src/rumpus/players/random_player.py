"""A uniformly random player, the baseline of all others."""

from __future__ import annotations

from rumpus.core.game import Game
from rumpus.core.info_state import InfoState
from rumpus.core.options import Options
from rumpus.core.position import Move
from rumpus.core.rng import SeededRng
from rumpus.players.player import Choice, Explanation, Player


class RandomPlayer(Player):
    """Samples a legal move uniformly."""

    def __init__(self, name: str, game: Game, options: Options, seed: str) -> None:
        super().__init__(name)
        self._rng = SeededRng(seed)

    def decide(self, info: InfoState) -> Move:
        moves = info.moves()
        move = moves[self._rng.below(len(moves))]
        if self.forced_move(info) is None:
            reason = f"{{}} was picked blindly among {len(moves)} options."
            self._explanation = Explanation(self.name, [Choice(info, move)], reason=reason)
        return move
