"""The worked examples of the rules, T-01 to T-40."""

from __future__ import annotations

import pytest

from rumpus.testing import rule
from tests.games.creature_wars.kit import Table

FIVE = [f"Lvl.{level} Holy Serpent" for level in (1, 2, 3)] + ["Lvl.1 Fire Wolf", "Lvl.2 Ancient Giant"]
THREE = ["Lvl.2 Greedy Witch", "Lvl.1 Which Witch", "Lvl.4 Gluttonous Witch"]


@rule("T-02", "CW-29", "CW-30", "CW-42")
def test_advantage_and_tribal_clash() -> None:
    t = Table(a=["Lvl.2 Ancient Skeleton", *["Cannonball"] * 5], b=["Lvl.4 Fire Skeleton", *["Cannonball"] * 5])
    t.duel("Skeleton", "Skeleton")
    assert t.hp == [30, 27]
    assert (len(t.hand("A")), len(t.hand("B"))) == (6, 5)


@rule("T-06", "CW-49")
def test_witch_against_witch() -> None:
    t = Table(a=["Lvl.3 Kind Witch"], b=["Lvl.2 Kind Witch"]).duel("Kind", "Kind")
    assert t.hp == [30, 27]
    assert t.graveyard == ["Lvl.3 Kind Witch {3} fled", "Lvl.2 Kind Witch {3} killed"]

    t = Table(a=["Lvl.3 Cocksure Witch"], b=["Lvl.3 Cocksure Witch"]).duel("Cocksure", "Cocksure")
    assert (t.hp, t.winner) == ([30, 30], "")
    assert (len(t.hand("A")), len(t.hand("B"))) == (1, 1), "both escaped"


@rule("T-07", "CW-44")
def test_clash_first_then_bizarre_victory() -> None:
    t = Table(a=["Lvl.6 Fire Wolf"], b=["Lvl.1 Ancient Wolf"]).duel("Wolf", "Wolf", picks=[0, 8, 0])
    assert t.hp == [30, 28]
    assert t.hand("A") == ["Lvl.1 Holy Serpent {0}", "Lvl.1 Kind Witch {3}"]


