"""Worked examples that need the first half of the Sacred witches."""

from __future__ import annotations

from rumpus.testing import rule
from tests.games.creature_wars.conftest import SetTable
from tests.games.creature_wars.kit import Table

FIVE = [f"Lvl.{level} Holy Serpent" for level in (1, 2, 3)] + ["Lvl.1 Fire Wolf", "Lvl.2 Ancient Giant"]
THREE = ["Lvl.2 Greedy Witch", "Lvl.1 Which Witch", "Lvl.4 Gluttonous Witch"]


@rule("T-17", "CW-16", "CW-49", "B-7")
def test_order_of_casts(table: SetTable) -> None:
    for turn, hands in ((1, (0, 2)), (2, (0, 0))):
        t = table(a=["Lvl.4 Witch of Despair", *FIVE], b=["Lvl.2 Greedy Witch", *FIVE], turn=turn)
        t.duel("Despair", "Greedy")
        assert (len(t.hand("A")), len(t.hand("B"))) == hands
        assert t.hp == [30, 27]


@rule("T-24")
def test_hesperus(table: SetTable) -> None:
    t = table(
        a=["Lvl.5 Witch of the Hesperus", "Lvl.3 Fire Pirate"],
        b=["Lvl.4 Ancient Pirate"],
        deck=["Lvl.6 Holy Pirate", "Lvl.1 Holy Serpent"],
    )
    t.duel("Hesperus", "Pirate")
    assert t.hp == [27, 30]
    assert t.hand("A") == ["Lvl.8 Phantom {1}"]
    assert t.hand("B") == ["Lvl.9 Phantom {1}"]
    assert t.deck[0] == "Lvl.11 Phantom {1}"
    t.put("A", "Lvl.6 Fire Dragon")
    t.duel_again("Dragon", "Phantom")
    assert t.hp == [27, 29]


@rule("T-25", "CW-55")
def test_democratic_witch(table: SetTable) -> None:
    wolves = [
        f"Lvl.{level} {type_} Wolf" for level, type_ in ((1, "Fire"), (2, "Holy"), (3, "Ancient"), (4, "Nightmare"))
    ]
    t = table(a=["Lvl.4 Democratic Witch"], b=["Lvl.1 Holy Serpent", *wolves, "Lvl.2 Kind Witch"])
    t.scan("B")
    t.duel("Democratic", "Serpent")
    assert t.hand("B")[:5] == [f"{words} {{2}}" for words in wolves] + ["Lvl.2 Kind Witch {3}"]
    assert all(t.card("B", words).barred for words in wolves)
    assert not t.card("B", "Kind").barred
    t.gain("B", "Lvl.5 Fire Wolf")
    assert t.hand("B")[-1] == "Lvl.5 Fire Wolf {2}"


@rule("T-28", "CW-74")
def test_sun_witch(table: SetTable) -> None:
    held = ["Lvl.2 Fire Giant", "Lvl.3 Nightmare Wolf", "Lvl.1 Kind Witch"]

    def cast() -> Table:
        t = table(
            a=["Lvl.4 Sun Witch", "Lvl.1 Ancient Serpent", "Lvl.2 Ancient Serpent", "Lvl.5 Holy Giant"],
            b=["Lvl.1 Holy Serpent", *held, "Lvl.5 Holy Serpent"],
            turn=5,
        )
        t.duel("Sun", "Lvl.1 Holy", picks=[0] * 11)
        assert len(t.deck) == 12
        assert t.hand("B") == ["Lvl.5 Fire Giant {4}", "Lvl.5 Holy Serpent {0}", "Lvl.1 Holy Serpent {0}"]
        assert t.card("B", "Giant").fuse == 7
        return t

    t = cast()
    t.duel_again("Lvl.1 Ancient", "Lvl.5 Holy")
    before = t.hp[1]
    t.duel_again("Lvl.2 Ancient", "Lvl.1 Holy")
    assert "Lvl.5 Fire Giant {4} exploded" in t.graveyard
    assert t.hp[1] <= before - 4

    t = cast()
    t.duel_again("Holy Giant", "Fire Giant")
    assert "Lvl.5 Fire Giant {4}: (1)" in t.hand("B")
    t.duel_again("Lvl.1 Ancient", "Lvl.5 Holy")
    assert not any("exploded" in words for words in t.graveyard)


@rule("T-31", "CW-94")
def test_shady_deal_and_midas(table: SetTable) -> None:
    a = ["Lvl.6 Shady Witch", "Lvl.6 Holy Dragon", "Lvl.1 Holy Serpent"]
    b = ["Lvl.2 Fire Serpent", "Lvl.1 Fire Serpent", "Lvl.3 Holy Giant"]
    t = table(a=a, b=b, turn=4)
    t.empire("B").midas = True
    t.duel("Shady", "Lvl.2 Fire")
    assert "Lvl.6 Holy Dragon {9}" in t.hand("B")
    assert t.hand("A") == ["Lvl.1 Holy Serpent {0}", "Lvl.1 Fire Serpent {0}"]
    t.duel_again("Holy Serpent", "Giant")
    assert "Lvl.1 Holy Dragon {9}" in t.hand("B")

    t = table(a=[*a, "Lvl.1 Kind Witch"], b=b, turn=4)
    t.empire("B").midas = True
    t.duel("Shady", "Lvl.2 Fire")
    t.duel_again("Kind", "Dragon")
    assert any(words.endswith("Holy Dragon {9}") and not words.startswith("Lvl.1 ") for words in t.hand("B"))


@rule("T-32", "CW-80", "CW-81")
def test_pandora(table: SetTable) -> None:
    t = table(
        a=["Lvl.6 Pandora's Witch", "Lvl.4 Fire Giant"],
        b=[
            "Lvl.1 Holy Serpent",
            "Lvl.2 Greedy Witch",
            "Lvl.1 Which Witch",
            "Lvl.4 Gluttonous Witch",
            "Lvl.3 Fire Wolf",
        ],
        deck=["Lvl.2 Ancient Giant", "Lvl.1 Holy Dragon", *["Lvl.1 Holy Serpent"] * 4],
    )
    t.magic.crow = 1
    t.duel("Pandora", "Serpent", picks=[0])
    assert t.hp == [50, 50]
    assert t.hand("B")[0] == "Lvl.1 Fire Wolf {2}", "Pandora's Witch herself escaped"
    assert t.hand("B")[1:3] == ["Lvl.2 Ancient Giant {4}", "Lvl.1 Holy Dragon {7}"]
    fled = [words for words in t.graveyard if words.endswith("fled")]
    assert {words.split(" {")[0] for words in fled} >= {
        "Lvl.2 Greedy Witch",
        "Lvl.1 Which Witch",
        "Lvl.4 Gluttonous Witch",
    }
    assert t.hand("A") == ["Lvl.4 Fire Giant {4}"], "the three did not escape from a duel"
