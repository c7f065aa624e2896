"""PufferLib's own environments, written in C: 256 games a step, each with a random action."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from pufferlib.ocean.environment import env_creator

from benchmarks.clock import guarded, rate

NAME = "PufferLib"
GAMES = 256
CALLS = 100


def play(env: Any, luck: np.random.Generator) -> int:
    actions = luck.integers(env.single_action_space.n, size=(CALLS, GAMES))
    for call in range(CALLS):
        env.step(actions[call])
    return CALLS * GAMES


def measure(name: str) -> None:
    env = env_creator(f"puffer_{name}")(num_envs=GAMES)
    env.reset(seed=1)
    rate(NAME, f"ocean {name}", "moves/s", partial(play, env, np.random.default_rng(1)), f"{GAMES} games")


for game in ("connect4", "tripletriad"):
    guarded(partial(measure, game), NAME)
