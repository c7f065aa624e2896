"""The fifty worked examples of the rules, one test each."""

from __future__ import annotations

import pytest

from rumpus.core.errors import BadOption
from rumpus.core.rng import ScriptedRng
from rumpus.games.ultimatum import game
from rumpus.games.ultimatum.rules.terrain.board import PHYSICAL, TRUE
from rumpus.games.ultimatum.rules.terrain.mapfile import BadMap, check_block, read_map
from rumpus.testing import rule
from tests.games.ultimatum.stage import Stage, field


@rule("UL-S1", "UL-17")
def test_damage_is_cut_by_defence_and_taken_by_shields() -> None:
    s = Stage("Wren e5", "Nyx h5, Bram f5")
    assert s.p.loss(s.unit("Nyx"), 13, PHYSICAL) == 12
    s.act("wren x bram")
    assert s.hp("Bram") == 78 - 10
    assert s.p.hit(s.unit("Bram"), 8, TRUE) == 8
    s.give("Nyx", "physical defence", -25)
    assert s.p.loss(s.unit("Nyx"), 13, PHYSICAL) == 15
    s = Stage("Wren e5", "Nyx h5").shield("Nyx", 8)
    assert s.p.hit(s.unit("Nyx"), 13, PHYSICAL) == 4
    assert (s.shield_of("Nyx"), s.hp("Nyx")) == (0, 62)


@rule("UL-S2", "UL-10", "UL-11", "UL-12", "UL-13")
def test_move_and_attack_in_either_order_and_an_ultimatum_alone() -> None:
    s = Stage("Bram e5, Halla a1", "Nyx i5, Ursa o9").act("bram g5")
    assert "only action" in s.refuses("bram earthshaker")
    s.act("attack nyx")
    assert s.seat == 1
    s = Stage("Bram e5, Halla a1", "Nyx g5, Ursa o9").act("bram attack nyx")
    assert "has already attacked" in s.refuses("shield wall")
    s.act("move e4")
    assert s.seat == 1
    s = Stage("Bram e5, Halla a1", "Nyx g5, Ursa o9").act("bram earthshaker")
    assert s.seat == 1


@rule("UL-S3", "UL-22", "UL-36", "UL-37")
def test_poison_acts_at_each_turn_passes_included_oldest_first() -> None:
    s = Stage("Bram e5", "Nyx o9").give("Bram", "poison", 2, turns=3)
    assert s.hp_by_phase("Bram", 4) == [76, 74, 72, 72]
    s = Stage("Bram e5 4, Ursa a1", "Nyx o9").give("Bram", "poison", 2, turns=3).give("Bram", "poison", 3, turns=3)
    events = s.act("bram pass").heard
    lost = [event.args[1] for event in events if event.kind == "damage"]
    assert lost == [2, 2]
    assert s.hex_of("Bram") == ""
    s = Stage("Bram e5 4, Ursa a1", "Nyx o9").give("Bram", "poison", 2, turns=3).give("Bram", "poison", 3, turns=3)
    s.shield("Bram", 20).act("bram pass")
    assert (s.hp("Bram"), s.shield_of("Bram")) == (4, 15)


@rule("UL-S4", "UL-23")
def test_whom_an_effect_kills_does_not_act() -> None:
    s = Stage("Bram e5 2, Ursa a1", "Nyx o9").give("Bram", "poison", 2, turns=3).act("bram move h5")
    assert s.hex_of("Bram") == ""
    assert s.p.is_free(s.hex("e5"))
    assert s.p.is_free(s.hex("h5"))
    assert s.seat == 1


@rule("UL-S5", "UL-13", "UL-35")
def test_a_stun_of_one_turn() -> None:
    s = Stage("Bram e5, Halla a1", "Nyx g5, Ursa o9").act("bram earthshaker")
    assert s.options_of("Nyx") == ["Nyx pass"]
    s.act("nyx pass").pass_phase().turn(2)
    assert len(s.options_of("Nyx")) > 1
    s = Stage("Bram e5, Halla a1", "Nyx g5, Ursa o9").acted("Nyx").act("bram earthshaker").pass_phase().turn(2)
    assert s.options_of("Nyx") == ["Nyx pass"]


