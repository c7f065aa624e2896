"""The first half of the Sacred witches, S-01 to S-49."""

from __future__ import annotations

from rumpus.games.creature_wars.rules.cards import IS_CHANGELING, OUTCAST, SLOTHED, TRIBES, WEBBED
from rumpus.testing import rule
from tests.games.creature_wars.conftest import SetTable


@rule("S-01")
def test_witch_of_despair_empties_both_hands_but_not_a_sack(table: SetTable) -> None:
    t = table(
        a=["Lvl.4 Witch of Despair", "Cannonball", "Lvl.6 Grinch"], b=["Lvl.1 Fire Serpent", "Lvl.2 Holy Wolf: (-)"]
    )
    t.pocket(t.find("A", "Grinch"), "Lvl.3 Holy Giant")
    t.duel("Despair", "Serpent")
    assert t.hand("A") == ["Lvl.3 Holy Giant {4}"]
    assert t.hand("B") == ["Lvl.1 Fire Serpent {0}"], "the slots are not touched, and the Serpent came back"


@rule("S-02", "SC-2", "CW-67")
def test_hesperus_drowns_every_pirate_everywhere_the_one_in_the_duel_too(table: SetTable) -> None:
    t = table(
        a=["Lvl.4 Witch of the Hesperus", "Lvl.2 Fire Pirate"],
        b=["Lvl.3 Holy Pirate", "Lvl.1 Fire Wolf"],
        deck=["Lvl.1 Holy Pirate", "Lvl.1 Holy Serpent"],
    )
    t.duel("Hesperus", "Pirate")
    assert t.hand("A") == ["Lvl.7 Phantom {1}"]
    assert t.hp == [27, 30], "7 against 8 + 1"
    assert t.hand("B") == ["Lvl.1 Fire Wolf {2}", "Lvl.8 Phantom {1}"]
    assert t.deck[0] == "Lvl.6 Phantom {1}"


@rule("S-03", "SC-4")
def test_vengeful_witch_leaves_a_butterfly(table: SetTable) -> None:
    t = table(a=["Lvl.4 Vengeful Witch"], b=["Lvl.6 Fire Dragon"])
    t.duel("Vengeful", "Dragon")
    assert t.hand("A") == ["Lvl.6 Ancient Primordial Butterfly {1}"]
    t = table(a=["Lvl.4 Vengeful Witch"], b=["Lvl.1 Fire Serpent"])
    t.duel("Vengeful", "Serpent")
    assert t.hand("A") == []


@rule("S-04", "SC-3", "CW-31")
def test_moon_charm_turns_all_wolves_into_werewolves(table: SetTable) -> None:
    t = table(
        a=["Lvl.4 Moon Charm Witch", "Lvl.2 Fire Wolf"],
        b=["Lvl.1 Fire Serpent", "Lvl.3 Wolf"],
        deck=["Lvl.4 Holy Wolf"],
    )
    t.duel("Moon", "Serpent")
    assert t.hand("A") == ["Lvl.2 Nightmare Werewolf {8}"]
    assert t.hand("B")[0] == "Lvl.3 Werewolf {8}", "the typeless stay typeless"
    assert t.removed == []


@rule("S-05", "CW-13")
def test_prophetic_witch_sees_what_is_there_and_not_what_comes(table: SetTable) -> None:
    t = table(a=["Lvl.5 Prophetic Witch"], b=["Lvl.1 Fire Serpent", "Lvl.2 Holy Wolf"])
    t.duel("Prophetic", "Serpent")
    t.gain("B", "Lvl.3 Holy Giant")
    assert t.knows("A", "B") == ["Lvl.2 Holy Wolf {2}", "Lvl.1 Fire Serpent {0}", "?"]


@rule("S-06", "CW-72", "B-5")
def test_shifting_witch_becomes_the_card_opposite(table: SetTable) -> None:
    t = table(a=["Lvl.4 Shifting Witch"], b=["Lvl.3 Fire Giant"])
    t.duel("Shifting", "Giant")
    assert t.hand("A") == ["Lvl.3 Fire Giant {4}: (1)"], "equal powers: both return and rest"
    assert t.hand("B") == ["Lvl.3 Fire Giant {4}: (1)"]
    t = table(a=["Lvl.4 Shifting Witch"], b=["Lvl.2 Greedy Witch"])
    t.duel("Shifting", "Greedy")
    assert (len(t.hand("A")), len(t.hand("B"))) == (2, 2), "both cast as a Greedy Witch"
    t = table(a=["Lvl.4 Shifting Witch"], b=["Lvl.5 Shifting Witch"])
    t.duel("Shifting", "Shifting")
    assert t.hp == [27, 30], "two of them stay plain witches"


