"""Laws of every game, clauses of the rules, and golden games."""

from __future__ import annotations

from pathlib import Path

import pytest

from foxes import game
from foxes.game import DECK, HENS, LET, REST, ROB, SET, Yard
from rumpus import SeededRng
from rumpus.author.contract import BadOption, ScriptedRng
from rumpus.testing import check_golden, every_law, rule

GOLDEN = Path(__file__).parent / "golden"
NO_LUCK = ScriptedRng([])
DOG = HENS


def yard(*hands: list[int], turn: int = 0) -> Yard:
    """Foxes with these cards, and the rest of them in the deck."""
    held = {card for hand in hands for card in hand}
    deck = [card for card in range(DECK.size) if card not in held]
    return Yard(game.options(seats=len(hands)), len(hands), hands=[*hands], deck=deck, turn=turn)


def rob(position: Yard, victim: int, pick: int) -> None:
    """The current seat robs a hand and is let in."""
    position.play(position.turn, ROB + victim, NO_LUCK)
    with ScriptedRng([pick] if len(position.hands[victim]) > 1 else []) as rng:
        position.play(victim, LET, rng)


test_law = every_law(game)


def test_golden_games() -> None:
    check_golden(game, GOLDEN)


@rule("FX-1")
def test_two_to_four_foxes_eighteen_hens_and_six_dogs() -> None:
    assert list(game.seat_counts()) == [2, 3, 4]
    with pytest.raises(BadOption):
        game.options({"players": 5})
    assert DECK.words[0] == "hen 1"
    assert [DECK.words[17], DECK.words[18], DECK.words[23]] == ["hen 18", "dog 1", "dog 6"]


@rule("FX-2", "FX-9")
def test_three_cards_each_from_the_front_of_the_deck() -> None:
    deck = list(range(DECK.size))
    SeededRng("deal").shuffle(deck)
    dealt = game.start(game.options({"players": 2}), SeededRng("deal"))
    assert dealt.hands == [sorted(deck[:3]), sorted(deck[3:6])]
    assert dealt.deck == deck[6:]
    assert dealt.view(0)["hand"] == [DECK.word(card) for card in dealt.hands[0]]
    assert "hand" not in dealt.view(None)
    assert dealt.to_act() == [0]


@rule("FX-3")
def test_one_rests_or_robs_somebody_who_holds_a_card() -> None:
    assert yard([1], [2], []).moves(0) == [REST, ROB + 1]


@rule("FX-4", "FX-6")
def test_the_robbed_seat_answers_and_a_dog_lies_open_then() -> None:
    played = yard([1], [2, DOG])
    played.play(0, ROB + 1, NO_LUCK)
    assert played.to_act() == [1]
    assert played.moves(1) == [LET, SET + DOG]
    played.play(1, SET + DOG, NO_LUCK)
    assert played.hands[1] == [2]
    assert played.dogs == [DOG]
    assert 1 in played.hands[0]
    assert len(played.hands[0]) == 2


@rule("FX-5")
def test_the_two_see_what_is_stolen_and_remember_it_and_the_third_does_not() -> None:
    played = yard([10], [11, 12], [13])
    played.listen()
    rob(played, 1, pick=1)
    stolen = played.take_events()[1]
    assert [str(stolen.seen_by(seat)) for seat in (0, 1, 2)] == [
        "stole(0, 1, hen 13)", "stole(0, 1, hen 13)", "stole_unseen(0, 1)",
    ]  # fmt: skip
    seats = played.view(1)["seats"]
    assert isinstance(seats, list)
    assert isinstance(seats[0], dict)
    assert seats[0]["known"] == ["hen 13"]
    for rng in range(20):
        assert 12 in played.determinize(1, SeededRng(str(rng))).hands[0]
    assert {12 in played.determinize(2, SeededRng(str(rng))).hands[0] for rng in range(20)} == {True, False}


@rule("FX-5")
def test_what_is_remembered_ends_where_a_card_leaves_unseen() -> None:
    """Also if another card left: otherwise remembering would reveal which one it was."""
    for pick in (0, 1, 2):
        played = yard([10], [11, 12], [13])
        rob(played, 1, pick=1)
        played.play(1, REST, NO_LUCK)
        rob(played, 0, pick=pick)
        assert not any(mask >> 1 & 1 for mask in played.known)


@rule("FX-7")
def test_then_the_top_card_is_drawn_and_the_next_seat_is_asked() -> None:
    played = yard([10], [11])
    top = played.deck[0]
    played.play(0, REST, NO_LUCK)
    assert played.hands[0] == [top, 10]
    assert played.to_act() == [1]


@rule("FX-8")
def test_with_the_last_card_hands_are_laid_open_and_the_most_worth_wins() -> None:
    last = yard([10], [11])
    last.deck, last.dogs = last.deck[:1], last.deck[1:]
    last.play(0, REST, NO_LUCK)
    assert last.hands == [[], []]
    assert last.view(None)["outcome"] == "The game is over."
    assert last.standing() == [11.0 + 1.0, 12.0]
    assert last.result() == [0.0, 0.0]
    last.laid[1].append(4)
    assert last.result() == [-1.0, 1.0]
