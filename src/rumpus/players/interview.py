"""A player as a strategy: how likely it makes each move in a chair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from rumpus.core.chair import Chair
from rumpus.core.contract import Move
from rumpus.core.game import Game
from rumpus.core.luck import Seeded
from rumpus.core.options import Options
from rumpus.players.catalogue import find_player


class Interview:
    """Whoever knows its chances says them; of everybody else fresh ones are asked, so many times in each chair.

    Nobody asked so remembers anything: what a player makes of the moves before is not seen.
    """

    def __init__(self, player: str, game: Game, options: Options, seed: str, times: int) -> None:
        self.player = player
        self.game = game
        self.options = options
        self.seed = seed
        self.times = times
        self.chairs = 0
        """In how many it was asked."""
        self.answers = 0
        """How often somebody who does not know had to be asked, in all."""
        self._luck = Seeded(f"{seed}/chairs")
        self._model = find_player(player, game, options, f"{seed}/model", timed=False)

    def __call__(self, chair: Chair) -> Mapping[Move, float]:
        self.chairs += 1
        moves = chair.moves()
        if len(moves) == 1:
            return {moves[0]: 1.0}
        known = self._model.shares(chair)
        if known:
            return known
        made: Counter[Move] = Counter()
        for _ in range(self.times):
            self.answers += 1
            own = find_player(self.player, self.game, self.options, f"{self.seed}/{self.answers}", timed=False)
            made[own.decide(self._anew(chair))] += 1
        return {move: count / self.times for move, count in made.items()}

    def _anew(self, chair: Chair) -> Chair:
        """The same seat with another dream, so that none decides for all."""
        return Chair(self.game, self.options, chair.imagine(self._luck), chair.seat, self._luck)