@rule("S-07", "CW-58")
def test_democratic_witch_takes_back_what_rallies_gave(table: SetTable) -> None:
    wolves = [f"Lvl.{level} Fire Wolf" for level in (1, 2, 3)]
    t = table(a=["Lvl.4 Democratic Witch"], b=["Lvl.1 Holy Serpent", *wolves, "Lvl.4 Holy Wolf", "Lvl.5 Holy Dragon"])
    t.scan("B")
    assert t.hand("B")[1] == "Lvl.3 Fire Wolf! {2}"
    t.duel("Democratic", "Serpent")
    assert t.hand("B")[:4] == [
        "Lvl.1 Fire Wolf {2}",
        "Lvl.2 Fire Wolf {2}",
        "Lvl.3 Fire Wolf {2}",
        "Lvl.4 Holy Wolf {2}",
    ]
    assert t.card("B", "Lvl.1 Fire Wolf").barred
    assert not t.card("B", "Dragon").barred


@rule("S-08")
def test_scary_witch_drives_out_the_holy_and_darkens_the_rest(table: SetTable) -> None:
    t = table(a=["Lvl.4 Scary Witch"], b=["Lvl.1 Fire Serpent", "Lvl.2 Holy Wolf", "Lvl.3 Fire Giant", "Lvl.6 Phantom"])
    t.duel("Scary", "Serpent")
    assert t.hand("B") == ["Lvl.3 Nightmare Giant {4}", "Lvl.6 Phantom {1}", "Lvl.1 Fire Serpent {0}"]
    assert "Lvl.2 Holy Wolf {2} discarded" in t.graveyard


@rule("S-09")
def test_frost_witch_removes_fire_from_both_hands(table: SetTable) -> None:
    t = table(
        a=["Lvl.4 Frost Witch", "Lvl.1 Fire Wolf"], b=["Lvl.1 Fire Serpent", "Lvl.2 Fire Giant", "Lvl.2 Holy Giant"]
    )
    t.duel("Frost", "Serpent")
    assert t.hand("A") == []
    assert t.hand("B") == ["Lvl.2 Holy Giant {4}", "Lvl.1 Fire Serpent {0}"]
    assert sorted(t.removed) == ["Lvl.1 Fire Wolf {2}", "Lvl.2 Fire Giant {4}"]
    assert t.hp == [30, 30]


@rule("S-10", "R-3", "R-4")
def test_hectic_witch_shuffles_fifteen_witches_in(table: SetTable) -> None:
    t = table(a=["Lvl.4 Hectic Witch"], b=["Lvl.1 Fire Serpent"], deck=["Lvl.1 Holy Serpent"])
    t.duel("Hectic", "Serpent", picks=[0, 8, 1] * 15 + [0] * 15)
    assert sorted(t.deck) == ["Lvl.1 Holy Serpent {0}"] + ["Lvl.2 Kind Witch {3}"] * 15
    t = table(a=["Lvl.4 Hectic Witch"], b=["Lvl.1 Fire Serpent"])
    t.magic.ban = True
    t.duel("Hectic", "Serpent")
    assert len(t.deck) == 10


@rule("S-11", "SC-17")
def test_the_ring_of_the_wicked_witch_goes_from_bearer_to_victor(table: SetTable) -> None:
    t = table(
        a=["Lvl.4 Wicked Witch", "Lvl.1 Fire Wolf"], b=["Lvl.1 Fire Serpent", "Lvl.6 Holy Giant", "Lvl.2 Holy Dragon"]
    )
    t.duel("Wicked", "Serpent")
    assert t.hand("A") == ["Lvl.3 Fire Wolf {2}"]
    assert t.card("A", "Wolf").rings == 1
    t.duel_again("Wolf", "Giant", picks=[1])
    assert "Lvl.1 Fire Wolf {2} slain" in t.graveyard
    assert t.hand("B") == ["Lvl.2 Holy Dragon {7}", "Lvl.3 Fire Serpent {0}"]


@rule("S-11")
def test_a_ring_is_lost_with_a_bearer_that_retires(table: SetTable) -> None:
    t = table(a=["Lvl.6 Fire Wolf", "Lvl.1 Holy Wolf"], b=["Lvl.1 Fire Serpent"])
    t.card("A", "Fire Wolf").rings = 1
    t.duel("Fire Wolf", "Serpent")
    assert "Lvl.4 Fire Wolf {2} retired" in t.graveyard
    assert t.hand("A") == ["Lvl.1 Holy Wolf {2}"]


@rule("S-12", "B-8")
def test_venom_lets_serpents_win_at_once_but_not_against_each_other(table: SetTable) -> None:
    t = table(a=["Lvl.6 Venom Witch", "Lvl.6 Fire Dragon"], b=["Lvl.1 Fire Serpent", "Lvl.1 Holy Serpent"])
    t.duel("Venom", "Fire Serpent")
    assert t.hp == [27, 30], "an enemy Serpent kills her already"
    t.duel_again("Dragon", "Holy Serpent")
    assert t.hp == [20, 30]


