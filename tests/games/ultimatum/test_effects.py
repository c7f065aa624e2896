"""Effects, one test each: action, duration and combination."""

from __future__ import annotations

import pytest

from rumpus.games.ultimatum.rules.terrain.board import MAGICAL, PHYSICAL, TRUE
from rumpus.testing import rule
from tests.games.ultimatum.stage import Stage


@rule("UL-24", "UL-22")
def test_poison_takes_true_damage_at_the_opening_of_the_turn() -> None:
    s = Stage("Bram e5", "Nyx o9").give("Bram", "poison", 5, turns=2).act("bram move f5")
    assert (s.hp("Bram"), s.effects("Bram")) == (73, ["poison 5 for 1"])


@rule("UL-24", "UL-18")
def test_regrowth_heals_at_the_opening_of_the_turn_up_to_the_maximum() -> None:
    s = Stage("Bram e5 70", "Nyx o9").give("Bram", "regrowth", 5, turns=2)
    assert s.hp_by_phase("Bram", 3) == [75, 78, 78]
    s.p.hit(s.unit("Bram"), 200, TRUE)
    s.p.heal(s.unit("Bram"), 50)
    assert s.hp("Bram") == 0, "the dead are not woken"


@rule("UL-24", "A-33")
def test_drain_hurts_the_bearer_and_heals_the_giver() -> None:
    s = Stage("Bram e5", "Corvin o9 30").give("Bram", "drain", 9, turns=1, giver="Corvin").act("bram pass")
    assert (s.hp("Bram"), s.hp("Corvin"), s.effects("Bram")) == (69, 39, [])


@rule("UL-24", "UL-13")
def test_stun_leaves_only_the_pass() -> None:
    s = Stage("Bram e5, Isk a1", "Nyx f5").give("Bram", "stun")
    assert s.options_of("Bram") == ["Bram pass"]
    for text in ("bram f6", "bram attack nyx", "bram shield wall", "bram earthshaker"):
        assert s.refuses(text) == "Bram is stunned and can only pass (UL-13)."


@rule("UL-24")
def test_snare_forbids_the_basic_move_only() -> None:
    s = Stage("Nyx e5, Isk a1", "Bram f5").give("Nyx", "snare")
    assert s.options_of("Nyx", "move") == []
    assert s.refuses("nyx e4") == "Nyx is snared and cannot move (UL-24)."
    assert s.options_of("Nyx", "attack") == ["Nyx attack 2.Bram"]
    assert s.options_of("Nyx", "Backstab") != []


@rule("UL-24")
def test_ground_forbids_moving_oneself_by_any_means() -> None:
    for squad, ability in (("Nyx e5, Isk a1", "Backstab"), ("Sable e5, Isk a1", "Lunge")):
        s = Stage(squad, "Bram f5")
        name = squad.split()[0]
        s.give(name, "ground")
        assert s.options_of(name, "move") == s.options_of(name, ability) == []
        assert s.options_of(name, "attack") != []
    s = Stage("Halla e5, Nyx k5", "Bram o9").give("Nyx", "ground", turns=3).act("halla to me")
    assert s.hex_of("Nyx") == "f5", "being moved by somebody else is never forbidden"


@rule("UL-24")
def test_disarm_forbids_basic_attacks_also_inside_abilities() -> None:
    s = Stage("Sable e5, Isk a1", "Bram f5").give("Sable", "disarm")
    assert s.options_of("Sable", "attack") == s.options_of("Sable", "Lunge") == s.options_of("Sable", "Flurry") == []
    assert s.refuses("sable attack bram") == "Sable is disarmed (UL-24)."
    assert s.options_of("Sable", "move") != []


@rule("UL-24", "UL-34")
def test_silence_forbids_abilities_but_not_passives() -> None:
    s = Stage("Nyx e5, Isk a1", "Ursa f5").give("Nyx", "silence").give("Ursa", "poison", 1, turns=2)
    assert s.options_of("Nyx", "Backstab") == s.options_of("Nyx", "Outbreak") == []
    s.act("nyx attack ursa")
    assert s.effects("Ursa") == ["poison 1 for 2", "poison 3 for 3"]


@rule("UL-24")
@pytest.mark.parametrize(
    ("effect", "normal", "raised"), [("attack", 14, 19), ("speed", 7, 12), ("range", 2, 7)], ids=str
)
def test_stats_add_up_and_stay_above_zero(effect: str, normal: int, raised: int) -> None:
    s = Stage("Nyx e5", "Bram o9")
    now = {"attack": s.p.attack_of, "speed": s.p.speed_of, "range": s.p.range_of}[effect]
    assert now(0) == normal
    s.give("Nyx", effect, 2).give("Nyx", effect, 3)
    assert now(0) == raised
    s.give("Nyx", effect, -50)
    assert now(0) == 0
    if effect == "speed":
        assert s.options_of("Nyx", "move") == []
        assert "speed of 0 (UL-10)" in s.refuses("nyx e4")


@rule("UL-24", "UL-17")
def test_defences_change_and_may_be_negative() -> None:
    s = Stage("Nyx e5", "Bram o9").give("Nyx", "physical defence", -25).give("Nyx", "magical defence", 5)
    assert (s.p.loss(0, 20, PHYSICAL), s.p.loss(0, 20, MAGICAL)) == (22, 16)


