"""The worked examples of the rules, number for number."""

from __future__ import annotations

import pytest

from rumpus.core.rng import ScriptedRng
from rumpus.games.cat_brawl import game
from rumpus.testing import rule
from tests.games.cat_brawl.ringside import CLOCKWISE, COUNTER, Ringside, seen


@rule("CB-S1", "CB-14")
def test_a_scratched_purr_loses_1_however_often_it_is_scratched() -> None:
    t = Ringside("Ragdoll", "Ragdoll").then("purr", "scratch 0", rng=[0, CLOCKWISE])
    assert t.hp == [9, 10]

    t = Ringside("Ragdoll", "Ragdoll", "Ragdoll", "Ragdoll", hands={3: ["Double Scratch"]})
    t.all("purr", "scratch 0", "scratch 0", "scratch 0 +double", rng=[3, CLOCKWISE])
    assert t.hp == [9, 10, 10, 10]


@rule("CB-S2", "CB-17")
def test_double_purring_brings_2_and_guaranteed_purring_1() -> None:
    t = Ringside("Ragdoll", "Ragdoll", hands={0: ["Double Purring"]}).then("purr +double", "guard", rng=[0, CLOCKWISE])
    assert t.hp == [12, 10]

    t = Ringside("Ragdoll", "Ragdoll", "Ragdoll", hands={0: ["Guaranteed Purring"]})
    t.all("purr +guaranteed", "scratch 0", "scratch 0", rng=[0, CLOCKWISE])
    assert t.hp == [11, 10, 10]


@rule("CB-S3", "CB-13", "CB-19")
def test_a_doubled_critical_scratch_at_reverse_scratch() -> None:
    t = Ringside("Ragdoll", "Persian", bonus={0: "Critical Hit"}, hands={0: ["Double Scratch"], 1: ["Reverse Scratch"]})
    t.all("critical hit")
    events = t.decide("scratch 1 +double", "guard +reverse", rng=[0, CLOCKWISE])
    assert [event.args for event in events if event.kind == "reversed"] == [[0, 1, 4, 6]]
    assert t.hp == [10 - 4 - 1, 8], "4 come back, and the Critical Hit costs its 1"

    t = Ringside("Ragdoll", "Persian", bonus={0: "Critical Hit"}, hands={0: ["Can't Reverse"], 1: ["Reverse Scratch"]})
    t.then("critical hit").then("scratch 1 +noreverse", "guard +reverse", rng=[0, CLOCKWISE])
    assert t.hp == [10 - 1, 8], "nothing but the cost"


@rule("CB-S4", "CB-19")
def test_cant_guard_goes_through_reverse_scratch() -> None:
    t = Ringside("Ragdoll", "Ragdoll", hands={0: ["Can't Guard"], 1: ["Reverse Scratch"]})
    t.all("scratch 1 +noguard", "guard +reverse", rng=[0, CLOCKWISE])
    assert t.hp == [10, 9]


@rule("CB-S5", "CB-9", "CB-10")
@pytest.mark.parametrize("first", [0, 1])
def test_of_two_cats_at_1_hp_the_first_to_settle_wins(first: int) -> None:
    t = Ringside("Ragdoll", "Ragdoll", hp=[1, 1]).then("scratch 1", "scratch 0", rng=[first, CLOCKWISE])
    assert t.winner == first
    assert t.hp[1 - first] == 0


@rule("CB-S5", "CB-26")
def test_spotlight_decides_it() -> None:
    t = Ringside("Abyssinian", "Ragdoll", hp=[1, 1]).then("spotlight").then("scratch 1", "scratch 0", rng=[CLOCKWISE])
    assert t.winner == 0


@rule("CB-S6", "CB-29")
def test_19_hp_and_double_purring_win_with_21() -> None:
    t = Ringside("Ragdoll", "Ragdoll", hp=[19, 10], hands={0: ["Double Purring"]})
    t.all("purr +double", "guard", rng=[1, CLOCKWISE])
    assert (t.winner, t.hp) == (0, [21, 10])


@rule("CB-S7", "CB-20", "CB-21")
def test_rejuvenation_of_round_3_is_back_in_round_6() -> None:
    t = Ringside("Persian", "Ragdoll", round=3).then("guard", "guard", rng=[0, CLOCKWISE])
    assert t.offers(0) == ["decline", "rejuvenation"]
    t.all("rejuvenation")
    assert t.hp == [9, 10]
    for round in (4, 5):
        assert t.round == round
        t.all("guard", "guard", rng=[0, CLOCKWISE])
        assert t.phase == "strategy", "no question"
    t.all("guard", "guard", rng=[0, CLOCKWISE])
    assert (t.round, t.phase, t.position.to_act()) == (6, "postlude", [0])