@rule("S-13", "CW-34", "SC-14", "R-7")
def test_feigglehorne_takes_the_two_weakest(table: SetTable) -> None:
    t = table(
        a=["Lvl.4 Feigglehorne's Witch"],
        b=["Lvl.1 Fire Serpent", "Lvl.5 Holy Wolf", "Lvl.0 Lump of Coal", "Lvl.2 Fire Wolf", "Lvl.1 Holy Dragon"],
    )
    t.duel("Feigglehorne", "Serpent")
    assert t.hand("B") == ["Lvl.5 Holy Wolf {2}", "Lvl.1 Holy Dragon {7}", "Lvl.1 Fire Serpent {0}"]

    t = table(a=["Lvl.4 Feigglehorne's Witch"], b=["Lvl.1 Fire Serpent", "Lvl.5 Holy Wolf", "Lvl.2 Fire Wolf"])
    t.duel("Feigglehorne", "Serpent")
    assert t.removed == ["Lvl.5 Holy Wolf {2}", "Lvl.2 Fire Wolf {2}"], "they leave in the order of the hand"


@rule("S-14", "R-2")
def test_foreboding_witch_sends_two_wolves(table: SetTable) -> None:
    t = table(a=["Lvl.4 Foreboding Witch"], b=["Lvl.6 Fire Dragon"])
    t.duel("Foreboding", "Dragon", picks=[5, 3, 0, 1])
    assert t.hand("A") == ["Lvl.6 Holy Wolf {2}", "Lvl.1 Fire Wolf {2}"]


@rule("S-15", "CW-13")
def test_matchmaking_witch_lets_the_largest_meet_the_smallest(table: SetTable) -> None:
    t = table(
        a=["Lvl.4 Matchmaking Witch", "Lvl.1 Fire Dragon"],
        b=["Lvl.1 Fire Serpent", "Lvl.1 Holy Wolf", "Lvl.2 Holy Giant"],
    )
    t.duel("Matchmaking", "Serpent")
    assert t.hp == [28, 23]
    assert t.knows("B", "A") == ["Lvl.1 Fire Dragon {7}"]
    assert t.knows("A", "B")[0] == "Lvl.1 Holy Wolf {2}"
    t = table(a=["Lvl.4 Matchmaking Witch"], b=["Lvl.1 Fire Serpent", "Lvl.1 Holy Wolf"])
    t.duel("Matchmaking", "Serpent")
    assert t.hp == [30, 30]


@rule("S-16", "CW-84", "CW-74")
def test_sun_witch_sends_the_dark_home_and_lights_fuses(table: SetTable) -> None:
    t = table(
        a=["Lvl.4 Sun Witch", "Lvl.1 Nightmare Wolf", "Lvl.2 Fire Dragon", "Lvl.1 Holy Wolf", "Lvl.2 Holy Wolf"],
        b=["Lvl.1 Ancient Serpent", "Lvl.2 Kind Witch", "Lvl.3 Ancient Serpent", "Lvl.4 Ancient Serpent"],
        deck=["Lvl.1 Holy Serpent"] * 4,
    )
    t.duel("Sun", "Lvl.1 Ancient Serpent", picks=[0] * 5)
    assert len(t.deck) == 6
    assert t.hand("A")[0] == "Lvl.5 Fire Dragon {7}"
    t.duel_again("Lvl.1 Holy Wolf", "Lvl.3 Ancient Serpent")
    assert "Lvl.5 Fire Dragon {7}" in t.hand("A")
    health = t.hp[0]
    t.duel_again("Lvl.2 Holy Wolf", "Lvl.4 Ancient Serpent")
    assert "Lvl.5 Fire Dragon {7} exploded" in t.graveyard
    assert t.hp[0] <= health - 7


@rule("S-16")
def test_a_card_that_is_played_puts_its_fuse_out(table: SetTable) -> None:
    t = table(
        a=["Lvl.4 Sun Witch", "Lvl.2 Fire Dragon", "Lvl.1 Holy Wolf"], b=["Lvl.1 Holy Serpent", "Lvl.1 Kind Witch: (1)"]
    )
    t.duel("Sun", "Serpent", picks=[0] * 10)
    assert t.card("A", "Dragon").fuse == 3
    t.duel_again("Dragon", "Serpent")
    assert not any("exploded" in words for words in t.graveyard)


@rule("S-17", "CW-2", "CW-76")
def test_gluttonous_witch_feeds_both_without_limit(table: SetTable) -> None:
    t = table(a=["Lvl.4 Gluttonous Witch"], b=["Lvl.1 Fire Serpent"])
    t.duel("Gluttonous", "Serpent")
    assert t.hp == [50, 50]


