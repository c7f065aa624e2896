"""Steps per CPU second of our environments beside RLCard's UNO and PettingZoo's classic games, in one run.

`python -m benchmarks.environments` prints a table; --quick takes a fraction of the time. Ours are measured in this
Python, the peers in environments of their own (see `benchmarks.__main__`). The loop of the AEC games is PettingZoo's
documented one on both sides, with masked random actions from the action space; observations are always made.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

import rumpus
from benchmarks.clock import guarded, rate
from rumpus.core.catalogue import game_names
from rumpus.envs import zoo
from rumpus.envs.gym import RumpusEnv
from rumpus.envs.vector import VectorEnv

LANES = 256
NAME = "Rumpus"
AEC, GYM, VECTOR = "AEC loop", "Gymnasium, random opponents", f"vector of {LANES} lanes"
PEERS = ("rlcard", "pettingzoo")
PEER_TASKS = ("uno environment", "connect_four", "tictactoe", "leduc_holdem", "rps")
AHEAD = 5.0


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


def stepper(env: VectorEnv) -> Callable[[], int]:
    """A hundred calls with random legal moves."""
    luck = np.random.default_rng(1)

    def work() -> int:
        for _ in range(100):
            _, mask, _ = env.observe()
            env.step((luck.random(mask.shape, dtype=np.float32) * mask).argmax(axis=1))
        return 100 * LANES

    return work


def measure_ours() -> None:
    """One line of JSON per figure."""
    for game in game_names():
        env = zoo.env(game)
        guarded(partial(rate, NAME, game, "steps/s", partial(play_aec, env), AEC), NAME)
        single = RumpusEnv(game)
        guarded(partial(rate, NAME, game, "steps/s", partial(play_gym, single), GYM), NAME)
        many = VectorEnv(game, lanes=LANES, seed=1)
        guarded(partial(rate, NAME, game, "steps/s", stepper(many), VECTOR), NAME)


def table(lines: list[dict[str, Any]]) -> str:
    """Our figures, the peers' figures, and how far the slowest and the fastest of ours are ahead of each."""
    ours = [line for line in lines if line["system"] == NAME and line["metric"] == "steps/s"]
    peers = [
        line
        for line in lines
        if line["metric"] == "moves/s" and any(line["task"].startswith(task) for task in PEER_TASKS)
    ]
    heads = [f"{line['system']} {line['task']}" for line in peers]
    out = ["| environment | interface | steps/s | " + " | ".join(heads) + " |", "|---|---|--:|" + "--:|" * len(heads)]
    out.append("| (their steps/s) | | | " + " | ".join(f"{line['median']:,.0f}" for line in peers) + " |")
    for note in (VECTOR, AEC, GYM):
        for line in ours:
            if line["note"] == note:
                ahead = [line["median"] / peer["median"] for peer in peers]
                marks = [f"**{times:.1f} ×**" if times >= AHEAD else f"{times:.1f} ×" for times in ahead]
                out.append(f"| {line['task']} | {note} | {line['median']:,.0f} | {' | '.join(marks)} |")
    return "\n".join(out)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.environments", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="rough figures in less time")
    parser.add_argument("--ours", action="store_true", help="only measure ours, as lines of JSON")
    words = parser.parse_args()
    if words.ours:
        measure_ours()
        return
    from benchmarks.__main__ import CACHE, lines_of, peer_lines

    if words.quick:
        os.environ["BENCH_REPEATS"], os.environ["BENCH_SECONDS"] = "3", "0.3"
    CACHE.mkdir(parents=True, exist_ok=True)
    kind = "compiled" if rumpus.compiled() else "interpreted"
    lines = lines_of(f"our environments, {kind}", [sys.executable, "-m", "benchmarks.environments", "--ours"])
    for peer in PEERS:
        lines += peer_lines(peer)
    print(json.dumps({"rumpus": rumpus.__version__, "kind": kind}))
    print(table(lines))


if __name__ == "__main__":
    main()
