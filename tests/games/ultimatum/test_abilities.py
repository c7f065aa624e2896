"""The 36 abilities, one test each, beyond the worked examples."""

from __future__ import annotations

from rumpus.games.ultimatum.rules.terrain.board import PHYSICAL, TRUE
from rumpus.testing import rule
from tests.games.ultimatum.stage import Stage


@rule("A-1")
def test_iron_stance_softens_basic_attacks_only() -> None:
    s = Stage("Nyx e5, Orrin a1", "Bram f5, Sable o9").act("nyx attack bram")
    assert s.hp("Bram") == 78 - 8, "14 − 3 = 11, less 30 %"
    s = Stage("Nyx e5, Orrin a1", "Bram f5, Sable o9").acted("Bram").act("nyx backstab bram e5")
    assert s.hp("Bram") == 78 - 10, "14, less 30 %: an ability is not softened"
    s = Stage("Bram e5", "Sable f5").act("bram attack sable")
    assert s.hp("Bram") == 78 - 5, "Riposte 7, less 30 %"
    s = Stage("Amity e5", "Bram f5", options={"bram.iron_stance.less": 50}).act("amity attack bram")
    assert s.hp("Bram") == 78, "never below 0"


@rule("A-2")
def test_shield_wall_needs_no_target_and_reaches_one_hex() -> None:
    s = Stage("Bram e5, Wren f5, Isk d6, Ursa g5", "Nyx f4").act("bram shield wall")
    assert [s.shield_of(name) for name in ("Bram", "Wren", "Isk", "Ursa", "Nyx")] == [8, 8, 8, 0, 0]
    assert Stage("Bram e5", "Nyx o9").options_of("Bram", "Shield wall") == ["Bram Shield wall"]


@rule("A-3")
def test_earthshaker_goes_through_walls_and_stuns_only_the_living() -> None:
    s = Stage("Bram e5", "Nyx g5 13, Lys f4, Ursa o9", walls="f5 e4").act("bram earthshaker")
    assert s.hex_of("Nyx") == ""
    assert (s.hp("Lys"), s.effects("Lys")) == (58 - 14, ["stun 0 for 1"])
    assert Stage("Bram e5", "Nyx h5").options_of("Bram", "Earthshaker") == []


@rule("A-4")
def test_eagle_eye_shoots_over_walls_in_any_direction() -> None:
    s = Stage("Wren e5, Bram f4", "Nyx g4, Isk j7", walls="f5")
    assert s.options_of("Wren", "attack") == ["Wren attack 2.Nyx", "Wren attack 2.Isk"]
    s.act("wren attack nyx")
    assert any("Eagle eye" in line for line in s.log(0))
    assert s.hp("Nyx") == 66 - 15


@rule("A-5")
def test_quickstep_takes_the_place_of_the_attack() -> None:
    s = Stage("Wren e5", "Nyx j5").act("wren quickstep")
    assert s.speed("Wren") == 8
    assert "has already attacked or used an ability" in s.refuses("attack nyx")
    s.act("finish")
    assert s.effects("Wren") == []
    grounded = Stage("Wren e5", "Nyx j5").give("Wren", "ground")
    assert grounded.options_of("Wren", "Quickstep") == []


@rule("A-6")
def test_piercing_shot_goes_to_the_edge_in_a_direction_with_an_enemy() -> None:
    s = Stage("Wren e5", "Nyx e9, Bram c9, Ursa e3")
    assert s.options_of("Wren", "Piercing") == ["Wren Piercing shot SW"]
    s.act("wren piercing shot sw")
    assert (s.hp("Nyx"), s.hp("Bram"), s.hp("Ursa")) == (66, 78 - 19, 74)
    hidden = Stage("Wren e5", "Lys o5").give("Lys", "invisible", turns=2).act("wren ultimatum e")
    assert hidden.hp("Lys") == 58 - 24
    assert hidden.effects("Lys") == []


@rule("A-7")
def test_gentle_hands_take_none_of_the_steps_of_an_attack() -> None:
    s = Stage("Amity e5, Lys h5 30, Sable e3 30", "Bram o9")
    assert s.options_of("Amity", "attack") == ["Amity attack 1.Lys"], "Sable is on no line"
    s.act("amity attack lys")
    assert s.hp("Lys") == 39, "no draw for Slip"
    assert "has already attacked" in s.refuses("cleanse lys")
    s = Stage("Amity e5, Lys h5 30", "Bram f5").give("Amity", "disarm")
    assert s.options_of("Amity", "attack") == []
    s = Stage("Amity e5, Lys h5 30", "Bram f5")
    assert s.options_of("Amity", "attack") == ["Amity attack 1.Lys", "Amity attack 2.Bram"]
    assert "not wounded" in Stage("Amity e5, Lys h5", "Bram f5").refuses("amity attack 1.lys")


