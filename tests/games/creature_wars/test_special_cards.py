"""The special cards of C0, SC-1 to SC-17."""

from __future__ import annotations

import pytest

from rumpus.games.creature_wars.rules.cards import GIANT, IS_CHANGELING, IS_STAND_IN, OUTCAST
from rumpus.testing import rule
from tests.games.creature_wars.kit import Table


@rule("SC-1", "CW-26", "T-15")
@pytest.mark.parametrize(
    ("card", "hp", "winner", "home"),
    [
        ("Lvl.2 Holy Wolf", [27, 30], "B", []),
        ("Lvl.3 Fire Serpent", [30, 30], "", ["Lvl.3 Fire Serpent {0}: (1)"]),
        ("Lvl.1 Fire Serpent", [30, 30], "A", []),
        ("Lvl.1 Kind Witch", [30, 30], "B", []),
    ],
)
def test_the_militia_goes_out(card: str, hp: list[int], winner: str, home: list[str]) -> None:
    t = Table(a=["Lvl.6 Fire Dragon: (1)"], b=[card])
    t.empire("A").lucky = t.empire("A").surge = 1
    t.duel("Militia", card)
    assert (t.hp, t.winner, t.hand("B")) == (hp, winner, home)
    assert (t.empire("A").lucky, t.empire("A").surge) == (1, 1)
    assert not any("Militia" in text for text in t.graveyard + t.removed)
    assert t.empire("B").slain_tribes == 0


@rule("SC-2")
def test_phantoms_rally_and_clash_like_any_tribe() -> None:
    t = Table(a=["Lvl.8 Phantom", "Lvl.9 Phantom", "Lvl.7 Phantom"], b=["Lvl.6 Phantom"])
    t.gain("A", "Lvl.6 Phantom")
    assert t.hand("A")[0] == "Lvl.10 Phantom! {1}"
    t.duel("Lvl.8", "Lvl.6")
    assert t.hp == [30, 29]
    assert len(t.hand("A")) == 4, "a Tribal Clash: Phantom against Phantom"


@rule("SC-3")
def test_a_werewolf_is_no_wolf() -> None:
    t = Table(a=["Lvl.2 Nightmare Werewolf"], b=["Lvl.1 Nightmare Wolf"]).duel("Werewolf", "Wolf")
    assert t.hp == [30, 28]
    assert t.hand("A") == [], "no Tribal Clash"


@rule("SC-4")
def test_the_butterfly_has_power_seven_and_costs_one() -> None:
    t = Table(a=["Lvl.6 Ancient Primordial Butterfly"], b=["Lvl.1 Ancient Dragon"]).duel("Butterfly", "Dragon")
    assert t.hp == [29, 30]


@rule("SC-5", "T-35")
def test_skeletor_lets_a_skeleton_win_or_fall_for_him() -> None:
    t = Table(a=["Lvl.9 Ancient Skeletor", "Lvl.2 Holy Skeleton"], b=["Lvl.6 Fire Dragon"]).duel("Skeletor", "Dragon")
    assert t.hp == [30, 23]
    assert t.hand("A") == ["Lvl.9 Ancient Skeletor {7}"]
    assert t.graveyard == ["Lvl.2 Holy Skeleton {3} retired", "Lvl.6 Fire Dragon {7} slain"]

    t = Table(a=["Lvl.9 Ancient Skeletor", "Lvl.2 Holy Skeleton"], b=["Lvl.6 Fire Dragon"]).with_charges("B", lucky=1)
    t.duel("Skeletor", "Dragon", picks=[3, 16, 1])
    assert t.hp == [27, 30]
    assert t.hand("A") == ["Lvl.9 Ancient Skeletor {7}"]
    assert t.hand("B") == ["Lvl.5 Gluttonous Witch {3}"], "Ancient beats Fire: a Bizarre Victory over Skeletor"

    t = Table(a=["Lvl.9 Ancient Skeletor", "Lvl.2 Holy Wolf"], b=["Lvl.6 Fire Dragon"]).with_charges("B", lucky=1)
    t.duel("Skeletor", "Dragon", picks=[3, 16, 1])
    assert t.hp == [23, 30]
    assert "Lvl.9 Ancient Skeletor {7} slain" in t.graveyard

    t = Table(a=["Lvl.9 Ancient Skeletor", "Lvl.2 Holy Skeleton"], b=["Lvl.9 Witch of Wrath"]).duel("Skeletor", "Wrath")
    assert sorted(t.hand("A")) == ["Lvl.2 Holy Skeleton {3}", "Lvl.9 Ancient Skeletor {7}"]


