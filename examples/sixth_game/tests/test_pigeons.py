"""Laws of every game, clauses of the rules, and golden games."""

from __future__ import annotations

from pathlib import Path

import pytest

from pigeons import game
from pigeons.game import HAND, SPARE, Square
from rumpus import SeededRng
from rumpus.author.contract import BadOption, IllegalMove, ScriptedRng
from rumpus.testing import check_golden, every_law, rule

GOLDEN = Path(__file__).parent / "golden"
NO_LUCK = ScriptedRng([])


def square(*hands: list[int]) -> Square:
    return Square(game.options(seats=len(hands)), len(hands), hands=[*hands])


test_law = every_law(game)


def test_golden_games() -> None:
    check_golden(game, GOLDEN)


@rule("PG-1")
def test_two_to_four_pigeons_and_a_deck_of_five_each_and_three() -> None:
    assert list(game.seat_counts()) == [2, 3, 4]
    assert game.move_count(game.options({"players": 3})) == 3 * HAND + SPARE + 1
    with pytest.raises(BadOption):
        game.options({"players": 5})


@rule("PG-2")
def test_a_hand_is_seen_by_its_owner_alone() -> None:
    dealt = game.start(game.options(), SeededRng("deal"))
    assert [len(hand) for hand in dealt.hands] == [HAND, HAND]
    assert dealt.view(0)["hand"] == dealt.hands[0]
    assert "hand" not in dealt.view(None)
    others = dealt.determinize(0, SeededRng("dream"))
    assert others.hands[0] == dealt.hands[0]
    assert others.hands[1] != dealt.hands[1]


@rule("PG-3", "PG-5")
def test_the_highest_card_eats_a_crumb_that_grows() -> None:
    played = square([1, 9], [2, 3])
    for bids in ((9, 2), (1, 3)):
        for seat, bid in enumerate(bids):
            played.play(seat, bid, NO_LUCK)
    assert played.crumbs == [1, 2]
    assert played.gone == [9, 2, 1, 3]
    assert played.hands == [[], []]


@rule("PG-4")
def test_a_bid_is_sealed_until_all_are_in() -> None:
    played = square([1, 9], [2, 3])
    played.play(0, 9, NO_LUCK)
    assert played.view(0)["bid"] == 9
    assert played.view(1)["bid"] is None
    assert played.visible_to_act(1) == [0, 1]
    with pytest.raises(IllegalMove):
        played.play(1, 9, NO_LUCK)


@rule("PG-6")
def test_the_most_crumbs_win_and_equals_draw() -> None:
    over = square([], [], [])
    over.crumbs = [7, 5, 3]
    assert over.result() == [1.0, -1.0, -1.0]
    over.crumbs = [6, 6, 3]
    assert over.result() == [0.0, 0.0, -1.0]


@rule("PG-7")
def test_the_deck_is_shuffled_once_and_dealt_seat_by_seat() -> None:
    deck = list(range(1, 2 * HAND + SPARE + 1))
    SeededRng("deal").shuffle(deck)
    dealt = game.start(game.options(), SeededRng("deal"))
    assert dealt.hands == [sorted(deck[:HAND]), sorted(deck[HAND : 2 * HAND])]
