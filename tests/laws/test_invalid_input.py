"""Games refuse invalid input in a sentence: odd moves, seats that do not exist, odd options."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadOption, IllegalMove, RumpusError
from rumpus.core.game import Game
from rumpus.core.position import Position
from rumpus.core.rng import SeededRng
from rumpus.testing import title
from rumpus.testing.random_games import RandomGame, saved

OURS = [find_game(n) for n in ("battle_puno", "cat_brawl", "creature_wars", "defend_the_city", "ultimatum")]
ASKS: dict[str, Callable[[Position, int], object]] = {
    "moves": lambda position, seat: position.moves(seat),
    "view": lambda position, seat: position.view(seat),
    "determinize": lambda position, seat: position.determinize(seat, SeededRng("dream")),
}


@pytest.mark.parametrize("seat", [-1, -7, 99, 10**12])
@pytest.mark.parametrize("ask", ASKS)
@pytest.mark.parametrize("game", OURS, ids=title)
def test_a_seat_that_does_not_exist_is_refused_at_any_moment(game: Game, ask: str, seat: int) -> None:
    for changes in game.configurations():
        options = game.options(changes)
        match = RandomGame(game, options, "strangers")
        for _ in match.steps():
            if match.made % 7 == 0:
                for nobody in (seat, len(match.seats)):
                    with pytest.raises(
                        RumpusError, match=f"There is no seat {nobody} in this match: its seats are 0 to"
                    ):
                        ASKS[ask](match.position, nobody)
            if match.made > 40:
                break


@pytest.mark.parametrize("ask", ASKS)
@pytest.mark.parametrize("game", OURS, ids=title)
def test_nor_is_it_there_after_the_end(game: Game, ask: str) -> None:
    options = game.options(game.configurations()[0])
    match = RandomGame(game, options, "strangers")
    for _ in match.steps():
        pass
    for nobody in (-1, len(match.seats)):
        with pytest.raises(RumpusError, match=f"There is no seat {nobody}"):
            ASKS[ask](match.position, nobody)


@pytest.mark.parametrize("odd", [1.0, True, False, "0", None, [0], 1j], ids=repr)
@pytest.mark.parametrize("game", OURS, ids=title)
def test_only_a_whole_number_is_a_move_or_a_seat(game: Game, odd: object) -> None:
    position = game.start(game.options(), SeededRng("strangers"))
    seat = position.to_act()[0]
    before = saved(position)
    with pytest.raises(IllegalMove, match="A move is a whole number"):
        position.play(seat, odd, SeededRng("no"))
    with pytest.raises(IllegalMove, match="A seat is a whole number"):
        position.play(odd, position.moves(seat)[0], SeededRng("no"))
    assert position.refusal(seat, odd)
    assert saved(position) == before


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({1: 2}, "The name of an option is a text, not 1"),
        ({None: 2}, "The name of an option is a text, not None"),
        ({("players",): 2}, "The name of an option is a text"),
        ({"no such thing": 2}, "There is no option 'no such thing'"),
        ([1], "Options are changed by name"),
        ("players=2", "Options are changed by name"),
    ],
)
@pytest.mark.parametrize("game", OURS, ids=title)
def test_odd_options_are_refused(game: Game, changes: Any, problem: str) -> None:
    with pytest.raises(BadOption, match=problem):
        game.options(changes)
