"""Reads random matches word by word, as many as one likes.

python -m tests.words.soak              1,000 matches of every game
python -m tests.words.soak 200 GAME     so many of one
"""

from __future__ import annotations

import sys

from rumpus.core.catalogue import game_names, game_of
from rumpus.core.game import Game
from tests.words.harvest import Said, said_in_a_match
from tests.words.marks import flaws, marks

MATCHES = 1000
EVERY = 40
"""The table itself is looked at every so many decisions; the story is read in full."""


def refuse(said: Said) -> None:
    wrong = marks(said.text) if said.drawn else flaws(said.text, whole=said.whole, story=said.story)
    assert not wrong, f"{said.kind}: {', '.join(wrong)}: {said.text!r}"


def read_all(game: Game, matches: int, every: int) -> None:
    """Random matches in every variant, one after the other."""
    variants = list(game.variants())
    for number in range(matches):
        options = game.options(variants[number % len(variants)])
        for said in said_in_a_match(game, options, f"words/{number}", every):
            refuse(said)


def main(words: list[str]) -> None:
    matches = int(words[0]) if words else MATCHES
    for name in words[1:] or game_names():
        read_all(game_of(name), matches, EVERY)
        print(f"{name}: {matches} matches read, nothing wrong", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
