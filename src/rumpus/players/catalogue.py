"""Finds players by what one types: `random`, `hard`, `search:2000,1s`, or other people's by entry point."""

from __future__ import annotations

import difflib
from importlib.metadata import entry_points

from rumpus.core.errors import UnknownName
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.players.budget import read_budget
from rumpus.players.contract import Player
from rumpus.players.greedy import GreedyPlayer
from rumpus.players.random_player import RandomPlayer
from rumpus.players.search import SearchPlayer
from rumpus.players.strengths import NAMES, manner_for, strength

GROUP = "rumpus.players"

OURS = ("random", "greedy", *NAMES, "search:2000", "search:1s", "search:2000,1s")


def player_names() -> list[str]:
    """Every player there is, ours first and the weakest of them first, as one types it."""
    others = sorted({point.name for point in entry_points(group=GROUP)} - set(OURS))
    return [*OURS, *others]


def find_player(text: str, game: Game, options: Options, seed: str, timed: bool = True) -> Player:
    """A new player for one seat of one match. `seed` must not be the match's own: give each seat its own text.

    Named strengths are simulations with a time limit for slow machines; `timed=False` leaves that limit out, so that
    they decide alike everywhere.
    """
    name = text.strip().lower()
    kind, _, setting = name.partition(":")
    if name == "random":
        return RandomPlayer(name, game, options, seed)
    if name == "greedy":
        return GreedyPlayer(name, game, options, seed)
    if name in NAMES:
        known = strength(name, game.name)
        return SearchPlayer(name, game, options, seed, known.manner, known.budget(timed))
    if kind == "search":
        return SearchPlayer(name, game, options, seed, manner_for(game.name), read_budget(setting or "2000"))
    for point in entry_points(group=GROUP):
        if point.name == kind:
            player = point.load()(name, game, options, seed)
            if not isinstance(player, Player):
                raise UnknownName(f"the entry point {point.value!r} of {kind!r} makes no player")
            return player
    close = difflib.get_close_matches(kind, player_names(), n=1, cutoff=0.6)
    hint = f"; did you mean {close[0]!r}?" if close else f"; there is {', '.join(player_names())}"
    raise UnknownName(f"there is no player {text.strip()!r}{hint}")
