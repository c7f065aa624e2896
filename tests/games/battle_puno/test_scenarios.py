"""The thirty worked examples of RULES.md, number for number."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rumpus.core.rng import CountingRng, Rng, ScriptedRng
from rumpus.games.battle_puno import game
from rumpus.games.battle_puno.rules.deck import BLACK, COLOUR_OF, SKIP, SYMBOL_OF
from rumpus.games.battle_puno.rules.numbers import Numbers
from rumpus.testing import rule
from tests.games.battle_puno.setup import Play, dealt, face, faces, names, picks_for, stacked, table


@rule("BP-S1", "BP-1", "BP-2", "BP-21")
def test_the_deck_counts() -> None:
    for changes, cards, points in (({}, 116, 1560), ({"mode": "traditional"}, 110, 1340)):
        numbers = Numbers(game.options(changes))
        assert len(numbers.cards) == cards
        assert numbers.points_of(numbers.cards) == points
    full = Numbers(game.options()).cards
    coloured = Counter(COLOUR_OF[card] for card in full if SYMBOL_OF[card] < SKIP)
    assert [coloured[colour] for colour in range(4)] == [19, 19, 19, 19]
    assert sum(1 for card in full if COLOUR_OF[card] == BLACK) == 16
    assert names(sorted(set(full) - set(Numbers(game.options({"mode": "traditional"})).cards))) == (
        "trade, wild chaos, discard all"
    )
    assert Numbers(game.options({"mode": "traditional", "extra_cards": "on"})).cards == full


@rule("BP-S2", "BP-6")
def test_what_fits_on_red_five() -> None:
    t = table("blue 9, red 9, blue 5, wild, trade, wild chaos, discard all", "red 1", "red 1", "red 2")
    assert t.offered == [
        "red 9", "blue 5", "wild red", "wild blue", "wild green", "wild yellow", "trade 1", "trade 2", "trade 3",
        "wild chaos", "discard all", "draw",
    ]  # fmt: skip


@rule("BP-S3", "BP-10")
def test_a_penalty_is_passed_on_and_thrown_back() -> None:
    t = table("red draw 2, blue 1", "red skip, blue skip, blue 2", "red reverse, blue 3", "blue 4")
    t.does("A", "red draw 2")
    assert (t.on, t.phase, t.penalty) == ("B", "answer", 2)
    t.does("B", "red skip")
    assert (t.on, t.penalty) == ("C", 2)
    t.does("C", "red reverse")
    assert (t.on, t.penalty, t.clockwise) == ("B", 2, False)
    assert t.offered == ["take"], "a blue Skip is no answer"
    t.does("B", "take")
    assert (t.cards("B"), t.penalty, t.on, t.clockwise) == (4, 0, "A", False)


@rule("BP-S4", "BP-8")
def test_the_last_card_may_be_wild_but_no_other_black_card() -> None:
    t = table("wild draw 4", "red 1", "red 2", "red 3", mode="traditional")
    assert t.offered == ["draw"]
    t = table("wild", "red 1", "red 2", "red 3", mode="traditional").does("A", "wild red")
    assert t.position.result() == [1.0, pytest.approx(1 / 3), pytest.approx(-1 / 3), -1.0]


@rule("BP-S5", "BP-24")
def test_drawing_pays_the_pool_and_a_penalty_does_not() -> None:
    t = table("red 1, red 2", "blue 1", "blue 2", "blue 3", pool=17, pool_pile="red 8, red 9").does("A", "draw")
    assert (t.hp[0], t.pool, t.cards("A"), t.on) == (183, 0, 3, "B")
    t = table("red 1, red 2", "blue 1", "blue 2", "blue 3", pool=17, pool_pile="red 8, red 9", penalty=2)
    t.does("A", "take")
    assert (t.hp[0], t.pool, t.cards("A"), t.on) == (200, 17, 4, "B")


@rule("BP-S6", "BP-23")
def test_a_zero_adds_ten_or_resets() -> None:
    before: dict[str, Any] = {"pool": 12, "pool_pile": "red 8, red 4"}
    for words, pool in (("red 0 add", 22), ("red 0 reset", 0)):
        t = table("red 0, red 1", "blue 1", "blue 2", "blue 3", **before)
        assert t.offered == ["red 0 add", "red 0 reset", "red 1", "draw"]
        t.does("A", words)
        assert t.pool == pool
    t = table("red 0, red 1", "blue 1", "blue 2", "blue 3", mode="traditional")
    assert t.offered == ["red 0", "red 1", "draw"]


@rule("BP-S7", "BP-2", "BP-25")
def test_points_in_hand_cost_hp_and_hp_make_the_score() -> None:
    t = table(
        "red 1", "blue 7, blue skip, trade, wild", "blue 2", "blue 3", hp=[200, 80, 200, 200], scores=[0, 30, 0, 0]
    )
    assert t.position.numbers.points_of(faces("blue 7, blue skip, trade, wild")) == 107
    t.position.apply(0, face("red 1"), Endless())
    assert t.scores[1] == 3
    assert "B ends the round with −27 HP: score 3. (BP-25)" in log_since(t)


@rule("BP-S8", "BP-17", "BP-18")
def test_discard_all_takes_the_colour_in_force_along() -> None:
    hands = ("red 3, discard all, blue 5, red skip, red draw 2, wild", "red 1, blue 5, wild", "blue 2", "blue 3")
    t = table(*hands, deck="", pool=17, pool_pile="red 8, red 9")
    pile = t.pile
    t.does("A", "discard all")
    assert t.hand("A") == "blue 5, wild"
    assert t.pile == f"{pile}, red 5, red 3, red skip, red draw 2"
    assert (t.pool, t.penalty, t.on, t.in_force) == (17, 0, "B", "red")
    assert t.offered == ["red 1", "wild red", "wild blue", "wild green", "wild yellow"]


@rule("BP-S9", "BP-11", "BP-12")
@pytest.mark.parametrize("card", ["red skip", "red reverse"])
def test_between_two_players_skip_and_reverse_give_another_turn(card: str) -> None:
    t = table(f"{card}, red 1", "red 2, red 3").does("A", card)
    assert (t.on, t.phase) == ("A", "turn")


@rule("BP-S10", "BP-19", "BP-20", "BP-21", "BP-25", "BP-33")
def test_the_deck_is_empty_and_one_after_the_other_is_stuck() -> None:
    hands = ("blue 1, blue 2", "blue 3", "yellow 4, yellow 6", "red 1, blue 9, red 2, yellow 8, red 5")
    # D's red 5 brings the others to their turns: they are knocked out before anything is asked of them.
    t = table(*hands, deck="", pool=4, pool_pile="green 4", on="D", card="red skip", max_rounds=1).does("D", "red 5")
    assert [line for line in t.log_texts if "BP-19" in line] == [
        f"{who} is out with the whole hand: nothing to play, nothing to draw. (BP-19)" for who in "ABC"
    ]
    assert (t.on, t.still_in, t.hp, t.pool) == ("D", "D", [200] * 4, 9)
    assert t.offered == ["red 1", "red 2"]
    t.does("D", "red 1").does("D", "red 2")
    assert t.position.result() is not None
    assert t.hp == t.scores == [197, 197, 190, 183]
    t = table(*hands, deck="", on="D", card="red skip", mode="traditional")
    t.does("D", "red 5").does("D", "red 1").does("D", "red 2")
    assert t.places == [2, 2, 4, 1]


@rule("BP-S11", "BP-27")
def test_a_death_match_fills_the_hand_up_again() -> None:
    t = table(*[f"red {n}, {hand}" for n, hand in zip(range(1, 5), SEVENS, strict=True)], mode="death match")
    t.does("A", "red 1")
    assert t.cards("A") == 7


@rule("BP-S12", "BP-4")
def test_ties_draw_again_for_the_start() -> None:
    t = dealt("wild, red 2, wild draw 4, blue 3, red 9, blue skip", "red 1")
    lots = [line for line in t.log_texts if "BP-4" in line]
    assert lots == [
        "A draws the Wild to see who starts. (BP-4)",
        "B draws the red 2 to see who starts. (BP-4)",
        "C draws the Wild Draw 4 to see who starts. (BP-4)",
        "D draws the blue 3 to see who starts. (BP-4)",
        "A draws the red 9 to see who starts. (BP-4)",
        "C draws the blue Skip to see who starts. (BP-4)",
        "C starts. (BP-4)",
    ]


A_STARTS = "red 9, red 1, red 2, red 3"


def twenty_eight(first: str) -> str:
    """28 number cards to deal, and the card that is turned up then."""
    return ", ".join([f"{colour} {n}" for n in range(1, 8) for colour in ("red", "blue", "green", "yellow")] + [first])


@rule("BP-S13", "BP-5", "BP-38")
def test_the_card_turned_up_works_on_the_starter() -> None:
    t = dealt(A_STARTS, twenty_eight("red skip"))
    assert (t.on, t.phase) == ("B", "turn")
    t = dealt(A_STARTS, twenty_eight("red reverse"))
    assert t.on == "A"
    t.does("A", "red 1")
    assert t.on == "D"
    t = dealt(A_STARTS, twenty_eight("red draw 2"))
    assert (t.on, t.phase, t.penalty) == ("A", "answer", 2)
    t.does("A", "take")
    assert (t.cards("A"), t.on) == (9, "B")


@rule("BP-S13", "BP-5", "BP-36", "BP-38")
def test_a_black_card_on_top_costs_one_more_shuffle() -> None:
    order = Numbers(game.options()).cards
    deal = stacked(order, twenty_eight("wild"))
    rest = [*deal[29:], face("wild")]
    again = picks_for(rest, stacked(rest, "red skip"))
    with ScriptedRng(picks_for(order, stacked(order, A_STARTS)) + picks_for(order, deal) + again) as script:
        rng = CountingRng(script)
        t = Play().at(game.start(game.options(), rng))
    assert len(rng.draws) == 115 + 115 + 87
    assert (names([t.position.card]), t.on) == ("red skip", "B")


class Zeros(Rng):
    """Every pick is 0, and the questions are counted."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def below(self, n: int) -> int:
        if n > 1:
            self.asked.append(n)
        return 0


