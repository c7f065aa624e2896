"""Sacred witches that change held cards."""

from __future__ import annotations

from rumpus.games.creature_wars.rules.cards import IS_CHANGELING, PETRIFIED, SLOTHED, WEBBED
from rumpus.testing import rule
from tests.games.creature_wars.kit import Table


@rule("S-02", "SC-2", "CW-67")
def test_hesperus_drowns_every_pirate_everywhere_the_one_in_the_duel_too() -> None:
    t = Table(
        a=["Lvl.4 Witch of the Hesperus", "Lvl.2 Fire Pirate"],
        b=["Lvl.3 Holy Pirate", "Lvl.1 Fire Wolf"],
        deck=["Lvl.1 Holy Pirate", "Lvl.1 Holy Serpent"],
    ).duel("Hesperus", "Pirate")
    assert t.hand("A") == ["Lvl.7 Phantom {1}"]
    assert t.hp == [27, 30], "7 against 8 + 1"
    assert t.hand("B") == ["Lvl.1 Fire Wolf {2}", "Lvl.8 Phantom {1}"]
    assert t.deck[0] == "Lvl.6 Phantom {1}"


@rule("S-04", "SC-3", "CW-31")
def test_moon_charm_turns_all_wolves_into_werewolves() -> None:
    t = Table(
        a=["Lvl.4 Moon Charm Witch", "Lvl.2 Fire Wolf"],
        b=["Lvl.1 Fire Serpent", "Lvl.3 Wolf"],
        deck=["Lvl.4 Holy Wolf"],
    ).duel("Moon", "Serpent")
    assert t.hand("A") == ["Lvl.2 Nightmare Werewolf {8}"]
    assert t.hand("B")[0] == "Lvl.3 Werewolf {8}", "the typeless stay typeless"
    assert t.removed == []


@rule("S-07", "CW-58")
def test_democratic_witch_takes_back_what_rallies_gave() -> None:
    wolves = [f"Lvl.{level} Fire Wolf" for level in (1, 2, 3)]
    t = Table(a=["Lvl.4 Democratic Witch"], b=["Lvl.1 Holy Serpent", *wolves, "Lvl.4 Holy Wolf", "Lvl.5 Holy Dragon"])
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
def test_scary_witch_drives_out_the_holy_and_darkens_the_rest() -> None:
    t = Table(a=["Lvl.4 Scary Witch"], b=["Lvl.1 Fire Serpent", "Lvl.2 Holy Wolf", "Lvl.3 Fire Giant", "Lvl.6 Phantom"])
    t.duel("Scary", "Serpent")
    assert t.hand("B") == ["Lvl.3 Nightmare Giant {4}", "Lvl.6 Phantom {1}", "Lvl.1 Fire Serpent {0}"]
    assert "Lvl.2 Holy Wolf {2} discarded" in t.graveyard


@rule("S-16", "CW-84", "CW-74")
def test_sun_witch_sends_the_dark_home_and_lights_fuses() -> None:
    t = Table(
        a=["Lvl.4 Sun Witch", "Lvl.1 Nightmare Wolf", "Lvl.2 Fire Dragon", "Lvl.1 Holy Wolf", "Lvl.2 Holy Wolf"],
        b=["Lvl.1 Ancient Serpent", "Lvl.2 Kind Witch", "Lvl.3 Ancient Serpent", "Lvl.4 Ancient Serpent"],
        deck=["Lvl.1 Holy Serpent"] * 4,
    ).duel("Sun", "Lvl.1 Ancient Serpent", picks=[0] * 5)
    assert len(t.deck) == 6
    assert t.hand("A")[0] == "Lvl.5 Fire Dragon {7}"
    t.duel_again("Lvl.1 Holy Wolf", "Lvl.3 Ancient Serpent")
    assert "Lvl.5 Fire Dragon {7}" in t.hand("A")
    health = t.hp[0]
    t.duel_again("Lvl.2 Holy Wolf", "Lvl.4 Ancient Serpent")
    assert "Lvl.5 Fire Dragon {7} exploded" in t.graveyard
    assert t.hp[0] <= health - 7


