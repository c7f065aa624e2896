"""Knowledge of a seat: views, sampled worlds and features."""

from __future__ import annotations

import json

from rumpus.core.playout import play_randomly
from rumpus.core.position import Json
from rumpus.core.rng import ScriptedRng, SeededRng
from rumpus.games.ultimatum import game
from rumpus.games.ultimatum.rules.determinize import resample_traps
from rumpus.games.ultimatum.rules.roster.catalogue import ROSTER
from rumpus.games.ultimatum.rules.trap import Trap, hexes_of
from rumpus.testing import rule
from tests.games.ultimatum.stage import Stage, field


def character(view: dict[str, Json], who: str) -> dict[str, Json]:
    entries = view["characters"]
    assert isinstance(entries, list)
    for entry in entries:
        assert isinstance(entry, dict)
        if entry["id"] == who:
            return entry
    raise AssertionError(who)


@rule("UL-3")
def test_a_world_has_hidden_traps_on_possible_hexes_and_own_traps_in_place() -> None:
    s = Stage("Tamsin e5", "Nyx k5, Bram o9")
    for place in ("g5", "h5", "i5"):
        s.ready_all().act(f"tamsin set trap {place}")
    seen = set()
    for number in range(40):
        world = s.p.determinize(1, SeededRng(f"dream {number}"))
        places = [trap.place for trap in world.traps]
        assert len(set(places)) == 3, "two traps of one owner never lie on one hex"
        for trap, real in zip(world.traps, s.p.traps, strict=True):
            assert trap.place in hexes_of(real.maybe)
            assert trap.maybe == real.maybe
        seen.add(tuple(places))
        mine = s.p.determinize(0, SeededRng(f"dream {number}"))
        assert mine.save() == s.p.save()
    assert len(seen) > 30


@rule("UL-3")
def test_two_positions_that_differ_in_a_hidden_trap_give_the_same_world() -> None:
    a, b = Stage("Tamsin e5", "Nyx k5, Bram o9"), Stage("Tamsin e5", "Nyx k5, Bram o9")
    a.act("tamsin set trap g5")
    b.act("tamsin set trap c3")
    a.turn(2)
    b.turn(2)
    assert json.dumps(a.p.view(1)) == json.dumps(b.p.view(1))
    assert a.p.moves(1) == b.p.moves(1)
    assert a.p.determinize(1, SeededRng("x")).save() == b.p.determinize(1, SeededRng("x")).save()
    features = game.bots().features(a.options)
    assert features.of(a.p, 1) == features.of(b.p, 1)


@rule("UL-3")
def test_public_knowledge_of_a_trap_is_kept_in_worlds() -> None:
    s = Stage("Tamsin a9", "Nyx k5, Bram o9", options={"tamsin.set_trap.radius": 1}).act("tamsin set trap b9")
    assert [s.p.ground.names[place] for place in hexes_of(s.p.traps[0].maybe)] == ["a8", "b9"]
    s.turn(2).put("Nyx", "a7").act("nyx a8")
    assert s.hp("Nyx") == 66
    world = s.p.determinize(1, SeededRng("now it is certain"))
    assert [s.p.ground.names[trap.place] for trap in world.traps] == ["b9"]


@rule("UL-3", "A-23")
def test_a_narrow_choice_of_hexes_is_dealt_without_ending_in_a_blind_alley() -> None:
    traps = [Trap(3, 1, 0b0110), Trap(3, 2, 0b1100), Trap(3, 3, 0b1010)]
    seen = set()
    for number in range(60):
        dealt = resample_traps(traps, 0, 3, SeededRng(f"narrow {number}"))
        seen.add(tuple(trap.place for trap in dealt))
    assert seen == {(1, 2, 3), (2, 3, 1)}


@rule("P-5", "UL-3")
def test_sealed_picks_are_taken_back_in_a_world() -> None:
    options = game.options({"squad": 2, "pick": "blind", "map": field(), "first": "1"})
    a, b = (game.start(options, ScriptedRng([])) for _ in range(2))
    for p, names in ((a, ("nyx", "bram")), (b, ("ursa",))):
        for name in names:
            p.play(0, game.parse_move(p, 0, name), ScriptedRng([]))
    assert a.view(1) == b.view(1)
    assert a.visible_to_act(1) == b.visible_to_act(1) == [0, 1]
    world = a.determinize(1, SeededRng("x"))
    assert world.save() == b.determinize(1, SeededRng("x")).save()
    assert world.to_act() == [0, 1]
    assert a.determinize(0, SeededRng("x")).save() == a.save(), "one's own are kept"


