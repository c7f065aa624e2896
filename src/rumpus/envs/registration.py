"""Registers games with Gymnasium: `rumpus/Pigeons-v0`, and `…SelfPlay-v0` for many games."""

from __future__ import annotations

import re
from typing import Any, NoReturn

import gymnasium

from rumpus.core.catalogue import game_names
from rumpus.core.errors import BadOption

NAMESPACE = "rumpus"
SELF_PLAY = "SelfPlay"


def environment_id(game: str, suffix: str = "") -> str:
    """Returns the id: `my_game` becomes `rumpus/MyGame-v0`."""
    words = re.split(r"[^0-9A-Za-z]+", game)
    return f"{NAMESPACE}/{''.join(word[:1].upper() + word[1:] for word in words)}{suffix}-v0"


def register_games() -> None:
    """Registers all games by name; none is loaded yet."""
    for name in game_names():
        single, many = "rumpus.envs.gym:RumpusEnv", "rumpus.envs.gym_vector:RumpusVectorEnv"
        gymnasium.register(environment_id(name), single, kwargs={"game": name})
        gymnasium.register(
            environment_id(name, SELF_PLAY),
            "rumpus.envs.registration:refuse_single",
            vector_entry_point=many,
            kwargs={"game": name},
        )


def refuse_single(game: str, **settings: Any) -> NoReturn:
    """What `gymnasium.make` calls for the id of a vector environment."""
    single, many = environment_id(game), environment_id(game, SELF_PLAY)
    raise BadOption(
        f"{many} is many games at once: gymnasium.make_vec({many!r}, num_envs=64). "
        f"For one game against bots, use gymnasium.make({single!r})."
    )
