"""The Lesser witches, L-01 to L-27."""

from __future__ import annotations

from rumpus.testing import rule
from tests.games.creature_wars.kit import Table


@rule("L-01", "T-18", "B-8")
def test_blind_witch_loses_to_anybody() -> None:
    t = Table(a=["Lvl.3 Blind Witch"], b=["Lvl.6 Fire Dragon: (1)"]).duel("Blind", "Militia")
    assert (t.hp, t.winner) == ([27, 30], "B")
    assert t.graveyard == ["Lvl.3 Blind Witch {3} killed"]

    t = Table(a=["Lvl.3 Blind Witch"], b=["Lvl.1 Blind Witch"]).duel("Blind", "Blind")
    assert (t.hp, t.winner) == ([27, 27], "")
    assert (t.empire("A").lost, t.empire("B").lost) == (1, 1)

    t = Table(a=["Lvl.3 Blind Witch"], b=["Cannonball"]).duel("Blind", "Cannonball")
    assert t.graveyard == ["Lvl.3 Blind Witch {3} fled"]


@rule("L-02", "T-18")
def test_invisible_witch_always_gets_away() -> None:
    t = Table(a=["Lvl.1 Invisible Witch"], b=["Lvl.6 Fire Dragon"]).with_charges("B", lucky=1)
    t.duel("Invisible", "Dragon")
    assert (t.hp, t.winner) == ([30, 30], "A")
    assert (t.empire("A").won, t.empire("B").lost, t.empire("B").lucky) == (1, 0, 0)
    assert t.hand("B") == ["Lvl.6 Fire Dragon {7}"]

    t = Table(a=["Lvl.1 Invisible Witch"], b=["Lvl.3 Blind Witch"]).duel("Invisible", "Blind")
    assert (t.hp, t.winner) == ([30, 27], "A")

    t = Table(a=["Lvl.1 Invisible Witch"], b=["Lvl.3 Sick Witch"]).duel("Invisible", "Sick")
    assert (t.hp, t.winner) == ([30, 30], "")
    assert t.graveyard == ["Lvl.1 Invisible Witch {3} fled", "Lvl.3 Sick Witch {3} fled"]


@rule("L-03", "T-19")
def test_angry_witch_can_hit_the_creature_that_killed_her() -> None:
    t = Table(a=["Lvl.1 Angry Witch"], b=["Lvl.6 Ancient Dragon"]).duel("Angry", "Dragon")
    assert t.hp == [27, 30]
    assert t.hand("B") == []
    assert t.graveyard == ["Lvl.1 Angry Witch {3} killed", "Lvl.6 Ancient Dragon {7} discarded"]


@rule("L-03")
def test_angry_witch_is_quiet_when_she_escapes() -> None:
    t = Table(a=["Lvl.3 Angry Witch"], b=["Lvl.1 Fire Serpent", "Lvl.2 Fire Wolf"]).duel("Angry", "Serpent")
    assert len(t.hand("B")) == 2


@rule("L-04", "OP-9", "R-2", "R-5")
def test_magic_witch_puts_a_serpent_in_its_place() -> None:
    t = Table(a=["Lvl.1 Magic Witch"], b=["Lvl.1 Fire Serpent", "Lvl.4 Fire Dragon: (-)", "Lvl.2 Holy Wolf"])
    t.duel("Magic", "Serpent", picks=[0, 4, 2])
    assert t.hand("B") == ["Lvl.5 Nightmare Serpent {0}", "Lvl.2 Holy Wolf {2}", "Lvl.1 Fire Serpent {0}"]
    assert t.removed == ["Lvl.4 Fire Dragon {7}: (-)"]
    assert t.knows("A", "B")[0] == "?", "the caster learns neither the old nor the new face"


@rule("L-04", "OP-18")
def test_magic_witch_frees_the_sack_of_a_grinch() -> None:
    t = Table(a=["Lvl.1 Magic Witch"], b=["Lvl.1 Fire Serpent"])
    t.pocket(t.put("B", "Lvl.6 Grinch"), "Lvl.3 Holy Pirate")
    t.duel("Magic", "Fire Serpent", picks=[0, 0])
    assert t.hand("B") == ["Lvl.1 Ancient Serpent {0}", "Lvl.3 Holy Pirate {3}", "Lvl.1 Fire Serpent {0}"]


