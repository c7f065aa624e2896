"""The Sinful witches, X-01 to X-17."""

from __future__ import annotations

from rumpus.games.creature_wars.rules.cards import EVERYBODY
from rumpus.testing import rule
from tests.games.creature_wars.kit import Table


@rule("X-01", "CW-82")
def test_cataclysmic_witch_wipes_out_the_upper_half() -> None:
    t = Table(
        a=["Lvl.7 Cataclysmic Witch"],
        b=["Lvl.1 Fire Serpent"],
        deck=["Lvl.1 Holy Wolf", "Lvl.2 Kind Witch", "Lvl.3 Fire Giant", "Lvl.4 Fire Giant", "Lvl.5 Fire Giant"],
    ).duel("Cataclysmic", "Serpent")
    assert t.removed == ["Lvl.1 Holy Wolf {2}", "Lvl.2 Kind Witch {3}", "Lvl.3 Fire Giant {4}"]
    assert t.deck == ["Lvl.4 Fire Giant {4}", "Lvl.5 Fire Giant {4}"]
    assert [t.war.cards[c].seen for c in t.war.removed] == [EVERYBODY] * 3, "for all to see"


@rule("X-02", "CW-34", "R-7")
def test_titanomachy_witch_spends_the_three_least_giants() -> None:
    t = Table(
        a=[
            "Lvl.7 Titanomachy Witch",
            "Lvl.3 Fire Giant",
            "Lvl.1 Holy Giant {7}",
            "Lvl.2 Fire Giant",
            "Lvl.5 Holy Giant",
        ],
        b=["Lvl.1 Fire Serpent"],
    )
    t.put("A", "Lvl.4 Fire Giant: (-)")
    t.duel("Titanomachy", "Serpent")
    assert t.hp == [30, 20]
    assert t.hand("A") == ["Lvl.1 Holy Giant {7}", "Lvl.5 Holy Giant {4}"]
    left_to_right = [f"Lvl.{level} Fire Giant {{4}} discarded" for level in (3, 2, 4)]
    assert t.graveyard[:3] == left_to_right, "the least powerful three, in the order of the hand"

    t = Table(a=["Lvl.7 Titanomachy Witch", "Lvl.3 Fire Giant", "Lvl.1 Holy Giant"], b=["Lvl.1 Fire Serpent"])
    t.duel("Titanomachy", "Serpent")
    assert (t.hp, len(t.hand("A"))) == ([30, 30], 2), "two are too few"


@rule("X-03", "CW-83")
def test_tiamats_witch_destroys_with_dragons_of_all_types() -> None:
    dragons = ["Lvl.1 Fire Dragon", "Lvl.2 Holy Dragon: (1)", "Lvl.3 Nightmare Dragon: (-)", "Lvl.4 Ancient Dragon"]
    t = Table(a=["Lvl.7 Tiamat's Witch", *dragons], b=["Lvl.1 Fire Serpent"]).with_charges("B", ward=1)
    t.duel("Tiamat", "Serpent")
    assert (t.hp, t.over, t.empire("B").ward) == ([30, 0], "A", 1)

    t = Table(a=["Lvl.7 Tiamat's Witch", *dragons[:3], "Lvl.4 Ancient Giant"], b=["Lvl.1 Fire Serpent"])
    t.duel("Tiamat", "Serpent")
    assert (t.hp, t.over) == ([30, 30], "")


@rule("X-04", "CW-84", "B-13")
def test_witch_of_endor_levels_a_hand_after_three_turns() -> None:
    t = Table(
        a=["Lvl.7 Witch of Endor", *["Lvl.1 Invisible Witch"] * 3],
        b=["Lvl.0 Fire Serpent", "Lvl.6 Fire Dragon!", "Lvl.5 Haughty Witch", "Wraith"],
    ).duel("Endor", "Serpent")
    t.duel_again("Invisible", "Serpent")
    t.duel_again("Invisible", "Serpent")
    assert "Lvl.6 Fire Dragon! {7}" in t.hand("B")
    t.duel_again("Invisible", "Serpent")
    assert t.hand("B") == ["Lvl.1 Fire Dragon! {7}", "Lvl.1 Haughty Witch {3}", "Wraith {0}", "Lvl.1 Fire Serpent {0}"]


