"""The rules of play, clause by clause."""

from __future__ import annotations

from typing import Any

import pytest

from rumpus.core.errors import BadOption
from rumpus.core.playout import play_randomly
from rumpus.core.position import Position, SeenEvent
from rumpus.core.rng import ScriptedRng, SeededRng
from rumpus.games.ultimatum import game
from rumpus.games.ultimatum.rules.terrain.board import TRUE
from rumpus.games.ultimatum.rules.turns import PLACING
from rumpus.testing import rule
from tests.games.ultimatum.stage import NAMES, Stage, field


@rule("UL-1")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("squad", [1, 3, 6])
def test_two_to_four_players_with_equal_squads(players: int, squad: int) -> None:
    options = game.options({"players": players, "squad": squad, "map": "crossroads"})
    p = game.start(options, SeededRng("squads"))
    assert len(p.kind) == players * squad
    assert game.seats(options) == players


@rule("UL-1")
@pytest.mark.parametrize("change", [{"players": 1}, {"players": 5}, {"squad": 0}, {"squad": 7}])
def test_other_numbers_are_refused(change: dict[str, object]) -> None:
    with pytest.raises(BadOption, match="whole number from"):
        game.options(change)


@rule("UL-2")
def test_one_character_per_hex_and_distances_over_walls() -> None:
    s = Stage("Bram e5, Wren f5", "Nyx j5", walls="g5 h5")
    assert "Bram move f5" not in s.options_of("Bram", "move")
    assert s.p.apart(s.unit("Bram"), s.unit("Nyx")) == 5
    assert s.p.ground.distance(s.hex("c5"), s.hex("j3")) == 8


@rule("UL-3")
def test_a_trap_is_seen_by_its_player_only_and_changes_nobody_elses_options() -> None:
    s = Stage("Tamsin e5", "Nyx k5, Bram o9", "Ursa a9").act("tamsin set trap i5")
    assert "Ann's Tamsin uses Set trap." in s.log(0)
    for seat in (1, 2, None):
        assert "Ann's Tamsin uses Set trap." in s.log(seat)
        view = s.p.view(seat)
        assert view["traps"] == []
        assert [trap["owner"] for trap in view["hidden traps"]] == ["1.Tamsin"]  # type: ignore[index, call-overload, union-attr]
        seats = view["seats"]
        assert [seat["traps"] for seat in seats] == [1, 0, 0]  # type: ignore[index, call-overload, union-attr]
    s.turn(2)
    before = s.options_of("Nyx", "move")
    s.p.traps.clear()
    s.turn(2)
    assert s.options_of("Nyx", "move") == before


def hidden_trap(position: Position) -> set[str]:
    """Hexes of the other player's trap that seat 1 considers possible."""
    view: dict[str, Any] = position.view(1)
    return set(view["hidden traps"][0]["maybe"])


@rule("UL-3")
def test_everybody_learns_where_no_trap_is() -> None:
    s = Stage("Tamsin e5", "Nyx k5, Bram o9").act("tamsin set trap i5")
    maybe = hidden_trap(s.p)
    assert "i5" in maybe
    assert "h5" in maybe
    assert "e5" not in maybe
    s.turn(2).act("nyx move h4 via k4 j4 i4")
    left = hidden_trap(s.p)
    assert maybe - left == {"h4", "i4"}, "j4 and k4 were too far from her anyway"


@rule("UL-4")
def test_random_squads_are_dealt_each_character_once() -> None:
    for seed in range(20):
        p = game.start(game.options({"squad": 6}), SeededRng(f"deal {seed}"))
        assert sorted(p.kind) == list(range(12))


@rule("UL-4", "P-2")
def test_more_than_twelve_are_dealt_from_a_set_of_ones_own() -> None:
    options = game.options({"squad": 5, "players": 3, "map": "ruins"})
    with ScriptedRng([0] * 16) as rng:
        p = game.start(options, rng)
    assert p.kind == [0, 1, 2, 3, 4] * 3


