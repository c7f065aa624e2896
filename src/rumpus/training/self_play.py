"""What both kinds of actors share: the game, random sources and the bots they meet."""

from __future__ import annotations

import zlib

import numpy as np

from rumpus.core.game import Game
from rumpus.core.info_state import InfoState
from rumpus.core.options import Options
from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import SeededRng
from rumpus.players.catalogue import find_player
from rumpus.players.greedy import GreedyPlayer
from rumpus.players.layout import NetLayout
from rumpus.players.player import Player
from rumpus.training.messages import Opponent


class SelfPlay:
    """Base of actors that play many games at once, by a network and in some by fixed opponents."""

    def __init__(
        self, game: Game, options: Options, seed: str, opponent: Opponent, layout: NetLayout | None = None
    ) -> None:
        """`layout`: the network's, if it is trained on several tables."""
        self.layout = layout or NetLayout(game, options, options, relative_moves=True)
        self.game = game
        self.options = options
        self.seed = seed
        self.opponent = opponent
        self.seat_count = game.seats(options)
        self.rng = SeededRng(seed)
        # Not `hash`, which Python randomises per process.
        self.np_rng = np.random.default_rng(zlib.crc32(seed.encode()))
        self.greedy = GreedyPlayer("greedy", game, options, f"{seed}/greedy")
        self.opponent_players: dict[tuple[int, Seat], Player] = {}
        """Opponents by environment and seat, each for one game."""

    def greedy_move(self, position: Position, seat: Seat) -> Move:
        return self.greedy.decide(InfoState(self.game, self.options, position, seat, self.rng))

    def opponent_move(self, name: str, env: int, position: Position, seat: Seat) -> Move:
        info = InfoState(self.game, self.options, position, seat, self.rng)
        return self._opponent(name, env, seat).decide(info)

    def _opponent(self, name: str, env: int, seat: Seat) -> Player:
        if (env, seat) not in self.opponent_players:
            seed = f"{self.seed}/rival {self.rng.below(1 << 30)}"
            self.opponent_players[env, seat] = find_player(name, self.game, self.options, seed, timed=False)
        return self.opponent_players[env, seat]
