"""Sacred witches that draw, make, move or remove cards."""

from __future__ import annotations

from rumpus.core.rng import SeededRng
from rumpus.games.creature_wars import game
from rumpus.games.creature_wars.rules.cards import CREATURE, GIANT, TRIBES
from rumpus.games.creature_wars.rules.position import War
from rumpus.testing import rule
from tests.games.creature_wars.kit import Table


@rule("S-05", "CW-13")
def test_prophetic_witch_sees_what_is_there_and_not_what_comes() -> None:
    t = Table(a=["Lvl.5 Prophetic Witch"], b=["Lvl.1 Fire Serpent", "Lvl.2 Holy Wolf"]).duel("Prophetic", "Serpent")
    t.gain("B", "Lvl.3 Holy Giant")
    assert t.knows("A", "B") == ["Lvl.2 Holy Wolf {2}", "Lvl.1 Fire Serpent {0}", "?"]


@rule("S-09")
def test_frost_witch_removes_fire_from_both_hands() -> None:
    t = Table(
        a=["Lvl.4 Frost Witch", "Lvl.1 Fire Wolf"], b=["Lvl.1 Fire Serpent", "Lvl.2 Fire Giant", "Lvl.2 Holy Giant"]
    ).duel("Frost", "Serpent")
    assert t.hand("A") == []
    assert t.hand("B") == ["Lvl.2 Holy Giant {4}", "Lvl.1 Fire Serpent {0}"]
    assert sorted(t.removed) == ["Lvl.1 Fire Wolf {2}", "Lvl.2 Fire Giant {4}"]
    assert t.hp == [30, 30]


@rule("S-10", "R-3", "R-4")
def test_hectic_witch_shuffles_fifteen_witches_in() -> None:
    t = Table(a=["Lvl.4 Hectic Witch"], b=["Lvl.1 Fire Serpent"], deck=["Lvl.1 Holy Serpent"])
    t.duel("Hectic", "Serpent", picks=[0, 8, 1] * 15 + [0] * 15)
    assert sorted(t.deck) == ["Lvl.1 Holy Serpent {0}"] + ["Lvl.2 Kind Witch {3}"] * 15
    t = Table(a=["Lvl.4 Hectic Witch"], b=["Lvl.1 Fire Serpent"]).with_magic(ban=True).duel("Hectic", "Serpent")
    assert len(t.deck) == 10


@rule("S-13", "CW-34", "SC-14", "R-7")
def test_feigglehorne_takes_the_two_weakest() -> None:
    t = Table(
        a=["Lvl.4 Feigglehorne's Witch"],
        b=["Lvl.1 Fire Serpent", "Lvl.5 Holy Wolf", "Lvl.0 Lump of Coal", "Lvl.2 Fire Wolf", "Lvl.1 Holy Dragon"],
    ).duel("Feigglehorne", "Serpent")
    assert t.hand("B") == ["Lvl.5 Holy Wolf {2}", "Lvl.1 Holy Dragon {7}", "Lvl.1 Fire Serpent {0}"]

    t = Table(a=["Lvl.4 Feigglehorne's Witch"], b=["Lvl.1 Fire Serpent", "Lvl.5 Holy Wolf", "Lvl.2 Fire Wolf"])
    t.duel("Feigglehorne", "Serpent")
    assert t.removed == ["Lvl.5 Holy Wolf {2}", "Lvl.2 Fire Wolf {2}"], "they leave in the order of the hand"


@rule("S-17", "CW-2", "CW-76")
def test_gluttonous_witch_feeds_both_without_limit() -> None:
    t = Table(a=["Lvl.4 Gluttonous Witch"], b=["Lvl.1 Fire Serpent"]).duel("Gluttonous", "Serpent")
    assert t.hp == [50, 50]


@rule("S-21", "OP-1")
def test_wishing_witch_draws_what_helps() -> None:
    t = Table(
        a=["Lvl.6 Wishing Witch", "Lvl.1 Fire Wolf", "Lvl.2 Holy Wolf", "Lvl.2 Fire Giant"], b=["Lvl.1 Fire Serpent"]
    ).duel("Wishing", "Serpent")
    t.draw("A", 1, picks=[3])
    assert t.hand("A")[-1] == "Lvl.4 Fire Wolf {2}"
    assert t.removed == ["Lvl.1 Holy Serpent {0}"]
    t = Table(a=["Lvl.6 Wishing Witch"], b=["Lvl.1 Fire Serpent"]).duel("Wishing", "Serpent")
    t.draw("A", 1)
    assert t.hand("A") == ["Lvl.1 Holy Serpent {0}"], "nothing to go by"
    assert t.empire("A").wish == 0


