"""Nothing that a person reads or hears looks like the engine: in matches of every game, and beside them."""

from __future__ import annotations

import pytest

from rumpus.core.game import Game
from rumpus.core.info_state import Chair
from rumpus.core.rng import Seeded
from rumpus.players.coach import advice
from rumpus.players.search_text import Budget
from tests.catalogue import GAMES
from tests.words.harvest import PEOPLE, Said, said_of_the_game
from tests.words.soak import read_all, refuse

SOME = 24


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.name))
def test_matches_are_told_as_people_talk(game: Game) -> None:
    read_all(game, SOME, 20)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.name))
def test_topics_and_options_are_called_as_people_call_them(game: Game) -> None:
    for changes in game.variants():
        for said in said_of_the_game(game, game.options(changes)):
            refuse(said)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.name))
def test_the_coach_speaks_as_people_talk(game: Game) -> None:
    options = game.options()
    for number in range(3):
        luck = Seeded(f"coach/{number}")
        position = game.start(options, luck)
        for _ in range(3 + 5 * number):
            if position.to_act():
                seat = position.to_act()[0]
                position.apply(seat, position.at_random(seat, luck), luck)
        if not position.to_act():
            continue
        seat = position.to_act()[0]
        chair = Chair(game, options, position, seat, luck, PEOPLE[: game.seats(options)])
        told = advice(chair, Budget(40), f"coach/{number}")
        refuse(Said("hint", told.hint()))
        for move in chair.moves()[:4]:
            refuse(Said("verdict", told.verdict(move)))
