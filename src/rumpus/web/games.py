"""The games and bots of this server, looked up once: what is installed later is there from the next start on.

To look through all installed packages takes some milliseconds, which every table and every bot's move would pay for.
"""

from __future__ import annotations

import functools
import logging

from rumpus.core.catalogue import find_game, game_names
from rumpus.core.errors import UnknownName
from rumpus.core.game import Game
from rumpus.players import player_names

log = logging.getLogger("rumpus.games")


@functools.lru_cache(maxsize=256)
def game_of(name: str) -> Game:
    """The game of that name; what is not there is looked for again the next time."""
    return find_game(name)


@functools.cache
def all_games() -> tuple[Game, ...]:
    """Every installed game; one that cannot be loaded is left out, and the log says why."""
    found: list[Game] = []
    for name in game_names():
        try:
            found.append(game_of(name))
        except UnknownName as error:
            log.error("a game is left out", extra={"facts": {"game": name, "error": str(error)}})
    return tuple(found)


@functools.cache
def strengths() -> tuple[str, ...]:
    """The bots that can be asked to a table: by name alone, since a budget of one's own could be without end."""
    return tuple(name for name in player_names() if name != "search")
