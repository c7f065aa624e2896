"""Steps per second of our environments beside RLCard's UNO, PettingZoo's classic games and PufferLib's.

`python -m benchmarks.environments` prints a table, --write writes measurements/environments.json, --quick is rough.
Ours run in this Python, the peers in environments of their own (see `benchmarks.__main__`). AEC games use PettingZoo's
documented loop on both sides, with masked random actions. Vector environments play random legal moves too, and
observations are always computed. Seconds are CPU time on one core; on several cores they are wall time.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

import rumpus
from benchmarks.clock import guarded, rate
from benchmarks.study import Row, Study, game_titles, rules_of, this_machine, today, write_study
from rumpus.core.catalogue import find_game, game_names
from rumpus.envs import zoo
from rumpus.envs.arrays import to_array
from rumpus.envs.cores import CoresEnv
from rumpus.envs.gym import RumpusEnv
from rumpus.envs.vector import VectorEnv

NUM_ENVS = 256
CALLS = 100
WARM = 20
PARTS = ("listing moves", "computing features", "converting", "choosing", "playing", "dealing")
CORES = 2
MANY = 4096
"""Environments for several cores: enough to make communication cheap beside the games."""
NAME = "Rumpus"
VECTOR, MASKED = f"vector, {NUM_ENVS} games", f"vector, {NUM_ENVS} games, moves chosen by numpy"
ALONE, TOGETHER = f"vector, {MANY} games, by the clock", f"the same on {CORES} cores"
AEC, GYM = "AEC", "Gymnasium"
PEERS = ("rlcard", "pettingzoo", "pufferlib")
PEER_TASKS = ("uno environment", "connect_four", "tictactoe", "leduc_holdem", "rps", "ocean")
AHEAD = 5.0


def play_aec(env: Any) -> int:
    made = 0
    env.reset()
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        env.step(env.action_space(agent).sample(observation["action_mask"]))
        made += 1
    return made


def play_gym(env: RumpusEnv) -> int:
    """Plays a game. Only steps of the learning seat count."""
    _, info = env.reset()
    made, over = 0, False
    while not over:
        _, _, over, late, info = env.step(env.action_space.sample(info["action_mask"]))
        over = over or late
        made += 1
    return made


class Buffers:
    """Arrays that every step fills again."""

    def __init__(self, env: VectorEnv) -> None:
        observations, mask, seats = env.observe()
        self.seen = observations, mask.copy(), seats.copy()
        self.dones = np.zeros(env.count, np.bool_)
        self.rewards = np.zeros((env.count, len(env.episode.seats)), np.float32)


def sampler(env: VectorEnv) -> Callable[[], int]:
    """Steps with moves sampled by the environment."""
    buffers = Buffers(env)

    def work() -> int:
        for _ in range(CALLS):
            env.step(env.sample(), buffers.dones, buffers.rewards, buffers.seen)
        return CALLS * env.count

    return work


def masker(env: VectorEnv) -> Callable[[], int]:
    """Steps with moves that numpy samples from the mask."""
    buffers, rng = Buffers(env), np.random.default_rng(1)

    def work() -> int:
        for _ in range(CALLS):
            env.step(chosen(buffers.seen[1], rng), buffers.dones, buffers.rewards, buffers.seen)
        return CALLS * env.count

    return work


def chosen(mask: Any, rng: np.random.Generator) -> Any:
    return ((1 - rng.random(mask.shape, dtype=np.float32)) * mask).argmax(axis=1)


def parallel(env: CoresEnv) -> Callable[[], int]:
    """Steps on several cores. Each part is sent as soon as its moves are chosen, so workers are never idle."""
    rng = np.random.default_rng(1)
    for part in range(env.parts):
        env.send(part, chosen(env.action_mask[env.of(part)], rng))

    def work() -> int:
        made = 0
        for _ in range(CALLS):
            envs = env.of(part := env.receive())
            env.send(part, chosen(env.action_mask[envs], rng))
            made += envs.stop - envs.start
        return made

    return work


def measure_ours() -> None:
    """Prints one line of JSON per figure, on one core."""
    for game in game_names():
        measure = partial(rate, NAME, find_game(game).title, "steps/s")
        guarded(partial(measure, sampler(VectorEnv(game, num_envs=NUM_ENVS, seed=1)), VECTOR), NAME)
        guarded(partial(measure, masker(VectorEnv(game, num_envs=NUM_ENVS, seed=1)), MASKED), NAME)
        guarded(partial(measure, partial(play_aec, zoo.env(game)), AEC), NAME)
        guarded(partial(measure, partial(play_gym, RumpusEnv(game)), GYM), NAME)


def measure_cores() -> None:
    """Measures the same games in one process and in one per core, in wall time."""
    for game in game_names():
        measure = partial(rate, NAME, find_game(game).title, "steps/s", clock=time.perf_counter)
        guarded(partial(measure, masker(VectorEnv(game, num_envs=MANY, seed=1)), ALONE), NAME)
        with CoresEnv(game, num_envs=MANY, num_workers=CORES, seed=1) as env:
            guarded(partial(measure, parallel(env), TOGETHER), NAME)


class Stopwatch:
    """Adds the CPU time since the last call to a part of a step."""

    def __init__(self, spent: dict[str, float]) -> None:
        self.spent = spent
        self.since = time.process_time()

    def took(self, part: str) -> None:
        now = time.process_time()
        self.spent[part] += now - self.since
        self.since = now


def measure_parts() -> None:
    """Measures the nanoseconds of each part of a step, on one core."""
    for game in game_names():
        env = VectorEnv(game, num_envs=NUM_ENVS, seed=1)
        batch, start = env.batch, env.episode.game.start
        observations = np.empty((NUM_ENVS, env.width), np.float32)
        spent = dict.fromkeys(PARTS, 0.0)
        for call in range(-WARM, CALLS):
            if call == 0:
                spent = dict.fromkeys(PARTS, 0.0)
            watch = Stopwatch(spent)
            batch.legal_mask()
            watch.took("listing moves")
            for first in range(0, NUM_ENVS, env.chunk_envs):
                some = observations[first : first + env.chunk_envs]
                watch.took("converting")
                block = batch.observations(first, first + len(some))
                watch.took("computing features")
                to_array(block, np.float64, some.shape, some, np.float32)
            watch.took("converting")
            moves = batch.random_moves(env.rng)
            watch.took("choosing")
            batch.begin_step(moves)
            finished = batch.play(0, NUM_ENVS)
            watch.took("playing")
            for number in finished:
                batch.replace(number, start(env.episode.options, batch.rngs[number]))
            watch.took("dealing")
        for part, seconds in spent.items():
            line = {"system": NAME, "task": find_game(game).title, "metric": "ns", "note": part}
            print(json.dumps({**line, "median": seconds / CALLS / NUM_ENVS * 1e9}), flush=True)


def profile(lines: list[dict[str, Any]]) -> str:
    """A table of the parts of a step."""
    found = {(line["task"], line["note"]): line["median"] for line in lines if line["metric"] == "ns"}
    out = ["A step of the vector environment in nanoseconds:", ""]
    out += [cells("environment", *PARTS), "|---|" + "--:|" * len(PARTS)]
    for task in dict.fromkeys(task for task, _ in found):
        out.append(cells(task, *[f"{found[task, part]:,.0f}" for part in PARTS]))
    return "\n".join(out)


def table(lines: list[dict[str, Any]]) -> str:
    """A table of our figures, the peers' figures and their ratios."""
    ours = [line for line in lines if line["system"] == NAME and line["metric"] == "steps/s"]
    peers = [
        line
        for line in lines
        if line["metric"] == "moves/s" and any(line["task"].startswith(task) for task in PEER_TASKS)
    ]
    heads = [f"{line['system']} {line['task']}" for line in peers]
    out = [cells("environment", "interface", "steps/s", *heads), "|---|---|--:|" + "--:|" * len(heads)]
    if peers:
        out.append(cells("(their steps/s)", "", "", *[f"{line['median']:,.0f}" for line in peers]))
    for note in (VECTOR, MASKED, ALONE, TOGETHER, AEC, GYM):
        for line in ours:
            if line["note"] == note:
                ahead = [line["median"] / peer["median"] for peer in peers]
                marks = [f"**{times:.1f} ×**" if times >= AHEAD else f"{times:.1f} ×" for times in ahead]
                out.append(cells(line["task"], note, f"{line['median']:,.0f}", *marks))
    return "\n".join(out)


