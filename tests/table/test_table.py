"""A table is the sum of its entries: seats, the match, messages that come twice, matches that go on from others."""

from __future__ import annotations

import pytest

from pigeons import game as pigeons
from rumpus.core.errors import BadRecord, IllegalMove
from rumpus.table.entries import (
    Back,
    Base,
    Began,
    Dropped,
    Entry,
    Filled,
    Made,
    Moved,
    Named,
    Place,
    Rematched,
    Sat,
    Stood,
    StoodIn,
    UndoAsked,
    Woke,
    pack,
    unpack,
)
from rumpus.table.seats import SeatAssignments, bot_name, fingerprint, promise
from rumpus.table.table import Table, open_table
from tests.table.parley import parley
from tests.table.scenario import ANN, BEN, TableScenario, made

# --- seats ---


def test_people_sit_down_stand_up_and_are_called_otherwise() -> None:
    seats = SeatAssignments([Place("open"), Place("open")])
    assert seats.names == ["Seat 1", "Seat 2"]
    assert seats.take(Sat(0, "Ann", fingerprint("ann"))) == "Ann sits down."
    assert seats.take(Named(0, "Anna")) == "Ann is now called Anna."
    assert seats.people == [0]
    assert seats.take(Stood(0)) == "Anna leaves."
    assert seats.people == []


def test_a_bot_sits_on_a_free_seat_until_it_is_sent_away() -> None:
    seats = SeatAssignments([Place("open"), Place("open")])
    assert seats.take(Filled(1, "greedy")) == ""
    assert seats.names == ["Seat 1", "Bix (greedy)"]
    assert seats.bot_of(1) == "greedy"
    seats.take(Filled(1, ""))
    assert seats.places[1].kind == "open"
    assert bot_name("greedy", 8) == bot_name("greedy", 0)


def test_a_bot_plays_on_for_a_person_until_they_are_back() -> None:
    seats = SeatAssignments([Place("person", "Ann"), Place("person", "Ben")])
    assert seats.take(StoodIn(1, "easy")) == "A bot (easy) now plays for Ben."
    assert seats.bot_of(1) == "easy"
    assert seats.bot_of(0) == ""
    assert seats.people == [0]
    twin = seats.copy()
    assert seats.take(Back(1)) == "Ben is back."
    assert seats.people == [0, 1]
    assert twin.people == [0], "a copy goes its own way"


def test_a_secret_opens_its_own_seat_and_no_other() -> None:
    table = TableScenario(made(people=("Ann", "greedy"))).table
    assert table.seat_of("ann") == ANN
    assert table.seat_of("ben") is None
    assert table.is_host("host")
    assert not table.is_host("ann")
    assert promise("coo") != promise("moo")


# --- states ---


def test_a_table_is_open_then_playing_then_over() -> None:
    scenario = TableScenario(begun=False)
    assert scenario.table.state == "open"
    scenario.take(Began())
    assert scenario.table.state == "playing"
    scenario.play_out()
    assert scenario.table.state == "over"
    scenario.take(Rematched("t2"))
    assert scenario.table.rematch == "t2"


def test_a_table_can_be_given_up_before_it_begins() -> None:
    scenario = TableScenario(begun=False)
    scenario.take(Dropped())
    assert scenario.table.state == "dropped"


def test_a_new_name_is_in_the_log_and_in_the_record() -> None:
    scenario = TableScenario()
    scenario.take(Named(BEN, "Benno"))
    match = scenario.table.match
    assert match is not None
    assert match.record.players == ["Ann", "Benno"]
    assert scenario.log_texts()[-1] == "Ben is now called Benno."


# --- moves ---


def test_a_message_that_comes_twice_is_known() -> None:
    scenario = TableScenario()
    table = scenario.table
    at = table.decision_id(ANN)
    scenario.decide(ANN, mid="m1")
    assert table.has_played(ANN, at, "m1")
    assert not table.has_played(ANN, at, "m2")
    assert not table.has_played(ANN, at, "")
    assert not table.has_played(ANN, table.decision_id(ANN), "m1"), "the next decision is not made yet"
    for nonsense in ("", "0", "1.0", "0.x", "0.²", "0.9999999", "0.-1"):
        assert not table.has_played(ANN, nonsense, "m1"), nonsense


