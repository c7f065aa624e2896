"""What hardly any deal leads to, from positions made up for it: sacks in sacks, gifts that return, hands of 150."""

from __future__ import annotations

from rumpus.core.rng import ScriptedRng
from rumpus.games.creature_wars.rules.cards import RAVENED, WOLF
from rumpus.games.creature_wars.rules.flaws import flaws
from rumpus.games.creature_wars.rules.moves import MOVE_COUNT
from rumpus.testing import rule
from tests.games.creature_wars.kit import Table, seat

WINNERS = ["Lvl.6 Fire Dragon", "Lvl.5 Fire Dragon", "Lvl.4 Fire Dragon"]


def an_encore_for_a_gift() -> Table:
    """A has discarded a gift for an encore and has won with all three cards."""
    t = Table(
        a=["Lvl.4 Jugband Encore Witch"],
        b=["Lvl.1 Invisible Witch", *["Lvl.1 Fire Serpent"] * 5],
        deck=[*WINNERS, *["Lvl.1 Holy Wolf"] * 9],
    )
    t.wrap("A", "Lvl.3 Holy Giant")
    t.duel("Encore", "Invisible")
    assert t.graveyard[:2] == ["Wrapped Gift {?} discarded", "Lvl.3 Holy Giant {4} discarded"]
    for level in (6, 5, 4):
        t.duel_again(f"Lvl.{level} Fire Dragon", "Serpent")
    return t


@rule("S-87", "SC-13")
def test_a_gift_comes_back_with_its_content() -> None:
    t = an_encore_for_a_gift()
    assert t.hand("A") == ["Wrapped Gift {?}"]
    assert t.texts(t.war.sack(t.find("A", "Gift"))) == ["Lvl.3 Holy Giant {4}"], "an oddity gains no levels"
    assert not any("Giant" in text or "Gift" in text for text in t.graveyard)
    assert flaws(t.war) == []
    t.duel_again("Gift", "Serpent")
    assert t.graveyard[-2:] == ["Lvl.3 Holy Giant {4} retired", "Lvl.1 Fire Serpent {0} slain"]


@rule("S-87", "SC-13", "CW-89")
def test_mayhem_opens_a_gift_that_came_back() -> None:
    t = an_encore_for_a_gift()
    t.mayhem()
    assert t.hand("A") == ["Lvl.3 Holy Giant {4}"]
    assert t.hp[0] == 26


@rule("S-87", "SC-13", "CW-12")
def test_both_know_what_is_in_a_gift_that_was_open_in_the_graveyard() -> None:
    t = an_encore_for_a_gift()
    for viewer in (0, 1, None):
        assert t.hand_view(viewer, "A")[0]["inside"] == ["Lvl.3 Holy Giant {4}"]


@rule("S-87", "SC-13", "OP-13")
def test_a_gift_of_a_quest_hands_the_quest_to_its_content() -> None:
    t = Table(
        a=["Lvl.4 Jugband Encore Witch", "Wraith"],
        b=["Lvl.1 Invisible Witch", "Lvl.1 Fire Serpent"],
        deck=["Cannonball"] * 6,
    )
    t.war.put_on_top([t.wrap("A", "Lvl.5 Fire Dragon")])
    t.duel("Encore", "Invisible")
    assert [t.texts(quest.open) for quest in t.war.quests] == [["Wrapped Gift {?}", "Cannonball {0}", "Cannonball {0}"]]
    t.duel_again("Gift", "Serpent")
    assert t.winner == "A"
    assert [t.texts(quest.open) for quest in t.war.quests] == [["Cannonball {0}"] * 2]