@rule("SC-6", "OP-18", "T-36")
def test_the_grinch_collects_until_he_is_played() -> None:
    t = Table(a=["Lvl.1 Fire Wolf", "Lvl.1 Fire Serpent"], b=["Lvl.6 Grinch", "Lvl.1 Holy Serpent"], turn=5)
    t.empire("B").thirst = 1
    t.draw("B")
    t.draw("B")
    assert t.hp == [30, 28]
    assert t.hand("B") == ["Lvl.6 Grinch {5}", "Lvl.1 Holy Serpent {0}"]
    t.duel("Wolf", "Grinch")
    assert len(t.hand("B")) == 3


@rule("SC-6", "CW-27", "T-36")
def test_a_barred_grinch_empties_his_sack_at_the_next_draw() -> None:
    t = Table(a=["Lvl.1 Fire Wolf"], b=["Lvl.1 Holy Serpent"], deck=["Lvl.2 Fire Giant", *["Lvl.1 Fire Wolf"] * 3])
    t.pocket(t.put("B", "Lvl.6 Grinch"), "Lvl.3 Holy Pirate")
    t.magic.lilith = True
    t.draw("B")
    assert t.hand("B")[2:] == ["Lvl.3 Holy Pirate {3}", "Lvl.2 Fire Giant {4}"]


@rule("SC-7", "T-39", "CW-52")
def test_a_cannonball_strikes_and_pays() -> None:
    t = Table(a=["Cannonball"], b=["Lvl.2 Fire Giant"]).duel("Cannonball", "Giant")
    assert t.hp == [26, 25]
    assert t.winner == ""
    assert (t.removed, t.graveyard) == (["Cannonball {0}"], ["Lvl.2 Fire Giant {4} retired"])

    t = Table(a=["Cannonball", "Lvl.1 Fire Wolf"], b=["Lvl.1 Kind Witch"]).duel("Cannonball", "Kind")
    assert t.hp == [30, 25]
    assert t.hand("A") == ["Lvl.2 Fire Wolf {2}"]
    assert t.graveyard == ["Lvl.1 Kind Witch {3} fled"]

    t = Table(a=["Cannonball"], b=["Wraith"]).duel("Cannonball", "Wraith")
    assert t.hp == [27, 25]
    assert len(t.removed) == 2


@rule("SC-8", "T-39")
def test_a_wraith_tires_the_card_it_faces() -> None:
    t = Table(a=["Wraith"], b=["Lvl.2 Fire Giant"]).duel("Wraith", "Giant")
    assert t.hp == [30, 27]
    assert t.hand("B") == ["Lvl.2 Fire Giant {4}: (1)"]


@rule("SC-9", "T-39")
def test_a_raven_mourns_once_a_turn_and_is_never_played() -> None:
    t = Table(a=["Lvl.1 Fire Giant"], b=["Lvl.2 Fire Giant", "Raven"])
    t.card("B", "Raven").beloved = GIANT
    assert t.options("B") == ["Lvl.2 Fire Giant {4}"]
    t.duel("Giant", "Giant")
    assert t.hp == [26, 28]


@rule("SC-10", "CW-74")
def test_a_changeling_hurts_twice() -> None:
    t = Table(a=["Lvl.1 Fire Changeling {4}"], b=["Lvl.6 Holy Giant"])
    t.card("A", "Changeling").traits = IS_CHANGELING
    t.duel("Changeling", "Giant")
    assert t.hp == [22, 30]


@rule("SC-11", "T-39")
def test_every_duel_with_a_scarecrow_is_a_tie() -> None:
    t = Table(a=["Lvl.1 Scarecrow"], b=["Lvl.6 Fire Dragon"]).duel("Scarecrow", "Dragon")
    assert t.hp == [30, 30]
    assert t.graveyard == ["Lvl.1 Scarecrow {3} discarded", "Lvl.6 Fire Dragon {7} discarded"]

    t = Table(a=["Lvl.1 Scarecrow", "Lvl.1 Nightmare Wolf"], b=["Lvl.1 Flying Witch"]).duel("Scarecrow", "Flying")
    assert t.hand("B") == [], "she neither died nor escaped"


