"""The second half of the Sacred witches, S-50 to S-97."""

from __future__ import annotations

from rumpus.core.rng import Seeded
from rumpus.games.creature_wars import game
from rumpus.games.creature_wars.rules.cards import CREATURE, GIANT, IS_STAND_IN, PETRIFIED
from rumpus.games.creature_wars.rules.position import War
from rumpus.testing import rule
from tests.games.creature_wars.conftest import SetTable


@rule("S-50", "CW-29", "CW-78")
def test_sand_witch_strengthens_nightmares_at_once_and_for_good(table: SetTable) -> None:
    t = table(a=["Lvl.4 The Sand Witch", "Lvl.1 Nightmare Wolf"], b=["Lvl.4 Nightmare Wolf", "Lvl.1 Ancient Pirate"])
    t.duel("Sand", "Wolf")
    assert t.hp == [27, 30], "7 against 4 + 2 + 2"
    t.duel_again("Wolf", "Pirate")
    assert (t.hp, t.winner) == ([27, 27], "A"), "1 + 2 + 2 against 4"


@rule("S-50")
def test_sand_piles_up_and_helps_against_witches(table: SetTable) -> None:
    t = table(a=["Lvl.4 The Sand Witch"], b=["Lvl.2 Nightmare Wolf"])
    t.magic.sand = 1
    t.duel("Sand", "Wolf")
    assert (t.hp, t.magic.sand) == ([27, 30], 2), "7 against 4 + 4"


@rule("S-51")
def test_green_witch_fills_the_smaller_hand(table: SetTable) -> None:
    t = table(a=["Lvl.5 Green Witch", "Cannonball"], b=["Lvl.1 Fire Serpent", *["Cannonball"] * 3])
    t.duel("Green", "Serpent")
    assert len(t.hand("A")) == 3

    t = table(a=["Lvl.5 Green Witch", "Cannonball", "Wraith"], b=["Lvl.1 Fire Serpent"])
    t.duel("Green", "Fire Serpent")
    assert t.hand("B") == ["Lvl.1 Holy Serpent {0}", "Lvl.1 Holy Serpent {0}", "Lvl.1 Fire Serpent {0}"]

    t = table(a=["Lvl.5 Green Witch", "Wraith"], b=["Lvl.1 Fire Serpent", "Wraith"])
    t.duel("Green", "Serpent")
    assert (t.hand("A"), len(t.deck)) == (["Wraith {0}"], 10)


@rule("S-51", "SC-6")
def test_green_witch_counts_beforehand_so_a_grinch_cannot_keep_her_drawing(table: SetTable) -> None:
    t = table(a=["Lvl.5 Green Witch", "Lvl.6 Grinch"], b=["Lvl.1 Fire Serpent", *["Cannonball"] * 3])
    t.duel("Green", "Serpent")
    assert t.hand("A") == ["Lvl.6 Grinch {5}"]
    assert len(t.war.sack(t.find("A", "Grinch"))) == 2


@rule("S-52", "R-6")
def test_wiccan_little_panics_twice_if_she_is_killed(table: SetTable) -> None:
    t = table(a=["Lvl.4 Wiccan Little"], b=["Lvl.1 Fire Serpent"])
    t.duel("Wiccan", "Serpent", picks=[0])
    assert t.hp == [26, 26]

    t = table(a=["Lvl.4 Wiccan Little"], b=["Lvl.6 Fire Dragon"])
    t.duel("Wiccan", "Dragon", picks=[1, 0])
    assert t.hp == [23, 26], "3 for her, and the sky"

    t = table(a=["Lvl.4 Wiccan Little"], b=["Lvl.6 Fire Dragon"], hp=[4, 3])
    t.duel("Wiccan", "Dragon", picks=[0])
    assert (t.hp, t.over) == ([0, -1], "A"), "one loss check for both"


@rule("S-53", "R-3", "R-4", "OP-13")
def test_coven_calling_witch_fills_the_deck_with_sacred_witches(table: SetTable) -> None:
    t = table(a=["Lvl.5 Coven-Calling Witch"], b=["Lvl.1 Fire Serpent"], deck=["Lvl.1 Holy Wolf"])
    rolls = [number for place in range(13) for number in (place, 2)]
    as_it_lies = list(range(13, 0, -1))
    t.duel("Coven-Calling", "Serpent", picks=rolls + as_it_lies)
    assert len(t.deck) == 14
    assert t.deck[:3] == ["Lvl.1 Holy Wolf {2}", "Lvl.6 Witch of Despair {3}", "Lvl.6 Witch of the Hesperus {3}"]

    t = table(a=["Lvl.5 Coven-Calling Witch"], b=["Lvl.1 Fire Serpent"])
    t.magic.ban = True
    t.duel("Coven-Calling", "Serpent")
    assert len(t.deck) == 10


@rule("S-54", "SC-8")
def test_wraith_witch_haunts_when_she_is_killed(table: SetTable) -> None:
    t = table(a=["Lvl.4 Wraith Witch"], b=["Lvl.6 Fire Dragon"])
    t.duel("Wraith Witch", "Dragon")
    assert t.hand("A") == t.knows("B", "A") == ["Wraith {0}"]
    t.duel_again("Wraith", "Dragon")
    assert t.hp == [27, 27]
    assert t.hand("B") == ["Lvl.6 Fire Dragon {7}: (1)"]

    t = table(a=["Lvl.4 Wraith Witch"], b=["Lvl.1 Fire Serpent"])
    t.duel("Wraith Witch", "Serpent")
    assert t.hand("A") == []


@rule("S-55", "PC-2", "SC-9", "CW-13")
def test_lenores_witch_puts_a_raven_in_the_place_of_a_creature(table: SetTable) -> None:
    t = table(
        a=["Lvl.5 Lenore's Witch", "Lvl.1 Fire Giant"],
        b=[
            "Lvl.1 Fire Serpent",
            "Lvl.3 Holy Giant: (-)",
            "Lvl.2 Kind Witch",
            "Lvl.2 Fire Wolf",
            "Lvl.4 Fire Pirate",
            "Lvl.5 Ancient Vampire",
        ],
    )
    t.duel("Lenore", "Serpent", picks=[3, 0, 0])
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
def test_lenores_witch_takes_the_only_creature_or_nothing(table: SetTable) -> None:
    t = table(a=["Lvl.5 Lenore's Witch"], b=["Lvl.1 Fire Serpent", "Lvl.2 Fire Wolf", "Wraith"])
    t.duel("Lenore", "Serpent")
    assert t.hand("B") == ["Raven {0}: (-)", "Wraith {0}", "Lvl.1 Fire Serpent {0}"]

    t = table(a=["Lvl.5 Lenore's Witch"], b=["Lvl.1 Fire Serpent", "Lvl.2 Kind Witch"])
    t.duel("Lenore", "Serpent")
    assert t.hand("B") == ["Lvl.2 Kind Witch {3}", "Lvl.1 Fire Serpent {0}"]