@rule("S-18", "CW-41")
def test_slothing_discourages_two_cards(table: SetTable) -> None:
    t = table(
        a=["Lvl.4 Witch of Slothing"],
        b=["Lvl.1 Fire Serpent", "Lvl.1 Holy Wolf", "Lvl.2 Holy Wolf: (-)", "Cannonball", "Wraith"],
    )
    t.duel("Slothing", "Serpent", picks=[2, 0])
    assert t.card("B", "Wraith").locks == SLOTHED
    assert t.card("B", "Lvl.1 Holy Wolf").barred
    assert t.hand("B")[2] == "Cannonball {0}"
    assert t.knows("A", "B")[0] == "?"


@rule("S-19", "CW-77")
def test_proud_witch_doubles_the_next_loss(table: SetTable) -> None:
    t = table(
        a=["Lvl.6 Proud Witch", "Lvl.6 Fire Dragon", "Lvl.5 Fire Dragon"],
        b=["Lvl.1 Fire Serpent", "Lvl.1 Holy Giant", "Lvl.2 Holy Giant"],
    )
    t.duel("Proud", "Serpent")
    t.duel_again("Lvl.6", "Lvl.1 Holy Giant")
    assert t.hp == [30, 22]
    t.duel_again("Dragon", "Giant")
    assert t.hp == [30, 18]


@rule("S-20", "CW-77")
def test_lucky_witch_waits_for_a_creature(table: SetTable) -> None:
    t = table(
        a=["Lvl.6 Lucky Witch", "Lvl.1 Blind Witch", "Lvl.1 Fire Serpent"],
        b=["Lvl.1 Fire Serpent", "Lvl.2 Fire Serpent", "Lvl.6 Ancient Dragon"],
    )
    t.duel("Lucky", "Lvl.1 Fire Serpent")
    t.duel_again("Blind", "Lvl.2 Fire Serpent")
    assert t.empire("A").lucky == 1
    t.duel_again("Serpent", "Dragon", picks=[0, 8, 0])
    assert t.hp == [27, 23]


@rule("S-21", "OP-1")
def test_wishing_witch_draws_what_helps(table: SetTable) -> None:
    t = table(
        a=["Lvl.6 Wishing Witch", "Lvl.1 Fire Wolf", "Lvl.2 Holy Wolf", "Lvl.2 Fire Giant"], b=["Lvl.1 Fire Serpent"]
    )
    t.duel("Wishing", "Serpent")
    t.draw("A", 1, picks=[3])
    assert t.hand("A")[-1] == "Lvl.4 Fire Wolf {2}"
    assert t.removed == ["Lvl.1 Holy Serpent {0}"]
    t = table(a=["Lvl.6 Wishing Witch"], b=["Lvl.1 Fire Serpent"])
    t.duel("Wishing", "Serpent")
    t.draw("A", 1)
    assert t.hand("A") == ["Lvl.1 Holy Serpent {0}"], "nothing to go by"
    assert t.empire("A").wish == 0


@rule("S-22", "R-7")
def test_shamanic_witch_rolls_types_for_both_hands(table: SetTable) -> None:
    t = table(
        a=["Lvl.4 Shamanic Witch", "Lvl.1 Fire Wolf", "Lvl.6 Phantom"], b=["Lvl.1 Fire Serpent", "Lvl.2 Holy Giant"]
    )
    t.duel("Shamanic", "Serpent", picks=[3, 2])
    assert t.hand("A") == ["Lvl.1 Holy Wolf {2}", "Lvl.6 Phantom {1}"]
    assert t.hand("B")[0] == "Lvl.2 Nightmare Giant {4}"


@rule("S-23", "CW-33", "CW-71")
def test_vortex_witch_gives_every_creature_another_tribe(table: SetTable) -> None:
    t = table(
        a=["Lvl.4 Vortex Witch", "Lvl.1 Fire Serpent", "Lvl.1 Scarecrow"],
        b=["Lvl.1 Fire Wolf", "Lvl.2 Holy Dragon", "Lvl.6 Phantom"],
    )
    t.duel("Vortex", "Wolf", picks=[5, 5, 0])
    assert t.hand("A") == ["Lvl.1 Fire Dragon {7}", "Lvl.1 Scarecrow {3}"]
    assert t.hand("B")[:2] == ["Lvl.2 Holy Vampire {5}", "Lvl.6 Serpent {0}"]


@rule("S-24", "CW-12", "B-8")
def test_grim_witch_dooms_a_creature_that_its_holder_does_not_know(table: SetTable) -> None:
    t = table(
        a=["Lvl.4 Grim Witch", "Lvl.1 Fire Serpent"], b=["Lvl.1 Holy Serpent", "Lvl.6 Fire Dragon", "Lvl.1 Holy Giant"]
    )
    t.duel("Grim", "Serpent", picks=[0])
    assert t.card("B", "Dragon").doomed == 0
    notes = t.war.view(0)["seats"][1]["hand"][0]["notes"]  # type: ignore[index, call-overload]
    assert "doomed: it will lose its duel" in notes  # type: ignore[operator]
    assert "doomed" not in str(t.war.view(1))
    t.duel_again("Serpent", "Dragon")
    assert t.hp == [30, 23]
    assert "Lvl.6 Fire Dragon {7} slain" in t.graveyard


