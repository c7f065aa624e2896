"""A player as a strategy: how likely it makes each move in a chair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from rumpus.core.game import Game
from rumpus.core.info_state import Chair
from rumpus.core.options import Options
from rumpus.core.position import Move
from rumpus.core.rng import Seeded
from rumpus.players.catalogue import find_player
from rumpus.players.player import Player


class Interview:
    """Whoever knows its chances says them; of everybody else fresh ones are asked, so many times in each chair.

    Nobody asked so remembers anything: what a player makes of the moves before is not seen.
    """

    def __init__(self, player: str, game: Game, options: Options, seed: str, times: int) -> None:
        """`options` are those of the match; a part of the game may be asked about with others."""
        self.player = player
        self.game = game
        self.seed = seed
        self.times = times
        self.chairs = 0
        """In how many it was asked."""
        self.answers = 0
        """How often somebody who does not know had to be asked, in all."""
        self._luck = Seeded(f"{seed}/chairs")
        self._models = {options: self._fresh(options)}

    def __call__(self, chair: Chair) -> Mapping[Move, float]:
        self.chairs += 1
        moves = chair.moves()
        if len(moves) == 1:
            return {moves[0]: 1.0}
        if chair.options not in self._models:
            self._models[chair.options] = self._fresh(chair.options)
        known = self._models[chair.options].shares(chair)
        if known:
            return known
        made: Counter[Move] = Counter()
        for _ in range(self.times):
            self.answers += 1
            made[self._fresh(chair.options).decide(self._anew(chair))] += 1
        return {move: count / self.times for move, count in made.items()}

    def _fresh(self, options: Options) -> Player:
        return find_player(self.player, self.game, options, f"{self.seed}/{self.answers}", timed=False)

    def _anew(self, chair: Chair) -> Chair:
        """The same seat with another dream, so that none decides for all."""
        return Chair(self.game, chair.options, chair.imagine(self._luck), chair.seat, self._luck)
