"""Hands of any size are playable, and options keep them within bounds (CW-7, CW-21, CW-96)."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence

import pytest

from rumpus.core.errors import NOT_A_LEGAL_MOVE, BadOption
from rumpus.core.rng import SeededRng
from rumpus.games.creature_wars import game
from rumpus.games.creature_wars.rules.cards import DECK, HAND
from rumpus.games.creature_wars.rules.duels.frames import ASK_OWN_CARD, NOTHING, Frame
from rumpus.games.creature_wars.rules.duels.turn import advance
from rumpus.games.creature_wars.rules.moves import decide
from rumpus.games.creature_wars.rules.names import witch_number
from rumpus.games.creature_wars.rules.position import War, load
from rumpus.games.creature_wars.rules.state import HAND_MOVES
from rumpus.games.creature_wars.rules.witches.base import Witch
from rumpus.games.creature_wars.rules.witches.catalogue import all_witches
from rumpus.testing import rule
from tests.games.creature_wars.kit import Table

BREEDERS = ["Pandora's Witch", "Hectic Witch", "Greedy Witch"]
LARGE = 600
SLOWEST_MOVE_SECONDS = 1.0
GAMES = 12


def check_large_position(war: War) -> None:
    plain = json.loads(json.dumps(war.save()))
    assert load(war.numbers, plain).save() == plain
    for seat in war.to_act():
        offered = war.moves(seat)
        assert offered
        assert max(offered) < game.move_count(war.numbers.options)
        assert war.determinize(seat, SeededRng("worlds")).view(seat) == war.view(seat)


@rule("CW-7", "CW-96", "S-37")
@pytest.mark.parametrize(
    "changes",
    [
        {"witches": BREEDERS},
        {"witches": BREEDERS, "lesser_weight": 100, "sacred_weight": 20, "witch_cards": 100},
        {"witches": ["Pandora's Witch", "Coven-Calling Witch", "Greedy Witch"], "sacred_weight": 1},
        {"witches": ["Pandora's Witch", "Jugband Marching Witch", "Hallucinating Witch"]},
    ],
)
def test_witches_must_not_multiply_when_whole_hands_cast(changes: dict[str, object]) -> None:
    with pytest.raises(BadOption, match=r"Pandora's Witch makes a whole hand cast.* below 1: leave out .* \(CW-7\)\."):
        game.options(changes)


@rule("CW-7")
@pytest.mark.parametrize(
    "changes",
    [
        {"witches": ["Hectic Witch"]},
        {"witches": ["Hectic Witch", "Greedy Witch"]},
        {"witches": ["Pandora's Witch"]},
        {"witches": ["Pandora's Witch", "Greedy Witch"]},
        {"lesser_weight": 0, "sinful_weight": 0},
        {"sacred_weight": 0},
    ],
)
def test_witches_who_cannot_multiply_are_dealt_alone(changes: dict[str, object]) -> None:
    game.start(game.options(changes), SeededRng("alone"))


def cards_brought(witch: Witch) -> int:
    """Casts the witch where she brings most; returns the new cards less those replaced."""
    pirates = [f"Lvl.{level} Fire Pirate" for level in range(1, 5)]
    t = Table(
        a=[f"Lvl.5 {witch.name}", *pirates, "Lvl.2 Nightmare Wolf"],
        b=["Lvl.2 Holy Wolf", "Lvl.3 Fire Giant", "Lvl.4 Fire Dragon"],
    )
    for player in "AB":
        t.with_charges(player, witch_bonus=True)
    war, rng = t.war, SeededRng(witch.name)
    before = len(war.cards)
    number = witch_number(witch.name)
    witch.cast(war, Frame(number, t.find("A", witch.name), 0), rng)
    while war.asking != NOTHING or war.frames:
        if war.asking != NOTHING:
            decide(war, war.asked, war.moves(war.asked)[0])
        advance(war, rng)
    new = [card for card in war.cards[before:] if card.zone in (DECK, HAND, HAND + 1)]
    return max(0, len(new) - len([c for c in war.removed if c < before]))


@rule("CW-7", "CW-96")
def test_every_witch_brings_as_many_cards_as_she_says() -> None:
    said = {witch.name: witch.brings for witch in all_witches()}
    assert {witch.name: cards_brought(witch) for witch in all_witches()} == said


@rule("CW-21", "CW-90", "CW-96")
@pytest.mark.long
@pytest.mark.parametrize(
    "changes",
    [
        {"witches": BREEDERS, "lesser_weight": 100, "sacred_weight": 15},
        {"witches": ["Hectic Witch", "Greedy Witch", "Hallucinating Witch", "Santa Witch", "Witcheroo"]},
        {"witches": ["Pandora's Witch", "Storytime Witch", "Hallucinating Witch", "Greedy Witch"]},
        {"witches": ["Pandora's Witch", "Pick a Witch"], "lesser_weight": 100},
    ],
)
def test_hands_stay_within_bounds_where_witches_almost_multiply(changes: dict[str, object]) -> None:
    options = game.options({"witch_cards": 100, "creature_sets": 0, "hp": 999, **changes})
    for number in range(GAMES):
        rng = SeededRng(f"bounds/{number}")
        position = game.start(options, rng)
        assert isinstance(position, War)
        while position.result() is None:
            for seat in position.to_act():
                offered = position.moves(seat)
                began = time.process_time()
                position.apply(seat, offered[rng.below(len(offered))], rng)
                assert time.process_time() - began < SLOWEST_MOVE_SECONDS
                assert max(len(hand) for hand in position.hands) <= HAND_MOVES
            if position.turn % 10 == 0:
                check_large_position(position)


def large_table(first: Sequence[str], card: str) -> Table:
    t = Table(a=first, b=["Lvl.1 Fire Wolf", "Lvl.2 Holy Giant"])
    for _ in range(LARGE):
        t.put("A", card)
    return t


@rule("CW-21", "CW-24")
def test_a_hand_larger_than_the_move_space_is_played() -> None:
    t = large_table([], "Lvl.3 Holy Wolf")
    advance(t.war, SeededRng("choose"))
    assert t.war.moves(0) == list(range(HAND_MOVES))
    assert t.war.refusal(0, HAND_MOVES) == NOT_A_LEGAL_MOVE
    check_large_position(t.war)
    rng = SeededRng("large")
    for _ in range(4):
        for seat in t.war.to_act():
            t.war.apply(seat, t.war.moves(seat)[0], rng)
        check_large_position(t.war)


@rule("CW-21", "CW-23")
def test_cards_beyond_the_move_space_are_played_if_nothing_else_can_be() -> None:
    t = Table(a=["Lvl.3 Holy Wolf: (-)"] * HAND_MOVES, b=["Lvl.1 Fire Wolf"])
    t.put("A", "Lvl.4 Holy Dragon")
    t.put("A", "Lvl.5 Holy Dragon")
    assert t.options("A") == ["Lvl.4 Holy Dragon {7}"]
    t.duel("Lvl.4 Holy Dragon", "Wolf")
    assert "Lvl.4 Holy Dragon {7} retired" in t.graveyard


@rule("CW-21", "S-82")
def test_a_question_names_no_card_beyond_the_move_space() -> None:
    t = large_table(["Lvl.5 Emily's Hiding Witch"], "Lvl.3 Holy Wolf")
    t.duel("Emily", "Giant")
    assert t.war.asking == ASK_OWN_CARD
    assert t.war.moves(0) == list(range(HAND_MOVES))
    check_large_position(t.war)