@rule("CB-S8", "CB-18", "CB-22")
def test_two_dodges_heal_once_and_earn_a_gentleman_one_card() -> None:
    t = Ringside("Ragdoll", "Persian", "Persian", hands={0: ["Guard and Heal"]})
    t.all("guard +heal", "scratch 0", "scratch 0", rng=[0, CLOCKWISE, 5])
    assert t.hp == [11, 8, 8]
    assert t.hand(0) == ["Guard and Draw"]


@rule("CB-S9", "CB-28", "CB-37")
def test_a_critical_hit_that_wins_is_never_paid_for() -> None:
    t = Ringside("Ragdoll", "Ragdoll", hp=[1, 2], bonus={0: "Critical Hit"}).then("critical hit")
    t.all("scratch 1", "purr", rng=[0, CLOCKWISE])
    assert t.living == [1], "the purring cat lost only 1, and the postlude puts the scratcher out"
    assert t.winner == 1

    t = Ringside("Ragdoll", "Ragdoll", hp=[1, 2], bonus={0: "Critical Hit"}).then("critical hit")
    t.all("scratch 1", "scratch 0", rng=[0, CLOCKWISE])
    assert (t.winner, t.hp) == (0, [1, 0])


@rule("CB-S10", "CB-23")
def test_a_maine_coon_without_claws_finds_one_after_round_2() -> None:
    t = Ringside("Maine Coon", "Ragdoll").then("guard", "guard", rng=[0, CLOCKWISE])
    assert t.sizes == [0, 0]
    t.all("guard", "guard", rng=[0, CLOCKWISE, 0])
    assert t.hand(0) == ["Can't Reverse"]


@rule("CB-S11", "CB-10", "CB-11")
def test_who_is_put_out_first_attacks_nobody() -> None:
    t = Ringside("Ragdoll", "Ragdoll", "Ragdoll", hp=[10, 1, 10])
    t.all("scratch 1", "scratch 2", "purr", rng=[0, CLOCKWISE])
    assert (t.order, t.hp, t.living) == ([0, 1, 2], [10, 0, 11], [0, 2])

    t = Ringside("Ragdoll", "Ragdoll", "Ragdoll", hp=[10, 1, 10])
    t.all("scratch 1", "scratch 2", "purr", rng=[1, CLOCKWISE])
    assert (t.order, t.hp, t.living) == ([1, 2, 0], [10, 0, 9], [0, 2])


@rule("CB-S12", "CB-8", "CB-32")
def test_a_scratch_at_a_cat_that_is_out_is_used_up_for_nothing() -> None:
    t = Ringside("Ragdoll", "Ragdoll", "Ragdoll", hp=[10, 10, 1], hands={1: ["Double Scratch"]}, bonus={1: "Attacker"})
    events = t.decide("scratch 2", "scratch 2 +double", "scratch 0", rng=[0, CLOCKWISE])
    assert t.hp == [10, 10, 0]
    assert t.pile == ["Double Scratch"]
    assert t.sizes == [0, 0, 0]
    assert [event.kind for event in events if event.kind in ("missed", "too_late")] == ["missed", "too_late"]


@rule("CB-S13", "CB-18", "CB-22", "CB-34")
def test_reverse_scratch_against_three() -> None:
    hands = {0: ["Reverse Scratch"], 2: ["Double Scratch"]}
    t = Ringside(*["Ragdoll"] * 4, hands=hands, bonus={3: "Critical Hit"}).then("critical hit")
    t.all("guard +reverse", "scratch 0", "scratch 0 +double", "scratch 0", rng=[2, COUNTER, 4])
    assert t.hp == [10, 9, 8, 7]
    assert t.hand(0) == ["Guard and Heal"], "one card for five dodged points"


@rule("CB-S14", "CB-18", "CB-30")
def test_reverse_scratch_puts_two_out_and_wins() -> None:
    t = Ringside("Ragdoll", "Persian", "Persian", hp=[3, 1, 1], hands={0: ["Reverse Scratch"]})
    t.all("guard +reverse", "scratch 0", "scratch 0", rng=[1, CLOCKWISE])
    assert (t.winner, t.hp) == (0, [3, 0, 0])