@rule("S-25", "CW-82", "OP-9")
def test_hallucinating_witch_replaces_half_of_each_hand() -> None:
    t = Table(
        a=["Lvl.4 Hallucinating Witch", "Lvl.1 Fire Wolf"],
        b=["Lvl.1 Fire Serpent", "Lvl.1 Holy Wolf", "Lvl.2 Holy Wolf", "Cannonball"],
    ).duel("Hallucinating", "Serpent", picks=[0, 8, 2, 0, 1, 0, 8, 0, 3, 16, 1])
    assert t.hand("A") == ["Lvl.3 Kind Witch {3}"]
    assert t.hand("B") == [
        "Lvl.1 Kind Witch {3}",
        "Lvl.2 Holy Wolf {2}",
        "Lvl.5 Gluttonous Witch {3}",
        "Lvl.1 Fire Serpent {0}",
    ]
    t = Table(a=["Lvl.4 Hallucinating Witch", "Lvl.1 Fire Wolf"], b=["Lvl.1 Fire Serpent"]).with_magic(ban=True)
    t.duel("Hallucinating", "Serpent")
    assert t.hand("A") == ["Lvl.1 Fire Wolf {2}"]


@rule("S-26", "CW-87")
def test_big_bad_witch_hunts_wolves_in_hands_and_deck() -> None:
    t = Table(
        a=["Lvl.4 The Big Bad Witch", "Lvl.1 Fire Wolf"],
        b=["Lvl.1 Holy Wolf", "Lvl.2 Holy Wolf", "Lvl.2 Nightmare Werewolf"],
        deck=["Lvl.1 Holy Serpent", "Lvl.5 Holy Wolf", "Lvl.2 Holy Serpent"],
    ).duel("Big Bad", "Lvl.1 Holy Wolf")
    assert t.hand("A") == []
    assert t.hand("B") == ["Lvl.2 Nightmare Werewolf {8}", "Lvl.1 Holy Wolf {2}"]
    assert t.deck == ["Lvl.1 Holy Serpent {0}", "Lvl.2 Holy Serpent {0}"]


@rule("S-27", "OP-7")
def test_witch_of_the_emperor_takes_what_is_small() -> None:
    t = Table(a=["Lvl.4 Witch of the Emperor"], b=["Lvl.1 Fire Serpent", "Lvl.2 Holy Giant: (2)", "Lvl.1 Holy Dragon"])
    t.duel("Emperor", "Serpent", picks=[0])
    assert t.hand("A")[0].startswith("Lvl.2 Holy Giant {4}: (")
    t = Table(a=["Lvl.4 Witch of the Emperor"], b=["Lvl.1 Fire Serpent", "Lvl.2 Holy Giant", "Lvl.1 Holy Dragon"])
    t.duel("Emperor", "Serpent", picks=[1])
    assert t.hand("A") == []
    assert t.knows("A", "B")[1] == "Lvl.1 Holy Dragon {7}"


@rule("S-28")
def test_bone_legion_marches_into_the_deck() -> None:
    t = Table(a=["Lvl.4 Witch of the Bone Legion"], b=["Lvl.1 Fire Serpent"], deck=["Lvl.1 Holy Serpent"])
    t.duel("Bone", "Serpent", picks=[2, 1] * 6 + [0] * 6)
    assert sorted(t.deck) == ["Lvl.1 Holy Serpent {0}"] + ["Lvl.3 Fire Skeleton {3}"] * 6


@rule("S-29", "PC-4")
def test_hired_legion_comes_from_the_tribe_one_names() -> None:
    t = Table(a=["Lvl.4 Witch of the Hired Legion"], b=["Lvl.1 Fire Serpent"]).duel("Hired", "Serpent")
    assert t.choices == ["Wolf", "Skeleton", "Pirate"]
    t.answer("Pirate", picks=[0, 0, 5, 3])
    assert t.hand("A") == ["Lvl.1 Ancient Pirate {3}", "Lvl.6 Holy Pirate {3}"]