@rule("S-25", "CW-82", "OP-9")
def test_hallucinating_witch_replaces_half_of_each_hand(table: SetTable) -> None:
    t = table(
        a=["Lvl.4 Hallucinating Witch", "Lvl.1 Fire Wolf"],
        b=["Lvl.1 Fire Serpent", "Lvl.1 Holy Wolf", "Lvl.2 Holy Wolf", "Cannonball"],
    )
    t.duel("Hallucinating", "Serpent", picks=[0, 8, 2, 0, 1, 0, 8, 0, 3, 16, 1])
    assert t.hand("A") == ["Lvl.3 Kind Witch {3}"]
    assert t.hand("B") == [
        "Lvl.1 Kind Witch {3}",
        "Lvl.2 Holy Wolf {2}",
        "Lvl.5 Gluttonous Witch {3}",
        "Lvl.1 Fire Serpent {0}",
    ]
    t = table(a=["Lvl.4 Hallucinating Witch", "Lvl.1 Fire Wolf"], b=["Lvl.1 Fire Serpent"])
    t.magic.ban = True
    t.duel("Hallucinating", "Serpent")
    assert t.hand("A") == ["Lvl.1 Fire Wolf {2}"]


@rule("S-26", "CW-87")
def test_big_bad_witch_hunts_wolves_in_hands_and_deck(table: SetTable) -> None:
    t = table(
        a=["Lvl.4 The Big Bad Witch", "Lvl.1 Fire Wolf"],
        b=["Lvl.1 Holy Wolf", "Lvl.2 Holy Wolf", "Lvl.2 Nightmare Werewolf"],
        deck=["Lvl.1 Holy Serpent", "Lvl.5 Holy Wolf", "Lvl.2 Holy Serpent"],
    )
    t.duel("Big Bad", "Lvl.1 Holy Wolf")
    assert t.hand("A") == []
    assert t.hand("B") == ["Lvl.2 Nightmare Werewolf {8}", "Lvl.1 Holy Wolf {2}"]
    assert t.deck == ["Lvl.1 Holy Serpent {0}", "Lvl.2 Holy Serpent {0}"]


@rule("S-27", "OP-7")
def test_witch_of_the_emperor_takes_what_is_small(table: SetTable) -> None:
    t = table(a=["Lvl.4 Witch of the Emperor"], b=["Lvl.1 Fire Serpent", "Lvl.2 Holy Giant: (2)", "Lvl.1 Holy Dragon"])
    t.duel("Emperor", "Serpent", picks=[0])
    assert t.hand("A")[0].startswith("Lvl.2 Holy Giant {4}: (")
    t = table(a=["Lvl.4 Witch of the Emperor"], b=["Lvl.1 Fire Serpent", "Lvl.2 Holy Giant", "Lvl.1 Holy Dragon"])
    t.duel("Emperor", "Serpent", picks=[1])
    assert t.hand("A") == []
    assert t.knows("A", "B")[1] == "Lvl.1 Holy Dragon {7}"


@rule("S-28")
def test_bone_legion_marches_into_the_deck(table: SetTable) -> None:
    t = table(a=["Lvl.4 Witch of the Bone Legion"], b=["Lvl.1 Fire Serpent"], deck=["Lvl.1 Holy Serpent"])
    t.duel("Bone", "Serpent", picks=[2, 1] * 6 + [0] * 6)
    assert sorted(t.deck) == ["Lvl.1 Holy Serpent {0}"] + ["Lvl.3 Fire Skeleton {3}"] * 6


@rule("S-29", "PC-4")
def test_hired_legion_comes_from_the_tribe_one_names(table: SetTable) -> None:
    t = table(a=["Lvl.4 Witch of the Hired Legion"], b=["Lvl.1 Fire Serpent"])
    t.duel("Hired", "Serpent")
    assert t.choices == ["Wolf", "Skeleton", "Pirate"]
    t.answer("Pirate", picks=[0, 0, 5, 3])
    assert t.hand("A") == ["Lvl.1 Ancient Pirate {3}", "Lvl.6 Holy Pirate {3}"]


@rule("S-30", "CW-25")
def test_beguiling_witch_calls_her_pursuer_back(table: SetTable) -> None:
    t = table(a=["Lvl.6 Beguiling Witch", "Lvl.1 Fire Wolf"], b=["Lvl.1 Fire Serpent", "Lvl.6 Holy Dragon"])
    t.duel("Beguiling", "Serpent")
    t.start_turn()
    assert t.options("B") == ["Lvl.1 Fire Serpent {0}"]