@rule("UL-S6", "UL-16")
def test_melee_lines_end_at_walls_and_characters_and_ranged_do_not() -> None:
    assert Stage("Nyx e5", "Ursa g5").options_of("Nyx", "attack") == ["Nyx attack 2.Ursa"]
    assert Stage("Nyx e5", "Ursa g5", walls="f5").options_of("Nyx", "attack") == []
    assert Stage("Nyx e5, Halla f5", "Ursa g5").options_of("Nyx", "attack") == []
    assert Stage("Nyx e5", "Ursa g5, Halla f5").options_of("Nyx", "attack") == ["Nyx attack 2.Halla"]
    hidden = Stage("Nyx e5", "Ursa g5, Lys f5").give("Lys", "invisible", turns=2)
    assert hidden.options_of("Nyx", "attack") == []
    assert Stage("Isk e5, Halla f5", "Ursa h5", walls="g5").options_of("Isk", "attack") == ["Isk attack 2.Ursa"]


@rule("UL-S7", "UL-20")
def test_a_cooldown_of_two() -> None:
    s = Stage("Orrin e5", "Bram i5")
    s.p.phase = 3
    s.act("orrin firebolt bram").pass_phase()
    assert s.p.phase == 4
    assert "cools down for 1 more phase (UL-20)" in s.refuses("orrin firebolt bram")
    s.pass_phase()
    assert s.options_of("Orrin", "Firebolt") == ["Orrin Firebolt 2.Bram"]


@rule("UL-S8", "UL-7")
def test_three_against_one_take_turns() -> None:
    s = Stage("Bram e5, Halla a1, Ursa a2", "Nyx o9")
    seats = []
    while s.p.phase == 1:
        seats.append(s.seat + 1)
        ready = s.p.ready(s.seat)[0]
        s.act(f"{s.p.character(ready).name} pass")
    assert seats == [1, 2, 1, 1]


@rule("UL-S9", "UL-25")
def test_a_meteor_may_leave_nobody() -> None:
    s = Stage("Orrin e5 10", "Nyx f5 5").act("orrin meteor f5")
    assert s.p.over
    assert s.p.result() == [0.0, 0.0]
    assert "no winner" in str(s.p.view(None)["outcome"])


@rule("UL-S10", "UL-15")
def test_a_corridor_with_a_friend_or_an_enemy_in_it() -> None:
    corridor = " ".join(f"{column}{row}" for column in "abcdefghijklmno" for row in (4, 6) if column not in "ao")
    s = Stage("Bram d5, Ursa e5", "Nyx o9", walls=corridor)
    ends = {text.split()[2] for text in s.options_of("Bram", "move")}
    assert "h5" in ends
    assert not {"e5", "i5"} & ends
    s = Stage("Bram d5", "Nyx e5", walls=corridor)
    assert "f5" not in {text.split()[2] for text in s.options_of("Bram", "move")}
    s = Stage("Bram d5", "Nyx e5")
    run = next(event for event in s.act("bram f5").heard if event.kind == "run")
    assert len(str(run.args[1]).split()) - 1 == 3


@rule("UL-S11", "UL-5", "UL-6", "P-6")
def test_placing_in_turn_order() -> None:
    options = game.options({"map": field(), "squad": 2, "first": "2"})
    p = game.start(options, ScriptedRng([0, 0, 0, 0]))
    seats, counts = [], []
    while p.phase == 0:
        seats.append(p.to_act()[0] + 1)
        moves = p.moves(p.to_act()[0])
        counts.append(len(moves))
        p.play(p.to_act()[0], moves[0], ScriptedRng([]))
    assert seats == [2, 1, 2, 1]
    assert counts == [6, 6, 2, 2]
    assert p.phase == 1