@rule("S-32", "OP-13")
def test_jesting_witch_lays_three_new_cards_on_the_deck() -> None:
    t = Table(a=["Lvl.6 Jesting Witch"], b=["Lvl.1 Fire Serpent"], deck=["Lvl.1 Holy Serpent"])
    t.duel("Jesting", "Serpent", picks=[41, 6, 5, 1, 42, 0, 8, 0, 0, 1, 0, 0])
    assert t.deck == [
        "Lvl.1 Ancient Wolf {2}",
        "Lvl.1 Kind Witch {3}",
        "Lvl.6 Fire Dragon {7}",
        "Lvl.1 Holy Serpent {0}",
    ]


@rule("S-34", "CW-84")
def test_shady_witch_gives_her_best_with_a_deadline() -> None:
    t = Table(
        a=["Lvl.6 Shady Witch", "Lvl.5 Fire Dragon", "Lvl.1 Holy Serpent"],
        b=["Lvl.1 Fire Serpent", "Lvl.1 Holy Wolf", "Lvl.6 Holy Giant"],
    ).duel("Shady", "Serpent")
    assert t.hand("A") == ["Lvl.1 Holy Serpent {0}", "Lvl.1 Holy Wolf {2}"]
    assert "Lvl.5 Fire Dragon {7}" in t.hand("B")
    t.duel_again("Serpent", "Giant")
    assert "Lvl.1 Fire Dragon {7}" in t.hand("B")


@rule("S-34")
def test_a_deal_that_is_kept_costs_no_levels() -> None:
    t = Table(
        a=["Lvl.6 Shady Witch", "Lvl.5 Fire Dragon", "Lvl.1 Holy Serpent"], b=["Lvl.1 Fire Serpent", "Lvl.1 Holy Wolf"]
    ).duel("Shady", "Serpent")
    t.duel_again("Serpent", "Dragon")
    assert "Lvl.5 Fire Dragon {7} retired" in t.graveyard


@rule("S-35", "PC-7", "CW-34")
def test_questing_witch_asks_for_seven_tribes_and_offers_three_potions() -> None:
    t = Table(a=["Lvl.6 Questing Witch"], b=["Lvl.1 Fire Serpent"]).duel("Questing", "Serpent")
    assert t.hp == [30, 30]
    hand = ["Lvl.1 Fire Wolf", "Lvl.6 Fire Dragon", "Lvl.5 Holy Giant", "Lvl.1 Holy Serpent"]
    ends = {}
    for potion in ("Deception", "Ferocity", "Endurance"):
        t = Table(a=["Lvl.6 Questing Witch", *hand], b=["Lvl.1 Fire Serpent"])
        t.empire("A").slain_tribes = (1 << TRIBES) - 1
        t.duel("Questing", "Serpent")
        t.answer(potion)
        ends[potion] = (t.hp[0], t.hand("A"))
    assert ends["Deception"] == (30, ["Lvl.1 Holy Serpent {0}"])
    assert ends["Ferocity"][1][0] == "Lvl.4 Fire Wolf {2}"
    assert ends["Endurance"][0] == 45


@rule("S-37", "CW-80", "CW-81")
def test_pandoras_witch_lets_the_other_hand_cast_and_flee() -> None:
    t = Table(
        a=["Lvl.6 Pandora's Witch"],
        b=["Lvl.1 Fire Serpent", "Lvl.1 Greedy Witch", "Lvl.1 Which Witch", "Lvl.4 Gluttonous Witch"],
    ).duel("Pandora", "Serpent")
    assert t.hp == [50, 50]
    assert t.hand("B") == ["Lvl.1 Holy Serpent {0}", "Lvl.1 Holy Serpent {0}", "Lvl.1 Fire Serpent {0}"]
    assert [words for words in t.graveyard if "fled" in words][:3] == [
        "Lvl.1 Greedy Witch {3} fled",
        "Lvl.1 Which Witch {3} fled",
        "Lvl.4 Gluttonous Witch {3} fled",
    ]


@rule("S-37", "PC-4")
def test_choices_of_freed_witches_are_the_opponents() -> None:
    t = Table(a=["Lvl.6 Pandora's Witch"], b=["Lvl.1 Fire Serpent", "Lvl.4 Witch of the Hired Legion"])
    t.duel("Pandora", "Serpent")
    assert t.asked == "B"
    t.answer("Wolf", picks=[0, 0, 0, 0])
    assert t.hand("B")[:2] == ["Lvl.1 Ancient Wolf {2}", "Lvl.1 Ancient Wolf {2}"]


