"""OpenSpiel: its C++ and Python games driven from Python, rollouts inside C++, and its search bots."""

from __future__ import annotations

import statistics
from functools import partial
from itertools import count
from random import Random
from typing import Any

import numpy as np
import open_spiel.python.games  # noqa: F401 - registers the Python games
import pyspiel
from open_spiel.python.algorithms import mcts

from benchmarks.clock import cost, guarded, playouts, rate

NAME = "OpenSpiel"
random = Random(1)
choose = random.random


def advance(state: Any) -> int:
    """One step; says how many player decisions it was."""
    if state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(random.choices(actions, weights)[0])
        return 0
    if state.is_simultaneous_node():
        answers = []
        for player in range(state.num_players()):
            legal = state.legal_actions(player)
            answers.append(legal[int(choose() * len(legal))])
        state.apply_actions(answers)
        return len(answers)
    legal = state.legal_actions()
    state.apply_action(legal[int(choose() * len(legal))])
    return 1


def play(state: Any) -> int:
    made = 0
    while not state.is_terminal():
        made += advance(state)
    return made


def after_deal(game: Any) -> Any:
    state = game.new_initial_state()
    while state.is_chance_node():
        advance(state)
    return state


def game_task(name: str) -> None:
    game = pyspiel.load_game(name)
    kind = "Python game" if name.startswith("python_") else "C++ game from Python"
    playouts(NAME, name, lambda: play(game.new_initial_state()), kind)
    state = after_deal(game)
    cost(NAME, name, "copy µs", state.clone, "State.clone")


def inside_task(name: str) -> None:
    """Whole games between C++ random bots, played inside C++; their length is measured from Python first."""
    game = pyspiel.load_game(name)
    length = statistics.fmean(play(game.new_initial_state()) for _ in range(300))
    bots = [pyspiel.make_uniform_random_bot(player, 1 + player) for player in range(game.num_players())]
    seeds = count()

    def work() -> int:
        for _ in range(20):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, next(seeds))
        return int(20 * length)

    rate(NAME, f"{name}, loop inside", "moves/s", work, "pyspiel.evaluate_bots with C++ random bots")


def search_task(name: str) -> None:
    game = pyspiel.load_game(name)
    roots = [after_deal(game) for _ in range(8)]

    def compiled() -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1000, 1000, False, 1, False)
        bot.step(roots[int(choose() * len(roots))])
        return 1000

    def interpreted() -> int:
        luck = np.random.RandomState(1)
        evaluator = mcts.RandomRolloutEvaluator(1, luck)
        mcts.MCTSBot(game, 2.0, 100, evaluator, solve=False, random_state=luck).step(roots[int(choose() * len(roots))])
        return 100

    rate(NAME, f"C++ MCTS on {name}", "simulations/s", compiled, "pyspiel.MCTSBot, one rollout each")
    rate(NAME, f"Python MCTS on {name}", "simulations/s", interpreted, "open_spiel.python MCTSBot, one rollout each")


for task in (
    "crazy_eights(players=2)",
    "crazy_eights(players=4)",
    "goofspiel",
    "connect_four",
    "python_tic_tac_toe",
    "python_kuhn_poker",
):
    guarded(partial(game_task, task), NAME)
guarded(partial(inside_task, "crazy_eights(players=4)"), NAME)
guarded(partial(search_task, "crazy_eights(players=2)"), NAME)
