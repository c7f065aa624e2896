"""Who knows what: views, events, who seems to be asked, and worlds that keep what was seen."""

from __future__ import annotations

import json

import pytest

from rumpus.core.rng import ScriptedRng, SeededRng
from rumpus.games.cat_brawl import game
from rumpus.games.cat_brawl.rules.abilities import ATTACKER, CRITICAL_HIT
from rumpus.games.cat_brawl.rules.cards import CANT_GUARD, CANT_REVERSE, DOUBLE_SCRATCH, KIND_COUNT
from rumpus.games.cat_brawl.rules.cats import MAINE_COON
from rumpus.games.cat_brawl.rules.position import Brawl
from rumpus.games.cat_brawl.rules.ring import UNDECIDED
from rumpus.testing import rule
from tests.games.cat_brawl.ringside import CLOCKWISE, Ringside, seen


def worlds(t: Ringside, seat: int, count: int = 60) -> list[Brawl]:
    return [t.position.determinize(seat, SeededRng(f"dream {number}")) for number in range(count)]


def plain(view: object) -> str:
    return json.dumps(view, sort_keys=True)


@rule("CB-1", "CB-36")
def test_a_hand_and_a_bonus_ability_are_their_owners_secret() -> None:
    hidden = ["Double Scratch", "Double Purring"], ["Can't Guard", "Reverse Scratch"]
    views = []
    for hand, bonus in zip(hidden, ("Attacker", "Critical Hit"), strict=True):
        t = Ringside("Ragdoll", "Siamese", hands={0: hand}, bonus={0: bonus})
        views.append([plain(t.position.view(1)), plain(t.position.view(None))])
        assert sorted(seen(t.position, 0)["hand"]) == sorted(hand)
        assert seen(t.position, 0)["seats"][0]["bonus"] == bonus
    assert views[0] == views[1]
    assert seen(t.position, 1)["seats"][0]["cards"] == 2


@rule("CB-1", "CB-7")
def test_a_sealed_strategy_is_seen_by_nobody_else() -> None:
    t = Ringside("Ragdoll", "Ragdoll")
    before = plain(t.position.view(1)), t.position.visible_to_act(1)
    t.position.play(0, game.parse_move(t.position, 0, "scratch 1"), ScriptedRng([]))
    assert (plain(t.position.view(1)), t.position.visible_to_act(1)) == before
    assert seen(t.position, 0)["sealed"] == "scratch 1"
    assert t.position.visible_to_act(0) == [1]
    assert t.position.take_events() == []


@rule("CB-36")
def test_drawn_and_hunted_cards_are_seen_by_their_owner_alone() -> None:
    t = Ringside("Maine Coon", "Persian", hands={0: ["Guard and Draw"]})
    t.position.cats[0].hunger = 1
    events = t.decide("guard +draw", "scratch 0", rng=[0, CLOCKWISE, 4, 1])
    assert "Ada draws Guard and Heal by Guard and Draw. (CB-18)" in t.log_texts(events, 0)
    assert "Ada comes back from Hunting with Can't Guard. (CB-23)" in t.log_texts(events, 0)
    for other in (1, None):
        assert "Ada draws a card by Guard and Draw. (CB-18)" in t.log_texts(events, other)
        assert "Ada comes back from Hunting with Can't Guard or Can't Reverse. (CB-23)" in t.log_texts(events, other)
        assert not [
            line for line in t.log_texts(events, other) if "with Can't Guard. " in line or "Guard and Heal" in line
        ]


@rule("CB-36", "CB-24")
def test_a_recycled_card_is_seen_by_all() -> None:
    t = Ringside("Exotic Shorthair", "Ragdoll", pile=["Double Scratch"]).then("guard", "guard", rng=[0, CLOCKWISE])
    events = t.decide("recycling")
    assert "Ada takes Double Scratch from the used cards. (CB-24)" in t.log_texts(events, None)
    assert seen(t.position, 1)["seats"][0]["known"] == {"Double Scratch": 1}