@rule("CB-S15", "CB-27")
@pytest.mark.parametrize(("target", "lost", "rng", "gained"), [("scratch 0", 2, [3], 1), ("purr", 1, [], 0)])
def test_an_attacker_draws_for_2_points(target: str, lost: int, rng: list[int], gained: int) -> None:
    t = Ringside("Persian", "Persian", hands={0: ["Double Scratch"]}, bonus={0: "Attacker"})
    t.all("scratch 1 +double", target, rng=[0, CLOCKWISE, *rng])
    assert t.hp[1] == 8 - lost
    assert t.sizes[0] == gained


@rule("CB-S15", "CB-27")
def test_an_attacker_draws_for_2_points_from_a_cat_that_sits_out() -> None:
    t = Ringside("Persian", "Siamese", hands={0: ["Double Scratch"]}, bonus={0: "Attacker"})
    t.then("loneliness", rng=[0, 0]).then("scratch 1 +double", rng=[0, CLOCKWISE, 7])
    assert t.hp == [8, 8]
    assert t.hand(0) == ["Can't Guard"]


@rule("CB-S15", "CB-34")
def test_points_handed_back_are_nobodys_scratch() -> None:
    hands = {0: ["Double Scratch"], 1: ["Reverse Scratch"]}
    t = Ringside("Persian", "Persian", hands=hands, bonus={0: "Attacker", 1: "Attacker"})
    t.all("scratch 1 +double", "guard +reverse", rng=[0, CLOCKWISE])
    assert t.hp == [6, 8]
    assert t.sizes == [0, 0]


@rule("CB-S16", "CB-16", "CB-20", "CB-25")
def test_loneliness_draws_2_and_leaves_the_cat_open() -> None:
    t = Ringside("Siamese", "Ragdoll", hands={1: ["Double Scratch"]}).then("loneliness", rng=[2, 8])
    assert t.hand(0) == ["Purr and Draw", "Double Scratch"]
    assert t.position.to_act() == [1], "no strategy"
    t.all("scratch 0 +double", rng=[0, CLOCKWISE])
    assert t.hp == [8, 10]
    for round in (2, 3):
        assert (t.round, t.phase) == (round, "strategy")
        t.all("guard", "guard", rng=[0, CLOCKWISE])
    assert (t.round, t.phase, t.offers(0)) == (4, "prelude", ["decline", "loneliness"])


@rule("CB-S17", "CB-33")
def test_loneliness_with_critical_hit_costs_1_and_doubles_nothing() -> None:
    t = Ringside("Siamese", "Ragdoll", bonus={0: "Critical Hit"})
    assert t.offers(0) == ["decline", "loneliness", "critical hit", "loneliness and critical hit"]
    t.then("both", rng=[1, 1]).then("guard", rng=[0, CLOCKWISE])
    assert (t.hp, t.sizes) == ([9, 10], [2, 0])


@rule("CB-S18", "CB-9", "CB-26")
def test_the_order_with_spotlight() -> None:
    t = Ringside("Ragdoll", "Abyssinian", "Ragdoll", "Abyssinian").then("spotlight", "spotlight")
    t.all("guard", "guard", "guard", "guard", rng=[1, COUNTER])
    assert t.order == [3, 2, 1, 0]

    t = Ringside("Ragdoll", "Abyssinian", "Ragdoll", "Abyssinian").then("spotlight", "decline")
    t.all("guard", "guard", "guard", "guard", rng=[CLOCKWISE])
    assert t.order == [1, 2, 3, 0]


@rule("CB-S19", "CB-9", "CB-41")
def test_the_order_passes_over_cats_that_are_out() -> None:
    t = Ringside("Ragdoll", "Ragdoll", "Ragdoll", "Ragdoll", "Ragdoll", out=[2])
    t.all("guard", "guard", "guard", "guard", rng=[2, CLOCKWISE])
    assert t.order == [3, 4, 0, 1]


@rule("CB-S20", "CB-29")
def test_gains_are_settled_one_by_one() -> None:
    t = Ringside("Ragdoll", "Ragdoll", hp=[19, 19]).then("purr", "purr", rng=[1, CLOCKWISE])
    assert (t.winner, t.hp) == (1, [19, 20])


@rule("CB-S21", "CB-12", "CB-21", "CB-37")
def test_rejuvenations_take_effect_in_settlement_order() -> None:
    t = Ringside("Persian", "Persian", hp=[19, 19]).then("guard", "guard", rng=[1, CLOCKWISE]).then("use", "use")
    assert (t.winner, t.hp) == (1, [19, 20])


