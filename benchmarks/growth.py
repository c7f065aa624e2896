"""Growth of cost with players, hands, maps, squads, moves made, search budget and cores.

`python -m benchmarks.growth` measures all but the lab on one core, `python -m benchmarks.growth lab` the lab.
"""

from __future__ import annotations

import gc
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from benchmarks.clock import REPEATS, SECONDS, bytes_each
from rumpus.core.catalogue import find_game
from rumpus.core.evaluator import Evaluator
from rumpus.core.extensions import SearchConfig
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.playout import play_randomly
from rumpus.core.position import Position
from rumpus.core.rng import SeededRng
from rumpus.players.tree import Tree

GAMES: dict[str, Mapping[str, object]] = {
    "battle_puno": {"mode": "traditional"},
    "cat_brawl": {},
    "creature_wars": {},
    "defend_the_city": {},
    "ultimatum": {"map": "crossroads", "squad": 3},
}
BUDGETS = (10, 30, 100, 300, 1_000, 3_000)
LAB_GAMES = {"battle_puno": 400, "cat_brawl": 1_200, "creature_wars": 400, "defend_the_city": 6_000, "ultimatum": 120}
SIDES = (7, 9, 11, 13, 17, 21, 26)


def point(curve: str, line: str, at: float, values: list[float]) -> None:
    """Prints one point of a curve."""
    found = {"system": "growth", "task": curve, "metric": line, "at": at, "median": statistics.median(values)}
    print(json.dumps({**found, "low": min(values), "high": max(values), "note": ""}), flush=True)


def rates(work: Callable[[], int]) -> list[float]:
    """Work per CPU second, measured several times."""
    work()
    found: list[float] = []
    for _ in range(min(REPEATS, 3)):
        gc.collect()
        done = 0
        began = time.process_time()
        while time.process_time() - began < SECONDS / 2:
            done += work()
        found.append(done / (time.process_time() - began))
    return found


def random_games(curve: str, at: float, game: Game, changes: Mapping[str, object], line: str = "") -> None:
    """Games per second of uniformly random moves, played in compiled code."""
    options = game.options(changes)
    rng = SeededRng(f"growth/{curve}/{at}")

    def work() -> int:
        play_randomly(game.start(options, rng), rng, 1_000_000)
        return 1

    point(curve, line or game.title, at, rates(work))


def players() -> None:
    for name, changes in GAMES.items():
        game = find_game(name)
        if name == "defend_the_city":
            random_games("players", 1, game, {})
            random_games("players", 2, game, {"versus": True})
            continue
        for seats in game.seat_counts():
            counted = {"players": seats} if len(game.seat_counts()) > 1 else {}
            random_games("players", seats, game, {**changes, **counted})


def hands() -> None:
    for size in range(4, 11):
        random_games("hands", size, find_game("battle_puno"), {"mode": "traditional", "hand": size})
    for size in (2, 3, 5, 8, 12, 16, 20):
        random_games("hands", size, find_game("creature_wars"), {"hand": size})


def square_map(side: int) -> str:
    """An open map of `side` rows and columns, a camp of six hexes in each of two corners, some walls between."""
    rows = [["." for _ in range(side)] for _ in range(side)]
    for row in range(2, side - 2, 4):
        for column in range(2, side - 2, 4):
            rows[row][column] = "#"
    for row, count in ((0, 3), (1, 2), (2, 1)):
        for column in range(count):
            rows[row][column] = "1"
            rows[side - 1 - row][side - 1 - column] = "2"
    return "name Square\nplayers 2\n" + "\n".join(" ".join(row) for row in rows) + "\n"


def maps() -> None:
    for side in SIDES:
        random_games("maps", side * side, find_game("ultimatum"), {"map": square_map(side), "squad": 3})


def squads() -> None:
    for squad in range(1, 7):
        random_games("squads", squad, find_game("ultimatum"), {"map": "crossroads", "squad": squad})


def later(game: Game, options: Options, moves: int) -> Position:
    """A position after this number of random moves."""
    rng = SeededRng(f"growth/memory/{game.name}")
    while True:
        position = game.start(options, rng)
        if play_randomly(position, rng, moves) >= moves and position.result() is None:
            return position


def memory() -> None:
    """Bytes of a kept copy, by moves made."""
    if not sys.platform.startswith("linux"):
        return
    for name, changes in GAMES.items():
        game = find_game(name)
        for moves in {"defend_the_city": (0, 2, 4)}.get(name, (0, 5, 10, 20, 40)):
            position = later(game, game.options(changes), moves)
            point("memory", game.title, moves, [bytes_each(position.copy)])


def search_work(game: Game, options: Options, budget: int) -> Callable[[], int]:
    """One search from the start of a game, with rollouts to the end."""
    rng = SeededRng(f"growth/search/{game.name}")
    root = game.start(options, rng)
    seat = root.to_act()[0]
    width = game.move_count(options)
    config = SearchConfig(exploration=0.9, rollout_candidates=1, rollout_depth=1_000_000, sims_per_world=2)

    def sample() -> int:
        tree = Tree(seat, width, config, Evaluator(), rng, 1_000_000)
        return tree.simulate(root.determinize(seat, rng), budget, 0.0, 0.0)

    return sample


def search() -> None:
    """Simulations per second, by budget."""
    for name, changes in GAMES.items():
        game = find_game(name)
        options = game.options({**changes, **({"players": 2} if len(game.seat_counts()) > 2 else {})})
        for budget in BUDGETS:
            point("search", game.title, budget, rates(search_work(game, options, budget)))


def lab() -> None:
    """Games per second of wall time, on one core and on two, with greedy bots."""
    from rumpus.lab.simulation.plan import Plan
    from rumpus.lab.simulation.runs import Run
    from rumpus.lab.simulation.workers import workers_for

    cores = [jobs for jobs in (1, 2) if jobs <= (os.cpu_count() or 1)]
    for name, games in LAB_GAMES.items():
        game = find_game(name)
        found: dict[int, list[float]] = {jobs: [] for jobs in cores}
        teams = {jobs: workers_for("", jobs) for jobs in cores}
        try:
            for repeat in range(1 + min(REPEATS, 3)):
                for jobs, workers in teams.items():
                    plan = Plan(game, GAMES[name], ["greedy"], games, f"growth/{repeat}", True)
                    with tempfile.TemporaryDirectory() as folder:
                        began = time.perf_counter()
                        Run.begin(Path(folder) / "run", plan).play(workers, lambda done, total: None)
                        if repeat:  # the first run starts the processes
                            found[jobs].append(games / (time.perf_counter() - began))
        finally:
            for workers in teams.values():
                workers.close()
        for jobs in cores:
            point("lab", game.title, jobs, found[jobs])


def main() -> None:
    if sys.argv[1:] == ["lab"]:
        lab()
        return
    for measure in (players, hands, maps, squads, memory, search):
        measure()


if __name__ == "__main__":
    main()