@rule("CB-36")
@pytest.mark.parametrize("bonus", ["Attacker", "Critical Hit"])
def test_who_is_asked_in_the_prelude_does_not_show(bonus: str) -> None:
    """Seat 2 may or may not own a Critical Hit: it is waited for either way, and also after it has answered."""
    t = Ringside("Siamese", "Ragdoll", "Ragdoll", bonus={2: bonus})
    assert t.position.visible_to_act(0) == [0, 2]
    assert t.position.visible_to_act(1) == [0, 2]
    assert t.position.visible_to_act(None) == [0, 2]
    if bonus == "Critical Hit":
        t.position.play(2, game.parse_move(t.position, 2, "decline"), ScriptedRng([]))
        assert t.position.visible_to_act(2) == [0]
    assert t.position.visible_to_act(0) == [0, 2]


@rule("CB-36")
def test_a_shown_critical_hit_is_waited_for_only_when_it_is_ready() -> None:
    t = Ringside("Siamese", "Ragdoll", bonus={1: "Critical Hit"}, shown=[1])
    assert t.position.visible_to_act(0) == [0, 1]
    t.position.cats[1].bonus_ready = 3
    assert t.position.visible_to_act(0) == [0]


@rule("CB-36")
def test_the_hand_of_a_cat_that_goes_out_is_gone_unseen() -> None:
    t = Ringside("Ragdoll", "Ragdoll", "Persian", hp=[10, 1, 8], hands={1: ["Double Purring", "Can't Guard"]})
    events = t.decide("scratch 1", "purr", "guard", rng=[0, CLOCKWISE])
    assert (t.living, t.sizes, t.pile) == ([0, 2], [0, 0, 0], [])
    assert not [line for line in t.log_texts(events) if "Double Purring" in line or "Can't Guard" in line]


# --- worlds ---


@rule("CB-36")
def test_a_world_keeps_the_seats_hand_bonus_and_sealed_answer() -> None:
    t = Ringside("Ragdoll", "Ragdoll", hands={0: ["Double Scratch"], 1: ["Double Purring"]}, bonus={0: "Attacker"})
    t.position.play(0, game.parse_move(t.position, 0, "scratch 1 +double"), ScriptedRng([]))
    for world in worlds(t, 0):
        assert plain(world.view(0)) == plain(t.position.view(0))
        assert world.to_act() == [1]
        assert world.cats[1].size == 1


@rule("CB-36")
def test_others_hands_are_any_kinds_and_bonuses_either() -> None:
    t = Ringside("Ragdoll", "Persian", hands={1: ["Double Purring"]}, bonus={1: "Attacker"})
    seen = worlds(t, 0, 300)
    assert {world.cats[1].hand.index(1) for world in seen} == set(range(KIND_COUNT))
    assert {world.cats[1].bonus for world in seen} == {ATTACKER, CRITICAL_HIT}


@rule("CB-36", "CB-24")
def test_a_recycled_card_stays_in_every_world_until_it_is_shown() -> None:
    t = Ringside("Exotic Shorthair", "Ragdoll", hands={0: ["Double Purring"]}, pile=["Double Scratch"])
    t.then("guard", "guard", rng=[0, CLOCKWISE]).then("recycling")
    assert all(world.cats[0].hand[DOUBLE_SCRATCH] >= 1 for world in worlds(t, 1))
    assert all(world.cats[0].size == 2 for world in worlds(t, 1))
    t.then("purr +double", "guard", rng=[0, CLOCKWISE]).then("guard", "guard", rng=[0, CLOCKWISE])
    assert all(world.cats[0].hand[DOUBLE_SCRATCH] == 1 for world in worlds(t, 1)), "it is the only card left"
    t.then("scratch +double", "purr", rng=[0, CLOCKWISE]).then("recycling", rng=[0])
    assert seen(t.position, 1)["seats"][0]["known"] == {"Double Purring": 1}


