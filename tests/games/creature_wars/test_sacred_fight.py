"""Sacred witches that change fights and damage."""

from __future__ import annotations

from rumpus.games.creature_wars.rules.cards import OUTCAST
from rumpus.testing import rule
from tests.games.creature_wars.kit import Table


@rule("S-06", "CW-72", "B-5")
def test_shifting_witch_becomes_the_card_opposite() -> None:
    t = Table(a=["Lvl.4 Shifting Witch"], b=["Lvl.3 Fire Giant"]).duel("Shifting", "Giant")
    assert t.hand("A") == ["Lvl.3 Fire Giant {4}: (1)"], "equal powers: both return and rest"
    assert t.hand("B") == ["Lvl.3 Fire Giant {4}: (1)"]
    t = Table(a=["Lvl.4 Shifting Witch"], b=["Lvl.2 Greedy Witch"]).duel("Shifting", "Greedy")
    assert (len(t.hand("A")), len(t.hand("B"))) == (2, 2), "both cast as a Greedy Witch"
    t = Table(a=["Lvl.4 Shifting Witch"], b=["Lvl.5 Shifting Witch"]).duel("Shifting", "Shifting")
    assert t.hp == [27, 30], "two of them stay plain witches"


@rule("S-12", "B-8")
def test_venom_lets_serpents_win_at_once_but_not_against_each_other() -> None:
    t = Table(a=["Lvl.6 Venom Witch", "Lvl.6 Fire Dragon"], b=["Lvl.1 Fire Serpent", "Lvl.1 Holy Serpent"])
    t.duel("Venom", "Fire Serpent")
    assert t.hp == [27, 30], "an enemy Serpent kills her already"
    t.duel_again("Dragon", "Holy Serpent")
    assert t.hp == [20, 30]


@rule("S-15", "CW-13")
def test_matchmaking_witch_lets_the_largest_meet_the_smallest() -> None:
    t = Table(
        a=["Lvl.4 Matchmaking Witch", "Lvl.1 Fire Dragon"],
        b=["Lvl.1 Fire Serpent", "Lvl.1 Holy Wolf", "Lvl.2 Holy Giant"],
    ).duel("Matchmaking", "Serpent")
    assert t.hp == [28, 23]
    assert t.knows("B", "A") == ["Lvl.1 Fire Dragon {7}"]
    assert t.knows("A", "B")[0] == "Lvl.1 Holy Wolf {2}"
    t = Table(a=["Lvl.4 Matchmaking Witch"], b=["Lvl.1 Fire Serpent", "Lvl.1 Holy Wolf"]).duel("Matchmaking", "Serpent")
    assert t.hp == [30, 30]


@rule("S-20", "CW-77")
def test_lucky_witch_waits_for_a_creature() -> None:
    t = Table(
        a=["Lvl.6 Lucky Witch", "Lvl.1 Blind Witch", "Lvl.1 Fire Serpent"],
        b=["Lvl.1 Fire Serpent", "Lvl.2 Fire Serpent", "Lvl.6 Ancient Dragon"],
    ).duel("Lucky", "Lvl.1 Fire Serpent")
    t.duel_again("Blind", "Lvl.2 Fire Serpent")
    assert t.empire("A").lucky == 1
    t.duel_again("Serpent", "Dragon", picks=[0, 8, 0])
    assert t.hp == [27, 23]


@rule("S-24", "CW-12", "B-8")
def test_grim_witch_dooms_a_creature_that_its_holder_does_not_know() -> None:
    t = Table(
        a=["Lvl.4 Grim Witch", "Lvl.1 Fire Serpent"], b=["Lvl.1 Holy Serpent", "Lvl.6 Fire Dragon", "Lvl.1 Holy Giant"]
    ).duel("Grim", "Serpent", picks=[0])
    assert t.card("B", "Dragon").doomed == 0
    assert "doomed: it will lose its duel" in t.hand_view(0, "B")[0]["notes"]
    assert "doomed" not in str(t.war.view(1))
    t.duel_again("Serpent", "Dragon")
    assert t.hp == [30, 23]
    assert "Lvl.6 Fire Dragon {7} slain" in t.graveyard


