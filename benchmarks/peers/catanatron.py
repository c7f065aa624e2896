"""Catanatron: random games on its hex board."""

from __future__ import annotations

from functools import partial
from itertools import count
from random import Random

from catanatron import Color, Game, RandomPlayer
from catanatron.game import TURNS_LIMIT

from benchmarks.clock import cost, guarded, playouts

NAME = "Catanatron"
COLORS = [Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE]
choose = Random(1).random
seeds = count()


def new(players: int) -> Game:
    return Game([RandomPlayer(color) for color in COLORS[:players]], seed=next(seeds))


def play(players: int) -> int:
    game, made = new(players), 0
    while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
        legal = game.state.playable_actions
        game.execute(legal[int(choose() * len(legal))])
        made += 1
    return made


def games() -> None:
    for players in (2, 4):
        playouts(NAME, f"random games, {players} players", partial(play, players), "execute loop", 2.0)


def copies() -> None:
    game = new(4)
    for _ in range(300):
        game.play_tick()
    cost(NAME, "random games, 4 players", "copy µs", game.copy, "Game.copy after 300 ticks", 2_000)


guarded(games, NAME)
guarded(copies, NAME)
