"""Traditional, Battle Puno and Death Match: pools, rounds, falling, time, places."""

from __future__ import annotations

import pytest

from rumpus.core.playout import play_randomly
from rumpus.core.rng import SeededRng
from rumpus.games.battle_puno import game
from rumpus.games.battle_puno.rules.places import by_falling, by_fewest, by_most, results
from rumpus.testing import rule
from tests.games.battle_puno.setup import face, table

A7 = "blue 1, blue 2, blue 3, blue 4, blue 6, blue 7, blue 8"
B7 = "yellow 1, yellow 2, yellow 3, yellow 4, yellow 6, yellow 7, yellow 8"
C7 = "green 1, green 2, green 3, green 4, green 6, green 7, green 8"


@rule("BP-21")
def test_traditional_has_no_pool_and_no_hp() -> None:
    t = table("red 7, blue 1", "blue 2", mode="traditional").does("A", "red 7")
    assert t.pool == 0
    view = t.position.view(0)
    assert "pool" not in view
    assert isinstance(view["seats"], list)
    assert all(isinstance(seat, dict) and "hp" not in seat for seat in view["seats"])
    t.does("B", "draw")
    if t.phase == "drawn":
        t.does("B", "keep")
    assert t.hp == [200, 200]


@rule("BP-21", "BP-33")
def test_traditional_ranks_the_others_by_points_in_hand() -> None:
    t = table("red 7", "wild", "blue 9, blue 8", "blue skip", "green 8, green 9", mode="traditional").does("A", "red 7")
    assert t.places == [1, 5, 2, 4, 2]
    assert t.position.result() == [1.0, -1.0, 0.5, -0.5, 0.5]


@rule("BP-22", "BP-39")
def test_every_round_of_battle_puno_begins_with_full_hp_and_an_empty_pool() -> None:
    t = table("red 7", A7, hp=[20, 30], pool=11, pool_pile="green 2, green 9", scores=[5, 6], round=3)
    t.position.apply(0, face("red 7"), SeededRng("next"))
    assert (t.hp, t.pool, t.position.round, t.still_in) == ([200, 200], 0, 4, "AB")
    assert t.scores == [5 + 20, 6 + 30 - 31]
    assert len(t.position.numbers.cards) == 116
    assert table("red 7", A7, hp=[999, 999]).position.numbers.hp == 200
    assert game.start(game.options({"hp": 350}), SeededRng("x")).hp == [350] * 4


@rule("BP-24")
def test_nobody_falls_in_battle_puno() -> None:
    t = table("blue 1, blue 2", "blue 3", hp=[5, 200], pool=9).does("A", "draw")
    assert (t.hp[0], t.still_in, t.on) == (-4, "AB", "B")


@rule("BP-24", "BP-19")
def test_being_stuck_costs_nothing() -> None:
    t = table("red 1, blue 2", "yellow 3", "red 4, blue 8", deck="", pool=9).does("A", "red 1")
    assert (t.still_in, t.hp, t.pool) == ("AC", [200, 200, 200], 10)


@rule("BP-26")
def test_the_last_round_ends_the_match_below_the_goal_too() -> None:
    t = table("red 7", "blue 1", "blue 9", max_rounds=4, round=4, scores=[10, 20, 300]).does("A", "red 7")
    assert (t.scores, t.places) == ([210, 219, 491], [3, 2, 1])


@rule("BP-39")
@pytest.mark.parametrize("mode", ["traditional", "death match"])
def test_the_other_modes_have_one_start(mode: str) -> None:
    for number in range(5):
        rng = SeededRng(f"{number}")
        position = game.start(game.options({"mode": mode}), rng)
        play_randomly(position, rng, 100_000)
        assert position.round == 1
        assert position.result() is not None


@rule("BP-27")
def test_a_trade_leaves_no_hand_short_in_a_death_match() -> None:
    t = table("trade, " + A7, "yellow 1, yellow 2, yellow 3, yellow 4, yellow 6, yellow 7", mode="death match")
    t.does("A", "trade 1")
    assert t.sizes == [7, 7]
    assert t.hand("B") == A7


