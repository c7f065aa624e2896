"""Texts, terminal drawing, evaluator and features."""

from __future__ import annotations

import pytest
from rich.console import Console

from rumpus.core.extensions import Canvas
from rumpus.core.position import View
from rumpus.core.rng import SeededRng
from rumpus.games.defend_the_city import game
from rumpus.games.defend_the_city.facts import fighter, number, shown_pair
from rumpus.games.defend_the_city.rules.moves import FORFEIT, KEEP
from rumpus.games.defend_the_city.rules.scores import pair_of
from rumpus.testing import rule
from tests.games.defend_the_city.fight import Fight

NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gil", "Hal"]


def printed(view: View, names: list[str], width: int = 100, focus: str = "") -> str:
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        console.print(game.terminal().draw(Canvas(view, names, width, cursor=focus)))
    return capture.get()


def sentences(fight: Fight, names: list[str]) -> list[str]:
    return [str(game.describe_event(seen, names)) for seen in fight.seen]


def test_the_log_tells_a_turn_in_sentences_with_clauses() -> None:
    fight = Fight(versus=True).versus("2/3", "4/1", [4], answer="forfeit")
    assert sentences(fight, ["Ada", "Bo"]) == [
        "Turn 1: Ada shows 2/3, Bo 4/1. (DC-10)",
        "Ada holds back Offense 2. (DC-10)",
        "Ada −3 Stamina, 27 left; Bo −5 Stamina, 25 left. (DC-11)",
        "Bo misses: Offense 4 against Defense 3, 20 %. (DC-12)",
    ]
    fight = Fight(slain=1, kind="brute").defend("5/5", [0, 0, 0])
    assert sentences(fight, ["Ada"])[-2:] == [
        "The enemy is slain: 2 of 5. (DC-13)",
        "The brute steps up: enemy 3 of 5. Both are rested. (DC-2)",
    ]
    fight = Fight(stand_offs=1, idle=2, versus=True).versus("0/0", "0/0")
    withdraws = "The enemy withdraws because neither side makes an effort: stand-off 2; the line breaks at 3. (DC-15)"
    assert withdraws in sentences(fight, ["Ada", "Bo"])
    fight = Fight().defend("5/0", [3, 2, 4, 2])
    assert sentences(fight, ["Ada"])[-2:] == [
        "The enemy hits: Offense 3 against Defense 0, 60 %. (DC-12)",
        "Ada falls on turn 1 without slaying anyone, 25 Stamina left. (DC-16)",
    ]


def test_every_option_is_explained_by_what_it_costs_and_does() -> None:
    fight = Fight(defender=9)
    assert game.explain_move(fight.siege, 0, 0, NAMES) == "Costs 0, leaves 9. 50 % you fall."
    assert game.explain_move(fight.siege, 0, pair_of(5, 5), NAMES) == (
        "Costs 10, leaves −1, your last action against this enemy. 50 % you slay the raider."
    )
    assert game.explain_move(fight.siege, 0, pair_of(4, 1), NAMES) == (
        "Costs 5, leaves 4. 26 % you slay the raider, 3 % both fall, 27 % you fall."
    )
    assert game.describe_move(fight.siege, 0, pair_of(4, 1), NAMES) == "Offense 4, Defense 1"
    fight = Fight(versus=True)
    assert game.explain_move(fight.siege, 0, pair_of(4, 1), NAMES) == "Costs 5, leaves 25."
    fight.versus("4/1", "2/3")
    assert game.explain_move(fight.siege, 1, FORFEIT, NAMES) == "Costs 3, leaves 27. 20 % you fall."
    assert game.describe_move(fight.siege, 1, FORFEIT, NAMES) == "Hold back"
    assert game.explain_move(fight.siege, 1, KEEP, NAMES) == "Costs 5, leaves 25. 16 % you slay Ann, 20 % you fall."


def test_the_drawing_shows_the_fighters_and_the_scores_to_choose_from() -> None:
    fight = Fight(defender=12, enemy=-3, slain=2, stand_offs=1, kind="wary")
    text = printed(fight.siege.view(0), ["Ada"], focus="4/1")
    for words in ("Ada, the defender", "the enemy", "2 of 5", "the wary fighter", "spent", "4/1", "D5", "O0"):
        assert words in text
    assert "hidden" not in text, "who cannot act shows 0/0"
    narrow = printed(fight.siege.view(None), ["Ada"], width=50)
    assert "D5" not in narrow, "a spectator has nothing to choose"
    assert all(len(line) <= 50 for line in narrow.splitlines())


def test_the_drawing_hides_what_the_view_hides() -> None:
    fight = Fight(versus=True)
    fight.siege.play(1, pair_of(4, 1), SeededRng("none"))
    assert "Scores hidden" in printed(fight.siege.view(0), ["Ada", "Bo"])
    assert "costs 5" not in printed(fight.siege.view(0), ["Ada", "Bo"])
    assert "costs 5" in printed(fight.siege.view(1), ["Ada", "Bo"])