@rule("X-05", "CW-75")
def test_lycaons_witch_sets_the_wolves_loose() -> None:
    t = Table(
        a=["Lvl.7 Lycaon's Witch", "Lvl.6 Fire Wolf"],
        b=["Lvl.1 Fire Serpent", "Lvl.2 Fire Wolf", "Lvl.5 Holy Wolf: (-)", "Lvl.3 Nightmare Werewolf"],
    ).with_charges("B", ward=1)
    t.duel("Lycaon", "Serpent")
    assert t.hp == [30, 27], "half of 7 in one blow"
    assert t.hand("B") == ["Lvl.3 Nightmare Werewolf {8}", "Lvl.1 Fire Serpent {0}"]
    assert t.hand("A") == ["Lvl.6 Fire Wolf {2}"]
    assert t.graveyard[:2] == ["Lvl.2 Fire Wolf {2} discarded", "Lvl.5 Holy Wolf {2} discarded"]


@rule("X-06", "OP-7")
def test_witch_of_the_ancient_call_calls_the_ancients_over() -> None:
    t = Table(
        a=["Lvl.7 Witch of the Ancient Call", "Lvl.1 Ancient Wolf", "Lvl.2 Ancient Giant"],
        b=["Lvl.1 Ancient Serpent", "Lvl.4 Ancient Wolf: (2)", "Lvl.5 Holy Wolf", "Lvl.3 Ancient Pirate"],
    ).duel("Ancient Call", "Serpent")
    assert t.hand("A") == [
        "Lvl.3 Ancient! Wolf {2}",
        "Lvl.4 Ancient! Giant {4}",
        "Lvl.6 Ancient! Wolf {2}: (1)",
        "Lvl.5 Ancient! Pirate {3}",
    ]
    assert t.hand("B") == ["Lvl.5 Holy Wolf {2}", "Lvl.1 Ancient Serpent {0}"]
    assert t.knows("B", "A")[2:] == t.hand("A")[2:]


@rule("X-07", "B-10")
def test_witch_of_wrath_makes_every_loss_dearer_beginning_with_her_own() -> None:
    t = Table(a=["Lvl.7 Witch of Wrath", "Lvl.6 Fire Dragon"], b=["Lvl.6 Fire Dragon", "Lvl.1 Fire Serpent"])
    t.duel("Wrath", "Dragon")
    assert t.hp == [24, 30], "3 for her and 3 for her wrath"
    t.duel_again("Dragon", "Serpent")
    assert t.hp == [24, 27]
    t = Table(a=["Lvl.9 Witch of Wrath"], b=["Lvl.8 Witch of Wrath"]).duel("Wrath", "Wrath")
    assert t.hp == [30, 21], "3 and twice 3"


@rule("X-08", "SC-5")
def test_skeletors_personal_witch_looks_for_skeletons_in_the_deck_alone() -> None:
    t = Table(a=["Lvl.7 Skeletor's Personal Witch", "Lvl.1 Fire Skeleton"], b=["Lvl.1 Fire Serpent"])
    t.pocket(t.put("B", "Lvl.6 Grinch"), "Lvl.2 Holy Skeleton")
    t.duel("Skeletor", "Serpent")
    assert t.hand("A")[1:] == t.knows("B", "A")[1:] == ["Lvl.9 Ancient Skeletor {7}"]

    deck = ["Lvl.1 Holy Serpent", "Lvl.3 Fire Skeleton"]
    t = Table(a=["Lvl.7 Skeletor's Personal Witch"], b=["Lvl.1 Fire Serpent"], deck=deck).duel("Skeletor", "Serpent")
    assert t.hand("A") == []


@rule("X-09", "CW-83")
def test_the_beasts_witch_counts_six_sixes() -> None:
    for last, over in (("Lvl.6 Grinch", "A"), ("Lvl.7 Grinch", ""), ("Lvl.6 Haughty Witch", "")):
        t = Table(a=["Lvl.7 The Beast's Witch", *["Lvl.6 Fire Wolf"] * 3, *["Lvl.6 Holy Giant"] * 2, last])
        t.put("B", "Lvl.1 Fire Serpent")
        t.duel("Beast", "Serpent")
        assert t.over == over


