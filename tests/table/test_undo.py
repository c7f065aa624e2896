"""Taking a move back: where it is fair, who must agree, and what is left of it."""

from __future__ import annotations

import pytest

from rumpus.core.errors import RumpusError
from rumpus.games.defend_the_city import game as city
from rumpus.table.entries import Clock, StoodIn, UndoAnswered, UndoAsked
from rumpus.table.undo import moves_to_keep
from tests.table.evening import ANN, BEN, Evening, Who, made
from tests.table.parley import parley


def test_a_sealed_decision_from_which_nobody_learned_anything_can_be_taken_back() -> None:
    evening = Evening()
    evening.decide(ANN)
    assert moves_to_keep(evening.table, ANN) == 0


def test_only_ones_own_last_decision_is_taken_back_and_only_if_a_person_made_it() -> None:
    evening = Evening()
    with pytest.raises(RumpusError, match="you have made no move"):
        moves_to_keep(evening.table, ANN)
    evening.decide(ANN, by="clock")
    with pytest.raises(RumpusError, match="you have made no move"):
        moves_to_keep(evening.table, ANN)


def test_it_is_too_late_when_another_person_has_decided() -> None:
    evening = Evening()
    evening.decide(ANN)
    evening.decide(BEN)
    with pytest.raises(RumpusError, match="others have decided since"):
        moves_to_keep(evening.table, ANN)


def test_what_a_bot_showed_since_cannot_be_unseen() -> None:
    evening = Evening(made(people=("Ann", "greedy")))
    evening.decide(ANN)
    evening.decide(BEN, by="bot")
    with pytest.raises(RumpusError, match="something hidden may have been revealed to you since"):
        moves_to_keep(evening.table, ANN)


def test_a_bot_that_knew_no_more_than_everybody_is_no_hindrance() -> None:
    evening = Evening(made(parley, people=("Ann", "greedy")), parley)
    evening.decide(ANN)
    evening.decide(BEN, by="bot")
    assert moves_to_keep(evening.table, ANN) == 0


def test_chance_had_a_say() -> None:
    evening = Evening(made(city, people=("Ann",)), city)
    evening.decide(ANN, move=0)
    with pytest.raises(RumpusError, match="chance has decided something since"):
        moves_to_keep(evening.table, ANN)


def test_not_where_the_table_does_without_nor_before_or_after_the_game() -> None:
    strict = Evening(made(undo=False))
    strict.decide(ANN)
    with pytest.raises(RumpusError, match="at this table no move is taken back"):
        moves_to_keep(strict.table, ANN)
    with pytest.raises(RumpusError, match="the game is not going on"):
        moves_to_keep(Evening(begun=False).table, ANN)
    over = Evening()
    over.play_out()
    with pytest.raises(RumpusError, match="the game is not going on"):
        moves_to_keep(over.table, ANN)


def test_everybody_must_agree_and_then_the_decision_is_open_again() -> None:
    evening = Evening()
    table = evening.table
    evening.decide(ANN)
    before = table.at(ANN)
    evening.take(UndoAsked(ANN, 0))
    assert table.undo_wish is not None
    assert table.epoch == 0
    evening.take(UndoAnswered(BEN, True))
    assert table.match is not None
    assert table.match.position.to_act() == [ANN, BEN]
    assert table.steps == []
    assert table.decided == [0, 0]
    assert table.undo_wish is None
    assert table.epoch == 1
    assert table.at(ANN) != before, "a message for the time before is known to be late"
    assert evening.told()[-1] == "Ann takes the last move back."
    evening.decide(ANN)
    assert len(table.match.record.moves) == 1


def test_what_people_said_stays_in_the_story_and_what_happened_goes() -> None:
    evening = Evening(made(parley), parley)
    evening.decide(ANN, 4)
    evening.take(StoodIn(BEN, "greedy"))
    evening.take(UndoAsked(ANN, 0))
    assert evening.told() == ["A bot (greedy) plays on for Ben.", "Ann takes the last move back."]


def test_one_no_is_enough() -> None:
    evening = Evening()
    evening.decide(ANN)
    evening.take(UndoAnswered(BEN, True))
    assert evening.table.epoch == 0, "nobody had asked"
    evening.take(UndoAsked(ANN, 0))
    evening.take(UndoAnswered(BEN, False))
    assert evening.table.undo_wish is None
    assert evening.told()[-1] == "Ben would rather not go back."
    assert len(evening.table.steps) == 1


def test_a_wish_is_gone_with_the_next_decision_that_shows() -> None:
    evening = Evening()
    evening.decide(ANN)
    evening.take(UndoAsked(ANN, 0))
    evening.decide(BEN)
    assert evening.table.undo_wish is None


def test_a_wish_outlives_a_sealed_decision_which_it_would_betray() -> None:
    evening = Evening(made(people=("Ann", "Ben", "Cid"), options={"players": 3}))
    evening.decide(ANN)
    evening.take(UndoAsked(ANN, 0))
    evening.decide(BEN)
    assert evening.table.undo_wish is not None
    evening.take(UndoAnswered(BEN, True))
    evening.take(UndoAnswered(2, True))
    assert evening.table.decided == [0, 0, 0], "Ben decides again"
    assert evening.told()[-1] == "Ann takes the last move back."


@pytest.mark.parametrize("who", ["person", "bot"])
def test_nobody_learns_from_an_answer_whether_or_what_another_has_sealed(who: Who) -> None:
    third = "Cid" if who == "person" else "greedy"
    for move in (None, 0, 1, 2):
        evening = Evening(made(people=("Ann", "Ben", third), options={"players": 3}))
        evening.decide(ANN)
        if move is not None:
            assert evening.table.match is not None
            evening.decide(2, evening.table.match.position.moves(2)[move], by=who)
        assert moves_to_keep(evening.table, ANN) == 0


def test_a_bot_needs_not_be_asked_nor_one_that_comes_to_stand_in() -> None:
    alone = Evening(made(people=("Ann", "greedy")))
    alone.decide(ANN)
    alone.take(UndoAsked(ANN, 0))
    assert alone.table.epoch == 1
    evening = Evening()
    evening.decide(ANN)
    evening.take(UndoAsked(ANN, 0))
    evening.take(StoodIn(BEN, "greedy"))
    assert evening.table.epoch == 1


def test_time_that_was_used_stays_used() -> None:
    evening = Evening(made(clock=Clock("game", 60)))
    evening.decide(ANN, second=10)
    evening.take(UndoAsked(ANN, 0), 12)
    evening.take(UndoAnswered(BEN, True), 15)
    assert evening.table.clocks.deadline(ANN) == (15 + 60 - 10) * 1000
    assert evening.table.clocks.deadline(BEN) == (15 + 60 - 15) * 1000