def test_the_drawing_shows_a_reaction_and_the_end() -> None:
    fight = Fight(versus=True).versus("2/3", "4/1")
    text = printed(fight.siege.view(0), ["Ada", "Bo"], focus="keep")
    assert "Bo strikes first at 20 %; Ada may strike back at 20 %, or hold back." in text
    assert "[ forfeit ]" in text
    assert "[ forfeit ]" not in printed(fight.siege.view(1), ["Ada", "Bo"])
    fight = Fight(versus=True).versus("4/1", "2/0")
    text = printed(fight.siege.view(1), ["Ada", "Bo"])
    assert "Ada strikes first at 80 %; Bo may strike back at 20 %, or hold back." in text
    assert "The city is saved" in printed(Fight(slain=4).defend("5/5", [0, 0, 0]).siege.view(0), ["Ada"])


def test_the_places_of_the_cursor_are_the_options() -> None:
    fight = Fight(versus=True)
    words = [place for row in game.terminal().places(fight.siege.view(0)) for place in row]
    assert sorted(words) == sorted(fight.offered[:36])
    assert game.terminal().places(fight.siege.view(None)) == []
    fight.versus("2/3", "4/1")
    assert game.terminal().places(fight.siege.view(0)) == [["keep", "forfeit"]]
    assert game.terminal().places(fight.siege.view(1)) == []


def test_a_view_reads_back_as_facts() -> None:
    view = Fight(defender=7, versus=True).versus("2/3", "4/1").siege.view(None)
    assert number(fighter(view, 0), "stamina") == 7
    assert (shown_pair(view, 0), shown_pair(view, 1)) == (pair_of(2, 3), pair_of(4, 1))
    assert shown_pair(Fight().siege.view(0), 1) is None


def greedy_rate(changes: dict[str, object], games: int) -> float:
    options = game.options(changes)
    evaluator = game.bots().evaluator(options)
    rng = SeededRng("greedy")
    won = 0
    for _ in range(games):
        siege = game.start(options, rng)
        while siege.result() is None:
            siege.apply(0, max(siege.moves(0), key=lambda move: evaluator.score_move(siege, 0, move)), rng)
        won += siege.result() == [1.0]
    return won / games


@pytest.mark.soak
def test_greedy_play_by_the_evaluator_beats_chance() -> None:
    assert greedy_rate({}, 300) > 0.65
    assert greedy_rate({"enemy": "brute"}, 300) > 0.5


def test_the_evaluator_values_slain_enemies_and_stamina() -> None:
    evaluator = game.bots().evaluator(game.options())
    values = [evaluator.value(Fight(slain=slain).siege, 0) for slain in range(5)]
    assert values == sorted(values)
    assert evaluator.value(Fight(defender=30, enemy=5).siege, 0) > evaluator.value(Fight(defender=5, enemy=30).siege, 0)
    assert evaluator.value(Fight(stand_offs=2).siege, 0) < evaluator.value(Fight().siege, 0)


def test_the_evaluator_counts_shown_pairs_before_the_reaction() -> None:
    """Before the reaction, the last enemy's strike is still to come."""
    for own, other in (("2/3", "4/1"), ("1/0", "5/5"), ("4/4", "5/0")):
        fight = Fight(versus=True, enemies=1).versus(own, other)
        assert fight.offered == ["keep", "forfeit"]
        evaluator = game.bots().evaluator(fight.options)
        best = max(evaluator.score_move(fight.siege, 0, move) for move in fight.siege.moves(0))
        assert evaluator.value(fight.siege, 0) == pytest.approx(2 * best - 1)
    lost = Fight(versus=True).versus("0/0", "5/0", [0]).siege
    assert (evaluator.value(lost, 0), evaluator.value(lost, 1)) == (-1.0, 1.0)


def test_the_evaluator_forfeits_a_strike_that_cannot_hit() -> None:
    evaluator = game.bots().evaluator(game.options())
    siege = Fight(versus=True).versus("2/3", "4/5").siege
    assert evaluator.score_move(siege, 0, FORFEIT) > evaluator.score_move(siege, 0, KEEP)


def test_features_are_the_seats_own_side_first() -> None:
    features = game.bots().features(game.options({"versus": True}))
    siege = Fight(defender=15, enemy=-3, versus=True).siege
    mine = dict(zip(features.names, features.of(siege, 0), strict=True))
    theirs = dict(zip(features.names, features.of(siege, 1), strict=True))
    assert (mine["my Stamina"], mine["their Stamina"]) == (0.5, -0.1)
    assert (theirs["my Stamina"], theirs["I defend"]) == (-0.1, 0.0)
    assert (mine["I set Scores now"], theirs["I set Scores now"]) == (1.0, 0.0)
    siege.apply(0, pair_of(5, 2), SeededRng("none"))


def explained(name: str, **changes: object) -> str:
    return next(topic.text for topic in game.topics(game.options(changes)) if topic.name == name)


@rule("DC-2", "DC-5", "DC-15")
def test_topics_state_the_numbers_in_force() -> None:
    assert "20 %" in explained("Defense")
    assert "10 %" in explained("Defense", die=10)
    assert "20 %" not in explained("Defense", die=10)
    assert "30" in explained("Stamina")
    assert "12" in explained("Stamina", stamina=12)
    usual = "3 turns pass without effort: the enemy withdraws alive. After 3 stand-offs the game is lost."
    assert usual in explained("Stand-off")
    changed = "5 turns pass without effort: the enemy withdraws alive. After 1 stand-off the game is lost."
    assert changed in explained("Stand-off", idle_turns=5, stand_offs=1)
