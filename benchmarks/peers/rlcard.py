"""RLCard's UNO: the environment as a user steps it, and the raw game below it."""

from __future__ import annotations

import copy
from functools import partial
from random import Random

import rlcard
from rlcard.games.uno import Game

from benchmarks.clock import cost, guarded, playouts

NAME = "RLCard"
choose = Random(1).random


def play_env(env: rlcard.envs.Env) -> int:
    made = 0
    state, _ = env.reset()
    while not env.is_over():
        legal = list(state["legal_actions"])
        state, _ = env.step(legal[int(choose() * len(legal))])
        made += 1
    return made


def play_raw(game: Game) -> int:
    made = 0
    game.init_game()
    while not game.is_over():
        legal = game.get_legal_actions()
        game.step(legal[int(choose() * len(legal))])
        made += 1
    return made


def environment() -> None:
    env = rlcard.make("uno", config={"seed": 1})
    playouts(NAME, "uno environment, 2 players", lambda: play_env(env), "env.step with observation")


def raw() -> None:
    for players in (2, 4):
        game = Game(num_players=players)
        playouts(NAME, f"uno raw game, {players} players", partial(play_raw, game), "without observation")


def copies() -> None:
    game = Game(num_players=4)
    game.init_game()
    cost(NAME, "uno raw game, 4 players", "copy µs", partial(copy.deepcopy, game), "copy.deepcopy", 200)


guarded(environment, NAME)
guarded(raw, NAME)
guarded(copies, NAME)