@rule("S-16")
def test_a_card_that_is_played_puts_its_fuse_out() -> None:
    t = Table(
        a=["Lvl.4 Sun Witch", "Lvl.2 Fire Dragon", "Lvl.1 Holy Wolf"], b=["Lvl.1 Holy Serpent", "Lvl.1 Kind Witch: (1)"]
    ).duel("Sun", "Serpent", picks=[0] * 10)
    assert t.card("A", "Dragon").fuse == 3
    t.duel_again("Dragon", "Serpent")
    assert not any("exploded" in words for words in t.graveyard)


@rule("S-18", "CW-41")
def test_slothing_discourages_two_cards() -> None:
    t = Table(
        a=["Lvl.4 Witch of Slothing"],
        b=["Lvl.1 Fire Serpent", "Lvl.1 Holy Wolf", "Lvl.2 Holy Wolf: (-)", "Cannonball", "Wraith"],
    ).duel("Slothing", "Serpent", picks=[2, 0])
    assert t.card("B", "Wraith").locks == SLOTHED
    assert t.card("B", "Lvl.1 Holy Wolf").barred
    assert t.hand("B")[2] == "Cannonball {0}"
    assert t.knows("A", "B")[0] == "?"


@rule("S-22", "R-7")
def test_shamanic_witch_rolls_types_for_both_hands() -> None:
    t = Table(
        a=["Lvl.4 Shamanic Witch", "Lvl.1 Fire Wolf", "Lvl.6 Phantom"], b=["Lvl.1 Fire Serpent", "Lvl.2 Holy Giant"]
    ).duel("Shamanic", "Serpent", picks=[3, 2])
    assert t.hand("A") == ["Lvl.1 Holy Wolf {2}", "Lvl.6 Phantom {1}"]
    assert t.hand("B")[0] == "Lvl.2 Nightmare Giant {4}"


@rule("S-23", "CW-33", "CW-71")
def test_vortex_witch_gives_every_creature_another_tribe() -> None:
    t = Table(
        a=["Lvl.4 Vortex Witch", "Lvl.1 Fire Serpent", "Lvl.1 Scarecrow"],
        b=["Lvl.1 Fire Wolf", "Lvl.2 Holy Dragon", "Lvl.6 Phantom"],
    ).duel("Vortex", "Wolf", picks=[5, 5, 0])
    assert t.hand("A") == ["Lvl.1 Fire Dragon {7}", "Lvl.1 Scarecrow {3}"]
    assert t.hand("B")[:2] == ["Lvl.2 Holy Vampire {5}", "Lvl.6 Serpent {0}"]


@rule("S-39")
def test_firehawks_burn_the_own_hand() -> None:
    t = Table(
        a=[
            "Lvl.5 Witch of the Firehawks",
            "Lvl.1 Nightmare Wolf",
            "Lvl.1 Kind Witch",
            "Lvl.2 Holy Wolf",
            "Lvl.6 Phantom",
        ],
        b=["Lvl.1 Fire Serpent"],
    ).duel("Firehawks", "Serpent")
    assert t.hand("A") == ["Lvl.2 Fire Wolf {2}", "Lvl.6 Phantom {1}"]
    assert t.removed == ["Lvl.1 Nightmare Wolf {2}", "Lvl.1 Kind Witch {3}"]


@rule("S-44", "CW-33")
def test_circes_witch_turns_pirates_into_wolves() -> None:
    t = Table(a=["Lvl.6 Circe's Witch", "Lvl.1 Fire Pirate"], b=["Lvl.1 Fire Serpent", "Lvl.5 Holy Pirate"])
    t.duel("Circe", "Serpent")
    assert t.hand("A") == ["Lvl.1 Fire Wolf {2}"]
    assert t.hand("B")[0] == "Lvl.5 Holy Wolf {2}"