@rule("UL-S12", "UL-4", "P-4", "P-5")
def test_a_draft_with_a_ban_each() -> None:
    options = game.options({"map": field(), "squad": 2, "pick": "draft", "bans": 1, "first": "1"})
    p = game.start(options, ScriptedRng([]), listen=True)
    said = []
    while -1 in p.kind:
        seat = p.to_act()[0]
        move = p.moves(seat)[0]
        said.append(f"{seat + 1} {game.format_move(p, seat, move)}")
        p.play(seat, move, ScriptedRng([]))
    assert said == ["1 ban Bram", "2 ban Wren", "1 pick Amity", "2 pick Nyx", "2 pick Orrin", "1 pick Sable"]
    assert [p.character(unit).name for unit in range(4)] == ["Amity", "Sable", "Nyx", "Orrin"]
    with pytest.raises(BadOption, match=r"= 14 characters is too large.*UL-4"):
        game.options({"map": "crossroads", "squad": 6, "pick": "draft", "bans": 1})


@rule("UL-S13", "P-1", "P-2")
def test_a_deal_from_the_written_draws() -> None:
    options = game.options({"map": field(), "squad": 2})
    with ScriptedRng([0, 3, 0, 9, 1]) as rng:
        p = game.start(options, rng)
    assert p.first == 0
    assert [p.character(unit).name for unit in range(4)] == ["Nyx", "Halla", "Bram", "Amity"]


@rule("UL-S14", "A-3")
def test_earthshaker() -> None:
    s = Stage("Bram e5", "Nyx g5, Lys d5, Ursa h5").act("bram earthshaker")
    assert (s.hp("Nyx"), s.hp("Lys"), s.hp("Ursa")) == (66 - 13, 58 - 14, 74)
    assert s.effects("Nyx") == s.effects("Lys") == ["stun 0 for 1"]
    assert s.effects("Ursa") == []


@rule("UL-S15", "A-2", "UL-37")
def test_shield_wall_three_times() -> None:
    s = Stage("Bram e5, Wren f5, Isk g5", "Nyx o9")
    seen = []
    for _ in range(3):
        s.ready_all().act("bram shield wall")
        seen.append((s.shield_of("Bram"), s.shield_of("Wren"), s.shield_of("Isk")))
    assert seen == [(8, 8, 0), (16, 16, 0), (20, 20, 0)]


@rule("UL-S16", "A-4", "A-5")
def test_wren_sees_all_round_and_steps_quickly() -> None:
    s = Stage("Wren c5", "Nyx j3, Ursa l5")
    assert s.options_of("Wren", "attack") == ["Wren attack 2.Nyx"]
    s.act("wren x nyx")
    assert s.hp("Nyx") == 66 - 15
    s = Stage("Wren c5", "Nyx o1")
    assert "Wren move k5" not in s.options_of("Wren", "move")
    s.act("wren quickstep", "move k5")
    assert (s.hex_of("Wren"), s.speed("Wren"), s.seat) == ("k5", 4, 1)
    s = Stage("Wren c5", "Nyx j3").act("wren c4")
    assert s.options_of("Wren", "Quickstep") == []
    s = Stage("Wren c5", "Nyx j3").give("Wren", "snare", turns=1)
    assert s.options_of("Wren", "Quickstep") == []


@rule("UL-S17", "A-6")
def test_piercing_shot() -> None:
    s = Stage("Wren a5, Halla c5", "Nyx d5, Bram o5, Ursa d6", walls="f5").act("wren piercing shot e")
    assert (s.hp("Nyx"), s.hp("Bram"), s.hp("Ursa"), s.hp("Halla")) == (66 - 23, 78 - 19, 74, 76)


@rule("UL-S18", "A-7")
def test_gentle_hands() -> None:
    s = Stage("Amity e5, Nyx h5 30, Ursa f5", "Bram o9")
    assert s.options_of("Amity", "attack") == ["Amity attack 1.Nyx"]
    s.act("amity attack nyx")
    assert s.hp("Nyx") == 39
    s = Stage("Amity e5, Nyx h5 60, Halla e4", "Bram o9")
    assert s.attack("Amity") == 12
    s.act("amity attack nyx")
    assert s.hp("Nyx") == 66


