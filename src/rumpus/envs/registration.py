"""Every installed game under a name of Gymnasium's own: `rumpus/Pigeons-v0` for one seat, `…SelfPlay-v0` for lanes."""

from __future__ import annotations

import re

import gymnasium

from rumpus.core.catalogue import game_names

NAMESPACE = "rumpus"


def environment_id(game: str, suffix: str = "") -> str:
    """`somebodys_game` as `rumpus/SomebodysGame-v0`; other people's games too."""
    words = re.split(r"[^0-9A-Za-z]+", game)
    return f"{NAMESPACE}/{''.join(word[:1].upper() + word[1:] for word in words)}{suffix}-v0"


def register_games() -> None:
    """Tell Gymnasium of all of them; none is loaded before an environment of it is made."""
    for name in game_names():
        single, lanes = environment_id(name), environment_id(name, "SelfPlay")
        gymnasium.register(single, entry_point="rumpus.envs.gym:RumpusEnv", kwargs={"game": name})
        gymnasium.register(lanes, vector_entry_point="rumpus.envs.gym_vector:RumpusVectorEnv", kwargs={"game": name})
