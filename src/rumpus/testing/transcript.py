"""A transcript of one random game, for comparison between processes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rumpus.core.game import Game
from rumpus.core.position import Json
from rumpus.testing.random_games import RandomGame, people_of

MAX_MOVES: Final = 60

Answer = tuple[int, str, Json]
"""Number of moves made, the query, and the answer."""


def transcript(game: Game, changes: Mapping[str, object], seed: str) -> list[Answer]:
    """Records the first decisions of a game: moves, texts, views, saves, worlds, features and events."""
    options = game.options(changes)
    match = RandomGame(game, options, seed, listen=True)
    people, features = people_of(game, options), game.bots().features(options)
    answers: list[Answer] = []
    for seat, _ in match.steps():
        if match.made >= MAX_MOVES:
            break
        position = match.position
        moves = list[Json](position.moves(seat))
        answers.append((match.made, "moves", moves))
        answers.append((match.made, "events", [repr(event) for event in position.take_events()]))
        if match.made % 6 == 0:
            answers.append((match.made, "view", position.view(seat)))
            answers.append((match.made, "save", position.save()))
            answers.append((match.made, "determinize", position.determinize(seat, match.chooser).save()))
            answers.append((match.made, "features", list[Json](features.of(position, seat))))
            for move in position.moves(seat)[:8]:
                answers.append((match.made, "format_move", game.format_move(position, seat, move)))
                answers.append((match.made, "explain_move", game.explain_move(position, seat, move, people)))
    return answers
