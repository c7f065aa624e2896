"""One game, played to its end by players from their chairs: the one loop of tournaments, runs and policies."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from rumpus.core.catalogue import find_game
from rumpus.core.game import Game
from rumpus.core.info_state import Chair
from rumpus.core.options import Options
from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import Luck
from rumpus.players.player import Player

Watch = Callable[[Position, Seat, Move], None]
"""Told before each move: the position, who decides, and what."""


class PlayedGame:
    """A game that is over."""

    def __init__(self, position: Position, result: Sequence[float], decisions: int, unasked: int) -> None:
        self.position = position
        self.result = list(result)
        self.ranking = position.ranking()
        self.decisions = decisions
        self.unasked = unasked
        """Decisions with one option only for which nobody was asked."""


def play_game(
    game: Game,
    options: Options,
    players: Sequence[Player],
    deal: Luck,
    chairs: Luck,
    watch: Watch | None = None,
    forced: bool = True,
    openings: Luck | None = None,
    listen: bool = False,
    begun: Position | None = None,
) -> PlayedGame:
    """Play it; nothing but what is handed in matters, so any process may do it.

    A chair draws luck, and so may a player: whether they are asked where there is one option only (`forced`) is part of
    what a seed stands for. `openings` decides what one plays with in place of the players. A game that is `begun`
    already is not dealt again.
    """
    lab, position = game.lab(), begun or game.start(options, deal, listen)
    decisions = unasked = 0
    while (result := position.result()) is None:
        by_chance = openings if openings is not None and lab.opening(position) else None
        for seat in position.to_act():
            moves = [] if forced and by_chance is None else position.moves(seat)
            if len(moves) == 1:
                move = moves[0]
                unasked += 1
            elif by_chance is not None:
                move = moves[by_chance.below(len(moves))]
            else:
                move = players[seat].decide(Chair(game, options, position, seat, chairs))
            if watch is not None:
                watch(position, seat, move)
            position.play(seat, move, deal)
            decisions += 1
    return PlayedGame(position, result, decisions, unasked)


def changes_as_text(changes: Mapping[str, object]) -> str:
    """Changes of the numbers as jobs carry them to other processes."""
    return json.dumps(changes, sort_keys=True)


@lru_cache(maxsize=8)
def match_of(game: str, changes: str) -> tuple[Game, Options]:
    """In whatever process: the game of that name with these changes, read once."""
    found = find_game(game)
    return found, found.options(json.loads(changes))
