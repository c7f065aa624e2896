"""Games as reinforcement-learning environments.

`gym` and `gym_vector` for Gymnasium, `zoo` for PettingZoo (AEC and Parallel), `spiel` for OpenSpiel, `puffer` for
PufferLib, `vector` for many games per call. Importing this package registers every installed game with Gymnasium:
`gymnasium.make("rumpus/Pigeons-v0")`.
"""

from importlib.util import find_spec
from typing import TYPE_CHECKING

from rumpus.core.system.lazy import lazy_names

if TYPE_CHECKING:
    from rumpus.envs.gym import RumpusEnv
    from rumpus.envs.gym_vector import RumpusVectorEnv
    from rumpus.envs.spiel import SpielGame
    from rumpus.envs.trajectories import Trajectories
    from rumpus.envs.vector import Finished, VectorEnv
    from rumpus.envs.zoo import RumpusAEC, RumpusParallel

__all__ = [
    "Finished",
    "RumpusAEC",
    "RumpusEnv",
    "RumpusParallel",
    "RumpusVectorEnv",
    "SpielGame",
    "Trajectories",
    "VectorEnv",
]

if not TYPE_CHECKING:  # Type checkers would accept any name.
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "rumpus.envs.gym": ["RumpusEnv"],
            "rumpus.envs.gym_vector": ["RumpusVectorEnv"],
            "rumpus.envs.puffer": [],
            "rumpus.envs.spiel": ["SpielGame"],
            "rumpus.envs.trajectories": ["Trajectories"],
            "rumpus.envs.vector": ["Finished", "VectorEnv"],
            "rumpus.envs.zoo": ["RumpusAEC", "RumpusParallel"],
        },
        extra="envs",
    )

if find_spec("gymnasium") is not None:
    from rumpus.envs.registration import register_games

    register_games()
