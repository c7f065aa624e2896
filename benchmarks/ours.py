"""Our games: random playouts through the public contract, driven from Python and inside compiled code; copies."""

from __future__ import annotations

import sys
from random import Random

import rumpus
from benchmarks.clock import cost, memory, playouts, rate
from rumpus.core.catalogue import find_game, game_names
from rumpus.core.evaluator import Judge
from rumpus.core.extensions import Manner
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.playout import play_randomly
from rumpus.core.position import Position
from rumpus.core.rng import Seeded
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


def play(game: Game, options: Options, luck: Seeded, random: Random) -> int:
    """One random game as a user's loop drives it."""
    position = game.start(options, luck)
    choose = random.random
    made = 0
    while True:
        seats = position.to_act()
        if not seats:
            return made
        for seat in seats:
            moves = position.moves(seat)
            position.apply(seat, moves[int(choose() * len(moves))], luck)
            made += 1


def middle(game: Game, options: Options, luck: Seeded) -> Position:
    """A position some way into a game."""
    while True:
        position = game.start(options, luck)
        play_randomly(position, luck, 30)
        if position.result() is None:
            return position


def measure(title: str, game: Game, options: Options, system: str) -> None:
    luck, random = Seeded(f"speed/{title}"), Random(1)
    playouts(system, title, lambda: play(game, options, luck, random), "to_act, moves, apply from Python")

    def inside() -> int:
        return play_randomly(game.start(options, luck), luck, 1_000_000)

    rate(system, f"{title}, loop inside", "moves/s", inside, "rumpus.core.playout.play_randomly")
    position = middle(game, options, luck)
    cost(system, title, "copy µs", position.copy, "Position.copy, 30 moves into a game")
    if rumpus.compiled():
        memory(system, title, position.copy)


def search(title: str, game: Game, options: Options, system: str) -> None:
    """Simulations a second after the deal: a new tree each time, playouts to the end, one dream for two simulations."""
    luck = Seeded(f"search/{title}")
    roots = [game.start(options, luck) for _ in range(8)]
    width = game.move_count(options)
    asked = [0]

    def look(care: int, share: int) -> int:
        asked[0] += 1
        root = roots[asked[0] % len(roots)]
        seat = root.to_act()[0]
        manner = Manner(exploration=0.9, care=care, depth=1_000_000, share=share, trust=0.0)
        tree = Tree(seat, width, manner, Judge(), luck, 1_000_000)
        return tree.look(root.imagine(seat, luck), 1000, 0.0, 0.0)

    rate(system, f"search, {title}", "simulations/s", lambda: look(1, 2), "random playouts by the game's hunch")
    rate(system, f"search, {title}, fresh dreams", "simulations/s", lambda: look(1, 1), "a new deal each time")
    rate(system, f"search, {title}, any move", "simulations/s", lambda: look(0, 2), "uniformly random playouts")


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
