"""Finds installed games by their entry points in the group `rumpus.games`."""

from __future__ import annotations

import difflib
import functools
from collections.abc import Callable
from importlib.metadata import entry_points

from rumpus.core.display_names import quoted
from rumpus.core.errors import UnknownGame, UnknownName
from rumpus.core.evaluator import Evaluator
from rumpus.core.features import Features
from rumpus.core.game import Game
from rumpus.core.position import Position
from rumpus.core.rng import Rng

GROUP = "rumpus.games"


def game_names() -> list[str]:
    return sorted({point.name for point in entry_points(group=GROUP)})


def installed_as(game: Game) -> list[str]:
    """Returns the names of a game's entry points. None of them need be its own `name`."""
    home = type(game).__module__ + "."
    points = [point for point in entry_points(group=GROUP) if home.startswith(f"{point.module}.")]
    return sorted({point.name for point in points if point.load() is game})


def find_game(name: str) -> Game:
    """Loads the game of this name. Blanks, hyphens and case do not matter."""
    wanted = name.strip().lower().replace(" ", "_").replace("-", "_")
    for point in entry_points(group=GROUP):
        if point.name == wanted:
            try:
                game = point.load()
            except Exception as error:
                # Other people's packages may be broken in any way; the rest of the catalogue goes on.
                raise UnknownName(f"The game {wanted!r} is installed but cannot be loaded: {error!r}.") from error
            if not isinstance(game, Game):
                raise UnknownName(f"The entry point {point.value!r} of {wanted!r} is no game.")
            apart = compiled_apart(point.module.partition(".")[0])
            if apart:
                raise UnknownName(
                    f"The game {wanted!r} was compiled apart from Rumpus ({', '.join(apart)}), and would crash on a "
                    "compiled Rumpus: install it uncompiled, or set RUMPUS_PURE=1."
                )
            return game
    close = difflib.get_close_matches(wanted, game_names(), n=1, cutoff=0.5)
    hint = f"; did you mean {close[0]!r}?" if close else f"; there is {', '.join(game_names())}."
    raise UnknownGame(f"There is no game {quoted(name)}{hint}", wanted)


def compiled_apart(package: str) -> list[str]:
    """Lists a foreign package's compiled subclasses of ours: with another object layout, they corrupt memory."""
    if package == __name__.partition(".")[0]:
        return []
    found: list[str] = []
    waiting: list[type] = [base for base in (Position, Evaluator, Features, Rng) if _is_native(base)]
    for made in waiting:
        waiting += made.__subclasses__()
        if made.__module__.partition(".")[0] == package and _is_native(made):
            found.append(f"{made.__module__}.{made.__qualname__}")
    return sorted(set(found))


def _is_native(made: type) -> bool:
    """True if mypyc compiled this class itself, not only a base of it."""
    return "__mypyc_attrs__" in vars(made)


@functools.lru_cache(maxsize=256)
def game_of(name: str) -> Game:
    """Does the same as `find_game`, cached: scanning the installed packages takes milliseconds."""
    return find_game(name)


def every_game(complain: Callable[[str], None]) -> list[Game]:
    """Loads all games, shortest first. Passes a sentence about each broken one to `complain`."""
    found: list[Game] = []
    for name in game_names():
        try:
            found.append(find_game(name))
        except UnknownName as error:
            complain(str(error))
    return sorted(found, key=lambda game: (game.minutes, game.title))
