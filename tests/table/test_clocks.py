"""Time at a table, told in seconds: what runs, what stands, and what can be read off it."""

from __future__ import annotations

from rumpus.core.words import Line
from rumpus.table.entries import Clock, Paused, Woke
from tests.table.parley import parley
from tests.table.scenario import ANN, BEN, TableScenario, made

PER_MOVE = Clock("move", 30)
PER_GAME = Clock("game", 60, plus=5)


def test_without_a_rule_no_time_runs_out() -> None:
    clocks = TableScenario().table.clocks
    assert clocks.deadline(ANN) is None
    assert clocks.face(ANN, ANN) == (0, 0)


def test_each_decision_has_the_same_time() -> None:
    scenario = TableScenario(made(parley, clock=PER_MOVE), parley)
    clocks = scenario.table.clocks
    assert clocks.deadline(ANN) == 30_000
    assert clocks.deadline(BEN) is None, "it is not Ben's turn"
    assert clocks.face(BEN, ANN) == (30_000, 0)
    scenario.decide(ANN, second=12)
    assert clocks.deadline(BEN) == 42_000
    scenario.decide(BEN, second=40)
    assert clocks.deadline(ANN) == 70_000


def test_a_game_has_one_budget_and_every_decision_adds_to_it() -> None:
    scenario = TableScenario(made(parley, clock=PER_GAME), parley)
    clocks = scenario.table.clocks
    scenario.decide(ANN, second=20)
    assert clocks.face(ANN, BEN) == (45_000, 0), "60 - 20 + 5"
    scenario.decide(BEN, second=90)
    assert clocks.face(BEN, ANN) == (0, 0), "70 of 60 + 5 are used: nothing is left"
    assert clocks.deadline(ANN) == 135_000
    scenario.decide(ANN, second=100)
    assert clocks.deadline(BEN) == 95_000, "it has run out before it began"


def test_who_has_answered_in_secret_cannot_be_read_off_a_clock() -> None:
    scenario = TableScenario(made(clock=PER_GAME))
    clocks = scenario.table.clocks
    before = [clocks.face(seat, ANN) for seat in (ANN, BEN)]
    spectator = [clocks.face(seat, None) for seat in (ANN, BEN)]
    scenario.decide(BEN, second=10)
    assert [clocks.face(seat, ANN) for seat in (ANN, BEN)] == before
    assert [clocks.face(seat, None) for seat in (ANN, BEN)] == spectator
    assert clocks.face(BEN, BEN) == (55_000, 0), "Ben knows that his own clock stands"
    assert clocks.deadline(BEN) is None


def test_when_all_is_shown_others_are_told_no_more_than_they_could_reckon() -> None:
    scenario = TableScenario(made(clock=PER_GAME))
    clocks = scenario.table.clocks
    scenario.decide(BEN, second=10)
    scenario.decide(ANN, second=30)
    assert clocks.face(BEN, BEN) == (55_000, 85_000)
    assert clocks.face(BEN, ANN) == (60_000, 60_000), "for all that Ann knows, Ben has been thinking all the time"


def test_time_while_the_table_sleeps_is_on_nobodys_clock() -> None:
    scenario = TableScenario(made(parley, clock=PER_MOVE), parley)
    clocks = scenario.table.clocks
    scenario.take(Woke(), 3600)
    assert clocks.deadline(ANN) == 3_630_000
    assert clocks.face(ANN, BEN) == (30_000, 3_630_000)
    assert clocks.deadline(BEN) is None
    scenario.decide(ANN, second=3601)
    assert clocks.true.used == [1000, 0]


def test_a_clock_that_was_set_back_gives_no_time() -> None:
    scenario = TableScenario(made(parley, clock=PER_GAME), parley)
    scenario.take(Woke(), 100)
    scenario.decide(ANN, second=90)
    assert scenario.table.clocks.true.used == [0, 0]


def test_nothing_runs_after_the_end() -> None:
    scenario = TableScenario(made(clock=PER_MOVE))
    scenario.play_out()
    assert scenario.table.clocks.true.since == [None, None]
    assert scenario.table.clocks.public.since == [None, None]
    assert scenario.table.clocks.true.decisions == [5, 5]


def test_a_paused_clock_stands_and_goes_on_where_it_was() -> None:
    scenario = TableScenario(made(parley, clock=PER_MOVE), parley)
    table, clocks = scenario.table, scenario.table.clocks
    table.take(Paused(ANN, 60_000, vacation=True), 10_000)
    assert clocks.deadline(ANN) == 80_000, "20 of 30 seconds were left"
    assert clocks.face(ANN, BEN) == (30_000, 80_000)
    table.take(Paused(ANN, 90_000), 20_000)
    assert clocks.deadline(ANN) == 110_000
    table.take(Paused(ANN, 30_000, vacation=True), 30_000)
    assert clocks.deadline(ANN) == 50_000
    texts = [line.text for line in table.log if isinstance(line, Line)]
    assert texts == ["Ann is on vacation until 1 January 1970.", "Ann is back from vacation."]


def test_a_decision_that_begins_in_a_pause_has_all_its_time_after_it() -> None:
    scenario = TableScenario(made(parley, clock=PER_MOVE), parley)
    clocks = scenario.table.clocks
    scenario.table.take(Paused(BEN, 100_000), 1_000)
    scenario.decide(ANN, second=12)
    assert clocks.deadline(BEN) == 130_000
    scenario.table.take(Woke(), 40_000)
    assert clocks.deadline(BEN) == 130_000
    scenario.decide(BEN, second=50)
    assert clocks.true.used[BEN] == 0
    assert clocks.deadline(ANN) == 80_000


def test_a_pause_for_one_decision_is_its_seats_business() -> None:
    """Whether somebody has decided can be a secret, and so is that the decision has more time."""
    scenario = TableScenario(made(parley, clock=PER_MOVE), parley)
    clocks = scenario.table.clocks
    before = clocks.face(ANN, BEN)
    scenario.table.take(Paused(ANN, 100_000), 30_000)
    assert clocks.deadline(ANN) == 100_000
    assert clocks.face(ANN, ANN) == (30_000, 100_000)
    assert clocks.face(ANN, BEN) == before
    scenario.decide(ANN, second=40)
    scenario.decide(BEN, second=50)
    assert clocks.face(ANN, BEN) == (30_000, 80_000)
    assert clocks.deadline(ANN) == 80_000, "the pause was for the decision before"
