"""Sacred witches of death, escape and the graveyard."""

from __future__ import annotations

from rumpus.games.creature_wars.rules.cards import IS_STAND_IN, PETRIFIED
from rumpus.testing import rule
from tests.games.creature_wars.kit import Table


@rule("S-01")
def test_witch_of_despair_empties_both_hands_but_not_a_sack() -> None:
    t = Table(
        a=["Lvl.4 Witch of Despair", "Cannonball", "Lvl.6 Grinch"], b=["Lvl.1 Fire Serpent", "Lvl.2 Holy Wolf: (-)"]
    )
    t.pocket(t.find("A", "Grinch"), "Lvl.3 Holy Giant")
    t.duel("Despair", "Serpent")
    assert t.hand("A") == ["Lvl.3 Holy Giant {4}"]
    assert t.hand("B") == ["Lvl.1 Fire Serpent {0}"], "the slots are not touched, and the Serpent came back"


@rule("S-03", "SC-4")
def test_vengeful_witch_leaves_a_butterfly() -> None:
    t = Table(a=["Lvl.4 Vengeful Witch"], b=["Lvl.6 Fire Dragon"]).duel("Vengeful", "Dragon")
    assert t.hand("A") == ["Lvl.6 Ancient Primordial Butterfly {1}"]
    t = Table(a=["Lvl.4 Vengeful Witch"], b=["Lvl.1 Fire Serpent"]).duel("Vengeful", "Serpent")
    assert t.hand("A") == []


@rule("S-11", "SC-17")
def test_the_ring_of_the_wicked_witch_goes_from_bearer_to_victor() -> None:
    t = Table(
        a=["Lvl.4 Wicked Witch", "Lvl.1 Fire Wolf"], b=["Lvl.1 Fire Serpent", "Lvl.6 Holy Giant", "Lvl.2 Holy Dragon"]
    ).duel("Wicked", "Serpent")
    assert t.hand("A") == ["Lvl.3 Fire Wolf {2}"]
    assert t.card("A", "Wolf").rings == 1
    t.duel_again("Wolf", "Giant", picks=[1])
    assert "Lvl.1 Fire Wolf {2} slain" in t.graveyard
    assert t.hand("B") == ["Lvl.2 Holy Dragon {7}", "Lvl.3 Fire Serpent {0}"]


@rule("S-11")
def test_a_ring_is_lost_with_a_bearer_that_retires() -> None:
    t = Table(a=["Lvl.6 Fire Wolf", "Lvl.1 Holy Wolf"], b=["Lvl.1 Fire Serpent"])
    t.card("A", "Fire Wolf").rings = 1
    t.duel("Fire Wolf", "Serpent")
    assert "Lvl.4 Fire Wolf {2} retired" in t.graveyard
    assert t.hand("A") == ["Lvl.1 Holy Wolf {2}"]


@rule("S-14", "R-2")
def test_foreboding_witch_sends_two_wolves() -> None:
    t = Table(a=["Lvl.4 Foreboding Witch"], b=["Lvl.6 Fire Dragon"]).duel("Foreboding", "Dragon", picks=[5, 3, 0, 1])
    assert t.hand("A") == ["Lvl.6 Holy Wolf {2}", "Lvl.1 Fire Wolf {2}"]


@rule("S-19", "CW-77")
def test_proud_witch_doubles_the_next_loss() -> None:
    t = Table(
        a=["Lvl.6 Proud Witch", "Lvl.6 Fire Dragon", "Lvl.5 Fire Dragon"],
        b=["Lvl.1 Fire Serpent", "Lvl.1 Holy Giant", "Lvl.2 Holy Giant"],
    ).duel("Proud", "Serpent")
    t.duel_again("Lvl.6", "Lvl.1 Holy Giant")
    assert t.hp == [30, 22]
    t.duel_again("Dragon", "Giant")
    assert t.hp == [30, 18]


@rule("S-30", "CW-25")
def test_beguiling_witch_calls_her_pursuer_back() -> None:
    t = Table(a=["Lvl.6 Beguiling Witch", "Lvl.1 Fire Wolf"], b=["Lvl.1 Fire Serpent", "Lvl.6 Holy Dragon"])
    t.duel("Beguiling", "Serpent")
    t.start_turn()
    assert t.options("B") == ["Lvl.1 Fire Serpent {0}"]


@rule("S-38", "CW-70")
def test_odd_witch_throws_out_what_is_even() -> None:
    t = Table(
        a=["Lvl.5 Odd Witch", "Lvl.2 Fire Wolf", "Lvl.3 Fire Wolf"],
        b=["Lvl.1 Fire Serpent", "Lvl.0 Lump of Coal", "Lvl.4 Frost Witch", "Cannonball"],
    ).duel("Odd", "Serpent")
    assert t.hand("A") == ["Lvl.3 Fire Wolf {2}"]
    assert t.hand("B") == ["Cannonball {0}", "Lvl.1 Fire Serpent {0}"]