@rule("L-05", "T-14", "CW-86")
def test_voodoo_witch_strikes_back_in_the_same_moment() -> None:
    for hp, after, over in (([3, 6], [0, 0], "draw"), ([2, 6], [-1, 0], "B"), ([3, 5], [0, -1], "A")):
        t = Table(a=["Lvl.1 Voodoo Witch"], b=["Lvl.6 Holy Giant"], hp=hp).duel("Voodoo", "Giant")
        assert (t.hp, t.over) == (after, over)


@rule("L-05")
def test_voodoo_is_not_touched_by_wrath() -> None:
    t = Table(a=["Lvl.1 Voodoo Witch"], b=["Lvl.6 Holy Giant"]).with_magic(wrath=1).with_charges("B", ward=1)
    t.duel("Voodoo", "Giant")
    assert t.hp == [24, 27]


@rule("L-06", "T-05", "CW-46", "CW-47", "CW-48")
def test_greedy_witch_draws_two_and_flees_or_dies() -> None:
    t = Table(a=["Lvl.2 Greedy Witch"], b=["Lvl.3 Nightmare Wolf"]).duel("Greedy", "Wolf")
    assert len(t.hand("A")) == 2
    assert (t.hp, t.winner, t.empire("B").lost) == ([30, 30], "A", 0)
    assert t.hand("B") == ["Lvl.3 Nightmare Wolf {2}"]

    t = Table(a=["Lvl.2 Greedy Witch"], b=["Lvl.4 Nightmare Wolf"]).duel("Greedy", "Wolf")
    assert len(t.hand("A")) == 2
    assert (t.hp, t.winner, t.empire("A").lost) == ([27, 30], "B", 1)
    assert t.hand("B") == ["Lvl.4 Nightmare Wolf {2}"]


@rule("L-07", "T-21")
def test_which_witch_becomes_somebody_else() -> None:
    t = Table(a=["Lvl.1 Which Witch"], b=["Lvl.1 Fire Serpent"]).duel("Which", "Serpent", picks=[0, 5, 2])
    assert len(t.hand("A")) == 2
    assert t.graveyard == ["Lvl.3 Greedy Witch {3} fled"]

    t = Table(a=["Lvl.3 Which Witch!"], b=["Lvl.1 Fire Serpent"]).duel("Which", "Serpent", picks=[0, 5, 2])
    assert t.graveyard == ["Lvl.5 Greedy Witch! {3} fled"]


@rule("L-08", "OP-8", "CW-13")
def test_witcheroo_exchanges_the_hands_for_all_to_see() -> None:
    t = Table(a=["Lvl.3 Witcheroo", "Lvl.1 Fire Wolf: (1)"], b=["Lvl.1 Fire Serpent", "Lvl.2 Holy Giant", "Wraith"])
    t.duel("Witcheroo", "Serpent")
    assert t.hand("A") == ["Lvl.2 Holy Giant {4}", "Wraith {0}"]
    assert t.hand("B") == ["Lvl.1 Fire Wolf {2}", "Lvl.1 Fire Serpent {0}"]
    assert t.knows("B", "A") == t.hand("A")
    assert t.knows("A", "B") == t.hand("B")


@rule("L-08")
def test_witcheroo_drops_the_orders_on_the_cards() -> None:
    t = Table(a=["Lvl.3 Witcheroo"], b=["Lvl.1 Fire Serpent", "Lvl.2 Holy Giant: (2)"])
    giant = t.card("B", "Giant")
    giant.first, giant.deal_due, giant.doomed, giant.fuse = True, 4, 0, 3
    t.duel("Witcheroo", "Serpent")
    giant = t.card("A", "Giant")
    assert (giant.first, giant.deal_due, giant.doomed, giant.fuse, giant.cooldown) == (False, 0, 0, 3, 1)


@rule("L-09")
def test_kind_witch_lifts_every_creature() -> None:
    t = Table(
        a=["Lvl.1 Kind Witch", "Lvl.1 Fire Wolf: (-)", "Lvl.2 Sick Witch"], b=["Lvl.1 Fire Serpent", "Lvl.6 Grinch"]
    ).duel("Kind", "Serpent")
    assert t.hand("A") == ["Lvl.2 Fire Wolf {2}: (-)", "Lvl.2 Sick Witch {3}"]
    assert t.hand("B") == ["Lvl.7 Grinch {5}", "Lvl.1 Fire Serpent {0}"]


