"""Steps per second of our environments beside RLCard's UNO, PettingZoo's classic games and PufferLib's own, in one run.

`python -m benchmarks.environments` prints a table, --docs writes it into docs/environments.md, --quick takes a fraction
of the time. Ours are measured in this Python, the peers in environments of their own (see `benchmarks.__main__`). The
loop of the AEC games is PettingZoo's documented one on both sides, with masked random actions from the action space;
the vector environments play random legal moves too, and observations are always made. A second is one of CPU time on
one core, except where several cores are at work: there it is one of the clock.
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
from pathlib import Path
from typing import Any

import numpy as np

import rumpus
from benchmarks.clock import guarded, rate
from rumpus.core.catalogue import find_game, game_names
from rumpus.envs import zoo
from rumpus.envs.arrays import written
from rumpus.envs.cores import CoresEnv
from rumpus.envs.gym import RumpusEnv
from rumpus.envs.vector import VectorEnv

LANES = 256
CALLS = 100
WARM = 20
PARTS = ("listing moves", "writing rows", "converting", "choosing", "playing", "dealing")
CORES = 2
MANY = 4096
"""Lanes for several cores: what passes between processes is then little beside what they play."""
NAME = "Rumpus"
VECTOR, MASKED = f"vector, {LANES} lanes", f"vector, {LANES} lanes, moves chosen by numpy"
ALONE, TOGETHER = f"vector, {MANY} lanes, by the clock", f"the same on {CORES} cores"
AEC, GYM = "AEC", "Gymnasium"
PEERS = ("rlcard", "pettingzoo", "pufferlib")
PEER_TASKS = ("uno environment", "connect_four", "tictactoe", "leduc_holdem", "rps", "ocean")
AHEAD = 5.0
PAGE = Path(__file__).parents[1] / "docs" / "environments.md"
BEGIN, END = "<!-- written by python -m benchmarks.environments --docs -->", "<!-- end of what was measured -->"


def play_aec(env: Any) -> int:
    """One game."""
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
    """One game; only the steps of the learning seat count."""
    _, info = env.reset()
    made, over = 0, False
    while not over:
        _, _, over, late, info = env.step(env.action_space.sample(info["action_mask"]))
        over = over or late
        made += 1
    return made


class Buffers:
    """The arrays that a learner keeps and every step fills."""

    def __init__(self, env: VectorEnv) -> None:
        rows, mask, seats = env.observe()
        self.seen = rows, mask.copy(), seats.copy()
        self.dones = np.zeros(env.count, np.bool_)
        self.rewards = np.zeros((env.count, len(env.episode.seats)), np.float32)


def sampler(env: VectorEnv) -> Callable[[], int]:
    """A hundred calls with legal moves that the environment samples."""
    buffers = Buffers(env)

    def work() -> int:
        for _ in range(CALLS):
            env.observe(*buffers.seen)
            env.step(env.sample(), buffers.dones, buffers.rewards)
        return CALLS * env.count

    return work


def masker(env: VectorEnv) -> Callable[[], int]:
    """The same with moves that numpy chooses by the mask."""
    buffers, luck = Buffers(env), np.random.default_rng(1)

    def work() -> int:
        for _ in range(CALLS):
            _, mask, _ = env.observe(*buffers.seen)
            env.step(chosen(mask, luck), buffers.dones, buffers.rewards)
        return CALLS * env.count

    return work


def chosen(mask: Any, luck: np.random.Generator) -> Any:
    return ((1 - luck.random(mask.shape, dtype=np.float32)) * mask).argmax(axis=1)


def crowd(env: CoresEnv) -> Callable[[], int]:
    """Parts go to the workers as soon as moves are chosen for them, so that all are always busy."""
    luck = np.random.default_rng(1)
    for part in range(env.parts):
        env.send(part, chosen(env.mask[env.of(part)], luck))

    def work() -> int:
        made = 0
        for _ in range(CALLS):
            lanes = env.of(part := env.receive())
            env.send(part, chosen(env.mask[lanes], luck))
            made += lanes.stop - lanes.start
        return made

    return work


def measure_ours() -> None:
    """One line of JSON per figure, on one core."""
    for game in game_names():
        measure = partial(rate, NAME, find_game(game).title, "steps/s")
        guarded(partial(measure, sampler(VectorEnv(game, lanes=LANES, seed=1)), VECTOR), NAME)
        guarded(partial(measure, masker(VectorEnv(game, lanes=LANES, seed=1)), MASKED), NAME)
        guarded(partial(measure, partial(play_aec, zoo.env(game)), AEC), NAME)
        guarded(partial(measure, partial(play_gym, RumpusEnv(game)), GYM), NAME)


def measure_cores() -> None:
    """The same lanes in one process and in one per core, by the clock."""
    for game in game_names():
        measure = partial(rate, NAME, find_game(game).title, "steps/s", clock=time.perf_counter)
        guarded(partial(measure, masker(VectorEnv(game, lanes=MANY, seed=1)), ALONE), NAME)
        with CoresEnv(game, lanes=MANY, cores=CORES, seed=1) as env:
            guarded(partial(measure, crowd(env), TOGETHER), NAME)


class Stopwatch:
    """Notes what each part of a step took since the one before it."""

    def __init__(self, spent: dict[str, float]) -> None:
        self.spent = spent
        self.since = time.process_time()

    def took(self, part: str) -> None:
        now = time.process_time()
        self.spent[part] += now - self.since
        self.since = now


def measure_parts() -> None:
    """Where the time of a step goes: nanoseconds of each part, on one core."""
    for game in game_names():
        env = VectorEnv(game, lanes=LANES, seed=1)
        lanes, start = env.lanes, env.episode.game.start
        rows = np.empty((LANES, env.width), np.float32)
        spent = dict.fromkeys(PARTS, 0.0)
        for call in range(-WARM, CALLS):
            if call == 0:
                spent = dict.fromkeys(PARTS, 0.0)
            watch = Stopwatch(spent)
            lanes.legal()
            watch.took("listing moves")
            for first in range(0, LANES, env.at_once):
                some = rows[first : first + env.at_once]
                watch.took("converting")
                block = lanes.rows(first, first + len(some))
                watch.took("writing rows")
                written(block, np.float64, some.shape, some, np.float32)
            watch.took("converting")
            moves = lanes.at_random(env.luck)
            watch.took("choosing")
            lanes.step(moves)
            watch.took("playing")
            for lane in lanes.finished:
                lanes.replace(lane, start(env.episode.options, lanes.lucks[lane]))
            watch.took("dealing")
        for part, seconds in spent.items():
            line = {"system": NAME, "task": find_game(game).title, "metric": "ns", "note": part}
            print(json.dumps({**line, "median": seconds / CALLS / LANES * 1e9}), flush=True)


def profile(lines: list[dict[str, Any]]) -> str:
    """What bounds a step."""
    found = {(line["task"], line["note"]): line["median"] for line in lines if line["metric"] == "ns"}
    out = ["A step of the vector environment in nanoseconds:", ""]
    out += [cells("environment", *PARTS), "|---|" + "--:|" * len(PARTS)]
    for task in dict.fromkeys(task for task, _ in found):
        out.append(cells(task, *[f"{found[task, part]:,.0f}" for part in PARTS]))
    return "\n".join(out)


def table(lines: list[dict[str, Any]]) -> str:
    """Our figures, the peers' figures, and how far each of ours is ahead of each of theirs."""
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
    """What a second core brings, game by game."""
    by = {(line["note"], line["task"]): line["median"] for line in lines if line["system"] == NAME and "median" in line}
    gains = [f"{task} {by[TOGETHER, task] / by[ALONE, task]:.2f} ×" for note, task in by if note == TOGETHER]
    return f"{CORES} cores play so many times as much as one, by the clock: {', '.join(gains)}." if gains else ""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.environments", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="rough figures in less time")
    parser.add_argument("--docs", action="store_true", help="write the table into docs/environments.md")
    parser.add_argument("--alone", action="store_true", help="leave the peers out")
    parser.add_argument("--ours", choices=("one", "cores", "parts"), help="only measure ours, as lines of JSON")
    words = parser.parse_args()
    if words.ours:
        measured = {"one": measure_ours, "cores": measure_cores, "parts": measure_parts}
        measured[words.ours]()
        return
    from benchmarks.__main__ import CACHE, lines_of, load, peer_lines
    from benchmarks.__main__ import PEERS as VERSIONS

    if words.quick:
        os.environ["BENCH_REPEATS"], os.environ["BENCH_SECONDS"] = "3", "0.3"
    CACHE.mkdir(parents=True, exist_ok=True)
    kind = "compiled" if rumpus.compiled() else "interpreted"
    ours = [sys.executable, "-m", "benchmarks.environments", "--ours"]
    busy = load()
    lines = lines_of(f"our environments, {kind}", [*ours, "one"])
    lines += lines_of(f"where their time goes, {kind}", [*ours, "parts"])
    lines += lines_of(f"our environments on {CORES} cores, {kind}", [*ours, "cores"], cores="all")
    versions = [f"rumpus {rumpus.__version__} {kind}"]
    for peer in () if words.alone else PEERS:
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
    if words.docs:
        page = PAGE.read_text("utf-8")
        before, rest = page.split(BEGIN)
        PAGE.write_text(f"{before}{BEGIN}\n\n{found}\n\n{END}{rest.split(END)[1]}", "utf-8")


if __name__ == "__main__":
    main()
