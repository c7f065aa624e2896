"""Scores, the steps of a turn, and who strikes whom."""

from __future__ import annotations

import pytest

from rumpus.core.errors import IllegalMove
from rumpus.core.rng import ScriptedRng
from rumpus.games.defend_the_city import game
from rumpus.games.defend_the_city.rules.moves import FORFEIT, KEEP
from rumpus.games.defend_the_city.rules.scores import cost_of, margin, pair_of
from rumpus.testing import rule
from tests.games.defend_the_city.fight import Fight

EVERY_PAIR = [f"{offense}/{defense}" for offense in range(6) for defense in range(6)]


@rule("DC-4")
def test_an_action_is_any_pair_of_scores_from_0_to_5() -> None:
    fight = Fight()
    assert fight.offered == EVERY_PAIR
    for wrong in ("6/0", "0/6", "-1/2", "3"):
        with pytest.raises(IllegalMove):
            game.parse_move(fight.siege, 0, wrong)


@rule("DC-5", "DC-S1")
def test_a_strike_hits_with_20_percent_a_point_of_margin() -> None:
    assert margin(pair_of(5, 0), pair_of(0, 0)) == 5
    assert margin(pair_of(3, 0), pair_of(0, 1)) == 2
    for pick, hits in ((0, True), (1, True), (2, False), (4, False)):
        fight = Fight(versus=True).versus("3/5", "0/1", [pick])
        assert fight.siege.slain == (1 if hits else 0)
    for pick in range(5):
        assert Fight(versus=True).versus("5/5", "0/0", [pick]).siege.slain == 1
    nothing = Fight(versus=True).versus("1/0", "0/4", [])
    assert nothing.count("misses") == nothing.count("hits") == 0


@rule("DC-5")
def test_the_die_can_be_changed() -> None:
    assert Fight(versus=True, die=10).versus("5/5", "0/0", [5]).siege.slain == 0
    assert Fight(versus=True, die=10).versus("5/5", "0/0", [4]).siege.slain == 1


@rule("DC-6", "DC-S2")
def test_an_action_costs_offense_plus_defense() -> None:
    assert cost_of(pair_of(5, 5)) == 10
    fight = Fight(versus=True)
    for left in (20, 10, 0):
        fight.versus("5/5", "0/5")
        assert fight.stamina[0] == left
    assert fight.siege.to_act() == [1], "the defender is spent and shows 0/0"
    fight.versus("5/5", "1/0", [4])
    assert fight.last("shown")[1:] == ["0/0", "1/0"]
    assert fight.stamina == (0, 14)


@rule("DC-7", "DC-S3")
def test_the_last_action_may_cost_more_than_there_is() -> None:
    fight = Fight(defender=2, versus=True)
    assert fight.offered[:36] == EVERY_PAIR
    fight.versus("5/5", "0/5")
    assert fight.stamina == (-8, 25)
    assert fight.siege.to_act() == [1]


@rule("DC-8")
def test_who_cannot_act_decides_nothing_and_can_still_be_struck() -> None:
    fight = Fight(defender=0, versus=True)
    assert fight.siege.to_act() == [1]
    assert fight.siege.moves(0) == []
    fight.versus("5/5", "2/0", [1])
    assert fight.last("shown")[1:] == ["0/0", "2/0"]
    assert fight.last("pay") == [0, 0, 2, 28]
    assert fight.won is False


@rule("DC-9", "DC-21")
def test_both_set_their_scores_unseen_and_at_the_same_time() -> None:
    rng = ScriptedRng([])
    early, late = Fight(versus=True), Fight(versus=True)
    assert early.siege.to_act() == [0, 1]
    late.siege.play(1, pair_of(4, 1), rng)
    assert late.siege.to_act() == [0]
    for viewer in (0, None):
        assert late.siege.view(viewer) == early.siege.view(viewer)
        assert late.siege.visible_to_act(viewer) == early.siege.visible_to_act(viewer) == [0, 1]
    assert late.siege.view(1)["seats"][1]["scores"] == "4/1"  # type: ignore[call-overload,index]
    assert late.siege.visible_to_act(1) == [0]
    assert late.siege.take_events() == []


@rule("DC-21")
def test_everything_else_is_public() -> None:
    view = Fight(defender=12, enemy=7, slain=2, stand_offs=1, idle=1).siege.view(None)
    assert (view["slain"], view["stand-offs"], view["idle turns"]) == (2, 1, 1)
    assert view["seats"][0]["stamina"] == 12  # type: ignore[call-overload,index]
    assert view["enemy"]["stamina"] == 7  # type: ignore[call-overload,index]
    assert view["enemy"]["kind"] == "uniform"  # type: ignore[call-overload,index]


@rule("DC-10", "DC-S4")
def test_the_lower_offense_may_be_forfeited() -> None:
    fight = Fight(versus=True).versus("2/3", "4/1")
    assert fight.siege.to_act() == [0]
    assert fight.offered == ["keep", "forfeit"]
    forfeited = Fight(versus=True).versus("2/3", "4/1", [4], answer="forfeit")
    assert forfeited.stamina == (27, 25)
    assert forfeited.count("misses") == 1, "only the enemy struck"
    kept = Fight(versus=True).versus("2/3", "4/1", [4, 4], answer="keep")
    assert kept.stamina == (25, 25)
    assert kept.count("misses") == 2


@rule("DC-10", "DC-S9")
def test_equal_offenses_may_not_be_forfeited() -> None:
    fight = Fight(versus=True).versus("2/3", "2/5")
    assert fight.stamina == (25, 23)
    assert fight.count("hits") == fight.count("misses") == 0
    assert fight.siege.turn == 2


