"""One test of each pattern: a duel, a spell, chance, a question, a lasting charge, what a player knows."""

from __future__ import annotations

from rumpus.testing import rule
from tests.games.creature_wars.kit import Table


@rule("T-01", "CW-35", "CW-36", "CW-37")
def test_the_loser_pays_for_its_own_creature() -> None:
    t = Table(a=["Lvl.4 Fire Wolf"], b=["Lvl.1 Holy Giant"]).duel("Wolf", "Giant")
    assert t.hp == [30, 26]
    assert t.winner == "A"
    assert t.graveyard == ["Lvl.4 Fire Wolf {2} retired", "Lvl.1 Holy Giant {4} slain"]
    assert (t.empire("A").won, t.empire("B").lost) == (1, 1)


@rule("T-03", "CW-43", "R-3")
def test_a_win_against_the_odds_brings_a_witch() -> None:
    t = Table(a=["Lvl.6 Fire Dragon"], b=["Lvl.5 Ancient Giant"]).duel("Dragon", "Giant", picks=[3, 16, 1])
    assert t.hp == [30, 26]
    assert t.hand("A") == ["Lvl.5 Gluttonous Witch {3}"]


@rule("L-23", "PC-2")
def test_pick_a_witch_offers_three_and_keeps_one() -> None:
    t = Table(a=["Lvl.2 Pick a Witch"], b=["Lvl.1 Fire Serpent"])
    t.duel("Pick a Witch", "Serpent", picks=[0, 8, 0, 3, 16, 1, 5, 0, 2])
    assert t.asked == "A"
    assert t.choices == ["Lvl.1 Kind Witch {3}", "Lvl.5 Gluttonous Witch {3}", "Lvl.9 Cataclysmic Witch {3}"]
    t.answer("Lvl.5 Gluttonous Witch {3}")
    assert t.hand("A") == ["Lvl.5 Gluttonous Witch {3}"]
    assert t.knows("B", "A") == ["?"]
    assert t.hand("B") == ["Lvl.1 Fire Serpent {0}"]


@rule("L-24")
def test_witch_in_time_lends_power_to_the_next_card() -> None:
    t = Table(a=["Lvl.3 Witch in Time", "Lvl.1 Fire Wolf"], b=["Lvl.1 Fire Pirate", "Lvl.2 Fire Serpent"])
    t.duel("Witch in Time", "Pirate")
    assert t.empire("A").surge == 1
    t.start_turn().duel("Wolf", "Pirate")
    assert t.winner == "A", "1 + 2 + 3 against 1 + 3"
    assert t.empire("A").surge == 0


@rule("CW-38", "CW-39", "T-04")
def test_a_tie_sends_both_home_to_rest() -> None:
    t = Table(a=["Lvl.5 Holy Wolf", "Lvl.1 Holy Wolf"], b=["Lvl.4 Holy Pirate", "Lvl.1 Holy Pirate"], turn=3)
    t.duel("Lvl.5", "Lvl.4")
    assert t.hp == [30, 30]
    assert "Lvl.5 Holy Wolf {2}: (1)" in t.hand("A")
    t.start_turn()
    assert "Lvl.5 Holy Wolf {2}: (1)" not in t.options("A")
    t.duel("Lvl.1 Holy Wolf", "Lvl.1 Holy Pirate")
    t.start_turn()
    assert "Lvl.5 Holy Wolf {2}" in t.options("A")
    assert "Lvl.4 Holy Pirate {3}" in t.options("B")