@rule("S-31", "CW-52")
def test_rage_witch_pays_a_card_for_the_duels_she_remembers() -> None:
    t = Table(a=["Lvl.6 Rage Witch", "Lvl.1 Fire Wolf", "Cannonball"], b=["Lvl.1 Fire Serpent"])
    t.empire("A").lost = 4
    t.duel("Rage", "Serpent", picks=[1])
    assert t.hp == [30, 26]
    assert t.hand("A") == ["Lvl.1 Fire Wolf {2}"]
    t = Table(a=["Lvl.6 Rage Witch"], b=["Lvl.1 Fire Serpent"]).with_charges("A", lost=4).duel("Rage", "Serpent")
    assert t.hp == [30, 30]


@rule("S-33", "B-10")
def test_high_witch_lifts_the_next_card_and_doubles_its_loss() -> None:
    t = Table(a=["Lvl.6 The High Witch", "Lvl.6 Fire Dragon"], b=["Lvl.1 Fire Serpent", "Lvl.1 Holy Giant"])
    t.duel("High", "Serpent")
    t.duel_again("Dragon", "Giant")
    assert t.hp == [30, 22]
    assert "Lvl.4 Holy Giant {4} slain" in t.graveyard


@rule("S-36", "B-10")
def test_berserker_adds_the_winners_level_to_the_next_loss() -> None:
    t = Table(
        a=["Lvl.6 Berserker Witch", "Lvl.6 Fire Dragon", "Lvl.5 Fire Dragon"],
        b=["Lvl.1 Fire Serpent", "Lvl.1 Holy Giant", "Lvl.2 Holy Giant"],
    ).duel("Berserker", "Serpent")
    t.start_turn().duel("Lvl.6", "Lvl.1 Holy Giant")
    assert t.hp == [30, 20]
    t.start_turn().duel("Dragon", "Giant")
    assert t.hp == [30, 16]


@rule("S-40", "OP-14", "CW-82")
def test_talisman_halves_the_next_blow_even_in_the_same_turn() -> None:
    t = Table(a=["Lvl.4 Talismanic Witch"], b=["Lvl.6 Fire Dragon"]).duel("Talismanic", "Dragon")
    assert t.hp == [29, 30]
    assert t.empire("A").ward == 0


@rule("S-48", "SC-16")
def test_sin_eater_puts_the_guilt_on_another() -> None:
    t = Table(
        a=["Lvl.6 Sin-Eater Witch", "Lvl.1 Fire Giant", "Lvl.2 Holy Wolf"],
        b=["Lvl.1 Fire Serpent", "Lvl.6 Holy Dragon"],
    ).duel("Sin-Eater", "Serpent")
    t.duel_again("Giant", "Dragon")
    assert t.hp == [30, 30]
    assert t.card("A", "Wolf").locks == OUTCAST


@rule("S-50", "CW-29", "CW-78")
def test_sand_witch_strengthens_nightmares_at_once_and_for_good() -> None:
    t = Table(a=["Lvl.4 The Sand Witch", "Lvl.1 Nightmare Wolf"], b=["Lvl.4 Nightmare Wolf", "Lvl.1 Ancient Pirate"])
    t.duel("Sand", "Wolf")
    assert t.hp == [27, 30], "7 against 4 + 2 + 2"
    t.duel_again("Wolf", "Pirate")
    assert (t.hp, t.winner) == ([27, 27], "A"), "1 + 2 + 2 against 4"


@rule("S-50")
def test_sand_piles_up_and_helps_against_witches() -> None:
    t = Table(a=["Lvl.4 The Sand Witch"], b=["Lvl.2 Nightmare Wolf"]).with_magic(sand=1).duel("Sand", "Wolf")
    assert (t.hp, t.magic.sand) == ([27, 30], 2), "7 against 4 + 4"