@rule("S-46", "OP-8", "PC-7")
def test_minervas_witch_trades_two_for_two() -> None:
    a = ["Lvl.6 Minerva's Witch", "Lvl.1 Fire Serpent", "Lvl.1 Fire Wolf", "Lvl.6 Fire Dragon"]
    b = ["Lvl.1 Holy Serpent", "Lvl.2 Holy Giant", "Lvl.5 Holy Vampire", "Lvl.1 Holy Wolf"]
    t = Table(a=a, b=b).duel("Minerva", "Serpent")
    t.answer("my least for their most powerful")
    assert t.hand("A") == ["Lvl.6 Fire Dragon {7}", "Lvl.2 Holy Giant {4}", "Lvl.5 Holy Vampire {5}"]
    assert t.hand("B")[:3] == ["Lvl.1 Holy Wolf {2}", "Lvl.1 Fire Serpent {0}", "Lvl.1 Fire Wolf {2}"]
    t = Table(a=a, b=b).duel("Minerva", "Serpent")
    t.answer("my most for their least powerful")
    assert t.hand("A") == ["Lvl.1 Fire Serpent {0}", "Lvl.2 Holy Giant {4}", "Lvl.1 Holy Wolf {2}"]
    assert t.knows("B", "A")[1:] == ["Lvl.2 Holy Giant {4}", "Lvl.1 Holy Wolf {2}"]


@rule("S-51")
def test_green_witch_fills_the_smaller_hand() -> None:
    t = Table(a=["Lvl.5 Green Witch", "Cannonball"], b=["Lvl.1 Fire Serpent", *["Cannonball"] * 3])
    t.duel("Green", "Serpent")
    assert len(t.hand("A")) == 3

    t = Table(a=["Lvl.5 Green Witch", "Cannonball", "Wraith"], b=["Lvl.1 Fire Serpent"]).duel("Green", "Fire Serpent")
    assert t.hand("B") == ["Lvl.1 Holy Serpent {0}", "Lvl.1 Holy Serpent {0}", "Lvl.1 Fire Serpent {0}"]

    t = Table(a=["Lvl.5 Green Witch", "Wraith"], b=["Lvl.1 Fire Serpent", "Wraith"]).duel("Green", "Serpent")
    assert (t.hand("A"), len(t.deck)) == (["Wraith {0}"], 10)


@rule("S-51", "SC-6")
def test_green_witch_counts_beforehand_so_a_grinch_cannot_keep_her_drawing() -> None:
    t = Table(a=["Lvl.5 Green Witch", "Lvl.6 Grinch"], b=["Lvl.1 Fire Serpent", *["Cannonball"] * 3])
    t.duel("Green", "Serpent")
    assert t.hand("A") == ["Lvl.6 Grinch {5}"]
    assert len(t.war.sack(t.find("A", "Grinch"))) == 2


@rule("S-53", "R-3", "R-4", "OP-13")
def test_coven_calling_witch_fills_the_deck_with_sacred_witches() -> None:
    t = Table(a=["Lvl.5 Coven-Calling Witch"], b=["Lvl.1 Fire Serpent"], deck=["Lvl.1 Holy Wolf"])
    rolls = [number for place in range(13) for number in (place, 2)]
    as_it_lies = list(range(13, 0, -1))
    t.duel("Coven-Calling", "Serpent", picks=rolls + as_it_lies)
    assert len(t.deck) == 14
    assert t.deck[:3] == ["Lvl.1 Holy Wolf {2}", "Lvl.6 Witch of Despair {3}", "Lvl.6 Witch of the Hesperus {3}"]

    t = Table(a=["Lvl.5 Coven-Calling Witch"], b=["Lvl.1 Fire Serpent"]).with_magic(ban=True)
    t.duel("Coven-Calling", "Serpent")
    assert len(t.deck) == 10