@rule("X-10", "SC-15")
def test_apocalyptic_witch_sends_the_four_horsemen() -> None:
    t = Table(a=["Lvl.7 Apocalyptic Witch"], b=["Lvl.1 Fire Serpent"], deck=["Lvl.1 Holy Wolf"])
    t.duel("Apocalyptic", "Serpent", picks=[4, 3, 2, 1])
    assert t.deck == [
        "Lvl.1 Holy Wolf {2}",
        "Lvl.6 Holy Conquest {4}",
        "Lvl.6 Fire War {6}",
        "Lvl.6 Ancient Famine {2}",
        "Lvl.6 Nightmare Death {8}",
    ]


@rule("X-11", "CW-24")
def test_liliths_witch_keeps_the_mighty_at_home() -> None:
    t = Table(
        a=["Lvl.7 Lilith's Witch", "Lvl.6 Fire Dragon", "Lvl.5 Fire Dragon", "Lvl.8 Witch of Wrath", "Wraith"],
        b=["Lvl.1 Fire Serpent", "Lvl.6 Holy Wolf"],
    )
    t.wrap("A", "Lvl.6 Holy Dragon")
    t.duel("Lilith", "Serpent")
    assert t.options("A") == ["Lvl.5 Fire Dragon {7}", "Wraith {0}", "Wrapped Gift {?}"]
    assert t.options("B") == ["Lvl.1 Fire Serpent {0}"]
    t.duel_again("Gift", "Serpent")
    assert t.winner == "A", "a gift may hold anything"


@rule("X-11", "X-16")
def test_lilith_does_not_stop_those_who_step_in() -> None:
    t = Table(a=["Lvl.1 Fire Wolf", "Lvl.6 Fire Dragon"], b=["Lvl.5 Fire Giant"])
    t.magic.lilith, t.empire("A").baden = True, 1
    t.duel("Wolf", "Giant")
    assert (t.hp, t.winner) == ([30, 26], "A")


@rule("X-12", "B-12", "CW-76")
def test_cannibalistic_witch_eats_the_defeated() -> None:
    t = Table(
        a=["Lvl.8 Cannibalistic Witch", "Lvl.6 Fire Dragon", "Lvl.1 Holy Wolf", "Lvl.2 Fire Serpent"],
        b=["Lvl.3 Sick Witch", "Lvl.5 Fire Giant", "Lvl.1 Invisible Witch", "Lvl.6 Holy Dragon"],
    ).duel("Cannibalistic", "Sick")
    assert (t.hp, t.removed) == ([33, 27], ["Lvl.3 Sick Witch {3}"]), "already in her own duel"
    t.duel_again("Fire Dragon", "Giant")
    assert (t.hp, t.removed[1:]) == ([37, 23], ["Lvl.5 Fire Giant {4}"])
    t.duel_again("Holy Wolf", "Invisible")
    assert t.hp == [37, 23], "nobody lost"
    t.duel_again("Serpent", "Holy Dragon")
    assert (t.hp, len(t.removed)) == ([37, 23], 2), "only her player dines"


@rule("X-12", "CW-26")
def test_nobody_eats_a_militia() -> None:
    t = Table(a=["Lvl.6 Fire Dragon"], b=["Lvl.1 Fire Wolf: (1)"]).with_charges("A", cannibal=True)
    t.duel("Dragon", "Militia")
    assert t.hp == [30, 27]


@rule("X-13", "CW-69", "CW-51")
def test_richard_witchson_ends_the_age_of_witches() -> None:
    t = Table(
        a=["Lvl.7 Richard Witchson", "Lvl.2 Kind Witch", "Lvl.6 Fire Dragon"],
        b=["Lvl.9 Witch of Wrath", "Lvl.1 Blind Witch", "Lvl.5 Ancient Giant"],
        deck=["Lvl.1 Holy Wolf", "Lvl.2 Greedy Witch", "Lvl.1 Fire Wolf"],
    )
    t.pocket(t.put("B", "Lvl.6 Grinch"), "Lvl.4 Frost Witch")
    t.bury("A", "Lvl.3 Kind Witch", "fled")
    t.duel("Richard", "Wrath")
    assert t.hand("A") == ["Lvl.6 Fire Dragon {7}"]
    assert t.hand("B") == ["Lvl.5 Ancient Giant {4}", "Lvl.6 Grinch {5}"]
    assert t.deck == ["Lvl.1 Holy Wolf {2}", "Lvl.1 Fire Wolf {2}"]
    assert sorted(t.removed) == [
        "Lvl.1 Blind Witch {3}",
        "Lvl.2 Greedy Witch {3}",
        "Lvl.2 Kind Witch {3}",
        "Lvl.4 Frost Witch {3}",
        "Lvl.7 Richard Witchson {3}",
        "Lvl.9 Witch of Wrath {3}",
    ]
    assert (t.magic.wrath, t.winner, t.hp) == (0, "", [30, 30]), "she never cast, and there was nobody to fight"
    assert t.graveyard == ["Lvl.3 Kind Witch {3} fled"], "the graveyard is left in peace"
    t.duel_again("Dragon", "Giant")
    assert (t.hp, t.hand("A")) == ([30, 26], []), "a Bizarre Victory brings no witch any more"