@rule("S-56", "CW-73")
def test_the_sibyl_sees_scatters_and_lets_draw(table: SetTable) -> None:
    t = table(
        a=["Lvl.5 The Witch of the Cumaean Sibyl"],
        b=["Lvl.1 Fire Serpent", "Lvl.2 Fire Wolf: (2)", "Lvl.3 Holy Giant", "Lvl.2 Kind Witch", "Cannonball"],
        deck=["Lvl.1 Holy Pirate", "Lvl.2 Holy Pirate"],
    )
    t.duel("Sibyl", "Serpent", picks=[0, 0, 1, 4, 3, 2, 1])
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
def test_the_sibyl_draws_as_many_as_went_back_and_a_sack_is_freed_first(table: SetTable) -> None:
    t = table(a=["Lvl.5 The Witch of the Cumaean Sibyl"], b=["Lvl.1 Fire Serpent"], deck=["Lvl.1 Holy Pirate"] * 2)
    t.pocket(t.put("B", "Lvl.6 Grinch"), "Lvl.4 Fire Wolf")
    t.duel("Sibyl", "Serpent", picks=[2, 1])
    assert t.hand("B") == ["Lvl.4 Fire Wolf {2}", "Lvl.1 Holy Pirate {3}", "Lvl.1 Fire Serpent {0}"]
    assert t.deck == ["Lvl.1 Holy Pirate {3}", "Lvl.6 Grinch {5}"]


@rule("S-57", "CW-41", "CW-58")
def test_medusas_witch_petrifies_what_could_not_catch_her(table: SetTable) -> None:
    t = table(a=["Lvl.6 Medusa's Witch"], b=["Lvl.2 Fire Giant"])
    t.duel("Medusa", "Giant")
    assert t.hand("B") == ["Lvl.2 Fire Giant {4}: (-)"]
    assert (t.card("B", "Giant").locks, t.card("B", "Giant").barred) == (PETRIFIED, True)
    t.mayhem()
    assert t.hp == [30, 26]


@rule("S-57")
def test_medusas_witch_petrifies_nothing_else(table: SetTable) -> None:
    t = table(a=["Lvl.4 Medusa's Witch"], b=["Lvl.6 Fire Dragon"])
    t.duel("Medusa", "Dragon")
    assert (t.hp, t.hand("B")) == ([27, 30], ["Lvl.6 Fire Dragon {7}"]), "she was killed"

    t = table(a=["Lvl.4 Medusa's Witch"], b=["Lvl.1 Invisible Witch", "Lvl.1 Fire Wolf"])
    t.duel("Medusa", "Invisible")
    assert t.hand("B") == ["Lvl.1 Fire Wolf {2}"]

    t = table(a=["Lvl.4 Medusa's Witch"], b=["Lvl.1 Fire Wolf: (1)"])
    t.duel("Medusa", "Militia")
    assert t.hand("B") == ["Lvl.1 Fire Wolf {2}"]


@rule("S-58", "B-13", "CW-75")
def test_chiquita_witch_ripens_and_sours(table: SetTable) -> None:
    t = table(
        a=["Lvl.1 Invisible Witch", "Lvl.3 Holy Wolf", "Lvl.4 Chiquita Witch", "Lvl.4 Fire Giant", "Lvl.6 Fire Dragon"],
        b=["Lvl.1 Fire Serpent"],
    )
    t.empire("A").ward = 1
    t.duel("Invisible", "Serpent")
    assert t.hand("A") == ["Lvl.4 Holy Wolf {2}", "Lvl.4 Chiquita Witch {3}"]
    assert t.graveyard[1:] == ["Lvl.5 Fire Giant {4} soured", "Lvl.7 Fire Dragon {7} soured"]
    assert t.hp == [25, 30], "half of 4 + 7 in one blow"
    assert t.hand("B") == ["Lvl.1 Fire Serpent {0}"]


@rule("S-58")
def test_two_chiquitas_act_one_after_the_other_and_neither_when_played(table: SetTable) -> None:
    t = table(
        a=["Lvl.1 Invisible Witch", "Lvl.3 Holy Wolf", "Lvl.4 Chiquita Witch", "Lvl.5 Chiquita Witch"],
        b=["Lvl.1 Fire Serpent"],
    )
    t.duel("Invisible", "Serpent")
    assert (t.hp, len(t.hand("A"))) == ([28, 30], 2)

    t = table(a=["Lvl.4 Chiquita Witch", "Lvl.4 Holy Wolf"], b=["Lvl.1 Fire Serpent"])
    t.duel("Chiquita", "Serpent")
    assert t.hand("A") == ["Lvl.4 Holy Wolf {2}"]


@rule("S-59", "CW-33", "OP-3")
def test_midas_witch_gilds_what_arrives_once(table: SetTable) -> None:
    t = table(a=["Lvl.5 Midas Witch", "Lvl.4 Fire Wolf"], b=["Lvl.1 Fire Serpent", "Lvl.1 Invisible Witch"])
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

    t = table(a=["Lvl.4 Fire Wolf"], b=["Lvl.1 Invisible Witch", "Lvl.2 Invisible Witch"])
    t.empire("A").midas = True
    t.duel("Wolf", "Lvl.1")
    t.duel_again("Wolf", "Lvl.2")
    assert t.hand("A") == ["Lvl.4 Fire Wolf {4}"], "gilded once"


@rule("S-60", "PC-9", "SC-13", "SC-14")
def test_santa_witch_brings_gifts_and_peeks_into_two(table: SetTable) -> None:
    t = table(a=["Lvl.5 Santa Witch"], b=["Lvl.1 Fire Serpent"])
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
def test_whoever_did_not_peek_imagines_a_creature_or_coal_in_a_gift() -> None:
    war = game.start(game.options(), Seeded("gifts"))
    assert isinstance(war, War)
    luck = Seeded("contents")
    peeked, unseen = (war.new_gift(content) for content in (war.random_creature(luck), war.new_coal()))
    for gift in (peeked, unseen):
        war.gain(0, gift, luck, public=True)
    content = war.sack(peeked)[0]
    war.mine(content).seen = 1
    imagined: set[str] = set()
    for number in range(80):
        dream = war.imagine(0, Seeded(f"{number}"))
        assert isinstance(dream, War)
        assert dream.text(dream.sack(peeked)[0]) == war.text(content)
        (inside,) = dream.sack(unseen)
        assert dream.cards[inside].kind == CREATURE, "no witch can be in a gift"
        imagined.add(dream.text(inside))
    assert len(imagined) > 20
    assert "Lvl.0 Lump of Coal {0}" in imagined


@rule("S-61")
def test_davids_witch_lets_the_weaker_win_against_giants(table: SetTable) -> None:
    t = table(
        a=["Lvl.5 David's Witch", "Lvl.2 Holy Giant", "Lvl.6 Holy Giant"],
        b=["Lvl.1 Fire Serpent", "Lvl.6 Holy Vampire", "Lvl.1 Greedy Witch"],
    )
    t.duel("David", "Serpent")
    t.duel_again("Lvl.2", "Vampire")
    assert (t.hp, t.winner) == ([30, 25], "A")
    t.duel_again("Lvl.6", "Greedy")
    assert (t.hp, t.winner) == ([30, 22], "A"), "as usual against a witch"