@rule("BP-S14", "BP-4", "BP-36", "BP-37", "BP-38")
def test_all_picks_are_zero() -> None:
    rng = Zeros()
    t = Play().at(game.start(game.options(), rng, listen=True))
    lots = [line for line in log_since(t) if "BP-4" in line]
    assert lots[-3:] == [
        "C draws the blue 0 to see who starts. (BP-4)",
        "D draws the blue 1 to see who starts. (BP-4)",
        "D starts. (BP-4)",
    ]
    assert t.on == "D"
    assert t.hand("D") == "red 1, red 3, red 5, red 7, red 9, red reverse, blue 0"
    assert t.hand("A") == "red 1, red 3, red 5, red 7, red 9, red reverse, blue 1"
    assert names([t.position.card]) == "blue 2"
    assert t.deck.startswith("blue 3, ")
    assert t.deck.endswith(", red 0")
    assert len(rng.asked) == 230
    assert rng.asked[0] == 116


@rule("BP-S15", "BP-32")
def test_a_penalty_takes_what_is_left_of_the_deck() -> None:
    hands = ("red draw 2, red 1, blue 1", "yellow 1, yellow 2", "blue draw 2, yellow 3", "yellow 4, yellow 6")
    t = table(*hands, deck="green 9").does("A", "red draw 2").does("B", "take")
    assert (t.cards("B"), t.on, t.still_in) == (3, "C", "ABCD")
    t.does("C", "blue draw 2").does("D", "take")
    assert (t.cards("D"), t.on, t.still_in) == (2, "A", "ABCD")
    assert t.hand("A") == "red 1, blue 1"
    assert t.offered == ["blue 1"]