def test_a_view_holds_what_a_screen_needs_to_light_hexes() -> None:
    s = Stage("Nyx e5, Bram a1", "Ursa f5, Isk h5").give("Nyx", "speed", -3)
    view = s.p.view(0)
    nyx = character(view, "1.Nyx")
    actions = nyx["actions"]
    assert isinstance(actions, list)
    by_kind = {str(action["do"]): action for action in actions if isinstance(action, dict)}
    assert by_kind["move"]["targets"] == [text.split()[-1] for text in s.options_of("Nyx", "move")]
    assert by_kind["attack"]["targets"] == ["2.Ursa"]
    assert "2.Isk h6" in by_kind["ability"]["targets"]  # type: ignore[operator]
    assert by_kind["ultimatum"] == {
        "do": "ultimatum",
        "name": "Outbreak",
        "can": False,
        "targets": [],
        "why": "Outbreak has nothing to aim at now (A-12).",
    }
    assert nyx["reach"] == by_kind["move"]["targets"]
    assert nyx["effects"] == [{"name": "speed", "amount": -3, "turns": 1}]
    enemy = character(view, "2.Isk")
    assert "actions" not in enemy
    assert enemy["targets"] == ["1.Nyx"]
    assert "g5" in enemy["reach"]  # type: ignore[operator]


def test_actions_say_why_not() -> None:
    s = Stage("Nyx e5, Bram a1", "Ursa f5, Isk h5")
    s.p.normal_wait[0] = 2
    s.give("Nyx", "snare").give("Bram", "stun")
    reasons = {
        str(action["name"]): action["why"]
        for who in ("1.Nyx", "1.Bram")
        for action in character(s.p.view(0), who)["actions"]  # type: ignore[union-attr]
        if isinstance(action, dict) and not action["can"]
    }
    assert reasons["Backstab"] == "Backstab cools down for 2 more phases (UL-20)."
    assert reasons["Walk"] == "Bram is stunned and can only pass (UL-13)."
    assert reasons["Earthshaker"] == "Bram is stunned and can only pass (UL-13)."


def test_features_have_names_and_stay_small() -> None:
    options = game.options({"players": 3, "squad": 2, "map": "arena"})
    features = game.bots().features(options)
    assert len(set(features.names)) == len(features.names)
    rng = SeededRng("features")
    p = game.start(options, rng)
    while p.to_act():
        for seat in range(3):
            row = features.of(p, seat)
            assert len(row) == len(features.names)
            assert all(-3 <= value <= 3 for value in row)
        play_randomly(p, rng, 5)


def test_refusals_are_the_same_in_a_world_and_cover_the_whole_move_space() -> None:
    s = Stage("Tamsin e5, Amity d5", "Nyx k5, Lys g5")
    for move in range(s.p.space.move_count):
        reason = s.p.refusal(0, move)
        assert (reason == "") == (move in s.p.moves(0))
        assert reason == "" or reason.endswith(".")


@rule("UL-16")
def test_a_view_shows_what_a_walk_and_a_strike_could_do_to_whom() -> None:
    s = Stage("Nyx e5, Bram a1", "Ursa g5, Isk o9").give("Ursa", "snare")
    ursa = character(s.p.view(0), "2.Ursa")
    assert ursa["reach"] == []
    assert ursa["strike"] == ["f4", "g4", "f5", "h5", "f6", "g6"]
    assert ursa["blows"] == {"1.Nyx": 12, "1.Bram": 8}
    assert character(s.p.view(0), "1.Nyx")["blows"] == {"2.Ursa": 12, "2.Isk": 13}
    assert character(s.p.view(None), "2.Ursa")["blows"] == {}
    s.put("Ursa", "f5")
    nyx = character(s.p.view(0), "1.Nyx")
    assert "f5" in nyx["strike"], "a unit on a line can be struck"  # type: ignore[operator]
    s.give("Nyx", "snare")
    nyx = character(s.p.view(0), "1.Nyx")
    assert "g5" not in nyx["strike"], "and covers what is behind"  # type: ignore[operator]
    s.give("Nyx", "disarm")
    assert character(s.p.view(0), "1.Nyx")["strike"] == []


@rule("UL-16", "A-4")
def test_a_strike_of_the_ranged_goes_over_everything_on_its_lines_and_wrens_all_round() -> None:
    s = Stage("Isk e5, Wren a1", "Ursa f5, Bram o9")
    for name in ("Isk", "Wren"):
        s.give(name, "snare")
    isk = character(s.p.view(0), "1.Isk")["strike"]
    wren = character(s.p.view(0), "1.Wren")["strike"]
    assert {"k5", "l5", "g6"} & set(isk) == {"k5"}  # type: ignore[arg-type]
    assert {"g4", "i1", "j1"} & set(wren) == {"g4", "i1"}  # type: ignore[arg-type]


@rule("UL-4")
def test_while_squads_are_picked_the_view_shows_all_twelve_with_their_figures() -> None:
    options = game.options({"squad": 2, "pick": "draft", "map": field(), "first": "1", "bram.hp": 90})
    view = game.start(options, ScriptedRng([])).view(None)
    roster = view["roster"]
    assert isinstance(roster, list)
    assert [one["name"] for one in roster if isinstance(one, dict)] == [one.name for one in ROSTER]
    bram = roster[0]
    assert isinstance(bram, dict)
    assert bram["most hp"] == 90
    assert bram["ultimatum"] == {"name": "Earthshaker", "wait": 0, "cooldown": 5}
    assert "roster" not in Stage("Nyx e5", "Ursa f5").p.view(0)