def cells(*words: str) -> str:
    return f"| {' | '.join(words)} |"


def gain(lines: list[dict[str, Any]]) -> str:
    """The speed-up by a second core, per game."""
    by = {(line["note"], line["task"]): line["median"] for line in lines if line["system"] == NAME and "median" in line}
    gains = [f"{task} {by[TOGETHER, task] / by[ALONE, task]:.2f} ×" for note, task in by if note == TOGETHER]
    return f"{CORES} cores play so many times as much as one, by the clock: {', '.join(gains)}." if gains else ""


def environments_study(lines: list[dict[str, Any]], surroundings: str) -> Study:
    """Steps per second, ours and the peers', and the parts of a step."""
    titles = game_titles()
    rows = [figure(line, titles) for line in lines if line["metric"] in ("steps/s", "ns")]
    rows += [
        Row(None, f"{line['system']} {line['task']}", line["median"], "steps/s", line.get("low"), line.get("high"))
        for line in lines
        if line["metric"] == "moves/s" and line["task"].startswith(PEER_TASKS)
    ]
    return Study(
        "environments",
        "researcher",
        "How fast do the environments step?",
        "python -m benchmarks.environments --write",
        rules_of(rows),
        rumpus.__version__,
        today(),
        f"{this_machine()}; {surroundings}",
        "lowest and highest of the repetitions",
        "Seconds of CPU time on one core; of wall time on several. Observations are always computed. "
        "A Gymnasium step includes the decisions of the other seats.",
        rows,
    )