@rule("S-31", "CW-52")
def test_rage_witch_pays_a_card_for_the_duels_she_remembers(table: SetTable) -> None:
    t = table(a=["Lvl.6 Rage Witch", "Lvl.1 Fire Wolf", "Cannonball"], b=["Lvl.1 Fire Serpent"])
    t.empire("A").lost = 4
    t.duel("Rage", "Serpent", picks=[1])
    assert t.hp == [30, 26]
    assert t.hand("A") == ["Lvl.1 Fire Wolf {2}"]
    t = table(a=["Lvl.6 Rage Witch"], b=["Lvl.1 Fire Serpent"])
    t.empire("A").lost = 4
    t.duel("Rage", "Serpent")
    assert t.hp == [30, 30]


@rule("S-32", "OP-13")
def test_jesting_witch_lays_three_new_cards_on_the_deck(table: SetTable) -> None:
    t = table(a=["Lvl.6 Jesting Witch"], b=["Lvl.1 Fire Serpent"], deck=["Lvl.1 Holy Serpent"])
    t.duel("Jesting", "Serpent", picks=[41, 6, 5, 1, 42, 0, 8, 0, 0, 1, 0, 0])
    assert t.deck == [
        "Lvl.1 Ancient Wolf {2}",
        "Lvl.1 Kind Witch {3}",
        "Lvl.6 Fire Dragon {7}",
        "Lvl.1 Holy Serpent {0}",
    ]


@rule("S-33", "B-10")
def test_high_witch_lifts_the_next_card_and_doubles_its_loss(table: SetTable) -> None:
    t = table(a=["Lvl.6 The High Witch", "Lvl.6 Fire Dragon"], b=["Lvl.1 Fire Serpent", "Lvl.1 Holy Giant"])
    t.duel("High", "Serpent")
    t.duel_again("Dragon", "Giant")
    assert t.hp == [30, 22]
    assert "Lvl.4 Holy Giant {4} slain" in t.graveyard


@rule("S-34", "CW-84")
def test_shady_witch_gives_her_best_with_a_deadline(table: SetTable) -> None:
    t = table(
        a=["Lvl.6 Shady Witch", "Lvl.5 Fire Dragon", "Lvl.1 Holy Serpent"],
        b=["Lvl.1 Fire Serpent", "Lvl.1 Holy Wolf", "Lvl.6 Holy Giant"],
    )
    t.duel("Shady", "Serpent")
    assert t.hand("A") == ["Lvl.1 Holy Serpent {0}", "Lvl.1 Holy Wolf {2}"]
    assert "Lvl.5 Fire Dragon {7}" in t.hand("B")
    t.duel_again("Serpent", "Giant")
    assert "Lvl.1 Fire Dragon {7}" in t.hand("B")


@rule("S-34")
def test_a_deal_that_is_kept_costs_no_levels(table: SetTable) -> None:
    t = table(
        a=["Lvl.6 Shady Witch", "Lvl.5 Fire Dragon", "Lvl.1 Holy Serpent"], b=["Lvl.1 Fire Serpent", "Lvl.1 Holy Wolf"]
    )
    t.duel("Shady", "Serpent")
    t.duel_again("Serpent", "Dragon")
    assert "Lvl.5 Fire Dragon {7} retired" in t.graveyard


@rule("S-35", "PC-7", "CW-34")
def test_questing_witch_asks_for_seven_tribes_and_offers_three_potions(table: SetTable) -> None:
    t = table(a=["Lvl.6 Questing Witch"], b=["Lvl.1 Fire Serpent"])
    t.duel("Questing", "Serpent")
    assert t.hp == [30, 30]
    hand = ["Lvl.1 Fire Wolf", "Lvl.6 Fire Dragon", "Lvl.5 Holy Giant", "Lvl.1 Holy Serpent"]
    ends = {}
    for potion in ("Deception", "Ferocity", "Endurance"):
        t = table(a=["Lvl.6 Questing Witch", *hand], b=["Lvl.1 Fire Serpent"])
        t.empire("A").slain_tribes = (1 << TRIBES) - 1
        t.duel("Questing", "Serpent")
        t.answer(potion)
        ends[potion] = (t.hp[0], t.hand("A"))
    assert ends["Deception"] == (30, ["Lvl.1 Holy Serpent {0}"])
    assert ends["Ferocity"][1][0] == "Lvl.4 Fire Wolf {2}"
    assert ends["Endurance"][0] == 45


@rule("S-36", "B-10")
def test_berserker_adds_the_winners_level_to_the_next_loss(table: SetTable) -> None:
    t = table(
        a=["Lvl.6 Berserker Witch", "Lvl.6 Fire Dragon", "Lvl.5 Fire Dragon"],
        b=["Lvl.1 Fire Serpent", "Lvl.1 Holy Giant", "Lvl.2 Holy Giant"],
    )
    t.duel("Berserker", "Serpent")
    t.start_turn()
    t.duel("Lvl.6", "Lvl.1 Holy Giant")
    assert t.hp == [30, 20]
    t.start_turn()
    t.duel("Dragon", "Giant")
    assert t.hp == [30, 16]