@rule("BP-S16", "BP-14", "BP-32")
def test_hit_all_takes_what_is_left_of_the_deck() -> None:
    t = table("wild hit all, red 1", "red 2", "red 3", "red 4", deck="green 1, green 2, green 3", pool=9)
    t.does("A", "wild hit all red")
    assert (t.hand("B"), t.hand("C"), t.hand("D")) == ("red 2, green 1, green 2", "red 3, green 3", "red 4")
    assert (t.still_in, t.hp, t.pool, t.on) == ("ABCD", [200] * 4, 9, "B")


@rule("BP-S17", "BP-16", "BP-31")
def test_a_trade_names_somebody_who_is_in_or_nobody() -> None:
    t = table("trade, red 1", "blue 1", "blue 2", "blue 3", deck="", out="C")
    assert t.offered == ["trade 1", "trade 3", "red 1"]
    t = table("trade, red 1", "blue 1", "blue 2", "blue 3", deck="", out="BCD")
    assert t.offered == ["trade", "red 1"]
    t.does("A", "trade")
    assert (t.hand("A"), t.hand("B"), t.on, t.in_force) == ("red 1", "blue 1", "A", "red")


@rule("BP-S18", "BP-9", "BP-17", "BP-8")
def test_discard_all_and_the_last_cards() -> None:
    t = table("discard all, red 3, red skip", "blue 1", "blue 2", "blue 3", max_rounds=1).does("A", "discard all")
    assert t.position.result() is not None
    assert t.scores == [200, 199, 198, 197]
    assert table("discard all", "blue 1", "blue 2", "blue 3").offered == ["draw"]
    t = table("discard all, red 3", "blue 1", "blue 2", "blue 3", card="discard all", colour="red")
    t.does("A", "discard all")
    assert t.hand("A") == "red 3"