@rule("UL-S19", "A-8", "UL-38")
def test_cleanse() -> None:
    s = Stage("Amity e5, Nyx h5 50", "Corvin o9").give("Nyx", "poison", 3, turns=3).give("Nyx", "snare")
    s.give("Nyx", "speed", -2).give("Nyx", "attack", 3).give("Nyx", "drain", 9, turns=3, giver="Corvin")
    s.act("amity cleanse nyx")
    assert s.hp("Nyx") == 58
    assert s.effects("Nyx") == ["attack 3 for 1"]
    assert Stage("Amity e5", "Corvin o9").options_of("Amity", "Cleanse") == []
    s = Stage("Amity e5 55", "Corvin o9").act("amity cleanse amity")
    assert s.hp("Amity") == 60


@rule("UL-S20", "A-9", "UL-19")
def test_second_dawn() -> None:
    s = Stage("Amity c1, Bram e5 1", "Nyx f5, Ursa o9")
    s.p.phase = 4
    s.p.normal_wait[s.unit("Bram")] = 3
    s.give("Bram", "attack", 3, turns=9).shield("Bram", 0).turn(2)
    s.act("nyx attack bram")
    assert s.hex_of("Bram") == ""
    if s.p.active >= 0:
        s.act("finish")
    s.pass_phase()
    assert s.p.phase == 5
    s.turn(1).act("amity second dawn bram a5")
    assert (s.hp("Bram"), s.hex_of("Bram"), s.effects("Bram"), s.wait("Bram")) == (39, "a5", [], 2)
    assert s.p.taken[s.unit("Bram")]
    s.set_hp("Bram", 1)
    s.p.hit(s.unit("Bram"), 50, TRUE)
    s.ready_all(phase=6)
    s.p.died[s.unit("Bram")] = 4
    assert s.options_of("Amity", "Second dawn") == []


@rule("UL-S21", "A-10")
def test_envenom() -> None:
    s = Stage("Nyx e5", "Ursa f5").act("nyx attack ursa")
    assert s.hp("Ursa") == 62
    assert s.hp_by_phase("Ursa", 4) == [59, 56, 53, 53]


@rule("UL-S22", "A-11")
def test_backstab() -> None:
    s = Stage("Nyx e5", "Sable i5").act("nyx backstab sable j5")
    assert (s.hex_of("Nyx"), s.hp("Sable"), s.hp("Nyx"), s.effects("Sable")) == ("j5", 58 - 20, 66, [])
    s = Stage("Nyx e5", "Sable i5").acted("Sable").act("nyx backstab sable j5")
    assert s.hp("Sable") == 58 - 12
    assert Stage("Nyx e5", "Sable j5").options_of("Nyx", "Backstab") == []
    assert "Nyx Backstab 2.Sable e5" in Stage("Nyx e5", "Sable f5").options_of("Nyx", "Backstab")


@rule("UL-S23", "A-12")
def test_outbreak() -> None:
    s = Stage("Nyx a1", "Sable i5, Ursa j5, Corvin o9").give("Sable", "poison", 3, turns=3)
    s.give("Sable", "drain", 9, turns=3).give("Sable", "poison", 3, turns=2).act("nyx outbreak")
    assert s.hp("Sable") == 58 - 15
    assert s.effects("Sable") == ["drain 9 for 3"]
    assert s.hp("Ursa") == 74
    assert Stage("Nyx a1", "Ursa j5").options_of("Nyx", "Outbreak") == []


@rule("UL-S24", "A-13", "A-14")
def test_a_charged_firebolt() -> None:
    s = Stage("Orrin e5", "Bram i5")
    s.p.charges[0] = 3
    s.act("orrin firebolt bram")
    assert s.hp("Bram") == 78 - 16
    assert s.p.charges[0] == 1
    s.p.charges[0] = 5
    s.turn(2).act("bram shield wall")
    assert s.p.charges[0] == 5


@rule("UL-S25", "A-15")
def test_a_charged_meteor() -> None:
    s = Stage("Orrin e5, Nyx g5", "Bram h5, Ursa j5")
    s.p.charges[0] = 5
    s.act("orrin meteor g5")
    assert (s.hp("Bram"), s.hp("Nyx"), s.hp("Orrin"), s.hp("Ursa")) == (78 - 22, 66 - 23, 48 - 19, 74)


