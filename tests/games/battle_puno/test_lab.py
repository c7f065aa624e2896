"""What the lab gives and groups by in Battle Puno."""

from __future__ import annotations

import pytest

from rumpus.core.catalogue import find_game
from rumpus.core.rng import SeededRng
from rumpus.games.battle_puno.rules.cards import CARDS
from rumpus.games.battle_puno.rules.position import Puno, as_puno
from tests.lab.treatments import start_with

GAME = find_game("battle_puno")


def hidden(puno: Puno) -> list[int]:
    return [*puno.deck[puno.top :], *(face for hand in puno.hands for face in hand)]


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_given_cards_come_from_the_deck(seed: str) -> None:
    given = [["wild", "trade"], ["number", "wild"], ["skip", "zero"], ["wild chaos", "reverse"]]
    puno = as_puno(start_with(GAME, "card", given, seed))
    assert [[CARDS[face].name for face in hand[:2]] for hand in puno.hands] == given
    assert sorted(hidden(puno)) == sorted(hidden(as_puno(GAME.start(GAME.options(), SeededRng(seed)))))


def test_everybody_has_a_place_in_the_first_round() -> None:
    puno = start_with(GAME, "card", [["wild"]] * 4)
    orders = {GAME.lab().random_setup(puno, seat)[0][1] for seat in range(4)}
    assert orders == {"decides first", "decides second", "decides third", "decides fourth"}
