"""A player as a strategy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from rumpus.core.game import Game
from rumpus.core.info_state import InfoState
from rumpus.core.options import Options
from rumpus.core.position import Move
from rumpus.core.rng import SeededRng
from rumpus.players.catalogue import find_player
from rumpus.players.player import Player


class PolicyQuery:
    """Returns a player's move probabilities, or samples them from new players without memory."""

    def __init__(self, player: str, game: Game, options: Options, seed: str, samples: int) -> None:
        """`options` of the match. Parts of the game may be queried with others."""
        self.player = player
        self.game = game
        self.seed = seed
        self.samples = samples
        self.info_sets = 0
        """Number of information sets queried."""
        self.decisions = 0
        """Number of decisions sampled."""
        self._rng = SeededRng(f"{seed}/chairs")
        self._players = {options: self._new_player(options)}

    def __call__(self, info: InfoState) -> Mapping[Move, float]:
        self.info_sets += 1
        moves = info.moves()
        if len(moves) == 1:
            return {moves[0]: 1.0}
        if info.options not in self._players:
            self._players[info.options] = self._new_player(info.options)
        known = self._players[info.options].policy(info)
        if known:
            return known
        made: Counter[Move] = Counter()
        for _ in range(self.samples):
            self.decisions += 1
            made[self._new_player(info.options).decide(self._resampled(info))] += 1
        return {move: count / self.samples for move, count in made.items()}

    def _new_player(self, options: Options) -> Player:
        # The count gives each sampled player its own seed: equal ones would repeat one decision.
        return find_player(self.player, self.game, options, f"{self.seed}/{self.decisions}", timed=False)

    def _resampled(self, info: InfoState) -> InfoState:
        """Returns the seat's information with another world, so that none decides for all."""
        return InfoState(self.game, info.options, info.sample(self._rng), info.seat, self._rng)