@rule("UL-S26", "A-16")
def test_riposte() -> None:
    s = Stage("Nyx e5", "Sable f5").act("nyx attack sable")
    assert (s.hp("Sable"), s.hp("Nyx"), s.effects("Sable")) == (46, 60, ["poison 3 for 3"])
    s = Stage("Isk e5", "Sable f5").act("isk attack sable")
    assert (s.hp("Sable"), s.hp("Isk")) == (50, 56)
    s = Stage("Nyx e5", "Sable f5 12, Bram o9").act("nyx attack sable")
    assert (s.hex_of("Sable"), s.hp("Nyx")) == ("", 66)


@rule("UL-S27", "A-17")
def test_lunge() -> None:
    s = Stage("Sable e5", "Nyx i5").act("sable lunge e")
    assert (s.hex_of("Sable"), s.hp("Nyx")) == ("h5", 66 - 13)
    assert s.options_of("Sable", "move")
    assert "Sable Lunge E" in Stage("Sable e5, Halla g5", "Nyx i5").options_of("Sable", "Lunge")
    assert Stage("Sable e5, Halla h5", "Nyx i5").options_of("Sable", "Lunge") == []
    assert Stage("Sable e5", "Nyx i5", walls="g5").options_of("Sable", "Lunge") == []
    assert Stage("Sable e5", "Nyx k5").options_of("Sable", "Lunge") == []
    s = Stage("Sable e5", "Nyx f5").act("sable lunge e")
    assert (s.hex_of("Sable"), s.hp("Nyx")) == ("e5", 66 - 13)


@rule("UL-S28", "UL-31", "A-23")
def test_a_lunge_into_a_trap() -> None:
    s = Stage("Sable e5", "Nyx i5, Tamsin o9").trap("Tamsin", "g5").act("sable lunge e")
    assert (s.hex_of("Sable"), s.hp("Sable"), s.hp("Nyx"), s.wait("Sable")) == ("g5", 58 - 16, 66, 2)
    assert s.seat == 1, "nothing was left to do: struck, and snared"
    s.pass_phase().turn(1)
    assert s.options_of("Sable", "move") == []
    s.pass_phase().turn(1)
    assert s.options_of("Sable", "move") != []


@rule("UL-S29", "A-18", "A-1")
def test_flurry() -> None:
    s = Stage("Sable e5", "Nyx f5").act("sable flurry nyx")
    assert s.hp("Nyx") == 66 - 33
    s = Stage("Sable e5", "Bram f5").act("sable flurry bram")
    assert s.hp("Bram") == 78 - 21


@rule("UL-S30", "A-19")
def test_chill() -> None:
    s = Stage("Isk e5", "Sable g5").act("isk attack sable")
    assert s.hp("Sable") == 50
    s.act("finish")
    assert s.speed("Sable") == 4
    s.act("sable pass")
    assert s.speed("Sable") == 6


@rule("UL-S31", "A-20")
def test_freeze() -> None:
    s = Stage("Isk e5", "Sable i5, Bram i4").act("isk freeze sable")
    assert s.hp("Sable") == 50
    s.ready_all().act("isk freeze bram")
    assert s.hp("Bram") == 71
    s.turn(2)
    assert s.options_of("Sable", "move") == s.options_of("Bram", "move") == []
    assert "snared" in s.refuses("bram j4")


@rule("UL-S32", "A-21", "UL-24")
def test_blizzard() -> None:
    s = Stage("Isk d5, Ursa f5", "Sable g5, Nyx h5").act("isk blizzard g5")
    assert (s.hp("Sable"), s.hp("Nyx"), s.hp("Ursa")) == (58 - 11, 66 - 11, 74)
    assert s.options_of("Sable", "move") == s.options_of("Nyx", "move") == []
    assert s.options_of("Sable", "Lunge") == s.options_of("Nyx", "Backstab") == []
    assert s.options_of("Sable", "attack") == ["Sable attack 1.Ursa"]
    s.act("sable pass")
    assert s.speed("Sable") == 3
    s.pass_phase().turn(2)
    assert s.options_of("Sable", "move") != []
    s.act("sable pass")
    assert s.speed("Sable") == 6


