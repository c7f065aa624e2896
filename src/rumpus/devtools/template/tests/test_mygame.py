"""The laws of every game, and the clauses of RULES.md one by one."""

from __future__ import annotations

import pytest
from rumpus import SeededRng
from rumpus.author.contract import BadOption, IllegalMove, ScriptedRng
from rumpus.testing import every_law, lesson_faults, lesson_of, rule

from mygame import game
from mygame.game import HAND, HIGHEST, POINT, MyGamePosition

NO_RANDOMNESS = ScriptedRng([])


def table(*hands: list[int], pile: list[int] | None = None) -> MyGamePosition:
    """Sets up these hands, in the order of seats, and the pile."""
    return MyGamePosition(game.options(seats=len(hands)), len(hands), hands=[*hands], pile=pile or [])


test_law = every_law(game)


def test_the_lesson_can_be_played_through() -> None:
    lesson = lesson_of(game)
    assert lesson is not None
    assert lesson_faults(game, lesson) == []


@rule("MG-1")
def test_two_to_four_play() -> None:
    assert list(game.seat_counts()) == [2, 3, 4]
    with pytest.raises(BadOption):
        game.options(seats=5)


@rule("MG-2")
def test_a_hand_is_seen_by_its_owner_alone() -> None:
    dealt = game.start(game.options(), SeededRng("deal"))
    assert [len(hand) for hand in dealt.hands] == [HAND, HAND]
    assert dealt.view(0)["hand"] == dealt.hands[0]
    assert "hand" not in dealt.view(None)
    world = dealt.determinize(0, SeededRng("dream"))
    assert world.hands[0] == dealt.hands[0]
    assert world.hands[1] != dealt.hands[1]


@rule("MG-3")
def test_everyone_plays_in_turn_what_they_hold() -> None:
    played = table([3, 9], [5, 7])
    played.play(0, 9, NO_RANDOMNESS)
    assert (played.pile, played.hands) == ([9], [[3], [5, 7]])
    assert played.to_act() == [1]
    with pytest.raises(IllegalMove):
        played.play(1, 3, NO_RANDOMNESS)


@rule("MG-4")
def test_a_higher_card_scores() -> None:
    played = table([3, 9], [5, 7])
    for seat, card in ((0, 3), (1, 5), (0, 9), (1, 7)):
        played.play(seat, card, NO_RANDOMNESS)
    assert played.points == [POINT, POINT]


@rule("MG-5")
def test_most_points_win_and_equals_draw() -> None:
    over = table([], [], [])
    over.points = [2, 1, 0]
    assert over.result() == [1.0, -1.0, -1.0]
    over.points = [2, 2, 0]
    assert over.result() == [0.0, 0.0, -1.0]


@rule("MG-6")
def test_the_deck_is_shuffled_once_and_dealt_seat_by_seat() -> None:
    deck = list(range(1, HIGHEST + 1))
    SeededRng("deal").shuffle(deck)
    dealt = game.start(game.options(), SeededRng("deal"))
    assert dealt.hands == [sorted(deck[:HAND]), sorted(deck[HAND : 2 * HAND])]