@rule("L-10", "CW-50")
def test_cocksure_witch_draws_for_one_or_the_other() -> None:
    for card, sizes in (("Lvl.1 Fire Serpent", (1, 1)), ("Lvl.6 Fire Dragon", (0, 2)), ("Lvl.1 Scarecrow", (0, 0))):
        t = Table(a=["Lvl.3 Cocksure Witch"], b=[card]).duel("Cocksure", card)
        assert (len(t.hand("A")), len(t.hand("B"))) == sizes


@rule("L-11")
def test_flamboyant_witch_sends_a_delegate_to_each() -> None:
    t = Table(a=["Lvl.3 Flamboyant Witch"], b=["Lvl.1 Fire Serpent"]).duel("Flamboyant", "Serpent")
    assert t.hand("A") == ["Lvl.1 Nightmare Skeleton {3}"]
    assert t.hand("B") == ["Lvl.1 Nightmare Skeleton {3}", "Lvl.1 Fire Serpent {0}"]


@rule("L-12", "CW-34", "CW-72")
def test_envious_witch_copies_the_strongest() -> None:
    t = Table(
        a=["Lvl.3 Envious Witch"],
        b=["Lvl.1 Fire Serpent", "Lvl.6 Fire Giant", "Lvl.3 Fire! Dragon {9}: (-)", "Lvl.2 Holy Dragon {9}"],
    )
    t.card("B", "Fire! Dragon").rings = 1
    t.duel("Envious", "Serpent")
    assert t.hand("A") == ["Lvl.1 Fire! Dragon {9}"], "without the lock, and without the ring and its levels"
    assert t.knows("A", "B") == ["?", "Lvl.3 Fire! Dragon {9}: (-)", "?", "Lvl.1 Fire Serpent {0}"]


@rule("L-13", "B-3")
def test_cursed_witch_costs_her_holder_a_point_a_turn() -> None:
    t = Table(
        a=["Lvl.1 Cursed Witch", "Lvl.2 Cursed Witch"], deck=["Lvl.1 Fire Wolf", "Lvl.1 Cursed Witch", "Cannonball"]
    )
    t.start_turn()
    assert t.hp == [27, 30], "turn 2: B draws the Wolf first, then A the third Cursed Witch"


@rule("L-14")
def test_sick_witch_infects_the_others() -> None:
    t = Table(a=["Lvl.3 Sick Witch"], b=["Lvl.1 Fire Serpent", "Lvl.7 Frost Witch!: (2)", "Lvl.1 Fire Wolf"])
    t.duel("Sick", "Serpent")
    assert t.hand("B") == ["Lvl.7 Sick Witch! {3}: (1)", "Lvl.1 Fire Wolf {2}", "Lvl.1 Fire Serpent {0}"]


@rule("L-15")
def test_sacrificial_witch_strengthens_those_she_leaves() -> None:
    t = Table(a=["Lvl.1 Sacrificial Witch", "Lvl.1 Fire Wolf"], b=["Lvl.6 Fire Dragon"]).duel("Sacrificial", "Dragon")
    assert t.hand("A") == ["Lvl.3 Fire Wolf {2}"]


@rule("L-16")
def test_snake_eyed_witch_wants_two_serpents() -> None:
    t = Table(a=["Lvl.3 Snake-Eyed Witch", "Lvl.1 Fire Serpent: (1)", "Lvl.1 Holy Serpent: (-)"], b=["Lvl.1 Fire Wolf"])
    t.duel("Snake-Eyed", "Wolf")
    assert len(t.hand("A")) == 3

    t = Table(a=["Lvl.3 Snake-Eyed Witch", "Lvl.1 Fire Serpent"], b=["Lvl.1 Fire Wolf"]).duel("Snake-Eyed", "Wolf")
    assert len(t.hand("A")) == 1


@rule("L-17", "OP-14", "OP-15")
def test_the_witch_collector_takes_three_and_gives_three() -> None:
    t = Table(a=["Lvl.3 The Witch Collector"], b=["Lvl.1 Fire Wolf"], hp=[1, 30]).with_charges("B", ward=1)
    t.duel("Collector", "Wolf")
    assert t.hp == [4, 29]