@rule("S-62", "CW-77")
def test_goliath_witch_waits_for_two_creatures(table: SetTable) -> None:
    t = table(
        a=["Lvl.5 Goliath Witch", "Lvl.1 Holy Wolf", "Lvl.2 Holy Wolf"],
        b=["Lvl.6 Holy Dragon", "Lvl.1 Invisible Witch", "Lvl.5 Holy Dragon"],
        deck=["Cannonball"] * 10,
    )
    t.duel("Goliath", "Lvl.6")
    assert (t.hp, t.winner) == ([27, 30], "B"), "her own duel is fought as usual"
    t.start_turn()
    t.duel("Lvl.1", "Invisible")
    assert t.magic.goliath == 1
    t.start_turn()
    t.duel("Lvl.1", "Lvl.6")
    assert (t.hp, t.magic.goliath) == ([27, 23], 0)
    t.start_turn()
    t.duel("Lvl.2", "Lvl.5")
    assert t.winner == "B"


@rule("S-62")
def test_goliaths_charge_is_spent_by_a_tie_and_the_next_waits_its_turn(table: SetTable) -> None:
    t = table(a=["Lvl.2 Holy Wolf", "Lvl.1 Fire Wolf"], b=["Lvl.1 Holy Pirate", "Lvl.6 Fire Dragon"])
    t.magic.goliath = 2
    t.duel("Holy Wolf", "Pirate")
    assert (t.hp, t.magic.goliath) == ([30, 30], 1), "4 against 4"
    t.duel_again("Fire Wolf", "Dragon")
    assert (t.hp, t.magic.goliath) == ([30, 23], 0)


@rule("S-63")
def test_junos_witch_doubles_the_advantage_around_giants(table: SetTable) -> None:
    for a, b, hp in (
        ("Lvl.2 Fire Giant", "Lvl.5 Nightmare Dragon", [30, 30]),
        ("Lvl.3 Ancient Wolf", "Lvl.5 Fire Giant", [30, 26]),
        ("Lvl.1 Fire Giant", "Lvl.6 Nightmare Giant", [30, 26]),
        ("Lvl.1 Fire Giant", "Lvl.7 Nightmare Giant", [30, 30]),
        ("Lvl.1 Fire Wolf", "Lvl.4 Nightmare Wolf", [30, 30]),
    ):
        t = table(a=["Lvl.5 Juno's Witch", a], b=["Lvl.1 Fire Serpent", b])
        t.duel("Juno", "Serpent")
        t.duel_again(a, b)
        assert t.hp == hp, f"{a} against {b}"


@rule("S-64", "PC-2")
def test_uncaging_witch_sets_a_creature_free(table: SetTable) -> None:
    t = table(
        a=["Lvl.5 Uncaging Witch"],
        b=["Lvl.1 Fire Serpent", "Lvl.3 Holy Giant", "Lvl.2 Kind Witch", "Lvl.2 Fire Wolf"],
    )
    t.duel("Uncaging", "Serpent", picks=[1])
    assert t.choices == ["Lvl.2 Fire Wolf {2}", "Lvl.3 Holy Giant {4}"]
    t.answer("Lvl.3 Holy Giant {4}")
    assert (t.removed, t.hp) == (["Lvl.3 Holy Giant {4}"], [30, 30])
    assert t.knows("A", "B") == ["?", "Lvl.2 Fire Wolf {2}", "Lvl.1 Fire Serpent {0}"]


@rule("S-65", "CW-64", "SC-7")
def test_buried_witch_arms_a_pirate_rally(table: SetTable) -> None:
    pirates = ["Lvl.3 Fire Pirate!", "Lvl.4 Holy Pirate!", "Lvl.5 Ancient Pirate!", "Lvl.6 Holy Pirate!"]
    t = table(a=["Lvl.5 Buried Witch", *pirates], b=["Lvl.1 Fire Serpent"])
    t.duel("Buried", "Serpent")
    assert t.hand("A")[4:] == t.knows("B", "A")[4:] == ["Cannonball {0}"] * 3

    t = table(a=["Lvl.5 Buried Witch", *pirates], b=["Lvl.1 Fire Serpent"])
    t.card("A", "Ancient Pirate").barred = True
    t.duel("Buried", "Serpent")
    assert len(t.hand("A")) == 4, "a barred Pirate does not count"


@rule("S-66", "CW-74", "CW-71", "OP-11")
def test_skeletal_witch_makes_skeletons_of_all(table: SetTable) -> None:
    t = table(
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
    )
    t.duel("Skeletal", "Fire Serpent")
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
def test_skeletal_witch_needs_an_enhanced_skeleton(table: SetTable) -> None:
    t = table(a=["Lvl.5 Skeletal Witch", "Lvl.3 Fire Skeleton", "Lvl.3 Fire Wolf!"], b=["Lvl.1 Fire Serpent"])
    t.duel("Skeletal", "Serpent")
    assert t.hand("A") == ["Lvl.3 Fire Skeleton {3}", "Lvl.3 Fire Wolf! {2}"]


@rule("S-67", "OP-13")
def test_ossuary_witch_sends_the_slain_skeletons_back_into_the_deck(table: SetTable) -> None:
    t = table(a=["Lvl.5 Ossuary Witch"], b=["Lvl.1 Fire Serpent"], deck=["Lvl.1 Holy Wolf"])
    t.bury("A", "Lvl.2 Fire Skeleton", "slain")
    t.bury("A", "Lvl.4 Fire Skeleton", "retired")
    t.bury("B", "Lvl.3 Holy Skeleton", "slain")
    t.bury("B", "Lvl.3 Holy Wolf", "slain")
    t.duel("Ossuary", "Serpent", picks=[2, 1])
    assert t.deck == ["Lvl.1 Holy Wolf {2}", "Lvl.3 Fire Skeleton {3}", "Lvl.4 Holy Skeleton {3}"]
    assert t.graveyard[:2] == ["Lvl.4 Fire Skeleton {3} retired", "Lvl.3 Holy Wolf {2} slain"]


@rule("S-68", "OP-7")
def test_pilfering_witch_steals_a_witch(table: SetTable) -> None:
    t = table(
        a=["Lvl.5 Pilfering Witch"],
        b=["Lvl.1 Fire Serpent", "Lvl.1 Kind Witch", "Lvl.3 Fire Wolf", "Lvl.2 Greedy Witch: (2)"],
    )
    t.card("B", "Greedy").doomed = 0
    t.duel("Pilfering", "Serpent", picks=[1])
    assert t.hand("A") == t.knows("B", "A") == ["Lvl.2 Greedy Witch {3}: (1)"]
    assert t.card("A", "Greedy").doomed == 0

    t = table(a=["Lvl.5 Pilfering Witch"], b=["Lvl.1 Fire Serpent", "Lvl.3 Fire Wolf"])
    t.duel("Pilfering", "Serpent")
    assert t.hand("A") == []


@rule("S-69", "B-10")
def test_backlash_witch_makes_mighty_winners_hurt_their_own_side(table: SetTable) -> None:
    t = table(
        a=["Lvl.5 Backlash Witch", "Lvl.6 Fire Dragon", "Lvl.5 Fire Dragon"],
        b=["Lvl.6 Fire Giant", "Lvl.1 Fire Wolf", "Lvl.2 Fire Wolf"],
    )
    t.duel("Backlash", "Giant")
    assert t.hp == [27, 26], "the Giant beat her, and his own Empire pays for him"
    t.duel_again("Lvl.6", "Lvl.1")
    assert t.hp == [20, 24]
    t.duel_again("Lvl.5", "Lvl.2")
    assert t.hp == [20, 22]