@rule("S-47", "SC-10", "CW-66")
def test_changeling_witch_costs_a_nightmare() -> None:
    t = Table(a=["Lvl.6 Changeling Witch", "Lvl.1 Nightmare Wolf"], b=["Lvl.1 Fire Serpent", "Lvl.5 Holy Giant"])
    t.duel("Changeling", "Serpent")
    assert t.hand("A") == []
    assert t.hand("B")[:2] == ["Lvl.2 Holy Giant {4}", "Lvl.1 Holy Changeling {4}"]
    assert t.card("B", "Changeling").traits & IS_CHANGELING
    t = Table(a=["Lvl.6 Changeling Witch", "Lvl.1 Nightmare Wolf"], b=["Lvl.1 Fire Serpent"])
    t.duel("Changeling", "Serpent")
    assert t.hand("A") == ["Lvl.1 Nightmare Wolf {2}"], "no target, no cost"


@rule("S-49", "CW-41")
def test_charlottes_witch_webs_a_card() -> None:
    t = Table(
        a=["Lvl.6 Charlotte's Witch"],
        b=["Lvl.1 Fire Serpent", "Lvl.5 Holy Giant: (-)", "Lvl.5 Holy Wolf", "Cannonball"],
    ).duel("Charlotte", "Serpent", picks=[0])
    assert t.card("B", "Wolf").locks == WEBBED
    assert t.knows("A", "B")[1] == "?"


@rule("S-58", "B-13", "CW-75")
def test_chiquita_witch_ripens_and_sours() -> None:
    t = Table(
        a=["Lvl.1 Invisible Witch", "Lvl.3 Holy Wolf", "Lvl.4 Chiquita Witch", "Lvl.4 Fire Giant", "Lvl.6 Fire Dragon"],
        b=["Lvl.1 Fire Serpent"],
    ).with_charges("A", ward=1)
    t.duel("Invisible", "Serpent")
    assert t.hand("A") == ["Lvl.4 Holy Wolf {2}", "Lvl.4 Chiquita Witch {3}"]
    assert t.graveyard[1:] == ["Lvl.5 Fire Giant {4} soured", "Lvl.7 Fire Dragon {7} soured"]
    assert t.hp == [25, 30], "half of 4 + 7 in one blow"
    assert t.hand("B") == ["Lvl.1 Fire Serpent {0}"]


@rule("S-58")
def test_two_chiquitas_act_one_after_the_other_and_neither_when_played() -> None:
    t = Table(
        a=["Lvl.1 Invisible Witch", "Lvl.3 Holy Wolf", "Lvl.4 Chiquita Witch", "Lvl.5 Chiquita Witch"],
        b=["Lvl.1 Fire Serpent"],
    ).duel("Invisible", "Serpent")
    assert (t.hp, len(t.hand("A"))) == ([28, 30], 2)

    t = Table(a=["Lvl.4 Chiquita Witch", "Lvl.4 Holy Wolf"], b=["Lvl.1 Fire Serpent"]).duel("Chiquita", "Serpent")
    assert t.hand("A") == ["Lvl.4 Holy Wolf {2}"]


@rule("S-59", "CW-33", "OP-3")
def test_midas_witch_gilds_what_arrives_once() -> None:
    t = Table(a=["Lvl.5 Midas Witch", "Lvl.4 Fire Wolf"], b=["Lvl.1 Fire Serpent", "Lvl.1 Invisible Witch"])
    t.duel("Midas", "Serpent")
    assert t.hand("A") == ["Lvl.4 Fire Wolf {2}"], "it was there before"
    t.start_turn()
    assert t.hand("A") == ["Lvl.4 Fire Wolf {2}", "Lvl.1 Holy Serpent {2}"]
    t.duel("Wolf", "Invisible")
    assert t.hand("A") == ["Lvl.1 Holy Serpent {2}", "Lvl.4 Fire Wolf {4}"]
    t.duel_again("Wolf", "Fire Serpent")
    t.gain("A", "Lvl.1 Kind Witch")
    t.gain("A", "Cannonball")
    assert t.hand("A") == ["Lvl.1 Holy Serpent {2}", "Lvl.1 Kind Witch {5}", "Cannonball {2}"]

    t = Table(a=["Lvl.4 Fire Wolf"], b=["Lvl.1 Invisible Witch", "Lvl.2 Invisible Witch"]).with_charges("A", midas=True)
    t.duel("Wolf", "Lvl.1")
    t.duel_again("Wolf", "Lvl.2")
    assert t.hand("A") == ["Lvl.4 Fire Wolf {4}"], "gilded once"


