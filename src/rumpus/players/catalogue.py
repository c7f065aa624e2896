"""Finds players by what one types: `random`, `hard`, `search:2000,1s`, or other people's by entry point."""

from __future__ import annotations

import difflib
from importlib.metadata import entry_points

from rumpus.core.errors import UnknownName
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.players.contract import Player
from rumpus.players.random_player import RandomPlayer

GROUP = "rumpus.players"

OURS: dict[str, type[Player]] = {"random": RandomPlayer}


def player_names() -> list[str]:
    """Every player there is, ours first, by the name one types."""
    others = sorted({point.name for point in entry_points(group=GROUP)} - set(OURS))
    return [*OURS, *others]


def find_player(text: str, game: Game, options: Options, seed: str) -> Player:
    """A new player for one seat of one match. `seed` must not be the match's own: give each seat its own text."""
    name = text.strip().lower()
    kind = name.partition(":")[0]
    if kind in OURS:
        return OURS[kind](name, game, options, seed)  # type: ignore[call-arg]
    for point in entry_points(group=GROUP):
        if point.name == kind:
            player = point.load()(name, game, options, seed)
            if not isinstance(player, Player):
                raise UnknownName(f"the entry point {point.value!r} of {kind!r} makes no player")
            return player
    close = difflib.get_close_matches(kind, player_names(), n=1, cutoff=0.6)
    hint = f"; did you mean {close[0]!r}?" if close else f"; there is {', '.join(player_names())}"
    raise UnknownName(f"there is no player {text.strip()!r}{hint}")