@rule("A-8")
def test_cleanse_reaches_five_and_wants_a_reason() -> None:
    s = Stage("Amity e5, Nyx j5, Ursa k5 20, Bram d5", "Isk o9")
    assert s.options_of("Amity", "Cleanse") == []
    s.give("Nyx", "attack", 3)
    assert s.options_of("Amity", "Cleanse") == []
    s.give("Nyx", "stun").give("Bram", "speed", -2)
    assert s.options_of("Amity", "Cleanse") == ["Amity Cleanse 1.Nyx", "Amity Cleanse 1.Bram"]
    s.act("amity cleanse nyx")
    assert s.effects("Nyx") == ["attack 3 for 1"]


@rule("A-9")
def test_second_dawn_names_the_lately_dead_and_a_free_spawn_point_of_hers() -> None:
    s = Stage("Amity a4, Nyx e5 1, Orrin e6 1, Tamsin e7 1", "Ursa f5")
    s.p.charges[s.unit("Orrin")] = 4
    s.trap("Tamsin", "h5")
    for name in ("Nyx", "Orrin", "Tamsin"):
        s.p.hit(s.unit(name), 5, TRUE)
    s.p.died[s.unit("Nyx")] = -1
    assert s.options_of("Amity", "Second dawn Nyx") == []
    spawns = [text.split()[-1] for text in s.options_of("Amity", "Second dawn Orrin")]
    assert spawns == ["a3", "a5", "a6"]
    s.act("amity second dawn orrin a6")
    assert (s.hp("Orrin"), s.hex_of("Orrin")) == (24, "a6")
    assert s.p.charges[s.unit("Orrin")] == 1, "none of the old ones, and one for Second dawn itself"
    s.ready_all().act("amity second dawn tamsin a5")
    assert (s.hp("Tamsin"), s.traps()) == (31, [])
    s.p.hit(s.unit("Tamsin"), 99, TRUE)
    s.ready_all(phase=s.p.phase)
    assert s.options_of("Amity", "Second dawn Tamsin"), "again later"


@rule("A-10")
def test_envenom_works_through_a_shield() -> None:
    s = Stage("Nyx e5", "Ursa f5").shield("Ursa", 20).act("nyx attack ursa")
    assert (s.hp("Ursa"), s.effects("Ursa")) == (74, ["poison 3 for 3"])
    s.ready_all().act("nyx attack ursa")
    assert s.effects("Ursa") == ["poison 3 for 3", "poison 3 for 3"]


@rule("A-11")
def test_backstab_lands_up_to_five_away_and_behind_walls() -> None:
    s = Stage("Nyx e5", "Bram i5", walls="h5 h4 i6 h6 j4")
    landings = [text.split()[-1] for text in s.options_of("Nyx", "Backstab")]
    assert landings == ["i4", "j5"]
    s.give("Nyx", "snare").act("nyx backstab bram j5")
    assert s.hex_of("Nyx") == "j5"
    s = Stage("Nyx e5", "Bram i5").give("Nyx", "ground")
    assert "grounded" in s.refuses("nyx backstab bram j5")
    s = Stage("Nyx e5", "Lys i5").give("Lys", "invisible", turns=2)
    assert s.options_of("Nyx", "Backstab") == []


@rule("A-12")
def test_outbreak_takes_anybodys_poison_at_any_distance_at_once() -> None:
    s = Stage("Nyx a1, Isk a9", "Bram o9 6, Ursa o1 5").give("Bram", "poison", 2, turns=3)
    s.give("Ursa", "poison", 5, turns=1).give("Isk", "poison", 5, turns=1).act("nyx outbreak")
    assert s.p.over
    assert s.p.result() == [1.0, -1.0]
    assert s.hp("Isk") == 56


@rule("A-13")
def test_battery_is_charged_by_everybodys_abilities() -> None:
    s = Stage("Orrin e5, Bram a1", "Nyx o9, Orrin o1, Lys o5")
    mine, yours = s.unit("1.Orrin"), s.unit("2.Orrin")
    s.act("bram shield wall")
    assert (s.p.charges[mine], s.p.charges[yours]) == (1, 1)
    s.turn(2).act("lys vanish").turn(1)
    assert (s.p.charges[mine], s.p.charges[yours]) == (2, 2)
    s = Stage("Orrin e5 5", "Bram f5, Lys o9").act("orrin meteor e5")
    assert s.hp("Orrin") == 0, "he died of it"
    s = Stage("Bram e5, Orrin a1", "Nyx g5 1").act("bram earthshaker")
    assert s.p.charges[s.unit("Orrin")] == 0, "the match was over before"


