"""PettingZoo classic: the documented AEC loop with masked random actions."""

from __future__ import annotations

from functools import partial
from typing import Any

from pettingzoo.classic import connect_four_v3, leduc_holdem_v4, rps_v2, tictactoe_v3

from benchmarks.clock import guarded, playouts

NAME = "PettingZoo"


def play(env: Any) -> int:
    made = 0
    env.reset()
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        mask = observation["action_mask"] if isinstance(observation, dict) else None
        env.step(env.action_space(agent).sample(mask))
        made += 1
    return made


for title, module in (
    ("connect_four_v3", connect_four_v3),
    ("tictactoe_v3", tictactoe_v3),
    ("leduc_holdem_v4", leduc_holdem_v4),
    ("rps_v2", rps_v2),
):
    env = module.env()
    guarded(partial(playouts, NAME, title, partial(play, env), "AEC loop"), NAME)
