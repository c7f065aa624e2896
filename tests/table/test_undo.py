"""Taking a move back: where it is fair, who must agree, and what is left of it."""

from __future__ import annotations

import pytest

from rumpus.core.errors import RumpusError
from rumpus.games.defend_the_city import game as city
from rumpus.table.entries import Clock, StoodIn, UndoAnswered, UndoAsked
from rumpus.table.undo import moves_to_keep
from tests.table.parley import parley
from tests.table.scenario import ANN, BEN, TableScenario, Who, made


def refusal(scenario: TableScenario) -> str:
    with pytest.raises(RumpusError) as refused:
        moves_to_keep(scenario.table, ANN)
    return str(refused.value)


def test_a_sealed_decision_from_which_nobody_learned_anything_can_be_taken_back() -> None:
    scenario = TableScenario()
    scenario.decide(ANN)
    assert moves_to_keep(scenario.table, ANN) == 0


def test_only_ones_own_last_decision_is_taken_back_and_only_if_a_person_made_it() -> None:
    scenario = TableScenario()
    assert "You have made no move" in refusal(scenario)
    scenario.decide(ANN, by="clock")
    assert "You have made no move" in refusal(scenario)


def test_it_is_too_late_when_another_person_has_decided() -> None:
    scenario = TableScenario()
    scenario.decide(ANN)
    scenario.decide(BEN)
    assert "You cannot take your last move back: others have decided since then" in refusal(scenario)


def test_what_a_bot_showed_since_cannot_be_unseen() -> None:
    scenario = TableScenario(made(people=("Ann", "greedy")))
    scenario.decide(ANN)
    scenario.decide(BEN, by="bot")
    assert "You cannot take your last move back: since then you may have seen something hidden" in refusal(scenario)


def test_a_bot_that_knew_no_more_than_everybody_is_no_hindrance() -> None:
    scenario = TableScenario(made(parley, people=("Ann", "greedy")), parley)
    scenario.decide(ANN)
    scenario.decide(BEN, by="bot")
    assert moves_to_keep(scenario.table, ANN) == 0


def test_chance_had_a_say() -> None:
    scenario = TableScenario(made(city, people=("Ann",)), city)
    scenario.decide(ANN, move=0)
    assert "You cannot take your last move back: chance has decided something since then" in refusal(scenario)


def test_not_where_the_table_does_without_nor_before_or_after_the_game() -> None:
    strict = TableScenario(made(undo=False))
    strict.decide(ANN)
    assert "Moves cannot be taken back" in refusal(strict)
    assert "no game is being played" in refusal(TableScenario(begun=False))
    over = TableScenario()
    over.play_out()
    assert "no game is being played" in refusal(over)


def test_everybody_must_agree_and_then_the_decision_is_open_again() -> None:
    scenario = TableScenario()
    table = scenario.table
    scenario.decide(ANN)
    before = table.decision_id(ANN)
    scenario.take(UndoAsked(ANN, 0))
    assert table.undo_request is not None
    assert table.epoch == 0
    scenario.take(UndoAnswered(BEN, True))
    assert table.match is not None
    assert table.match.position.to_act() == [ANN, BEN]
    assert table.steps == []
    assert table.decided == [0, 0]
    assert table.undo_request is None
    assert table.epoch == 1
    assert table.decision_id(ANN) != before, "a message for the time before is known to be late"
    assert scenario.log_texts()[-1] == "Ann takes back the last move."
    scenario.decide(ANN)
    assert len(table.match.record.moves) == 1


def test_what_people_said_stays_in_the_log_and_what_happened_goes() -> None:
    scenario = TableScenario(made(parley), parley)
    scenario.decide(ANN, 4)
    scenario.take(StoodIn(BEN, "greedy"))
    scenario.take(UndoAsked(ANN, 0))
    assert scenario.log_texts() == ["A bot (greedy) now plays for Ben.", "Ann takes back the last move."]


def test_one_no_is_enough() -> None:
    scenario = TableScenario()
    scenario.decide(ANN)
    scenario.take(UndoAnswered(BEN, True))
    assert scenario.table.epoch == 0, "nobody had asked"
    scenario.take(UndoAsked(ANN, 0))
    scenario.take(UndoAnswered(BEN, False))
    assert scenario.table.undo_request is None
    assert scenario.log_texts()[-1] == "Ben declines to take the move back."
    assert len(scenario.table.steps) == 1


def test_an_undo_request_is_gone_with_the_next_decision_that_shows() -> None:
    scenario = TableScenario()
    scenario.decide(ANN)
    scenario.take(UndoAsked(ANN, 0))
    scenario.decide(BEN)
    assert scenario.table.undo_request is None


def test_an_undo_request_outlives_a_sealed_decision() -> None:
    scenario = TableScenario(made(people=("Ann", "Ben", "Cid"), options={"players": 3}))
    scenario.decide(ANN)
    scenario.take(UndoAsked(ANN, 0))
    scenario.decide(BEN)
    assert scenario.table.undo_request is not None
    scenario.take(UndoAnswered(BEN, True))
    scenario.take(UndoAnswered(2, True))
    assert scenario.table.decided == [0, 0, 0], "Ben decides again"
    assert scenario.log_texts()[-1] == "Ann takes back the last move."


@pytest.mark.parametrize("who", ["person", "bot"])
def test_nobody_learns_from_an_answer_whether_or_what_another_has_sealed(who: Who) -> None:
    third = "Cid" if who == "person" else "greedy"
    for move in (None, 0, 1, 2):
        scenario = TableScenario(made(people=("Ann", "Ben", third), options={"players": 3}))
        scenario.decide(ANN)
        if move is not None:
            assert scenario.table.match is not None
            scenario.decide(2, scenario.table.match.position.moves(2)[move], by=who)
        assert moves_to_keep(scenario.table, ANN) == 0


def test_a_bot_needs_not_be_asked_nor_one_that_comes_to_stand_in() -> None:
    alone = TableScenario(made(people=("Ann", "greedy")))
    alone.decide(ANN)
    alone.take(UndoAsked(ANN, 0))
    assert alone.table.epoch == 1
    scenario = TableScenario()
    scenario.decide(ANN)
    scenario.take(UndoAsked(ANN, 0))
    scenario.take(StoodIn(BEN, "greedy"))
    assert scenario.table.epoch == 1


def test_time_that_was_used_stays_used() -> None:
    scenario = TableScenario(made(clock=Clock("game", 60)))
    scenario.decide(ANN, second=10)
    scenario.take(UndoAsked(ANN, 0), 12)
    scenario.take(UndoAnswered(BEN, True), 15)
    assert scenario.table.clocks.deadline(ANN) == (15 + 60 - 10) * 1000
    assert scenario.table.clocks.deadline(BEN) == (15 + 60 - 15) * 1000
