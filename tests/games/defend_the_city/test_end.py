"""Stand-offs, victory and defeat, and the whole course of a game."""

from __future__ import annotations

import pytest

from rumpus.core.errors import BadOption, BadRecord, RumpusError
from rumpus.core.rng import ScriptedRng, SeededRng
from rumpus.games.defend_the_city import game
from rumpus.games.defend_the_city.rules.numbers import BY_HAND
from rumpus.testing import rule
from tests.games.defend_the_city.fight import Fight


@rule("DC-1", "DC-16")
def test_five_slain_enemies_save_the_city() -> None:
    fight = Fight()
    for slain in range(1, 6):
        assert fight.won is None
        fight.defend("5/5", [0, 0, 0])
        assert fight.siege.slain == slain
    assert fight.won is True
    assert fight.siege.to_act() == []
    assert Fight(enemies=2, slain=1).defend("5/5", [0, 0, 0]).won is True


@rule("DC-2")
def test_every_encounter_starts_at_full_stamina() -> None:
    fight = Fight()
    assert fight.stamina == (30, 30)
    fight.defend("0/4", [0, 3])
    assert fight.stamina == (26, 27)
    fight.defend("5/5", [0, 0, 0])
    assert fight.stamina == (30, 30)
    assert game.start(game.options({"stamina": 12}), ScriptedRng([])).save()["defender"] == 12


@rule("DC-3")
def test_versus_is_for_two_and_seat_1_wins_when_the_defender_does_not() -> None:
    assert game.seats(game.options()) == 1
    options = game.options(seats=2)
    assert options.switch("versus")
    assert game.seats(options) == 2
    fight = Fight(versus=True).versus("0/0", "5/0", [0])
    assert fight.siege.result() == [-1.0, 1.0]
    fight = Fight(slain=4, versus=True).versus("5/0", "0/0", [0])
    assert fight.siege.result() == [1.0, -1.0]
    fight = Fight(stand_offs=2, idle=2, versus=True).versus("0/0", "0/0")
    assert fight.siege.result() == [-1.0, 1.0]


@rule("DC-3")
def test_versus_switches_the_house_off() -> None:
    assert Fight(versus=True, kind="brute").siege.kind == BY_HAND
    assert Fight(versus=True, escalation=True).siege.kind == BY_HAND


@rule("DC-3")
def test_seats_and_versus_must_agree() -> None:
    with pytest.raises(RumpusError, match="It takes 1, 2"):
        game.options(seats=3)
    with pytest.raises(RumpusError, match="DC-3"):
        game.options({"versus": True}, seats=1)
    with pytest.raises(BadOption, match="stamina is a whole number from 1 to 60"):
        game.options({"stamina": 0})


@rule("DC-15", "DC-S8")
def test_two_spent_sides_are_a_stand_off() -> None:
    fight = Fight(defender=10, enemy=5, slain=2, versus=True).versus("5/5", "0/5")
    assert fight.last("stand-off") == [1, 3, 1, "spent"]
    assert fight.siege.slain == 2
    assert fight.stamina == (30, 30)
    assert fight.siege.stand_offs == 1


@rule("DC-15", "DC-S11")
def test_three_idle_turns_are_a_stand_off_and_the_third_stand_off_breaks_the_line() -> None:
    fight = Fight(versus=True)
    for turn in range(1, 10):
        assert fight.won is None
        fight.versus("0/0", "0/0")
        assert fight.siege.stand_offs == turn // 3
        if turn == 3:
            assert fight.last("stand-off") == [1, 3, 3, "idle"]
    assert fight.won is False
    assert fight.last("ends")[:4] == ["line broken", 0, 9, 30]


@rule("DC-15")
def test_both_limits_of_stand_offs_are_options() -> None:
    assert Fight(versus=True, idle_turns=1).versus("0/0", "0/0").siege.stand_offs == 1
    options = game.options({"versus": True, "idle_turns": 2, "stand_offs": 1})
    siege = game.start(options, ScriptedRng([]))
    for _ in range(2):
        assert siege.result() is None
        for seat in (0, 1):
            siege.play(seat, 0, ScriptedRng([]))
    assert siege.result() == [-1.0, 1.0]