def figure(line: dict[str, Any], titles: dict[str, str]) -> Row:
    unit = "steps/s" if line["metric"] == "steps/s" else "ns a vector step"
    return Row(titles[line["task"]], line["note"], line["median"], unit, line.get("low"), line.get("high"))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.environments", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="rough figures in less time")
    parser.add_argument("--write", action="store_true", help="write measurements/environments.json")
    parser.add_argument("--alone", action="store_true", help="omit the peers")
    parser.add_argument("--ours", choices=("one", "cores", "parts"), help="measure ours alone, and print JSON lines")
    args = parser.parse_args()
    if args.ours:
        measured = {"one": measure_ours, "cores": measure_cores, "parts": measure_parts}
        measured[args.ours]()
        return
    from benchmarks.__main__ import CACHE, lines_of, load, peer_lines
    from benchmarks.__main__ import PEERS as VERSIONS

    if args.quick:
        os.environ["BENCH_REPEATS"], os.environ["BENCH_SECONDS"] = "3", "0.3"
    CACHE.mkdir(parents=True, exist_ok=True)
    kind = "compiled" if rumpus.compiled() else "interpreted"
    ours = [sys.executable, "-m", "benchmarks.environments", "--ours"]
    busy = load()
    lines = lines_of(f"our environments, {kind}", [*ours, "one"])
    lines += lines_of(f"where their time goes, {kind}", [*ours, "parts"])
    lines += lines_of(f"our environments on {CORES} cores, {kind}", [*ours, "cores"], cores="all")
    versions = [f"rumpus {rumpus.__version__} {kind}"]
    for peer in () if args.alone else PEERS:
        try:
            lines += peer_lines(peer)
            versions.append(VERSIONS[peer][0].replace("==", " "))
        except subprocess.CalledProcessError:
            versions.append(f"{peer} could not be installed here")
    found = "\n\n".join(
        [
            table(lines),
            gain(lines),
            profile(lines),
            f"{', '.join(versions)}, Python {platform.python_version()}, load before {busy}.",
        ]
    )
    print(json.dumps({"rumpus": rumpus.__version__, "kind": kind}))
    print(found)
    if args.write:
        write_study(environments_study(lines, f"load before {busy}; {', '.join(versions)}"))


if __name__ == "__main__":
    main()
