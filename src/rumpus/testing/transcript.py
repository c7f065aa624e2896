"""A transcript of a random game, for comparison between processes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from rumpus.core.game import Game
from rumpus.core.position import Json
from rumpus.core.rng import SeededRng
from rumpus.testing.random_games import RandomGame, people_of
from rumpus.testing.source_location import EventPlaces, source_of

DETAILED_MOVES: Final = 60
"""Moves before which views, saves, worlds, features and texts are recorded too."""

Answer = tuple[int, str, Json]
"""Number of moves made, the query, and the answer."""


def transcript(game: Game, changes: Mapping[str, object], seed: str) -> list[Answer]:
    """Records a whole game: moves and events; early on, views, saves, worlds, features and texts."""
    options = game.options(changes)
    match = RandomGame(game, options, seed, listen=True)
    people, features = people_of(game, options), game.bots().features(options)
    answers: list[Answer] = []
    for seat, _ in match.steps():
        position = match.position
        answers.append((match.made, "events", [repr(event) for event in position.take_events()]))
        answers.append((match.made, "moves", list[Json](position.moves(seat))))
        if match.made % 6 == 0 and match.made < DETAILED_MOVES:
            world = position.determinize(seat, SeededRng(f"{seed}/{match.made}"))
            answers.append((match.made, "view", position.view(seat)))
            answers.append((match.made, "save", position.save()))
            answers.append((match.made, "determinize", world.save()))
            answers.append((match.made, "features", list[Json](features.of(position, seat))))
            for move in position.moves(seat)[:8]:
                answers.append((match.made, "format_move", game.format_move(position, seat, move)))
                answers.append((match.made, "explain_move", game.explain_move(position, seat, move, people)))
    answers.append((match.made, "events", [repr(event) for event in match.position.take_events()]))
    answers.append((match.made, "result", list[Json](match.position.result() or [])))
    answers.append((match.made, "save", match.position.save()))
    return answers


def place_of_answer(game: Game, changes: Mapping[str, object], seed: str, step: int, what: str, index: int) -> str:
    """Returns the source line of an answer; of events, the one that notes the event with this index."""
    options = game.options(changes)
    match = RandomGame(game, options, seed, listen=True)
    if what == "features":
        return source_of(game.bots().features(options), "of")
    if what != "events":
        return source_of(game, what, match.position)
    if step == 0:
        return EventPlaces(game).of(lambda: game.start(options, SeededRng(seed), listen=True), index)
    for seat, move in match.steps():
        if match.made == step - 1:
            act = partial(match.position.apply, seat, move, match.rng)
            return EventPlaces(game, match.position).of(act, index)
    return ""