def test_what_was_decided_in_secret_does_not_show_in_the_number_of_the_others_decision() -> None:
    scenario = TableScenario()
    before = scenario.table.decision_id(BEN)
    scenario.decide(ANN)
    assert scenario.table.decision_id(BEN) == before


def test_a_forbidden_move_is_refused_unless_it_was_checked_just_now() -> None:
    scenario = TableScenario(made(parley), parley)
    with pytest.raises(IllegalMove):
        scenario.decide(ANN, 3)
    scenario.table.take(Moved(ANN, 4), 1000, checked=True)
    assert len(scenario.table.steps) == 1


def test_when_time_runs_out_everybody_is_told_unless_it_would_tell_a_secret() -> None:
    scenario = TableScenario(made(parley), parley)
    scenario.decide(ANN, by="clock")
    assert scenario.log_texts() == ["Ann ran out of time, so a bot decided.", "Ann says 0."]


# --- going on from another match ---


def test_a_match_goes_on_from_another_with_a_seed_of_its_own() -> None:
    first = TableScenario()
    for _ in range(2):
        first.decide(ANN)
        first.decide(BEN)
    base = first.table.base_after(2)
    assert base == Base("coo", [(step.seat, step.move) for step in first.table.steps[:2]])
    second = TableScenario(made(seed="moo", base=base))
    table = second.table
    assert table.inherited_moves == 2
    assert table.match is not None
    assert len(table.match.record.moves) == 2
    second.decide(ANN)
    second.decide(BEN)
    whole = table.base_after(4)
    assert whole.then == [(2, "moo")]
    assert len(whole.moves) == 4
    assert table.base_after(1) == Base("coo", base.moves[:1])
    assert [step.number for step in table.walk()] == [0, 1, 2, 3, 4]
    third = TableScenario(made(seed="croo", base=whole)).table
    assert third.base_after(4).then == [(2, "moo"), (4, "croo")]
    assert third.base_after(3).then == [(2, "moo")]


# --- journals ---


def test_the_same_entries_make_the_same_table() -> None:
    scenario = TableScenario()
    entries: list[tuple[Entry, int]] = [(made(), 0), (Began(), 0)]
    for seat in (ANN, BEN):
        entries.append((Moved(seat, scenario.decide(seat)), 0))
    again = open_table("t1", pigeons, [(unpack(pack(entry)), when) for entry, when in entries])
    assert again.match is not None
    assert scenario.table.match is not None
    assert again.match.position.save() == scenario.table.match.position.save()
    assert again.seq == scenario.table.seq == 3


def test_a_journal_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(BadRecord, match="does not begin with its creation"):
        open_table("t1", pigeons, [(Began(), 0)])
    with pytest.raises(BadRecord, match="only once"):
        TableScenario().take(made())
    with pytest.raises(BadRecord, match="before the game began"):
        TableScenario(begun=False).take(Moved(0, 1))
    other = made()
    other.version = 99
    with pytest.raises(BadRecord, match="version 99 of the rules of Pigeons"):
        Table("t1", pigeons, other, 0)
    with pytest.raises(BadRecord, match="2 seats"):
        Table("t1", pigeons, made(options={"players": 3}), 0)


@pytest.mark.parametrize(
    "entry",
    [
        made(base=Base("coo", [(0, 1)], [(1, "moo")])),
        Sat(0, "Ann", "x"),
        Moved(1, 7, "m1", "bot"),
        UndoAsked(0, 3),
        Woke(),
    ],
    ids=lambda entry: type(entry).__name__,
)
def test_an_entry_is_kept_as_it_is(entry: Entry) -> None:
    assert unpack(pack(entry)) == entry
    assert isinstance(entry, Made) or len(pack(entry)) < 60, "people read journals too"
