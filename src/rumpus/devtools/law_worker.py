"""Process to check the laws of a game; prints each violation as JSON."""

from __future__ import annotations

import os
import sys

from msgspec import Struct

from rumpus.core.catalogue import find_game
from rumpus.core.errors import UnknownName
from rumpus.service.runtime import protocol
from rumpus.testing.laws import LAWS
from rumpus.testing.runner import check_game

GAMES_PER_LAW = 3
"""Random games per law and configuration: takes seconds. `rumpus laws` plays more."""


class LawViolation(Struct):
    """A broken law and the sentence of its finding."""

    law: str
    sentence: str


def main(name: str) -> int:
    os.nice(5)
    try:
        game = find_game(name)
    except UnknownName:
        return 1  # the author is changing it
    for law in LAWS:
        for broken in check_game(game, [law], game.configurations(), GAMES_PER_LAW, lambda *_: None):
            print(protocol.to_json(LawViolation(broken.law, broken.finding)).decode(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