@rule("BP-S19", "BP-9", "BP-41")
def test_the_last_card_still_punishes() -> None:
    t = table("red draw 2", "red skip, blue 1", "blue 4", deck="green 9, wild", max_rounds=1).does("A", "red draw 2")
    assert t.hand("B") == "red skip, blue 1, green 9, wild"
    assert t.scores == [200, 120, 196]
    t = table("red 1", "red skip", "blue 4", on="B", penalty=2, deck="green 9, wild", max_rounds=1)
    t.does("B", "red skip")
    assert t.hand("C") == "blue 4, green 9, wild"
    assert (t.scores, t.places[1]) == ([199, 200, 137], 1)


@rule("BP-S20", "BP-30", "BP-32")
def test_a_penalty_passes_over_those_who_are_out() -> None:
    t = table("red draw 2, red 1", "blue 1", "blue 2", "red 3", deck="", out="B").does("A", "red draw 2")
    assert (t.on, t.penalty) == ("C", 2)
    t.does("C", "take")
    assert (t.cards("C"), t.on) == (1, "D")


@rule("BP-S21", "BP-10", "BP-12", "BP-30")
def test_two_left_of_four() -> None:
    t = table("red reverse, red 1", "blue 1", "red 2", "blue 3", deck="", out="BD")
    assert t.does("A", "red reverse").on == "A"
    t = table("red draw 2, red 1", "blue 1", "red reverse, red 2", "blue 3", deck="", out="BD")
    t.does("A", "red draw 2").does("C", "red reverse")
    assert (t.on, t.penalty) == ("A", 2)
    t.does("A", "take")
    assert (t.cards("A"), t.on) == (1, "C")