@rule("S-37", "CW-80", "CW-81")
def test_pandoras_witch_lets_the_other_hand_cast_and_flee(table: SetTable) -> None:
    t = table(
        a=["Lvl.6 Pandora's Witch"],
        b=["Lvl.1 Fire Serpent", "Lvl.1 Greedy Witch", "Lvl.1 Which Witch", "Lvl.4 Gluttonous Witch"],
    )
    t.duel("Pandora", "Serpent")
    assert t.hp == [50, 50]
    assert t.hand("B") == ["Lvl.1 Holy Serpent {0}", "Lvl.1 Holy Serpent {0}", "Lvl.1 Fire Serpent {0}"]
    assert [words for words in t.graveyard if "fled" in words][:3] == [
        "Lvl.1 Greedy Witch {3} fled",
        "Lvl.1 Which Witch {3} fled",
        "Lvl.4 Gluttonous Witch {3} fled",
    ]


@rule("S-37", "PC-4")
def test_choices_of_freed_witches_are_the_opponents(table: SetTable) -> None:
    t = table(a=["Lvl.6 Pandora's Witch"], b=["Lvl.1 Fire Serpent", "Lvl.4 Witch of the Hired Legion"])
    t.duel("Pandora", "Serpent")
    assert t.asked == "B"
    t.answer("Wolf", picks=[0, 0, 0, 0])
    assert t.hand("B")[:2] == ["Lvl.1 Ancient Wolf {2}", "Lvl.1 Ancient Wolf {2}"]


@rule("S-38", "CW-70")
def test_odd_witch_throws_out_what_is_even(table: SetTable) -> None:
    t = table(
        a=["Lvl.5 Odd Witch", "Lvl.2 Fire Wolf", "Lvl.3 Fire Wolf"],
        b=["Lvl.1 Fire Serpent", "Lvl.0 Lump of Coal", "Lvl.4 Frost Witch", "Cannonball"],
    )
    t.duel("Odd", "Serpent")
    assert t.hand("A") == ["Lvl.3 Fire Wolf {2}"]
    assert t.hand("B") == ["Cannonball {0}", "Lvl.1 Fire Serpent {0}"]


@rule("S-39")
def test_firehawks_burn_the_own_hand(table: SetTable) -> None:
    t = table(
        a=[
            "Lvl.5 Witch of the Firehawks",
            "Lvl.1 Nightmare Wolf",
            "Lvl.1 Kind Witch",
            "Lvl.2 Holy Wolf",
            "Lvl.6 Phantom",
        ],
        b=["Lvl.1 Fire Serpent"],
    )
    t.duel("Firehawks", "Serpent")
    assert t.hand("A") == ["Lvl.2 Fire Wolf {2}", "Lvl.6 Phantom {1}"]
    assert t.removed == ["Lvl.1 Nightmare Wolf {2}", "Lvl.1 Kind Witch {3}"]


@rule("S-40", "OP-14", "CW-82")
def test_talisman_halves_the_next_blow_even_in_the_same_turn(table: SetTable) -> None:
    t = table(a=["Lvl.4 Talismanic Witch"], b=["Lvl.6 Fire Dragon"])
    t.duel("Talismanic", "Dragon")
    assert t.hp == [29, 30]
    assert t.empire("A").ward == 0


@rule("S-41")
def test_chthonic_witch_brings_back_the_creature_slain_last(table: SetTable) -> None:
    t = table(a=["Lvl.6 Chthonic Witch"], b=["Lvl.1 Fire Serpent"])
    t.bury("B", "Lvl.3 Fire Giant", "slain")
    t.bury("B", "Lvl.4 Holy Dragon", "slain")
    t.bury("A", "Lvl.5 Holy Wolf", "retired")
    t.duel("Chthonic", "Serpent")
    assert t.hand("A") == ["Lvl.3 Holy Dragon {7}"]


@rule("S-42")
def test_necromancing_witch_raises_all_slain_skeletons(table: SetTable) -> None:
    t = table(a=["Lvl.6 Necromancing Witch"], b=["Lvl.1 Fire Serpent"])
    t.bury("B", "Lvl.3 Fire Skeleton", "slain")
    t.bury("A", "Lvl.1 Holy Skeleton", "slain")
    t.bury("A", "Lvl.2 Holy Skeleton", "discarded")
    t.bury("A", "Lvl.2 Holy Giant", "slain")
    t.duel("Necromancing", "Serpent")
    assert t.hand("A") == ["Lvl.6 Fire Skeleton {3}", "Lvl.4 Holy Skeleton {3}"]