@rule("CB-S22", "CB-30", "CB-42")
def test_payments_come_at_one_moment() -> None:
    both = {0: "Critical Hit", 1: "Critical Hit"}
    t = Ringside("Ragdoll", "Ragdoll", hp=[1, 1], bonus=both).then("critical hit", "critical hit")
    t.all("guard", "guard", rng=[0, CLOCKWISE])
    assert t.winner == -1
    assert t.position.result() == [0.0, 0.0]

    t = Ringside("Ragdoll", "Ragdoll", "Ragdoll", hp=[1, 1, 5], bonus=both).then("critical hit", "critical hit")
    t.all("guard", "guard", "guard", rng=[0, CLOCKWISE])
    assert t.winner == 2
    assert t.position.result() == [-1.0, -1.0, 1.0]


@rule("CB-S23", "CB-24", "CB-35")
def test_recycling_takes_from_the_pile() -> None:
    t = Ringside("Exotic Shorthair", "Ragdoll", pile=["Double Scratch", "Guard and Heal"])
    t.then("guard", "guard", rng=[0, CLOCKWISE]).then("recycling", rng=[0])
    assert t.hand(0) == ["Double Scratch"]
    assert t.pile == ["Guard and Heal"]

    t = Ringside("Exotic Shorthair", "Exotic Shorthair", pile=["Guard and Heal"])
    t.then("guard", "guard", rng=[1, CLOCKWISE]).then("recycling", "recycling")
    assert (t.hand(0), t.hand(1), t.pile) == ([], ["Guard and Heal"], [])
    t.all("guard", "guard +heal", rng=[0, CLOCKWISE])
    assert t.position.to_act() == [0], "seat 1 rests, seat 0 may use it"


@rule("CB-S24", "CB-23", "CB-41")
def test_a_maine_coon_that_spent_its_claws_finds_new_ones_a_round_later() -> None:
    t = Ringside("Maine Coon", "Ragdoll", hands={0: ["Can't Guard"]})
    for _ in (1, 2):
        t.all("guard", "guard", rng=[0, CLOCKWISE])
    assert (t.round, t.sizes) == (3, [1, 0])
    t.all("scratch +noguard", "guard", rng=[0, CLOCKWISE])
    assert t.sizes == [0, 0]
    t.all("guard", "guard", rng=[0, CLOCKWISE, 1])
    assert t.hand(0) == ["Can't Guard"]


@rule("CB-S25", "CB-15", "CB-18")
def test_guard_and_heal_makes_good_what_cant_guard_took() -> None:
    t = Ringside("Abyssinian", "Persian", "Persian", hands={0: ["Guard and Heal"], 2: ["Can't Guard"]}, round=1)
    t.then("decline").then("guard +heal", "scratch 0", "scratch 0 +noguard", rng=[1, CLOCKWISE])
    assert t.hp == [10, 8, 8]


@rule("CB-S26", "CB-29", "CB-11")
def test_guard_and_heal_wins_before_a_later_purr() -> None:
    t = Ringside("Persian", "Persian", "Persian", hp=[19, 19, 5], hands={0: ["Guard and Heal"]})
    t.all("guard +heal", "purr", "scratch 0", rng=[2, CLOCKWISE])
    assert t.order == [2, 0, 1]
    assert (t.winner, t.hp) == (0, [20, 19, 5])


@rule("CB-S27", "CB-31", "CB-37")
@pytest.mark.parametrize(
    ("hp", "winner", "result"), [([7, 7, 5], -1, [0.0, 0.0, 0.0]), ([7, 6, 5], 0, [1.0, -1.0, -1.0])]
)
def test_after_round_100_the_most_hp_wins(hp: list[int], winner: int, result: list[float]) -> None:
    t = Ringside("Ragdoll", "Ragdoll", "Ragdoll", hp=hp, round=100).then("guard", "guard", "guard", rng=[0, CLOCKWISE])
    assert (t.winner, t.hp, t.position.result()) == (winner, hp, result)


@rule("CB-S28", "CB-40", "CB-4", "CB-5", "CB-38")
def test_set_up_of_two() -> None:
    position = game.start(game.options(), ScriptedRng([]))
    with ScriptedRng([1, 0, 8, 3, 0, 0]) as rng:
        for seat in (0, 1):
            position.play(seat, game.parse_move(position, seat, "ragdoll"), rng)
    first, second = seen(position, 0), seen(position, 1)
    assert first["seats"][0]["bonus"] == "Critical Hit"
    assert first["hand"] == ["Reverse Scratch", "Double Scratch"]
    assert second["seats"][1]["bonus"] == "Attacker"
    assert second["hand"] == ["Double Purring", "Double Purring"]
