"""PufferLib, by its emulation: what it calls to make an environment, in its own buffers where it hands them in.

    import pufferlib.vector
    from rumpus.envs import puffer
    many = pufferlib.vector.make(puffer.env, ["pigeons"], {"opponents": "greedy"}, "Serial", num_envs=64)

PufferLib asks for older versions of Gymnasium and PettingZoo than it needs; `pip install --no-deps` gets past that.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pufferlib.emulation import GymnasiumPufferEnv, PettingZooPufferEnv

from rumpus.core.game import Game
from rumpus.envs.gym import RumpusEnv
from rumpus.envs.zoo import RumpusParallel


def env(
    game: str | Game, changes: Mapping[str, object] | None = None, buf: Any = None, seed: int = 0, **settings: Any
) -> GymnasiumPufferEnv:
    """One seat learns, the others are bots."""
    return GymnasiumPufferEnv(RumpusEnv(game, changes, **settings), buf=buf, seed=seed)


def parallel_env(
    game: str | Game, changes: Mapping[str, object] | None = None, buf: Any = None, seed: int = 0, **settings: Any
) -> PettingZooPufferEnv:
    """All seats learn; who owes no decision has one action, to wait."""
    return PettingZooPufferEnv(RumpusParallel(game, changes, **settings), buf=buf, seed=seed)