@rule("S-87", "S-06", "CW-26")
def test_a_quest_is_over_when_its_card_vanishes_as_a_militia() -> None:
    t = Table(
        a=["Lvl.4 Jugband Encore Witch", "Wraith"],
        b=["Lvl.1 Invisible Witch"],
        deck=["Lvl.5 Shifting Witch", "Lvl.1 Fire Wolf", "Lvl.1 Holy Wolf", *["Cannonball"] * 4],
    ).duel("Encore", "Invisible")
    assert len(t.war.quests) == 1
    t.duel_again("Shifting", "Militia")
    assert t.war.quests == []


@rule("S-87", "S-06", "X-16", "CW-26")
def test_a_quest_is_over_when_baden_lets_its_militia_vanish() -> None:
    t = Table(
        a=["Lvl.4 Jugband Encore Witch", "Wraith"],
        b=["Lvl.1 Invisible Witch"],
        deck=["Lvl.5 Shifting Witch", "Lvl.6 Fire Dragon", "Cannonball", *["Cannonball"] * 4],
    ).duel("Encore", "Invisible")
    t.empire("A").baden = 1
    t.war.doom(t.find("A", "Shifting"), 1)
    t.duel_again("Shifting", "Militia")
    assert t.winner == "A", "the Dragon has stepped in"
    assert t.war.quests == []


@rule("OP-1", "SC-6", "CW-27")
def test_a_grinch_freed_from_a_barred_sack_collects_the_card_being_drawn() -> None:
    t = Table(b=["Lvl.1 Holy Serpent"], deck=["Lvl.2 Fire Giant", *["Lvl.1 Fire Wolf"] * 3])
    barred = t.put("B", "Lvl.6 Grinch: (-)")
    t.pocket(barred, "Lvl.3 Holy Pirate")
    freed = t.pocket(barred, "Lvl.6 Grinch")
    t.draw("B")
    assert t.hand("B")[2:] == ["Lvl.3 Holy Pirate {3}", "Lvl.6 Grinch {5}"]
    assert t.texts(t.war.sack(freed)) == ["Lvl.2 Fire Giant {4}"]


@rule("OP-1", "SC-6", "S-21")
def test_a_barred_sack_is_emptied_before_the_wish() -> None:
    t = Table(b=["Lvl.1 Holy Serpent"], deck=["Cannonball", *["Lvl.1 Fire Wolf"] * 3])
    grinch = t.put("B", "Lvl.6 Grinch: (-)")
    t.pocket(grinch, "Lvl.1 Nightmare Wolf")
    t.pocket(grinch, "Lvl.2 Nightmare Wolf")
    t.empire("B").wish = 1
    t.draw("B", picks=[2])
    assert t.hand("B")[-1] == "Lvl.3 Nightmare Wolf {2}", "two Nightmare Wolves were in hand by then"
    assert t.removed == ["Cannonball {0}"]


@rule("OP-1", "SC-6", "CW-18")
def test_a_barred_sack_is_emptied_though_there_is_nothing_to_draw() -> None:
    t = Table(b=["Lvl.1 Holy Serpent"], deck=[])
    t.pocket(t.put("B", "Lvl.6 Grinch: (-)"), "Lvl.3 Holy Pirate")
    t.draw("B")
    assert t.hand("B")[2:] == ["Lvl.3 Holy Pirate {3}"]


@rule("CW-21", "PC-3")
def test_every_card_of_a_hand_of_150_can_be_named() -> None:
    locked = ["Lvl.1 Fire Wolf: (-)"] * 146
    t = Table(
        a=[*locked, "Lvl.4 Jugband Encore Witch", "Lvl.2 Fire Giant", "Lvl.3 Fire Giant", "Lvl.4 Fire Giant"],
        b=["Lvl.1 Invisible Witch"],
    )
    assert t.options("A") == t.hand("A")[146:]
    t.duel("Encore", "Invisible")
    assert len(t.choices) == 149
    assert t.choices[-1] == "Lvl.4 Fire Giant {4}"
    assert max(t.war.moves(seat("A"))) == 148 < MOVE_COUNT
    t.answer("Lvl.4 Fire Giant {4}")
    assert t.graveyard[0] == "Lvl.4 Fire Giant {4} discarded"


