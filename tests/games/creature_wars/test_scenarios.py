"""The worked examples of the rules, T-01 to T-40."""

from __future__ import annotations

import pytest

from rumpus.testing import rule
from tests.games.creature_wars.conftest import SetTable


@rule("T-02", "CW-29", "CW-30", "CW-42")
def test_advantage_and_tribal_clash(table: SetTable) -> None:
    t = table(a=["Lvl.2 Ancient Skeleton", *["Cannonball"] * 5], b=["Lvl.4 Fire Skeleton", *["Cannonball"] * 5])
    t.duel("Skeleton", "Skeleton")
    assert t.hp == [30, 27]
    assert (len(t.hand("A")), len(t.hand("B"))) == (6, 5)


@rule("T-06", "CW-49")
def test_witch_against_witch(table: SetTable) -> None:
    t = table(a=["Lvl.3 Kind Witch"], b=["Lvl.2 Kind Witch"])
    t.duel("Kind", "Kind")
    assert t.hp == [30, 27]
    assert t.graveyard == ["Lvl.3 Kind Witch {3} fled", "Lvl.2 Kind Witch {3} killed"]

    t = table(a=["Lvl.3 Cocksure Witch"], b=["Lvl.3 Cocksure Witch"])
    t.duel("Cocksure", "Cocksure")
    assert (t.hp, t.winner) == ([30, 30], "")
    assert (len(t.hand("A")), len(t.hand("B"))) == (1, 1), "both escaped"


@rule("T-07", "CW-44")
def test_clash_first_then_bizarre_victory(table: SetTable) -> None:
    t = table(a=["Lvl.6 Fire Wolf"], b=["Lvl.1 Ancient Wolf"])
    t.duel("Wolf", "Wolf", picks=[0, 8, 0])
    assert t.hp == [30, 28]
    assert t.hand("A") == ["Lvl.1 Holy Serpent {0}", "Lvl.1 Kind Witch {3}"]


@rule("T-08", "CW-54", "CW-56", "CW-59", "CW-60", "OP-17")
def test_tribe_rally_joiners_permanence(table: SetTable) -> None:
    t = table(
        a=["Lvl.1 Fire Wolf", "Lvl.2 Holy Wolf", "Lvl.3 Ancient Wolf", "Lvl.5 Fire Dragon"],
        deck=["Lvl.4 Fire Wolf", "Lvl.6 Nightmare Wolf", *["Cannonball"] * 4],
    )
    t.draw("A")
    assert t.hand("A") == [
        "Lvl.3 Fire Wolf! {2}",
        "Lvl.4 Holy Wolf! {2}",
        "Lvl.5 Ancient Wolf! {2}",
        "Lvl.5 Fire Dragon {7}",
        "Lvl.6 Fire Wolf! {2}",
    ]
    t.draw("A")
    assert t.hand("A")[-1] == "Lvl.8 Nightmare Wolf! {2}"
    for left, expected in ((3, "Lvl.7 Holy Wolf! {2}"), (2, "Lvl.5 Holy Wolf {2}")):
        wolves = ["Lvl.3 Fire Wolf!", "Lvl.4 Holy Wolf!", "Lvl.5 Ancient Wolf!"][:left]
        t = table(a=wolves)
        t.gain("A", "Lvl.5 Holy Wolf")
        assert t.hand("A") == [*(f"{wolf} {{2}}" for wolf in wolves), expected]


@rule("T-09", "CW-57", "CW-92")
def test_double_rally(table: SetTable) -> None:
    t = table(a=["Lvl.1 Fire Wolf", "Lvl.2 Fire Wolf", "Lvl.3 Fire Wolf", "Lvl.4 Holy Wolf"])
    t.scan("A")
    t.gain("A", "Lvl.5 Fire Giant")
    assert t.hand("A") == [
        "Lvl.7 Fire! Wolf! {2}",
        "Lvl.8 Fire! Wolf! {2}",
        "Lvl.9 Fire! Wolf! {2}",
        "Lvl.6 Holy Wolf! {2}",
        "Lvl.7 Fire! Giant {4}",
    ]


