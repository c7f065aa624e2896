"""Each ability on its own."""

from __future__ import annotations

from rumpus.testing import rule
from tests.games.cat_brawl.ringside import CLOCKWISE, COUNTER, Ringside, seen


@rule("CB-21", "CB-12")
def test_rejuvenation_is_asked_for_after_the_settlement() -> None:
    t = Ringside("Persian", "Ragdoll").then("purr", "scratch 0", rng=[0, CLOCKWISE])
    assert (t.hp, t.phase) == ([7, 10], "postlude")
    t.all("rejuvenation")
    assert t.hp == [8, 10]


@rule("CB-21", "CB-20")
def test_declined_it_stays_ready() -> None:
    t = Ringside("Persian", "Ragdoll")
    for round in (1, 2):
        assert t.round == round
        t.then("guard", "guard", rng=[0, CLOCKWISE]).then("decline")
    assert t.hp == [8, 10]


@rule("CB-22")
def test_a_gentleman_adds_up_the_points_dodged() -> None:
    t = Ringside("Ragdoll", "Persian", "Persian").then("guard", "scratch 0", "purr", rng=[0, CLOCKWISE])
    assert t.sizes == [0, 0, 0], "one point is no two"
    t = Ringside("Ragdoll", "Persian", "Persian", hands={1: ["Double Scratch"]})
    t.all("guard", "scratch 0 +double", "purr", rng=[0, CLOCKWISE, 0])
    assert t.hand(0) == ["Double Purring"]
    t = Ringside("Ragdoll", "Persian", "Persian", hands={1: ["Can't Guard"]})
    t.all("guard", "scratch 0 +noguard", "scratch 0", rng=[0, CLOCKWISE])
    assert t.sizes == [0, 0, 0], "what came through was not dodged"


@rule("CB-22", "CB-34")
def test_a_gentleman_does_not_dodge_by_purring() -> None:
    t = Ringside("Ragdoll", "Persian", "Persian", hands={0: ["Guaranteed Purring"]})
    t.all("purr +guaranteed", "scratch 0", "scratch 0", rng=[0, CLOCKWISE])
    assert t.sizes == [0, 0, 0]


@rule("CB-23")
def test_claws_in_hand_keep_a_maine_coon_from_hunting() -> None:
    t = Ringside("Maine Coon", "Ragdoll", hands={0: ["Can't Reverse"]})
    for _ in range(4):
        t.all("guard", "guard", rng=[0, CLOCKWISE])
    assert t.hand(0) == ["Can't Reverse"]


@rule("CB-23")
def test_the_count_starts_afresh_after_a_find() -> None:
    t = Ringside("Maine Coon", "Ragdoll").then("guard", "guard", rng=[0, CLOCKWISE])
    t.then("guard", "guard", rng=[0, CLOCKWISE, 1]).then("scratch +noguard", "guard", rng=[0, CLOCKWISE])
    assert t.sizes == [0, 0], "the first postlude without"
    t.all("guard", "guard", rng=[0, CLOCKWISE, 0])
    assert t.hand(0) == ["Can't Reverse"]


@rule("CB-23", "CB-41")
def test_two_maine_coons_hunt_in_settlement_order() -> None:
    t = Ringside("Maine Coon", "Maine Coon").then("guard", "guard", rng=[0, CLOCKWISE])
    t.all("guard", "guard", rng=[1, CLOCKWISE, 0, 1])
    assert (t.hand(1), t.hand(0)) == (["Can't Reverse"], ["Can't Guard"])


@rule("CB-24")
def test_recycling_is_not_offered_with_an_empty_pile() -> None:
    t = Ringside("Exotic Shorthair", "Ragdoll").then("guard", "guard", rng=[0, CLOCKWISE])
    assert t.phase == "strategy"
    assert t.round == 2


@rule("CB-24", "CB-20")
def test_recycling_takes_anybodys_card_and_rests_two_rounds() -> None:
    t = Ringside("Exotic Shorthair", "Ragdoll", hands={1: ["Double Purring", "Double Purring"]})
    t.then("guard", "purr +double", rng=[0, CLOCKWISE]).then("recycling")
    assert (t.hand(0), t.pile) == (["Double Purring"], [])
    t.then("guard", "purr +double", rng=[0, CLOCKWISE]).then("guard", "guard", rng=[0, CLOCKWISE])
    assert (t.round, t.pile, t.phase) == (4, ["Double Purring"], "strategy")
    t.all("guard", "guard", rng=[0, CLOCKWISE])
    assert t.phase == "postlude"


@rule("CB-25")
def test_loneliness_draws_at_once_and_the_others_see_it() -> None:
    t = Ringside("Siamese", "Ragdoll")
    events = t.decide("loneliness", rng=[6, 7])
    assert t.hand(0) == ["Can't Reverse", "Can't Guard"]
    assert t.log_texts(events, 1) == [
        "Ada walks off alone for this round (Loneliness). (CB-25)",
        "Ada draws 2 cards by Loneliness. (CB-25)",
    ]