@rule("S-66", "CW-74", "CW-71", "OP-11")
def test_skeletal_witch_makes_skeletons_of_all() -> None:
    t = Table(
        a=[
            "Lvl.5 Skeletal Witch",
            "Lvl.3 Fire Skeleton!",
            "Lvl.1 Holy Serpent",
            "Lvl.2 Ancient Dragon",
            "Lvl.6 Grinch",
            "Lvl.2 Kind Witch",
            "Lvl.1 Nightmare Skeleton",
        ],
        b=["Lvl.1 Fire Serpent"],
    ).duel("Skeletal", "Fire Serpent")
    assert t.hand("A") == [
        "Lvl.3 Fire Skeleton! {3}",
        "Lvl.3 Holy Skeleton! {0}",
        "Lvl.4 Ancient Skeleton! {7}",
        "Lvl.6 Grinch {5}",
        "Lvl.2 Kind Witch {3}",
        "Lvl.3 Nightmare Skeleton! {3}",
    ]
    assert t.card("A", "Nightmare").harm_fixed == -1, "Skeletons already there are untouched"
    t.mayhem()
    assert t.hp == [13, 30], "3 + 3 + 3 + 5 + 3"


@rule("S-66")
def test_skeletal_witch_needs_an_enhanced_skeleton() -> None:
    t = Table(a=["Lvl.5 Skeletal Witch", "Lvl.3 Fire Skeleton", "Lvl.3 Fire Wolf!"], b=["Lvl.1 Fire Serpent"])
    t.duel("Skeletal", "Serpent")
    assert t.hand("A") == ["Lvl.3 Fire Skeleton {3}", "Lvl.3 Fire Wolf! {2}"]


@rule("S-70", "R-5")
def test_benevolent_witch_lifts_one_of_each_tribe() -> None:
    t = Table(
        a=["Lvl.5 Benevolent Witch", "Lvl.6 Grinch", "Lvl.1 Fire Wolf", "Lvl.2 Holy Wolf", "Lvl.8 Phantom"],
        b=["Lvl.1 Fire Serpent", "Lvl.1 Holy Wolf"],
    )
    t.put("A", "Lvl.1 Fire Giant")
    t.put("A", "Lvl.3 Holy Giant")
    t.duel("Benevolent", "Serpent", picks=[1, 0])
    assert t.hand("A") == [
        "Lvl.8 Grinch {5}",
        "Lvl.1 Fire Wolf {2}",
        "Lvl.4 Holy Wolf {2}",
        "Lvl.10 Phantom {1}",
        "Lvl.3 Fire Giant {4}",
        "Lvl.3 Holy Giant {4}",
    ]
    assert "Lvl.1 Holy Wolf {2}" in t.hand("B")


@rule("S-71", "CW-31", "OP-10")
def test_prehistoric_witch_makes_an_ancient_rally() -> None:
    t = Table(
        a=["Lvl.5 Prehistoric Witch", "Lvl.1 Fire Wolf", "Lvl.2 Holy Giant", "Lvl.8 Phantom", "Lvl.1 Holy Pirate"],
        b=["Lvl.1 Fire Serpent"],
    )
    t.put("A", "Lvl.3 Ancient Dragon")
    t.duel("Prehistoric", "Serpent")
    assert t.hand("A") == [
        "Lvl.3 Ancient! Wolf {2}",
        "Lvl.4 Ancient! Giant {4}",
        "Lvl.8 Phantom {1}",
        "Lvl.3 Ancient! Pirate {3}",
        "Lvl.5 Ancient! Dragon {7}",
    ]


@rule("S-72", "OP-9", "R-7")
def test_wyrm_hatching_witch_hatches_dragons_in_both_hands() -> None:
    t = Table(
        a=["Lvl.5 Wyrm-Hatching Witch", "Lvl.6 Fire Serpent!: (-)", "Lvl.1 Holy Wolf"],
        b=["Lvl.1 Fire Serpent", "Lvl.2 Holy Serpent", "Lvl.1 Ancient Serpent"],
    ).duel("Wyrm", "Fire Serpent", picks=[0, 1, 2, 3, 5, 0])
    assert t.hand("A") == ["Lvl.1 Fire Dragon {7}", "Lvl.1 Holy Wolf {2}"]
    assert t.hand("B") == ["Lvl.3 Holy Dragon {7}", "Lvl.6 Ancient Dragon {7}", "Lvl.1 Fire Serpent {0}"]