@rule("S-55", "PC-2", "SC-9", "CW-13")
def test_lenores_witch_puts_a_raven_in_the_place_of_a_creature() -> None:
    t = Table(
        a=["Lvl.5 Lenore's Witch", "Lvl.1 Fire Giant"],
        b=[
            "Lvl.1 Fire Serpent",
            "Lvl.3 Holy Giant: (-)",
            "Lvl.2 Kind Witch",
            "Lvl.2 Fire Wolf",
            "Lvl.4 Fire Pirate",
            "Lvl.5 Ancient Vampire",
        ],
    ).duel("Lenore", "Serpent", picks=[3, 0, 0])
    assert t.asked == "A"
    assert t.choices == ["Lvl.5 Ancient Vampire {5}", "Lvl.3 Holy Giant {4}: (-)", "Lvl.2 Fire Wolf {2}"]
    t.answer("Lvl.3 Holy Giant {4}: (-)")
    assert t.hand("B")[0] == "Raven {0}: (-)"
    assert t.card("B", "Raven").beloved == GIANT
    assert t.knows("A", "B") == [
        "Raven {0}: (-)",
        "?",
        "Lvl.2 Fire Wolf {2}",
        "?",
        "Lvl.5 Ancient Vampire {5}",
        "Lvl.1 Fire Serpent {0}",
    ]
    assert t.removed == ["Lvl.3 Holy Giant {4}: (-)"]
    t.duel_again("Giant", "Serpent")
    assert t.hp == [30, 28], "the Raven mourns"


@rule("S-55", "OP-19")
def test_lenores_witch_takes_the_only_creature_or_nothing() -> None:
    t = Table(a=["Lvl.5 Lenore's Witch"], b=["Lvl.1 Fire Serpent", "Lvl.2 Fire Wolf", "Wraith"])
    t.duel("Lenore", "Serpent")
    assert t.hand("B") == ["Raven {0}: (-)", "Wraith {0}", "Lvl.1 Fire Serpent {0}"]

    t = Table(a=["Lvl.5 Lenore's Witch"], b=["Lvl.1 Fire Serpent", "Lvl.2 Kind Witch"]).duel("Lenore", "Serpent")
    assert t.hand("B") == ["Lvl.2 Kind Witch {3}", "Lvl.1 Fire Serpent {0}"]


@rule("S-56", "CW-73")
def test_the_sibyl_sees_scatters_and_lets_draw() -> None:
    t = Table(
        a=["Lvl.5 The Witch of the Cumaean Sibyl"],
        b=["Lvl.1 Fire Serpent", "Lvl.2 Fire Wolf: (2)", "Lvl.3 Holy Giant", "Lvl.2 Kind Witch", "Cannonball"],
        deck=["Lvl.1 Holy Pirate", "Lvl.2 Holy Pirate"],
    ).duel("Sibyl", "Serpent", picks=[0, 0, 1, 4, 3, 2, 1])
    assert t.hand("B") == [
        "Lvl.2 Kind Witch {3}",
        "Lvl.1 Holy Pirate {3}",
        "Lvl.2 Holy Pirate {3}",
        "Lvl.2 Fire Wolf {2}",
        "Lvl.1 Fire Serpent {0}",
    ]
    assert t.knows("A", "B") == ["Lvl.2 Kind Witch {3}", "?", "?", "?", "Lvl.1 Fire Serpent {0}"]
    assert t.deck == ["Lvl.3 Holy Giant {4}", "Cannonball {0}"]


@rule("S-56", "OP-18")
def test_the_sibyl_draws_as_many_as_went_back_and_a_sack_is_freed_first() -> None:
    t = Table(a=["Lvl.5 The Witch of the Cumaean Sibyl"], b=["Lvl.1 Fire Serpent"], deck=["Lvl.1 Holy Pirate"] * 2)
    t.pocket(t.put("B", "Lvl.6 Grinch"), "Lvl.4 Fire Wolf")
    t.duel("Sibyl", "Serpent", picks=[2, 1])
    assert t.hand("B") == ["Lvl.4 Fire Wolf {2}", "Lvl.1 Holy Pirate {3}", "Lvl.1 Fire Serpent {0}"]
    assert t.deck == ["Lvl.1 Holy Pirate {3}", "Lvl.6 Grinch {5}"]


