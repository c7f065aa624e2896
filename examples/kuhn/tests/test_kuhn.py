"""Laws of every game, clauses of the rules, and golden games."""

from __future__ import annotations

from pathlib import Path

import pytest

from kuhn import game
from kuhn.game import BET, PASS, Pot
from rumpus import SeededRng
from rumpus.author.contract import ScriptedRng
from rumpus.testing import check_golden, every_law, rule

GOLDEN = Path(__file__).parent / "golden"
JACK, QUEEN, KING = range(3)


def played(first: int, second: int, *said: int) -> Pot:
    left = [card for card in (JACK, QUEEN, KING) if card not in (first, second)]
    pot = Pot(game.options(), 2, hands=[[first], [second]], rest=left)
    for move in said:
        pot.play(pot.to_act()[0], move, ScriptedRng([]))
    return pot


test_law = every_law(game)


def test_golden_games() -> None:
    check_golden(game, GOLDEN)


@rule("KP-1", "KP-2", "KP-7")
def test_one_card_of_three_for_each() -> None:
    deck = [JACK, QUEEN, KING]
    SeededRng("deal").shuffle(deck)
    dealt = game.start(game.options(), SeededRng("deal"))
    assert list(game.seat_counts()) == [2]
    assert [*dealt.hands, dealt.rest] == [[card] for card in deck]
    assert dealt.view(0)["card"] == [("jack", "queen", "king")[deck[0]]]
    assert {
        game.start(game.options(), SeededRng("deal")).determinize(0, SeededRng(str(n))).hands[1][0] for n in range(20)
    } == {*deck[1:]}


@rule("KP-3")
def test_seats_pass_or_bet_in_turn() -> None:
    pot = played(KING, QUEEN)
    assert pot.moves(0) == [PASS, BET]
    assert pot.moves(1) == []
    assert [game.format_move(pot, 0, move) for move in pot.moves(0)] == ["pass", "bet"]
    assert played(KING, QUEEN, PASS).to_act() == [1]


@rule("KP-4", "KP-6")
@pytest.mark.parametrize(("said", "result"), [((BET, PASS), [0.5, -0.5]), ((PASS, BET, PASS), [-0.5, 0.5])])
def test_who_passes_a_bet_loses_a_coin_and_nobody_shows(said: tuple[int, ...], result: list[float]) -> None:
    pot = played(JACK, KING, *said)
    assert pot.result() == result
    assert pot.laid == [[], []]


@rule("KP-5", "KP-6")
@pytest.mark.parametrize(("said", "stake"), [((PASS, PASS), 0.5), ((BET, BET), 1.0), ((PASS, BET, BET), 1.0)])
def test_the_higher_card_takes_what_was_put_in(said: tuple[int, ...], stake: float) -> None:
    assert played(QUEEN, KING, *said).result() == [-stake, stake]
    assert played(QUEEN, JACK, *said).result() == [stake, -stake]
    assert played(QUEEN, JACK, *said).laid == [[QUEEN], [JACK]]