@rule("T-10", "CW-57")
def test_top_up_to_double(table: SetTable) -> None:
    t = table(a=["Lvl.1 Fire Wolf", "Lvl.2 Fire Wolf", "Lvl.3 Holy Wolf", "Lvl.4 Ancient Wolf"])
    t.scan("A")
    t.gain("A", "Lvl.1 Fire Dragon")
    assert t.hand("A")[-1] == "Lvl.1 Fire Dragon {7}"
    t.gain("A", "Lvl.2 Fire Giant")
    after = [
        "Lvl.7 Fire! Wolf! {2}",
        "Lvl.8 Fire! Wolf! {2}",
        "Lvl.5 Holy Wolf! {2}",
        "Lvl.6 Ancient Wolf! {2}",
        "Lvl.3 Fire! Dragon {7}",
        "Lvl.4 Fire! Giant {4}",
    ]
    assert t.hand("A") == after
    t.gain("A", "Lvl.1 Fire Serpent")
    assert t.hand("A") == [*after, "Lvl.3 Fire! Serpent {0}"]


@rule("T-11", "CW-61", "CW-62")
def test_witch_rally(table: SetTable) -> None:
    t = table(
        a=["Lvl.1 Blind Witch", "Lvl.2 Kind Witch", "Lvl.5 Frost Witch"],
        deck=["Lvl.7 Witch of Wrath", *["Cannonball"] * 3],
    )
    t.draw("A", picks=[0, 2])
    assert t.hand("A") == [
        "Lvl.3 Blind Witch! {3}",
        "Lvl.4 Kind Witch! {3}",
        "Lvl.7 Frost Witch! {3}",
        "Lvl.9 Witch of Wrath! {3}",
        "Lvl.11 Cataclysmic Witch! {3}",
    ]
    t.gain("A", "Lvl.1 Slumbering Witch")
    assert t.hand("A")[-1] == "Lvl.3 Slumbering Witch! {3}", "no second bonus"
    assert "Lvl.3 Slumbering Witch! {3}" in t.options("A")


@rule("T-12", "CW-18", "CW-87", "B-14")
def test_one_card_left(table: SetTable) -> None:
    t = table(a=["Lvl.1 Fire Serpent"], b=["Lvl.2 Fire Serpent"], deck=["Lvl.3 Holy Wolf"], turn=5)
    t.start_turn()
    assert (len(t.hand("A")), len(t.hand("B"))) == (1, 2)
    t.duel("Serpent", "Serpent")
    assert t.over == "A", "0 and 2 damage in Mayhem"
    assert t.hp == [30, 28]


@rule("T-13", "CW-89", "B-15")
@pytest.mark.parametrize(
    ("hp", "after", "over", "ward", "holy"),
    [
        ([12, 9], [3, 5], "B", 0, False),
        ([5, 3], [-4, -1], "B", 0, False),
        ([12, 9], [8, 5], "A", 1, False),
        ([12, 9], [1, 5], "B", 0, True),
        ([9, 4], [0, 0], "draw", 0, False),
    ],
)
def test_mayhem(table: SetTable, hp: list[int], after: list[int], over: str, ward: int, holy: bool) -> None:
    t = table(
        a=["Lvl.2 Fire Dragon", "Lvl.3 Holy Wolf: (1)", "Lvl.2 Blind Witch"],
        b=["Lvl.1 Holy Serpent", "Lvl.2 Fire Giant: (-)", "Raven"],
        hp=hp,
    )
    t.empire("A").ward = ward
    t.magic.holy_doubled = holy
    t.mayhem()
    assert (t.hp, t.over) == (after, over)