@rule("S-60", "PC-9", "SC-13", "SC-14")
def test_santa_witch_brings_gifts_and_peeks_into_two() -> None:
    t = Table(a=["Lvl.5 Santa Witch"], b=["Lvl.1 Fire Serpent"])
    t.duel("Santa", "Serpent", picks=[0, 6, 4, 1, 1, 1, 0, 1, 0, 3])
    assert t.choices == [
        "my first and my second",
        "my first and their first",
        "my first and their second",
        "my second and their first",
        "my second and their second",
        "their first and their second",
    ]
    t.answer("my first and their second")
    assert t.hand("A") == t.knows("B", "A") == ["Wrapped Gift {?}"] * 2
    assert t.hand("B") == ["Wrapped Gift {?}"] * 2 + ["Lvl.1 Fire Serpent {0}"]
    insides = [t.war.sack(gift)[0] for gift in t.war.hands[0] + t.war.hands[1][:2]]
    assert t.texts(insides) == [
        "Lvl.5 Fire Dragon {7}",
        "Lvl.0 Lump of Coal {0}",
        "Lvl.0 Lump of Coal {0}",
        "Lvl.1 Holy Wolf {2}",
    ]
    assert [t.war.cards[content].seen for content in insides] == [1, 0, 0, 1], "only the caster, only those two"
    t.duel_again("Gift", "Serpent")
    assert t.graveyard[1:] == ["Lvl.1 Fire Serpent {0} slain", "Lvl.5 Fire Dragon {7} retired"]


@rule("S-60", "CW-12", "CW-13")
def test_worlds_have_a_creature_or_coal_in_an_unseen_gift() -> None:
    war = game.start(game.options(), SeededRng("gifts"))
    assert isinstance(war, War)
    rng = SeededRng("contents")
    peeked, unseen = (war.new_gift(content) for content in (war.random_creature(rng), war.new_coal()))
    for gift in (peeked, unseen):
        war.gain(0, gift, rng, public=True)
    content = war.sack(peeked)[0]
    war.writable(content).seen = 1
    sampled: set[str] = set()
    for number in range(80):
        world = war.determinize(0, SeededRng(f"{number}"))
        assert isinstance(world, War)
        assert world.text(world.sack(peeked)[0]) == war.text(content)
        (inside,) = world.sack(unseen)
        assert world.cards[inside].kind == CREATURE, "no witch can be in a gift"
        sampled.add(world.text(inside))
    assert len(sampled) > 20
    assert "Lvl.0 Lump of Coal {0}" in sampled


@rule("S-64", "PC-2")
def test_uncaging_witch_sets_a_creature_free() -> None:
    t = Table(
        a=["Lvl.5 Uncaging Witch"], b=["Lvl.1 Fire Serpent", "Lvl.3 Holy Giant", "Lvl.2 Kind Witch", "Lvl.2 Fire Wolf"]
    ).duel("Uncaging", "Serpent", picks=[1])
    assert t.choices == ["Lvl.2 Fire Wolf {2}", "Lvl.3 Holy Giant {4}"]
    t.answer("Lvl.3 Holy Giant {4}")
    assert (t.removed, t.hp) == (["Lvl.3 Holy Giant {4}"], [30, 30])
    assert t.knows("A", "B") == ["?", "Lvl.2 Fire Wolf {2}", "Lvl.1 Fire Serpent {0}"]


@rule("S-65", "CW-64", "SC-7")
def test_buried_witch_arms_a_pirate_rally() -> None:
    pirates = ["Lvl.3 Fire Pirate!", "Lvl.4 Holy Pirate!", "Lvl.5 Ancient Pirate!", "Lvl.6 Holy Pirate!"]
    t = Table(a=["Lvl.5 Buried Witch", *pirates], b=["Lvl.1 Fire Serpent"]).duel("Buried", "Serpent")
    assert t.hand("A")[4:] == t.knows("B", "A")[4:] == ["Cannonball {0}"] * 3

    t = Table(a=["Lvl.5 Buried Witch", *pirates], b=["Lvl.1 Fire Serpent"])
    t.card("A", "Ancient Pirate").barred = True
    t.duel("Buried", "Serpent")
    assert len(t.hand("A")) == 4, "a barred Pirate does not count"


@rule("S-68", "OP-7")
def test_pilfering_witch_steals_a_witch() -> None:
    t = Table(
        a=["Lvl.5 Pilfering Witch"],
        b=["Lvl.1 Fire Serpent", "Lvl.1 Kind Witch", "Lvl.3 Fire Wolf", "Lvl.2 Greedy Witch: (2)"],
    )
    t.card("B", "Greedy").doomed = 0
    t.duel("Pilfering", "Serpent", picks=[1])
    assert t.hand("A") == t.knows("B", "A") == ["Lvl.2 Greedy Witch {3}: (1)"]
    assert t.card("A", "Greedy").doomed == 0

    t = Table(a=["Lvl.5 Pilfering Witch"], b=["Lvl.1 Fire Serpent", "Lvl.3 Fire Wolf"]).duel("Pilfering", "Serpent")
    assert t.hand("A") == []