@rule("S-61")
def test_davids_witch_lets_the_weaker_win_against_giants() -> None:
    t = Table(
        a=["Lvl.5 David's Witch", "Lvl.2 Holy Giant", "Lvl.6 Holy Giant"],
        b=["Lvl.1 Fire Serpent", "Lvl.6 Holy Vampire", "Lvl.1 Greedy Witch"],
    ).duel("David", "Serpent")
    t.duel_again("Lvl.2", "Vampire")
    assert (t.hp, t.winner) == ([30, 25], "A")
    t.duel_again("Lvl.6", "Greedy")
    assert (t.hp, t.winner) == ([30, 22], "A"), "as usual against a witch"


@rule("S-62", "CW-77")
def test_goliath_witch_waits_for_two_creatures() -> None:
    t = Table(
        a=["Lvl.5 Goliath Witch", "Lvl.1 Holy Wolf", "Lvl.2 Holy Wolf"],
        b=["Lvl.6 Holy Dragon", "Lvl.1 Invisible Witch", "Lvl.5 Holy Dragon"],
        deck=["Cannonball"] * 10,
    ).duel("Goliath", "Lvl.6")
    assert (t.hp, t.winner) == ([27, 30], "B"), "her own duel is fought as usual"
    t.start_turn().duel("Lvl.1", "Invisible")
    assert t.magic.goliath == 1
    t.start_turn().duel("Lvl.1", "Lvl.6")
    assert (t.hp, t.magic.goliath) == ([27, 23], 0)
    t.start_turn().duel("Lvl.2", "Lvl.5")
    assert t.winner == "B"


@rule("S-62")
def test_goliaths_charge_is_spent_by_a_tie_and_the_next_waits_its_turn() -> None:
    t = Table(a=["Lvl.2 Holy Wolf", "Lvl.1 Fire Wolf"], b=["Lvl.1 Holy Pirate", "Lvl.6 Fire Dragon"])
    t.magic.goliath = 2
    t.duel("Holy Wolf", "Pirate")
    assert (t.hp, t.magic.goliath) == ([30, 30], 1), "4 against 4"
    t.duel_again("Fire Wolf", "Dragon")
    assert (t.hp, t.magic.goliath) == ([30, 23], 0)


@rule("S-63")
def test_junos_witch_doubles_the_advantage_around_giants() -> None:
    for a, b, hp in (
        ("Lvl.2 Fire Giant", "Lvl.5 Nightmare Dragon", [30, 30]),
        ("Lvl.3 Ancient Wolf", "Lvl.5 Fire Giant", [30, 26]),
        ("Lvl.1 Fire Giant", "Lvl.6 Nightmare Giant", [30, 26]),
        ("Lvl.1 Fire Giant", "Lvl.7 Nightmare Giant", [30, 30]),
        ("Lvl.1 Fire Wolf", "Lvl.4 Nightmare Wolf", [30, 30]),
    ):
        t = Table(a=["Lvl.5 Juno's Witch", a], b=["Lvl.1 Fire Serpent", b]).duel("Juno", "Serpent")
        t.duel_again(a, b)
        assert t.hp == hp, f"{a} against {b}"


@rule("S-69", "B-10")
def test_backlash_witch_makes_mighty_winners_hurt_their_own_side() -> None:
    t = Table(
        a=["Lvl.5 Backlash Witch", "Lvl.6 Fire Dragon", "Lvl.5 Fire Dragon"],
        b=["Lvl.6 Fire Giant", "Lvl.1 Fire Wolf", "Lvl.2 Fire Wolf"],
    ).duel("Backlash", "Giant")
    assert t.hp == [27, 26], "the Giant beat her, and his own Empire pays for him"
    t.duel_again("Lvl.6", "Lvl.1")
    assert t.hp == [20, 24]
    t.duel_again("Lvl.5", "Lvl.2")
    assert t.hp == [20, 22]


@rule("S-69")
def test_backlash_is_a_plain_blow() -> None:
    t = Table(a=["Lvl.3 Holy Giant"], b=["Lvl.1 Fire Wolf"])
    t.magic.backlash, t.magic.wrath, t.empire("A").high = True, 1, 1
    t.duel("Giant", "Wolf")
    assert t.hp == [26, 25], "level 3 + 3; wrath and doubling are for losers"


