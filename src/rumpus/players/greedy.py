"""Whatever looks best at a glance, by the game's own sense of what is good."""

from __future__ import annotations

from rumpus.core.game import Game
from rumpus.core.info_state import Chair
from rumpus.core.options import Options
from rumpus.core.position import Move
from rumpus.core.rng import Counted, Seeded
from rumpus.players.player import Choice, Explanation, Player

DREAMS = 5


class GreedyPlayer(Player):
    """The move with the best mean appraisal over a few dreams; equals are settled by luck."""

    def __init__(self, name: str, game: Game, options: Options, seed: str) -> None:
        super().__init__(name)
        bots = game.bots()
        self._game = game
        self._options = options
        self._judge = bots.judge(options)
        self._open = bots.open_judge
        self._luck = Seeded(seed)

    def decide(self, chair: Chair) -> Move:
        forced = self.forced(chair)
        if forced is not None:
            return forced
        moves = chair.moves()
        sums = chair.appraise(self._judge, moves) if self._open else self._dreamt(chair, moves)
        high = max(sums)
        best = [i for i, total in enumerate(sums) if total == high]
        first = best[self._luck.below(len(best))]
        rest = sorted((i for i in range(len(moves)) if i != first), key=lambda i: -sums[i])
        self._explanation = Explanation(self.name, [Choice(chair, moves[i]) for i in (first, *rest)])
        return moves[first]

    def __getstate__(self) -> dict[str, object]:
        """For a copy or a pickle: the judge, which may be compiled, is made again."""
        return {**self.__dict__, "_judge": None}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)
        self._judge = self._game.bots().judge(self._options)

    def _dreamt(self, chair: Chair, moves: list[Move]) -> list[float]:
        """The sums of what the moves look like in a few dreams of its own; in one, where nothing is hidden."""
        sums = [0.0] * len(moves)
        for _ in range(DREAMS):
            asked = Counted(self._luck)
            dream = chair.imagine(asked)
            for i, move in enumerate(moves):
                sums[i] += self._judge.appraise(dream, chair.seat, move)
            if not asked.asked:
                break
        return sums