@rule("S-41")
def test_chthonic_witch_brings_back_the_creature_slain_last() -> None:
    t = Table(a=["Lvl.6 Chthonic Witch"], b=["Lvl.1 Fire Serpent"])
    t.bury("B", "Lvl.3 Fire Giant", "slain")
    t.bury("B", "Lvl.4 Holy Dragon", "slain")
    t.bury("A", "Lvl.5 Holy Wolf", "retired")
    t.duel("Chthonic", "Serpent")
    assert t.hand("A") == ["Lvl.3 Holy Dragon {7}"]


@rule("S-42")
def test_necromancing_witch_raises_all_slain_skeletons() -> None:
    t = Table(a=["Lvl.6 Necromancing Witch"], b=["Lvl.1 Fire Serpent"])
    t.bury("B", "Lvl.3 Fire Skeleton", "slain")
    t.bury("A", "Lvl.1 Holy Skeleton", "slain")
    t.bury("A", "Lvl.2 Holy Skeleton", "discarded")
    t.bury("A", "Lvl.2 Holy Giant", "slain")
    t.duel("Necromancing", "Serpent")
    assert t.hand("A") == ["Lvl.6 Fire Skeleton {3}", "Lvl.4 Holy Skeleton {3}"]


@rule("S-43", "OP-4")
def test_sepulchral_witch_digs_up_one_of_the_own_fallen() -> None:
    t = Table(a=["Lvl.6 Sepulchral Witch"], b=["Lvl.1 Fire Serpent"])
    t.bury("B", "Lvl.3 Fire Giant", "slain")
    t.bury("A", "Lvl.4 Holy Dragon", "slain")
    t.duel("Sepulchral", "Serpent")
    assert t.hand("A") == ["Lvl.4 Holy Dragon {7}: (1)"]


@rule("S-45")
def test_angitias_witch_eats_serpents() -> None:
    t = Table(
        a=["Lvl.6 Angitia's Witch", "Lvl.1 Fire Serpent", "Lvl.2 Fire Serpent: (-)", "Lvl.2 Fire Wolf"],
        b=["Lvl.1 Fire Serpent"],
    ).duel("Angitia", "Serpent")
    assert t.hp == [40, 30]
    assert t.hand("A") == ["Lvl.2 Fire Wolf {2}"]


@rule("S-52", "R-6")
def test_wiccan_little_panics_twice_if_she_is_killed() -> None:
    t = Table(a=["Lvl.4 Wiccan Little"], b=["Lvl.1 Fire Serpent"]).duel("Wiccan", "Serpent", picks=[0])
    assert t.hp == [26, 26]

    t = Table(a=["Lvl.4 Wiccan Little"], b=["Lvl.6 Fire Dragon"]).duel("Wiccan", "Dragon", picks=[1, 0])
    assert t.hp == [23, 26], "3 for her, and the sky"

    t = Table(a=["Lvl.4 Wiccan Little"], b=["Lvl.6 Fire Dragon"], hp=[4, 3]).duel("Wiccan", "Dragon", picks=[0])
    assert (t.hp, t.over) == ([0, -1], "A"), "one loss check for both"


@rule("S-54", "SC-8")
def test_wraith_witch_haunts_when_she_is_killed() -> None:
    t = Table(a=["Lvl.4 Wraith Witch"], b=["Lvl.6 Fire Dragon"]).duel("Wraith Witch", "Dragon")
    assert t.hand("A") == t.knows("B", "A") == ["Wraith {0}"]
    t.duel_again("Wraith", "Dragon")
    assert t.hp == [27, 27]
    assert t.hand("B") == ["Lvl.6 Fire Dragon {7}: (1)"]

    t = Table(a=["Lvl.4 Wraith Witch"], b=["Lvl.1 Fire Serpent"]).duel("Wraith Witch", "Serpent")
    assert t.hand("A") == []


@rule("S-57", "CW-41", "CW-58")
def test_medusas_witch_petrifies_what_could_not_catch_her() -> None:
    t = Table(a=["Lvl.6 Medusa's Witch"], b=["Lvl.2 Fire Giant"]).duel("Medusa", "Giant")
    assert t.hand("B") == ["Lvl.2 Fire Giant {4}: (-)"]
    assert (t.card("B", "Giant").locks, t.card("B", "Giant").barred) == (PETRIFIED, True)
    t.mayhem()
    assert t.hp == [30, 26]


@rule("S-57")
def test_medusas_witch_petrifies_nothing_else() -> None:
    t = Table(a=["Lvl.4 Medusa's Witch"], b=["Lvl.6 Fire Dragon"]).duel("Medusa", "Dragon")
    assert (t.hp, t.hand("B")) == ([27, 30], ["Lvl.6 Fire Dragon {7}"]), "she was killed"

    t = Table(a=["Lvl.4 Medusa's Witch"], b=["Lvl.1 Invisible Witch", "Lvl.1 Fire Wolf"]).duel("Medusa", "Invisible")
    assert t.hand("B") == ["Lvl.1 Fire Wolf {2}"]

    t = Table(a=["Lvl.4 Medusa's Witch"], b=["Lvl.1 Fire Wolf: (1)"]).duel("Medusa", "Militia")
    assert t.hand("B") == ["Lvl.1 Fire Wolf {2}"]