@rule("CW-73", "SC-9", "S-18")
def test_a_raven_keeps_its_lock_in_deck_and_graveyard() -> None:
    t = Table(a=["Lvl.4 Witch of Slothing"], b=["Lvl.1 Fire Serpent", "Raven"])
    raven = t.find("B", "Raven")
    t.war.cards[raven].beloved = WOLF
    with ScriptedRng([0] * 10) as rng:
        t.war.shuffle_in([raven], rng)
    assert t.war.cards[raven].locks == RAVENED
    t.war.deck.remove(raven)
    t.war.deck.insert(0, raven)
    t.draw("B")
    assert t.hand("B")[-1] == "Raven {0}: (-)"
    with ScriptedRng([]) as rng:
        t.war.discard([raven], rng)
    assert t.graveyard[-1] == "Raven {0}: (-) discarded"


@rule("CW-26", "CW-74", "SC-7")
def test_a_militia_costs_the_cannonball_it_meets_3() -> None:
    t = Table(a=["Cannonball"], b=["Lvl.2 Fire Giant: (1)"]).duel("Cannonball", "Militia")
    assert t.hp == [27, 25]
    assert (t.winner, t.graveyard) == ("", [])


@rule("R-7", "S-56")
def test_cards_that_chance_picked_are_treated_in_the_order_of_the_picks() -> None:
    t = Table(
        a=["Lvl.4 The Witch of the Cumaean Sibyl"],
        b=["Lvl.1 Invisible Witch", "Lvl.1 Fire Wolf", "Lvl.2 Fire Wolf", "Lvl.3 Fire Wolf", "Lvl.4 Fire Wolf"],
        deck=["Cannonball"] * 4,
    )
    unshuffled = list(range(6, 0, -1))
    t.duel("Sibyl", "Invisible", picks=[3, 0, 1, *unshuffled])
    assert t.deck == ["Cannonball {0}", "Lvl.4 Fire Wolf {2}", "Lvl.1 Fire Wolf {2}", "Lvl.3 Fire Wolf {2}"]


@rule("OP-13", "S-92")
def test_shuffling_nothing_in_picks_nothing() -> None:
    t = Table(a=["Lvl.4 The Madcap's Witch"], b=["Lvl.1 Invisible Witch"]).duel("Madcap", "Invisible", picks=[])
    assert len(t.hand("A")) == 1


@rule("CW-12", "CW-13", "S-24")
def test_spectators_do_not_see_which_card_is_doomed() -> None:
    t = Table(a=["Lvl.4 Grim Witch"], b=["Lvl.1 Invisible Witch", "Lvl.1 Fire Wolf", "Lvl.2 Fire Wolf"])
    before = t.hand_view(None, "B")[1:]
    t.duel("Grim", "Invisible", picks=[1])
    assert t.knows("A", "B") == ["?", "Lvl.2 Fire Wolf {2}"]
    assert t.hand_view(None, "B") == before == [{"card": "?"}] * 2


@rule("CW-12", "S-64", "PC-2")
def test_nobody_learns_from_the_last_duel_what_the_other_is_shown() -> None:
    t = Table(a=["Lvl.4 Uncaging Witch"], b=["Lvl.1 Invisible Witch", "Lvl.1 Fire Wolf", "Lvl.2 Fire Wolf"])
    t.war.last_duel = [-1, t.find("B", "Lvl.2"), 0, 0]
    before = t.war.view(None)["last duel"]
    t.duel("Uncaging", "Invisible", picks=[1])
    assert t.asked == "A"
    assert t.war.view(1)["last duel"] == {"cards": ["?", "Lvl.2 Fire Wolf {2}"], "lost": [0, 0]}
    assert t.war.view(None)["last duel"] == before == {"cards": ["?", "?"], "lost": [0, 0]}
