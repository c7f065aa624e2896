"""The worked examples that need witches of the second half, and what of them is not shown beside a witch."""

from __future__ import annotations

import pytest

from rumpus.testing import rule
from tests.games.creature_wars.conftest import SetTable


@rule("T-16", "X-11", "CW-26")
def test_two_militias_under_liliths_decree(table: SetTable) -> None:
    t = table(a=["Lvl.6 Fire Wolf", "Lvl.9 Witch of Wrath"], b=["Lvl.7 Holy Giant"], deck=["Lvl.8 Holy Dragon"] * 4)
    t.magic.lilith = True
    t.duel("Militia", "Militia")
    assert (t.hp, t.winner, t.over) == ([30, 30], "", "")
    t.start_turn()
    assert t.war.turn == 2


@rule("T-16", "S-97", "CW-27")
def test_a_keeper_barred_by_lilith_bars_nobody(table: SetTable) -> None:
    t = table(a=["Lvl.6 Scarecrow's Keeper", "Lvl.3 Fire Wolf"])
    t.magic.lilith = True
    assert t.options("A") == ["Lvl.3 Fire Wolf {2}"]

    t = table(a=["Lvl.6 Scarecrow's Keeper: (1)", "Lvl.3 Fire Wolf"], b=["Lvl.1 Fire Serpent"])
    assert t.options("A") == []
    t.duel("Militia", "Serpent")
    assert (t.hp, t.winner) == ([30, 30], "A"), "3 against 1, and a Serpent costs nothing"


@rule("T-22", "S-94", "L-20", "L-21", "L-19")
def test_wilbur_orville_and_the_crows(table: SetTable) -> None:
    t = table(
        a=["Lvl.5 Crow-Laughing Witch", "Lvl.3 Wilbur Witch", "Lvl.3 Holy Wolf"],
        b=["Lvl.6 Fire Dragon", "Lvl.1 Fire Serpent", "Lvl.3 Orville Witch"],
    )
    t.duel("Crow", "Dragon")
    assert t.hp == [27, 30], "killed, so no crow laughs yet"
    t.duel_again("Wilbur", "Serpent", picks=[2, 1])
    assert t.hand("A") == ["Lvl.3 Holy Wolf {2}", "Lvl.3 Orville Witch {3}"]
    assert t.hand("B") == ["Lvl.3 Orville Witch {3}", "Lvl.6 Fire Dragon {7}", "Lvl.0 Fire Serpent {0}"]
    t.duel_again("Orville", "Serpent", picks=[1, 0])
    assert t.hand("A") == ["Lvl.3 Holy Wolf {2}", "Lvl.2 Flying Witch {3}"]
    assert t.hand("B") == ["Lvl.3 Orville Witch {3}", "Lvl.4 Fire Dragon {7}", "Lvl.0 Fire Serpent {0}"]
    t.duel_again("Flying", "Serpent", picks=[0, 0, 1, 0, 0])
    assert t.hand("A")[1:] == ["Lvl.4 Witch of Despair {3}", "Lvl.4 Witch of the Hesperus {3}"]
    assert t.hand("B") == ["Lvl.3 Orville Witch {3}", "Lvl.2 Fire Dragon {7}", "Lvl.0 Fire Serpent {0}"]
    t.duel_again("Wolf", "Orville", picks=[0])
    assert t.hand("B") == ["Lvl.2 Fire Dragon {7}", "Lvl.0 Fire Serpent {0}", "Lvl.1 Wilbur Witch {3}"]
    assert t.hand("A")[2:] == ["Lvl.1 Holy Wolf {2}"]


@rule("T-27", "X-07")
@pytest.mark.parametrize("turn", [1, 2])
def test_a_venomous_serpent_kills_the_witch_of_wrath(table: SetTable, turn: int) -> None:
    t = table(a=["Lvl.1 Holy Serpent"], b=["Lvl.9 Witch of Wrath"], turn=turn)
    t.magic.venom = True
    t.duel("Serpent", "Wrath")
    assert (t.hp, t.winner) == ([30, 24], "A")


@rule("T-33", "S-76")
def test_ondu(table: SetTable) -> None:
    t = table(
        a=["Lvl.1 Fire Dragon", "Lvl.5 Ondu's Witch", "Wraith", "Wraith"],
        b=["Lvl.6 Holy Vampire", "Lvl.1 Fire Wolf", "Wraith", "Wraith"],
        deck=["Wraith"] * 10,
        turn=7,
    )
    t.duel("Dragon", "Vampire")
    assert t.hp == [23, 30]
    t.start_turn()
    t.duel("Ondu", "Fire Wolf")
    assert t.hp == [30, 30]
    assert "Lvl.1 Fire Dragon {7}: (1)" in t.hand("A")
    assert "Lvl.6 Holy Vampire {5}: (1)" in t.hand("B")
    assert t.hand("B")[-1] == "Lvl.1 Fire Wolf {2}", "it fought Ondu's Witch as usual"
    assert t.empire("A").lost == 1
    t.start_turn()
    assert not any("Dragon" in text for text in t.options("A"))
    assert not any("Vampire" in text for text in t.options("B"))
    t.duel("Wraith", "Wraith")
    t.start_turn()
    assert t.war.turn == 10
    assert "Lvl.1 Fire Dragon {7}" in t.options("A")
    assert "Lvl.6 Holy Vampire {5}" in t.options("B")