@rule("A-14")
def test_firebolt_reaches_six() -> None:
    s = Stage("Orrin a5", "Bram g5, Nyx h5")
    assert s.options_of("Orrin", "Firebolt") == ["Orrin Firebolt 2.Bram"]
    s.act("orrin firebolt bram")
    assert s.hp("Bram") == 78 - 12, "14, less 20 %"
    assert s.p.charges[0] == 1


@rule("A-15")
def test_meteor_falls_on_walls_and_friends_but_only_near_an_enemy() -> None:
    s = Stage("Orrin e5, Halla h5", "Bram j5", walls="i5")
    hexes = [text.split()[-1] for text in s.options_of("Orrin", "Meteor")]
    assert "i5" in hexes
    assert "h5" in hexes
    assert "g5" not in hexes, "three away from Bram"
    assert "m5" not in hexes, "eight away from Orrin"
    s.act("orrin meteor i5")
    assert (s.hp("Halla"), s.hp("Bram"), s.hp("Orrin")) == (76 - 14, 78 - 14, 48)


@rule("A-16")
def test_riposte_answers_at_any_distance_with_the_attack_of_the_moment() -> None:
    s = Stage("Nyx e5", "Sable g5, Halla h5").act("nyx attack sable")
    assert s.hp("Nyx") == 66 - 8, "Rally: ⌊18 / 2⌋ = 9, less 15 %"
    s = Stage("Sable e5", "Sable f5").act("sable attack 2.sable")
    assert s.hp("1.Sable") == 58 - 6, "a Riposte is never answered"
    assert s.hp("2.Sable") == 58 - 12


@rule("A-17")
def test_lunge_leaves_the_basic_move_alone() -> None:
    s = Stage("Sable d4", "Nyx i5").act("sable move e5", "lunge e")
    assert (s.hex_of("Sable"), s.hp("Nyx"), s.seat) == ("h5", 66 - 13, 1)
    snared = Stage("Sable e5", "Nyx i5").give("Sable", "snare")
    assert snared.options_of("Sable", "Lunge") == ["Sable Lunge E"]
    for effect in ("ground", "disarm"):
        barred = Stage("Sable e5", "Nyx i5").give("Sable", effect)
        assert barred.options_of("Sable", "Lunge") == []
    hidden = Stage("Sable e5", "Lys g5, Nyx i5").give("Lys", "invisible", turns=2)
    assert hidden.options_of("Sable", "Lunge") == [], "the first enemy on the line cannot be named"


@rule("A-18")
def test_flurry_stops_when_either_is_dead() -> None:
    s = Stage("Sable e5", "Nyx f5 12, Bram o9")
    events = s.act("sable flurry nyx").heard
    assert len([event for event in events if event.kind == "attack"]) == 2
    s = Stage("Sable e5 7, Bram a1", "Sable f5")
    events = s.act("sable flurry sable").heard
    assert len([event for event in events if event.kind == "attack"]) == 2, "the second Riposte kills her"
    barred = Stage("Sable e5", "Nyx f5").give("Sable", "disarm")
    assert "disarmed" in barred.refuses("sable flurry nyx")


@rule("A-19")
def test_chills_add_up() -> None:
    s = Stage("Isk e5", "Sable g5").act("isk attack sable").ready_all().act("isk attack sable")
    assert s.speed("Sable") == 2
    s.give("Sable", "speed", -5)
    assert s.speed("Sable") == 0


@rule("A-20")
def test_freeze_reaches_five() -> None:
    s = Stage("Isk e5", "Sable j5, Bram k5")
    assert s.options_of("Isk", "Freeze") == ["Isk Freeze 2.Sable"]
    s.act("isk freeze sable")
    assert (s.hp("Sable"), s.effects("Sable")) == (50, ["snare 0 for 1"])


@rule("A-21")
def test_blizzard_spares_friends_and_gives_its_cold_to_the_living() -> None:
    s = Stage("Isk e5, Halla g5", "Sable g4 11, Nyx h5, Lys f4").give("Lys", "invisible", turns=2)
    s.act("isk blizzard g5")
    assert s.hex_of("Sable") == ""
    assert s.hp("Halla") == 76
    assert s.effects("Nyx") == ["ground 0 for 1", "speed -3 for 2"]
    assert (s.hp("Lys"), s.effects("Lys")) == (58 - 10, ["ground 0 for 1", "speed -3 for 2"])