@rule("T-20", "S-06")
def test_shifting_witch(table: SetTable) -> None:
    t = table(a=["Lvl.5 Shifting Witch"], b=["Lvl.4 Fire Dragon"])
    t.duel("Shifting", "Dragon")
    assert t.hand("A") == t.hand("B") == ["Lvl.4 Fire Dragon {7}: (1)"]

    t = table(a=["Lvl.5 Shifting Witch"], b=["Lvl.4 Fire Dragon"])
    t.empire("A").surge = 1
    t.duel("Shifting", "Dragon")
    assert t.hp == [30, 23]
    assert t.hand("A") == ["Lvl.1 Holy Serpent {0}"]
    assert t.graveyard == ["Lvl.4 Fire Dragon {7} retired", "Lvl.4 Fire Dragon {7} slain"]


@rule("T-29", "B-10")
def test_order_of_damage(table: SetTable) -> None:
    for ward, proud, hp, left in ((1, 1, 21, 0), (0, 1, 11, 0), (1, 2, 21, 1)):
        t = table(a=["Lvl.6 Fire Dragon"], b=["Lvl.1 Fire Giant"])
        empire = t.empire("B")
        empire.proud, empire.high, empire.ward = proud, 1, ward
        t.magic.wrath = 1
        t.duel("Dragon", "Giant")
        assert t.hp == [30, hp]
        assert (t.empire("B").proud, t.empire("B").high, t.empire("B").ward) == (left, 0, 0)
        assert "Lvl.4 Fire Giant {4} slain" in t.graveyard


@rule("T-34", "B-8")
@pytest.mark.parametrize(
    ("magic", "a", "b", "hp"),
    [
        (["goliath"], "Lvl.1 Fire Wolf", "Lvl.6 Fire Dragon", [30, 23]),
        (["david"], "Lvl.2 Holy Giant", "Lvl.6 Holy Vampire", [30, 25]),
        (["david", "goliath"], "Lvl.2 Holy Giant", "Lvl.6 Holy Vampire", [30, 25]),
        (["david"], "Lvl.2 Holy Giant", "Lvl.5 Holy Giant", [26, 30]),
        (["juno"], "Lvl.2 Fire Giant", "Lvl.5 Nightmare Dragon", [30, 30]),
        (["juno"], "Lvl.3 Ancient Wolf", "Lvl.5 Fire Giant", [30, 26]),
    ],
)
def test_inversions_and_juno(table: SetTable, magic: list[str], a: str, b: str, hp: list[int]) -> None:
    t = table(a=[a], b=[b])
    t.magic.goliath = int("goliath" in magic)
    t.magic.david = "david" in magic
    t.magic.juno = "juno" in magic
    t.duel(a, b)
    assert t.hp == hp
    assert t.magic.goliath == 0


@rule("B-8")
def test_venom(table: SetTable) -> None:
    for a, b, picks, hp, gained in (
        ("Lvl.1 Fire Serpent", "Lvl.6 Holy Dragon", [], [30, 23], 0),
        ("Lvl.1 Nightmare Serpent", "Lvl.6 Fire Dragon", [0, 8, 0], [30, 23], 1),
    ):
        t = table(a=[a], b=[b])
        t.magic.venom = True
        t.duel(a, b, picks=picks)
        assert (t.hp, len(t.hand("A"))) == (hp, gained)

    t = table(a=["Lvl.1 Holy Serpent"], b=["Lvl.4 Holy Serpent"])
    t.magic.venom = True
    t.duel("Serpent", "Serpent")
    assert (t.hp, t.winner, len(t.hand("B"))) == ([30, 30], "B", 1)


@rule("T-38", "B-9")
def test_baden(table: SetTable) -> None:
    t = table(a=["Lvl.1 Holy Wolf", "Lvl.3 Fire Dragon: (1)"], b=["Lvl.4 Ancient Pirate"])
    t.empire("A").baden = 1
    t.duel("Wolf", "Pirate")
    assert t.hp == [30, 30]
    assert t.hand("A") == ["Lvl.1 Holy Wolf {2}", "Lvl.3 Fire Dragon {7}: (1)"]
    assert t.hand("B") == ["Lvl.4 Ancient Pirate {3}: (1)"]
    assert t.empire("A").baden == 0