@rule("X-13")
def test_richard_fights_to_the_end_and_his_fate_still_counts() -> None:
    t = Table(a=["Lvl.7 Richard Witchson", "Lvl.5 Fire Wolf"], b=["Lvl.6 Fire Dragon"]).with_magic(crow=1)
    t.duel("Richard", "Dragon")
    assert (t.hp, t.winner, t.removed) == ([27, 30], "B", ["Lvl.7 Richard Witchson {3}"])
    assert t.hand("B") == ["Lvl.6 Fire Dragon {7}"]

    t = Table(a=["Lvl.7 Richard Witchson"], b=["Lvl.5 Fire Wolf"]).with_magic(crow=1).duel("Richard", "Wolf")
    assert (t.winner, t.removed) == ("A", ["Lvl.7 Richard Witchson {3}"])
    assert t.hand("B") == ["Lvl.3 Fire Wolf {2}"], "he escaped, and the crows laughed"


@rule("X-13", "CW-46")
def test_a_witch_who_has_cast_before_richard_is_removed_all_the_same() -> None:
    t = Table(a=["Lvl.7 Richard Witchson"], b=["Lvl.9 Witch of Wrath"], turn=2).duel("Richard", "Wrath")
    assert (t.magic.wrath, t.hp, t.winner) == (1, [30, 30], "")
    assert sorted(t.removed) == ["Lvl.7 Richard Witchson {3}", "Lvl.9 Witch of Wrath {3}"]


@rule("X-13", "S-37")
def test_when_pandora_makes_richard_cast_she_alone_is_spared_until_her_duel_is_over() -> None:
    t = Table(
        a=["Lvl.5 Pandora's Witch", "Lvl.2 Kind Witch"],
        b=["Lvl.1 Fire Serpent", "Lvl.8 Richard Witchson", "Lvl.2 Greedy Witch", "Lvl.3 Fire Wolf"],
    ).with_magic(crow=1)
    t.duel("Pandora", "Serpent", picks=[0])
    assert (t.hand("A"), t.winner) == ([], "A")
    assert t.hand("B") == ["Lvl.1 Fire Wolf {2}", "Lvl.1 Fire Serpent {0}"], "Greedy was gone before her turn"
    assert sorted(t.removed) == [
        "Lvl.2 Greedy Witch {3}",
        "Lvl.2 Kind Witch {3}",
        "Lvl.5 Pandora's Witch {3}",
        "Lvl.8 Richard Witchson {3}",
    ]
    assert t.graveyard == []


@rule("X-14", "PC-8", "SC-6")
def test_the_witch_who_stole_grinch_gives_him_away() -> None:
    for words, holder, other in (("me", "A", "B"), ("opponent", "B", "A")):
        t = Table(a=["Lvl.7 The Witch Who Stole Grinch"], b=["Lvl.1 Invisible Witch"]).duel("Grinch", "Invisible")
        assert t.choices == ["me", "opponent"]
        t.answer(words)
        assert t.hand(holder) == t.knows(other, holder) == ["Lvl.6 Grinch {5}"]
        assert t.hand(other) == []


@rule("X-14", "S-37")
def test_pandora_lets_the_opponent_decide_about_the_grinch() -> None:
    t = Table(a=["Lvl.5 Pandora's Witch"], b=["Lvl.1 Fire Serpent", "Lvl.7 The Witch Who Stole Grinch"])
    t.duel("Pandora", "Serpent")
    assert (t.asked, t.choices) == ("B", ["me", "opponent"])
    t.answer("opponent")
    assert t.hand("A") == ["Lvl.6 Grinch {5}"]
    assert t.hand("B") == ["Lvl.1 Fire Serpent {0}"]


