"""Speed beside OpenSpiel: `python -m benchmarks.openspiel`. --write writes measurements/beside-openspiel.json.

Both sides run in this process, in turns and each in its leanest loop, so a busy machine slows both. A figure is the
median ratio of CPU time per piece of work, over the repetitions. Growth and processes are measured by the clock.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.metadata import version
from itertools import count
from random import Random
from typing import Any

import open_spiel.python.games  # noqa: F401 - registers the Python games
import pyspiel
from open_spiel.python.algorithms import cfr

import rumpus
from benchmarks.environments import parallel, sampler
from benchmarks.study import Row, Study, rules_of, this_machine, today, write_study
from bootstrap import ROOT
from rumpus.core.catalogue import find_game
from rumpus.core.evaluator import Evaluator
from rumpus.core.extensions import SearchConfig
from rumpus.core.playout import play_randomly
from rumpus.core.rng import SeededRng
from rumpus.envs import spiel, zoo
from rumpus.envs.cores import CoresEnv
from rumpus.envs.gym import RumpusEnv
from rumpus.envs.vector import VectorEnv
from rumpus.players.tree import Tree

NUM_ENVS = 256
SIMULATIONS = 1000
ENV_COUNTS = (64, 256, 1024, 4096)
EIGHTS = "crazy_eights(players=2)"
EIGHTS_OF_FOUR = "crazy_eights(players=4)"
PUNO: dict[str, object] = {"mode": "traditional", "players": 2}
KUHN = "kuhn"
GOALS = {"battle_puno": 1.5, "cat_brawl": 3.0, "creature_wars": 0.55, "ultimatum": 0.45, "defend_the_city": 5.5}
"""Of the vector environments, in moves of crazy_eights."""
ONE_GAME_GOAL = 100_000
"""Steps per second of one game, without a vector environment."""
VECTOR_GAMES = tuple(GOALS)
rng = Random(1)
random = rng.random

Work = Callable[[], int]
"""Does a piece of work, and returns its amount."""


# --- OpenSpiel's side ---


def play_eights(game: Any) -> int:
    """Plays random moves from Python, and chance by its probabilities. Returns the number of decisions."""
    state = game.new_initial_state()
    made = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        else:
            moves = state.legal_actions()
            state.apply_action(moves[int(random() * len(moves))])
            made += 1
    return made


def play_uniformly(game: Any) -> int:
    """The same without probabilities: the cards of crazy_eights are equally likely."""
    state = game.new_initial_state()
    made = 0
    while not state.is_terminal():
        made += not state.is_chance_node()
        actions = state.legal_actions()
        state.apply_action(actions[int(random() * len(actions))])
    return made


def bare_moves(play: Callable[[Any], int]) -> Work:
    game = pyspiel.load_game(EIGHTS)
    return lambda: sum(play(game) for _ in range(10))


def their_length(name: str) -> float:
    """Returns the mean decisions of a random game, measured from Python."""
    game = pyspiel.load_game(name)
    return statistics.fmean(play_eights(game) for _ in range(1000))


def inner_loop(name: str) -> Work:
    """Games between C++ bots, played in C++."""
    game = pyspiel.load_game(name)
    length = their_length(name)
    bots = [pyspiel.make_uniform_random_bot(player, 1 + player) for player in range(game.num_players())]
    seeds = count()

    def work() -> int:
        for _ in range(20):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, next(seeds))
        return int(20 * length)

    return work


def their_search() -> Work:
    game = pyspiel.load_game(EIGHTS)
    roots = []
    for _ in range(8):
        state = game.new_initial_state()
        while state.is_chance_node():
            outcomes = state.legal_actions()
            state.apply_action(outcomes[int(random() * len(outcomes))])
        roots.append(state)

    def work() -> int:
        bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, SIMULATIONS, 1000, False, 1, False)
        bot.step(roots[int(random() * 8)])
        return SIMULATIONS

    return work


def iterations(game: Any) -> Work:
    """Iterations of OpenSpiel's own CFR+ in Python."""
    solver = cfr.CFRPlusSolver(game)

    def work() -> int:
        for _ in range(10):
            solver.evaluate_and_update_policy()
        return 10

    return work


