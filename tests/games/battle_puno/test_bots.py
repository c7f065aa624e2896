"""The evaluator, the features and the lab."""

from __future__ import annotations

import pytest

from rumpus.core.info_state import InfoState
from rumpus.core.rng import SeededRng
from rumpus.games.battle_puno import game
from rumpus.games.battle_puno.rules.position import Puno
from tests.games.battle_puno.setup import table


def greedy_move(position: Puno, seat: int) -> int:
    options = game.options({"players": position.numbers.players})
    evaluator = game.bots().evaluator(options)
    world = InfoState(game, options, position, seat, SeededRng("glance")).sample(SeededRng("dream"))
    return max(world.moves(seat), key=lambda move: evaluator.score_move(world, seat, move))


def wins_of_one_greedy_among_random(mode: str, players: int, games: int) -> float:
    options = game.options({"mode": mode, "players": players, "max_rounds": 3})
    evaluator = game.bots().evaluator(options)
    won = 0.0
    for number in range(games):
        rng, chooser = SeededRng(f"deal {number}"), SeededRng(f"choice {number}")
        position = game.start(options, rng)
        clever = number % players
        while position.to_act():
            seat = position.on
            moves = position.moves(seat)
            if seat == clever:
                move = max(moves, key=lambda one: evaluator.score_move(position, seat, one))
            else:
                move = moves[chooser.below(len(moves))]
            position.apply(seat, move, rng)
        won += (position.places[clever] == 1) / position.places.count(1)
    return won / games


@pytest.mark.parametrize(
    ("mode", "players", "least"),
    [
        ("traditional", 2, 0.8), ("traditional", 4, 0.6), ("traditional", 8, 0.4),
        ("battle puno", 2, 0.9), ("battle puno", 4, 0.85), ("battle puno", 8, 0.4),
        ("death match", 2, 0.95), ("death match", 4, 0.95), ("death match", 8, 0.55),
    ],
)  # fmt: skip
def test_greedy_play_beats_chance_by_far(mode: str, players: int, least: float) -> None:
    assert wins_of_one_greedy_among_random(mode, players, 48) >= least


def test_the_evaluator_sees_what_is_obvious() -> None:
    t = table("red 7, blue 1, blue 2", "blue 3, blue 4", "blue 5, blue 6", pool=40)
    assert game.format_move(t.position, 0, greedy_move(t.position, 0)) == "red 7", "rather than pay 40"
    t = table("wild, blue 1, blue 2, blue 3", "yellow 3, yellow 4", "yellow 5, yellow 6", pool=40)
    assert game.format_move(t.position, 0, greedy_move(t.position, 0)) == "wild blue"
    t = table("trade, red 1, green 1, green 2, green 3", "yellow 1", "yellow 5, yellow 6, yellow 7")
    assert game.format_move(t.position, 0, greedy_move(t.position, 0)) == "trade 1"
    t = table("red skip, green 1", "yellow 5", penalty=2, card="red draw 2")
    assert game.format_move(t.position, 0, greedy_move(t.position, 0)) == "red skip"


def test_values_follow_who_is_ahead() -> None:
    evaluator = game.bots().evaluator(game.options())
    t = table("red 7", "blue 1, blue 2", "blue 3, blue 4", scores=[400, 100, 50])
    values = [evaluator.value(t.position, seat) for seat in range(3)]
    assert values == sorted(values, reverse=True)
    t = table("red 7", "blue 1, blue 2", hp=[10, 180], mode="death match")
    assert evaluator.value(t.position, 0) < 0 < evaluator.value(t.position, 1)


def test_features_have_names_and_stay_in_range() -> None:
    for changes in game.configurations():
        options = game.options(changes)
        features = game.bots().features(options)
        rng = SeededRng("features")
        position = game.start(options, rng)
        assert len(set(features.names)) == len(features.names)
        for _ in range(80):
            if not position.to_act():
                break
            for seat in range(position.numbers.players):
                row = features.of(position, seat)
                assert len(row) == len(features.names)
                assert all(-4.0 <= value <= 4.0 for value in row)
            moves = position.moves(position.on)
            position.apply(position.on, moves[rng.below(len(moves))], rng)


def test_the_lab_counts_what_was_played_and_who_is_ahead() -> None:
    t = table("red 7, red 0, blue 1", "blue 2, blue 3", hp=[150, 200], scores=[100, 10])
    assert game.lab().standing(t.position) == [250.0, 210.0]
    t.does("A", "red 7")
    assert [entry for event in t.heard for entry in game.lab().ledger(event)] == [(0, "played", "number")]
    t.does("B", "draw").does("A", "red 0 reset")
    played = [entry for event in t.heard for entry in game.lab().ledger(event)]
    assert played == [(0, "played", "zero"), (0, "called", "puno")]
    assert game.lab().standing(table("red 7", "blue 1, blue 2", mode="traditional").position) == [-1.0, -2.0]
    assert game.lab().standing(table("red 7", "blue 1", hp=[3, 4], mode="death match").position) == [3.0, 4.0]


def test_a_rollout_move_plays_where_it_can_and_is_random_otherwise() -> None:
    t = table("red 7, red 8, blue 1", "blue 2, blue 3")
    moves = {
        game.format_move(t.position, 0, t.position.rollout_move(0, SeededRng(f"{number}"))) for number in range(40)
    }
    assert moves == {"red 7", "red 8"}
    t = table("blue 1", "blue 2, blue 3")
    assert game.format_move(t.position, 0, t.position.rollout_move(0, SeededRng("x"))) == "draw"


def test_the_ledger_notes_penalties_payments_and_overload() -> None:
    t = table("red draw 2, blue 1, blue 2", "blue 2, blue 3", pool=5).does("A", "red draw 2")
    assert (1, "faced", "penalty") in [entry for event in t.heard for entry in game.lab().ledger(event)]
    t.does("B", "take").does("A", "draw")
    assert (0, "paid", "pool") in [entry for event in t.heard for entry in game.lab().ledger(event)]
    many = "blue 1, blue 2, blue 3, blue 4, blue 6, blue 7, blue 8, green 1, green 2"
    t = table(many, "red 1, yellow 1", mode="death match", overload="on", on="B", streak=[1, 0]).does("B", "red 1")
    assert (0, "suffered", "overload") in [entry for event in t.heard for entry in game.lab().ledger(event)]