@rule("S-74", "T-37", "OP-1")
def test_haggel_and_witchel_lay_a_trap_and_fill_the_hands() -> None:
    for thirst, hp in ((0, [30, 18]), (1, [26, 18])):
        t = Table(
            a=["Lvl.5 Haggel & Witchel", "Wraith", "Wraith", "Wraith", "Wraith"],
            b=["Lvl.1 Invisible Witch", *["Wraith"] * 6],
            deck=[
                "Lvl.1 Holy Wolf",
                "Lvl.1 Blind Witch",
                "Lvl.2 Fire Giant",
                "Lvl.2 Kind Witch",
                "Lvl.3 Holy Pirate",
                "Lvl.4 Fire Vampire",
                "Lvl.5 Holy Dragon",
            ],
        ).with_charges("A", thirst=thirst)
        t.duel("Haggel", "Invisible")
        assert t.hp == hp
        assert t.hand("A")[4:] == [
            "Lvl.1 Holy Wolf {2}",
            "Lvl.2 Fire Giant {4}",
            "Lvl.3 Holy Pirate {3}",
            "Lvl.4 Fire Vampire {5}",
        ]
        assert t.hand("B")[6:] == ["Lvl.1 Blind Witch {3}", "Lvl.2 Kind Witch {3}"]
        assert (t.deck, t.magic.haggel) == (["Lvl.5 Holy Dragon {7}"], 0)


@rule("S-74", "CW-77")
def test_the_first_player_draws_first_and_an_unsprung_trap_waits() -> None:
    t = Table(
        a=["Lvl.5 Haggel & Witchel", *["Wraith"] * 9],
        b=["Lvl.1 Invisible Witch", *["Wraith"] * 7],
        deck=["Lvl.1 Holy Wolf", "Lvl.1 Blind Witch", "Lvl.2 Kind Witch", "Lvl.1 Fire Giant"],
        turn=2,
    ).with_magic(haggel=1)
    t.duel("Haggel", "Invisible")
    assert t.hand("B")[7:] == ["Lvl.1 Holy Wolf {2}"]
    assert (len(t.hand("A")), t.magic.haggel) == (9, 2)
    t.draw("A")
    t.draw("B")
    assert (t.hp, t.magic.haggel) == ([18, 18], 0), "one trap for each witch drawn"


@rule("S-75")
def test_storytime_witch_tells_everybody_of_a_creature() -> None:
    t = Table(a=["Lvl.5 Storytime Witch"], b=["Lvl.1 Fire Serpent"]).duel("Storytime", "Serpent", picks=[4, 2, 1])
    assert t.hand("A") == t.knows("B", "A") == ["Lvl.3 Fire Giant {4}"]


@rule("S-77", "R-5")
def test_the_coven_of_babel_scatters_one_of_each_tribe() -> None:
    t = Table(
        a=["Lvl.5 The Coven of Babel", "Lvl.6 Grinch", "Lvl.1 Fire Wolf", "Lvl.2 Holy Wolf", "Lvl.2 Kind Witch"],
        b=["Lvl.1 Fire Serpent", "Lvl.3 Fire Dragon", "Lvl.4 Holy Dragon", "Wraith"],
        deck=["Lvl.1 Holy Pirate"],
    ).duel("Babel", "Serpent", picks=[1, 0, 3, 2, 1])
    assert t.deck == ["Lvl.1 Holy Pirate {3}", "Lvl.2 Holy Wolf {2}", "Lvl.6 Grinch {5}", "Lvl.3 Fire Dragon {7}"]
    assert t.hand("A") == ["Lvl.1 Fire Wolf {2}", "Lvl.2 Kind Witch {3}"]
    assert t.hand("B") == ["Lvl.4 Holy Dragon {7}", "Wraith {0}", "Lvl.1 Fire Serpent {0}"]


