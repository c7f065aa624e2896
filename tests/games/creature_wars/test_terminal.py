"""The drawing for a terminal: it fits, it says what a player needs, and its words are moves."""

from __future__ import annotations

import random

import pytest
from rich.console import Console
from rich.protocol import is_renderable

from rumpus.core.catalogue import find_game
from rumpus.core.extensions import Canvas
from rumpus.core.position import Position, Seat
from rumpus.core.rng import SeededRng
from rumpus.games.creature_wars.rules.moves import open_choice
from rumpus.games.creature_wars.terminal import numbered
from tests.games.creature_wars.kit import Table

NAMES = ["Ann", "Bob"]
GAME = find_game("creature_wars")


def shown(position: Position, seat: Seat | None, width: int = 80, focus: str = "") -> str:
    picture = GAME.terminal().draw(Canvas(position.view(seat), NAMES, width, cursor=focus))
    console = Console(width=400, color_system=None)
    with console.capture() as caught:
        assert is_renderable(picture)
        console.print(picture, width=width)
    return caught.get()


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_every_position_fits_and_its_places_are_moves(seed: str) -> None:
    dice, rng = random.Random(seed), SeededRng(seed)
    position = GAME.start(GAME.options({"witch_cards": 50}), rng)
    turns = 0
    while position.to_act():
        turns += 1
        for width in (60, 80, 140):
            for seat in (0, 1, None):
                if turns % 5 == 0:
                    assert all(len(line.rstrip()) <= width for line in shown(position, seat, width).splitlines())
        assert GAME.terminal().places(position.view(None)) == []
        for seat in (0, 1):
            words = [word for row in GAME.terminal().places(position.view(seat)) for word in row]
            legal = position.moves(seat) if seat in position.to_act() else []
            assert words == [GAME.format_move(position, seat, move) for move in legal]
        seat = dice.choice(position.to_act())
        position.apply(seat, dice.choice(position.moves(seat)), rng)
    for seat in (0, 1, None):
        assert GAME.terminal().places(position.view(seat)) == []
        assert any(words in shown(position, seat) for words in ("HP to", "Empire fell", "both Empires"))


def test_a_hand_explains_itself() -> None:
    hand = ["Lvl.1 Fire Wolf", "Lvl.2 Holy Wolf", "Lvl.3 Ancient Wolf", "Lvl.2 Kind Witch", "Raven"]
    t = Table(a=hand, b=["Lvl.1 Holy Serpent", "Lvl.2 Holy Pirate"])
    t.start_turn()
    open_choice(t.war)
    said = " ".join(shown(t.war, 0, 100).split())
    assert "Every creature in both hands gains 1 level." in said
    assert "Wolf ●●●○" in said
    assert "A Raven can never be played." in said
    assert "Pirate" not in said, "the other hand is hidden"
    assert "Choose a card to duel with" in said


def test_what_came_back_from_a_duel_is_known_and_rests() -> None:
    t = Table(a=["Lvl.3 Fire Giant", "Lvl.1 Fire Wolf"], b=["Lvl.3 Fire Giant", "Lvl.1 Holy Wolf"])
    t.duel("Giant", "Giant")
    t.start_turn()
    open_choice(t.war)
    said = " ".join(shown(t.war, 0, 100).split())
    assert "Bob's hand, as far as you know" in said
    assert "Rests for a turn." in said
    assert "Last duel ▲ level 3 Fire Giant v ▲ level 3 Fire Giant: nobody was hurt" in said


def test_the_last_duel_and_the_present_one() -> None:
    t = Table(a=["Lvl.4 Fire Wolf", "Lvl.5 Pick a Witch"], b=["Lvl.1 Holy Giant", "Lvl.6 Ancient Wolf"])
    t.duel("Wolf", "Giant")
    assert "Last duel ▲ level 4 Fire Wolf v ✚ level 1 Holy Giant: Bob −4 HP" in " ".join(shown(t.war, 1).split())
    t.duel_again("Pick", "Wolf", picks=[0, 0, 0] * 3)
    said = " ".join(shown(t.war, 0).split())
    assert "Ann ★ Pick a Witch power 8" in said
    assert "Bob ◆ level 6 Ancient Wolf power 8" in said
    assert "You: choose one of the cards shown" in said
    assert "Ann decides" in " ".join(shown(t.war, 1).split())
    assert said.count("Blind Witch") == 3
    assert "Blind Witch" not in shown(t.war, 1), "the offer is private"


def test_of_equal_cards_the_second_has_a_number() -> None:
    assert numbered(["Raven", "Wolf", "Raven", "Raven"]) == ["Raven", "Wolf", "Raven #2", "Raven #3"]


def test_sand_is_part_of_the_power() -> None:
    t = Table(a=["Lvl.1 Nightmare Wolf", "Lvl.1 Fire Wolf"], b=["Lvl.1 Holy Giant", "Lvl.6 Ancient Wolf"])
    t.magic.sand = 2
    open_choice(t.war)
    said = " ".join(shown(t.war, 0).split())
    assert "☾ level 1 Nightmare Wolf 7 −2 HP 10 v ✚ Holy" in said
    assert "▲ level 1 Fire Wolf 3 −2 HP 6 v ☾ Nightmare" in said
    assert "2 × Nightmare creatures have +2 power" in said
