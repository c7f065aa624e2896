"""The process that plays the laws on a game in development, and says a line of JSON for each that is broken."""

from __future__ import annotations

import os
import sys

from msgspec import Struct

from rumpus.core.catalogue import find_game
from rumpus.core.errors import UnknownName
from rumpus.service.runtime import protocol
from rumpus.testing.laws import LAWS
from rumpus.testing.runner import try_game

GAMES = 3
"""Random games for each law and variant: seconds, not minutes. `rumpus laws` plays as many as one likes."""


class BrokenPromise(Struct):
    """A law that does not hold, in the words of its finding."""

    law: str
    sentence: str


def main(name: str) -> int:
    os.nice(5)
    try:
        game = find_game(name)
    except UnknownName:
        return 1  # it is just being changed
    for law in LAWS:
        for broken in try_game(game, [law], game.variants(), GAMES, lambda *_: None):
            print(protocol.plain(BrokenPromise(broken.law, broken.finding)).decode(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
