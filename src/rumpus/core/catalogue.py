"""Finds games by their `rumpus.games` entry point: ours and other people's packages alike."""

from __future__ import annotations

import difflib
import functools
from collections.abc import Callable
from importlib.metadata import entry_points

from rumpus.core.errors import UnknownName
from rumpus.core.game import Game

GROUP = "rumpus.games"


def game_names() -> list[str]:
    """Every installed game, by the name one types."""
    return sorted({point.name for point in entry_points(group=GROUP)})


def find_game(name: str) -> Game:
    """The game of that name; blanks, hyphens and case do not matter."""
    wanted = name.strip().lower().replace(" ", "_").replace("-", "_")
    for point in entry_points(group=GROUP):
        if point.name == wanted:
            try:
                game = point.load()
            except Exception as error:
                # Other people's packages may be broken in any way; the rest of the catalogue goes on.
                raise UnknownName(f"the game {wanted!r} is installed but cannot be loaded: {error!r}") from error
            if not isinstance(game, Game):
                raise UnknownName(f"the entry point {point.value!r} of {wanted!r} is no game")
            return game
    close = difflib.get_close_matches(wanted, game_names(), n=1, cutoff=0.5)
    hint = f"; did you mean {close[0]!r}?" if close else f"; there is {', '.join(game_names())}"
    raise UnknownName(f"there is no game {name.strip()!r}{hint}")


@functools.lru_cache(maxsize=256)
def game_of(name: str) -> Game:
    """`find_game` for whoever asks often: a game that was found is not looked for again in this process.

    To look through all installed packages takes some milliseconds.
    """
    return find_game(name)


def every_game(complain: Callable[[str], None]) -> list[Game]:
    """All games that can be loaded, the shortest first; of one that cannot be, a sentence goes to `complain`."""
    found: list[Game] = []
    for name in game_names():
        try:
            found.append(find_game(name))
        except UnknownName as error:
            complain(str(error))
    return sorted(found, key=lambda game: (game.minutes, game.title))