@rule("S-78", "SC-11")
def test_scarecrow_witch_plants_a_scarecrow() -> None:
    t = Table(
        a=["Lvl.5 Scarecrow Witch"], b=["Lvl.1 Fire Serpent", "Lvl.3 Holy! Giant: (-)", "Wraith", "Lvl.2 Fire Wolf"]
    ).duel("Scarecrow", "Serpent", picks=[0])
    assert t.hand("B") == ["Lvl.1 Scarecrow {3}", "Wraith {0}", "Lvl.2 Fire Wolf {2}", "Lvl.1 Fire Serpent {0}"]
    assert t.knows("A", "B")[:3] == ["?", "?", "?"]

    t = Table(a=["Lvl.5 Scarecrow Witch"], b=["Lvl.1 Fire Serpent", "Wraith"]).duel("Scarecrow", "Serpent")
    assert t.hand("B") == ["Wraith {0}", "Lvl.1 Fire Serpent {0}"]


@rule("S-79", "B-3")
def test_vegetable_mask_witch_rots_away_in_hand() -> None:
    t = Table(a=["Lvl.2 Vegetable Mask Witch", "Lvl.1 Fire Wolf", "Lvl.2 Fire Wolf"], b=["Lvl.1 Invisible Witch"] * 3)
    t.start_turn()
    assert t.hand("A")[0] == "Lvl.1 Vegetable Mask Witch {3}"
    t.duel("Lvl.1 Fire", "Invisible")
    t.start_turn()
    assert t.graveyard[-1] == "Lvl.0 Vegetable Mask Witch {3} discarded"
    assert len(t.hand("A")) == 6, "two Wolves, two turns' draws, two for her"


@rule("S-79")
def test_vegetable_mask_witch_costs_the_hand_if_she_escapes() -> None:
    t = Table(a=["Lvl.4 Vegetable Mask Witch", "Lvl.1 Fire Wolf", "Wraith"], b=["Lvl.1 Fire Serpent"])
    t.duel("Vegetable", "Serpent")
    assert t.hand("A") == []
    assert t.graveyard[1:] == ["Lvl.1 Fire Wolf {2} discarded", "Wraith {0} discarded"]

    t = Table(a=["Lvl.4 Vegetable Mask Witch", "Lvl.1 Fire Wolf"], b=["Lvl.6 Fire Dragon"]).duel("Vegetable", "Dragon")
    assert (t.hp, t.hand("A")) == ([27, 30], ["Lvl.1 Fire Wolf {2}"])


@rule("S-82", "PC-3", "B-1")
def test_emilys_hiding_witch_makes_a_creature_shifty() -> None:
    t = Table(
        a=["Lvl.5 Emily's Hiding Witch", "Lvl.3 Fire Wolf!", "Lvl.2 Kind Witch", "Lvl.1 Holy Giant"],
        b=["Lvl.1 Invisible Witch", "Lvl.2 Invisible Witch"],
    ).duel("Emily", "Lvl.1")
    assert t.choices == ["Lvl.3 Fire Wolf! {2}", "Lvl.1 Holy Giant {4}"]
    t.answer("Lvl.3 Fire Wolf! {2}")
    t.start_turn(picks=[5])
    assert t.hand("A")[0] == "Lvl.6 Fire Wolf! {2}"
    t.duel("Wolf", "Lvl.2")
    t.start_turn(picks=[0])
    assert "Lvl.1 Fire Wolf! {2}" in t.hand("A"), "still shifty after a duel, and enhanced"

    t = Table(a=["Lvl.5 Emily's Hiding Witch", "Wraith"], b=["Lvl.1 Invisible Witch"]).duel("Emily", "Invisible")
    assert t.choices == []


