"""Clauses of the core rules, the pipeline and the effect system that the cards' own tests do not show."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from rumpus.core.errors import BadRecord, IllegalMove
from rumpus.core.position import Event
from rumpus.core.rng import CountingRng, Rng, ScriptedRng, SeededRng
from rumpus.games.creature_wars import game
from rumpus.games.creature_wars.rules.cards import CREATURE, NO_TYPE, TIER, WITCH
from rumpus.games.creature_wars.rules.flaws import flaws
from rumpus.games.creature_wars.rules.names import NAMES
from rumpus.games.creature_wars.rules.numbers import RULEBOOK_STRENGTHS
from rumpus.games.creature_wars.rules.position import War
from rumpus.games.creature_wars.rules.witches.base import Witch
from rumpus.games.creature_wars.rules.witches.catalogue import CATALOGUE, all_witches
from rumpus.games.creature_wars.words import unwritten_names
from rumpus.testing import rule
from rumpus.testing.random_games import RandomGame
from tests.games.creature_wars.kit import Table

UNWRITTEN = [name for tier in unwritten_names() for name in tier]


def fresh(seed: str = "deal", rng: Rng | None = None, listen: bool = False) -> War:
    position = game.start(game.options(), rng or SeededRng(seed), listen)
    assert isinstance(position, War)
    return position


@rule("CW-1", "CW-10", "CW-15")
def test_two_players_and_every_card_in_one_zone() -> None:
    assert list(game.seat_counts()) == [2]
    war = fresh()
    assert flaws(war) == []
    assert war.turn == 1
    assert war.to_act() in ([0, 1], [0], [1])


@rule("CW-3", "CW-4", "CW-5", "CW-6", "CW-8", "CW-9", "B-0", "R-1", "R-3", "R-4")
def test_the_deck_is_made_typed_shuffled_and_dealt_in_the_written_order() -> None:
    rng = CountingRng(SeededRng("deal"))
    war = fresh(rng=rng)
    sizes = [n for n, _ in rng.draws]
    assert sizes[:42] == [4] * 42, "a type for each creature, Tribe by Tribe"
    for tribe in range(7):
        for level in range(6):
            card = war.cards[6 * tribe + level]
            assert (card.tribe, card.kind) == (tribe, CREATURE)
            assert card.type == rng.draws[6 * tribe + level][1] or war.turn > 1
    for number in range(10):
        tier, size, level = sizes[42 + 3 * number : 45 + 3 * number]
        assert (tier, level) == (6, 3)
        assert size in (27, 97, 17)
    assert sizes[72:123] == list(range(52, 1, -1)), "one shuffle"
    assert sizes[123] == 2, "the starter"
    assert len(war.deck) == 52 - 10 - 2, "ten dealt, and both drew"
    assert [RULEBOOK_STRENGTHS[tribe] for tribe in range(7)] == [0, 2, 3, 3, 4, 5, 7]


@rule("CW-11", "CW-12", "CW-14", "ER-5", "ER-8")
def test_what_is_public_and_what_is_not() -> None:
    war = fresh(listen=True)
    mine, theirs, spectator = war.view(0), war.view(1), war.view(None)
    for view in (mine, theirs, spectator):
        assert view["deck"] == 40
        assert [seat["hp"] for seat in view["seats"]] == [30, 30]  # type: ignore[union-attr, index, call-overload]
    hands = {who: view["seats"][0]["hand"] for who, view in (("A", mine), ("B", theirs), ("-", spectator))}  # type: ignore[index, call-overload]
    assert all(card["card"] != "?" for card in hands["A"])  # type: ignore[union-attr, index, call-overload]
    assert all(card["card"] == "?" for card in hands["B"] + hands["-"])  # type: ignore[union-attr, index, call-overload, operator]
    events = war.take_events()
    draws = [event for event in events if event.kind == "draws"]
    assert len(draws) == 2
    for event in draws:
        holder = event.full().number(0)
        assert event.seen_by(holder) == event.full()
        assert event.seen_by(1 - holder) != event.full()


@rule("CW-16", "CW-17", "CW-18", "CW-19", "B-2")
def test_both_draw_one_card_a_turn_the_first_player_first() -> None:
    deck = [f"Lvl.{level} Holy Serpent" for level in (1, 2, 3, 4, 5)]
    t = Table(a=["Lvl.1 Fire Wolf", "Lvl.2 Fire Wolf"], b=["Lvl.1 Fire Giant", "Lvl.2 Fire Giant"], deck=deck, turn=1)
    t.duel("Lvl.1", "Lvl.1")
    t.start_turn()
    assert t.hand("B")[-1] == "Lvl.1 Holy Serpent {0}", "B is first in an even turn"
    assert t.hand("A")[-1] == "Lvl.2 Holy Serpent {0}"


@rule("CW-20", "OP-2")
def test_gaining_is_not_drawing() -> None:
    t = Table(a=["Lvl.1 Fire Wolf"], b=["Lvl.1 Fire Giant"])
    t.empire("A").thirst = 2
    t.gain("A", "Lvl.3 Fire Giant")
    assert t.hp == [30, 30]
    t.draw("A")
    assert t.hp == [28, 30]


@rule("CW-21")
def test_a_hand_has_no_limit() -> None:
    t = Table(a=[f"Lvl.{1 + n % 6} Fire Wolf" for n in range(30)], b=["Lvl.1 Fire Giant"])
    t.gain("A", "Lvl.1 Holy Dragon")
    assert len(t.hand("A")) == 31


@rule("CW-22", "CW-23", "PC-1", "B-4")
def test_both_commit_secretly_and_cannot_take_it_back() -> None:
    war = fresh("commit")
    while war.to_act() != [0, 1]:
        seat = war.to_act()[0]
        war.apply(seat, war.moves(seat)[0], SeededRng("on"))
    before = json.dumps(war.view(1))
    war.play(0, war.moves(0)[0], SeededRng("on"))
    assert json.dumps(war.view(1)) == before
    assert war.visible_to_act(1) == [0, 1]
    with pytest.raises(IllegalMove):
        war.play(0, 0, SeededRng("on"))
    assert war.refusal(1, 127) != "", "there is no passing and no card out of nowhere"


@rule("CW-45")
def test_every_witch_has_base_3_a_level_of_her_tier_and_no_type_or_tribe() -> None:
    for number in range(200):
        war = fresh(f"witches/{number}")
        for card in war.cards if war.turn == 1 else []:
            if card.kind == WITCH:
                low = (1, 4, 7)[card.witch // TIER]
                assert (card.base, card.type, card.tribe) == (3, NO_TYPE, -1)
                changed = card.bonus or card.zone != 0
                assert changed or low <= card.level <= low + 2, "as she lies in the deck"


@rule("CW-65", "R-5")
def test_where_nobody_is_said_to_choose_chance_does() -> None:
    t = Table(a=["Lvl.1 Magic Witch"], b=["Lvl.1 Fire Serpent", "Lvl.5 Holy Giant", "Lvl.5 Holy Wolf"])
    t.duel("Magic", "Serpent", picks=[1, 2, 2])
    assert t.asked == ""
    assert t.hand("B")[:2] == ["Lvl.5 Holy Giant {4}", "Lvl.3 Nightmare Serpent {0}"]


@rule("CW-68", "R-2")
def test_a_random_creature_is_tribe_level_type_in_this_order() -> None:
    war = fresh()
    with ScriptedRng([6, 4, 2]) as rng:
        c = war.random_creature(rng)
    assert war.text(c) == "Lvl.5 Nightmare Dragon {7}"


@rule("CW-79", "R-7")
def test_symmetric_effects_treat_the_caster_first() -> None:
    t = Table(a=["Lvl.2 Flamboyant Witch"], b=["Lvl.1 Fire Serpent"], turn=2)
    t.war.listen()
    t.duel("Flamboyant", "Serpent")
    assert t.hand("A") == ["Lvl.1 Nightmare Skeleton {3}"]
    assert t.hand("B")[0] == "Lvl.1 Nightmare Skeleton {3}"


@rule("CW-88", "CW-87")
def test_a_deck_that_is_refilled_in_time_goes_on() -> None:
    t = Table(a=["Lvl.4 Witch of the Bone Legion"], b=["Lvl.1 Fire Serpent"], deck=["Lvl.1 Holy Serpent"])
    t.draw("A")
    assert t.deck == []
    t.duel("Bone", "Serpent", picks=[0, 0] * 6 + [0] * 5)
    assert t.over == ""
    assert len(t.deck) == 6


@rule("CW-91", "CW-93", "CW-94")
def test_cards_are_written_in_the_notation() -> None:
    cards = [
        "Lvl.4 Fire Wolf {2}",
        "Lvl.4 Blind Witch {3}",
        "Lvl.8 Phantom {1}",
        "Cannonball {0}",
        "Lvl.2 Holy Giant {4}: (2)",
    ]
    t = Table(a=cards, b=["Lvl.1 Fire Serpent", "Lvl.2 Fire Giant: (-)"])
    t.wrap("A", "Lvl.1 Holy Wolf")
    assert t.hand("A") == [*cards, "Wrapped Gift {?}"]
    assert t.hand("B")[1] == "Lvl.2 Fire Giant {4}: (-)"
    line = game.describe_event(
        Event("changes", [0, "Lvl.1 Nightmare Serpent {0}", "Lvl.1 Nightmare Dragon {7}"]).full(), ["A", "B"]
    )
    assert line.text == "In A's hand the level 1 Nightmare Serpent becomes the level 1 Nightmare Dragon."


@rule("CW-95", "CW-39")
def test_contradictions_of_the_book_are_settled() -> None:
    assert RULEBOOK_STRENGTHS[4] == 4, "the table wins over the samples"
    t = Table(a=["Lvl.3 Fire Giant", "Lvl.1 Fire Wolf"], b=["Lvl.3 Fire Giant", "Lvl.1 Holy Wolf"])
    t.duel("Giant", "Giant")
    assert "Lvl.3 Fire Giant {4}: (1)" in t.hand("A")
    t.start_turn()
    assert "Lvl.3 Fire Giant {4}: (1)" not in t.options("A"), "resting in the next turn, playable in the one after"


@rule("OP-5", "OP-6")
def test_discarded_and_removed_cards_lie_on_their_piles_for_all_to_see() -> None:
    t = Table(a=["Lvl.4 Frost Witch", "Lvl.1 Fire Wolf"], b=["Lvl.1 Holy Serpent", "Lvl.2 Holy Wolf"])
    t.war.discard([t.find("B", "Wolf")], ScriptedRng(()))
    t.duel("Frost", "Serpent")
    assert t.graveyard[0] == "Lvl.2 Holy Wolf {2} discarded"
    assert t.removed == ["Lvl.1 Fire Wolf {2}"]
    assert "Lvl.2 Holy Wolf {2}" in json.dumps(t.war.view(None)["graveyard"])
    assert t.war.view(None)["removed"] == ["Lvl.1 Fire Wolf {2}"]


@rule("OP-12", "OP-16", "CW-32")
def test_levels_stop_at_zero_and_marks_are_added_once() -> None:
    t = Table(a=["Lvl.1 Fire Wolf"], b=["Lvl.1 Holy Serpent"])
    wolf = t.find("A", "Wolf")
    t.war.raise_level(wolf, -5)
    assert t.hand("A") == ["Lvl.0 Fire Wolf {2}"]
    t.war.lock(wolf, 2)
    t.war.lock(wolf, 8)
    t.war.bar(wolf)
    assert t.card("A", "Wolf").locks == 10
    assert t.card("A", "Wolf").barred


@rule("B-6", "SC-7", "SC-9")
def test_arrivals_hurt_before_anybody_casts() -> None:
    t = Table(a=["Cannonball"], b=["Lvl.1 Kind Witch", "Raven"], hp=(30, 5)).duel("Cannonball", "Kind")
    assert t.over == "A"
    assert not any("Kind" in words for words in t.graveyard)


# --- the effect system ---


@rule("ER-1", "CW-7", "ER-9")
def test_one_catalogue_of_141_and_unwritten_names_apart() -> None:
    assert [len(tier) for tier in CATALOGUE] == [27, 97, 17]
    names = [witch.name for witch in all_witches()]
    assert names == [name for tier in NAMES for name in tier]
    for letter, tier in zip("LSX", CATALOGUE, strict=True):
        assert [witch.clause for witch in tier] == [f"{letter}-{place:02}" for place in range(1, len(tier) + 1)]
    assert len(set(names)) == 141
    assert all(witch.text and witch.clause for witch in all_witches())
    assert len(UNWRITTEN) == len(set(UNWRITTEN)) == 134
    assert not set(UNWRITTEN) & set(names)
    topics = {topic.name for topic in game.topics(game.options()) if topic.in_play}
    assert not topics & set(UNWRITTEN)


@rule("ER-1")
def test_no_moment_is_misspelt() -> None:
    known = set(dir(Witch))
    own_helpers = Counter(name for witch in all_witches() for name in vars(type(witch)) if name not in known)
    moments = {
        "cast",
        "chosen",
        "avenges",
        "dies",
        "survives",
        "turn_starts",
        "after_draw",
        "turn_ends",
        "playable",
        "allows",
        "due",
    }
    assert moments <= known
    for name in own_helpers:
        assert not any(name.lower().startswith(moment[:4]) for moment in moments), name
    for witch in all_witches():
        acts = [name for name in vars(type(witch)) if name in moments]
        flags = witch.loses_every_fight or witch.cannot_be_attacked or witch.meta or witch.restrains
        assert acts or flags or witch.name == "Which Witch", witch.name


@rule("ER-2", "ER-10", "ER-6")
def test_nothing_is_out_of_place_after_any_step() -> None:
    for number in range(6):
        match = RandomGame(game, game.options({"witch_cards": 40}), f"invariants/{number}")
        for _ in match.steps():
            assert isinstance(match.position, War)
            assert flaws(match.position) == []


@rule("ER-3")
def test_a_question_in_the_middle_of_a_spell_survives_saving() -> None:
    asked = 0
    for number in range(40):
        match = RandomGame(game, game.options({"witch_cards": 60}), f"asked/{number}")
        for seat, move in match.steps():
            war = match.position
            assert isinstance(war, War)
            if war.frames and asked < 8:
                asked += 1
                again = game.load(match.options, json.loads(json.dumps(war.save())))
                twin = war.copy()
                again.apply(seat, move, SeededRng("on"))
                twin.apply(seat, move, SeededRng("on"))
                assert again.save() == twin.save()
    assert asked == 8


@rule("ER-3")
def test_a_damaged_position_is_refused() -> None:
    plain = fresh().save()
    plain["deck"] = [0]
    with pytest.raises(BadRecord, match="damaged: card 0 lies in zone 0"):
        game.load(game.options(), plain)


@rule("ER-4")
def test_same_picks_and_answers_give_the_same_game_and_log() -> None:
    """The picks of a seeded game, written down and fed in again as a script, give the same game."""
    rng, answers = CountingRng(SeededRng("twice")), SeededRng("answers")
    first = game.start(game.options(), rng, listen=True)
    moves: list[tuple[int, int]] = []
    while first.to_act():
        seat = first.to_act()[0]
        options = first.moves(seat)
        moves.append((seat, options[answers.below(len(options))]))
        first.apply(seat, moves[-1][1], rng)
    with ScriptedRng([number for _, number in rng.draws]) as script:
        again = game.start(game.options(), script, listen=True)
        for seat, move in moves:
            again.apply(seat, move, script)
    assert again.save() == first.save()
    assert repr(again.take_events()) == repr(first.take_events())


@rule("ER-7", "CW-78")
def test_modifiers_are_listed_for_everybody_with_their_source() -> None:
    t = Table(a=["Lvl.6 Venom Witch", "Lvl.6 Talismanic Witch"], b=["Lvl.1 Fire Wolf", "Lvl.2 Fire Wolf"])
    t.duel("Venom", "Lvl.1")
    t.duel_again("Talismanic", "Lvl.2")
    for seat in (0, 1, None):
        view = t.war.view(seat)
        assert view["in force"] == [{"says": "Serpents win every fight", "clause": "S-12", "count": 1}]
        ward = {"says": "next damage is halved", "clause": "S-40", "count": 1}
        assert view["seats"][0]["charges"] == [ward]  # type: ignore[index, call-overload]
