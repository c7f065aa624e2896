"""Turns, decisions and their order; the deck; the start of a round."""

from __future__ import annotations

import pytest

from rumpus.core.errors import BadOption
from rumpus.core.rng import CountingRng, ScriptedRng, SeededRng
from rumpus.games.battle_puno import game
from rumpus.games.battle_puno.rules.deck import FACES
from rumpus.games.battle_puno.rules.moves import DRAW
from rumpus.games.battle_puno.rules.numbers import Numbers
from rumpus.testing import rule
from tests.games.battle_puno.setup import OTHERS, Play, dealt, names, picks_for, stacked, table


@rule("BP-3", "BP-30")
def test_players_and_hands_have_bounds() -> None:
    assert list(game.seat_counts()) == [2, 3, 4, 5, 6, 7, 8]
    assert game.options()["players"] == 4
    for players in range(2, 9):
        for hand in (4, 7, 10):
            position = game.start(game.options({"players": players, "hand": hand}), SeededRng("deal"))
            drawn = sum(len(one) for one in position.hands) - players * hand
            assert drawn == 0
    for name, value in (("players", 9), ("players", 1), ("hand", 3), ("hand", 11), ("hp", 49), ("goal", 99)):
        with pytest.raises(BadOption, match=name):
            game.options({name: value})
    with pytest.raises(BadOption, match="BP-5"):
        game.options({"players": 8, "hand": 10, "skips": 0, "reverses": 0, "draw_twos": 0})


@rule("BP-4", "BP-38")
def test_too_few_cards_for_another_draw_go_back_and_are_shuffled_first() -> None:
    options = game.options({"players": 2})
    numbers = Numbers(options)
    order = numbers.cards
    tied_to_the_end = sorted(
        order, key=lambda card: numbers.points[card]
    )  # each kind of points an even number of times
    script = picks_for(order, tied_to_the_end)
    script += picks_for(order, stacked(order, "red 1, red 9"))
    script += picks_for(order, stacked(order, "red 1, red 2, red 3, red 4"))
    t = Play(script, players=2)
    lots = t.log_texts
    assert len([line for line in lots if "to see who starts" in line]) == 118
    assert "B starts. (BP-4)" in lots
    assert t.hand("B").startswith("red 1, red 3")


@rule("BP-5")
def test_a_reverse_turned_up_for_two_players_leaves_the_starter_first() -> None:
    deal = "red 1, blue 1, red 2, blue 2, red 3, blue 3, red 4, blue 4, red reverse"
    t = dealt("red 9, red 1", deal, players=2, hand=4)
    assert (t.on, t.clockwise, t.hand("A")) == ("A", False, "red 1, red 2, red 3, red 4")


@rule("BP-5", "BP-23")
def test_a_number_turned_up_adds_nothing_to_the_pool() -> None:
    deal = "red 1, blue 1, red 2, blue 2, red 3, blue 3, red 4, blue 4, red 8"
    t = dealt("red 9, red 1", deal, players=2, hand=4)
    assert (t.in_force, t.pool) == ("red 8", 0)
    t.does("A", "red 1")
    assert (t.pool, t.pile, t.pool_pile) == (1, "red 8", ""), "and goes to the discard pile"


@rule("BP-7")
def test_the_drawn_card_alone_may_be_played() -> None:
    t = table("red 1, red 9, blue 2", *OTHERS, top="red 9", mode="traditional").does("A", "draw")
    assert t.offered == ["red 9", "keep"]
    assert t.refusal(0, 1) == "Only the card just drawn, red 9, may be played now (BP-7)."
    t.does("A", "red 9")
    assert t.hand("A") == "red 1, red 9, blue 2", "the drawn one is played, not its twin"
    assert t.on == "B"


@rule("BP-7", "BP-42")
def test_a_drawn_card_may_be_kept_or_may_not_fit() -> None:
    t = table("blue 2", *OTHERS, top="red 9, blue 9", mode="traditional").does("A", "draw").does("A", "keep")
    assert (t.on, t.hand("A")) == ("B", "blue 2, red 9")
    t.does("B", "draw")
    assert t.on == "C", "nobody is asked about a card that does not fit"


