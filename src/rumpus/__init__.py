"""Rumpus: turn-based games, written once as rules.

This package lists what programs import; names load on first use. `rumpus.author` serves authors of games,
`rumpus.client` plays at a server, `rumpus.envs` holds environments for reinforcement learning, `rumpus.lab` and
`rumpus.review` measure, and `rumpus.testing` tests games. All other packages are internal and may change.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from rumpus.core.system.lazy import lazy_names

if TYPE_CHECKING:
    from rumpus.client import Client
    from rumpus.core.errors import RumpusError
    from rumpus.core.game import Game
    from rumpus.core.info_state import InfoState
    from rumpus.core.options import Options
    from rumpus.core.record import Record
    from rumpus.core.rng import SeededRng
    from rumpus.players.player import Player
    from rumpus.table.match import Match

__all__ = [
    "Client",
    "InfoState",
    "Match",
    "Player",
    "Record",
    "RumpusError",
    "SeededRng",
    "__version__",
    "compiled",
    "game",
    "list_games",
    "list_players",
    "play",
    "player",
]

__version__ = "0.2.0"

if not TYPE_CHECKING:  # Type checkers would accept any name.
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "rumpus.client": ["Client"],
            "rumpus.core.errors": ["RumpusError"],
            "rumpus.core.info_state": ["InfoState"],
            "rumpus.core.record": ["Record"],
            "rumpus.core.rng": ["SeededRng"],
            "rumpus.players.player": ["Player"],
            "rumpus.table.match": ["Match"],
        },
    )


class _SourceFirst(importlib.abc.MetaPathFinder):
    """Loads modules from source even if compiled ones exist (RUMPUS_PURE=1)."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if not name.startswith("rumpus.") or path is None:
            return None
        tail = name.rpartition(".")[2]
        for folder in path:
            package = Path(folder, tail, "__init__.py")
            if package.is_file():
                return importlib.util.spec_from_file_location(
                    name, package, submodule_search_locations=[str(package.parent)]
                )
            module = Path(folder, tail + ".py")
            if module.is_file():
                return importlib.util.spec_from_file_location(name, module)
        return None


if os.environ.get("RUMPUS_PURE") == "1":
    sys.meta_path.insert(0, _SourceFirst())


def compiled() -> bool:
    """True if the compiled modules are in use."""
    from rumpus.core import rng

    return not str(rng.__file__).endswith(".py")


def list_games() -> list[str]:
    """Returns the names of all installed games."""
    from rumpus.core.catalogue import game_names

    return game_names()


def game(name: str) -> Game:
    """Returns the installed game of this name. Blanks, hyphens and case do not matter.

    Raises `RumpusError` with the closest name if there is no such game.
    """
    from rumpus.core.catalogue import find_game

    return find_game(name)


def list_players() -> list[str]:
    """Returns the names of all players. Some take settings, as in `search:2000` or `learned:FILE`."""
    from rumpus.players.catalogue import player_names

    return player_names()


def player(
    text: str, game: Game | str, options: Options | Mapping[str, object] | None = None, seed: str = ""
) -> Player:
    """Creates a player for one seat of one match.

    `text` is a name such as `greedy`, `hard`, `search:2000` or `learned:FILE`; `list_players()` lists the kinds.
    `options` are those of the match: an `Options`, or changes of the defaults by name. Equal seeds decide alike on
    every machine, as there is no time limit per move; `search:1s` asks for one. Give each seat a seed of its own.
    """
    from rumpus.core.options import Options
    from rumpus.players.catalogue import find_player

    found = _find(game)
    chosen = options if isinstance(options, Options) else found.options(options)
    return find_player(text, found, chosen, _check_seed(seed), timed=False)


def play(
    game: Game | str,
    players: Sequence[str | Player],
    *,
    options: Options | Mapping[str, object] | None = None,
    seed: str | None = None,
) -> Match:
    """Plays a game to its end and returns the finished match.

    match = rumpus.play(rumpus.game("pigeons"), ["normal", "greedy"], seed="any text")
    print(match.result, match.record.moves[:3])

    `players` lists one player per seat: a name as in `player`, or a `Player` of your own. `options` are changes of the
    defaults by name, such as `{"players": 3}`, or an `Options`; the number of seats follows from `players`. Equal seeds
    and players make equal matches. Without a seed, a random one is drawn; the record keeps it.
    """
    from rumpus.core.display_names import numbered_name
    from rumpus.core.errors import IllegalMove, RumpusError
    from rumpus.core.info_state import InfoState
    from rumpus.core.rng import SeededRng, new_seed
    from rumpus.core.words import with_names
    from rumpus.table.match import Match

    found = _find(game)
    chosen = _options_for(found, players, options)
    deal = new_seed() if seed is None else _check_seed(seed)
    seated = [_seated(one, found, chosen, f"{deal}/player {seat}") for seat, one in enumerate(players)]
    names: list[str] = []
    for one in seated:
        names.append(numbered_name(one.name, names))
    match = Match(found, chosen, deal, names)
    worlds = SeededRng(f"{deal}/worlds")
    while not match.over:
        for seat in match.position.to_act():
            move = seated[seat].decide(InfoState(found, chosen, match.position, seat, worlds, names))
            try:
                match.play(seat, move)
            except IllegalMove as error:
                reason = with_names(str(error), names)
                raise RumpusError(f"The player {names[seat]!r} chose the illegal move {move!r}. {reason}") from None
    return match


def _find(game: object) -> Game:
    """Returns a game given itself or by name."""
    from rumpus.core.catalogue import find_game
    from rumpus.core.errors import UnknownName
    from rumpus.core.game import Game

    if isinstance(game, Game):
        return game
    if isinstance(game, str):
        return find_game(game)
    raise UnknownName(f"A game is a `Game` or the name of one, not {game!r}.")


def _seated(one: object, game: Game, options: Options, seed: str) -> Player:
    """Returns a player given itself or by name."""
    from rumpus.core.errors import UnknownName
    from rumpus.players.player import Player

    if isinstance(one, Player):
        return one
    if isinstance(one, str):
        return player(one, game, options, seed)
    raise UnknownName(f"A player is a `Player` or the name of one, not {one!r}.")


def _options_for(
    game: Game, players: Sequence[str | Player], options: Options | Mapping[str, object] | None
) -> Options:
    """Returns the options of a match between these players. Raises BadOption if they do not fit."""
    from rumpus.core.errors import BadOption
    from rumpus.core.options import Options

    if isinstance(players, str):
        raise BadOption(f"Players are a list, such as ['normal', 'greedy'], not {players!r}.", "players")
    if isinstance(options, Options):
        chosen = options
    else:
        asked = options is not None and "players" in options
        chosen = game.options(options, None if asked else len(players))
    seats = game.seats(chosen)
    if seats != len(players):
        raise BadOption(
            f"{game.title} has {seats} seats with these options, and {len(players)} players are named. "
            "Name one player per seat.",
            "players",
        )
    return chosen


def _check_seed(seed: object) -> str:
    from rumpus.core.errors import BadOption

    if not isinstance(seed, str):
        raise BadOption(f"A seed is a text, not {seed!r}. Write it in quotes.")
    return seed