# --- ours ---


def vector(game: str, envs: int = NUM_ENVS) -> Work:
    return sampler(VectorEnv(game, num_envs=envs, seed=1))


def any_legal(mask: Any) -> int:
    """Samples a move in a fraction of the time of Gymnasium's `sample`."""
    legal = mask.nonzero()[0]
    return int(legal[int(random() * len(legal))])


def play_gym(env: RumpusEnv) -> int:
    _, info = env.reset()
    made, over = 0, False
    while not over:
        _, _, over, late, info = env.step(any_legal(info["action_mask"]))
        over = over or late
        made += 1
    return made


def play_aec(env: zoo.RumpusAEC) -> int:
    made = 0
    env.reset()
    while env.agents:
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        env.step(any_legal(observation["action_mask"]))
        made += 1
    return made


def our_loop(changes: dict[str, object]) -> Work:
    game = find_game("battle_puno")
    options = game.options(changes)
    rng = SeededRng("loop")
    return lambda: sum(play_randomly(game.start(options, rng), rng, 1_000_000) for _ in range(20))


def our_length(changes: dict[str, object]) -> float:
    """Returns the mean decisions of a random game."""
    game, rng = find_game("battle_puno"), SeededRng("length")
    options = game.options(changes)
    return statistics.fmean(play_randomly(game.start(options, rng), rng, 1_000_000) for _ in range(1000))


def our_search() -> Work:
    """A new tree per search, uniform rollouts to the end, two simulations per world."""
    game = find_game("battle_puno")
    options = game.options(PUNO)
    rng = SeededRng("search")
    roots = [game.start(options, rng) for _ in range(8)]
    width = game.move_count(options)
    config = SearchConfig(0.9, 0, rollout_depth=1_000_000, sims_per_world=2)

    def work() -> int:
        root = roots[rng.below(8)]
        seat = root.to_act()[0]
        tree = Tree(seat, width, config, Evaluator(), rng, 1_000_000)
        return tree.simulate(root.determinize(seat, rng), SIMULATIONS, 0.0, 0.0)

    return work


def our_kuhn() -> Any:
    sys.path.append(str(ROOT / "examples" / "kuhn"))
    return spiel.load(import_module("kuhn").game)


# --- measuring ---


def speed(work: Work, seconds: float, clock: Callable[[], float] = time.process_time) -> float:
    done = 0
    began = clock()
    while clock() - began < seconds:
        done += work()
    return done / (clock() - began)