@rule("UL-S33", "A-23", "UL-28", "UL-31")
def test_traps_on_the_way() -> None:
    s = Stage("Nyx k5, Ursa a1", "Tamsin o9").trap("Tamsin", "i5").act("nyx move g5")
    assert (s.hex_of("Nyx"), s.hp("Nyx"), s.traps()) == ("i5", 66 - 17, [])
    s.pass_phase().turn(1)
    assert s.options_of("Nyx", "move") == []
    s.pass_phase().turn(1)
    assert s.options_of("Nyx", "move") != []
    s = Stage("Tamsin e5, Nyx k5", "Bram o9")
    for place in ("f5", "g5", "h5", "i5"):
        s.ready_all().act(f"tamsin set trap {place}")
    assert s.traps() == ["g5", "h5", "i5"]
    s.ready_all()
    assert "Set trap cannot be aimed like this now" in s.refuses("tamsin set trap g5")
    s.act("nyx f5")
    assert (s.hex_of("Nyx"), s.hp("Nyx"), s.traps()) == ("f5", 66, ["g5", "h5", "i5"])


@rule("UL-S34", "A-24")
def test_spring() -> None:
    s = Stage("Tamsin e5", "Nyx i5")
    for place in ("h5", "j5", "a1"):
        s.trap("Tamsin", place)
    s.act("tamsin spring")
    assert (s.hp("Nyx"), s.traps()) == (66 - 21, [])
    s = Stage("Tamsin e5", "Nyx i5").trap("Tamsin", "g5")
    assert s.options_of("Tamsin", "Spring") == []


@rule("UL-S35", "A-22")
def test_woodcraft() -> None:
    assert Stage("Tamsin e5", "Nyx i5").speed("Tamsin") == 8
    assert Stage("Tamsin e5", "Nyx h5").speed("Tamsin") == 6


@rule("UL-S36", "A-25", "A-26")
def test_cleave_in_a_rage() -> None:
    s = Stage("Ursa e5 50", "Nyx f5, Lys d5, Bram g5")
    assert s.attack("Ursa") == 17
    s.act("ursa cleave")
    assert (s.hp("Nyx"), s.hp("Lys"), s.hp("Bram")) == (66 - 15, 58 - 16, 78)


@rule("UL-S37", "A-27")
def test_last_stand() -> None:
    s = Stage("Ursa e5 10", "Nyx f5").act("ursa last stand")
    s.p.hit(s.unit("Ursa"), 50, TRUE)
    assert s.hp("Ursa") == 1
    s.pass_phase().turn(1)
    assert s.attack("Ursa") == 23
    s.act("ursa attack nyx")
    assert (s.hp("Nyx"), s.hp("Ursa")) == (66 - 20, 11)
    s.act("finish")
    assert s.effects("Ursa") == ["last stand 0 for 1"]
    s.pass_phase().turn(1).act("ursa pass")
    assert s.effects("Ursa") == []


@rule("UL-S38", "A-28", "P-3")
def test_slip() -> None:
    s = Stage("Nyx e5", "Lys f5").act("nyx attack lys", rng=[0])
    assert (s.hp("Lys"), s.effects("Lys")) == (58, [])
    assert "has already attacked" in s.refuses("attack lys")
    s = Stage("Nyx e5", "Lys f5").act("nyx attack lys", rng=[1])
    assert s.hp("Lys") == 58 - 13
    s = Stage("Sable e5", "Lys f5").act("sable flurry lys", rng=[0, 3, 2])
    assert s.hp("Lys") == 58 - 22
    s = Stage("Nyx e5", "Lys f5").act("nyx backstab lys e5")
    assert s.hp("Lys") == 58 - 22