@rule("T-36", "X-14", "SC-6")
def test_the_grinch_from_gift_to_play(table: SetTable) -> None:
    t = table(
        a=["Lvl.7 The Witch Who Stole Grinch", *["Lvl.1 Invisible Witch"] * 2, "Lvl.1 Holy Wolf"],
        b=["Lvl.1 Invisible Witch"] * 3,
        deck=[
            *("Cannonball", "Lvl.1 Fire Giant"),
            *("Lvl.2 Fire Giant", "Cannonball"),
            *("Cannonball", "Lvl.3 Holy Giant"),
            *("Lvl.1 Fire Dragon", "Cannonball"),
            "Cannonball",
        ],
        turn=4,
    )
    t.empire("B").thirst = 1
    t.duel("Grinch", "Invisible")
    t.answer("opponent")
    t.start_turn()
    t.duel("Invisible", "Invisible")
    t.start_turn()
    t.duel("Invisible", "Invisible")
    assert t.hp == [30, 28]
    assert not any("Giant" in text for text in t.hand("B"))
    t.start_turn()
    assert t.hp == [30, 27]
    t.duel("Wolf", "Grinch")
    giants = ["Lvl.1 Fire Giant {4}", "Lvl.2 Fire Giant {4}", "Lvl.3 Holy Giant {4}"]
    assert [text for text in t.hand("B") if "Giant" in text] == giants, "in the order drawn"
    t.start_turn()
    assert t.hand("B")[-1] == "Lvl.1 Fire Dragon {7}"


@rule("T-36", "X-11", "CW-27")
def test_lilith_opens_the_sack(table: SetTable) -> None:
    t = table(
        a=["Lvl.7 Lilith's Witch", "Lvl.1 Holy Serpent"],
        b=["Lvl.1 Fire Serpent"],
        deck=["Lvl.2 Fire Giant", *["Cannonball"] * 4],
    )
    t.pocket(t.put("B", "Lvl.6 Grinch"), "Lvl.3 Holy Pirate")
    t.duel("Lilith", "Serpent")
    t.start_turn()
    assert t.hand("B") == [
        "Lvl.6 Grinch {5}",
        "Lvl.1 Fire Serpent {0}",
        "Lvl.3 Holy Pirate {3}",
        "Lvl.2 Fire Giant {4}",
    ]


@rule("T-40", "X-01", "CW-87")
@pytest.mark.parametrize(("size", "left", "over"), [(7, 3, ""), (1, 0, "draw")])
def test_cataclysm_in_a_small_deck(table: SetTable, size: int, left: int, over: str) -> None:
    t = table(a=["Lvl.7 Cataclysmic Witch"], b=["Lvl.1 Fire Serpent"], deck=["Lvl.1 Holy Serpent"] * size)
    t.duel("Cataclysmic", "Serpent")
    assert (len(t.removed), len(t.deck), t.over) == (size - left, left, over)


@rule("T-40", "S-10", "CW-88")
def test_a_deck_refilled_in_time(table: SetTable) -> None:
    t = table(a=["Lvl.5 Hectic Witch"], b=["Lvl.1 Fire Serpent"], deck=["Lvl.1 Holy Wolf"], turn=2)
    t.start_turn()
    assert (t.hand("A")[1:], t.deck) == (["Lvl.1 Holy Wolf {2}"], [])
    t.duel("Hectic", "Serpent", picks=[0, 8, 0] * 15 + [0] * 14)
    assert (len(t.deck), t.over) == (15, "")


@rule("T-40", "X-17", "CW-89")
def test_the_reprieve_lasts_until_mayhem(table: SetTable) -> None:
    t = table(a=["Lvl.6 Fire Dragon"], b=["Lvl.1 Fire Dragon"], hp=[2, 4])
    t.magic.reprieve = True
    t.duel("Dragon", "Dragon")
    assert (t.hp, t.over) == ([2, -3], "")
    t.mayhem()
    assert (t.hp, t.over) == ([2, -3], "A")


@rule("T-40", "S-96", "CW-51")
def test_a_skipped_turn_near_the_end_of_the_deck(table: SetTable) -> None:
    t = table(
        a=["Lvl.5 No Good Trying Witch"],
        b=["Lvl.1 Fire Wolf", "Lvl.4 Holy Giant"],
        deck=["Lvl.1 Holy Serpent"] * 5,
        turn=8,
    )
    t.duel("No Good", "Wolf")
    t.start_turn()
    assert (t.war.turn, len(t.deck)) == (9, 4)
    t.duel(None, "Giant")
    assert t.hand("B")[-1] == "Lvl.4 Holy Giant {4}"
    assert (len(t.hand("A")), len(t.deck), t.hp, t.over) == (3, 1, [30, 30], "")