@rule("UL-37")
def test_shields_add_up_to_twenty_and_take_every_kind_of_loss() -> None:
    s = Stage("Bram e5", "Nyx o9")
    s.p.gain_shield(0, 15)
    s.p.gain_shield(0, 15)
    assert s.shield_of("Bram") == 20
    for damage in (PHYSICAL, MAGICAL, TRUE):
        assert s.p.hit(0, 5, damage) == 0
    assert s.shield_of("Bram") == 20 - 4 - 4 - 5
    s.pass_phase()
    assert s.shield_of("Bram") == 7, "no timer"
    s.p.hit(0, 999, TRUE)
    assert s.p.shield[0] == 0


@rule("UL-39", "UL-24")
def test_invisible_blocks_as_usual_but_cannot_be_named() -> None:
    s = Stage("Lys f5, Bram a1", "Nyx e5, Isk e9, Ursa d5").give("Lys", "invisible", turns=3).turn(2)
    assert "Nyx move f5" not in s.options_of("Nyx", "move")
    assert s.options_of("Isk", "Freeze") == []
    assert s.options_of("Isk", "Blizzard") != [], "areas work on it"
    assert s.refuses("nyx attack lys") == "@0['s] Lys is invisible and cannot be a target (UL-39)."


@rule("UL-39", "UL-30")
def test_losing_one_hp_from_whatever_cause_ends_invisibility_and_a_shield_saves_it() -> None:
    s = Stage("Lys f5, Bram a1", "Tamsin o9").give("Lys", "invisible", turns=3).shield("Lys", 20).trap("Tamsin", "g5")
    s.act("lys move g5")
    assert "invisible 0 for 2" in s.effects("Lys"), "18 was absorbed"
    s.give("Lys", "poison", 5, turns=1).ready_all().act("lys pass")
    assert s.hp("Lys") == 55
    assert not any(effect.startswith("invisible") for effect in s.effects("Lys"))


@rule("UL-35")
def test_holding_effects_hold_at_once_and_count_only_turns_that_start_later() -> None:
    s = Stage("Nyx e5, Bram a1", "Tamsin o9").trap("Tamsin", "g5").act("nyx move g5")
    assert s.effects("Nyx") == ["snare 0 for 1"], "the turn in which she got it does not count"
    s.pass_phase().turn(1).act("nyx pass")
    assert s.effects("Nyx") == []
    s = Stage("Bram e5, Isk a1", "Nyx f5, Ursa o9").acted("Nyx").act("bram earthshaker")
    assert s.effects("Nyx") == ["stun 0 for 1"]
    s.pass_phase()
    assert s.effects("Nyx") == ["stun 0 for 1"], "her turn of this phase was over"
    s.pass_phase()
    assert s.effects("Nyx") == []


@rule("UL-36")
def test_effects_never_merge_and_the_longer_prohibition_counts() -> None:
    s = Stage("Nyx e5, Bram a1", "Isk o9").give("Nyx", "snare", turns=1).give("Nyx", "snare", turns=2).act("nyx pass")
    assert s.effects("Nyx") == ["snare 0 for 1"]
    s.pass_phase().turn(1)
    assert s.options_of("Nyx", "move") == []
    s.act("nyx pass")
    assert s.effects("Nyx") == []


@rule("UL-38")
def test_what_is_harmful_and_what_is_not() -> None:
    s = Stage("Amity e5, Nyx f5", "Corvin o9")
    for effect in ("poison", "drain", "stun", "snare", "ground", "disarm", "silence"):
        s.give("Nyx", effect, 1 if effect in ("poison", "drain") else 0, giver="Corvin")
    for effect in ("attack", "speed", "range", "physical defence", "magical defence"):
        s.give("Nyx", effect, -1).give("Nyx", effect, 2)
    s.give("Nyx", "regrowth", 2).give("Nyx", "invisible").give("Nyx", "last stand")
    s.shield("Nyx", 7).act("amity cleanse nyx")
    assert s.effects("Nyx") == [
        "attack 2 for 1",
        "speed 2 for 1",
        "range 2 for 1",
        "physical defence 2 for 1",
        "magical defence 2 for 1",
        "regrowth 2 for 1",
        "invisible 0 for 1",
        "last stand 0 for 1",
    ]
    assert s.shield_of("Nyx") == 7


@rule("UL-19")
def test_death_takes_what_one_has_and_leaves_what_one_gave() -> None:
    s = Stage("Nyx e5 5, Bram a1", "Ursa f5, Tamsin o9").act("nyx attack ursa").give("Nyx", "attack", 3)
    s.shield("Nyx", 4)
    s.p.normal_wait[0] = 3
    s.p.hit(0, 99, TRUE)
    assert (s.hex_of("Nyx"), s.p.shield[0], s.p.normal_wait[0]) == ("", 0, 3)
    assert s.p.is_free(s.hex("e5"))
    assert s.effects("Ursa") == ["poison 3 for 3"]
    assert s.effects("Nyx") == []
