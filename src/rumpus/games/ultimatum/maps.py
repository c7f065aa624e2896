"""The maps that come with the game, and the ground of a match."""

from __future__ import annotations

import difflib
from importlib import resources
from typing import TypeVar

from rumpus.core.errors import BadOption
from rumpus.core.options import Options
from rumpus.core.words import shortened
from rumpus.games.ultimatum.rules.board import Setting
from rumpus.games.ultimatum.rules.ground import Ground
from rumpus.games.ultimatum.rules.mapfile import BadMap, MapFile, check_block, read_map
from rumpus.games.ultimatum.rules.moves import MoveSpace
from rumpus.games.ultimatum.rules.numbers import Numbers
from rumpus.games.ultimatum.rules.roster.catalogue import ROSTER

MAPS = "rumpus.games.ultimatum"
Key = TypeVar("Key")
Value = TypeVar("Value")
REMEMBERED = 64


def shipped_names() -> list[str]:
    """The maps of the package, by the name one types."""
    folder = resources.files(MAPS).joinpath("maps")
    return sorted(item.name.removesuffix(".txt") for item in folder.iterdir() if item.name.endswith(".txt"))


def map_text(wanted: str) -> str:
    """The text of the map an option names: itself if it is a whole map, or that of a map of the package."""
    if "\n" in wanted:
        return wanted
    name = wanted.strip().lower().removesuffix(".txt")
    if name in shipped_names():
        return resources.files(MAPS).joinpath("maps", f"{name}.txt").read_text(encoding="utf-8")
    close = difflib.get_close_matches(name[:60], shipped_names(), n=1)
    hint = f"did you mean {close[0]!r}?" if close else f"there is {', '.join(shipped_names())}."
    raise BadOption(
        f"there is no map {shortened(wanted)!r}; {hint} "
        "A map of your own is given as its whole text, on the command line as map=@FILE (M-1)",
        "map",
    )


_files: dict[str, MapFile] = {}
_grounds: dict[tuple[str, int], Ground] = {}
_spaces: dict[tuple[str, int, int], MoveSpace] = {}
_settings: list[tuple[Options, Setting]] = []


def map_file(wanted: str) -> MapFile:
    """The map an option names, read; refused with the line that is wrong."""
    found = _files.get(wanted)
    if found is None:
        try:
            found = read_map(map_text(wanted))
        except BadMap as error:
            raise BadOption(f"this map cannot be played: {error} (M-5)", "map") from None
        _remember(_files, wanted, found)
    return found


def check_map(wanted: str, players: int, squad: int) -> None:
    """Refuses a map on which so many players with such squads cannot play."""
    file = map_file(wanted)
    try:
        check_block(file.block_for(players), players, squad)
    except BadMap as error:
        name = shortened(file.name) or "this map"
        why = f"{name} cannot be played by {players} with {squad} characters each: {error} (M-5)"
        raise BadOption(why, "map") from None


def ground_for(wanted: str, players: int) -> Ground:
    found = _grounds.get((wanted, players))
    if found is None:
        file = map_file(wanted)
        found = Ground(file.name or "a map without a name", file.block_for(players), players)
        _remember(_grounds, (wanted, players), found)
    return found


def space_for(options: Options) -> MoveSpace:
    """The move space of a match with these options."""
    wanted, players, squad = options.text("map"), options.number("players"), options.number("squad")
    found = _spaces.get((wanted, players, squad))
    if found is None:
        found = MoveSpace(ground_for(wanted, players), players, squad)
        _remember(_spaces, (wanted, players, squad), found)
    return found


def setting_for(options: Options) -> Setting:
    """What all positions of a match share; asked for again with the same options, it is the same."""
    for known, setting in _settings:
        if known is options:
            return setting
    ground = ground_for(options.text("map"), options.number("players"))
    setting = Setting(Numbers(options), ground, space_for(options), ROSTER)
    _settings.insert(0, (options, setting))
    del _settings[REMEMBERED:]
    return setting


def _remember(cache: dict[Key, Value], key: Key, value: Value) -> None:
    """Keeps a cache from growing without end; the oldest goes."""
    if len(cache) >= REMEMBERED:
        del cache[next(iter(cache))]
    cache[key] = value