@rule("S-73")
def test_haughty_witch_takes_from_those_below_her() -> None:
    t = Table(a=["Lvl.5 Haughty Witch"], b=["Lvl.4 Fire Giant", "Lvl.3 Fire Wolf", "Cannonball"])
    t.duel("Haughty", "Giant", picks=[1])
    assert t.hand("A") == ["Cannonball {0}"]

    t = Table(a=["Lvl.4 Haughty Witch"], b=["Lvl.4 Fire Giant", "Lvl.3 Fire Wolf"]).duel("Haughty", "Giant")
    assert t.hand("A") == [], "strictly higher"

    t = Table(a=["Lvl.4 Haughty Witch"], b=["Wraith", "Lvl.3 Fire Wolf"]).duel("Haughty", "Wraith")
    assert t.hand("A") == ["Lvl.3 Fire Wolf {2}"], "an oddity has level 0"

    t = Table(a=["Lvl.4 Haughty Witch"], b=["Lvl.3 Fire Wolf"]).with_charges("B", skipping=True).duel("Haughty", None)
    assert "Lvl.3 Fire Wolf {2}" in t.hand("A"), "so has nobody at all"


@rule("S-73", "S-37")
def test_haughty_witch_opened_by_pandora_looks_down_on_her() -> None:
    for level, taken in ((5, []), (6, ["Wraith {0}"])):
        t = Table(a=["Lvl.5 Pandora's Witch", "Wraith"], b=["Lvl.9 Fire Serpent", f"Lvl.{level} Haughty Witch"])
        t.duel("Pandora", "Serpent")
        assert t.hand("B")[:-1] == taken


@rule("S-76", "B-11")
def test_ondus_witch_undoes_what_she_can() -> None:
    t = Table(
        a=["Lvl.4 Wiccan Little", "Lvl.5 Ondu's Witch", "Lvl.6 Ondu's Witch"],
        b=["Lvl.6 Fire Dragon", "Lvl.2 Invisible Witch"],
    ).duel("Wiccan", "Dragon", picks=[0, 1])
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
def test_ondus_witch_undoes_a_duel_once_and_no_militia_returns() -> None:
    t = Table(a=["Lvl.5 Ondu's Witch"], b=["Lvl.5 Ondu's Witch"], turn=2).duel("Ondu", "Ondu")
    assert t.hand("A") == t.hand("B") == [], "there was no duel before"

    t = Table(a=["Lvl.6 Fire Wolf", "Lvl.5 Ondu's Witch"], b=["Lvl.5 Ondu's Witch: (1)"]).duel("Wolf", "Militia")
    assert t.hp == [30, 27]
    t.duel_again("Ondu", "Ondu")
    assert t.hp == [30, 30], "undone by the first of the two only"
    assert (t.hand("A"), t.hand("B")) == (["Lvl.6 Fire Wolf {2}: (1)"], [])

    t = Table(a=["Wraith", "Lvl.5 Ondu's Witch"], b=["Lvl.1 Fire Wolf", "Lvl.1 Fire Pirate"]).duel("Wraith", "Wolf")
    t.duel_again("Ondu", "Pirate")
    assert t.hp == [30, 27], "no record of a duel that was not fought"


@rule("S-80", "CW-74")
def test_absolving_witch_makes_nightmares_holy_and_the_holy_costly() -> None:
    t = Table(
        a=["Lvl.5 Absolving Witch", "Lvl.1 Nightmare Wolf", "Lvl.1 Holy Wolf", "Lvl.1 Holy Giant", "Lvl.1 Holy Pirate"],
        b=["Lvl.1 Nightmare Serpent", "Lvl.2 Nightmare Giant", "Lvl.3 Fire Giant", "Lvl.6 Holy Dragon"],
    ).duel("Absolving", "Serpent")
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


