"""The process that plays the laws on a game in development, and says a line of JSON for each that is broken."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from msgspec import Struct

from rumpus.authoring.mistakes import mistake_of
from rumpus.core.catalogue import find_game
from rumpus.core.errors import UnknownName
from rumpus.testing.laws import LAWS, BrokenLaw
from rumpus.web import messages

GAMES = 3
"""Random games for each law and variant: seconds, not minutes. `rumpus laws` plays more."""


class BrokenPromise(Struct):
    """A law that does not hold, in the words of its finding."""

    law: str
    sentence: str


def main(name: str, root: str) -> int:
    os.nice(5)
    try:
        game = find_game(name)
    except UnknownName:
        return 1  # it is just being changed
    for law in LAWS:
        for changes in game.variants():
            try:
                law(game, game.options(changes), GAMES)
            except Exception as error:
                sentence = error.finding if isinstance(error, BrokenLaw) else str(mistake_of(error, Path(root)))
                print(messages.plain(BrokenPromise(law.name, sentence)).decode(), flush=True)
                break
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