@rule("UL-S39", "A-29", "UL-39")
def test_vanish() -> None:
    s = Stage("Lys e5, Orrin a1", "Nyx f5, Isk h5").act("lys vanish").turn(2)
    assert s.options_of("Nyx", "attack") == s.options_of("Isk", "attack") == s.options_of("Isk", "Freeze") == []
    assert "invisible" in s.refuses("nyx attack lys")
    s.pass_phase().turn(1).act("lys attack nyx")
    assert (s.hp("Nyx"), s.effects("Lys")) == (66 - 21, [])
    s = Stage("Lys e5", "Orrin h5").act("lys vanish").turn(2).act("orrin meteor e5")
    assert (s.hp("Lys"), s.effects("Lys")) == (58 - 16, [])
    s = Stage("Lys e5, Bram a1", "Orrin o9").act("lys vanish").pass_phase().turn(1).act("lys pass")
    assert s.effects("Lys") == ["invisible 0 for 1"]
    s.pass_phase().turn(1).act("lys pass")
    assert s.effects("Lys") == []


@rule("UL-S40", "A-30")
def test_switch() -> None:
    s = Stage("Lys e5, Tamsin a1", "Nyx o5, Bram o9").trap("Tamsin", "e5").act("lys switch lys nyx")
    assert (s.hex_of("Lys"), s.hex_of("Nyx"), s.hp("Nyx"), s.effects("Nyx")) == ("o5", "e5", 66 - 17, ["snare 0 for 1"])
    s = Stage("Lys e5, Tamsin a1", "Nyx o5, Bram o4").give("Lys", "ground")
    assert s.options_of("Lys", "Switch") == [
        "Lys Switch 1.Tamsin 2.Nyx",
        "Lys Switch 1.Tamsin 2.Bram",
        "Lys Switch 2.Nyx 2.Bram",
    ]


@rule("UL-S41", "A-31", "A-32")
def test_hex_and_its_price() -> None:
    s = Stage("Corvin e5 40", "Bram i5").act("corvin hex bram")
    assert (s.hp("Bram"), s.hp("Corvin")) == (70, 42)
    s.act("finish")
    assert s.options_of("Bram", "Shield wall") == s.options_of("Bram", "Earthshaker") == []
    assert "silenced" in s.refuses("bram shield wall")
    s = Stage("Corvin e5 40", "Bram i5").shield("Bram", 8).act("corvin hex bram")
    assert (s.hp("Bram"), s.hp("Corvin"), s.effects("Bram")) == (78, 40, ["silence 0 for 1"])


@rule("UL-S42", "A-33")
def test_drain() -> None:
    s = Stage("Corvin e5 40, Ursa a1", "Bram i5").act("corvin drain bram")
    assert (s.hp("Bram"), s.hp("Corvin")) == (78, 40)
    seen = []
    for shield in (0, 4, 0, 0):
        s.shield("Bram", shield).turn(2).act("bram pass")
        seen.append((s.hp("Bram"), s.hp("Corvin")))
        s.pass_phase()
    assert seen == [(69, 49), (64, 54), (55, 60), (55, 60)]
    s = Stage("Corvin e5 40, Ursa a1", "Bram i5").act("corvin drain bram")
    s.p.hit(s.unit("Corvin"), 99, TRUE)
    s.act("bram pass")
    assert (s.hp("Bram"), s.hp("Corvin")) == (69, 0)


@rule("UL-S43", "A-34", "A-35")
def test_rally_and_forward() -> None:
    s = Stage("Halla e5, Nyx h5", "Bram i5, Ursa o9")
    assert s.attack("Nyx") == 17
    s.act("halla forward nyx")
    assert (s.attack("Nyx"), s.speed("Nyx")) == (20, 10)
    s.turn(1).act("nyx attack bram")
    assert s.hp("Bram") == 78 - 12
    s.act("finish")
    assert (s.attack("Nyx"), s.speed("Nyx")) == (17, 7)
    s = Stage("Halla e5, Nyx h5", "Bram i5, Ursa o9").acted("Nyx").act("halla forward nyx").pass_phase()
    assert (s.attack("Nyx"), s.speed("Nyx")) == (20, 10)
    assert Stage("Halla e5, Nyx i5", "Bram o9").attack("Nyx") == 14