@rule("CB-25", "CB-41")
def test_two_lonely_cats_draw_seats_upwards_and_nobody_fights() -> None:
    t = Ringside("Siamese", "Siamese").then("loneliness", "loneliness", rng=[0, 1, 2, 3, 1, COUNTER])
    assert t.hand(0) == ["Double Purring", "Guaranteed Purring"]
    assert t.hand(1) == ["Purr and Draw", "Reverse Scratch"]
    assert t.round == 2
    assert t.order == [1, 0], "who sits out keeps a place in the order"


@rule("CB-26", "CB-20")
def test_spotlight_rests_two_rounds() -> None:
    t = Ringside("Ragdoll", "Abyssinian").then("spotlight").then("guard", "guard", rng=[CLOCKWISE])
    assert t.order == [1, 0]
    for round in (2, 3):
        assert (t.round, t.phase) == (round, "strategy")
        t.all("guard", "guard", rng=[0, CLOCKWISE])
        assert t.order == [0, 1]
    assert (t.round, t.phase) == (4, "prelude")


@rule("CB-27", "CB-36")
def test_attacker_is_shown_by_its_first_draw() -> None:
    t = Ringside("Persian", "Persian", hands={0: ["Double Scratch"]}, bonus={0: "Attacker"})
    assert seen(t.position, 1)["seats"][0]["bonus"] == "hidden"
    events = t.decide("scratch 1 +double", "scratch 0", rng=[0, CLOCKWISE, 3])
    assert "Ada draws a card as an Attacker. (CB-27)" in t.log_texts(events, 1)
    assert "Ada draws Reverse Scratch as an Attacker. (CB-27)" in t.log_texts(events, 0)
    assert seen(t.position, 1)["seats"][0]["bonus"] == "Attacker"


@rule("CB-27")
def test_attacker_adds_up_what_it_took_from_one_scratch_only() -> None:
    t = Ringside("Persian", "Persian", "Persian", bonus={0: "Attacker"})
    t.all("scratch 1", "scratch 0", "scratch 0", rng=[0, CLOCKWISE])
    assert t.hp == [6, 7, 8]
    assert t.sizes == [0, 0, 0]


@rule("CB-27", "CB-12")
def test_an_attacker_that_is_out_draws_nothing() -> None:
    t = Ringside("Persian", "Persian", "Persian", hp=[1, 8, 8], hands={0: ["Double Scratch"]}, bonus={0: "Attacker"})
    t.all("scratch 1 +double", "scratch 0", "guard", rng=[0, CLOCKWISE])
    assert (t.hp, t.living, t.sizes) == ([0, 6, 8], [1, 2], [0, 0, 0])


@rule("CB-27", "CB-4")
def test_who_takes_2_points_and_draws_nothing_must_have_critical_hit() -> None:
    t = Ringside("Persian", "Persian", hands={0: ["Double Scratch"]}, bonus={0: "Critical Hit"}).then("decline")
    assert seen(t.position, 1)["seats"][0]["bonus"] == "hidden"
    events = t.decide("scratch 1 +double", "scratch 0", rng=[0, CLOCKWISE])
    assert "Ada draws no card, so the bonus ability must be Critical Hit. (CB-27)" in t.log_texts(events, 1)
    assert seen(t.position, 1)["seats"][0]["bonus"] == "Critical Hit"


@rule("CB-28", "CB-4", "CB-20")
def test_critical_hit_doubles_costs_1_and_rests() -> None:
    t = Ringside("Ragdoll", "Ragdoll", bonus={0: "Critical Hit"})
    events = t.decide("critical hit")
    assert t.log_texts(events, 1) == ["Ada goes for a Critical Hit. (CB-28)"]
    t.all("scratch 1", "scratch 0", rng=[0, CLOCKWISE])
    assert t.hp == [10 - 1 - 1, 8]
    for round in (2, 3):
        assert (t.round, t.phase) == (round, "strategy")
        t.all("guard", "guard", rng=[0, CLOCKWISE])
    assert (t.round, t.phase, t.position.to_act()) == (4, "prelude", [0])


@rule("CB-28", "CB-34")
def test_a_guards_own_critical_hit_does_not_raise_what_it_hands_back() -> None:
    t = Ringside("Persian", "Ragdoll", hands={0: ["Reverse Scratch"]}, bonus={0: "Critical Hit"}).then("critical hit")
    t.all("guard +reverse", "scratch 0", rng=[0, CLOCKWISE])
    assert t.hp == [7, 9]


@rule("CB-28", "CB-12")
def test_a_dead_user_of_critical_hit_pays_nothing() -> None:
    t = Ringside("Ragdoll", "Ragdoll", "Ragdoll", hp=[1, 10, 10], bonus={0: "Critical Hit"}).then("critical hit")
    events = t.decide("scratch 1", "scratch 0", "guard", rng=[1, CLOCKWISE])
    assert t.hp == [0, 10, 10]
    assert not [event for event in events if event.kind == "paid"]