@rule("BP-27", "BP-40")
def test_hands_fill_up_wholly_one_after_the_other_from_the_player_on() -> None:
    t = table(
        "red reverse, blue 1", "yellow 1, yellow 2", "green 1, green 2",
        mode="death match", hand=4, top="red 1, red 2, red 3, red 4, red 6, red 7, red 8",
    )  # fmt: skip
    t.does("A", "red reverse")
    assert t.hand("A") == "blue 1, red 1, red 2, red 3"
    assert t.hand("C") == "green 1, green 2, red 4, red 6", "counter-clockwise now"
    assert t.hand("B").startswith("yellow 1, yellow 2, red 7, red 8")


@rule("BP-9", "BP-27")
def test_an_empty_hand_ends_nothing_in_a_death_match() -> None:
    t = table("red 1", B7, mode="death match", top="blue 1, blue 2").does("A", "red 1")
    assert (t.cards("A"), t.on) == (7, "B")


@rule("BP-27")
def test_whoever_falls_draws_nothing_and_the_next_is_filled_up_first() -> None:
    t = table(
        A7, B7, "green 1, green 2, green 3, green 4, green 6, green 7",
        mode="death match", hp=[3, 200, 200], pool=3, top="red 1, red 2",
    )  # fmt: skip
    t.does("A", "draw")
    assert (t.hp[0], t.still_in, t.on, t.pool) == (0, "BC", "B", 0)
    assert t.hand("C").endswith("green 7, red 1")
    assert t.log_texts[:2] == [
        "A −3 HP, 0 left: the price of the pool. (BP-24)",
        f"A is out with 0 HP; {A7.replace(', blue 8', ' and blue 8')} laid down. (BP-27)",
    ]


@rule("BP-28")
def test_the_discard_pile_is_shuffled_when_the_deck_is_empty() -> None:
    t = table("red 1, " + A7, "the rest", mode="death match", deck="", pile="green 1, green 2, green 3")
    t.does("A", "draw", picks=[0, 0])
    assert t.hand("A").endswith("green 2")
    assert t.deck == "green 3, green 1"
    assert "3 cards are shuffled to be the new deck. (BP-28)" in t.log_texts


@rule("BP-28")
def test_an_own_draw_costs_the_pool_even_if_there_is_nothing_to_draw() -> None:
    t = table(A7, "the rest", mode="death match", deck="", pile="", card="red 3", counting=True, pool=3)
    assert t.offered == ["blue 3", "draw"]
    t.does("A", "draw")
    assert (t.hp[0], t.pool, t.cards("A"), t.on) == (197, 0, 7, "B")
    assert "No card is left to draw: A is spared 1 card. (BP-28)" in t.log_texts


@rule("BP-28")
def test_drawing_can_always_be_chosen_in_a_death_match_and_nobody_is_stuck() -> None:
    t = table(A7, B7, C7 + ", the rest", mode="death match", deck="", pile="", on="A")
    assert t.offered == ["draw"]
    t.does("A", "draw")
    assert t.still_in == "ABC"


@rule("BP-29")
def test_time_is_up() -> None:
    t = table(A7, "red 1, " + B7, C7, mode="death match", turn=2000, on="B", hp=[80, 120, 120], max_turns=2000)
    t.does("B", "red 1")
    assert (t.on, t.places, t.position.undecided) == ("", [3, 1, 1], True)
    assert t.position.result() == [-1.0, 0.5, 0.5]
    assert t.log_texts[-2:] == ["Time is up after 2000 turns. (BP-29)", "B and C have the most HP: a draw. (BP-29)"]
    t = table(A7, "red 1, " + B7, C7, mode="death match", turn=30, on="B", hp=[80, 121, 120], max_turns=30)
    t.does("B", "red 1")
    assert (t.places, t.position.undecided) == ([3, 1, 2], False)
    t = table(A7, "red 1, " + B7, mode="death match", turn=30, on="B", hp=[80, 80], max_turns=30)
    assert t.does("B", "red 1").position.result() == [0.0, 0.0]
    t = table(A7, "red 1, " + B7, mode="death match", turn=29, on="B", max_turns=30)
    assert t.does("B", "red 1").on == "A"