@rule("S-81", "OP-8", "CW-40")
def test_arnold_laynes_witch_exchanges_creatures() -> None:
    t = Table(
        a=["Lvl.5 Arnold Layne's Witch", "Wraith", "Lvl.1 Fire Wolf: (3)", "Lvl.2 Holy Wolf"],
        b=["Lvl.1 Fire Serpent", "Lvl.3 Holy Giant", "Lvl.4 Fire Giant"],
    ).duel("Arnold", "Serpent", picks=[0, 1])
    assert t.hand("A") == ["Wraith {0}", "Lvl.2 Holy Wolf {2}", "Lvl.6 Fire Giant {4}: (1)"]
    assert t.hand("B") == ["Lvl.3 Holy Giant {4}", "Lvl.1 Fire Wolf {2}: (2)", "Lvl.1 Fire Serpent {0}"]
    assert t.knows("B", "A") == ["?", "?", "Lvl.6 Fire Giant {4}: (1)"]
    assert t.knows("A", "B") == ["?", "Lvl.1 Fire Wolf {2}: (2)", "Lvl.1 Fire Serpent {0}"]

    t = Table(
        a=["Lvl.5 Arnold Layne's Witch", "Wraith"], b=["Lvl.1 Fire Serpent", "Lvl.3 Holy Giant", "Lvl.4 Fire Giant"]
    ).duel("Arnold", "Serpent")
    assert t.hand("A") == ["Wraith {0}"], "nothing unless both hold a creature"


@rule("S-83", "R-1")
def test_golden_veil_witch_brings_a_missing_tribe() -> None:
    t = Table(a=["Lvl.5 Golden Veil Witch", "Lvl.1 Fire Wolf", "Lvl.9 Ancient Skeletor"], b=["Lvl.1 Fire Serpent"])
    t.duel("Golden", "Serpent", picks=[1, 5, 3])
    assert t.hand("A")[2:] == ["Lvl.6 Holy Pirate {3}"], "Serpent, Pirate, Giant, Vampire, Dragon are missing"
    assert t.knows("B", "A")[2:] == ["?"]

    tribes = ("Serpent", "Wolf", "Skeleton", "Pirate", "Giant", "Vampire", "Dragon")
    t = Table(a=["Lvl.5 Golden Veil Witch", *[f"Lvl.1 Fire {tribe}" for tribe in tribes]], b=["Lvl.1 Fire Serpent"])
    t.duel("Golden", "Serpent")
    assert len(t.hand("A")) == 7


@rule("S-86", "CW-25", "CW-27")
def test_jugband_marching_witch_brings_three_who_go_first() -> None:
    t = Table(a=["Lvl.5 Jugband Marching Witch", "Lvl.6 Fire Dragon"], b=["Lvl.1 Invisible Witch"] * 3)
    t.duel("Marching", "Invisible", picks=[0, 0, 0, 1, 1, 1, 2, 5, 2])
    recruits = ["Lvl.1 Ancient Serpent {0}", "Lvl.2 Fire Wolf {2}", "Lvl.6 Nightmare Skeleton {3}"]
    assert t.hand("A") == ["Lvl.6 Fire Dragon {7}", *recruits]
    assert t.options("A") == recruits
    t.duel_again("Wolf", "Invisible")
    assert t.hand("A")[-1] == "Lvl.2 Fire Wolf {2}"
    assert t.options("A") == [recruits[0], recruits[2]], "played once, it stands in no line"
    t.magic.lilith = True
    assert t.options("A") == [recruits[0]]

    t = Table(a=["Lvl.1 Fire Serpent: (-)", "Lvl.2 Fire Pirate: (1)", "Lvl.2 Fire Wolf"])
    t.card("A", "Serpent").first = t.card("A", "Pirate").first = True
    assert t.options("A") == ["Lvl.2 Fire Wolf {2}"], "nobody in line can be played"


@rule("S-93", "PC-6", "CW-84")
def test_clockwork_crier_witch_keeps_her_date() -> None:
    t = Table(a=["Lvl.4 Clockwork Crier Witch", "Lvl.5 Clockwork Crier Witch"], b=["Lvl.1 Invisible Witch"])
    t.duel("Lvl.4", "Invisible")
    assert t.choices == ["1", "2", "3"]
    t.answer("2")
    t.duel_again("Lvl.5", "Militia")
    t.answer("1")
    assert (t.hp, t.hand("A")) == ([30, 30], [])
    t.empire("A").ward = 1
    t.duel_again("Militia", "Militia")
    assert t.hp == [26, 30], "half of 4 in one blow, then 2"
    assert len(t.hand("A")) == 3
