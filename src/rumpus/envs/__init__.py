"""The games as environments for learning, through the interfaces already in use.

`rumpus.envs.gym` and `rumpus.envs.gym_vector` for Gymnasium, `rumpus.envs.zoo` for PettingZoo (AEC and Parallel),
`rumpus.envs.spiel` for OpenSpiel, `rumpus.envs.puffer` for PufferLib, `rumpus.envs.vector` for many games per call.
To import this is to tell Gymnasium of every installed game: `gymnasium.make("rumpus/Pigeons-v0")`.
"""

from importlib.util import find_spec

if find_spec("gymnasium") is not None:
    from rumpus.envs.registration import register_games

    register_games()
