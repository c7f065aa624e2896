"""The command `turns`: a record of Ultimatum as one would write it in a notebook."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from rumpus.core.catalogue import find_game
from rumpus.core.errors import RumpusError
from rumpus.core.record import Record
from rumpus.games.ultimatum.play.turn_record import turn_lines

USAGE = "usage: turns FILE writes a record of Ultimatum with one line per turn"


def turns(words: list[str]) -> int:
    """Write a record of Ultimatum with one line per turn: `turns FILE`."""
    console = Console(highlight=False, soft_wrap=True)
    if words and words[0] in ("-h", "--help", "help"):
        console.print(USAGE, markup=False)
        return 0
    if len(words) != 1:
        return _refuse(USAGE)
    try:
        lines = turn_lines(find_game("ultimatum"), Record.read(Path(words[0])))
    except RumpusError as error:
        return _refuse(str(error))
    for line in lines:
        console.print(line, markup=False)
    return 0


def _refuse(sentence: str) -> int:
    Console(stderr=True).print(sentence, markup=False, highlight=False, soft_wrap=True)
    return 2
