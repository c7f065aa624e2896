"""Speed of our games: random playouts from Python and in compiled code, copies, and search."""

from __future__ import annotations

import sys
from itertools import cycle
from random import Random

import rumpus
from benchmarks.clock import cost, memory, playouts, rate
from rumpus.core.catalogue import find_game, game_names
from rumpus.core.evaluator import Evaluator
from rumpus.core.extensions import SearchConfig
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.playout import play_randomly
from rumpus.core.position import Position
from rumpus.core.rng import SeededRng
from rumpus.players.tree import Tree

TASKS: list[tuple[str, str, dict[str, object]]] = [
    ("Battle Puno, Traditional, 4 players", "battle_puno", {"mode": "traditional", "players": 4}),
    ("Battle Puno, Traditional, 2 players", "battle_puno", {"mode": "traditional", "players": 2}),
    ("Cat Brawl, 2 players", "cat_brawl", {"players": 2}),
    ("Creature Wars", "creature_wars", {}),
    ("Defend the City", "defend_the_city", {}),
    ("Ultimatum, 2 × 3 on Crossroads", "ultimatum", {"map": "crossroads", "squad": 3, "players": 2}),
]

SEARCHED = "Battle Puno, Traditional, 2 players"


def play(game: Game, options: Options, rng: SeededRng, random: Random) -> int:
    """Plays a random game from Python; returns the number of moves."""
    position = game.start(options, rng)
    choose = random.random
    made = 0
    while True:
        seats = position.to_act()
        if not seats:
            return made
        for seat in seats:
            moves = position.moves(seat)
            position.apply(seat, moves[int(choose() * len(moves))], rng)
            made += 1


def middle(game: Game, options: Options, rng: SeededRng) -> Position:
    """A position some way into a game."""
    while True:
        position = game.start(options, rng)
        play_randomly(position, rng, 30)
        if position.result() is None:
            return position


def measure(title: str, game: Game, options: Options, system: str) -> None:
    rng, random = SeededRng(f"speed/{title}"), Random(1)
    playouts(system, title, lambda: play(game, options, rng, random), "to_act, moves, apply from Python")

    def inside() -> int:
        return play_randomly(game.start(options, rng), rng, 1_000_000)

    rate(system, f"{title}, loop inside", "moves/s", inside, "rumpus.core.playout.play_randomly")
    position = middle(game, options, rng)
    cost(system, title, "copy µs", position.copy, "Position.copy, 30 moves into a game")
    if rumpus.compiled():
        memory(system, title, position.copy)


def search(title: str, game: Game, options: Options, system: str) -> None:
    """Simulations per second after the deal: a new tree each time, rollouts to the end."""
    rng = SeededRng(f"search/{title}")
    roots = [game.start(options, rng) for _ in range(8)]
    width = game.move_count(options)
    following = cycle([*roots[1:], roots[0]])

    def sample(rollout_candidates: int, sims_per_world: int) -> int:
        root = next(following)
        seat = root.to_act()[0]
        config = SearchConfig(0.9, rollout_candidates, rollout_depth=1_000_000, sims_per_world=sims_per_world)
        tree = Tree(seat, width, config, Evaluator(), rng, 1_000_000)
        return tree.simulate(root.determinize(seat, rng), 1000, 0.0, 0.0)

    rate(system, f"search, {title}", "simulations/s", lambda: sample(1, 2), "rollouts by the game's rollout_move")
    rate(system, f"search, {title}, a world each", "simulations/s", lambda: sample(1, 1), "one simulation per world")
    rate(system, f"search, {title}, any move", "simulations/s", lambda: sample(0, 2), "uniformly random playouts")


def main() -> None:
    system = "rumpus compiled" if rumpus.compiled() else "rumpus interpreted"
    wanted = sys.argv[1:]
    for title, name, changes in TASKS:
        if name in game_names() and (not wanted or name in wanted):
            game = find_game(name)
            measure(title, game, game.options(changes), system)
            if title == SEARCHED:
                search(title, game, game.options(changes), system)


if __name__ == "__main__":
    main()