SEVENS = (
    "blue 1, blue 2, blue 3, blue 4, blue 5, blue 6",
    "blue 1, blue 2, blue 3, blue 4, blue 5, blue 6",
    "yellow 1, yellow 2, yellow 3, yellow 4, yellow 5, yellow 6",
    "yellow 1, yellow 2, yellow 3, yellow 4, yellow 5, yellow 6",
)


BLUES = "blue 1, blue 2, blue 3, blue 4, blue 5, blue 7, blue 8"
SPENT: dict[str, Any] = {"mode": "death match", "deck": "", "pile": ""}


@rule("BP-S22", "BP-28", "BP-35")
def test_a_death_match_without_deck_and_discard_pile_uses_the_pool() -> None:
    t = table(BLUES, "the rest", card="red draw 2", penalty=2, pool=9, pool_pile="red 3, blue 6", **SPENT)
    t.does("A", "take", picks=[0])
    assert t.hand("A").endswith("blue 8, blue 6, red 3")
    assert t.pool == 0
    assert "There are no discards either: the pool of 9 is emptied and its cards are used. (BP-28)" in t.log_texts
    t = table(BLUES, "the rest", card="red 3", counting=True, penalty=2, pool=3, **SPENT).does("A", "take")
    assert (t.cards("A"), t.pool) == (7, 3)


@rule("BP-S23", "BP-24", "BP-28")
def test_an_own_draw_resets_the_pool_before_it_draws() -> None:
    t = table(BLUES, "the rest", card="green 3", counting=True, pool=9, pool_pile="red 4, yellow 2", **SPENT)
    t.does("A", "draw", picks=[0])
    assert (t.hp[0], t.pool) == (191, 0)
    assert t.hand("A").endswith("blue 8, yellow 2")
    assert t.deck == "red 4"


@rule("BP-S24", "BP-27", "BP-33", "BP-40")
def test_a_death_match_to_the_end() -> None:
    played: dict[str, Any] = {"card": "green 3", "counting": True, "pool": 9, "pool_pile": "red 4, yellow 2"}
    hands = (BLUES, BLUES.replace("blue", "yellow"), "the rest")
    t = table(*hands, **played, **{**SPENT, "deck": "green 1"}, hp=[9, 5, 200]).does("A", "draw")
    assert (t.hp[0], t.still_in, t.deck, t.hand("A")) == (0, "BC", "green 1", "")
    assert t.pile == "red 4, yellow 2, blue 1, blue 2, blue 3, blue 4, blue 5, blue 7, blue 8"
    t.position.pool = 9
    t.does("B", "draw")
    assert (t.hp[1], t.still_in, t.on) == (-4, "C", "")
    assert t.places == [3, 2, 1]
    assert t.position.result() == [-1.0, 0.0, 1.0]


@rule("BP-S25", "BP-26", "BP-33")
@pytest.mark.parametrize(
    ("before", "round", "after", "places"),
    [
        ([310, 310, 100], 1, [510, 505, 241], [1, 2, 3]),
        ([300, 307, 330], 1, [500, 502, 471], [2, 1, 3]),
        ([305, 310, 100], 1, [505, 505, 241], []),
        ([305, 310, 364], 50, [505, 505, 505], [1, 1, 1]),
    ],
)
def test_reaching_the_goal(before: list[int], round: int, after: list[int], places: list[int]) -> None:
    t = table("red 1", "blue 5", "blue 9, wild", scores=before, round=round)
    t.position.apply(0, face("red 1"), Endless())
    assert t.scores == after
    assert t.places == places
    if places:
        assert t.position.round == round
        if places == [1, 1, 1]:
            assert t.position.result() == [1.0, 1.0, 1.0]
    else:
        assert t.position.round == round + 1
        assert t.hp == [200, 200, 200]
        assert "The best score, 505, is shared: another round decides. (BP-26)" in log_since(t)
        assert t.sizes in ([7, 7, 7], [8, 7, 7], [7, 8, 7], [7, 7, 8])