@rule("X-15", "OP-1")
def test_the_witch_of_tantalus_makes_the_opponent_pay_for_every_draw() -> None:
    t = Table(a=["Lvl.7 The Witch of Tantalus", "Lvl.1 Fire Wolf"], b=["Lvl.1 Fire Serpent", "Lvl.2 Greedy Witch"])
    t.empire("B").thirst = 1
    t.duel("Tantalus", "Serpent")
    t.start_turn()
    assert t.hp == [30, 28], "two casts in force"
    t.empire("B").ward = 1
    t.duel("Wolf", "Greedy")
    assert t.hp == [30, 25], "two draws, two blows, the first one halved"
    t.gain("B", "Cannonball")
    assert t.hp == [30, 25], "only draws"


@rule("X-16", "B-9")
def test_badens_witch_rescues_from_the_next_turn_on() -> None:
    t = Table(
        a=["Lvl.7 Baden's Witch", "Lvl.1 Fire Wolf", "Lvl.6 Fire Vampire: (-)", "Lvl.3 Fire Dragon"],
        b=["Lvl.6 Fire Dragon", "Lvl.4 Fire Giant"],
        deck=["Cannonball"] * 6,
    ).duel("Baden", "Dragon")
    assert (t.hp, t.winner) == ([27, 30], "B"), "not for herself"
    t.start_turn().duel("Wolf", "Giant")
    assert (t.hp, t.winner) == ([27, 26], "A"), "the Dragon stepped in, 10 against 8"
    assert t.hand("A") == ["Lvl.6 Fire Vampire {5}: (-)", "Cannonball {0}", "Lvl.1 Fire Wolf {2}"]
    assert t.empire("A").baden == 0


@rule("X-16", "B-9")
def test_baden_also_rescues_witches_and_waits_for_a_rescuer() -> None:
    t = Table(a=["Lvl.1 Greedy Witch", "Lvl.3 Fire Dragon: (2)"], b=["Lvl.5 Fire Giant"], deck=["Cannonball"] * 6)
    t.empire("A").baden = 2
    t.duel("Greedy", "Giant")
    assert (t.hp, t.winner, t.empire("A").baden) == ([30, 26], "A", 1)
    assert t.hand("A") == ["Cannonball {0}", "Cannonball {0}", "Lvl.1 Greedy Witch {3}"], "her spell stays cast"

    t = Table(a=["Lvl.1 Fire Wolf", "Cannonball"], b=["Lvl.5 Fire Giant"]).with_charges("A", baden=1)
    t.duel("Wolf", "Giant")
    assert (t.hp, t.empire("A").baden) == ([28, 30], 1), "nobody there to step in"

    t = Table(a=["Lvl.1 Fire Wolf", "Lvl.2 Fire Wolf"], b=["Lvl.6 Fire Dragon"]).with_charges("A", baden=2)
    t.duel("Lvl.1", "Dragon")
    assert (t.hp, t.empire("A").baden) == ([28, 30], 1), "one switch in a duel, and it may still be lost"
    assert t.hand("A") == ["Lvl.1 Fire Wolf {2}"]


@rule("X-17", "CW-85", "CW-83")
def test_witch_of_the_long_reprieve_puts_off_every_loss_to_mayhem() -> None:
    dragons = ["Lvl.1 Fire Dragon", "Lvl.2 Holy Dragon", "Lvl.3 Nightmare Dragon", "Lvl.4 Ancient Dragon"]
    t = Table(
        a=["Lvl.7 Witch of the Long Reprieve", "Lvl.8 Tiamat's Witch", *dragons],
        b=["Lvl.1 Fire Serpent", "Lvl.2 Fire Serpent"],
        hp=[20, 3],
    ).duel("Reprieve", "Lvl.1")
    t.duel_again("Tiamat", "Lvl.1")
    assert (t.hp, t.over) == ([20, 0], ""), "destroyed, and yet it goes on"
    t.mayhem()
    assert (t.hp, t.over) == ([-8, 0], "B")
