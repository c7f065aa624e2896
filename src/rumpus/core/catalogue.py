"""Finds games by their `rumpus.games` entry point: ours and other people's packages alike."""

from __future__ import annotations

import difflib
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