@rule("S-82", "CW-73")
def test_a_shifty_creature_shifts_in_any_hand_but_not_out_of_the_deck() -> None:
    t = Table(a=["Lvl.3 Witcheroo", "Lvl.3 Fire Wolf"], b=["Lvl.1 Fire Serpent"])
    t.card("A", "Wolf").shifty = True
    t.duel("Witcheroo", "Serpent")
    t.start_turn(picks=[3])
    assert "Lvl.4 Fire Wolf {2}" in t.hand("B")

    t = Table(a=["Lvl.5 The Madcap's Witch", "Lvl.3 Fire Wolf"], b=["Lvl.1 Fire Serpent"], deck=["Wraith"] * 4)
    t.card("A", "Wolf").shifty = True
    t.duel("Madcap", "Serpent", picks=[0, 3, 2, 1])
    assert "Lvl.3 Fire Wolf {2}" in t.hand("A")
    t.start_turn()
    assert "Lvl.3 Fire Wolf {2}" in t.hand("A")


@rule("S-84", "CW-31")
def test_dark_globe_witch_takes_the_types_away_for_good() -> None:
    t = Table(
        a=["Lvl.5 Dark Globe Witch", "Lvl.5 Fire! Wolf", "Lvl.4 Gnome Witch"],
        b=["Lvl.1 Fire Serpent", "Lvl.2 Holy Giant", "Lvl.2 Kind Witch"],
    ).duel("Globe", "Serpent")
    assert t.hand("A") == ["Lvl.5 Wolf {2}", "Lvl.4 Gnome Witch {3}"]
    assert t.hand("B") == ["Lvl.2 Giant {4}", "Lvl.2 Kind Witch {3}", "Lvl.1 Fire Serpent {0}"]
    t.duel_again("Gnome", "Serpent", picks=[2])
    assert t.hand("A") == ["Lvl.3 Wolf {2}"], "a new level, but no type comes back"


@rule("S-85", "CW-63")
def test_gnome_witch_scrambles_levels_and_types() -> None:
    t = Table(
        a=["Lvl.5 Gnome Witch", "Lvl.9 Fire! Wolf!", "Lvl.6 Grinch", "Lvl.2 Kind Witch", "Lvl.1 Holy Giant"],
        b=["Lvl.1 Fire Serpent"],
    ).duel("Gnome", "Serpent", picks=[0, 3, 4, 5, 3])
    assert t.hand("A") == ["Lvl.1 Holy! Wolf! {2}", "Lvl.5 Grinch {5}", "Lvl.2 Kind Witch {3}", "Lvl.6 Holy Giant {4}"]


@rule("S-85", "CW-56")
def test_gnome_witch_may_scramble_a_rally_together() -> None:
    t = Table(
        a=["Lvl.5 Gnome Witch", "Lvl.1 Fire Wolf", "Lvl.1 Holy Giant", "Lvl.1 Fire Pirate", "Lvl.1 Fire Dragon"],
        b=["Lvl.1 Fire Serpent"],
    ).duel("Gnome", "Serpent", picks=[0, 2] * 4)
    assert t.hand("A")[0] == "Lvl.3 Nightmare! Wolf {2}"


@rule("S-89", "PC-3", "PC-5")
def test_scientific_witch_gives_another_type() -> None:
    t = Table(
        a=["Lvl.5 Scientific Witch", "Lvl.1 Fire Wolf", "Lvl.6 Grinch", "Lvl.2 Holy Giant", "Lvl.2 Holy Wolf"],
        b=["Lvl.1 Fire Serpent"],
    )
    t.put("A", "Lvl.3 Holy Pirate")
    t.duel("Scientific", "Serpent")
    assert t.choices == ["Lvl.1 Fire Wolf {2}", "Lvl.2 Holy Giant {4}", "Lvl.2 Holy Wolf {2}", "Lvl.3 Holy Pirate {3}"]
    t.answer("Lvl.1 Fire Wolf {2}")
    assert t.choices == ["Ancient", "Nightmare", "Holy"]
    t.answer("Holy")
    assert t.hand("A") == [
        "Lvl.3 Holy! Wolf {2}",
        "Lvl.6 Grinch {5}",
        "Lvl.4 Holy! Giant {4}",
        "Lvl.4 Holy! Wolf {2}",
        "Lvl.5 Holy! Pirate {3}",
    ]

    t = Table(a=["Lvl.5 Scientific Witch", "Lvl.6 Grinch"], b=["Lvl.1 Fire Serpent"]).duel("Scientific", "Serpent")
    assert t.choices == []