@rule("S-67", "OP-13")
def test_ossuary_witch_sends_the_slain_skeletons_back_into_the_deck() -> None:
    t = Table(a=["Lvl.5 Ossuary Witch"], b=["Lvl.1 Fire Serpent"], deck=["Lvl.1 Holy Wolf"])
    t.bury("A", "Lvl.2 Fire Skeleton", "slain")
    t.bury("A", "Lvl.4 Fire Skeleton", "retired")
    t.bury("B", "Lvl.3 Holy Skeleton", "slain")
    t.bury("B", "Lvl.3 Holy Wolf", "slain")
    t.duel("Ossuary", "Serpent", picks=[2, 1])
    assert t.deck == ["Lvl.1 Holy Wolf {2}", "Lvl.3 Fire Skeleton {3}", "Lvl.4 Holy Skeleton {3}"]
    assert t.graveyard[:2] == ["Lvl.4 Fire Skeleton {3} retired", "Lvl.3 Holy Wolf {2} slain"]


@rule("S-88", "SC-12", "CW-72")
def test_jugband_understudy_witch_sends_a_stand_in() -> None:
    t = Table(
        a=["Lvl.5 Jugband Understudy Witch", "Wraith", "Lvl.5 Fire Wolf!"],
        b=["Lvl.1 Fire Serpent", "Lvl.6 Fire Dragon"],
    ).duel("Understudy", "Serpent")
    assert t.hand("A") == ["Wraith {0}", "Lvl.1 Fire Wolf {2}"]
    assert t.card("A", "Wolf").traits == IS_STAND_IN
    assert t.graveyard[0] == "Lvl.5 Fire Wolf! {2} discarded"
    t.duel_again("Wolf", "Dragon")
    assert (t.hp, len(t.hand("A"))) == ([28, 30], 3)

    t = Table(a=["Lvl.5 Jugband Understudy Witch", "Wraith"], b=["Lvl.1 Fire Serpent"]).duel("Understudy", "Serpent")
    assert t.hand("A") == ["Wraith {0}"]


@rule("S-92", "OP-13", "OP-18")
def test_the_madcaps_witch_trades_the_hand_for_one_card_more() -> None:
    t = Table(
        a=["Lvl.5 The Madcap's Witch", "Lvl.2 Fire Wolf: (2)"],
        b=["Lvl.1 Fire Serpent"],
        deck=["Lvl.1 Holy Pirate", "Cannonball"],
    )
    t.pocket(t.put("A", "Lvl.6 Grinch"), "Lvl.3 Holy Vampire")
    t.duel("Madcap", "Serpent", picks=[3, 2, 1])
    assert t.hand("A") == ["Lvl.3 Holy Vampire {5}", "Lvl.1 Holy Pirate {3}", "Cannonball {0}", "Lvl.2 Fire Wolf {2}"]
    assert t.deck == ["Lvl.6 Grinch {5}"]


@rule("S-92")
def test_the_madcaps_witch_costs_three_cards_if_she_is_killed() -> None:
    t = Table(
        a=["Lvl.4 The Madcap's Witch", *["Wraith"] * 3], b=["Lvl.6 Fire Dragon"], deck=["Wraith", *["Cannonball"] * 5]
    ).duel("Madcap", "Dragon", picks=[8, 7, 6, 5, 4, 3, 2, 1, 1, 1, 1])
    assert t.hand("A") == ["Wraith {0}"]
    assert t.graveyard[1:] == ["Cannonball {0} discarded"] * 3


@rule("S-94", "B-12", "CW-32")
def test_crow_laughing_witch_punishes_letting_a_witch_escape() -> None:
    t = Table(
        a=["Lvl.5 Crow-Laughing Witch", "Lvl.4 Fire Wolf", "Lvl.3 Kind Witch"],
        b=["Lvl.1 Fire Serpent", "Lvl.3 Holy Giant", "Lvl.1 Invisible Witch"],
    ).duel("Crow", "Serpent", picks=[1])
    assert t.hand("B") == ["Lvl.3 Holy Giant {4}", "Lvl.1 Invisible Witch {3}", "Lvl.0 Fire Serpent {0}"]
    t.duel_again("Kind", "Invisible", picks=[0])
    assert t.hand("A") == ["Lvl.3 Fire Wolf {2}"], "Kind made 5 of 4, B's witch escaped too"
    assert t.hand("B") == ["Lvl.2 Holy Giant {4}", "Lvl.1 Fire Serpent {0}"]

    t = Table(a=["Lvl.5 Crow-Laughing Witch"], b=["Lvl.1 Fire Serpent"]).with_magic(crow=1).duel("Crow", "Serpent")
    assert t.hand("B") == ["Lvl.0 Fire Serpent {0}"]
    assert t.magic.crow == 2