@rule("BP-33", "BP-27")
def test_places() -> None:
    assert by_fewest([3, 5, 5, 9]) == [1, 2, 2, 4]
    assert by_most([3, 5, 5, 9]) == [4, 2, 2, 1]
    assert by_falling([True, False, True, False, True], [3, 1], [50, -4, 70, 0, 50]) == [2, 4, 1, 5, 2]
    assert results([1, 2, 2, 4], False) == [1.0, pytest.approx(1 / 3), pytest.approx(1 / 3), -1.0]
    assert results([1, 1, 3], True) == [0.5, 0.5, -1.0]
    assert results([1, 1], False) == [1.0, 1.0]


@rule("BP-34")
@pytest.mark.parametrize(("players", "wish", "on"), [(6, "by table", False), (7, "by table", True), (2, "on", True)])
def test_overload_is_for_crowds_unless_chosen(players: int, wish: str, on: bool) -> None:
    options = game.options({"mode": "death match", "players": players, "overload": wish})
    assert game.start(options, SeededRng("x")).numbers.overload is on
    options = game.options({"mode": "battle puno", "players": players, "overload": wish})
    assert not game.start(options, SeededRng("x")).numbers.overload


@rule("BP-34")
def test_a_turn_begun_with_fewer_cards_starts_the_count_again_and_the_step_has_a_floor() -> None:
    t = table(A7 + ", green 1", "red 1, " + B7, mode="death match", overload="on", on="B", streak=[3, 0])
    t.does("B", "red 1")
    assert (t.position.streak, t.hp) == ([0, 0], [200, 200])
    assert table(A7, B7, mode="death match", overload="on", hp=[50, 50]).position.numbers.overload_step == 2
    options = game.options({"mode": "death match", "hp": 99})
    assert game.start(options, SeededRng("x")).numbers.overload_step == 1


@rule("BP-34")
def test_the_overloaded_may_be_the_last_to_fall() -> None:
    t = table(
        A7 + ", green 1, green 2", "red 1, " + B7, mode="death match", overload="on", on="B", hp=[1, 200], streak=[1, 0]
    ).does("B", "red 1")
    assert (t.places, t.on) == ([2, 1], "")
    assert "A −2 HP, −1 left: too many cards in hand. (BP-34)" in t.log_texts


@rule("BP-43")
@pytest.mark.parametrize("mode", ["traditional", "battle puno", "death match"])
@pytest.mark.parametrize("players", range(2, 9))
def test_random_games_end(mode: str, players: int) -> None:
    """A small version of the long run in `soak.py`."""
    changes = {"mode": mode, "players": players, "max_rounds": 5, "max_turns": 400}
    for number in range(12):
        rng = SeededRng(f"ends/{number}")
        position = game.start(game.options(changes), rng)
        play_randomly(position, rng, 100_000)
        assert position.result() is not None
        assert sorted(position.places)[0] == 1


@rule("BP-43")
def test_every_turn_uses_something_up() -> None:
    """A card of the deck weighs more than one in hand, which weighs more than a player: each turn the scales rise."""
    for number in range(20):
        rng = SeededRng(f"falls/{number}")
        position = game.start(game.options({"mode": "traditional", "players": 3, "extra_cards": "on"}), rng)
        weight = turn = 10**9
        pending = 0
        while position.to_act():
            left = 3 * position.deck_left() + 2 * sum(len(hand) for hand in position.hands) + position.standing
            if position.turn != turn:
                assert left < weight or position.penalty < pending
                weight, turn, pending = left, position.turn, position.penalty
            moves = position.moves(position.on)
            position.apply(position.on, moves[rng.below(len(moves))], rng)