class Bench:
    """Collects figures, and prints each one."""

    def __init__(self, games: Sequence[str], repeats: int, seconds: float) -> None:
        self.games = games
        self.repeats = repeats
        self.seconds = seconds
        self.load = os.getloadavg()[0]
        self.rows: list[Row] = []

    def add(self, game: str | None, label: str, unit: str, values: list[float], goal: float | None = None) -> None:
        figures = [round(value, 3 if value < 100 else None) for value in sorted(values)]
        row = Row(game, label, statistics.median(figures), unit, figures[0], figures[-1], len(figures), goal)
        print(f"{game or '':16}{label}: {row.value:,} {unit} ({row.low:,} – {row.high:,})", flush=True)
        self.rows.append(row)

    def compare(
        self, game: str | None, label: str, unit: str, ours: Work, theirs: Work, goal: float | None = None
    ) -> list[float]:
        """Measures both in turns: their rates, and the ratio of each turn. Returns the ratios."""
        ours()
        theirs()
        mine, other = [], []
        for _ in range(self.repeats):
            mine.append(speed(ours, self.seconds))
            other.append(speed(theirs, self.seconds))
        self.add(game, f"{label}: ours", unit, mine)
        self.add(game, f"{label}: theirs", unit, other)
        ratios = [one / two for one, two in zip(mine, other, strict=True)]
        self.add(game, label, "times as fast", ratios, goal)
        return ratios

    def alone(
        self, game: str, label: str, unit: str, work: Work, clock: Callable[[], float], goal: float | None = None
    ) -> None:
        work()
        self.add(game, label, unit, [speed(work, self.seconds, clock) for _ in range(self.repeats)], goal)

    def environments(self) -> None:
        for game in self.games:
            label = "vector, of crazy_eights from Python"
            self.compare(game, label, "steps/s", vector(game), bare_moves(play_eights), GOALS[game])
            label = "vector, of crazy_eights without probabilities"
            self.compare(game, label, "steps/s", vector(game), bare_moves(play_uniformly))
        gym, aec = RumpusEnv("battle_puno"), zoo.env("battle_puno")
        for label, work in (
            ("Gymnasium, one game", lambda: play_gym(gym)),
            ("AEC, one game", lambda: play_aec(aec)),
        ):
            self.alone("battle_puno", label, "steps/s", work, time.process_time, ONE_GAME_GOAL)

    def algorithms(self) -> None:
        python_kuhn = pyspiel.load_game("python_kuhn_poker")
        label = "CFR+ on Kuhn's poker, of python_kuhn_poker"
        self.compare(KUHN, label, "iterations/s", iterations(our_kuhn()), iterations(python_kuhn), 1.0)
        label = "search, uniform rollouts, of the C++ MCTS on crazy_eights"
        ratios = self.compare("battle_puno", label, "simulations/s", our_search(), their_search(), 1.0)
        ours, theirs = our_length(PUNO), their_length(EIGHTS)
        self.add("battle_puno", "decisions of a rollout: ours", "decisions", [ours])
        self.add("battle_puno", "decisions of a rollout: theirs", "decisions", [theirs])
        label = "search, decisions of its rollouts, of the C++ MCTS on crazy_eights"
        self.add("battle_puno", label, "times as fast", [ratio * ours / theirs for ratio in ratios])
        for changes, eights in ((PUNO, EIGHTS), ({**PUNO, "players": 4}, EIGHTS_OF_FOUR)):
            label = f"loop inside, {changes['players']} players, of the C++ loop of crazy_eights"
            self.compare("battle_puno", label, "moves/s", our_loop(changes), inner_loop(eights), 2.0)

    def growth(self) -> None:
        """Steps per second by number of environments and of processes."""
        for game in self.games:
            for envs in ENV_COUNTS:
                self.alone(game, f"vector, {envs} games", "steps/s", vector(game, envs), time.process_time)
            for workers in (1, 2):
                with CoresEnv(game, num_envs=ENV_COUNTS[-1], num_workers=workers, seed=1) as env:
                    label = f"{workers} process{'es' if workers > 1 else ''}, {ENV_COUNTS[-1]} games, by the clock"
                    self.alone(game, label, "steps/s", parallel(env), time.perf_counter)

    def study(self) -> Study:
        return Study(
            "beside-openspiel",
            "researcher",
            "How fast is Rumpus beside OpenSpiel?",
            f"python -m benchmarks.openspiel --games {' '.join(self.games)} --write",
            rules_of([row for row in self.rows if row.game != KUHN]),
            rumpus.__version__,
            today(),
            f"{this_machine()}; load {self.load:.0f} before; open_spiel {version('open_spiel')}",
            "lowest and highest of the repetitions",
            "Both sides in turns, in CPU time on one core; two processes by the clock. "
            "A step of the vector environment includes the observation, a move of OpenSpiel does not. "
            "Bold: below the goal.",
            self.rows,
        )


PARTS = ("environments", "algorithms", "growth")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.openspiel", description=__doc__)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS, help="what to measure; default: all")
    parser.add_argument("--games", nargs="+", choices=VECTOR_GAMES, default=VECTOR_GAMES, help="games; default: all")
    parser.add_argument("--repeats", type=int, default=9, help="repetitions; default: 9")
    parser.add_argument("--seconds", type=float, default=0.5, help="seconds per side and repetition; default: 0.5")
    parser.add_argument("--write", action="store_true", help="write measurements/beside-openspiel.json")
    args = parser.parse_args()
    bench = Bench(args.games, args.repeats, args.seconds)
    for part in args.parts:
        getattr(bench, part)()
    if args.write:
        write_study(bench.study())


if __name__ == "__main__":
    main()