@rule("L-18")
def test_drenched_witch_puts_fires_out() -> None:
    t = Table(
        a=["Lvl.3 Drenched Witch", "Lvl.0 Fire Wolf"], b=["Lvl.1 Holy Wolf", "Lvl.2 Fire Giant", "Lvl.2 Holy Giant"]
    ).duel("Drenched", "Holy Wolf")
    assert t.hand("A") == ["Lvl.0 Fire Wolf {2}"]
    assert t.hand("B")[:2] == ["Lvl.1 Fire Giant {4}", "Lvl.2 Holy Giant {4}"]


@rule("L-19")
def test_flying_witch_brings_two_sacred_ones() -> None:
    t = Table(a=["Lvl.3 Flying Witch"], b=["Lvl.1 Fire Wolf"]).duel("Flying", "Wolf", picks=[8, 0, 96, 2])
    assert t.hand("A") == ["Lvl.4 Frost Witch {3}", "Lvl.6 Scarecrow's Keeper {3}"]

    t = Table(a=["Lvl.3 Flying Witch"], b=["Lvl.1 Fire Wolf"]).with_magic(ban=True).duel("Flying", "Wolf")
    assert t.hand("A") == []


@rule("L-20", "L-21", "T-22")
def test_wilbur_and_orville_learn_to_fly() -> None:
    t = Table(a=["Lvl.3 Wilbur Witch"], b=["Lvl.1 Fire Wolf"]).with_magic(crow=1).duel("Wilbur", "Wolf", picks=[2])
    assert t.hand("A") == ["Lvl.3 Orville Witch {3}"]
    assert t.hand("B") == ["Lvl.0 Fire Wolf {2}"]
    t.duel_again("Orville", "Wolf", picks=[1])
    assert "Lvl.2 Flying Witch {3}" in t.hand("A")

    t = Table(a=["Lvl.1 Fire Wolf"], b=["Lvl.3 Orville Witch"]).with_charges("A", escaped=[19])
    t.duel("Wolf", "Orville", picks=[0])
    assert t.hand("B") == ["Lvl.1 Wilbur Witch {3}"], "what escaped for A does not count for B"


@rule("L-22")
def test_the_early_witch_is_early_until_turn_six() -> None:
    t = Table(a=["Lvl.3 The Early Witch"], b=["Lvl.1 Fire Wolf"], turn=6)
    t.duel("Early", "Wolf", picks=[0, 0, 1, 1, 2, 2])
    assert t.hand("A") == ["Lvl.1 Ancient Serpent {0}", "Lvl.2 Fire Serpent {0}", "Lvl.3 Nightmare Serpent {0}"]

    t = Table(a=["Lvl.3 The Early Witch"], b=["Lvl.1 Fire Wolf"], turn=7).duel("Early", "Wolf")
    assert t.hand("A") == []


@rule("L-25", "CW-25", "T-23")
def test_overeager_witch_jumps_out_or_not() -> None:
    for pick, options in ((0, ["Lvl.1 Overeager Witch {3}"]), (1, ["Lvl.2 Fire Wolf {2}"])):
        t = Table(b=["Lvl.1 Overeager Witch", "Lvl.2 Fire Wolf"], turn=4)
        t.empire("B").forced = t.find("B", "Wolf")
        t.start_turn(picks=[pick])
        assert t.options("B") == options
    t = Table(b=["Lvl.1 Overeager Witch: (2)", "Lvl.2 Fire Wolf"], turn=4)
    t.start_turn()
    assert len(t.options("B")) == 2, "the Wolf, and the card drawn"


@rule("L-26", "CW-64")
def test_slumbering_witch_wakes_at_a_rally() -> None:
    t = Table(a=["Lvl.1 Slumbering Witch", "Lvl.1 Fire Wolf", "Lvl.1 Holy Wolf", "Lvl.1 Ancient Wolf"])
    assert "Lvl.1 Slumbering Witch {3}" not in t.options("A")
    t.gain("A", "Lvl.1 Nightmare Wolf")
    assert "Lvl.1 Slumbering Witch {3}" in t.options("A")


@rule("L-27")
def test_mcwitch_heals_and_brings_something_small() -> None:
    t = Table(a=["Lvl.3 McWitch"], b=["Lvl.1 Fire Wolf"]).duel("McWitch", "Wolf", picks=[4, 3])
    assert t.hp == [34, 30]
    assert t.hand("A") == ["Lvl.1 Holy Giant {4}"]