@rule("DC-10")
def test_offense_0_has_nothing_to_forfeit() -> None:
    fight = Fight(versus=True).versus("0/5", "4/1")
    assert fight.siege.turn == 2


@rule("DC-10", "DC-S7")
def test_the_house_never_forfeits() -> None:
    for offense in range(1, 5):
        fight = Fight().defend("5/5", [offense, 5])
        assert fight.siege.to_act() == [0]
        assert fight.siege.turn == 2, "nobody was asked"
        assert fight.last("pay")[2] == offense + 5, "and the enemy paid for its Offense"


@rule("DC-3", "DC-10")
def test_in_versus_the_enemy_forfeits_like_the_defender() -> None:
    fight = Fight(versus=True).versus("4/1", "2/3")
    assert fight.siege.to_act() == [1]
    assert fight.offered == ["keep", "forfeit"]
    fight = Fight(versus=True).versus("4/1", "2/3", [4], answer="forfeit")
    assert fight.stamina == (25, 27)


@rule("DC-9", "DC-10", "DC-28")
def test_a_move_at_the_wrong_step_is_refused_with_its_clause_and_changes_nothing() -> None:
    fight = Fight(versus=True)
    before = fight.siege.save()
    with pytest.raises(IllegalMove, match="DC-9"):
        fight.siege.play(0, FORFEIT, ScriptedRng([]))
    assert fight.siege.save() == before
    fight.versus("2/3", "4/1")
    before = fight.siege.save()
    with pytest.raises(IllegalMove, match="DC-10"):
        fight.siege.play(0, pair_of(4, 1), ScriptedRng([]))
    with pytest.raises(IllegalMove, match="nothing to decide"):
        fight.siege.play(1, KEEP, ScriptedRng([]))
    assert fight.siege.save() == before


@rule("DC-11", "DC-6")
def test_both_pay_for_the_pair_as_it_stands_after_the_reaction() -> None:
    fight = Fight(versus=True).versus("1/0", "5/5", [0], answer="forfeit")
    assert fight.last("pay") == [0, 30, 10, 20]


@rule("DC-12", "DC-S5")
def test_equal_offenses_strike_at_once_with_a_roll_each() -> None:
    deaths = {}
    for mine in (3, 4):
        for theirs in (3, 4):
            fight = Fight(versus=True).versus("4/0", "4/0", [mine, theirs])
            deaths[mine, theirs] = (fight.siege.slain, fight.won)
    assert deaths == {(3, 3): (1, False), (3, 4): (1, None), (4, 3): (0, False), (4, 4): (0, None)}


@rule("DC-12", "DC-S6")
def test_the_higher_offense_strikes_first_and_the_lower_only_after_a_miss() -> None:
    hit = Fight(versus=True).versus("5/0", "3/2", [2], answer="keep")
    assert hit.siege.slain == 1
    assert hit.won is None
    missed = Fight(versus=True).versus("5/0", "3/2", [3, 2], answer="keep")
    assert missed.won is False
    both_missed = Fight(versus=True).versus("5/0", "3/2", [3, 3], answer="keep")
    assert both_missed.won is None
    assert both_missed.siege.slain == 0
    enemy_first = Fight(versus=True).versus("3/2", "5/0", [2], answer="keep")
    assert enemy_first.won is False


@rule("DC-12")
def test_the_order_follows_the_scores_after_the_reaction_and_0_percent_is_no_attack() -> None:
    fight = Fight(versus=True).versus("3/5", "4/0", answer="forfeit")
    assert fight.count("hits") == fight.count("misses") == 0, "4 - 5 is no attack, and Offense 0 is none either"


@rule("DC-13")
def test_a_hit_kills_and_ends_the_encounter() -> None:
    fight = Fight(versus=True).versus("3/5", "0/0", [0])
    assert fight.siege.slain == 1
    assert fight.stamina == (30, 30)
    assert fight.count("steps up") == 1


@rule("DC-14")
def test_otherwise_a_new_turn_begins() -> None:
    fight = Fight(versus=True).versus("3/5", "0/0", [3])
    assert fight.siege.turn == 2
    assert fight.stamina == (22, 30)
    assert len(fight.offered) == 72


@rule("DC-28")
def test_pairs_are_numbered_by_offense_then_defense_and_always_all_allowed() -> None:
    fight = Fight(defender=1, enemy=1, versus=True)
    for seat in (0, 1):
        assert fight.siege.moves(seat) == list(range(36))
    assert game.parse_move(fight.siege, 0, "4/1") == 25
    assert [KEEP, FORFEIT] == [36, 37]
    assert game.move_count(fight.options) == 38


@rule("DC-29")
def test_the_steps_of_a_turn_come_in_order() -> None:
    fight = Fight(enemy=9).defend("4/0", [5, 4, 2], answer="keep")
    assert [seen.kind for seen in fight.seen] == ["shown", "keeps", "pay", "hits", "ends"]
    fight = Fight(enemy=9).defend("5/0", [4, 4, 3, 4])
    assert [seen.kind for seen in fight.seen] == ["shown", "pay", "misses", "misses"]
    fight = Fight(enemy=9).defend("5/0", [4, 4, 0])
    assert [seen.kind for seen in fight.seen] == ["shown", "pay", "hits", "slain", "steps up"]
    fight = Fight(versus=True).versus("4/0", "4/0", [4, 3])
    assert [seen.kind for seen in fight.seen][-3:] == ["misses", "hits", "ends"], "the defender's draw comes first"
