"""A uniformly random player, the baseline of all others."""

from __future__ import annotations

from collections.abc import Sequence

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

    def pick(self, moves: Sequence[Move]) -> Move:
        """Decides as `decide` does, for callers that need no explanation: it samples no world."""
        return moves[self._rng.below(len(moves))]

    def engine(self) -> str:
        return "chance"

    def decide(self, info: InfoState) -> Move:
        moves = info.moves()
        move = self.pick(moves)
        if self.forced_move(info) is None:
            reason = f"{{}} was picked blindly among {len(moves)} options."
            self._explanation = Explanation(self.name, [Choice(info, move)], reason=reason)
        return move
