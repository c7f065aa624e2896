"""Checks the texts of many random matches.

python -m tests.words.soak              1,000 matches of every game
python -m tests.words.soak 200 GAME     200 matches of one
"""

from __future__ import annotations

import sys

from rumpus.core.catalogue import game_names, game_of
from rumpus.core.game import Game
from tests.words.harvest import ShownText, match_texts
from tests.words.marks import flaws, marks

MATCHES = 1000
EVERY = 40
"""Decisions between two checks of the table. The log is checked in full."""


def refuse(said: ShownText) -> None:
    wrong = marks(said.text) if said.drawn else flaws(said.text, whole=said.whole, in_log=said.in_log)
    assert not wrong, f"{said.kind}: {', '.join(wrong)}: {said.text!r}"


def read_all(game: Game, matches: int, every: int) -> None:
    configurations = list(game.configurations())
    for number in range(matches):
        options = game.options(configurations[number % len(configurations)])
        for said in match_texts(game, options, f"words/{number}", every):
            refuse(said)


def main(words: list[str]) -> None:
    matches = int(words[0]) if words else MATCHES
    for name in words[1:] or game_names():
        read_all(game_of(name), matches, EVERY)
        print(f"{name}: {matches} matches read, nothing wrong", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