@rule("A-22")
def test_woodcraft_minds_invisible_enemies() -> None:
    s = Stage("Tamsin e5", "Lys h5").give("Lys", "invisible", turns=2)
    assert s.speed("Tamsin") == 6
    s = Stage("Tamsin e5, Halla f5", "Lys o9")
    assert s.speed("Tamsin") == 8
    s.act("tamsin m5")
    assert any("Woodcraft" in line for line in s.log(0))


@rule("A-23")
def test_set_trap_wants_free_floor_within_five() -> None:
    s = Stage("Tamsin b5, Bram c5", "Nyx d5, Tamsin o9").trap("2.Tamsin", "e5")
    hexes = [text.split()[-1] for text in s.options_of("Tamsin", "Set trap")]
    assert not {"a5", "c5", "d5", "b5", "h5"} & set(hexes), "spawn point, friend, enemy, herself, too far"
    assert {"e5", "g5"} <= set(hexes)
    s.act("tamsin set trap e5")
    assert s.traps() == ["e5", "e5"]
    s.turn(2).act("nyx move e5")
    assert (s.hp("Nyx"), s.traps()) == (66 - 17, ["e5"]), "only the enemy's trap goes off"
    s = Stage("Tamsin b5", "Nyx d5, Bram o9").trap("Tamsin", "f5")
    s.p.hit(s.unit("Tamsin"), 99, TRUE)
    assert s.traps() == []


@rule("A-24")
def test_spring_hits_everyone_near_any_trap_once() -> None:
    s = Stage("Tamsin a1, Halla i4", "Nyx i5, Lys h4, Bram k5").give("Lys", "invisible", turns=2).trap("Tamsin", "h5")
    s.trap("Tamsin", "i6").act("tamsin spring")
    assert (s.hp("Nyx"), s.hp("Lys"), s.hp("Bram"), s.hp("Halla")) == (66 - 21, 58 - 22, 78, 76)
    assert s.traps() == []


@rule("A-25")
def test_blood_rage_follows_her_hp() -> None:
    for hp, attack in ((74, 14), (67, 14), (66, 15), (50, 17), (2, 23)):
        assert Stage(f"Ursa e5 {hp}", "Nyx o9").attack("Ursa") == attack


@rule("A-26")
def test_cleave_is_no_basic_attack() -> None:
    s = Stage("Ursa e5", "Sable f5, Bram e4, Lys d5").act("ursa cleave")
    assert (s.hp("Sable"), s.hp("Bram"), s.hp("Lys")) == (58 - 12, 78 - 10, 58 - 13)
    assert s.hp("Ursa") == 74, "no Riposte"
    assert Stage("Ursa e5", "Nyx g5").options_of("Ursa", "Cleave") == []


@rule("A-27")
def test_last_stand_holds_against_poison_and_lasts_two_more_turns() -> None:
    s = Stage("Ursa e5 2, Bram a1", "Nyx f5").act("ursa last stand").give("Ursa", "poison", 9, turns=9)
    assert s.hp_by_phase("Ursa", 4) == [2, 1, 1, 0]


@rule("A-28")
def test_slip_is_drawn_even_where_nothing_would_be_dealt() -> None:
    s = Stage("Isk e5", "Lys f5", options={"isk.attack": 0}).act("isk attack lys", rng=[2])
    assert (s.hp("Lys"), s.effects("Lys")) == (58, ["speed -2 for 1"])
    s = Stage("Isk e5", "Lys f5").act("isk attack lys", rng=[0])
    assert s.effects("Lys") == []


@rule("A-29")
def test_a_blow_from_hiding_ends_it_hit_or_miss() -> None:
    s = Stage("Lys e5", "Lys f5").give("1.Lys", "invisible", turns=2).act("lys attack 2.lys", rng=[0])
    assert s.effects("1.Lys") == []
    s = Stage("Lys e5", "Bram f5").give("Lys", "invisible", turns=2).act("lys attack bram")
    assert s.hp("Bram") == 78 - 15, "24 − 3 = 21, less 30 %"