@rule("BP-S26", "BP-25")
def test_hp_and_scores_may_be_negative() -> None:
    hand = "wild, wild, wild, wild, wild draw 4"
    t = table("red 1", hand, "blue 1", scores=[0, 20, 0], max_rounds=1).does("A", "red 1")
    assert (t.hp[1], t.scores[1]) == (-50, -30)
    t = table("red 1", hand, "blue 1", scores=[-30, 0, 0], max_rounds=1).does("A", "red 1")
    assert t.scores[0] == 170


@rule("BP-S27", "BP-15", "BP-18", "BP-23", "BP-41")
def test_chaos_draws_colour_and_number() -> None:
    t = table(
        "wild chaos, red 1", "red 1, green 1, red 7, blue 7, yellow 5, wild", "blue 1", "blue 2", pool=12, pool_pile=""
    ).does("A", "wild chaos", picks=[2, 7])
    assert (t.in_force, t.pool, t.on) == ("green 7", 12, "B")
    assert t.offered == [
        "green 1", "red 7", "blue 7", "wild red", "wild blue", "wild green", "wild yellow", "draw",
    ]  # fmt: skip
    t.does("B", "blue 7")
    assert t.in_force == "blue 7", "the number of Chaos lapses with the next card"


@rule("BP-S28", "BP-10")
def test_draw_cards_stack_if_the_match_says_so() -> None:
    hands = ("red draw 2, red 1", "wild draw 4, red 1", "green skip, green draw 2, red draw 2, blue 1", "blue 1")
    t = table(*hands, stack_draws="on").does("A", "red draw 2").does("B", "wild draw 4 green")
    assert (t.on, t.penalty) == ("C", 6)
    assert t.offered == ["green skip", "green draw 2", "take"]
    t.does("C", "green skip")
    assert (t.on, t.penalty) == ("D", 6)
    t.does("D", "take")
    assert t.cards("D") == 7


@rule("BP-S29", "BP-34")
def test_overload_hurts_more_each_time() -> None:
    hand = "blue 1, blue 2, blue 3, blue 4, blue 6, blue 7, blue 8"
    hp = 200
    for extra, lost in ((2, 0), (3, 2), (4, 4), (5, 6)):
        more = ", ".join(f"green {n}" for n in range(1, extra + 1))
        hands = (f"{hand}, {more}", "red 1, " + SEVENS[2])
        t = table(*hands, mode="death match", overload="on", on="B", hp=[hp, 200], streak=[extra - 2, 0])
        t.does("B", "red 1")
        assert hp - t.hp[0] == lost
        assert (t.on, t.position.streak[0]) == ("A", extra - 1)
        hp = t.hp[0]
    three = (f"{hand}, green 1, green 2", SEVENS[2] + ", blue 9", "red draw 2, " + SEVENS[3])
    t = table(*three, mode="death match", overload="on", on="C", hp=[2, 200, 200], streak=[1, 0, 0])
    t.does("C", "red draw 2")
    assert (t.hp[0], t.still_in, t.on, t.phase, t.penalty) == (0, "BC", "B", "answer", 2)


@rule("BP-S30", "BP-7")
def test_a_drawn_card_may_be_played_at_once_in_traditional() -> None:
    t = table("blue 1", "blue 2", "blue 3", "blue 4", deck="red 9, green 1", mode="traditional").does("A", "draw")
    assert (t.on, t.phase, t.offered) == ("A", "drawn", ["red 9", "keep"])
    t = table("blue 1", "blue 2", "blue 3", "blue 4", deck="red 9, green 1").does("A", "draw")
    assert (t.on, t.hand("A")) == ("B", "blue 1, red 9")


# --- helpers ---


class Endless(Rng):
    """For a next round whose cards do not matter: always the last possibility, so nothing is moved."""

    def below(self, n: int) -> int:
        return n - 1


def log_since(t: Play) -> list[str]:
    """The events since the last decision, when a move was made by `apply`."""
    t.heard = t.position.take_events()
    return t.log_texts