@rule("SC-11", "B-3")
def test_a_scarecrow_frightens_nightmares_in_its_hand() -> None:
    t = Table(a=["Lvl.1 Scarecrow", "Lvl.3 Nightmare Wolf"], b=["Lvl.3 Nightmare Wolf"])
    t.start_turn()
    assert "Lvl.2 Nightmare Wolf {2}" in t.hand("A")
    assert "Lvl.3 Nightmare Wolf {2}" in t.hand("B")


@rule("SC-12")
def test_a_slain_stand_in_lets_its_player_draw_two() -> None:
    t = Table(a=["Lvl.1 Fire Wolf"], b=["Lvl.6 Fire Dragon"])
    t.card("A", "Wolf").traits = IS_STAND_IN
    t.duel("Wolf", "Dragon")
    assert len(t.hand("A")) == 2


@rule("SC-13")
def test_a_gift_opens_when_it_is_played() -> None:
    t = Table(b=["Lvl.1 Fire Wolf"])
    t.wrap("A", "Lvl.5 Fire Dragon")
    assert t.hand("A") == ["Wrapped Gift {?}"]
    t.duel("Gift", "Wolf")
    assert t.hp == [30, 28]
    assert t.graveyard[0] == "Lvl.5 Fire Dragon {7} retired"


@rule("SC-13", "SC-14", "CW-89")
def test_gifts_open_in_mayhem_and_coal_costs_nothing() -> None:
    t = Table()
    t.wrap("A", "Lvl.5 Fire Dragon")
    t.wrap("B", "Lvl.0 Lump of Coal")
    t.mayhem()
    assert t.hp == [23, 30]
    assert t.over == "B"


@rule("SC-15")
def test_four_horsemen_are_a_rally() -> None:
    t = Table(a=["Lvl.6 Holy Conquest", "Lvl.6 Fire War", "Lvl.6 Ancient Famine"])
    t.gain("A", "Lvl.6 Nightmare Death")
    assert t.hand("A") == [
        "Lvl.8 Holy Conquest! {4}",
        "Lvl.8 Fire War! {6}",
        "Lvl.8 Ancient Famine! {2}",
        "Lvl.8 Nightmare Death! {8}",
    ]


@rule("SC-16", "T-30")
def test_the_outcast_takes_the_guilt_and_counts_in_mayhem() -> None:
    t = Table(a=["Lvl.5 Fire Wolf"], b=["Lvl.1 Holy Skeleton", "Lvl.2 Fire Giant: (1)"])
    t.empire("B").sin_eater = 1
    t.magic.berserk = 1
    t.duel("Wolf", "Skeleton")
    assert t.hp == [30, 30]
    assert t.hand("B") == ["Lvl.2 Fire Giant {4}: (-)"]
    assert t.card("B", "Giant").locks == OUTCAST
    assert (t.empire("B").sin_eater, t.magic.berserk) == (0, 0)
    t.mayhem()
    assert t.hp == [30, 26]


@rule("SC-17", "T-26", "B-12")
def test_the_ring_passes_to_the_victor() -> None:
    t = Table(a=["Lvl.5 Holy Wolf"], b=["Lvl.6 Fire Giant", "Lvl.2 Fire Pirate"])
    t.card("A", "Wolf").rings = 1
    t.duel("Wolf", "Giant")
    assert t.hp == [28, 30]
    assert t.hand("B") == ["Lvl.4 Fire Pirate {3}"]
    assert "Lvl.3 Holy Wolf {2} slain" in t.graveyard

    t = Table(a=["Lvl.5 Holy Wolf"], b=["Lvl.1 Fire Serpent", "Lvl.2 Fire Pirate"])
    t.card("A", "Wolf").rings = 1
    t.duel("Wolf", "Serpent")
    assert t.hand("B") == ["Lvl.2 Fire Pirate {3}"]
    assert "Lvl.3 Holy Wolf {2} retired" in t.graveyard