@rule("CB-36", "CB-23")
def test_a_hunted_card_is_one_of_two_kinds_and_the_others_are_neither() -> None:
    t = Ringside("Maine Coon", "Ragdoll", hands={0: ["Double Purring", "Guard and Heal"]})
    t.then("guard", "guard", rng=[0, CLOCKWISE]).then("guard", "guard", rng=[0, CLOCKWISE, 1])
    found = set()
    for world in worlds(t, 1):
        cat = world.cats[0]
        assert cat.size == 3
        assert cat.hand[CANT_REVERSE] + cat.hand[CANT_GUARD] == 1
        assert cat.hunger == 0
        found.add(cat.hand[CANT_GUARD])
    assert found == {0, 1}


@rule("CB-36", "CB-23")
def test_a_maine_coon_that_finds_nothing_surely_has_claws() -> None:
    t = Ringside("Maine Coon", "Ragdoll", hands={0: ["Can't Guard", "Double Purring"]})
    t.all("guard", "guard", rng=[0, CLOCKWISE])
    seen = worlds(t, 1, 100)
    assert {world.cats[0].has_claws() for world in seen} == {True, False}
    assert all(world.cats[0].hunger == (0 if world.cats[0].has_claws() else 1) for world in seen)
    t.all("guard", "guard", rng=[0, CLOCKWISE])
    assert all(world.cats[0].has_claws() for world in worlds(t, 1))
    t.all("scratch +noguard", "guard", rng=[0, CLOCKWISE])
    seen = worlds(t, 1, 100)
    assert {world.cats[0].has_claws() for world in seen} == {True, False}, "it may have been the only one"


@rule("CB-36", "CB-27")
def test_a_shown_bonus_stays_in_every_world() -> None:
    t = Ringside("Persian", "Persian", hands={0: ["Double Scratch"]}, bonus={0: "Attacker", 1: "Critical Hit"})
    t.then("decline").then("scratch 1 +double", "scratch 0", rng=[0, CLOCKWISE, 3])
    assert {world.cats[0].bonus for world in worlds(t, 1)} == {ATTACKER}


@rule("CB-36")
def test_worlds_of_a_seat_that_waits_in_the_prelude_ask_another() -> None:
    t = Ringside("Ragdoll", "Ragdoll", "Ragdoll", bonus={0: "Attacker", 1: "Attacker", 2: "Critical Hit"})
    assert t.phase == "prelude"
    asked = {tuple(world.to_act()) for world in worlds(t, 0, 100)}
    assert asked == {(1,), (2,), (1, 2)}
    assert t.position.visible_to_act(0) == [1, 2]


@rule("CB-36", "CB-5")
def test_hunger_is_that_of_the_last_postlude_not_of_a_card_drawn_since() -> None:
    t = Ringside("Maine Coon", "Ragdoll", hands={0: ["Double Purring"]}, draw_every=2)
    t.all("guard", "guard", rng=[0, CLOCKWISE, CANT_GUARD, 0])
    assert t.position.cats[0].hunger == 1
    assert t.position.cats[0].has_claws()
    kinds = {(world.cats[0].hunger, world.cats[0].has_claws()) for world in worlds(t, 1, 300)}
    assert kinds == {(1, True), (1, False), (0, True)}


@rule("CB-36", "CB-23")
@pytest.mark.parametrize("draw_every", [0, 1, 3])
def test_what_everybody_concludes_is_true(draw_every: int) -> None:
    """In many random games: surely held cards are held, surely claws are claws, and the count is as concluded."""
    rng = SeededRng(f"truth {draw_every}")
    options = game.options({"players": 4, "draw_every": draw_every, "max_rounds": 30})
    concluded = 0
    for _ in range(40):
        position = game.start(options, rng)
        while position.to_act():
            seat = position.to_act()[0]
            moves = position.moves(seat)
            position.apply(seat, moves[rng.below(len(moves))], rng)
            for cat in (position.cats[seat] for seat in position.living):
                claws = cat.hand[CANT_REVERSE] + cat.hand[CANT_GUARD]
                assert all(known <= held for known, held in zip(cat.known, cat.hand, strict=False))
                assert cat.claws <= claws <= cat.size - cat.tame
                concluded += cat.claws + cat.tame + sum(cat.known)
                if draw_every == 0 and cat.breed == MAINE_COON and position.winner == UNDECIDED:
                    assert cat.hunger == (0 if claws else cat.lean)
    assert concluded > 100