@rule("S-43", "OP-4")
def test_sepulchral_witch_digs_up_one_of_the_own_fallen(table: SetTable) -> None:
    t = table(a=["Lvl.6 Sepulchral Witch"], b=["Lvl.1 Fire Serpent"])
    t.bury("B", "Lvl.3 Fire Giant", "slain")
    t.bury("A", "Lvl.4 Holy Dragon", "slain")
    t.duel("Sepulchral", "Serpent")
    assert t.hand("A") == ["Lvl.4 Holy Dragon {7}: (1)"]


@rule("S-44", "CW-33")
def test_circes_witch_turns_pirates_into_wolves(table: SetTable) -> None:
    t = table(a=["Lvl.6 Circe's Witch", "Lvl.1 Fire Pirate"], b=["Lvl.1 Fire Serpent", "Lvl.5 Holy Pirate"])
    t.duel("Circe", "Serpent")
    assert t.hand("A") == ["Lvl.1 Fire Wolf {2}"]
    assert t.hand("B")[0] == "Lvl.5 Holy Wolf {2}"


@rule("S-45")
def test_angitias_witch_eats_serpents(table: SetTable) -> None:
    t = table(
        a=["Lvl.6 Angitia's Witch", "Lvl.1 Fire Serpent", "Lvl.2 Fire Serpent: (-)", "Lvl.2 Fire Wolf"],
        b=["Lvl.1 Fire Serpent"],
    )
    t.duel("Angitia", "Serpent")
    assert t.hp == [40, 30]
    assert t.hand("A") == ["Lvl.2 Fire Wolf {2}"]


@rule("S-46", "OP-8", "PC-7")
def test_minervas_witch_trades_two_for_two(table: SetTable) -> None:
    a = ["Lvl.6 Minerva's Witch", "Lvl.1 Fire Serpent", "Lvl.1 Fire Wolf", "Lvl.6 Fire Dragon"]
    b = ["Lvl.1 Holy Serpent", "Lvl.2 Holy Giant", "Lvl.5 Holy Vampire", "Lvl.1 Holy Wolf"]
    t = table(a=a, b=b)
    t.duel("Minerva", "Serpent")
    t.answer("my least for their most powerful")
    assert t.hand("A") == ["Lvl.6 Fire Dragon {7}", "Lvl.2 Holy Giant {4}", "Lvl.5 Holy Vampire {5}"]
    assert t.hand("B")[:3] == ["Lvl.1 Holy Wolf {2}", "Lvl.1 Fire Serpent {0}", "Lvl.1 Fire Wolf {2}"]
    t = table(a=a, b=b)
    t.duel("Minerva", "Serpent")
    t.answer("my most for their least powerful")
    assert t.hand("A") == ["Lvl.1 Fire Serpent {0}", "Lvl.2 Holy Giant {4}", "Lvl.1 Holy Wolf {2}"]
    assert t.knows("B", "A")[1:] == ["Lvl.2 Holy Giant {4}", "Lvl.1 Holy Wolf {2}"]


@rule("S-47", "SC-10", "CW-66")
def test_changeling_witch_costs_a_nightmare(table: SetTable) -> None:
    t = table(a=["Lvl.6 Changeling Witch", "Lvl.1 Nightmare Wolf"], b=["Lvl.1 Fire Serpent", "Lvl.5 Holy Giant"])
    t.duel("Changeling", "Serpent")
    assert t.hand("A") == []
    assert t.hand("B")[:2] == ["Lvl.2 Holy Giant {4}", "Lvl.1 Holy Changeling {4}"]
    assert t.card("B", "Changeling").traits & IS_CHANGELING
    t = table(a=["Lvl.6 Changeling Witch", "Lvl.1 Nightmare Wolf"], b=["Lvl.1 Fire Serpent"])
    t.duel("Changeling", "Serpent")
    assert t.hand("A") == ["Lvl.1 Nightmare Wolf {2}"], "no target, no cost"


@rule("S-48", "SC-16")
def test_sin_eater_puts_the_guilt_on_another(table: SetTable) -> None:
    t = table(
        a=["Lvl.6 Sin-Eater Witch", "Lvl.1 Fire Giant", "Lvl.2 Holy Wolf"],
        b=["Lvl.1 Fire Serpent", "Lvl.6 Holy Dragon"],
    )
    t.duel("Sin-Eater", "Serpent")
    t.duel_again("Giant", "Dragon")
    assert t.hp == [30, 30]
    assert t.card("A", "Wolf").locks == OUTCAST


@rule("S-49", "CW-41")
def test_charlottes_witch_webs_a_card(table: SetTable) -> None:
    t = table(
        a=["Lvl.6 Charlotte's Witch"],
        b=["Lvl.1 Fire Serpent", "Lvl.5 Holy Giant: (-)", "Lvl.5 Holy Wolf", "Cannonball"],
    )
    t.duel("Charlotte", "Serpent", picks=[0])
    assert t.card("B", "Wolf").locks == WEBBED
    assert t.knows("A", "B")[1] == "?"
