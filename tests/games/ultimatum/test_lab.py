"""Treatments and groups of Ultimatum in the lab."""

from __future__ import annotations

import pytest

from rumpus.core.catalogue import find_game
from rumpus.core.rng import SeededRng
from tests.lab.treatments import start_with

GAME = find_game("ultimatum")


@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_given_characters_lead_the_squads_and_nobody_is_there_twice(seed: str) -> None:
    position = start_with(GAME, "character", [["Bram", "Wren"], ["Nyx", "Bram"]], seed)
    squads = [[name for _, name in GAME.lab().identity(position, seat)] for seat in (0, 1)]
    assert squads[0][:2] == ["Bram", "Wren"]
    assert squads[1][:2] == ["Nyx", "Bram"]
    assert len(set(squads[0])) == len(set(squads[1])) == 3
    assert len({*squads[0], *squads[1]}) == 5


def test_squads_that_are_chosen_are_chosen_by_chance() -> None:
    options = GAME.options({"pick": "draft", "bans": 1})
    position = GAME.lab().start_with(options, "character", [["Ursa"], ["Lys"]], SeededRng("x"))
    assert ("character", "Ursa") in GAME.lab().identity(position, 0)


def test_the_turn_order_is_part_of_the_random_setup() -> None:
    lab = GAME.lab()
    position = start_with(GAME, "character", [["Bram"], ["Nyx"]])
    assert sorted(lab.random_setup(position, seat)[0][1] for seat in (0, 1)) == ["goes first", "goes second"]
    fixed = GAME.start(GAME.options({"first": "1"}), SeededRng("x"))
    assert lab.random_setup(fixed, 0) == []