@rule("UL-S44", "A-36")
def test_to_me() -> None:
    s = Stage("Halla e5, Wren f5, Ursa e9, Nyx k5", "Bram o9").act("halla to me!")
    assert [s.hex_of(name) for name in ("Wren", "Ursa", "Nyx")] == ["f5", "d6", "e4"]
    assert [s.shield_of(name) for name in ("Wren", "Ursa", "Nyx", "Halla")] == [8, 8, 8, 0]


@rule("UL-S45", "UL-26")
def test_counting_out_after_the_limit() -> None:
    def outcome(first: str, second: str) -> list[float] | None:
        s = Stage(first, second, options={"phase_limit": 2}).pass_phase()
        assert not s.p.over
        s.pass_phase()
        return s.p.result()

    assert outcome("Bram e5, Ursa a1", "Nyx o9") == [1.0, -1.0]
    assert outcome("Nyx e5", "Bram o9 65") == [1.0, -1.0]
    assert outcome("Nyx e5 40", "Bram o9 40") == [0.0, 0.0]


@rule("UL-S46", "UL-6", "UL-25")
def test_three_players_one_of_whom_dies_out() -> None:
    s = Stage("Bram e5 1", "Nyx f5", "Ursa o9").turn(2).act("nyx attack bram")
    assert not s.p.over
    s.act("finish").pass_phase()
    assert s.seat == 1
    s = Stage("Bram e5 1", "Nyx f5", "Ursa o9", options={"rotate_first": True}).turn(2).act("nyx attack bram", "finish")
    s.pass_phase()
    starts = []
    for _ in range(3):
        starts.append((s.p.phase, s.seat + 1))
        s.pass_phase()
    assert starts == [(2, 2), (3, 3), (4, 2)]


@rule("UL-S47", "UL-31", "A-11")
def test_a_backstab_onto_a_trap() -> None:
    s = Stage("Nyx e5, Ursa a1", "Bram h5, Tamsin o9").trap("Tamsin", "i5").act("nyx backstab bram i5")
    assert (s.hp("Nyx"), s.effects("Nyx"), s.hp("Bram")) == (66 - 17, ["snare 0 for 1"], 78 - 17)
    s = Stage("Nyx e5 10, Ursa a1", "Bram h5, Tamsin o9").trap("Tamsin", "i5").act("nyx backstab bram i5")
    assert (s.hex_of("Nyx"), s.hp("Bram")) == ("", 78)


@rule("UL-S48", "M-5")
@pytest.mark.parametrize(
    ("text", "players", "squad", "error"),
    [
        ("name Half\nplayers 2\n1 . .\n", 2, 1, "line 2: no spawn point for player 2"),
        ("players 2\n1 2 # .\n", 2, 1, "line 2: hex d1 cannot be reached"),
        ("players 2\n1 2 2\n", 2, 2, "line 1: player 1 has 1 spawn points, the squad needs 2"),
        ("players 2\n1 x 2\n", 2, 1, "line 2: unknown hex 'x'"),
        ("players 2\n1 . 2\n", 3, 1, "no block for 3 players"),
    ],
)
def test_bad_maps_are_refused_with_their_line(text: str, players: int, squad: int, error: str) -> None:
    with pytest.raises(BadMap) as refusal:
        check_block(read_map(text).block_for(players), players, squad)
    assert str(refusal.value) == error


@rule("UL-S49", "UL-28")
def test_a_way_of_ones_own_avoids_a_trap() -> None:
    s = Stage("Nyx k5", "Tamsin o9").trap("Tamsin", "i5").act("nyx move g5 via j4 i4 h4 h5")
    assert (s.hex_of("Nyx"), s.hp("Nyx"), s.traps()) == ("g5", 66, ["i5"])


@rule("UL-S50", "UL-14")
def test_ultimatums_locked_before_a_phase() -> None:
    s = Stage("Bram e5", "Nyx f5", options={"ultimatum_from_phase": 4})
    s.p.phase = 3
    assert s.options_of("Bram", "Earthshaker") == []
    assert "locked before phase 4 (UL-14)" in s.refuses("bram earthshaker")
    s.pass_phase()
    assert s.options_of("Bram", "Earthshaker") == ["Bram Earthshaker"]
