"""Maps of the package, and cached grounds, move spaces and settings."""

from __future__ import annotations

import difflib
from functools import lru_cache
from importlib import resources

from rumpus.core.errors import BadOption
from rumpus.core.options import Options
from rumpus.core.words import shortened
from rumpus.games.ultimatum.rules.moves import MoveSpace
from rumpus.games.ultimatum.rules.numbers import Numbers
from rumpus.games.ultimatum.rules.roster.catalogue import ROSTER
from rumpus.games.ultimatum.rules.terrain.board import Setting
from rumpus.games.ultimatum.rules.terrain.ground import Ground
from rumpus.games.ultimatum.rules.terrain.mapfile import BadMap, MapFile, check_block, read_map

PACKAGE = "rumpus.games.ultimatum"
CACHE_SIZE = 64


def map_names() -> list[str]:
    folder = resources.files(PACKAGE).joinpath("maps")
    return sorted(item.name.removesuffix(".txt") for item in folder.iterdir() if item.name.endswith(".txt"))


def map_text(wanted: str) -> str:
    """Text of the map an option names: a whole map, or a map of the package."""
    if "\n" in wanted:
        return wanted
    name = wanted.strip().lower().removesuffix(".txt")
    if name in map_names():
        return resources.files(PACKAGE).joinpath("maps", f"{name}.txt").read_text(encoding="utf-8")
    close = difflib.get_close_matches(name[:60], map_names(), n=1)
    hint = f"Did you mean {close[0]!r}?" if close else f"Use one of {', '.join(map_names())}."
    own = "Give your own map as its whole text, on the command line as map=@FILE (M-1)."
    raise BadOption(f"There is no map {shortened(wanted)!r}. {hint} {own}", "map")


@lru_cache(CACHE_SIZE)
def map_file(wanted: str) -> MapFile:
    """The map an option names. Raises BadOption with the faulty line."""
    try:
        return read_map(map_text(wanted))
    except BadMap as error:
        raise BadOption(f"This map cannot be played: {error} (M-5).", "map") from None


def check_map(wanted: str, players: int, squad: int) -> None:
    file = map_file(wanted)
    try:
        check_block(file.block_for(players), players, squad)
    except BadMap as error:
        name = shortened(file.name) or "This map"
        why = f"{name} cannot be played by {players} with {squad} characters each: {error} (M-5)."
        raise BadOption(why, "map") from None


@lru_cache(CACHE_SIZE)
def ground_for(wanted: str, players: int) -> Ground:
    file = map_file(wanted)
    return Ground(file.name or "a map without a name", file.block_for(players), players)


@lru_cache(CACHE_SIZE)
def _space(wanted: str, players: int, squad: int) -> MoveSpace:
    return MoveSpace(ground_for(wanted, players), players, squad)


def space_for(options: Options) -> MoveSpace:
    return _space(options.text("map"), options.number("players"), options.number("squad"))


_settings: list[tuple[Options, Setting]] = []


def setting_for(options: Options) -> Setting:
    """Shared data of all positions of a match; compares by identity, since hashing options is slow."""
    for known, setting in _settings:
        if known is options:
            return setting
    ground = ground_for(options.text("map"), options.number("players"))
    setting = Setting(Numbers(options), ground, space_for(options), ROSTER)
    _settings.insert(0, (options, setting))
    del _settings[CACHE_SIZE:]
    return setting