@rule("S-87", "PC-3")
def test_jugband_encore_witch_brings_a_card_back_after_three_wins() -> None:
    t = Table(
        a=["Lvl.4 Jugband Encore Witch", "Lvl.2 Holy Giant", "Wraith"],
        b=["Lvl.1 Invisible Witch", "Lvl.1 Fire Serpent", "Lvl.1 Fire Wolf", "Lvl.1 Fire Pirate"],
        deck=["Lvl.6 Fire Dragon", "Lvl.2 Greedy Witch", "Lvl.6 Ancient Vampire", *["Cannonball"] * 6],
    ).duel("Encore", "Invisible")
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
def test_an_encore_stays_open_through_a_tie_and_ends_with_a_loss() -> None:
    t = Table(
        a=["Lvl.4 Jugband Encore Witch", "Lvl.2 Holy Giant"],
        b=["Lvl.1 Invisible Witch", "Lvl.1 Fire Wolf", "Lvl.6 Fire Dragon"],
        deck=["Lvl.3 Fire Serpent", "Lvl.1 Holy Wolf", *["Cannonball"] * 6],
    ).duel("Encore", "Invisible")
    t.duel_again("Serpent", "Fire Wolf")
    assert (t.winner, len(t.war.quests)) == ("", 1), "3 against 3"
    t.duel_again("Holy Wolf", "Dragon")
    assert t.war.quests == []


@rule("S-87")
def test_an_encore_fails_when_a_card_leaves_the_hand_unplayed() -> None:
    t = Table(
        a=["Lvl.4 Jugband Encore Witch", "Lvl.2 Holy Giant"],
        b=["Lvl.1 Invisible Witch", "Lvl.4 Pilfering Witch"],
        deck=["Lvl.2 Greedy Witch", "Lvl.6 Fire Dragon", *["Cannonball"] * 6],
    ).duel("Encore", "Invisible")
    t.duel_again("Dragon", "Pilfering")
    assert t.war.quests == [], "the Greedy Witch was stolen"


@rule("S-87", "SC-6")
def test_a_short_encore_counts_what_was_drawn_and_the_sack_with_it() -> None:
    t = Table(
        a=["Lvl.4 Jugband Encore Witch", "Lvl.2 Holy Giant", "Lvl.6 Grinch"],
        b=["Lvl.1 Invisible Witch", "Lvl.1 Fire Serpent", "Lvl.1 Fire Wolf", "Lvl.5 Coven-Calling Witch"],
        deck=["Lvl.6 Fire Dragon"],
    ).duel("Encore", "Coven-Calling", picks=[])
    t.answer("Lvl.2 Holy Giant {4}", picks=[0, 0] * 13 + [0] * 12)
    t.duel_again("Grinch", "Serpent")
    assert t.hand("A") == ["Lvl.6 Fire Dragon {7}"]
    t.duel_again("Dragon", "Wolf")
    assert t.hand("A") == ["Lvl.9 Holy Giant {4}"], "one card was drawn, and it has won"


@rule("S-87")
def test_no_encore_without_cards() -> None:
    t = Table(a=["Lvl.4 Jugband Encore Witch"], b=["Lvl.1 Invisible Witch"]).duel("Encore", "Invisible")
    assert (t.choices, t.hand("A"), t.war.quests) == ([], [], [])

    t = Table(a=["Lvl.4 Jugband Encore Witch", "Wraith"], b=["Lvl.1 Invisible Witch"], deck=[])
    t.duel("Encore", "Invisible")
    assert (t.graveyard[0], t.war.quests) == ("Wraith {0} discarded", [])


@rule("S-87", "X-16")
def test_stepping_in_through_baden_is_playing_and_the_rescued_card_stays_in_the_quest() -> None:
    t = Table(
        a=["Lvl.4 Jugband Encore Witch", "Wraith"],
        b=["Lvl.1 Invisible Witch", "Lvl.4 Fire Giant", "Lvl.1 Fire Serpent"],
        deck=["Lvl.1 Fire Wolf", "Lvl.6 Fire Dragon", "Cannonball", "Cannonball"],
    ).duel("Encore", "Invisible")
    t.empire("A").baden = 1
    t.duel_again("Wolf", "Giant")
    assert (t.winner, [len(quest.open) for quest in t.war.quests]) == ("A", [2])
    t.duel_again("Wolf", "Serpent")
    assert [len(quest.open) for quest in t.war.quests] == [1]


