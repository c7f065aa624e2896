"""Games as reinforcement-learning environments.

`gym` and `gym_vector` for Gymnasium, `zoo` for PettingZoo (AEC and Parallel), `spiel` for OpenSpiel, `puffer` for
PufferLib, `vector` for many games per call. Importing this package registers every installed game with Gymnasium:
`gymnasium.make("rumpus/Pigeons-v0")`.
"""

from importlib.util import find_spec

if find_spec("gymnasium") is not None:
    from rumpus.envs.registration import register_games

    register_games()
