"""Plays one game to its end. The loop of tournaments, runs and policies."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rumpus.core.catalogue import find_game
from rumpus.core.game import Game
from rumpus.core.info_state import InfoState
from rumpus.core.options import Options
from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import Rng
from rumpus.players.player import Player

MoveCallback = Callable[[Position, Seat, Move], None]
"""Called before each move with the position, the seat and the move."""


@dataclass(eq=False)
class PlayedGame:
    """A finished game."""

    position: Position
    result: list[float]
    decisions: int
    skipped: int
    """Forced decisions for which no player was asked."""

    @property
    def ranking(self) -> list[int]:
        return self.position.ranking()


def play_game(
    game: Game,
    options: Options,
    players: Sequence[Player],
    deal: Rng,
    info_rng: Rng,
    watch: MoveCallback | None = None,
    forced: bool = True,
    openings: Rng | None = None,
    listen: bool = False,
    begun: Position | None = None,
) -> PlayedGame:
    """Plays a game. Depends on its arguments only, so any process gives the same game.

    - `info_rng` feeds the `InfoState`s. `forced=False` skips players at forced moves: other draws, other games.
    - `openings` decides the setup at random instead of the players.
    - `begun` is a started position, which is not dealt again.
    """
    lab, position = game.lab(), begun or game.start(options, deal, listen)
    decisions = skipped = 0
    while (result := position.result()) is None:
        by_chance = openings if openings is not None and lab.in_setup(position) else None
        for seat in position.to_act():
            moves = [] if forced and by_chance is None else position.moves(seat)
            if len(moves) == 1:
                move = moves[0]
                skipped += 1
            elif by_chance is not None:
                move = moves[by_chance.below(len(moves))]
            else:
                move = players[seat].decide(InfoState(game, options, position, seat, info_rng))
            if watch is not None:
                watch(position, seat, move)
            # Players never draw from `deal`: how long one thinks does not change the next card.
            position.play(seat, move, deal)
            decisions += 1
    return PlayedGame(position, result, decisions, skipped)


def changes_as_text(changes: Mapping[str, object]) -> str:
    """Encodes changes of options for jobs of other processes."""
    return json.dumps(changes, sort_keys=True)


@lru_cache(maxsize=8)
def game_with_options(game: str, changes: str) -> tuple[Game, Options]:
    """Returns the game and its options, cached per process."""
    found = find_game(game)
    return found, found.options(json.loads(changes))
