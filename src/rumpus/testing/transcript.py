"""All that can be asked of one random game, step by step, to be compared with the same game told elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rumpus.core.game import Game
from rumpus.core.position import Plain
from rumpus.testing.random_games import RandomGame, people_of

STEPS: Final = 60

Answer = tuple[int, str, Plain]
"""After how many moves, what was asked, and the answer."""


def story(game: Game, changes: Mapping[str, object], seed: str) -> list[Answer]:
    """The first decisions of this game: moves with their words, views, saves, dreams, features and events."""
    options = game.options(changes)
    match = RandomGame(game, options, seed, listen=True)
    people, features = people_of(game, options), game.bots().features(options)
    told: list[Answer] = []
    for seat, _ in match.steps():
        if match.made >= STEPS:
            break
        position = match.position
        moves = list[Plain](position.moves(seat))
        told.append((match.made, "moves", moves))
        told.append((match.made, "events", [repr(event) for event in position.take_events()]))
        if match.made % 6 == 0:
            told.append((match.made, "view", position.view(seat)))
            told.append((match.made, "save", position.save()))
            told.append((match.made, "imagine", position.imagine(seat, match.chooser).save()))
            told.append((match.made, "features", list[Plain](features.of(position, seat))))
            for move in position.moves(seat)[:8]:
                told.append((match.made, "write", game.write(position, seat, move)))
                told.append((match.made, "explain", game.explain(position, seat, move, people)))
    return told