@rule("S-69")
def test_backlash_is_a_plain_blow(table: SetTable) -> None:
    t = table(a=["Lvl.3 Holy Giant"], b=["Lvl.1 Fire Wolf"])
    t.magic.backlash, t.magic.wrath, t.empire("A").high = True, 1, 1
    t.duel("Giant", "Wolf")
    assert t.hp == [26, 25], "level 3 + 3; wrath and doubling are for losers"


@rule("S-70", "R-5")
def test_benevolent_witch_lifts_one_of_each_tribe(table: SetTable) -> None:
    t = table(
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
def test_prehistoric_witch_makes_an_ancient_rally(table: SetTable) -> None:
    t = table(
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
def test_wyrm_hatching_witch_hatches_dragons_in_both_hands(table: SetTable) -> None:
    t = table(
        a=["Lvl.5 Wyrm-Hatching Witch", "Lvl.6 Fire Serpent!: (-)", "Lvl.1 Holy Wolf"],
        b=["Lvl.1 Fire Serpent", "Lvl.2 Holy Serpent", "Lvl.1 Ancient Serpent"],
    )
    t.duel("Wyrm", "Fire Serpent", picks=[0, 1, 2, 3, 5, 0])
    assert t.hand("A") == ["Lvl.1 Fire Dragon {7}", "Lvl.1 Holy Wolf {2}"]
    assert t.hand("B") == ["Lvl.3 Holy Dragon {7}", "Lvl.6 Ancient Dragon {7}", "Lvl.1 Fire Serpent {0}"]


@rule("S-73")
def test_haughty_witch_takes_from_those_below_her(table: SetTable) -> None:
    t = table(a=["Lvl.5 Haughty Witch"], b=["Lvl.4 Fire Giant", "Lvl.3 Fire Wolf", "Cannonball"])
    t.duel("Haughty", "Giant", picks=[1])
    assert t.hand("A") == ["Cannonball {0}"]

    t = table(a=["Lvl.4 Haughty Witch"], b=["Lvl.4 Fire Giant", "Lvl.3 Fire Wolf"])
    t.duel("Haughty", "Giant")
    assert t.hand("A") == [], "strictly higher"

    t = table(a=["Lvl.4 Haughty Witch"], b=["Wraith", "Lvl.3 Fire Wolf"])
    t.duel("Haughty", "Wraith")
    assert t.hand("A") == ["Lvl.3 Fire Wolf {2}"], "an oddity has level 0"

    t = table(a=["Lvl.4 Haughty Witch"], b=["Lvl.3 Fire Wolf"])
    t.empire("B").skipping = True
    t.duel("Haughty", None)
    assert "Lvl.3 Fire Wolf {2}" in t.hand("A"), "so has nobody at all"


@rule("S-73", "S-37")
def test_haughty_witch_opened_by_pandora_looks_down_on_her(table: SetTable) -> None:
    for level, taken in ((5, []), (6, ["Wraith {0}"])):
        t = table(a=["Lvl.5 Pandora's Witch", "Wraith"], b=["Lvl.9 Fire Serpent", f"Lvl.{level} Haughty Witch"])
        t.duel("Pandora", "Serpent")
        assert t.hand("B")[:-1] == taken


@rule("S-74", "T-37", "OP-1")
def test_haggel_and_witchel_lay_a_trap_and_fill_the_hands(table: SetTable) -> None:
    for thirst, hp in ((0, [30, 18]), (1, [26, 18])):
        t = table(
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
        )
        t.empire("A").thirst = thirst
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
def test_the_first_player_draws_first_and_an_unsprung_trap_waits(table: SetTable) -> None:
    t = table(
        a=["Lvl.5 Haggel & Witchel", *["Wraith"] * 9],
        b=["Lvl.1 Invisible Witch", *["Wraith"] * 7],
        deck=["Lvl.1 Holy Wolf", "Lvl.1 Blind Witch", "Lvl.2 Kind Witch", "Lvl.1 Fire Giant"],
        turn=2,
    )
    t.magic.haggel = 1
    t.duel("Haggel", "Invisible")
    assert t.hand("B")[7:] == ["Lvl.1 Holy Wolf {2}"]
    assert (len(t.hand("A")), t.magic.haggel) == (9, 2)
    t.draw("A")
    t.draw("B")
    assert (t.hp, t.magic.haggel) == ([18, 18], 0), "one trap for each witch drawn"


@rule("S-75")
def test_storytime_witch_tells_everybody_of_a_creature(table: SetTable) -> None:
    t = table(a=["Lvl.5 Storytime Witch"], b=["Lvl.1 Fire Serpent"])
    t.duel("Storytime", "Serpent", picks=[4, 2, 1])
    assert t.hand("A") == t.knows("B", "A") == ["Lvl.3 Fire Giant {4}"]


@rule("S-76", "B-11")
def test_ondus_witch_undoes_what_she_can(table: SetTable) -> None:
    t = table(
        a=["Lvl.4 Wiccan Little", "Lvl.5 Ondu's Witch", "Lvl.6 Ondu's Witch"],
        b=["Lvl.6 Fire Dragon", "Lvl.2 Invisible Witch"],
    )
    t.duel("Wiccan", "Dragon", picks=[0, 1])
    assert t.hp == [23, 26]
    t.duel_again("Lvl.5", "Invisible")
    assert t.hp == [26, 26], "the damage of the duel, not of the spell"
    assert t.hand("A") == ["Lvl.6 Ondu's Witch {3}", "Lvl.4 Wiccan Little {3}: (1)"]
    assert t.hand("B") == ["Lvl.6 Fire Dragon {7}"], "it was in hand already, and stays free"
    assert t.empire("A").lost == 1, "the tallies stay"
    t.duel_again("Lvl.6", "Dragon")
    assert t.hand("A") == ["Lvl.4 Wiccan Little {3}", "Lvl.5 Ondu's Witch {3}: (1)"]
    assert t.hand("B") == ["Lvl.2 Invisible Witch {3}: (1)", "Lvl.6 Fire Dragon {7}"]


@rule("S-76")
def test_ondus_witch_undoes_a_duel_once_and_no_militia_returns(table: SetTable) -> None:
    t = table(a=["Lvl.5 Ondu's Witch"], b=["Lvl.5 Ondu's Witch"], turn=2)
    t.duel("Ondu", "Ondu")
    assert t.hand("A") == t.hand("B") == [], "there was no duel before"

    t = table(a=["Lvl.6 Fire Wolf", "Lvl.5 Ondu's Witch"], b=["Lvl.5 Ondu's Witch: (1)"])
    t.duel("Wolf", "Militia")
    assert t.hp == [30, 27]
    t.duel_again("Ondu", "Ondu")
    assert t.hp == [30, 30], "undone by the first of the two only"
    assert (t.hand("A"), t.hand("B")) == (["Lvl.6 Fire Wolf {2}: (1)"], [])

    t = table(a=["Wraith", "Lvl.5 Ondu's Witch"], b=["Lvl.1 Fire Wolf", "Lvl.1 Fire Pirate"])
    t.duel("Wraith", "Wolf")
    t.duel_again("Ondu", "Pirate")
    assert t.hp == [30, 27], "no record of a duel that was not fought"


@rule("S-77", "R-5")
def test_the_coven_of_babel_scatters_one_of_each_tribe(table: SetTable) -> None:
    t = table(
        a=["Lvl.5 The Coven of Babel", "Lvl.6 Grinch", "Lvl.1 Fire Wolf", "Lvl.2 Holy Wolf", "Lvl.2 Kind Witch"],
        b=["Lvl.1 Fire Serpent", "Lvl.3 Fire Dragon", "Lvl.4 Holy Dragon", "Wraith"],
        deck=["Lvl.1 Holy Pirate"],
    )
    t.duel("Babel", "Serpent", picks=[1, 0, 3, 2, 1])
    assert t.deck == [
        "Lvl.1 Holy Pirate {3}",
        "Lvl.2 Holy Wolf {2}",
        "Lvl.6 Grinch {5}",
        "Lvl.3 Fire Dragon {7}",
    ]
    assert t.hand("A") == ["Lvl.1 Fire Wolf {2}", "Lvl.2 Kind Witch {3}"]
    assert t.hand("B") == ["Lvl.4 Holy Dragon {7}", "Wraith {0}", "Lvl.1 Fire Serpent {0}"]


@rule("S-78", "SC-11")
def test_scarecrow_witch_plants_a_scarecrow(table: SetTable) -> None:
    t = table(
        a=["Lvl.5 Scarecrow Witch"], b=["Lvl.1 Fire Serpent", "Lvl.3 Holy! Giant: (-)", "Wraith", "Lvl.2 Fire Wolf"]
    )
    t.duel("Scarecrow", "Serpent", picks=[0])
    assert t.hand("B") == ["Lvl.1 Scarecrow {3}", "Wraith {0}", "Lvl.2 Fire Wolf {2}", "Lvl.1 Fire Serpent {0}"]
    assert t.knows("A", "B")[:3] == ["?", "?", "?"]

    t = table(a=["Lvl.5 Scarecrow Witch"], b=["Lvl.1 Fire Serpent", "Wraith"])
    t.duel("Scarecrow", "Serpent")
    assert t.hand("B") == ["Wraith {0}", "Lvl.1 Fire Serpent {0}"]


@rule("S-79", "B-3")
def test_vegetable_mask_witch_rots_away_in_hand(table: SetTable) -> None:
    t = table(a=["Lvl.2 Vegetable Mask Witch", "Lvl.1 Fire Wolf", "Lvl.2 Fire Wolf"], b=["Lvl.1 Invisible Witch"] * 3)
    t.start_turn()
    assert t.hand("A")[0] == "Lvl.1 Vegetable Mask Witch {3}"
    t.duel("Lvl.1 Fire", "Invisible")
    t.start_turn()
    assert t.graveyard[-1] == "Lvl.0 Vegetable Mask Witch {3} discarded"
    assert len(t.hand("A")) == 6, "two Wolves, two turns' draws, two for her"


@rule("S-79")
def test_vegetable_mask_witch_costs_the_hand_if_she_escapes(table: SetTable) -> None:
    t = table(a=["Lvl.4 Vegetable Mask Witch", "Lvl.1 Fire Wolf", "Wraith"], b=["Lvl.1 Fire Serpent"])
    t.duel("Vegetable", "Serpent")
    assert t.hand("A") == []
    assert t.graveyard[1:] == ["Lvl.1 Fire Wolf {2} discarded", "Wraith {0} discarded"]

    t = table(a=["Lvl.4 Vegetable Mask Witch", "Lvl.1 Fire Wolf"], b=["Lvl.6 Fire Dragon"])
    t.duel("Vegetable", "Dragon")
    assert (t.hp, t.hand("A")) == ([27, 30], ["Lvl.1 Fire Wolf {2}"])


@rule("S-80", "CW-74")
def test_absolving_witch_makes_nightmares_holy_and_the_holy_costly(table: SetTable) -> None:
    t = table(
        a=["Lvl.5 Absolving Witch", "Lvl.1 Nightmare Wolf", "Lvl.1 Holy Wolf", "Lvl.1 Holy Giant", "Lvl.1 Holy Pirate"],
        b=["Lvl.1 Nightmare Serpent", "Lvl.2 Nightmare Giant", "Lvl.3 Fire Giant", "Lvl.6 Holy Dragon"],
    )
    t.duel("Absolving", "Serpent")
    assert t.hand("A") == [
        "Lvl.3 Holy! Wolf {2}",
        "Lvl.3 Holy! Wolf {2}",
        "Lvl.3 Holy! Giant {4}",
        "Lvl.3 Holy! Pirate {3}",
    ]
    assert t.hand("B") == [
        "Lvl.2 Holy Giant {4}",
        "Lvl.3 Fire Giant {4}",
        "Lvl.6 Holy Dragon {7}",
        "Lvl.1 Nightmare Serpent {0}",
    ]
    t.duel_again("Pirate", "Dragon")
    assert t.hp == [24, 30], "twice 3"


@rule("S-81", "OP-8", "CW-40")
def test_arnold_laynes_witch_exchanges_creatures(table: SetTable) -> None:
    t = table(
        a=["Lvl.5 Arnold Layne's Witch", "Wraith", "Lvl.1 Fire Wolf: (3)", "Lvl.2 Holy Wolf"],
        b=["Lvl.1 Fire Serpent", "Lvl.3 Holy Giant", "Lvl.4 Fire Giant"],
    )
    t.duel("Arnold", "Serpent", picks=[0, 1])
    assert t.hand("A") == ["Wraith {0}", "Lvl.2 Holy Wolf {2}", "Lvl.6 Fire Giant {4}: (1)"]
    assert t.hand("B") == ["Lvl.3 Holy Giant {4}", "Lvl.1 Fire Wolf {2}: (2)", "Lvl.1 Fire Serpent {0}"]
    assert t.knows("B", "A") == ["?", "?", "Lvl.6 Fire Giant {4}: (1)"]
    assert t.knows("A", "B") == ["?", "Lvl.1 Fire Wolf {2}: (2)", "Lvl.1 Fire Serpent {0}"]

    t = table(
        a=["Lvl.5 Arnold Layne's Witch", "Wraith"], b=["Lvl.1 Fire Serpent", "Lvl.3 Holy Giant", "Lvl.4 Fire Giant"]
    )
    t.duel("Arnold", "Serpent")
    assert t.hand("A") == ["Wraith {0}"], "nothing unless both hold a creature"


@rule("S-82", "PC-3", "B-1")
def test_emilys_hiding_witch_makes_a_creature_shifty(table: SetTable) -> None:
    t = table(
        a=["Lvl.5 Emily's Hiding Witch", "Lvl.3 Fire Wolf!", "Lvl.2 Kind Witch", "Lvl.1 Holy Giant"],
        b=["Lvl.1 Invisible Witch", "Lvl.2 Invisible Witch"],
    )
    t.duel("Emily", "Lvl.1")
    assert t.choices == ["Lvl.3 Fire Wolf! {2}", "Lvl.1 Holy Giant {4}"]
    t.answer("Lvl.3 Fire Wolf! {2}")
    t.start_turn(picks=[5])
    assert t.hand("A")[0] == "Lvl.6 Fire Wolf! {2}"
    t.duel("Wolf", "Lvl.2")
    t.start_turn(picks=[0])
    assert "Lvl.1 Fire Wolf! {2}" in t.hand("A"), "still shifty after a duel, and enhanced"

    t = table(a=["Lvl.5 Emily's Hiding Witch", "Wraith"], b=["Lvl.1 Invisible Witch"])
    t.duel("Emily", "Invisible")
    assert t.choices == []


@rule("S-82", "CW-73")
def test_a_shifty_creature_shifts_in_any_hand_but_not_out_of_the_deck(table: SetTable) -> None:
    t = table(a=["Lvl.3 Witcheroo", "Lvl.3 Fire Wolf"], b=["Lvl.1 Fire Serpent"])
    t.card("A", "Wolf").shifty = True
    t.duel("Witcheroo", "Serpent")
    t.start_turn(picks=[3])
    assert "Lvl.4 Fire Wolf {2}" in t.hand("B")

    t = table(a=["Lvl.5 The Madcap's Witch", "Lvl.3 Fire Wolf"], b=["Lvl.1 Fire Serpent"], deck=["Wraith"] * 4)
    t.card("A", "Wolf").shifty = True
    t.duel("Madcap", "Serpent", picks=[0, 3, 2, 1])
    assert "Lvl.3 Fire Wolf {2}" in t.hand("A")
    t.start_turn()
    assert "Lvl.3 Fire Wolf {2}" in t.hand("A")


@rule("S-83", "R-1")
def test_golden_veil_witch_brings_a_missing_tribe(table: SetTable) -> None:
    t = table(a=["Lvl.5 Golden Veil Witch", "Lvl.1 Fire Wolf", "Lvl.9 Ancient Skeletor"], b=["Lvl.1 Fire Serpent"])
    t.duel("Golden", "Serpent", picks=[1, 5, 3])
    assert t.hand("A")[2:] == ["Lvl.6 Holy Pirate {3}"], "Serpent, Pirate, Giant, Vampire, Dragon are missing"
    assert t.knows("B", "A")[2:] == ["?"]

    tribes = ("Serpent", "Wolf", "Skeleton", "Pirate", "Giant", "Vampire", "Dragon")
    t = table(a=["Lvl.5 Golden Veil Witch", *[f"Lvl.1 Fire {tribe}" for tribe in tribes]], b=["Lvl.1 Fire Serpent"])
    t.duel("Golden", "Serpent")
    assert len(t.hand("A")) == 7


@rule("S-84", "CW-31")
def test_dark_globe_witch_takes_the_types_away_for_good(table: SetTable) -> None:
    t = table(
        a=["Lvl.5 Dark Globe Witch", "Lvl.5 Fire! Wolf", "Lvl.4 Gnome Witch"],
        b=["Lvl.1 Fire Serpent", "Lvl.2 Holy Giant", "Lvl.2 Kind Witch"],
    )
    t.duel("Globe", "Serpent")
    assert t.hand("A") == ["Lvl.5 Wolf {2}", "Lvl.4 Gnome Witch {3}"]
    assert t.hand("B") == ["Lvl.2 Giant {4}", "Lvl.2 Kind Witch {3}", "Lvl.1 Fire Serpent {0}"]
    t.duel_again("Gnome", "Serpent", picks=[2])
    assert t.hand("A") == ["Lvl.3 Wolf {2}"], "a new level, but no type comes back"


@rule("S-85", "CW-63")
def test_gnome_witch_scrambles_levels_and_types(table: SetTable) -> None:
    t = table(
        a=["Lvl.5 Gnome Witch", "Lvl.9 Fire! Wolf!", "Lvl.6 Grinch", "Lvl.2 Kind Witch", "Lvl.1 Holy Giant"],
        b=["Lvl.1 Fire Serpent"],
    )
    t.duel("Gnome", "Serpent", picks=[0, 3, 4, 5, 3])
    assert t.hand("A") == [
        "Lvl.1 Holy! Wolf! {2}",
        "Lvl.5 Grinch {5}",
        "Lvl.2 Kind Witch {3}",
        "Lvl.6 Holy Giant {4}",
    ]


@rule("S-85", "CW-56")
def test_gnome_witch_may_scramble_a_rally_together(table: SetTable) -> None:
    t = table(
        a=["Lvl.5 Gnome Witch", "Lvl.1 Fire Wolf", "Lvl.1 Holy Giant", "Lvl.1 Fire Pirate", "Lvl.1 Fire Dragon"],
        b=["Lvl.1 Fire Serpent"],
    )
    t.duel("Gnome", "Serpent", picks=[0, 2] * 4)
    assert t.hand("A")[0] == "Lvl.3 Nightmare! Wolf {2}"


@rule("S-86", "CW-25", "CW-27")
def test_jugband_marching_witch_brings_three_who_go_first(table: SetTable) -> None:
    t = table(a=["Lvl.5 Jugband Marching Witch", "Lvl.6 Fire Dragon"], b=["Lvl.1 Invisible Witch"] * 3)
    t.duel("Marching", "Invisible", picks=[0, 0, 0, 1, 1, 1, 2, 5, 2])
    recruits = ["Lvl.1 Ancient Serpent {0}", "Lvl.2 Fire Wolf {2}", "Lvl.6 Nightmare Skeleton {3}"]
    assert t.hand("A") == ["Lvl.6 Fire Dragon {7}", *recruits]
    assert t.options("A") == recruits
    t.duel_again("Wolf", "Invisible")
    assert t.hand("A")[-1] == "Lvl.2 Fire Wolf {2}"
    assert t.options("A") == [recruits[0], recruits[2]], "played once, it stands in no line"
    t.magic.lilith = True
    assert t.options("A") == [recruits[0]]

    t = table(a=["Lvl.1 Fire Serpent: (-)", "Lvl.2 Fire Pirate: (1)", "Lvl.2 Fire Wolf"])
    t.card("A", "Serpent").first = t.card("A", "Pirate").first = True
    assert t.options("A") == ["Lvl.2 Fire Wolf {2}"], "nobody in line can be played"


@rule("S-87", "PC-3")
def test_jugband_encore_witch_brings_a_card_back_after_three_wins(table: SetTable) -> None:
    t = table(
        a=["Lvl.4 Jugband Encore Witch", "Lvl.2 Holy Giant", "Wraith"],
        b=["Lvl.1 Invisible Witch", "Lvl.1 Fire Serpent", "Lvl.1 Fire Wolf", "Lvl.1 Fire Pirate"],
        deck=["Lvl.6 Fire Dragon", "Lvl.2 Greedy Witch", "Lvl.6 Ancient Vampire", *["Cannonball"] * 6],
    )
    t.duel("Encore", "Invisible")
    assert t.choices == ["Lvl.2 Holy Giant {4}", "Wraith {0}"]
    t.answer("Lvl.2 Holy Giant {4}")
    assert t.graveyard[0] == "Lvl.2 Holy Giant {4} discarded"
    t.duel_again("Dragon", "Serpent")
    t.duel_again("Greedy", "Wolf")
    assert t.winner == "A", "an escape is a win"
    t.duel_again("Vampire", "Pirate")
    assert t.hand("A")[-1] == "Lvl.9 Holy Giant {4}"
    assert t.war.quests == []


@rule("S-87")
def test_an_encore_stays_open_through_a_tie_and_ends_with_a_loss(table: SetTable) -> None:
    t = table(
        a=["Lvl.4 Jugband Encore Witch", "Lvl.2 Holy Giant"],
        b=["Lvl.1 Invisible Witch", "Lvl.1 Fire Wolf", "Lvl.6 Fire Dragon"],
        deck=["Lvl.3 Fire Serpent", "Lvl.1 Holy Wolf", *["Cannonball"] * 6],
    )
    t.duel("Encore", "Invisible")
    t.duel_again("Serpent", "Fire Wolf")
    assert (t.winner, len(t.war.quests)) == ("", 1), "3 against 3"
    t.duel_again("Holy Wolf", "Dragon")
    assert t.war.quests == []


@rule("S-87")
def test_an_encore_fails_when_a_card_leaves_the_hand_unplayed(table: SetTable) -> None:
    t = table(
        a=["Lvl.4 Jugband Encore Witch", "Lvl.2 Holy Giant"],
        b=["Lvl.1 Invisible Witch", "Lvl.4 Pilfering Witch"],
        deck=["Lvl.2 Greedy Witch", "Lvl.6 Fire Dragon", *["Cannonball"] * 6],
    )
    t.duel("Encore", "Invisible")
    t.duel_again("Dragon", "Pilfering")
    assert t.war.quests == [], "the Greedy Witch was stolen"


@rule("S-87", "SC-6")
def test_a_short_encore_counts_what_was_drawn_and_the_sack_with_it(table: SetTable) -> None:
    t = table(
        a=["Lvl.4 Jugband Encore Witch", "Lvl.2 Holy Giant", "Lvl.6 Grinch"],
        b=["Lvl.1 Invisible Witch", "Lvl.1 Fire Serpent", "Lvl.1 Fire Wolf", "Lvl.5 Coven-Calling Witch"],
        deck=["Lvl.6 Fire Dragon"],
    )
    t.duel("Encore", "Coven-Calling", picks=[])
    t.answer("Lvl.2 Holy Giant {4}", picks=[0, 0] * 13 + [0] * 12)
    t.duel_again("Grinch", "Serpent")
    assert t.hand("A") == ["Lvl.6 Fire Dragon {7}"]
    t.duel_again("Dragon", "Wolf")
    assert t.hand("A") == ["Lvl.9 Holy Giant {4}"], "one card was drawn, and it has won"


@rule("S-87")
def test_no_encore_without_cards(table: SetTable) -> None:
    t = table(a=["Lvl.4 Jugband Encore Witch"], b=["Lvl.1 Invisible Witch"])
    t.duel("Encore", "Invisible")
    assert (t.choices, t.hand("A"), t.war.quests) == ([], [], [])

    t = table(a=["Lvl.4 Jugband Encore Witch", "Wraith"], b=["Lvl.1 Invisible Witch"], deck=[])
    t.duel("Encore", "Invisible")
    assert (t.graveyard[0], t.war.quests) == ("Wraith {0} discarded", [])


@rule("S-87", "X-16")
def test_stepping_in_through_baden_is_playing_and_the_rescued_card_stays_in_the_quest(table: SetTable) -> None:
    t = table(
        a=["Lvl.4 Jugband Encore Witch", "Wraith"],
        b=["Lvl.1 Invisible Witch", "Lvl.4 Fire Giant", "Lvl.1 Fire Serpent"],
        deck=["Lvl.1 Fire Wolf", "Lvl.6 Fire Dragon", "Cannonball", "Cannonball"],
    )
    t.duel("Encore", "Invisible")
    t.empire("A").baden = 1
    t.duel_again("Wolf", "Giant")
    assert (t.winner, [len(quest.open) for quest in t.war.quests]) == ("A", [2])
    t.duel_again("Wolf", "Serpent")
    assert [len(quest.open) for quest in t.war.quests] == [1]


@rule("S-88", "SC-12", "CW-72")
def test_jugband_understudy_witch_sends_a_stand_in(table: SetTable) -> None:
    t = table(
        a=["Lvl.5 Jugband Understudy Witch", "Wraith", "Lvl.5 Fire Wolf!"],
        b=["Lvl.1 Fire Serpent", "Lvl.6 Fire Dragon"],
    )
    t.duel("Understudy", "Serpent")
    assert t.hand("A") == ["Wraith {0}", "Lvl.1 Fire Wolf {2}"]
    assert t.card("A", "Wolf").traits == IS_STAND_IN
    assert t.graveyard[0] == "Lvl.5 Fire Wolf! {2} discarded"
    t.duel_again("Wolf", "Dragon")
    assert (t.hp, len(t.hand("A"))) == ([28, 30], 3)

    t = table(a=["Lvl.5 Jugband Understudy Witch", "Wraith"], b=["Lvl.1 Fire Serpent"])
    t.duel("Understudy", "Serpent")
    assert t.hand("A") == ["Wraith {0}"]


@rule("S-89", "PC-3", "PC-5")
def test_scientific_witch_gives_another_type(table: SetTable) -> None:
    t = table(
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

    t = table(a=["Lvl.5 Scientific Witch", "Lvl.6 Grinch"], b=["Lvl.1 Fire Serpent"])
    t.duel("Scientific", "Serpent")
    assert t.choices == []


@rule("S-90", "CW-53")
def test_overdrive_witch_strikes_with_the_latest_run(table: SetTable) -> None:
    t = table(
        a=[
            "Lvl.5 Fire Dragon",
            "Lvl.6 Fire Dragon",
            "Lvl.1 Fire Serpent",
            "Lvl.4 Overdrive Witch",
            "Lvl.5 Overdrive Witch",
        ],
        b=["Lvl.1 Fire Wolf", "Lvl.2 Fire Wolf", "Lvl.3 Fire Wolf", "Lvl.1 Invisible Witch", "Lvl.4 Fire Wolf"],
    )
    t.duel("Lvl.5 Fire Dragon", "Lvl.1 Fire")
    t.duel_again("Lvl.6 Fire Dragon", "Lvl.2")
    t.duel_again("Serpent", "Lvl.3")
    assert t.hp == [30, 26]
    t.duel_again("Lvl.4 Overdrive", "Invisible")
    assert t.hp == [30, 24], "the run is over, but it was two long"
    t.duel_again("Lvl.5 Overdrive", "Lvl.4")
    assert t.hp == [30, 22], "her own escape comes later"
    assert t.empire("A").run == 1


@rule("S-91")
def test_straight_witch_lifts_a_straight(table: SetTable) -> None:
    t = table(
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
def test_straight_witch_needs_five_and_takes_the_higher_of_two(table: SetTable) -> None:
    t = table(a=["Lvl.6 Straight Witch", *[f"Lvl.{n} Grinch" for n in (1, 2, 3, 4)]], b=["Lvl.1 Fire Serpent"])
    t.duel("Straight", "Serpent")
    assert t.hand("A") == [f"Lvl.{n} Grinch {{5}}" for n in (1, 2, 3, 4)]

    levels = (1, 2, 3, 4, 5, 7, 8, 9, 10, 11)
    t = table(a=["Lvl.6 Straight Witch", *[f"Lvl.{n} Grinch" for n in levels]], b=["Lvl.1 Fire Serpent"])
    t.duel("Straight", "Serpent")
    assert t.hand("A") == [f"Lvl.{n} Grinch {{5}}" for n in (1, 2, 3, 4, 5, 10, 11, 12, 13, 14)]


@rule("S-92", "OP-13", "OP-18")
def test_the_madcaps_witch_trades_the_hand_for_one_card_more(table: SetTable) -> None:
    t = table(
        a=["Lvl.5 The Madcap's Witch", "Lvl.2 Fire Wolf: (2)"],
        b=["Lvl.1 Fire Serpent"],
        deck=["Lvl.1 Holy Pirate", "Cannonball"],
    )
    t.pocket(t.put("A", "Lvl.6 Grinch"), "Lvl.3 Holy Vampire")
    t.duel("Madcap", "Serpent", picks=[3, 2, 1])
    assert t.hand("A") == ["Lvl.3 Holy Vampire {5}", "Lvl.1 Holy Pirate {3}", "Cannonball {0}", "Lvl.2 Fire Wolf {2}"]
    assert t.deck == ["Lvl.6 Grinch {5}"]


@rule("S-92")
def test_the_madcaps_witch_costs_three_cards_if_she_is_killed(table: SetTable) -> None:
    t = table(
        a=["Lvl.4 The Madcap's Witch", *["Wraith"] * 3], b=["Lvl.6 Fire Dragon"], deck=["Wraith", *["Cannonball"] * 5]
    )
    t.duel("Madcap", "Dragon", picks=[8, 7, 6, 5, 4, 3, 2, 1, 1, 1, 1])
    assert t.hand("A") == ["Wraith {0}"]
    assert t.graveyard[1:] == ["Cannonball {0} discarded"] * 3


@rule("S-93", "PC-6", "CW-84")
def test_clockwork_crier_witch_keeps_her_date(table: SetTable) -> None:
    t = table(a=["Lvl.4 Clockwork Crier Witch", "Lvl.5 Clockwork Crier Witch"], b=["Lvl.1 Invisible Witch"])
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


@rule("S-94", "B-12", "CW-32")
def test_crow_laughing_witch_mocks_whoever_lets_a_witch_escape(table: SetTable) -> None:
    t = table(
        a=["Lvl.5 Crow-Laughing Witch", "Lvl.4 Fire Wolf", "Lvl.3 Kind Witch"],
        b=["Lvl.1 Fire Serpent", "Lvl.3 Holy Giant", "Lvl.1 Invisible Witch"],
    )
    t.duel("Crow", "Serpent", picks=[1])
    assert t.hand("B") == ["Lvl.3 Holy Giant {4}", "Lvl.1 Invisible Witch {3}", "Lvl.0 Fire Serpent {0}"]
    t.duel_again("Kind", "Invisible", picks=[0])
    assert t.hand("A") == ["Lvl.3 Fire Wolf {2}"], "Kind made 5 of 4, B's witch escaped too"
    assert t.hand("B") == ["Lvl.2 Holy Giant {4}", "Lvl.1 Fire Serpent {0}"]

    t = table(a=["Lvl.5 Crow-Laughing Witch"], b=["Lvl.1 Fire Serpent"])
    t.magic.crow = 1
    t.duel("Crow", "Serpent")
    assert t.hand("B") == ["Lvl.0 Fire Serpent {0}"]
    assert t.magic.crow == 2


@rule("S-95", "B-7")
def test_cracked_ceremony_witch_makes_every_witch_cost_a_card(table: SetTable) -> None:
    t = table(
        a=["Lvl.5 Cracked Ceremony Witch", "Wraith", "Cannonball", "Lvl.2 Kind Witch", "Lvl.1 Fire Wolf"],
        b=["Lvl.1 Invisible Witch", "Wraith", "Cannonball", "Lvl.1 Fire Serpent"],
    )
    t.duel("Ceremony", "Invisible", picks=[0, 1])
    assert t.hand("B") == ["Cannonball {0}", "Lvl.1 Fire Serpent {0}"], "for herself"
    assert t.hand("A") == ["Wraith {0}", "Lvl.2 Kind Witch {3}", "Lvl.1 Fire Wolf {2}"], "for the witch after her"
    t.duel_again("Kind", "Serpent")
    assert t.hand("B") == ["Lvl.1 Fire Serpent {0}"]


@rule("S-95", "CW-81")
def test_ceremonies_add_up_and_come_before_the_spell(table: SetTable) -> None:
    t = table(a=["Lvl.5 Cracked Ceremony Witch"], b=["Lvl.1 Fire Serpent", *["Wraith"] * 5])
    t.magic.ceremony = 2
    t.duel("Ceremony", "Serpent", picks=[0, 0, 0])
    assert (len(t.hand("B")), t.magic.ceremony) == (3, 3)

    t = table(a=["Lvl.3 Greedy Witch"], b=["Lvl.2 Greedy Witch"])
    t.magic.ceremony = 1
    t.duel("Greedy", "Greedy", picks=[1])
    assert (len(t.hand("A")), len(t.hand("B"))) == (1, 2), "B had nothing to lose, A two cards to lose one of"


@rule("S-96", "CW-28", "CW-51")
def test_no_good_trying_witch_sits_a_turn_out(table: SetTable) -> None:
    t = table(a=["Lvl.5 No Good Trying Witch", "Lvl.1 Fire Wolf: (2)"], b=["Lvl.1 Fire Serpent", "Lvl.3 Holy Giant"])
    t.duel("No Good", "Serpent")
    t.start_turn()
    assert t.hand("A") == ["Lvl.1 Fire Wolf {2}: (1)"], "no draw"
    t.duel(None, "Giant")
    assert (t.hp, t.winner) == ([30, 30], "")
    assert len(t.hand("A")) == 4
    assert t.hand("A")[0] == "Lvl.1 Fire Wolf {2}", "his cards rest on"
    assert t.hand("B")[-1] == "Lvl.3 Holy Giant {4}", "no fight, no cooldown"
    t.start_turn()
    assert len(t.hand("A")) == 5


@rule("S-96")
def test_both_may_skip_and_skips_follow_one_another(table: SetTable) -> None:
    t = table(a=["Lvl.5 No Good Trying Witch"], b=["Lvl.5 No Good Trying Witch"], deck=["Cannonball"] * 12)
    t.empire("A").skip = 1
    t.duel("No Good", "No Good")
    t.start_turn()
    t.duel(None, None)
    assert (len(t.hand("A")), len(t.hand("B"))) == (3, 3)
    t.start_turn()
    t.duel(None, "Cannonball")
    assert (t.hp, len(t.hand("A")), len(t.hand("B"))) == ([25, 30], 6, 3)


@rule("S-97", "CW-24", "CW-27")
def test_scarecrows_keeper_holds_the_creatures_back_and_feeds_them(table: SetTable) -> None:
    t = table(
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
def test_two_keepers_feed_twice_and_a_played_one_feeds_nobody(table: SetTable) -> None:
    t = table(
        a=["Lvl.5 Scarecrow's Keeper", "Lvl.4 Scarecrow's Keeper", "Lvl.1 Fire Wolf", "Lvl.1 Invisible Witch"],
        b=["Lvl.1 Fire Serpent"],
    )
    t.duel("Invisible", "Serpent")
    assert "Lvl.3 Fire Wolf {2}" in t.hand("A")

    t = table(a=["Lvl.5 Scarecrow's Keeper", "Lvl.1 Fire Wolf"], b=["Lvl.1 Fire Serpent"])
    t.duel("Keeper", "Serpent")
    assert t.hand("A") == t.options("A") == ["Lvl.1 Fire Wolf {2}"]