@rule("BP-7")
def test_play_drawn_can_be_switched() -> None:
    t = table("blue 2", *OTHERS, top="red 9", mode="traditional", play_drawn="off")
    assert t.does("A", "draw").on == "B"
    t = table("blue 2", *OTHERS, top="red 9", play_drawn="on", pool=6).does("A", "draw")
    assert (t.on, t.phase, t.hp[0], t.pool) == ("A", "drawn", 194, 0)
    t.does("A", "red 9")
    assert t.pool == 9


@rule("BP-8")
def test_a_black_last_card_is_no_answer_either() -> None:
    t = table("wild draw 4", *OTHERS, card="red draw 2", penalty=2, stack_draws="on")
    assert t.offered == ["take"]
    t = table("wild draw 4, blue 1", *OTHERS, card="red draw 2", penalty=2, stack_draws="on")
    assert t.offered[0] == "wild draw 4 red"


@rule("BP-9")
def test_puno_is_called_by_itself() -> None:
    t = table("red 1, red 2", *OTHERS).does("A", "red 1")
    assert "A: Puno! One card left. (BP-9)" in t.log_texts


@rule("BP-10")
def test_between_two_players_both_answers_send_the_penalty_back() -> None:
    for card in ("red skip", "red reverse"):
        t = table("red draw 2, blue 1", f"{card}, blue 2").does("A", "red draw 2").does("B", card)
        assert (t.on, t.penalty, t.phase) == ("A", 2, "answer")


@rule("BP-10")
def test_penalties_do_not_add_up_without_the_option() -> None:
    t = table("red draw 2, blue 1", "red draw 2, wild draw 4, blue 2", *OTHERS[:2]).does("A", "red draw 2")
    assert t.offered == ["take"]


@rule("BP-11")
def test_a_skip_cannot_be_answered() -> None:
    t = table("red skip, blue 1", "red skip, red reverse", *OTHERS[:2])
    assert t.does("A", "red skip").on == "C"


@rule("BP-19")
def test_with_an_empty_deck_whoever_can_play_must() -> None:
    t = table("red 1, blue 2", *OTHERS, deck="")
    assert t.offered == ["red 1"]
    assert t.refusal(0, DRAW) == "The deck is empty: anyone who can play must play (BP-19)."


@rule("BP-20", "BP-9")
def test_the_last_one_left_may_still_empty_the_hand() -> None:
    t = table("red 1, red 2", *OTHERS, deck="", out="BCD", max_rounds=1).does("A", "red 1").does("A", "red 2")
    assert t.scores[0] == 200
    assert "A has played the last card: the round is over. (BP-9)" in t.log_texts


@rule("BP-30")
def test_a_skip_passes_over_those_who_are_out() -> None:
    t = table("red skip, blue 1", *OTHERS, out="B").does("A", "red skip")
    assert t.on == "D"
    assert "C is skipped. (BP-11)" in t.log_texts


@rule("BP-32")
def test_a_penalty_with_an_empty_deck_can_still_be_answered() -> None:
    t = table("red draw 2, red 1", "red skip, blue 1", *OTHERS[:2], deck="").does("A", "red draw 2")
    assert t.offered == ["red skip", "take"]
    t.does("B", "red skip").does("C", "take")
    assert "The deck is empty: C is spared 2 cards. (BP-32)" in t.log_texts


@rule("BP-35")
def test_a_card_that_has_counted_goes_to_the_pool_pile_when_it_is_covered() -> None:
    t = table("red 1, red 3, blue 9", "red 2, blue 2", "blue 1, blue 3", "yellow 1, yellow 2", top="green 9, green 8")
    t.does("A", "red 1").does("B", "red 2")
    assert (t.pool, t.pool_pile, t.pile) == (3, "red 1", "red 5")
    t.does("C", "draw")
    assert (t.pool, t.pool_pile, t.pile) == (0, "", "red 5, red 1")
    t.does("D", "draw")
    assert t.hp == [200, 200, 197, 200]
    t.does("A", "red 3")
    assert t.pile == "red 5, red 1, red 2", "red 2 has counted, but the pool was reset since"
    assert (t.pool, t.pool_pile) == (3, "")