@rule("A-30")
def test_switch_trades_any_two_and_ends_invisibility_with_an_enemy() -> None:
    s = Stage("Lys e5, Bram a1", "Nyx o5, Tamsin o9").give("Lys", "invisible", turns=2).act("lys switch bram lys")
    assert (s.hex_of("Lys"), s.hex_of("Bram"), s.effects("Lys")) == ("a1", "e5", ["invisible 0 for 1"])
    s = Stage("Lys e5, Bram a1 10", "Nyx o5, Tamsin o9").trap("Tamsin", "k5").put("Nyx", "k5")
    s.give("Lys", "invisible", turns=2).act("lys switch bram nyx")
    assert (s.hex_of("Bram"), s.hex_of("Nyx"), s.effects("Lys")) == ("", "a1", []), "Bram lands on the trap and dies"
    hidden = Stage("Lys e5, Bram a1", "Lys o5").give("2.Lys", "invisible", turns=2)
    assert hidden.options_of("Lys", "Switch") == ["Lys Switch 1.Lys 1.Bram"]


@rule("A-31")
def test_blood_price_is_a_quarter_of_what_hex_dealt() -> None:
    s = Stage("Corvin e5 40", "Orrin i5 6, Bram o9").act("corvin hex orrin")
    assert s.hp("Corvin") == 41, "6 HP were there to lose; ⌊6 / 4⌋ = 1"
    s = Stage("Corvin e5 40", "Bram f5").act("corvin attack bram")
    assert s.hp("Corvin") == 40


@rule("A-32")
def test_hex_silences_for_one_turn() -> None:
    s = Stage("Corvin e5", "Bram k5, Nyx l5")
    assert s.options_of("Corvin", "Hex") == ["Corvin Hex 2.Bram"]
    s.act("corvin hex bram", "finish")
    assert s.options_of("Bram", "Shield wall") == []
    s.act("bram pass").pass_phase().turn(2)
    assert s.options_of("Bram", "Shield wall") == ["Bram Shield wall"]


@rule("A-33")
def test_drain_is_no_poison_and_does_nothing_at_once() -> None:
    s = Stage("Corvin e5 40", "Bram k5, Nyx l5")
    assert s.options_of("Corvin", "Drain") == ["Corvin Drain 2.Bram"]
    s.act("corvin drain bram")
    assert (s.hp("Bram"), s.effects("Bram")) == (78, ["drain 9 for 3"])
    s = Stage("Corvin a1 40", "Bram k5 5, Nyx l5").give("Bram", "drain", 9, turns=1, giver="Corvin").turn(2)
    s.act("bram pass")
    assert (s.hex_of("Bram"), s.hp("Corvin")) == ("", 45), "he heals what was there to lose, wherever he is"


@rule("A-34")
def test_rally_lifts_allies_near_her_and_not_herself() -> None:
    s = Stage("Halla e5, Nyx h5, Ursa i5", "Bram o9")
    assert (s.attack("Nyx"), s.attack("Ursa"), s.attack("Halla"), s.attack("Bram")) == (17, 14, 13, 9)
    s.put("Halla", "f5")
    assert s.attack("Ursa") == 17
    s.p.hit(s.unit("Halla"), 99, TRUE)
    assert s.attack("Ursa") == 14


@rule("A-35")
def test_forward_names_an_ally_within_four() -> None:
    s = Stage("Halla e5, Nyx i5, Ursa j5", "Bram o9")
    assert s.options_of("Halla", "Forward!") == ["Halla Forward! 1.Nyx"]
    s.act("halla forward nyx")
    assert s.effects("Nyx") == ["speed 3 for 1", "attack 3 for 1"]
    assert Stage("Halla e5", "Bram o9").options_of("Halla", "Forward!") == []


@rule("A-36")
def test_to_me_moves_the_snared_and_sets_off_traps() -> None:
    s = Stage("Halla e5, Nyx k5", "Tamsin o9").give("Nyx", "snare", turns=3).trap("Tamsin", "f5").act("halla to me")
    assert (s.hex_of("Nyx"), s.hp("Nyx"), s.shield_of("Nyx")) == ("f5", 66 - 17, 8)
    s = Stage("Halla e5, Nyx k5 10", "Tamsin o9").trap("Tamsin", "f5").act("halla to me")
    assert (s.hex_of("Nyx"), s.p.shield[s.unit("Nyx")]) == ("", 0)
    assert Stage("Halla e5", "Tamsin o9").options_of("Halla", "To me!") == []


@rule("UL-17")
def test_no_ability_deals_less_than_nothing() -> None:
    s = Stage("Nyx e5", "Bram f5").give("Bram", "physical defence", 90)
    assert s.p.loss(s.unit("Bram"), 50, PHYSICAL) == 0
