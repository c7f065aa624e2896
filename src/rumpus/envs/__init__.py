"""The games as environments for learning, through the interfaces already in use.

`rumpus.envs.zoo` for PettingZoo (AEC and Parallel), `rumpus.envs.gym` for Gymnasium, `rumpus.envs.spiel` for
OpenSpiel, `rumpus.envs.lanes` for many games per call.
"""