@rule("S-90", "CW-53")
def test_overdrive_witch_strikes_with_the_latest_run() -> None:
    t = Table(
        a=[
            "Lvl.5 Fire Dragon",
            "Lvl.6 Fire Dragon",
            "Lvl.1 Fire Serpent",
            "Lvl.4 Overdrive Witch",
            "Lvl.5 Overdrive Witch",
        ],
        b=["Lvl.1 Fire Wolf", "Lvl.2 Fire Wolf", "Lvl.3 Fire Wolf", "Lvl.1 Invisible Witch", "Lvl.4 Fire Wolf"],
    ).duel("Lvl.5 Fire Dragon", "Lvl.1 Fire")
    t.duel_again("Lvl.6 Fire Dragon", "Lvl.2")
    t.duel_again("Serpent", "Lvl.3")
    assert t.hp == [30, 26]
    t.duel_again("Lvl.4 Overdrive", "Invisible")
    assert t.hp == [30, 24], "the run is over, but it was two long"
    t.duel_again("Lvl.5 Overdrive", "Lvl.4")
    assert t.hp == [30, 22], "her own escape comes later"
    assert t.empire("A").run == 1


@rule("S-95", "B-7")
def test_cracked_ceremony_witch_makes_every_witch_cost_a_card() -> None:
    t = Table(
        a=["Lvl.5 Cracked Ceremony Witch", "Wraith", "Cannonball", "Lvl.2 Kind Witch", "Lvl.1 Fire Wolf"],
        b=["Lvl.1 Invisible Witch", "Wraith", "Cannonball", "Lvl.1 Fire Serpent"],
    ).duel("Ceremony", "Invisible", picks=[0, 1])
    assert t.hand("B") == ["Cannonball {0}", "Lvl.1 Fire Serpent {0}"], "for herself"
    assert t.hand("A") == ["Wraith {0}", "Lvl.2 Kind Witch {3}", "Lvl.1 Fire Wolf {2}"], "for the witch after her"
    t.duel_again("Kind", "Serpent")
    assert t.hand("B") == ["Lvl.1 Fire Serpent {0}"]


@rule("S-95", "CW-81")
def test_ceremonies_add_up_and_come_before_the_spell() -> None:
    t = Table(a=["Lvl.5 Cracked Ceremony Witch"], b=["Lvl.1 Fire Serpent", *["Wraith"] * 5]).with_magic(ceremony=2)
    t.duel("Ceremony", "Serpent", picks=[0, 0, 0])
    assert (len(t.hand("B")), t.magic.ceremony) == (3, 3)

    t = Table(a=["Lvl.3 Greedy Witch"], b=["Lvl.2 Greedy Witch"]).with_magic(ceremony=1)
    t.duel("Greedy", "Greedy", picks=[1])
    assert (len(t.hand("A")), len(t.hand("B"))) == (1, 2), "B had nothing to lose, A two cards to lose one of"


@rule("S-96", "CW-28", "CW-51")
def test_no_good_trying_witch_sits_a_turn_out() -> None:
    t = Table(a=["Lvl.5 No Good Trying Witch", "Lvl.1 Fire Wolf: (2)"], b=["Lvl.1 Fire Serpent", "Lvl.3 Holy Giant"])
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
def test_both_may_skip_and_skips_follow_one_another() -> None:
    t = Table(a=["Lvl.5 No Good Trying Witch"], b=["Lvl.5 No Good Trying Witch"], deck=["Cannonball"] * 12)
    t.empire("A").skip = 1
    t.duel("No Good", "No Good")
    t.start_turn().duel(None, None)
    assert (len(t.hand("A")), len(t.hand("B"))) == (3, 3)
    t.start_turn().duel(None, "Cannonball")
    assert (t.hp, len(t.hand("A")), len(t.hand("B"))) == ([25, 30], 6, 3)
