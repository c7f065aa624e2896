"""One-ply player by the game's evaluator."""

from __future__ import annotations

from rumpus.core.game import Game
from rumpus.core.info_state import InfoState
from rumpus.core.options import Options
from rumpus.core.position import Move
from rumpus.core.rng import CountingRng, SeededRng
from rumpus.players.player import Choice, Explanation, Player

WORLDS = 5
"""Worlds over which scores are averaged, if the evaluator reads hidden state."""


class GreedyPlayer(Player):
    """Plays the move with the highest mean score. Ties are broken at random."""

    def __init__(self, name: str, game: Game, options: Options, seed: str) -> None:
        super().__init__(name)
        bots = game.bots()
        self._game = game
        self._options = options
        self._evaluator = bots.evaluator(options)
        self._view_only = bots.evaluator_sees_view_only
        self._rng = SeededRng(seed)

    def engine(self) -> str:
        return "evaluator"

    def decide(self, info: InfoState) -> Move:
        forced = self.forced_move(info)
        if forced is not None:
            return forced
        moves = info.moves()
        sums = info.score_moves(self._evaluator, moves) if self._view_only else self._sum_scores(info, moves)
        high = max(sums)
        best = [i for i, total in enumerate(sums) if total == high]
        first = best[self._rng.below(len(best))]
        rest = sorted((i for i in range(len(moves)) if i != first), key=lambda i: -sums[i])
        self._explanation = Explanation(self.name, [Choice(info, moves[i]) for i in (first, *rest)])
        return moves[first]

    def __getstate__(self) -> dict[str, object]:
        """Drops the evaluator, which may be compiled. It is made again on load."""
        return {**self.__dict__, "_evaluator": None}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)
        self._evaluator = self._game.bots().evaluator(self._options)

    def _sum_scores(self, info: InfoState, moves: list[Move]) -> list[float]:
        """Sums scores over sampled worlds. One world is enough if nothing is hidden."""
        sums = [0.0] * len(moves)
        for _ in range(WORLDS):
            counting = CountingRng(self._rng)
            world = info.sample(counting)
            for i, move in enumerate(moves):
                sums[i] += self._evaluator.score_move(world, info.seat, move)
            # No draw: the world is the true position, and further ones would be equal.
            if not counting.draws:
                break
        return sums
