"""Texts for people show no traces of the engine, in matches and outside."""

from __future__ import annotations

import pytest

from rumpus.core.game import Game
from rumpus.core.info_state import InfoState
from rumpus.core.rng import SeededRng
from rumpus.players.coach import advice
from rumpus.players.search_text import Budget
from tests.catalogue import GAMES
from tests.words.harvest import PEOPLE, ShownText, game_texts
from tests.words.soak import read_all, refuse

SOME = 24
EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.name))


@EVERY_GAME
def test_matches_are_told_as_people_talk(game: Game) -> None:
    read_all(game, SOME, 20)


@EVERY_GAME
def test_topics_and_options_are_called_as_people_call_them(game: Game) -> None:
    for changes in game.configurations():
        for said in game_texts(game, game.options(changes)):
            refuse(said)


@EVERY_GAME
def test_the_coach_speaks_as_people_talk(game: Game) -> None:
    options = game.options()
    for number in range(3):
        rng = SeededRng(f"coach/{number}")
        position = game.start(options, rng)
        for _ in range(3 + 5 * number):
            if position.to_act():
                seat = position.to_act()[0]
                position.apply(seat, position.random_move(seat, rng), rng)
        if not position.to_act():
            continue
        seat = position.to_act()[0]
        info = InfoState(game, options, position, seat, rng, PEOPLE[: game.seats(options)])
        told = advice(info, Budget(40), f"coach/{number}")
        refuse(ShownText("hint", told.hint()))
        for move in info.moves()[:4]:
            refuse(ShownText("verdict", told.verdict(move)))