@rule("T-08", "CW-54", "CW-56", "CW-59", "CW-60", "OP-17")
def test_tribe_rally_joiners_permanence() -> None:
    t = Table(
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
        t = Table(a=wolves)
        t.gain("A", "Lvl.5 Holy Wolf")
        assert t.hand("A") == [*(f"{wolf} {{2}}" for wolf in wolves), expected]


@rule("T-09", "CW-57", "CW-92")
def test_double_rally() -> None:
    t = Table(a=["Lvl.1 Fire Wolf", "Lvl.2 Fire Wolf", "Lvl.3 Fire Wolf", "Lvl.4 Holy Wolf"])
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
def test_top_up_to_double() -> None:
    t = Table(a=["Lvl.1 Fire Wolf", "Lvl.2 Fire Wolf", "Lvl.3 Holy Wolf", "Lvl.4 Ancient Wolf"])
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
def test_witch_rally() -> None:
    t = Table(
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
def test_one_card_left() -> None:
    t = Table(a=["Lvl.1 Fire Serpent"], b=["Lvl.2 Fire Serpent"], deck=["Lvl.3 Holy Wolf"], turn=5)
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
def test_mayhem(hp: list[int], after: list[int], over: str, ward: int, holy: bool) -> None:
    t = Table(
        a=["Lvl.2 Fire Dragon", "Lvl.3 Holy Wolf: (1)", "Lvl.2 Blind Witch"],
        b=["Lvl.1 Holy Serpent", "Lvl.2 Fire Giant: (-)", "Raven"],
        hp=hp,
    )
    t.empire("A").ward = ward
    t.magic.holy_doubled = holy
    t.mayhem()
    assert (t.hp, t.over) == (after, over)


@rule("T-16", "X-11", "CW-26")
def test_two_militias_under_liliths_decree() -> None:
    t = Table(a=["Lvl.6 Fire Wolf", "Lvl.9 Witch of Wrath"], b=["Lvl.7 Holy Giant"], deck=["Lvl.8 Holy Dragon"] * 4)
    t.magic.lilith = True
    t.duel("Militia", "Militia")
    assert (t.hp, t.winner, t.over) == ([30, 30], "", "")
    t.start_turn()
    assert t.war.turn == 2


@rule("T-16", "S-97", "CW-27")
def test_a_keeper_barred_by_lilith_bars_nobody() -> None:
    t = Table(a=["Lvl.6 Scarecrow's Keeper", "Lvl.3 Fire Wolf"])
    t.magic.lilith = True
    assert t.options("A") == ["Lvl.3 Fire Wolf {2}"]

    t = Table(a=["Lvl.6 Scarecrow's Keeper: (1)", "Lvl.3 Fire Wolf"], b=["Lvl.1 Fire Serpent"])
    assert t.options("A") == []
    t.duel("Militia", "Serpent")
    assert (t.hp, t.winner) == ([30, 30], "A"), "3 against 1, and a Serpent costs nothing"


@rule("T-17", "CW-16", "CW-49", "B-7")
def test_order_of_casts() -> None:
    for turn, hands in ((1, (0, 2)), (2, (0, 0))):
        t = Table(a=["Lvl.4 Witch of Despair", *FIVE], b=["Lvl.2 Greedy Witch", *FIVE], turn=turn)
        t.duel("Despair", "Greedy")
        assert (len(t.hand("A")), len(t.hand("B"))) == hands
        assert t.hp == [30, 27]


@rule("T-20", "S-06")
def test_shifting_witch() -> None:
    t = Table(a=["Lvl.5 Shifting Witch"], b=["Lvl.4 Fire Dragon"]).duel("Shifting", "Dragon")
    assert t.hand("A") == t.hand("B") == ["Lvl.4 Fire Dragon {7}: (1)"]

    t = Table(a=["Lvl.5 Shifting Witch"], b=["Lvl.4 Fire Dragon"]).with_charges("A", surge=1).duel("Shifting", "Dragon")
    assert t.hp == [30, 23]
    assert t.hand("A") == ["Lvl.1 Holy Serpent {0}"]
    assert t.graveyard == ["Lvl.4 Fire Dragon {7} retired", "Lvl.4 Fire Dragon {7} slain"]


@rule("T-22", "S-94", "L-20", "L-21", "L-19")
def test_wilbur_orville_and_the_crows() -> None:
    t = Table(
        a=["Lvl.5 Crow-Laughing Witch", "Lvl.3 Wilbur Witch", "Lvl.3 Holy Wolf"],
        b=["Lvl.6 Fire Dragon", "Lvl.1 Fire Serpent", "Lvl.3 Orville Witch"],
    ).duel("Crow", "Dragon")
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


@rule("T-24")
def test_hesperus() -> None:
    t = Table(
        a=["Lvl.5 Witch of the Hesperus", "Lvl.3 Fire Pirate"],
        b=["Lvl.4 Ancient Pirate"],
        deck=["Lvl.6 Holy Pirate", "Lvl.1 Holy Serpent"],
    ).duel("Hesperus", "Pirate")
    assert t.hp == [27, 30]
    assert t.hand("A") == ["Lvl.8 Phantom {1}"]
    assert t.hand("B") == ["Lvl.9 Phantom {1}"]
    assert t.deck[0] == "Lvl.11 Phantom {1}"
    t.put("A", "Lvl.6 Fire Dragon")
    t.duel_again("Dragon", "Phantom")
    assert t.hp == [27, 29]


@rule("T-25", "CW-55")
def test_democratic_witch() -> None:
    wolves = [
        f"Lvl.{level} {type_} Wolf" for level, type_ in ((1, "Fire"), (2, "Holy"), (3, "Ancient"), (4, "Nightmare"))
    ]
    t = Table(a=["Lvl.4 Democratic Witch"], b=["Lvl.1 Holy Serpent", *wolves, "Lvl.2 Kind Witch"])
    t.scan("B")
    t.duel("Democratic", "Serpent")
    assert t.hand("B")[:5] == [f"{words} {{2}}" for words in wolves] + ["Lvl.2 Kind Witch {3}"]
    assert all(t.card("B", words).barred for words in wolves)
    assert not t.card("B", "Kind").barred
    t.gain("B", "Lvl.5 Fire Wolf")
    assert t.hand("B")[-1] == "Lvl.5 Fire Wolf {2}"


@rule("T-27", "X-07")
@pytest.mark.parametrize("turn", [1, 2])
def test_a_venomous_serpent_kills_the_witch_of_wrath(turn: int) -> None:
    t = Table(a=["Lvl.1 Holy Serpent"], b=["Lvl.9 Witch of Wrath"], turn=turn).with_magic(venom=True)
    t.duel("Serpent", "Wrath")
    assert (t.hp, t.winner) == ([30, 24], "A")


@rule("T-28", "CW-74")
def test_sun_witch() -> None:
    held = ["Lvl.2 Fire Giant", "Lvl.3 Nightmare Wolf", "Lvl.1 Kind Witch"]

    def cast() -> Table:
        t = Table(
            a=["Lvl.4 Sun Witch", "Lvl.1 Ancient Serpent", "Lvl.2 Ancient Serpent", "Lvl.5 Holy Giant"],
            b=["Lvl.1 Holy Serpent", *held, "Lvl.5 Holy Serpent"],
            turn=5,
        ).duel("Sun", "Lvl.1 Holy", picks=[0] * 11)
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


@rule("T-29", "B-10")
def test_order_of_damage() -> None:
    for ward, proud, hp, left in ((1, 1, 21, 0), (0, 1, 11, 0), (1, 2, 21, 1)):
        t = Table(a=["Lvl.6 Fire Dragon"], b=["Lvl.1 Fire Giant"])
        empire = t.empire("B")
        empire.proud, empire.high, empire.ward = proud, 1, ward
        t.magic.wrath = 1
        t.duel("Dragon", "Giant")
        assert t.hp == [30, hp]
        assert (t.empire("B").proud, t.empire("B").high, t.empire("B").ward) == (left, 0, 0)
        assert "Lvl.4 Fire Giant {4} slain" in t.graveyard


@rule("T-31", "CW-94")
def test_shady_deal_and_midas() -> None:
    a = ["Lvl.6 Shady Witch", "Lvl.6 Holy Dragon", "Lvl.1 Holy Serpent"]
    b = ["Lvl.2 Fire Serpent", "Lvl.1 Fire Serpent", "Lvl.3 Holy Giant"]
    t = Table(a=a, b=b, turn=4).with_charges("B", midas=True).duel("Shady", "Lvl.2 Fire")
    assert "Lvl.6 Holy Dragon {9}" in t.hand("B")
    assert t.hand("A") == ["Lvl.1 Holy Serpent {0}", "Lvl.1 Fire Serpent {0}"]
    t.duel_again("Holy Serpent", "Giant")
    assert "Lvl.1 Holy Dragon {9}" in t.hand("B")

    t = Table(a=[*a, "Lvl.1 Kind Witch"], b=b, turn=4).with_charges("B", midas=True).duel("Shady", "Lvl.2 Fire")
    t.duel_again("Kind", "Dragon")
    assert any(words.endswith("Holy Dragon {9}") and not words.startswith("Lvl.1 ") for words in t.hand("B"))


@rule("T-32", "CW-80", "CW-81")
def test_pandora() -> None:
    t = Table(
        a=["Lvl.6 Pandora's Witch", "Lvl.4 Fire Giant"],
        b=[
            "Lvl.1 Holy Serpent",
            "Lvl.2 Greedy Witch",
            "Lvl.1 Which Witch",
            "Lvl.4 Gluttonous Witch",
            "Lvl.3 Fire Wolf",
        ],
        deck=["Lvl.2 Ancient Giant", "Lvl.1 Holy Dragon", *["Lvl.1 Holy Serpent"] * 4],
    ).with_magic(crow=1)
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


@rule("T-33", "S-76")
def test_ondu() -> None:
    t = Table(
        a=["Lvl.1 Fire Dragon", "Lvl.5 Ondu's Witch", "Wraith", "Wraith"],
        b=["Lvl.6 Holy Vampire", "Lvl.1 Fire Wolf", "Wraith", "Wraith"],
        deck=["Wraith"] * 10,
        turn=7,
    ).duel("Dragon", "Vampire")
    assert t.hp == [23, 30]
    t.start_turn().duel("Ondu", "Fire Wolf")
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
def test_inversions_and_juno(magic: list[str], a: str, b: str, hp: list[int]) -> None:
    t = Table(a=[a], b=[b])
    t.magic.goliath = int("goliath" in magic)
    t.magic.david = "david" in magic
    t.magic.juno = "juno" in magic
    t.duel(a, b)
    assert t.hp == hp
    assert t.magic.goliath == 0


@rule("T-36", "X-14", "SC-6")
def test_the_grinch_from_gift_to_play() -> None:
    t = Table(
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
    ).with_charges("B", thirst=1)
    t.duel("Grinch", "Invisible")
    t.answer("opponent")
    t.start_turn().duel("Invisible", "Invisible")
    t.start_turn().duel("Invisible", "Invisible")
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
def test_lilith_opens_the_sack() -> None:
    t = Table(
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


@rule("T-38", "B-9")
def test_baden() -> None:
    t = Table(a=["Lvl.1 Holy Wolf", "Lvl.3 Fire Dragon: (1)"], b=["Lvl.4 Ancient Pirate"]).with_charges("A", baden=1)
    t.duel("Wolf", "Pirate")
    assert t.hp == [30, 30]
    assert t.hand("A") == ["Lvl.1 Holy Wolf {2}", "Lvl.3 Fire Dragon {7}: (1)"]
    assert t.hand("B") == ["Lvl.4 Ancient Pirate {3}: (1)"]
    assert t.empire("A").baden == 0


@rule("T-40", "X-01", "CW-87")
@pytest.mark.parametrize(("size", "left", "over"), [(7, 3, ""), (1, 0, "draw")])
def test_cataclysm_in_a_small_deck(size: int, left: int, over: str) -> None:
    t = Table(a=["Lvl.7 Cataclysmic Witch"], b=["Lvl.1 Fire Serpent"], deck=["Lvl.1 Holy Serpent"] * size)
    t.duel("Cataclysmic", "Serpent")
    assert (len(t.removed), len(t.deck), t.over) == (size - left, left, over)


@rule("T-40", "S-10", "CW-88")
def test_a_deck_refilled_in_time() -> None:
    t = Table(a=["Lvl.5 Hectic Witch"], b=["Lvl.1 Fire Serpent"], deck=["Lvl.1 Holy Wolf"], turn=2)
    t.start_turn()
    assert (t.hand("A")[1:], t.deck) == (["Lvl.1 Holy Wolf {2}"], [])
    t.duel("Hectic", "Serpent", picks=[0, 8, 0] * 15 + [0] * 14)
    assert (len(t.deck), t.over) == (15, "")


@rule("T-40", "X-17", "CW-89")
def test_the_reprieve_lasts_until_mayhem() -> None:
    t = Table(a=["Lvl.6 Fire Dragon"], b=["Lvl.1 Fire Dragon"], hp=[2, 4]).with_magic(reprieve=True)
    t.duel("Dragon", "Dragon")
    assert (t.hp, t.over) == ([2, -3], "")
    t.mayhem()
    assert (t.hp, t.over) == ([2, -3], "A")


@rule("T-40", "S-96", "CW-51")
def test_a_skipped_turn_near_the_end_of_the_deck() -> None:
    t = Table(
        a=["Lvl.5 No Good Trying Witch"],
        b=["Lvl.1 Fire Wolf", "Lvl.4 Holy Giant"],
        deck=["Lvl.1 Holy Serpent"] * 5,
        turn=8,
    ).duel("No Good", "Wolf")
    t.start_turn()
    assert (t.war.turn, len(t.deck)) == (9, 4)
    t.duel(None, "Giant")
    assert t.hand("B")[-1] == "Lvl.4 Holy Giant {4}"
    assert (len(t.hand("A")), len(t.deck), t.hp, t.over) == (3, 1, [30, 30], "")


@rule("B-8")
def test_venom() -> None:
    for a, b, picks, hp, gained in (
        ("Lvl.1 Fire Serpent", "Lvl.6 Holy Dragon", [], [30, 23], 0),
        ("Lvl.1 Nightmare Serpent", "Lvl.6 Fire Dragon", [0, 8, 0], [30, 23], 1),
    ):
        t = Table(a=[a], b=[b]).with_magic(venom=True).duel(a, b, picks=picks)
        assert (t.hp, len(t.hand("A"))) == (hp, gained)

    t = Table(a=["Lvl.1 Holy Serpent"], b=["Lvl.4 Holy Serpent"]).with_magic(venom=True).duel("Serpent", "Serpent")
    assert (t.hp, t.winner, len(t.hand("B"))) == ([30, 30], "B", 1)