@rule("DC-22", "DC-S12")
def test_any_effort_starts_the_count_of_idle_turns_again() -> None:
    fight = Fight(versus=True)
    for own in ("0/0", "0/0", "0/1", "0/0", "0/0"):
        fight.versus(own, "0/0")
    assert fight.count("stand-off") == 0
    assert fight.stamina == (29, 30)
    fight.versus("0/0", "0/0")
    assert fight.count("stand-off") == 1


@rule("DC-22")
def test_both_kinds_of_stand_off_at_once_are_one() -> None:
    fight = Fight(defender=0, enemy=0, idle=2).by_itself([])
    assert fight.siege.stand_offs == 1
    assert fight.siege.idle == 0, "and the next encounter starts counting anew"


@rule("DC-22")
def test_idle_turns_are_counted_by_the_stamina_paid() -> None:
    fight = Fight(idle=2, versus=True).versus("1/0", "2/0", [4], answer="forfeit")
    assert fight.last("pay") == [0, 30, 2, 28]
    assert fight.siege.idle == 0, "the enemy paid, though the defender did not"


@rule("DC-16")
def test_the_defenders_death_is_defeat() -> None:
    fight = Fight(slain=3, stand_offs=1).defend("0/0", [5, 0, 4])
    assert fight.won is False
    assert fight.last("ends")[:4] == ["fallen", 3, 1, 30]


@rule("DC-17", "DC-23", "DC-S10")
def test_a_double_death_is_victory_only_with_the_fifth_enemy() -> None:
    lost = Fight(slain=3, versus=True).versus("4/0", "4/0", [0, 3])
    assert lost.won is False
    assert lost.last("ends")[:4] == ["fallen", 4, 1, 26]
    won = Fight(slain=4, versus=True).versus("4/0", "4/0", [0, 3])
    assert won.won is True
    assert won.last("ends")[:4] == ["saved", 5, 1, 26]


@rule("DC-18", "DC-23")
def test_the_result_tells_the_fallen_the_turns_and_the_stamina_left() -> None:
    fight = Fight(defender=4, slain=4, versus=True).versus("0/3", "0/0").versus("5/5", "0/0", [4])
    view = fight.siege.view(None)
    assert view["ending"] == "saved"
    assert view["outcome"] == ("The city is saved: 5 enemies slain in 2 turns, −9 Stamina left.")
    fallen = Fight().defend("5/0", [3, 2, 4, 2]).siege.view(0)
    assert fallen["ending"] == "fallen"
    broken = Fight(stand_offs=2, idle=2, versus=True).versus("0/0", "0/0").siege.view(0)
    assert broken["ending"] == "line broken"


@rule("DC-23")
def test_turns_are_counted_through_stand_offs_and_encounters() -> None:
    fight = Fight(versus=True)
    for _ in range(3):
        fight.versus("0/0", "0/0")
    fight.versus("5/5", "0/0", [0]).versus("0/0", "5/0", [0])
    assert fight.last("ends")[:4] == ["fallen", 1, 5, 30]


@rule("DC-30")
def test_the_longest_encounter_takes_180_turns() -> None:
    fight = Fight(versus=True)
    turns = 0
    for side in range(2):
        for _ in range(30):
            for _ in range(2):
                fight.versus("0/0", "0/0")
            fight.versus("0/1" if side == 0 else "0/0", "0/0" if side == 0 else "0/1")
            turns += 3
            assert fight.siege.stand_offs == (1 if turns == 180 else 0)
    assert fight.last("stand-off") == [1, 3, 180, "spent"]


@rule("DC-30")
def test_every_game_ends_within_seven_encounters() -> None:
    rng = SeededRng("ends")
    for number in range(300):
        changes: dict[str, object] = {"versus": True} if number % 2 else {"escalation": True}
        siege = game.start(game.options(changes), rng, listen=True)
        while siege.result() is None:
            for seat in siege.to_act():
                moves = siege.moves(seat)
                siege.play(seat, moves[rng.below(len(moves)) if rng.below(3) else 0], rng)
        encounters = sum(event.kind == "steps up" for event in siege.take_events())
        assert encounters <= 7
        turn = siege.save()["turn"]
        assert isinstance(turn, int)
        assert turn <= 180 * encounters


def test_a_damaged_position_is_refused_in_a_sentence() -> None:
    plain = game.start(game.options(), ScriptedRng([])).save()
    del plain["enemy"]
    with pytest.raises(BadRecord, match="'enemy' is missing"):
        game.load(game.options(), plain)