@rule("S-91")
def test_straight_witch_lifts_a_straight() -> None:
    t = Table(
        a=["Lvl.6 Straight Witch", "Lvl.3 Fire Wolf", "Lvl.1 Holy Serpent", "Lvl.2 Blind Witch", "Wraith"],
        b=["Lvl.1 Fire Serpent"],
    )
    for text in ("Lvl.4 Fire Giant", "Lvl.3 Holy Giant", "Lvl.5 Holy Pirate", "Lvl.9 Holy Dragon"):
        t.put("A", text)
    t.duel("Straight", "Fire Serpent")
    assert t.hand("A") == [
        "Lvl.6 Fire Wolf {2}",
        "Lvl.4 Holy Serpent {0}",
        "Lvl.5 Blind Witch {3}",
        "Wraith {0}",
        "Lvl.7 Fire Giant {4}",
        "Lvl.6 Holy Giant {4}",
        "Lvl.8 Holy Pirate {3}",
        "Lvl.9 Holy Dragon {7}",
    ]


@rule("S-91")
def test_straight_witch_needs_five_and_takes_the_higher_of_two() -> None:
    t = Table(a=["Lvl.6 Straight Witch", *[f"Lvl.{n} Grinch" for n in (1, 2, 3, 4)]], b=["Lvl.1 Fire Serpent"])
    t.duel("Straight", "Serpent")
    assert t.hand("A") == [f"Lvl.{n} Grinch {{5}}" for n in (1, 2, 3, 4)]

    levels = (1, 2, 3, 4, 5, 7, 8, 9, 10, 11)
    t = Table(a=["Lvl.6 Straight Witch", *[f"Lvl.{n} Grinch" for n in levels]], b=["Lvl.1 Fire Serpent"])
    t.duel("Straight", "Serpent")
    assert t.hand("A") == [f"Lvl.{n} Grinch {{5}}" for n in (1, 2, 3, 4, 5, 10, 11, 12, 13, 14)]


@rule("S-97", "CW-24", "CW-27")
def test_scarecrows_keeper_holds_the_creatures_back_and_feeds_them() -> None:
    t = Table(
        a=["Lvl.5 Scarecrow's Keeper", "Lvl.1 Fire Wolf", "Lvl.2 Kind Witch", "Lvl.1 Invisible Witch", "Cannonball"],
        b=["Lvl.1 Fire Serpent"],
    )
    t.wrap("A", "Lvl.5 Fire Dragon")
    assert t.options("A") == [
        "Lvl.5 Scarecrow's Keeper {3}",
        "Lvl.2 Kind Witch {3}",
        "Lvl.1 Invisible Witch {3}",
        "Cannonball {0}",
        "Wrapped Gift {?}",
    ]
    t.card("A", "Keeper").locks = PETRIFIED
    assert "Lvl.1 Fire Wolf {2}" in t.options("A"), "one who can never be played forbids nothing"
    t.duel("Invisible", "Serpent")
    assert "Lvl.2 Fire Wolf {2}" in t.hand("A")
    assert t.hand("B") == ["Lvl.1 Fire Serpent {0}"]


@rule("S-97")
def test_two_keepers_feed_twice_and_a_played_one_feeds_nobody() -> None:
    t = Table(
        a=["Lvl.5 Scarecrow's Keeper", "Lvl.4 Scarecrow's Keeper", "Lvl.1 Fire Wolf", "Lvl.1 Invisible Witch"],
        b=["Lvl.1 Fire Serpent"],
    ).duel("Invisible", "Serpent")
    assert "Lvl.3 Fire Wolf {2}" in t.hand("A")

    t = Table(a=["Lvl.5 Scarecrow's Keeper", "Lvl.1 Fire Wolf"], b=["Lvl.1 Fire Serpent"]).duel("Keeper", "Serpent")
    assert t.hand("A") == t.options("A") == ["Lvl.1 Fire Wolf {2}"]