@rule("BP-36")
def test_a_shuffle_takes_one_pick_less_than_there_are_cards() -> None:
    options = game.options({"players": 2})
    order = Numbers(options).cards
    script = picks_for(order, stacked(order, "red 9, red 1")) + picks_for(order, stacked(order, "red 1, red 2"))
    with ScriptedRng(script) as scripted:
        rng = CountingRng(scripted)
        game.start(options, rng)
    assert [n for n, _ in rng.draws] == [*range(116, 1, -1), *range(116, 1, -1)]


@rule("BP-37")
def test_the_order_of_the_deck() -> None:
    cards = names(Numbers(game.options()).cards).split(", ")
    red = ["red 0", *[f"red {digit}" for digit in range(1, 10) for _ in range(2)]]
    red += [f"red {symbol}" for symbol in ("skip", "reverse", "draw 2") for _ in range(2)]
    assert cards[:25] == red
    assert [card.split()[0] for card in cards[:100:25]] == ["red", "blue", "green", "yellow"]
    assert cards[100:] == (
        ["wild"] * 4 + ["wild draw 4"] * 4 + ["trade"] * 2 + ["wild hit all"] * 2 + ["wild chaos"] * 2
        + ["discard all"] * 2
    )  # fmt: skip


@rule("BP-38")
def test_the_deal_goes_card_by_card_from_the_starter() -> None:
    t = dealt("red 1, red 9, red 2", "red 1, red 2, red 3, red 4, red 5, red 6", players=3, hand=4)
    assert t.on in "ABC"
    assert t.hand("B").startswith("red 1, red 4")
    assert t.hand("C").startswith("red 2, red 5")
    assert t.hand("A").startswith("red 3, red 6")


@rule("BP-40")
def test_turns_are_counted_and_the_skipped_have_none() -> None:
    t = table("red skip, blue 1", *OTHERS, turn=10).does("A", "red skip")
    assert t.position.turn == 11


@rule("BP-42")
def test_the_order_of_the_options() -> None:
    t = table("wild, red 0, blue 9, trade, red 7, wild, red 7", *OTHERS, clockwise=False)
    assert t.offered == [
        "wild red", "wild blue", "wild green", "wild yellow", "red 0 add", "red 0 reset", "trade 3", "trade 2",
        "trade 1", "red 7", "draw",
    ]  # fmt: skip


@rule("BP-42")
def test_of_equal_cards_the_leftmost_is_played_and_one_option_is_still_asked() -> None:
    t = table("red 7, blue 1, red 7", *OTHERS).does("A", "red 7")
    assert t.hand("A") == "blue 1, red 7"
    assert t.offered == ["draw"]
    assert t.position.visible_to_act(0) == [1]
    assert t.position.moves(0) == []


@pytest.mark.parametrize("count", [1, 2, 8, 9, 10, 11, 12, 22])
def test_a_sampled_move_is_the_one_of_the_list(count: int) -> None:
    """A hand holds one to many faces that fit, some of them with several moves, each twice."""
    position = game.start(game.options({"players": 2, "mode": "battle puno"}), SeededRng("hand"))
    fitting = [face for face in range(FACES) if position.playable() >> face & 1]
    others = [face for face in range(FACES) if face not in fitting]
    held = [face for pair in zip(fitting[::-1], others, strict=False) for face in pair][: 2 * count]
    position.hands[position.on] = held + held
    position.listed = None
    moves = position.list_moves()
    assert len(moves) > min(count, len(fitting))
    for place, move in enumerate(moves):
        with ScriptedRng([place]) as script:
            assert position.sample_move(script) == move