@rule("UL-4")
def test_no_side_holds_a_character_twice_but_blind_sides_may_share_one() -> None:
    options = game.options({"squad": 2, "pick": "blind", "map": field()})
    p = game.start(options, ScriptedRng([0]))
    for seat in (0, 1):
        p.play(seat, game.parse_move(p, seat, "pick nyx"), ScriptedRng([]))
        assert p.refusal(seat, p.space.acts * 0 + 3) == "You already have Nyx (UL-4)."
        p.play(seat, game.parse_move(p, seat, "bram"), ScriptedRng([]))
    assert [NAMES[kind] for kind in p.kind] == ["Nyx", "Bram", "Nyx", "Bram"]


@rule("UL-4")
@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"bans": 1}, "there are no bans"),
        ({"pick": "draft", "players": 4, "squad": 3, "bans": 1}, r"4 × \(3 \+ 1\) = 16"),
        ({"pick": "draft", "players": 3, "squad": 5, "map": "ruins"}, "= 15 characters"),
        ({"bans": 3, "pick": "draft"}, "bans is a whole number from 0 to 2"),
        ({"first": "3"}, "first is 3, but there are 2 players"),
    ],
)
def test_picks_that_do_not_go_together_are_refused(changes: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        game.options(changes)


@rule("UL-5", "P-12")
def test_nothing_but_placing_happens_in_phase_zero() -> None:
    options = game.options({"map": field(), "squad": 2, "first": "1"})
    p = game.start(options, ScriptedRng([0, 0, 0, 0]))
    assert p.stage == PLACING
    assert {game.format_move(p, 0, move).split()[1] for move in p.moves(0)} == {"place"}
    assert "phase zero" in p.refusal(0, p.space.acts)
    p.play(0, game.parse_move(p, 0, "bram a4"), ScriptedRng([]))
    assert p.to_act() == [1], "the turn ends with that"
    assert p.phase == 0


@rule("UL-6")
def test_phases_start_with_the_first_player_or_move_on_by_one() -> None:
    for rotate, starts in ((False, [2, 2, 2]), (True, [2, 1, 2])):
        options = game.options({"map": field(), "squad": 1, "first": "2", "rotate_first": rotate})
        p = game.start(options, ScriptedRng([0, 0]))
        seen: list[int] = []
        while len(seen) < 3:
            if p.phase == len(seen) + 1:
                seen.append(p.to_act()[0] + 1)
            p.play(p.to_act()[0], p.moves(p.to_act()[0])[-1], ScriptedRng([]))
        assert seen == starts


@rule("UL-7")
def test_who_has_had_a_turn_cannot_act_again_in_the_phase() -> None:
    s = Stage("Bram e5, Wren a1", "Nyx o9").act("bram pass", "nyx pass")
    assert s.refuses("bram f5") == "Bram has already had its turn in this phase (UL-7)."
    s.act("wren pass")
    assert s.p.phase == 2


@rule("UL-8")
def test_a_pass_lets_effects_act_and_the_stunned_may_pass() -> None:
    s = Stage("Bram e5, Wren a1", "Nyx o9").give("Bram", "stun").give("Bram", "poison", 2, turns=1).act("bram pass")
    assert (s.hp("Bram"), s.effects("Bram")) == (76, [])
    assert s.p.taken[0]


@rule("UL-9")
def test_a_turn_is_finished_by_word_or_by_itself() -> None:
    s = Stage("Bram e5, Wren a1", "Nyx f5, Ursa o9")
    assert "after at least one action" in s.refuses("finish")
    s.act("bram attack nyx")
    assert s.seat == 0
    s.act("finish")
    assert s.seat == 1
    s = Stage("Isk a1, Wren a9", "Nyx o9, Ursa o8").give("Isk", "silence").act("isk b1")
    assert s.seat == 1, "nothing was left to do"


@rule("UL-10")
def test_a_basic_move_ends_on_another_hex_and_comes_once() -> None:
    s = Stage("Bram e5, Wren a1", "Nyx g5")
    assert "must end on another hex" in s.refuses("bram e5")
    s.act("bram e4")
    assert "has already moved" in s.refuses("bram e5")


@rule("UL-11")
def test_attack_or_normal_ability_but_not_both() -> None:
    s = Stage("Nyx e5, Wren a1", "Bram f5").act("nyx backstab bram e5")
    assert "has already attacked or used an ability in this turn (UL-11)" in s.refuses("attack bram")


@rule("UL-12")
def test_an_ultimatum_is_the_sole_action() -> None:
    s = Stage("Ursa e5, Wren a1", "Bram f5").act("ursa attack bram")
    assert "the only action of a turn (UL-12)" in s.refuses("last stand")


@rule("UL-15")
def test_ways_lead_through_friends_and_round_enemies() -> None:
    s = Stage("Bram e5, Wren f5", "Nyx d5", walls="e4 d4 d6 e6 f4 f6 g4 h5")
    ends = {text.split()[-1] for text in s.options_of("Bram", "move")}
    assert {"g5", "g6"} <= ends
    assert not {"c5", "f5", "d5", "e4", "h5"} & ends


@rule("UL-15")
@pytest.mark.parametrize("map", ["crossroads", "ruins", "causeway", "arena"])
def test_the_ends_of_a_move_are_those_a_plain_search_finds(map: str) -> None:
    options = game.options({"map": map, "squad": 4})
    rng = SeededRng(f"reach {map}")
    for _ in range(4):
        p = game.start(options, rng)
        while p.to_act() and p.phase < 12:
            seat = p.to_act()[0]
            moves = p.moves(seat)
            for unit in p.ready(seat) if p.phase and p.active < 0 else []:
                if p.bars(unit):
                    continue
                steps = {p.place[unit]: 0}
                queue = [p.place[unit]]
                for place in queue:
                    for direction in range(6):
                        beside = p.ground.step(place, direction)
                        taken = p.on[beside] >= 0 and p.seat_of(p.on[beside]) != seat
                        if beside >= 0 and beside not in steps and p.ground.open[beside] and not taken:
                            steps[beside] = steps[place] + 1
                            queue.append(beside)
                ends = sorted(e for e, far in steps.items() if far <= p.speed_of(unit) and p.on[e] < 0)
                base = p.space.base(unit % p.squad)
                assert [move - base for move in moves if 0 <= move - base < p.ground.hexes] == ends
            p.apply(seat, moves[rng.below(len(moves))], rng)


@rule("UL-16")
def test_ranges_and_lines() -> None:
    s = Stage("Isk e5", "Nyx k5, Bram l5, Ursa g6")
    assert s.options_of("Isk", "attack") == ["Isk attack 2.Nyx"]
    assert s.refuses("isk attack bram") == "@1['s] Bram is 7 away, and Isk has range 6 (UL-16)."
    assert s.refuses("isk attack ursa") == "@1['s] Ursa is not on a straight line from Isk (UL-16)."
    s = Stage("Nyx e5, Isk f5", "Bram g5")
    assert "stops a melee attack (UL-16)" in s.refuses("nyx attack bram")
    assert s.refuses("nyx attack isk") == "@0['s] Isk is a friend, and only enemies can be attacked (UL-16)."


@rule("UL-18", "UL-19")
def test_the_dead_leave_the_map() -> None:
    s = Stage("Bram e5, Wren a1", "Nyx f5 3, Ursa o9").act("bram attack nyx")
    assert s.hex_of("Nyx") == ""
    assert s.p.is_free(s.hex("f5"))
    s.act("move f5")
    assert s.hex_of("Bram") == "f5"


@rule("UL-20")
def test_abilities_start_ready_and_need_something_to_aim_at() -> None:
    s = Stage("Orrin e5, Wren a1", "Nyx o9")
    assert s.p.normal_wait == s.p.ultimatum_wait == [0, 0, 0, 0]
    assert s.options_of("Orrin", "Firebolt") == []
    assert s.refuses("orrin firebolt nyx") == "Firebolt cannot be used on @1['s] Nyx now (A-14)."


@rule("UL-21", "UL-32")
def test_circles_go_over_walls_and_a_burst_may_be_aimed_at_a_wall() -> None:
    s = Stage("Isk e5", "Nyx g5", walls="f5 f4 e4 d4 d6 h5")
    assert s.options_of("Isk", "Freeze") == ["Isk Freeze 2.Nyx"]
    assert "Isk Blizzard h5" in s.options_of("Isk", "Blizzard")


@rule("UL-32", "UL-39")
def test_areas_hit_the_invisible_and_need_an_enemy_to_hit() -> None:
    s = Stage("Ursa e5", "Lys f5, Bram o9").give("Lys", "invisible", turns=2)
    assert s.options_of("Ursa", "attack") == []
    s.act("ursa cleave")
    assert s.hp("Lys") == 58 - 13
    friend = Stage("Lys e5, Amity f5", "Bram o9").give("Lys", "invisible", turns=2).set_hp("Lys", 20)
    assert "Amity Cleanse 1.Lys" in friend.options_of("Amity"), "the own side may always be named"


@rule("UL-33")
def test_the_cooldown_is_set_first_and_battery_charges_last() -> None:
    s = Stage("Sable e5 10, Orrin a1", "Nyx i5, Tamsin o9").trap("Tamsin", "f5").act("sable lunge e")
    assert (s.hex_of("Sable"), s.wait("Sable")) == ("", 2), "used, though she died on the way"
    assert s.p.charges[s.unit("Orrin")] == 1
    s = Stage("Bram e5 2, Orrin a1", "Nyx f5").give("Bram", "poison", 2, turns=1).act("bram shield wall")
    assert (s.wait("Bram"), s.p.charges[s.unit("Orrin")]) == (0, 0), "cancelled: nothing is used up"


@rule("UL-34")
def test_passives_follow_every_change_and_survive_stun() -> None:
    s = Stage("Halla e5, Ursa g5 50", "Bram o9").give("Halla", "stun")
    assert s.attack("Ursa") == 14 + 3 + 3
    s.put("Halla", "a1")
    assert s.attack("Ursa") == 17


@rule("UL-25")
def test_damage_to_several_is_dealt_before_anybody_dies() -> None:
    s = Stage("Orrin e5, Bram a1", "Nyx h5 5", "Ursa h4 5").act("orrin meteor h5")
    assert s.p.over
    assert s.p.result() == [1.0, -1.0, -1.0]
    assert s.p.view(0)["outcome"] == "@0[wins] with the last characters standing."


@rule("UL-26")
def test_shields_do_not_count_at_the_limit() -> None:
    s = Stage("Nyx e5 40", "Bram o9 41", options={"phase_limit": 1}).shield("Nyx", 20).pass_phase()
    assert s.p.result() == [-1.0, 1.0]
    assert "Time is up: @1[wins] with the most left" in str(s.p.view(None)["outcome"])


@rule("UL-27")
def test_spawn_points_of_seats_nobody_plays_are_floor() -> None:
    s = Stage("Tamsin g2", "Nyx o9")
    hexes = {text.split()[-1] for text in s.options_of("Tamsin", "Set trap")}
    assert {"h1", "h2", "h3"} <= hexes
    s = Stage("Tamsin g2", "Nyx o9", "Ursa o1")
    hexes = {text.split()[-1] for text in s.options_of("Tamsin", "Set trap")}
    assert not {"h1", "h2", "h3"} & hexes
    assert "Tamsin move h2" in s.options_of("Tamsin", "move"), "anybody may walk there"


@rule("UL-28")
def test_a_way_of_ones_own_must_be_walkable() -> None:
    s = Stage("Bram e5, Wren e4", "Nyx f5", walls="d4")
    for way, reason in (
        ("bram g5 via f5", "@1['s] Nyx blocks the path on f5 (UL-15)."),
        ("bram d5 via d4", "The hex d4 is a wall (UL-15)."),
        ("bram i6 via e6 f6 g6 h6", "This path has 5 steps, and Bram has speed 4 (UL-28)."),
        ("bram f4 via e4 f4 f3", "This path visits f4 twice (UL-28)."),
        ("bram e4 via", "The hex e4 is taken by @0['s] Wren (UL-15)."),
        ("bram g5 via e6", "g5 is not next to e6 (UL-28)."),
        ("bram e6 via d5 e5", "This path visits e5 twice (UL-28)."),
    ):
        assert s.refuses(way) == reason
    events = s.act("bram f3 via e4 f4").heard
    assert next(event for event in events if event.kind == "run").args[1] == "e5 e4 f4 f3"


@rule("UL-28", "M-3")
def test_the_default_way_is_the_first_found_by_a_search_in_rings() -> None:
    options = game.options({"map": "ruins", "squad": 3})
    rng = SeededRng("ways")
    tried = 0
    for _ in range(6):
        p = game.start(options, rng)
        play_randomly(p, rng, 60)
        passable = p.passable(0)
        for unit in range(3):
            if p.place[unit] < 0:
                continue
            start = p.place[unit]
            found_from = {start: start}
            queue = [start]
            for place in queue:
                for direction in range(6):
                    beside = p.ground.step(place, direction)
                    row, bit = p.ground.mask_row[beside], p.ground.mask_bit[beside]
                    if beside >= 0 and beside not in found_from and passable[row] & bit:
                        found_from[beside] = place
                        queue.append(beside)
            for end in queue[1:]:
                way = [end]
                while found_from[way[0]] != start:
                    way.insert(0, found_from[way[0]])
                assert p.ground.default_way(start, end, passable) == way
                tried += 1
    assert tried > 500


@rule("UL-29")
def test_the_steps_of_an_attack_in_order() -> None:
    s = Stage("Lys e5, Bram a1", "Sable f5, Ursa o9").give("Lys", "invisible", turns=2)
    kinds = [event.kind for event in s.act("lys attack sable").heard]
    order = ["attack", "seen", "damage", "passive", "damage"]
    assert [kind for kind in kinds if kind in order] == order
    assert (s.hp("Sable"), s.hp("Lys")) == (58 - 20, 58 - 7)


@rule("UL-30")
def test_damage_dealt_is_hp_really_lost() -> None:
    s = Stage("Ursa e5 30, Bram a1", "Nyx f5 9, Isk o9").give("Ursa", "last stand", turns=3).shield("Nyx", 4)
    s.act("ursa attack nyx")
    assert s.hp("Ursa") == 30 + 4, "9 HP were there to lose: ⌊9 / 2⌋"


@rule("UL-31")
def test_runs_enter_free_hexes_jumps_only_the_last_and_friends_are_passed_over() -> None:
    s = Stage("Nyx k5, Bram i5", "Tamsin o9").trap("Tamsin", "h5")
    s.p.traps[0] = s.p.traps[0].moved_to(s.hex("i5"))
    s.act("nyx move g5")
    assert (s.hex_of("Nyx"), s.traps()) == ("g5", ["i5"]), "Bram's hex was passed over"
    s = Stage("Nyx e5, Bram a1", "Ursa i5, Tamsin o9")
    for place in ("f5", "g5", "h5"):
        s.trap("Tamsin", place)
    s.act("nyx backstab ursa j5")
    assert s.hp("Nyx") == 66
    assert len(s.traps()) == 3


@rule("UL-31")
def test_several_traps_on_a_hex_go_off_oldest_first() -> None:
    s = Stage("Nyx k5, Bram a1", "Tamsin o9", "Tamsin o8").trap("3.Tamsin", "j5").trap("2.Tamsin", "j5")
    events = s.act("nyx j5").heard
    assert [event.args[1] for event in events if event.kind == "trap"] == ["3.Tamsin", "2.Tamsin"]
    assert (s.hp("Nyx"), s.effects("Nyx"), s.traps()) == (66 - 34, ["snare 0 for 1", "snare 0 for 1"], [])
    s = Stage("Nyx k5 10, Bram a1", "Tamsin o9", "Tamsin o8").trap("3.Tamsin", "j5").trap("2.Tamsin", "j5")
    s.act("nyx j5")
    assert s.traps() == ["j5"], "the dead set off nothing more"


@rule("UL-40")
def test_when_the_end_has_come_nothing_further_happens() -> None:
    s = Stage("Sable e5 30", "Nyx f5 5").act("sable flurry nyx")
    assert s.p.over
    assert s.p.to_act() == []
    assert s.p.refusal(0, 0) == "The game is over."
    s = Stage("Corvin e5 30", "Nyx f5 5").act("corvin hex nyx")
    assert s.hp("Corvin") == 30, "not even the healing"


@rule("UL-41")
def test_every_match_ends_within_its_phases() -> None:
    options = game.options({"phase_limit": 7, "map": "arena"})
    rng = SeededRng("limit")
    for _ in range(20):
        p = game.start(options, rng)
        made = play_randomly(p, rng, 10_000)
        assert p.over
        assert p.phase <= 7
        assert made <= 6 + 7 * 6 * 3


@rule("P-3")
def test_nothing_but_slip_is_chance_in_play() -> None:
    s = Stage("Orrin e5, Nyx g5", "Bram h5, Ursa j5")
    for text in ("orrin firebolt bram", "finish", "bram earthshaker", "ursa last stand"):
        s.act(text, rng=[])


@rule("P-5")
def test_blind_picks_are_revealed_when_all_are_in() -> None:
    options = game.options({"squad": 2, "pick": "blind", "map": field(), "first": "1"})
    p = game.start(options, ScriptedRng([]), listen=True)
    p.take_events()
    for text in ("nyx", "bram"):
        p.play(0, game.parse_move(p, 0, text), ScriptedRng([]))
    assert p.to_act() == [1]
    assert p.visible_to_act(0) == [1]
    assert p.visible_to_act(None) == [0, 1]
    heard = p.take_events()
    assert [event.seen_by(1) for event in heard] == [None, None]
    assert p.view(1)["characters"] == []
    assert p.view(0)["seats"][0]["squad"] == ["Nyx", "Bram"]  # type: ignore[index, call-overload]
    for text in ("ursa", "wren"):
        p.play(1, game.parse_move(p, 1, text), ScriptedRng([]))
    assert SeenEvent("squad", [0, "Nyx, Bram"]) in [event.seen_by(1) for event in p.take_events()]
    assert p.view(1)["seats"][0]["squad"] == ["Nyx", "Bram"]  # type: ignore[index, call-overload]


@rule("P-7", "P-8")
def test_act_and_more_belong_to_one_player_and_one_character() -> None:
    s = Stage("Bram e5, Wren a1", "Nyx f5, Ursa o9")
    assert {text.split()[0] for text in s.options_of()} == {"Bram", "Wren"}
    s.act("bram move e4")
    assert {text.split()[0] for text in s.options_of()} == {"Bram", "finish"}
    assert s.refuses("wren pass") == "This turn belongs to Bram (P-8)."
    assert s.p.moves(1) == []


@rule("P-9")
def test_the_order_of_the_options() -> None:
    s = Stage("Nyx e5, Bram a1", "Bram f5, Ursa e4").give("2.Bram", "poison", 1)
    own = s.options_of("Nyx")
    kinds = [text.split()[1] for text in own]
    assert list(dict.fromkeys(kinds)) == ["move", "attack", "Backstab", "Outbreak", "pass"]
    ends = [s.hex(text.split()[-1]) for text in own if text.split()[1] == "move"]
    assert ends == sorted(ends)
    assert s.options_of("Nyx", "attack") == ["Nyx attack 2.Bram", "Nyx attack 2.Ursa"]
    assert s.options_of()[-1] == "Bram pass"
    s.act("nyx attack ursa")
    assert s.options_of()[-1] == "finish"


@rule("P-10")
def test_what_is_legal_is_looked_at_before_the_effects_act() -> None:
    s = Stage("Amity e5, Bram a1", "Nyx o9").give("Amity", "poison", 3, turns=1).shield("Amity", 5)
    s.act("amity cleanse amity")
    assert (s.hp("Amity"), s.wait("Amity")) == (60, 3), "its point was gone, the cooldown is set all the same"


@rule("P-10", "P-7")
def test_a_decision_with_one_option_is_taken_without_asking() -> None:
    s = Stage("Bram e5, Isk a1", "Nyx f5").act("bram earthshaker")
    assert s.seat == 0, "Nyx could only pass, and did"
    assert s.p.taken[s.unit("Nyx")]


@rule("P-11")
def test_cooldowns_of_the_dead_run_too_and_marks_are_cleared() -> None:
    s = Stage("Bram e5, Wren a1", "Nyx o9")
    s.p.normal_wait[0] = 3
    s.p.ultimatum_wait[0] = 1
    s.p.hit(0, 99, TRUE)
    s.pass_phase()
    assert (s.p.normal_wait[0], s.p.ultimatum_wait[0]) == (2, 0)
    assert s.p.taken == [0] * 4


@rule("P-12")
def test_a_match_from_the_first_draw_to_the_end() -> None:
    options = game.options({"map": "arena", "phase_limit": 20})
    rng = SeededRng("match")
    p = game.start(options, rng, listen=True)
    while p.to_act():
        seat = p.to_act()[0]
        moves = p.moves(seat)
        p.play(seat, moves[rng.below(len(moves))], rng)
    kinds = [event.kind for event in p.take_events()]
    assert kinds[0] == "first"
    assert kinds.index("dealt") < kinds.index("place") < kinds.index("phase") < kinds.index("turn")
    assert kinds[-1] == "over"
